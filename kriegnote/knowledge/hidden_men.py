"""Where each hidden man can stand: sets of squares, one for each man, updated ply by ply.

A man's set contains every square on which he can stand, and possibly others: men are considered one by one, and a line
is blocked only by the listener's own men and by hidden men whose square is certain. This takes very little time,
whatever the number of positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from math import prod
from typing import Final

from kriegnote.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, squares
from kriegnote.chess.squares import BACK, BIT, PAWN_REACH, TYPE_OF, reach
from kriegnote.knowledge.fitting import men_of
from kriegnote.rules.comparison import is_man

PROMOTED: Final = (QUEEN, ROOK, BISHOP, KNIGHT)


@dataclass(slots=True)
class HiddenMan:
    """A hidden man: his starting square and, for each kind that he may be by now, the squares on which he can stand.

    ``taken``: whether he may have been captured; if no square is left, he certainly was.
    """

    home: int
    kind: int
    where: dict[int, int]
    taken: bool = False

    @property
    def everywhere(self) -> int:
        """All squares on which he can stand, as a bitboard."""
        found = 0
        for board in self.where.values():
            found |= board
        return found

    @property
    def certain(self) -> int:
        """His square as a bitboard if he certainly stands there; 0 otherwise."""
        board = self.everywhere
        return board if board and not self.taken and not board & (board - 1) else 0

    @property
    def ways(self) -> int:
        """The number of his possible states, on the board or captured."""
        return sum(board.bit_count() for board in self.where.values()) + self.taken

    def keep(self, board: int) -> None:
        """Removes all squares but these."""
        self.where = {kind: left for kind, old in self.where.items() if (left := old & board)}


@dataclass(slots=True)
class HiddenMen:
    """All hidden men of a record at one moment."""

    white: bool
    men: list[HiddenMan]
    rights: int = 0
    captures: list[str] = field(default_factory=list)
    """What was said about each hidden man captured so far: ``pawn``, ``piece``, a letter, or nothing."""

    @classmethod
    def first(cls, start: Position, white: bool) -> HiddenMen:
        """The men of one side in the starting position, which both players know."""
        men = [HiddenMan(square, kind, {kind: BIT[square]}) for square, kind in men_of(start, white)]
        return cls(white, men, start.castling & (start.white if white else start.black))

    def copy(self) -> HiddenMen:
        """A copy that can be modified."""
        men = [HiddenMan(man.home, man.kind, dict(man.where), man.taken) for man in self.men]
        return HiddenMen(self.white, men, self.rights, list(self.captures))

    def where(self) -> dict[int, int]:
        """For each kind of man, the squares on which one can stand."""
        found: dict[int, int] = {}
        for man in self.men:
            for kind, board in man.where.items():
                found[kind] = found.get(kind, 0) | board
        return found

    def most_positions(self) -> int:
        """An upper bound on the number of positions: the product of the men's states, with castling and en passant."""
        return prod(max(1, man.ways) for man in self.men) * (1 << self.rights.bit_count()) * 9

    # -- what is learnt ------------------------------------------------------------------------------------------------

    def empty(self, board: int) -> None:
        """No hidden man stands on these squares."""
        if board:
            for man in self.men:
                man.keep(~board)

    def one_of(self, board: int) -> None:
        """A hidden man stands on one of these squares; if only one man can, it is he."""
        able = [man for man in self.men if any(old & board for old in man.where.values())]
        if len(able) == 1:
            man = able[0]
            man.where = {kind: old & board for kind, old in man.where.items() if old & board}
            man.taken = False

    def captured(self, board: int, announced: str | None) -> None:
        """A hidden man on one of these squares was captured, of the announced kind."""
        self.captures.append(announced or "")
        fits = {kind for kind in TYPE_OF.values() if (is_man(announced, kind) if announced else kind != KING)}
        able = [man for man in self.men if any(kind in fits and old & board for kind, old in man.where.items())]
        single = not board & (board - 1)
        for man in able:
            man.taken = True
        if len(able) == 1:
            able[0].where = {}
        if single:
            self.empty(board)

    def perhaps_captured(self, board: int) -> None:
        """A hidden man on one of these squares, if there was one, was captured."""
        for man in self.men:
            man.taken = man.taken or bool(man.everywhere & board)
        self.empty(board)

    def settle(self) -> None:
        """Squares that one man certainly occupies are removed from all others."""
        for _ in range(2):
            for man, other in permutations(self.men, 2):
                if man.certain:
                    other.keep(~man.certain)

    # -- moves of the hidden side --------------------------------------------------------------------------------------

    def moves(self, own: int, landing: int | None) -> None:
        """One hidden man moves.

        :param own: the listener's men, which block lines.
        :param landing: the possible target squares, if a capture was announced; None for a move without a capture.
        """
        certain = 0
        for man in self.men:
            certain |= man.certain
        movers: list[HiddenMan] = []
        for man in self.men:
            blockers = (own | certain) & ~man.everywhere if man.certain else own | certain
            blockers &= ~(landing or 0)
            fresh = self._reached(man, blockers, own, landing)
            for kind, board in fresh.items():
                if landing is not None:
                    board &= landing
                if board:
                    man.where[kind] = man.where.get(kind, 0) | board
                    movers.append(man)
        if landing is not None:
            self.one_of(landing)

    def _reached(self, man: HiddenMan, blockers: int, own: int, landing: int | None) -> dict[int, int]:
        fresh: dict[int, int] = {}
        for kind, board in man.where.items():
            if kind == PAWN:
                self._pawn(board, blockers, landing, fresh)
                continue
            found = 0
            for square in squares(board):
                found |= reach(square, kind, blockers)
            fresh[kind] = fresh.get(kind, 0) | found & ~blockers
            if self.rights and landing is None:
                fresh[kind] |= _castled(kind, board, self.white) & ~own
        return fresh

    def _pawn(self, board: int, blockers: int, landing: int | None, fresh: dict[int, int]) -> None:
        found = 0
        for square in squares(board):
            if landing is not None:
                found |= PAWN_REACH[self.white][square] & landing
                continue
            step = square + 8 if self.white else square - 8
            if blockers >> step & 1:
                continue
            found |= BIT[step]
            if square >> 3 == (1 if self.white else 6):
                found |= BIT[step + 8 if self.white else step - 8] & ~blockers
        last = found & BACK
        fresh[PAWN] = fresh.get(PAWN, 0) | found & ~last
        for kind in PROMOTED if last else ():
            fresh[kind] = fresh.get(kind, 0) | last


def _castled(kind: int, board: int, white: bool) -> int:
    shift = 0 if white else 56
    found = 0
    if kind == KING and board >> (4 + shift) & 1:
        found = BIT[6 + shift] | BIT[2 + shift]
    elif kind == ROOK:
        found = (BIT[5 + shift] if board >> (7 + shift) & 1 else 0) | (BIT[3 + shift] if board >> shift & 1 else 0)
    return found
