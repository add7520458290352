"""Boards as the strings that other programs know: the first field of a FEN, the whole of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES

_KINDS: Final = (("pawns", "P"), ("knights", "N"), ("bishops", "B"), ("rooks", "R"), ("queens", "Q"), ("kings", "K"))
_RIGHTS: Final = ((1 << 7, "K"), (1 << 0, "Q"), (1 << 63, "k"), (1 << 56, "q"))


@lru_cache(maxsize=65536)
def _rank(white: int, men: tuple[int, ...], marked: int) -> str:
    """One rank, eight bits of each bitboard, as a FEN has it; ``?`` where a bit of ``marked`` is set."""
    text, empty = "", 0
    for file in range(8):
        bit = 1 << file
        letter = next((letter for (_, letter), board in zip(_KINDS, men, strict=True) if board & bit), "")
        if not letter and marked & bit:
            letter = "?"
        if not letter:
            empty += 1
            continue
        text += (str(empty) if empty else "") + (letter if white & bit else letter.lower())
        empty = 0
    return text + (str(empty) if empty else "")


def placement(position: Position, shown: int = -1, marked: int = 0) -> str:
    """The men of a position as the first field of a FEN.

    :param shown: the squares whose men are shown, as a bitboard; all when left out.
    :param marked: other squares to mark with ``?``.
    """
    boards = [getattr(position, name) & shown for name, _ in _KINDS]
    white = position.white
    return "/".join(
        _rank(white >> at & 0xFF, tuple([board >> at & 0xFF for board in boards]), marked >> at & 0xFF)
        for at in range(56, -8, -8)
    )


def fen(position: Position) -> str:
    """The FEN of a position; the en passant square only when a pawn stands ready to take there."""
    rights = "".join(letter for bit, letter in _RIGHTS if position.castling & bit) or "-"
    passing = NAMES[position.ep] if position.ep >= 0 else "-"
    side = "w" if position.turn else "b"
    return f"{placement(position)} {side} {rights} {passing} {position.halfmove} {position.fullmove}"
