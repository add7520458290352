"""Determines the side and number of each ply of a PGN: from the number before it, else from the sequence.

Reader and writer share this, so the writer knows when a ply would be taken for another.
"""

from __future__ import annotations

from kriegnote.model.order import PlyPlace, following
from kriegnote.printed_numbers import whole_number
from kriegnote.text.tags import fen_problem


def first_place(start: str | None) -> PlyPlace:
    """The first ply of a record that starts from this FEN."""
    if start is None or fen_problem(start) is not None:
        return ("white", 1)
    parts = start.split()
    number = parts[5] if len(parts) > 5 and parts[5].isdecimal() else "1"
    return ("black" if parts[1:2] == ["b"] else "white", max(1, whole_number(number)))


class NumberedLine:
    """A line of play: the last ply, the expected one, and what both were before it (for a variation)."""

    __slots__ = ("before", "expected", "last", "numbered")

    def __init__(self, expected: PlyPlace, last: PlyPlace | None = None) -> None:
        self.expected = expected
        self.last = last
        self.before: tuple[PlyPlace, PlyPlace | None] = (expected, last)
        self.numbered = False

    def place(self, number: int | None, dots: int) -> PlyPlace:
        """The place of the next ply if it is printed with this number and this many dots.

        Two or more dots are Black's, one or none White's; but a number that is printed again after White's move is
        Black's: ``1. e4 1. e5``.
        """
        if number is None:
            return self.expected
        if dots > 1 or (self.expected == ("black", number) and self.numbered):
            return ("black", number)
        if self.expected == ("black", number) and self.last is None:
            return self.expected
        return ("white", number)

    def moved(self, place: PlyPlace, numbered: bool) -> None:
        """Records that a ply was made at this place."""
        self.before = (place, self.last)
        self.last = place
        self.numbered = numbered
        side, turn = place
        if turn is not None and side is not None:
            self.expected = ("black", turn) if side == "white" else ("white", turn + 1)

    def amended(self, place: PlyPlace) -> None:
        """Changes the place of the last ply."""
        self.before = (place, self.before[1])
        self.last = place
        self.expected = following(place) if None not in place else self.expected

    def variation(self) -> NumberedLine:
        """A line of play in place of the last ply."""
        return NumberedLine(*self.before)
