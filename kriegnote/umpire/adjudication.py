"""The umpire: replays a record, resolves its moves, checks what was announced, says what was not.

:func:`adjudicate` never sees text: it takes the parts that a reader understood.  It keeps every position that the
record still allows (mostly one); where a printed move leaves several, it goes on with all of them and derives only
what they agree on.  Announcements that were recorded stay as they were said; a wrong one gets a finding and no twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import Position, move_of, uci
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import (
    REMARKS,
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Claim,
    Comment,
    Correction,
    End,
    Event,
    Junk,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    TakenBack,
    Try,
    Unknown,
    Variation,
)
from kriegnote.model.printed_moves import NULL_MOVES
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet, draws
from kriegnote.rules import announcements as announce
from kriegnote.rules.boards import VariantPosition
from kriegnote.rules.game import ORTHODOX
from kriegnote.rules.setup import is_secret
from kriegnote.rules.variants import game_of
from kriegnote.umpire import announcement_checks as announced
from kriegnote.umpire import draw_checks
from kriegnote.umpire import misread as guess
from kriegnote.umpire import recovery as astray
from kriegnote.umpire import turn_checks as audit
from kriegnote.umpire.both_at_once import adjudicate_both
from kriegnote.umpire.corrections import Corrections
from kriegnote.umpire.own_contradictions import contradictions
from kriegnote.umpire.player_record import adjudicate_player
from kriegnote.umpire.printed_traits import Traits, traits_of
from kriegnote.umpire.resolution import Resolved, blank, resolve_move, unmistakable, unseen
from kriegnote.umpire.starting_position import first_position, passed

MOST_WORLDS: Final = 64
MOST_MISFITS: Final = 20
_OTHER: Final = {"White": "Black", "Black": "White"}
_SEVERAL: Final = "from here on the umpire follows several boards and says only what they agree on"
_RANK: Final = {Move: 0, Nag: 0, Try: 1, Capture: 2, Check: 3, Promotion: 4, Reveal: 5, End: 6}
_BESIDE: Final = frozenset((Comment, Nag, Junk, Unknown, *REMARKS))
_UNSAID_TRIES: Final = frozenset(("on-request", "none"))
_STARTS: Final = frozenset((PawnTries, Ask, Answer, Move, TakenBack))


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
    game = game_of(record)
    if game is None:
        return Adjudicated(record, [audit.unknown_variant(record)])
    if record.start is None and is_secret(game):
        return Adjudicated(record, audit.no_setup(record, game))
    if rules is not None and rules.game.turns == "simultaneous":
        return Adjudicated(*adjudicate_both(record))
    if record.view != "umpire" and rules is not None and rules.game.sees_all in ("both", record.view):
        return _Umpire(record, rules, announce=False).run()
    if record.view != "umpire":
        followed, found = adjudicate_player(record, rules)
        return Adjudicated(followed, contradictions(record) + found)
    return _Umpire(record, rules, announce).run()


def _under(record: Record, rules: RuleSet) -> Record:
    """The record for another rulebook: what an umpire derived under the old one is withdrawn."""
    kept = tuple(event for event in record.events if event.source != "derived")
    silence = record.silence if record.rules is None else ()
    headers = tuple((name, rules.id if name == "Rules" else value) for name, value in record.headers)
    said = {} if record.sources is msgspec.UNSET else record.sources
    sources = {name: source for name, source in said.items() if name not in ("rules", "silence")}
    return record.replace(
        headers=headers, rules=rules.id, events=kept, silence=silence, sources=sources or msgspec.UNSET
    )


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
        self.line = draws.Line(worlds[0] if len(worlds) == 1 and offset is None else None)
        self.declared: set[draws.Draw] = set()
        self.unusual = worlds[:1] != [] and (worlds[0].dark or (rules is not None and rules.game != ORTHODOX))
        self.drawn: draws.Draw | None = None  # the draw that the umpire has declared, and that no move has followed
        self.worlds = worlds
        self.misfits = 0
        self.before = worlds
        self.sure = bool(worlds)
        self.over = False
        self.traits = traits if traits is not None else traits_of(record.events)
        self.offset = offset
        self.at = 0
        self.tries = any(type(event) is Try and event.verdict is not None for event in record.events)
        self.rebuffs: tuple[int, int] | None = None  # those of the turn before
        self.refused: list[tuple[str, Finding]] = []  # of this turn: refused, but legal
        self.answers = any(type(event) is Answer and event.source == "recorded" for event in record.events)
        self.corrections = Corrections(record.events)
        # the turn that is open
        self.turn_open = False
        self.strayed = False  # the words of this turn speak of the other player
        self.misnumbered: int | None = None  # the last wrong number of a move
        self.audit = audit.Turn()
        # the announcements due after the last move
        self.tail_at = -1
        self.due: dict[announced.Due, AnyEvent] = {}
        self.told: dict[announced.Due, tuple[AnyEvent, AnyEvent]] = {}  # what was recorded of it, and the truth
        self.last: Move | None = None

    # -- the run ---------------------------------------------------------------------------------------------------

    def run(self) -> Adjudicated:
        for at, event in enumerate(self.record.events):
            self.at = at
            kind = type(event)
            if kind is Move and self._step(event):  # type: ignore[arg-type]
                continue
            if kind in _STARTS or (kind is Try and event.verdict != "untested"):  # type: ignore[union-attr]
                self._open_turn(event)  # type: ignore[arg-type]
            if kind is Move:
                self._move(event)  # type: ignore[arg-type]
            elif kind is TakenBack:
                self._taken_back(event)  # type: ignore[arg-type]
            elif kind is Correction:
                self._note(self.corrections.check(event, self.rules))  # type: ignore[arg-type]
                self.out.append(event)
            elif kind is Claim:
                if self._followed():
                    self._note(draw_checks.check_claim(event, self.line, self.rules))  # type: ignore[arg-type]
                self.out.append(event)
            elif kind in _BESIDE:
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
                if not self.strayed:
                    self._note(audit.check_pawn_tries(event, self.worlds, self.rules))  # type: ignore[arg-type]
                self.out.append(event)
            else:
                self._announced(event)
        self._note(audit.one_of_several(self.refused))
        self._close_ask()
        self._close_tail()
        self._open_end()
        self._note(audit.check_result(self.record, self.worlds, self.sure, self.rules))
        silence = self._silence()
        record = self.record.replace(events=tuple(self.out), silence=silence)
        if silence != self.record.silence:
            said = {} if record.sources is msgspec.UNSET else record.sources
            record = record.replace(sources={**said, "silence": "derived"})
        return Adjudicated(record, self.findings)

    def _silence(self) -> tuple[str, ...]:
        if self.rules is None or not self.announce or not self.worlds:
            return self.record.silence
        return tuple(sorted({*self.record.silence, *self.rules.silence}))

    def _note(self, found: Iterable[Finding]) -> None:
        self.findings.extend(found)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _open_turn(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        if self.turn_open:
            if type(event) is not Answer:
                self._close_ask()
            if type(event) is Move and self.worlds and not self.strayed and self._others(event):
                self._in_step(event)
            return
        self._close_tail()
        self.turn_open = True
        self.rebuffs = self.audit.rebuffs if self.tries else None
        self.audit = audit.Turn()
        if not self.worlds:
            return
        self._in_step(event)
        if type(event) is PawnTries or not self.worlds:
            return
        if "pawn_tries" in self.silent and (missing := audit.unannounced_tries(self.worlds, self.rules)):
            self.findings.append(finding("KN322", missing, event))
            return
        told = self._pawn_tries()
        if told is not None and not self.corrections.forgotten(told):
            self.out.append(told)

    def _pawn_tries(self) -> PawnTries | None:
        """The word on pawn captures for the player to move, where the possible boards agree on it."""
        if not self.announce or self.rules is None or not self.worlds:
            return None
        position = self.worlds[0]
        side: Side = "white" if position.turn else "black"
        turn = position.fullmove + (self.offset or 0)
        told = announce.pawn_tries(position, self.rules, side, turn)
        if any(announce.pawn_tries(world, self.rules, side, turn) != told for world in self.worlds[1:]):
            return None
        return told

    def _open_end(self) -> None:
        """The word on pawn captures after the last move: the umpire says it at once, whatever the player does then.

        It is left out where the game ended before: on the board, or by the words recorded for the turn of that move.
        """
        if self.turn_open or self.over or self.last is None or "pawn_tries" in self.silent:
            return
        told = self._pawn_tries()
        if told is None:
            return
        end = next((at for at in range(len(self.out) - 1, -1, -1) if type(self.out[at]) in (End, Move)), None)
        if end is None or type(self.out[end]) is Move:
            self.out.append(told)
        elif (self.out[end].side, self.out[end].turn) == (told.side, told.turn):  # type: ignore[union-attr]
            self.out.insert(end, told)

    def _in_step(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        """Checks side and number against the board; a ply that is missing is any legal one that fits what follows."""
        self.strayed = False
        if self._others(event):
            ahead = self._ahead()
            due, told = ("White", "Black") if self.worlds[0].turn else ("Black", "White")
            if type(event) is not Move and ahead and ahead[0].side is not None and not self._others(ahead[0]):
                self.findings.append(finding("KN401", f"this sentence is about {told}, but {due} is to move", event))
                self.strayed = True
                return
            if type(event) is Move and ahead and ahead[0].side == event.side:
                self.findings.append(finding("KN401", f"the move is printed as {told}’s, but {due} is to move", event))
                return
            if self.last is None and self.record.start is not None:
                message = f"the first position has {due} to move, but the record begins with {_OTHER[due]}"
                self.findings.append(finding("KN401", message, event))
                self.worlds = [passed(world) for world in self.worlds]
            else:
                number = self.worlds[0].fullmove + (self.offset or 0)
                self.findings.append(finding("KN401", f"{due}’s move {number} is missing before this", event))
                upcoming = [event, *ahead] if type(event) is Move else ahead
                self._one_of_many(event, upcoming)
                if not self.worlds:
                    return
        position = self.worlds[0]
        if event.turn is None:
            return
        if self.offset is None:
            self.offset = event.turn - position.fullmove
            return
        due_number = position.fullmove + self.offset
        if event.turn != due_number and event.turn != self.misnumbered:
            self.misnumbered = event.turn
            self.findings.append(
                finding("KN401", f"move number {event.turn} stands where {due_number} is expected", event)
            )
            if not astray.number_alone(event, due_number, position, self._ahead()):
                self.offset = event.turn - position.fullmove

    def _others(self, event: AnyEvent) -> bool:
        """Whether an event names the player who is not to move."""
        side = getattr(event, "side", None)
        return side is not None and (side == "white") != self.worlds[0].turn

    # -- moves -----------------------------------------------------------------------------------------------------

    def _step(self, event: Move) -> bool:
        """Plays a move that leaves nothing to look into: in step, on one board, printed as it would be written.

        Most moves of most records are so, and this is the short way for them; False: nothing was done.
        """
        parts, worlds = event.parts, self.worlds
        if (
            self.turn_open
            or self.over
            or self.drawn
            or parts is None
            or len(worlds) != 1
            or event.move is not None
            or self.silent
            or self.corrections
        ):
            return False
        before = worlds[0]
        white, turn = before.turn, event.turn
        if self.unusual or event.side != ("white" if white else "black") or turn is None:
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
        if self.tries:
            self.audit = audit.Turn()
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
            extra=event.extra,
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
            self.due = announced.dues([before], [move], self.worlds, rules or RULES["berkeley"], side, turn, False)
        elif self.due:
            self.due = {}
        self.line.add(move, after)
        if rules is not None and (taken >= 0 or move >> 12 or after.halfmove >= 8):
            self._declare(rules, filled)
        return True

    def _move(self, event: Move) -> None:
        self._note(audit.one_of_several(self.refused))
        self.refused = []
        self.turn_open = False
        self.tail_at = -1
        if self.drawn:
            self._note(draw_checks.played_on(self.drawn, event))
            self.drawn = None
        if not self.worlds:
            self.out.append(unseen(event))
            return
        if event.move is None and event.text is None and not event.options:
            self._lose(event, "this move is hidden, so the umpire cannot follow the game from here on")
            return
        if event.move is None and event.parts is None and event.text and event.text not in NULL_MOVES:
            self._unreadable(event)
            return
        resolved = resolve_move(self.worlds, event, self.traits)
        if self.over:
            self.findings.append(finding("KN209", astray.over(self.worlds[0], self.last), event))
            self._note(f for f in resolved.findings if f.code != "KN201")
        else:
            resolved = self._as_guessed(event, resolved)
            self._judge(resolved)
        if resolved.certain and self.audit.yes:
            self._note(audit.check_duty(event, self.audit, self.worlds, resolved, self.rules))
        if resolved.certain and self.audit.touched:
            self._note(audit.check_touch(event, self.audit, resolved, self.rules))
        if not self.sure:
            resolved.event = unmistakable(self.worlds, event, resolved.event)
        self.before = self.worlds
        if resolved.unsure and self.sure:
            self.sure = False
            if len(resolved.after) > 1 and resolved.doubt != "nothing":
                self.findings.append(finding("KN210", _SEVERAL, event))
        self.worlds = resolved.after
        if len(self.worlds) > MOST_WORLDS:
            self.worlds = []
            self.findings.append(finding("KN210", "too many boards are possible; the umpire stops following", event))
        self.last = resolved.event
        self.out.append(resolved.event)
        if self.sure and len(self.before) == len(self.worlds) == 1 and resolved.certain:
            self.line.add(resolved.moves[0], self.worlds[0])
        else:
            self.line.lose()
        self._due(resolved)

    def _as_guessed(self, event: Move, resolved: Resolved) -> Resolved:
        typed = resolved.doubt in ("man", "origin") and guess.unclear(event)
        if resolved.doubt != "nothing" and not typed:
            return resolved
        number = self.worlds[0].fullmove + (self.offset or 0)
        self.misfits += 1
        if self.misfits > MOST_MISFITS:
            found = finding("KN210", "too many moves do not fit; the umpire stops following", event)
            return Resolved(blank(event), [], [], [], False, True, [found], "nothing")
        return astray.amiss(self.worlds, event, resolved, self._ahead(), self.traits, number)

    def _judge(self, resolved: Resolved) -> None:
        ahead = self._ahead() if resolved.findings else []
        world, sure = self.worlds[0], self.sure
        self._note(astray.borne_out(one, resolved, world, ahead, self.traits, sure) for one in resolved.findings)

    def _unreadable(self, event: Move) -> None:
        """A move that nobody can read (its reader says the same): any legal one that the next plies bear out."""
        self.findings.append(finding("KN101", f"this is no move: {event.text!r}", event))
        self.before = self.worlds
        self._one_of_many(event, self._ahead())
        self.last = event
        self.due, self.told, self.over = {}, {}, False
        self.out.append(event)

    def _one_of_many(self, event: AnyEvent, upcoming: list[Move]) -> None:
        """A ply was played that the record does not tell: the boards that the next plies bear out, or none."""
        self.sure = False
        self.misfits += 1
        after = guess.lost(self.worlds, upcoming, self.traits) if self.misfits <= MOST_MISFITS else []
        self.worlds = after if len(after) <= MOST_WORLDS else []
        if not self.worlds:
            self.findings.append(finding("KN210", astray.NO_FURTHER, event))

    def _ahead(self) -> list[Move]:
        return astray.upcoming(self.record.events, self.at)

    def _lose(self, event: Move, why: str) -> None:
        self.findings.append(finding("KN210", why, event))
        self.worlds = []
        self.sure = False
        self.out.append(event)

    def _due(self, resolved: Resolved) -> None:
        """Works out what the umpire has to say of the move just made."""
        self.tail_at = len(self.out)
        self.due, self.told = {}, {}
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
        self.due = announced.dues(resolved.sources, resolved.moves, self.worlds, rules, side, turn, self.audit.asked)
        if self.corrections:
            self.corrections.remember(self.due, self.before, self.last, self.worlds, side, turn)
            self.due = {key: one for key, one in self.due.items() if not self.corrections.forgotten(one)}
        self.over = (End, None) in self.due
        if self.rules is not None and not self.over:
            self._declare(self.rules, event)

    def _followed(self) -> bool:
        """Whether the whole game up to this board is known."""
        return self.line.known and len(self.worlds) == 1 and self.line.positions[-1] is self.worlds[0]

    def _declare(self, rules: RuleSet, event: Move) -> None:
        """A draw that the umpire declares of himself after the move just made; a record that goes on has none."""
        reason = draws.declared(self.line, rules) if self._followed() and not self.over else None
        if reason is None or reason in self.declared:
            return
        self.declared.add(reason)
        self.drawn = reason
        if not self._ahead():
            self.due[End, None] = announce.drawn(reason, event)

    def _announced(self, event: AnyEvent) -> None:
        """A recorded announcement after a move: checked against what was due."""
        self.out.append(event)
        if type(event) is End and self._followed():
            self._note(draw_checks.check_draw(event, self.line, self.rules))
        key = announced.due_key(event)
        if self.tail_at < 0 or not self.worlds:
            return
        truth = self.due.pop(key, None)
        if truth is not None:
            self.told[key] = event, truth
        elif key in self.told:
            self._note(announced.check_again(event, *self.told[key]))
            return
        if self.sure or truth is not None:
            self._note(announced.check_announcement(event, truth, self.before, self.last, self.rules, self.worlds))

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
            name = announced.KIND_NAMES.get(kind)
            if name in self.silent:
                self._note(announced.unannounced(truth, self.last))
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
        if self.strayed:
            self.out.append(event)
            return
        self._note(audit.check_ask(event, self.audit, self.rules))
        self.audit.open_question = event
        self.audit.asked = self.audit.asked or event.what == "any"
        self.out.append(event)

    def _close_ask(self) -> None:
        """A question nobody answered in the record is answered from the board."""
        question, self.audit.open_question = self.audit.open_question, None
        if question is None or not self.announce or not self.worlds or question.what != "any":
            return
        if self.answers and self.out[-1:] == [question]:  # else the words behind it may have been the answer
            message = "the record does not say what the umpire answered"
            self.findings.append(finding("KN305", message, question, note=audit.captures_note(self.worlds[0])))
        truths = {bool(world.pawn_targets()) for world in self.worlds}
        if len(truths) == 1:
            yes = truths.pop()
            self.out.append(Answer(side=question.side, turn=question.turn, source="derived", any=yes))

    def _answer(self, event: Answer) -> None:
        if self.strayed:
            self.out.append(event)
            return
        self._note(audit.check_answer(event, self.audit, self.worlds, self.rebuffs))
        self.audit.open_question = None
        self.audit.yes = self.audit.yes or bool(event.any)
        self.out.append(event)

    def _try(self, event: Try) -> None:
        if not self.worlds or self.strayed:
            self.out.append(unseen(event) if not self.worlds else event)
            return
        worlds = self.before if event.verdict == "untested" else self.worlds
        resolved, found = audit.check_try(event, worlds, self.audit, self.traits, self.rules)
        if found and found[0].code in ("KN311", "KN312") and event.verdict != "untested":
            found = audit.with_what_was_played(found, resolved, self._ahead()[:1], worlds, self.traits)
        if found and found[0].code == "KN311":
            self.refused.append((event.text or event.move or "", found[0]))
        else:
            self._note(found)
        self.out.append(resolved)
        if self.rules is not None and self.rules.game.refused_try == "passes" and resolved.verdict != "untested":
            self._pass(resolved)

    def _pass(self, event: Try) -> None:
        """A refused try under Invisible Chess: the player loses his turn, and the man in the way becomes visible."""
        self.worlds = [
            world.betrayed(move_of(event.move)) if isinstance(world, VariantPosition) and event.move else passed(world)
            for world in self.worlds
        ]
        self.turn_open, self.tail_at, self.due = False, -1, {}
        self.line.lose()

    def _variation(self, event: Variation) -> None:
        self.out.append(self._aside(event, self.before) if self.before else event)

    def _taken_back(self, event: TakenBack) -> None:
        """A move that was taken back: what was said of it is checked, and no more is said; the turn goes on."""
        self.out.append(self._aside(event, self.worlds) if self.worlds else event)

    def _aside(self, event: Variation | TakenBack, worlds: list[Position]) -> AnyEvent:
        """An event with moves of its own, from these boards on."""
        inner = _Umpire(
            self.record.replace(events=event.events, silence=(), result=None, headers=()),
            self.rules,
            False,
            worlds=worlds,
            traits=self.traits,
            offset=self.offset,
        )
        told = inner.run()
        self._note(told.findings)
        return msgspec.structs.replace(event, events=told.record.events)
