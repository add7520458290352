"""Reads and writes FEN, the notation of positions on one line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.chess.squares import BIT, NAMES, SQUARE

_MEN: Final = frozenset("PNBRQKpnbrqk")
_CORNERS: Final = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8", "H": "h1", "A": "a1", "h": "h8", "a": "a8"}
_FILES: Final = frozenset("ABCDEFGHabcdefgh")
"""Letters for castling rooks by their files, as in Chess960; only rooks in a corner can castle here."""
_LEFT_OUT: Final = ("", "w", "-", "-", "0", "1")
"""The values of fields that are left out at the end."""


class Fen(NamedTuple):
    """The contents of a FEN.

    ``men``: a letter for each square from a1 to h8, a full stop for an empty one; ``castling``: the corners of the
    rooks that may castle, as a bitboard; ``ep``: the square passed over by the pawn that has just moved two squares, or
    -1.
    """

    men: str
    white_to_move: bool
    castling: int
    ep: int
    halfmove: int
    fullmove: int

    def __str__(self) -> str:
        turn = "w" if self.white_to_move else "b"
        castling = "".join(sign for sign in "KQkq" if self.castling & BIT[SQUARE[_CORNERS[sign]]]) or "-"
        passed = NAMES[self.ep] if self.ep >= 0 else "-"
        return f"{rows_of(self.men)} {turn} {castling} {passed} {self.halfmove} {self.fullmove}"

    @property
    def is_beginning(self) -> bool:
        """Whether a game can begin with this position: it is at move 1, and no move was made before."""
        is_reply = not self.white_to_move and self.men[48:56] == "p" * 8  # as after White's first move
        return self.fullmove == 1 and self.halfmove == 0 and self.ep < 0 and not is_reply

    def passed_square(self) -> int:
        """The en passant square.

        :raises ValueError: if no pawn can have just passed it with a move of two squares.
        """
        step, rank, passed = (8, 5, "p..") if self.white_to_move else (-8, 2, "P..")
        if self.ep >> 3 != rank or self.men[self.ep - step :: step][:3] != passed:
            raise ValueError(f"no pawn can have just passed the en passant square: {str(self)!r}")
        return self.ep


def read(fen: str) -> Fen:
    """The contents of a FEN; fields may be left out at the end.

    :raises ValueError: if it is malformed.
    """
    fields = fen.split()
    rows, turn, castling, passed, *counters = *fields, *_LEFT_OUT[len(fields) :]
    try:
        men = men_of(rows)
    except ValueError as error:
        raise ValueError(f"{error}: {fen!r}") from None
    if turn not in ("w", "b"):
        raise ValueError(f"the side to move reads {turn!r}: {fen!r}")
    if castling != "-" and not set(castling) <= _FILES | {*_CORNERS}:
        raise ValueError(f"the castling rights read {castling!r}: {fen!r}")
    if passed != "-" and passed not in SQUARE:
        raise ValueError(f"the en passant square reads {passed!r}: {fen!r}")
    if len(counters) != 2 or not all(one.isdecimal() and len(one) < 10 for one in counters):
        raise ValueError(f"the counters read {' '.join(counters)!r}: {fen!r}")
    corners = {_CORNERS[sign] for sign in castling if sign in _CORNERS}
    halfmove, fullmove = map(int, counters)
    rooks = sum(BIT[SQUARE[corner]] for corner in corners)
    return Fen(men, turn == "w", rooks, SQUARE.get(passed, -1), halfmove, max(fullmove, 1))


def men_of(rows: str) -> str:
    """The men of a FEN's first field, in the format of :class:`Fen`.

    :raises ValueError: if it does not have eight ranks of eight squares.
    """
    printed = rows.split("/") if rows else []
    if len(printed) != 8:
        raise ValueError(f"it has {len(printed)} ranks, not 8")
    for rank, row in zip(range(8, 0, -1), printed, strict=True):
        if not set(row) <= _MEN | set("12345678"):
            raise ValueError(f"rank {rank} reads {row!r}")
        if len(cells(row)) != 8:
            raise ValueError(f"rank {rank} has {len(cells(row))} squares")
    return "".join(map(cells, reversed(printed)))


def rows_of(men: Sequence[str]) -> str:
    """The first field of a FEN, given the men from a1 to h8."""
    return "/".join([packed("".join(men[first : first + 8])) for first in range(56, -1, -8)])


def cells(row: str) -> str:
    """The squares of a rank in FEN, one character each; a full stop is an empty square."""
    return "".join("." * int(sign) if sign.isdecimal() else sign for sign in row)


@lru_cache(maxsize=65536)
def packed(row: str) -> str:
    """A rank as FEN prints it, given its squares; the inverse of :func:`cells`."""
    for length in range(8, 0, -1):
        row = row.replace("." * length, str(length))
    return row
