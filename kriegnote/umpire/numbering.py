"""The turn numbers of a record, compared with those of its board."""

from __future__ import annotations

from collections.abc import Callable

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import DialogueEvent, Move
from kriegnote.umpire import recovery


class Numbering:
    """The difference between the numbers of a record and those of its board (``offset``; None: no number seen yet)."""

    __slots__ = ("_wrong", "offset")

    def __init__(self, offset: int | None = None) -> None:
        self.offset = offset
        self._wrong: int | None = None  # the last wrong number, which is reported once

    def of(self, position: Position) -> int:
        """The number of the next move, as the record counts."""
        return position.fullmove + (self.offset or 0)

    def check(self, event: DialogueEvent, position: Position, ahead: Callable[[], list[Move]]) -> Finding | None:
        """The finding on a turn number that does not follow the one before.

        Counting continues from the new number, unless the next moves contradict it.

        :param ahead: gives the next moves.
        """
        if event.turn is None:
            return None
        number = event.turn - position.fullmove
        if self.offset is None or number == self.offset:
            self.offset = number
            return None
        if event.turn == self._wrong:
            return None
        self._wrong, expected = event.turn, self.of(position)
        if not recovery.number_alone(event, expected, position, ahead()):
            self.offset = number
        return finding("KN401", f"expected move number {expected}, found {event.turn}", event)
