"""The umpire: replays a record, resolves its moves, checks what was announced, says what was not.

:func:`adjudicate` never sees text: it takes the parts that a reader understood.  It keeps every position that the
record still allows (mostly one); where a printed move leaves several, it goes on with all of them and derives only
what they agree on.  Announcements that were recorded stay as they were said; a wrong one gets a finding and no twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote import announce, audit
from kriegnote.board import Position, uci
from kriegnote.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Event,
    Junk,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    Variation,
)
from kriegnote.findings import Finding, finding
from kriegnote.ownboard import adjudicate_player
from kriegnote.positions import first_position, passed
from kriegnote.record import Record
from kriegnote.resolve import Resolved, Traits, resolve_move, traits_of
from kriegnote.rules import RULES, RuleSet

MOST_WORLDS: Final = 64
MOST_MISFITS: Final = 20
_RANK: Final = {Move: 0, Nag: 0, Try: 1, Capture: 2, Check: 3, Promotion: 4, Reveal: 5, End: 6}
_UNSAID_TRIES: Final = frozenset(("on-request", "none"))
_STARTS: Final = frozenset((PawnTries, Ask, Answer, Move))


class Adjudicated(NamedTuple):
    """A record as the umpire leaves it, and what he found."""

    record: Record
    findings: list[Finding]


def adjudicate(record: Record, rules: RuleSet | None = None, *, announce: bool = True) -> Adjudicated:
    """The record with its moves resolved and, under a rulebook, its announcements completed; and the findings.

    :param rules: the rulebook; None takes the one the record names.  With neither, nothing is announced.
    :param announce: False resolves moves only and adds nothing, but still checks what was recorded.

    A player's record is followed on his own board; a public one is returned as it is.
    """
    rules = rules or (RULES[record.rules] if record.rules else None)
    if rules is not None and rules.id != record.rules:
        record = _under(record, rules)
    if record.view == "public":
        return Adjudicated(record, [])
    if record.view != "umpire":
        return Adjudicated(*adjudicate_player(record, rules))
    return _Umpire(record, rules, announce).run()


def _under(record: Record, rules: RuleSet) -> Record:
    """The record for another rulebook: what an umpire derived under the old one is withdrawn."""
    kept = tuple(event for event in record.events if event.source != "derived")
    silence = record.silence if record.rules is None else ()
    return record.replace(rules=rules.id, events=kept, silence=silence)


class _Umpire:
    """One run over one record (or one variation)."""

    def __init__(
        self,
        record: Record,
        rules: RuleSet | None,
        announce: bool,
        *,
        worlds: list[Position] | None = None,
        traits: Traits | None = None,
        offset: int | None = None,
    ) -> None:
        self.record = record
        self.rules = rules
        self.announce = announce and rules is not None
        self.silent = frozenset(record.silence)
        self.findings: list[Finding] = []
        self.out: list[AnyEvent] = []
        if worlds is None:
            start = first_position(record, self.findings)
            worlds = [start] if start else []
        self.worlds = worlds
        self.before = worlds
        self.sure = bool(worlds)
        self.over = False
        self.misfits = 0
        self.traits = traits if traits is not None else traits_of(record.events)
        self.offset = offset
        # the turn that is open
        self.turn_open = False
        self.audit = audit.Turn()
        # the announcements due after the last move
        self.tail_at = -1
        self.due: dict[audit.Due, AnyEvent] = {}
        self.last: Move | None = None

    # -- the run ---------------------------------------------------------------------------------------------------

    def run(self) -> Adjudicated:
        for event in self.record.events:
            kind = type(event)
            if kind is Move and self._step(event):  # type: ignore[arg-type]
                continue
            if kind in _STARTS or (kind is Try and event.verdict != "untested"):  # type: ignore[union-attr]
                self._open_turn(event)  # type: ignore[arg-type]
            if kind is Move:
                self._move(event)  # type: ignore[arg-type]
            elif kind is Comment or kind is Nag or kind is Junk:
                self.out.append(event)
            elif kind is Variation:
                self._variation(event)  # type: ignore[arg-type]
            elif kind is Try:
                self._try(event)  # type: ignore[arg-type]
            elif kind is Ask:
                self._ask(event)  # type: ignore[arg-type]
            elif kind is Answer:
                self._answer(event)  # type: ignore[arg-type]
            elif kind is PawnTries:
                self._note(audit.check_pawn_tries(event, self.worlds, self.rules))  # type: ignore[arg-type]
                self.out.append(event)
            else:
                self._announced(event)
        self._close_ask()
        self._close_tail()
        self._note(audit.check_result(self.record, self.worlds, self.sure))
        record = self.record.replace(
            events=tuple(self.out),
            silence=self._silence(),
        )
        return Adjudicated(record, self.findings)

    def _silence(self) -> tuple[str, ...]:
        if self.rules is None or not self.announce or not self.worlds:
            return self.record.silence
        return tuple(sorted({*self.record.silence, *self.rules.silence}))

    def _note(self, found: Iterable[Finding]) -> None:
        self.findings.extend(found)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _open_turn(self, event: PawnTries | Ask | Answer | Try | Move) -> None:
        if self.turn_open:
            if type(event) is not Answer:
                self._close_ask()
            return
        self._close_tail()
        self.turn_open = True
        self.audit = audit.Turn()
        if not self.worlds:
            return
        self._in_step(event)
        if type(event) is PawnTries:
            return
        position = self.worlds[0]
        if "pawn_tries" in self.silent and (missing := audit.unannounced_tries(self.worlds, self.rules)):
            self.findings.append(finding("KN322", missing, event))
            return
        if not self.announce:
            return
        assert self.rules is not None
        side: Side = "white" if position.turn else "black"
        turn = position.fullmove + (self.offset or 0)
        told = announce.pawn_tries(position, self.rules, side, turn)
        if len(self.worlds) > 1 and any(
            announce.pawn_tries(world, self.rules, side, turn) != told for world in self.worlds[1:]
        ):
            return
        if told is not None:
            self.out.append(told)

    def _in_step(self, event: PawnTries | Ask | Answer | Try | Move) -> None:
        """Checks side and number against the board; a ply that is missing is passed over."""
        position = self.worlds[0]
        white = position.turn
        if event.side is not None and (event.side == "white") != white:
            self.findings.append(
                finding("KN401", f"{event.side.capitalize()} is told to move twice in a row: a ply is missing", event)
            )
            self.worlds = [passed(world) for world in self.worlds]
            self.sure = False
            position = self.worlds[0]
        if event.turn is None:
            return
        if self.offset is None:
            self.offset = event.turn - position.fullmove
            return
        due = position.fullmove + self.offset
        if event.turn != due:
            self.findings.append(finding("KN401", f"move number {event.turn} stands where {due} is due", event))
            self.offset = event.turn - position.fullmove

    # -- moves -----------------------------------------------------------------------------------------------------

    def _step(self, event: Move) -> bool:
        """Plays a move that leaves nothing to look into: in step, on one board, printed as it would be written.

        Most moves of most records are so, and this is the short way for them; False: nothing was done.
        """
        parts, worlds = event.parts, self.worlds
        if self.turn_open or self.over or parts is None or len(worlds) != 1 or event.move is not None or self.silent:
            return False
        before = worlds[0]
        white, turn = before.turn, event.turn
        if before.dark or event.side != ("white" if white else "black") or turn is None:
            return False
        if turn != before.fullmove + (turn - before.fullmove if self.offset is None else self.offset):
            return False
        stepped = before.step(parts)
        if stepped is None:
            return False
        move, after, san, taken = stepped
        if san != event.text:
            return False
        if self.due or self.tail_at < 0:
            self._close_tail()
        self.offset = turn - before.fullmove
        rules, side, out = self.rules, event.side, self.out
        if self.announce and rules is not None and rules.pawn_tries not in _UNSAID_TRIES:
            told = announce.pawn_tries(before, rules, side, turn)
            if told is not None:
                out.append(told)
        self.last = filled = Move(
            side=side,
            turn=turn,
            source=event.source,
            line=event.line,
            column=event.column,
            span=event.span,
            move=uci(move),
            text=san,
            san=san,
            parts=parts,
        )
        out.append(filled)
        self.before, self.worlds = worlds, [after]
        self.tail_at = len(out)
        self.over = san[-1] == "#" or (san[-1] != "+" and not after.has_legal_move())
        if taken >= 0 or self.over or san[-1] == "+" or move >> 12:
            self.due = audit.dues([before], [move], self.worlds, rules or RULES["berkeley"], side, turn, False)
        elif self.due:
            self.due = {}
        return True

    def _move(self, event: Move) -> None:
        self.turn_open = False
        self.tail_at = -1
        if not self.worlds:
            self.out.append(event)
            return
        if event.move is None and event.text is None and not event.options:
            self._lose(event, "this move is hidden, so the umpire cannot follow the game from here on")
            return
        resolved = resolve_move(self.worlds, event, self.traits)
        if self.over:
            self.findings.append(finding("KN209", "the game was over before this move", event))
            self._note(f for f in resolved.findings if f.code != "KN201")
        elif resolved.findings:
            self._note(resolved.findings)
        if resolved.certain and self.audit.yes:
            self._note(audit.check_duty(event, self.audit, self.worlds, resolved, self.rules))
        self.before = self.worlds
        if resolved.unsure and self.sure:
            self.sure = False
            if len(resolved.after) > 1:
                self.findings.append(finding("KN210", "from here on the umpire follows several boards", event))
        self.worlds = resolved.after
        if len(self.worlds) > MOST_WORLDS:
            self.worlds = []
            self.findings.append(finding("KN210", "too many boards are possible; the umpire stops following", event))
        self.misfits += bool(resolved.findings) and resolved.findings[0].code == "KN201"
        if self.misfits > MOST_MISFITS:
            self.worlds = []
            self.findings.append(finding("KN210", "too many moves do not fit; the umpire stops following", event))
        self.last = resolved.event
        self.out.append(resolved.event)
        self._due(resolved)

    def _lose(self, event: Move, why: str) -> None:
        self.findings.append(finding("KN210", why, event))
        self.worlds = []
        self.sure = False
        self.out.append(event)

    def _due(self, resolved: Resolved) -> None:
        """Works out what the umpire has to say of the move just made."""
        self.tail_at = len(self.out)
        self.due = {}
        self.over = False
        if not resolved.certain or not self.worlds:
            self.tail_at = -1
            return
        event = resolved.event
        side: Side = event.side or ("white" if self.before[0].turn else "black")
        turn = event.turn if event.turn is not None else self.before[0].fullmove
        after = self.worlds[0]
        if (
            not self.announce
            and self.rules is None
            and not after.checkers()
            and self.before[0].captured_square(resolved.moves[0]) < 0
            and after.has_legal_move()
        ):
            return
        rules = self.rules or RULES["berkeley" if not after.dark else "dark"]
        self.due = audit.dues(resolved.sources, resolved.moves, self.worlds, rules, side, turn, self.audit.asked)
        self.over = (End, None) in self.due

    def _announced(self, event: AnyEvent) -> None:
        """A recorded announcement after a move: checked against what was due."""
        self.out.append(event)
        key = audit.due_key(event)
        if self.tail_at < 0 or not self.worlds:
            return
        truth = self.due.pop(key, None)
        if self.sure or truth is not None:
            self._note(audit.check_announcement(event, truth, self.before, self.last, self.rules, self.worlds))

    def _close_tail(self) -> None:
        """Adds the announcements that were due and not recorded, each after those that come before it."""
        if self.tail_at < 0:
            return
        if self.tail_at == len(self.out) and not self.silent:
            if self.announce:
                self.out.extend(self.due.values())
            self.due, self.tail_at = {}, -1
            return
        for (kind, _), truth in self.due.items():
            name = audit.KIND_NAMES.get(kind)
            if name in self.silent:
                self._note(audit.unannounced(truth, self.last))
            elif self.announce:
                self.out.insert(self._place(kind), truth)
        self.due = {}
        self.tail_at = -1

    def _place(self, kind: type[Event]) -> int:
        rank = _RANK[kind]
        place = self.tail_at
        for index in range(self.tail_at, len(self.out)):
            if _RANK.get(type(self.out[index]), 9) <= rank:
                place = index + 1
        return place

    # -- questions and tries ---------------------------------------------------------------------------------------

    def _ask(self, event: Ask) -> None:
        self._note(audit.check_ask(event, self.audit, self.rules))
        self.audit.open_question = event
        self.audit.asked = self.audit.asked or event.what == "any"
        self.out.append(event)

    def _close_ask(self) -> None:
        """A question nobody answered in the record is answered from the board."""
        question, self.audit.open_question = self.audit.open_question, None
        if question is None or not self.announce or not self.worlds or question.what != "any":
            return
        truths = {bool(world.pawn_targets()) for world in self.worlds}
        if len(truths) == 1:
            yes = truths.pop()
            self.audit.yes = self.audit.yes or yes
            self.out.append(Answer(side=question.side, turn=question.turn, source="derived", any=yes))

    def _answer(self, event: Answer) -> None:
        self._note(audit.check_answer(event, self.audit, self.worlds))
        self.audit.open_question = None
        self.audit.yes = self.audit.yes or bool(event.any)
        self.out.append(event)

    def _try(self, event: Try) -> None:
        if not self.worlds:
            self.out.append(event)
            return
        worlds = self.before if event.verdict == "untested" else self.worlds
        resolved, found = audit.check_try(event, worlds, self.audit, self.traits, self.rules)
        self._note(found)
        self.out.append(resolved)

    def _variation(self, event: Variation) -> None:
        if not self.before:
            self.out.append(event)
            return
        inner = _Umpire(
            self.record.replace(events=event.events, silence=(), result=None, headers=()),
            self.rules,
            False,
            worlds=self.before,
            traits=self.traits,
            offset=self.offset,
        )
        told = inner.run()
        self._note(told.findings)
        self.out.append(
            Variation(
                side=event.side,
                turn=event.turn,
                source=event.source,
                line=event.line,
                column=event.column,
                span=event.span,
                events=told.record.events,
            )
        )
