"""The boards that a record allows while the umpire replays it: side to move, printed moves, missing plies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import msgspec

from kriegnote.chess.position import Position, move_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import DialogueEvent, Move, Try
from kriegnote.model.record import Record
from kriegnote.rules.boards import VariantPosition
from kriegnote.umpire import misread, recovery
from kriegnote.umpire.numbering import Numbering
from kriegnote.umpire.printed_traits import Traits
from kriegnote.umpire.resolution import Resolved, blank, resolve_move, unmistakable

_MOST_BOARDS: Final = 64
_MOST_MISFITS: Final = 20  # moves that do not fit, after which the replay gives up
_SEVERAL: Final = "several positions are possible from here on; only what is wrong in all of them is reported"


@dataclass(slots=True)
class FollowedGame:
    """The boards that a record, or a variation of it, allows so far; findings are appended to ``findings``.

    ``boards``: usually one; several after a move that was left open; none where the game can no longer be followed.
    ``before``: the boards before the last move; ``doubted``: some move so far is uncertain; ``misfits``: how many moves
    did not fit; ``at``: the index of the current event.
    """

    record: Record
    boards: list[Position]
    traits: Traits
    numbering: Numbering
    findings: list[Finding]
    before: list[Position] = field(init=False)
    last: Move | None = None
    doubted: bool = False
    misfits: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.before = self.boards

    @property
    def sure(self) -> bool:
        """Whether every move so far is certain."""
        return not self.doubted and bool(self.boards)

    def ahead(self) -> list[Move]:
        """The next plies of the record."""
        return recovery.upcoming(self.record.events, self.at)

    def is_others(self, event: DialogueEvent) -> bool:
        """Whether an event names the player who is not to move; needs at least one board."""
        return event.side is not None and (event.side == "white") != self.boards[0].turn

    def is_out_of_turn(self, event: DialogueEvent) -> bool:
        """Whether an event that is no move is about the player who is not to move, although no ply is missing."""
        if type(event) is Move or not self.is_others(event):
            return False
        ahead = self.ahead()
        return bool(ahead) and ahead[0].side is not None and not self.is_others(ahead[0])

    def check_side_and_number(self, event: DialogueEvent) -> None:
        """Checks the player and the number that an event names.

        A ply that is missing before it becomes any move that the next plies confirm.
        """
        if self.is_others(event):
            ahead = self.ahead()
            mover, named = ("White", "Black") if self.boards[0].turn else ("Black", "White")
            if self.is_out_of_turn(event):
                self._note("KN401", f"this sentence is about {named}, but {mover} is to move", event)
                return
            if isinstance(event, Move) and ahead and ahead[0].side == event.side:
                self._note("KN401", f"the move is printed as {named}’s, but {mover} is to move", event)
                return
            if self.last is None and self.record.start is not None:
                message = f"the first position has {mover} to move, but the record begins with {named}"
                self._note("KN401", message, event)
                self.boards = [board.passed() for board in self.boards]
            else:
                number = self.numbering.of(self.boards[0])
                self._note("KN401", f"{mover}’s move {number} is missing before this", event)
                self._lose_ply(event, [event, *ahead] if isinstance(event, Move) else ahead)
        if self.boards and (wrong := self.numbering.check(event, self.boards[0], self.ahead)) is not None:
            self.findings.append(wrong)

    def _note(self, code: str, message: str, event: DialogueEvent) -> None:
        self.findings.append(finding(code, message, event))

    # -- moves -----------------------------------------------------------------------------------------------------

    def play(self, event: Move, *, ended: bool) -> Resolved:
        """Plays a printed move on the boards and records its findings.

        :param ended: whether the game was over before it.
        """
        boards = self.boards
        resolved = resolve_move(boards, event, self.traits)
        if ended or self.doubted or resolved.findings:
            resolved = self._judged(event, resolved, ended)
        self.before, self.boards, self.last = boards, resolved.after, resolved.event
        if resolved.move is None:
            self._doubt(event, resolved)
        return resolved

    def _judged(self, event: Move, resolved: Resolved, ended: bool) -> Resolved:
        """The resolution of a move that needs a finding or was played on an uncertain board."""
        boards = self.boards
        if ended:
            self._note("KN209", recovery.over(boards[0], self.last), event)
            self.findings += [found for found in resolved.findings if found.code != "KN201"]
        elif resolved.findings:
            resolved, ahead = self._as_guessed(event, resolved), self.ahead()
            self.findings += [
                recovery.fixed_if_certain(found, resolved, boards[0], ahead, self.traits, self.sure)
                for found in resolved.findings
            ]
        if not self.doubted:
            return resolved
        return msgspec.structs.replace(resolved, event=unmistakable(boards, event, resolved.event))

    def _doubt(self, event: Move, resolved: Resolved) -> None:
        """Notes that the board is uncertain after this move; gives up if too many boards are possible."""
        if not self.doubted and len(resolved.after) > 1 and resolved.doubt != "all":
            self._note("KN210", _SEVERAL, event)
        self.doubted = True
        if len(resolved.after) > _MOST_BOARDS:
            self.boards = []
            self._note("KN210", "too many positions are possible, so the rest is not checked", event)

    def _as_guessed(self, event: Move, resolved: Resolved) -> Resolved:
        """The resolution of a move that does not fit as printed, with guesses at what was played."""
        typed = resolved.doubt in ("man", "origin") and misread.unclear(event)
        if resolved.doubt != "all" and not typed:
            return resolved
        number = self.numbering.of(self.boards[0])
        self.misfits += 1
        if self.misfits > _MOST_MISFITS:
            found = finding("KN210", "too many moves do not fit, so the rest is not checked", event)
            return Resolved.left_open(blank(event), [], [found])
        return recovery.recovered(self.boards, event, resolved, self.ahead(), self.traits, number)

    def play_unread(self, event: Move) -> None:
        """Plays an unreadable move: any legal move that the next plies confirm."""
        self._note("KN101", f"this is not a move: {event.text!r}", event)  # merged with the reader's finding
        self.before, self.last = self.boards, event
        ahead = self.ahead()
        if like := misread.after_unread(self.boards, event, ahead, self.traits):
            self.boards, self.doubted = like, True
        else:
            self._lose_ply(event, ahead)

    def lose(self, event: Move) -> None:
        """Goes on behind a hidden move with the boards that many moves confirm, or gives up: the board is not known."""
        ahead = self.ahead()
        after = (
            misread.after_lost_ply(self.boards, ahead, self.traits) if not self.doubted and misread.tells(ahead) else []
        )
        if 0 < len(after) <= _MOST_BOARDS:
            self._note("KN210", "this move is hidden, so the board is only known as far as the next moves tell", event)
            self.boards, self.doubted = after, True
            return
        self._note("KN210", "this move is hidden, so the rest of the game is not checked", event)
        self.boards, self.doubted = [], True

    def _lose_ply(self, event: DialogueEvent, upcoming: list[Move]) -> None:
        """Plays a ply that is missing from the record: keeps the boards that the next plies confirm, possibly none."""
        self.doubted = True
        self.misfits += 1
        after = misread.after_lost_ply(self.boards, upcoming, self.traits) if self.misfits <= _MOST_MISFITS else []
        self.boards = after if len(after) <= _MOST_BOARDS else []
        if not self.boards:
            self.findings.append(finding("KN210", recovery.NO_FURTHER, event))

    def pass_turn(self, event: Try) -> None:
        """Passes the turn after a refused try under Invisible Chess; the man that was in the way becomes visible."""
        self.boards = [
            board.after_refused_try(move_of(event.move))
            if isinstance(board, VariantPosition) and event.move
            else board.passed()
            for board in self.boards
        ]
