"""The turns of a record on the boards that it still allows: whose each is, its number, what is said before the move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Correction,
    End,
    Heard,
    Move,
    PawnTries,
    Side,
    TakenBack,
    Try,
)
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, draws
from kriegnote.rules import announcements as announce
from kriegnote.rules.game import ORTHODOX
from kriegnote.umpire import misread, recovery, try_checks, turn_checks
from kriegnote.umpire.after_move import AfterMove
from kriegnote.umpire.corrections import Corrections
from kriegnote.umpire.numbering import Numbering
from kriegnote.umpire.output import Output
from kriegnote.umpire.printed_traits import Traits, traits_of
from kriegnote.umpire.starting_position import first_position

MOST_WORLDS: Final = 64
MOST_MISFITS: Final = 20
_OTHER: Final = {"White": "Black", "Black": "White"}


class Turns:
    """What is known while a record (or a variation of it) is followed, and how a turn of it begins."""

    __slots__ = (
        "announce",
        "announces_tries",
        "answers",
        "askers",
        "at",
        "before",
        "corrections",
        "declared",
        "drawn",
        "findings",
        "last",
        "line",
        "misfits",
        "numbering",
        "orthodox",
        "out",
        "over",
        "rebuffs",
        "record",
        "rules",
        "silent",
        "strayed",
        "sure",
        "tail",
        "traits",
        "tries",
        "turn",
        "turn_open",
        "unknown_questions",
        "worlds",
    )

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
        self.announces_tries = announce and rules is not None and rules.announces_tries
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
        kinds = frozenset(map(type, record.events))
        self.tries = Try in kinds and any(type(one) is Try and one.verdict is not None for one in record.events)
        self.answers = Answer in kinds and any(
            type(one) is Answer and one.source == "recorded" for one in record.events
        )
        self.corrections = Corrections(record.events if Correction in kinds else ())
        self.unknown_questions = turn_checks.unknown_questions(record, rules) if Ask in kinds else []
        self.last: Move | None = None
        # the turn that is open
        self.turn_open = False
        self.strayed = False  # the words of this turn speak of the other player
        self.rebuffs: tuple[int, int] | None = None  # those of the turn before
        self.turn = turn_checks.RecordedTurn()
        self.askers: set[Side] = set()  # who have asked “Any?” in this game

    def _note(self, found: Iterable[Finding]) -> None:
        self.findings.extend(found)

    def _ahead(self) -> list[Move]:
        return recovery.upcoming(self.record.events, self.at)

    # -- how a turn begins --------------------------------------------------------------------------------------------

    def _open_turn(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        if self.turn_open:
            if type(event) is not Answer:
                self._close_ask()
            if type(event) is Move and self.worlds and not self.strayed and self._others(event):
                self._in_step(event)
            return
        if self.tail.expected:
            self._note(self.tail.close(self.last))
        self.turn_open = True
        self.rebuffs = self.turn.rebuffs if self.tries else None
        if self.turn.used:
            self._note(try_checks.refused_though_legal(self.turn.legal))
            self.turn = turn_checks.RecordedTurn()
        if not self.worlds:
            return
        if type(event) is not Ask or not self._asks_meanwhile(event):
            self._in_step(event)
        if type(event) is PawnTries or not self.worlds:
            return
        if "pawn_tries" in self.silent and (missing := turn_checks.unannounced_tries(self.worlds, self.rules)):
            self.findings.append(finding("KN322", missing, event))
        elif self.announces_tries and (said := self._pawn_tries()) is not None:
            self.out.derive(said)

    def _asks_meanwhile(self, event: Ask) -> bool:
        """Whether a player asks, while the other is trying, how often he was refused (RAND 9)."""
        if event.what != "rebuffs" or self.rules is None:
            return False
        return self.rules.ask == "any-time" and self._others(event)

    def _pawn_tries(self) -> PawnTries | None:
        """The word on pawn captures for the player to move, where the boards agree on it and it is not given later."""
        worlds, rules = self.worlds, self.rules
        if not self.announces_tries or rules is None or not worlds:
            return None
        position = worlds[0]
        side: Side = "white" if position.turn else "black"
        turn = self.numbering.of(position)
        said = announce.pawn_tries(position, rules, side, turn)
        if len(worlds) > 1 and any(announce.pawn_tries(one, rules, side, turn) != said for one in worlds[1:]):
            return None
        if said is not None and self.corrections.some and self.corrections.forgotten(said):
            return None
        return said

    def _open_end(self) -> None:
        """The word on pawn captures after the last move: the umpire says it at once, whatever the player does then.

        It is left out where the game ended before: on the board, or by the words recorded for the turn of that move.
        """
        if self.turn_open or self.over or self.last is None or "pawn_tries" in self.silent:
            return
        said = self._pawn_tries()
        if said is None:
            return
        events = self.out.events
        end = next((at for at in range(len(events) - 1, -1, -1) if type(events[at]) in (End, Move)), None)
        if end is None or type(events[end]) is Move:
            self.out.derive(said)
        elif (events[end].side, events[end].turn) == (said.side, said.turn):  # type: ignore[union-attr]
            self.out.derive(said, end)

    def _in_step(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> None:
        """Checks side and number against the board; a ply that is missing is any legal one that fits what follows."""
        self.strayed = False
        side = event.side
        if side is not None and (side == "white") != self.worlds[0].turn and not self._turned_to(event):
            return
        if self.worlds and (wrong := self.numbering.check(event, self.worlds[0], self._ahead)) is not None:
            self.findings.append(wrong)

    def _turned_to(self, event: PawnTries | Ask | Answer | Try | Move | TakenBack) -> bool:
        """Finds out why an event is the other player's; True when the boards are now those on which he is to move."""
        ahead = self._ahead()
        mover, named = ("White", "Black") if self.worlds[0].turn else ("Black", "White")
        if type(event) is not Move and ahead and ahead[0].side is not None and not self._others(ahead[0]):
            self.findings.append(finding("KN401", f"this sentence is about {named}, but {mover} is to move", event))
            self.strayed = True
            return False
        if type(event) is Move and ahead and ahead[0].side == event.side:
            self.findings.append(finding("KN401", f"the move is printed as {named}’s, but {mover} is to move", event))
            return False
        if self.last is None and self.record.start is not None:
            message = f"the first position has {mover} to move, but the record begins with {_OTHER[mover]}"
            self.findings.append(finding("KN401", message, event))
            self.worlds = [world.passed() for world in self.worlds]
            return True
        number = self.numbering.of(self.worlds[0])
        self.findings.append(finding("KN401", f"{mover}’s move {number} is missing before this", event))
        self._one_of_many(event, [event, *ahead] if type(event) is Move else ahead)
        return True

    def _others(self, event: Heard) -> bool:
        """Whether an event names the player who is not to move."""
        return event.side is not None and (event.side == "white") != self.worlds[0].turn

    def _one_of_many(self, event: AnyEvent, upcoming: list[Move]) -> None:
        """A ply was played that the record does not tell: the boards that the next plies bear out, or none."""
        self.sure = False
        self.misfits += 1
        after = misread.lost(self.worlds, upcoming, self.traits) if self.misfits <= MOST_MISFITS else []
        self.worlds = after if len(after) <= MOST_WORLDS else []
        if not self.worlds:
            self.findings.append(finding("KN210", recovery.NO_FURTHER, event))

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
