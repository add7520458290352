"""All placements of hidden men on a diagram, without those that cannot have as many refused tries as required.

Most facts are quick to check but exclude little; “19 tries were refused” is slow to check but excludes much. The
refusals that a single hidden man adds are the most that he adds together with others, since other men can only stand in
his way or in the way of what he attacks. So sums over single men show which placements can be skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb
from typing import Final, NamedTuple, Self

from kriegnote.chess.position import KING, PAWN, TYPE_OF, Position, square_of, squares
from kriegnote.chess.squares import ALL, BACK, BETWEEN, BIT
from kriegnote.knowledge.sampling import refusable

BUDGET: Final = 3_000_000
"""The most placements examined."""
_CASTLINGS: Final = 2  # castling tries that rooks at home may add


class TooMany(ValueError):
    """Raised if there are more placements than the budget allows; the squares or kinds should be restricted."""


class Man(NamedTuple):
    """A hidden man on a square.

    ``adds``: the most refusals that he adds; ``line``: the squares of which another man must occupy one, between him
    and the king that he checks (0: he checks nobody).
    """

    square: int
    kind: int
    adds: int = 0
    line: int = 0


class OpenDiagram:
    """A diagram on which men are to be placed.

    :param fen: the diagram, with the seeing side to move; the hidden king may be missing.
    :param beside: the number of men hidden beside the king; None: no placement is possible.
    :param kinds: their possible kinds.
    :param budget: the most placements to examine.
    :raises ValueError: if the FEN is malformed.
    """

    def __init__(self, fen: str, beside: int | None, kinds: str, budget: int = BUDGET) -> None:
        self.board = Position.from_fen(fen, whole=False)
        self.beside, self.kinds, self.left = beside, [TYPE_OF[letter] for letter in kinds], budget
        self.occupied = self.board.everyone
        self.white = not self.board.turn  # whether the hidden side is White

    def before(self) -> Self:
        """Changes the diagram to the position before the hidden side's move, with unchanged castling rights."""
        self.board = self.board.facing(self.white)
        return self

    def filled(
        self, refused: int | None = None, kings: Iterable[str] | None = None, men: Iterable[str] | None = None
    ) -> Iterator[Position]:
        """All legal positions.

        :param refused: the least number of refused tries of the side to move, which is then not in check; None: any.
        :param kings: the squares to try for the king; None: all.
        :param men: the squares to try for the others; None: all.
        :raises TooMany: if there are more than the budget.
        """
        if self.beside is None:
            return
        seen = self.board.kings & (self.board.white if self.white else self.board.black)
        where = [-1] if seen else self._free(kings)
        places = [(s, kind) for kind in self.kinds for s in self._free(men) if kind != PAWN or not BIT[s] & BACK]
        size = len(where) * comb(len(places), self.beside)
        if refused is None and size > self.left:
            raise TooMany(
                f"{size} placements exceed the limit of {self.left}; name the squares or kinds of the hidden men"
            )
        for king in where:
            base = self.board if king < 0 else self._with(self.board, [Man(king, KING)])
            for some in self._rows(base, king, places, refused):
                self.left -= 1
                if self.left < 0:
                    raise TooMany("too many placements; name the squares or kinds of the hidden men")
                position = self._with(base, some)
                if not _is_illegal(position):
                    yield position

    def _free(self, names: Iterable[str] | None) -> list[int]:
        free = ALL & ~self.occupied
        return list(squares(free)) if names is None else [s for name in names if free & BIT[s := square_of(name)]]

    def _with(self, board: Position, men: Iterable[Man]) -> Position:
        """A copy with more hidden men; if they are to move, they may castle with king and rook at home."""
        new = board.with_men((man.square, man.kind, self.white) for man in men)
        if new.turn is not self.white:
            return new
        return new.with_castling(new.castling | new.rooks_at_home() & new.own())

    def _rows(
        self, base: Position, king: int, places: list[tuple[int, int]], refused: int | None
    ) -> Iterator[tuple[Man, ...]]:
        """The combinations of men that may stand beside a king."""
        assert self.beside is not None
        if refused is None or king < 0:
            yield from _chosen([Man(*place) for place in places if place[0] != king], self.beside, 0)
            return
        mover = base.turn is self.white
        alone = refusals(base)
        line = _check(base)
        if line == -1:
            return
        found = []
        for square, kind in places:
            if square == king:
                continue
            made = self._with(base, [Man(square, kind)])
            check = 0 if mover else _check(made)
            if check >= 0:
                found.append(Man(square, kind, max(refusals(made) - alone, 0), check))
        found.sort(key=lambda man: -man.adds)
        least = refused - alone - (_CASTLINGS if mover else 0)
        for some in _chosen(found, self.beside, least):
            taken = sum(BIT[man.square] for man in some) | BIT[king]
            if (not line or taken & line & ~BIT[king]) and all(not man.line or man.line & taken for man in some):
                yield some


def _chosen(men: list[Man], number: int, least: int, start: int = 0) -> Iterator[tuple[Man, ...]]:
    """Combinations of ``number`` men, sorted by what they add, that add at least ``least``; no two on one square."""
    if not number:
        if least <= 0:
            yield ()
        return
    for n in range(start, len(men)):
        man = men[n]
        if man.adds * number < least:
            return
        for others in _chosen(men, number - 1, least - man.adds, n + 1):
            if all(other.square != man.square for other in others):
                yield (man, *others)


def refusals(position: Position) -> int:
    """The number of tries of the side to move that are refused; a pawn's promotions count as one try."""
    return len({move & 4095 for move in refusable(position)})


def _check(position: Position) -> int:
    """The squares between the mover's king and a single checker: 0 if there is no check, -1 if no man can interpose."""
    own = position.white if position.turn else position.black
    king = own & position.kings
    checkers = position.checkers() if king else 0
    if not checkers:
        return 0
    if checkers & (checkers - 1):
        return -1
    return BETWEEN[king.bit_length() - 1][checkers.bit_length() - 1] or -1


def _is_illegal(position: Position) -> bool:
    """Whether the side that is not to move is in check, or has no king."""
    other = position.kings & (position.black if position.turn else position.white)
    king = other.bit_length() - 1
    return king < 0 or bool(position.attackers(king, position.turn, position.everyone))
