"""One run of the umpire over one umpire's record, or over one variation of it.

He keeps every position that the record still allows (mostly one); where a printed move leaves several, he goes on with
all of them and derives only what they agree on.  Announcements that were recorded stay as they were said; a wrong one
gets a finding and no twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import Position, move_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import (
    REMARKS,
    Answer,
    AnyEvent,
    Ask,
    Claim,
    Comment,
    Correction,
    End,
    Heard,
    Junk,
    Move,
    Nag,
    PawnTries,
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
from kriegnote.umpire import announcement_checks, draw_checks, misread, record_checks, recovery, turn_checks
from kriegnote.umpire.after_move import AfterMove
from kriegnote.umpire.announcement_checks import Due
from kriegnote.umpire.corrections import Corrections
from kriegnote.umpire.numbering import Numbering
from kriegnote.umpire.output import Output
from kriegnote.umpire.printed_traits import Traits, traits_of
from kriegnote.umpire.resolution import Resolved, blank, resolve_move, unmistakable, unseen
from kriegnote.umpire.starting_position import first_position, passed

MOST_WORLDS: Final = 64
MOST_MISFITS: Final = 20
_OTHER: Final = {"White": "Black", "Black": "White"}
_SEVERAL: Final = "from here on the umpire follows several boards and says only what they agree on"
_SOONEST: Final = 8  # plies without a capture or a pawn move in which a position can stand for the third time
_CASTLING: Final = frozenset(("O-O", "O-O-O"))
_STARTS: Final = frozenset((PawnTries, Ask, Answer, Move, TakenBack))
_KEPT: Final = frozenset((Comment, Nag, Junk, Unknown, *REMARKS)) - {TakenBack, Correction, Claim}


class Replayed(NamedTuple):
    """A record as the umpire leaves it, what he found, and the indices of the events that he added."""

    record: Record
    findings: list[Finding]
    added: frozenset[int]


class Replay:
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
        self.out = Output()
        self.tail = AfterMove(self.out, self.silent, self.announce)
        if worlds is None:
            start = first_position(record, self.findings)
            worlds = [start] if start else []
        self.line = draws.Line(worlds[0] if len(worlds) == 1 and offset is None else None)
        self.declared: set[draws.Draw] = set()
        self.drawn: draws.Draw | None = None  # the draw that the umpire has declared, and that no move has followed
        self.orthodox = not (worlds and worlds[0].dark) and (rules is None or rules.game == ORTHODOX)
        self.worlds = worlds
        self.before = worlds
        self.sure = bool(worlds)
        self.misfits = 0
        self.over = False
        self.traits = traits if traits is not None else traits_of(record.events)
        self.numbering = Numbering(offset)
        self.at = 0
        self.tries = any(type(event) is Try and event.verdict is not None for event in record.events)
        self.answers = any(type(event) is Answer and event.source == "recorded" for event in record.events)
        self.corrections = Corrections(record.events)
        self.unknown_questions = turn_checks.unknown_questions(record, rules)
        self.last: Move | None = None
        # the turn that is open
        self.turn_open = False
        self.strayed = False  # the words of this turn speak of the other player
        self.rebuffs: tuple[int, int] | None = None  # those of the turn before
        self.turn = turn_checks.Turn()

    # -- the run ---------------------------------------------------------------------------------------------------

    def run(self) -> Replayed:
        for at, event in enumerate(self.record.events):
            self.at = at
            kind = type(event)
            if kind in _STARTS or (kind is Try and event.verdict != "untested"):  # type: ignore[union-attr]
                self._open_turn(event)  # type: ignore[arg-type]
            if kind is Move:
                self._move(event)  # type: ignore[arg-type]
            elif kind in _KEPT:
                self.out.add(event)
            else:
                self._other(event)
        self._note(turn_checks.refused_though_legal(self.turn.legal))
        self._close_ask()
        self._note(self.tail.close(self.last))
        self._open_end()
        self._note(record_checks.check_result(self.record, self.worlds, self.sure, self.rules))
        silence = self._silence()
        record = self.record.replace(events=tuple(self.out.events), silence=silence)
        if silence != self.record.silence:
            said = {} if record.sources is msgspec.UNSET else record.sources
            record = record.replace(sources={**said, "silence": "derived"})
        return Replayed(record, self.findings, frozenset(self.out.added))

    def _other(self, event: AnyEvent) -> None:
        if isinstance(event, Variation):
            self.out.add(self._aside(event, self.before) if self.before else event)
        elif isinstance(event, TakenBack):
            self.out.add(self._aside(event, self.worlds) if self.worlds else event)
        elif isinstance(event, Claim):
            if self._followed():
                self._note(draw_checks.check_claim(event, self.line, self.rules))
            self.out.add(event)
        elif isinstance(event, Correction):
            self._note(self.corrections.check(event, self.rules))
            self.out.add(event)
        elif isinstance(event, Try):
            self._try(event)
        elif isinstance(event, Ask):
            self._ask(event)
        elif isinstance(event, Answer):
            self._answer(event)
        elif isinstance(event, PawnTries):
            if not self.strayed:
                self._note(turn_checks.check_pawn_tries(event, self.worlds, self.rules))
            self.out.add(event)
        else:
            self._announced(event)

    def _silence(self) -> tuple[str, ...]:
        if self.rules is None or not self.announce or not self.worlds:
            return self.record.silence
        return tuple(sorted({*self.record.silence, *self.rules.silence}))

    def _note(self, found: Iterable[Finding]) -> None:
        self.findings.extend(found)

    def _ahead(self) -> list[Move]:
        return recovery.upcoming(self.record.events, self.at)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _open_turn(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        if self.turn_open:
            if type(event) is not Answer:
                self._close_ask()
            if type(event) is Move and self.worlds and not self.strayed and self._others(event):
                self._in_step(event)
            return
        if self.tail.due:
            self._note(self.tail.close(self.last))
        self.turn_open = True
        self.rebuffs = self.turn.rebuffs if self.tries else None
        if self.turn.used:
            self._note(turn_checks.refused_though_legal(self.turn.legal))
            self.turn = turn_checks.Turn()
        if not self.worlds:
            return
        self._in_step(event)
        if type(event) is PawnTries or not self.worlds:
            return
        if "pawn_tries" in self.silent and (missing := turn_checks.unannounced_tries(self.worlds, self.rules)):
            self.findings.append(finding("KN322", missing, event))
        elif (told := self._pawn_tries()) is not None and not self.corrections.forgotten(told):
            self.out.derive(told)

    def _pawn_tries(self) -> PawnTries | None:
        """The word on pawn captures for the player to move, where the possible boards agree on it."""
        if not self.announce or self.rules is None or not self.worlds:
            return None
        position = self.worlds[0]
        side: Side = "white" if position.turn else "black"
        turn = self.numbering.of(position)
        told = announce.pawn_tries(position, self.rules, side, turn)
        others = self.worlds[1:]
        if others and any(announce.pawn_tries(world, self.rules, side, turn) != told for world in others):
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
        events = self.out.events
        end = next((at for at in range(len(events) - 1, -1, -1) if type(events[at]) in (End, Move)), None)
        if end is None or type(events[end]) is Move:
            self.out.derive(told)
        elif (events[end].side, events[end].turn) == (told.side, told.turn):  # type: ignore[union-attr]
            self.out.derive(told, end)

    def _in_step(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        """Checks side and number against the board; a ply that is missing is any legal one that fits what follows."""
        self.strayed = False
        if self._others(event) and not self._turned_to(event):
            return
        if self.worlds and (wrong := self.numbering.check(event, self.worlds[0], self._ahead)) is not None:
            self.findings.append(wrong)

    def _turned_to(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> bool:
        """Finds out why an event is the other player's; True when the boards are now those on which he is to move."""
        ahead = self._ahead()
        due, told = ("White", "Black") if self.worlds[0].turn else ("Black", "White")
        if type(event) is not Move and ahead and ahead[0].side is not None and not self._others(ahead[0]):
            self.findings.append(finding("KN401", f"this sentence is about {told}, but {due} is to move", event))
            self.strayed = True
            return False
        if type(event) is Move and ahead and ahead[0].side == event.side:
            self.findings.append(finding("KN401", f"the move is printed as {told}’s, but {due} is to move", event))
            return False
        if self.last is None and self.record.start is not None:
            message = f"the first position has {due} to move, but the record begins with {_OTHER[due]}"
            self.findings.append(finding("KN401", message, event))
            self.worlds = [passed(world) for world in self.worlds]
            return True
        number = self.numbering.of(self.worlds[0])
        self.findings.append(finding("KN401", f"{due}’s move {number} is missing before this", event))
        self._one_of_many(event, [event, *ahead] if type(event) is Move else ahead)
        return True

    def _others(self, event: Heard) -> bool:
        """Whether an event names the player who is not to move."""
        return event.side is not None and (event.side == "white") != self.worlds[0].turn

    # -- moves -----------------------------------------------------------------------------------------------------

    def _move(self, event: Move) -> None:
        if self.turn.legal:
            self._note(turn_checks.refused_though_legal(self.turn.legal))
            self.turn.legal = []
        self.turn_open = False
        self.tail.at = -1
        if self.drawn:
            self._note(draw_checks.played_on(self.drawn, event))
            self.drawn = None
        if not self.worlds:
            self.out.add(unseen(event))
        elif event.move is None and event.text is None and not event.options:
            self._lose(event, "this move is hidden, so the umpire cannot follow the game from here on")
        elif event.move is None and event.parts is None and event.text and event.text not in NULL_MOVES:
            self._unreadable(event)
        else:
            self._made(event, self._resolved(event))

    def _resolved(self, event: Move) -> Resolved:
        """A move on the boards, with all that is found in it noted."""
        resolved = resolve_move(self.worlds, event, self.traits)
        if self.over:
            self.findings.append(finding("KN209", recovery.over(self.worlds[0], self.last), event))
            self._note(found for found in resolved.findings if found.code != "KN201")
        elif resolved.findings:
            resolved = self._as_guessed(event, resolved)
            ahead, world, sure = self._ahead(), self.worlds[0], self.sure
            self._note(recovery.borne_out(one, resolved, world, ahead, self.traits, sure) for one in resolved.findings)
        if resolved.certain and self.turn.used:
            self._note(turn_checks.check_must_try(event, self.turn, self.worlds, resolved, self.rules))
            self._note(turn_checks.check_touch(event, self.turn, resolved, self.rules))
        if not self.sure:
            resolved.event = unmistakable(self.worlds, event, resolved.event)
        return resolved

    def _as_guessed(self, event: Move, resolved: Resolved) -> Resolved:
        typed = resolved.doubt in ("man", "origin") and misread.unclear(event)
        if resolved.doubt != "nothing" and not typed:
            return resolved
        number = self.numbering.of(self.worlds[0])
        self.misfits += 1
        if self.misfits > MOST_MISFITS:
            found = finding("KN210", "too many moves do not fit; the umpire stops following", event)
            return Resolved(blank(event), [], [], [], False, True, [found], "nothing")
        return recovery.amiss(self.worlds, event, resolved, self._ahead(), self.traits, number)

    def _made(self, event: Move, resolved: Resolved) -> None:
        """Goes on to the boards behind a move."""
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
        self.out.add(resolved.event)
        self.over = False
        if self.sure and len(self.before) == len(self.worlds) == 1 and resolved.certain:
            self.line.add(resolved.moves[0], self.worlds[0])
        else:
            self.line.lose()
        if resolved.certain and self.worlds:
            self._expect(resolved)

    def _expect(self, resolved: Resolved) -> None:
        """Works out what the umpire has to say of the move just made."""
        event, after, rules = resolved.event, self.worlds[0], self.rules
        due: dict[Due, AnyEvent] = {}
        quiet = self.orthodox and len(self.worlds) == 1 and _is_quiet(event.san or "x", after)
        if not quiet:
            before = resolved.sources[0]
            side: Side = event.side or ("white" if before.turn else "black")
            turn = event.turn if event.turn is not None else before.fullmove
            book = rules or RULES["dark" if after.dark else "berkeley"]
            due = announcement_checks.dues(
                resolved.sources, resolved.moves, self.worlds, book, side, turn, self.turn.asked
            )
            self.over = (End, None) in due
        if self.corrections:
            due = self._corrected(due, event)
            self.over = (End, None) in due
        self.tail.expect(due)
        if rules is not None and not self.over and (not quiet or after.halfmove >= _SOONEST):
            self._declare(rules, event)

    def _corrected(self, due: dict[Due, AnyEvent], event: Move) -> dict[Due, AnyEvent]:
        """What has to be announced at once; the rest the umpire gave later."""
        white, number = self.before[0].turn, self.before[0].fullmove
        side: Side = event.side or ("white" if white else "black")
        turn = event.turn if event.turn is not None else number
        self.corrections.remember(due, self.before, self.last, self.worlds, side, turn)
        return {key: one for key, one in due.items() if not self.corrections.forgotten(one)}

    def _unreadable(self, event: Move) -> None:
        """A move that nobody can read (its reader says the same): any legal one that the next plies bear out."""
        self.findings.append(finding("KN101", f"this is no move: {event.text!r}", event))
        self.before = self.worlds
        self._one_of_many(event, self._ahead())
        self.last = event
        self.over = False
        self.tail.forget()
        self.out.add(event)

    def _one_of_many(self, event: AnyEvent, upcoming: list[Move]) -> None:
        """A ply was played that the record does not tell: the boards that the next plies bear out, or none."""
        self.sure = False
        self.misfits += 1
        after = misread.lost(self.worlds, upcoming, self.traits) if self.misfits <= MOST_MISFITS else []
        self.worlds = after if len(after) <= MOST_WORLDS else []
        if not self.worlds:
            self.findings.append(finding("KN210", recovery.NO_FURTHER, event))

    def _lose(self, event: Move, why: str) -> None:
        self.findings.append(finding("KN210", why, event))
        self.worlds = []
        self.sure = False
        self.out.add(event)

    # -- announcements and draws -----------------------------------------------------------------------------------

    def _announced(self, event: AnyEvent) -> None:
        """A recorded announcement after a move: checked against what was due."""
        self.out.add(event)
        if type(event) is End and self._followed():
            self._note(draw_checks.check_draw(event, self.line, self.rules))
        self._note(self.tail.check(event, self.before, self.last, self.rules, self.worlds, sure=self.sure))

    def _followed(self) -> bool:
        """Whether the whole game up to this board is known."""
        return self.line.known and len(self.worlds) == 1 and self.line.positions[-1] is self.worlds[0]

    def _declare(self, rules: RuleSet, event: Move) -> None:
        """A draw that the umpire declares of himself after the move just made; a record that goes on has none."""
        reason = draws.declared(self.line, rules) if self._followed() else None
        if reason is None or reason in self.declared:
            return
        self.declared.add(reason)
        self.drawn = reason
        if not self._ahead():
            self.tail.due[End, None] = announce.drawn(reason, event)

    # -- questions, tries and variations ---------------------------------------------------------------------------

    def _ask(self, event: Ask) -> None:
        if not self.strayed:
            self._note(turn_checks.check_ask(event, self.turn, self.rules, self.unknown_questions))
            self.turn.ask(event)
        self.out.add(event)

    def _close_ask(self) -> None:
        """A question nobody answered in the record is answered from the board."""
        question, self.turn.open_question = self.turn.open_question, None
        if question is None or not self.announce or not self.worlds or question.what != "any":
            return
        if self.answers and self.out.events[-1:] == [question]:  # else the words behind it may have been the answer
            message = "the record does not say what the umpire answered"
            note = turn_checks.captures_note(self.worlds[0])
            self.findings.append(finding("KN305", message, question, note=note))
        truths = {bool(world.pawn_targets()) for world in self.worlds}
        if len(truths) == 1:
            yes = truths.pop()
            self.out.derive(Answer(side=question.side, turn=question.turn, source="derived", any=yes))

    def _answer(self, event: Answer) -> None:
        if not self.strayed:
            self._note(turn_checks.check_answer(event, self.turn, self.worlds, self.rebuffs))
            self.turn.answer(event)
        self.out.add(event)

    def _try(self, event: Try) -> None:
        if not self.worlds or self.strayed:
            self.out.add(unseen(event) if not self.worlds else event)
            return
        worlds = self.before if event.verdict == "untested" else self.worlds
        following = next(iter(self._ahead()), None) if event.verdict != "untested" else None
        resolved, found = turn_checks.check_try(event, worlds, self.turn, self.traits, self.rules, following)
        self._note(found)
        self.out.add(resolved)
        if self.rules is not None and self.rules.game.refused_try == "passes" and resolved.verdict != "untested":
            self._pass(resolved)

    def _pass(self, event: Try) -> None:
        """A refused try under Invisible Chess: the player loses his turn, and the man in the way becomes visible."""
        self.worlds = [
            world.betrayed(move_of(event.move)) if isinstance(world, VariantPosition) and event.move else passed(world)
            for world in self.worlds
        ]
        self.turn_open = False
        self.tail.forget()
        self.line.lose()

    def _aside(self, event: Variation | TakenBack, worlds: list[Position]) -> AnyEvent:
        """An event with moves of its own, from these boards on.

        Of a move that was taken back what was said is checked, and no more is said; the turn goes on without it.
        """
        inner = self.record.replace(events=event.events, silence=(), result=None, headers=())
        offset = self.numbering.offset
        told = Replay(inner, self.rules, False, worlds=worlds, traits=self.traits, offset=offset).run()
        self._note(told.findings)
        return msgspec.structs.replace(event, events=told.record.events)


def _is_quiet(san: str, after: Position) -> bool:
    """Whether a move of chess is one of which no umpire says anything: no capture, promotion, check or end."""
    return "x" not in san and (san.isalnum() or san in _CASTLING) and after.has_legal_move()
