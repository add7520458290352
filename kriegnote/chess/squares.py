"""Squares, moves and lines as whole numbers: what every board is made of.

Squares count from 0 (a1) to 63 (h8), bitboards have one bit a square, and a move is
``origin | target << 6 | promotion << 12`` (promotion: 0 or a piece type of python-chess, 2 to 5).
Attack tables come from python-chess.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS: Final = "?PNBRQK"
TYPE_OF: Final = {letter: number for number, letter in enumerate(LETTERS) if number}
START_FEN: Final = chess.STARTING_FEN

NAMES = tuple(chess.SQUARE_NAMES)
SQUARE = {name: square for square, name in enumerate(NAMES)}
BIT = tuple(1 << square for square in range(64))
FILES = tuple(chess.BB_FILES)
RANKS = tuple(chess.BB_RANKS)
KNIGHT_REACH = tuple(chess.BB_KNIGHT_ATTACKS)
KING_REACH = tuple(chess.BB_KING_ATTACKS)
PAWN_REACH = tuple(tuple(row) for row in chess.BB_PAWN_ATTACKS)  # [white?][square]
DIAG_MASK, DIAG = chess.BB_DIAG_MASKS, chess.BB_DIAG_ATTACKS
FILE_MASK, FILE = chess.BB_FILE_MASKS, chess.BB_FILE_ATTACKS
RANK_MASK, RANK = chess.BB_RANK_MASKS, chess.BB_RANK_ATTACKS
RAY = chess.BB_RAYS
BETWEEN = tuple(tuple(chess.between(a, b) for b in range(64)) for a in range(64))
SLANTED = tuple(attacks[0] for attacks in DIAG)
STRAIGHT = tuple(rank[0] | file[0] for rank, file in zip(RANK, FILE, strict=True))
BACK = chess.BB_RANK_1 | chess.BB_RANK_8
ALL = (1 << 64) - 1
NOT_A, NOT_H = ALL & ~FILES[0], ALL & ~FILES[7]
CORNERS = {0: 3, 7: 5, 56: 59, 63: 61}  # rook's square -> where castling puts it
ROOK_OF = {2: 0, 6: 7, 58: 56, 62: 63}  # king's target -> rook's square
PROMO = ("", "", "n", "b", "r", "q")
UCI = tuple(tuple(a + b for b in NAMES) for a in NAMES)


def squares(board: int) -> Iterator[int]:
    """The squares of a bitboard, from a1 up."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def square_name(square: int) -> str:
    """0 -> ``a1``."""
    return NAMES[square]


def square_of(name: str) -> int:
    """``a1`` -> 0; KeyError when there is no such square."""
    return SQUARE[name]


def origin_of(move: int) -> int:
    """The square that a move leaves.  What plays through a game by the thousand takes the bits itself."""
    return move & 63


def target_of(move: int) -> int:
    """The square that a move goes to."""
    return move >> 6 & 63


def promotion_of(move: int) -> int:
    """What a pawn becomes by a move (2 knight to 5 queen); 0: it is no promotion."""
    return move >> 12


def uci(move: int) -> str:
    """A move as UCI text: ``e2e4``, ``e7e8q``."""
    squares = UCI[move & 63][move >> 6 & 63]
    return squares + PROMO[move >> 12] if move >> 12 else squares


def move_of(text: str) -> int:
    """UCI text as a move; ValueError when it is not UCI."""
    try:
        promotion = PROMO.index(text[4:5]) if len(text) == 5 else 0
        return SQUARE[text[:2]] | SQUARE[text[2:4]] << 6 | promotion << 12
    except (KeyError, ValueError):
        raise ValueError(f"not a move in UCI: {text!r}") from None


def uci_move(text: str | None) -> int | None:
    """:func:`move_of`, and None where the text is not UCI or there is none."""
    try:
        return move_of(text or "")
    except ValueError:
        return None


def taken_en_passant(square: str) -> str | None:
    """The square of the pawn that is taken en passant by a move to this one: d5 for d6; None where there is none."""
    return {"6": square[0] + "5", "3": square[0] + "4"}.get(square[1:])


def diagonal(king: int, checker: int) -> str:
    """``long`` or ``short``: which of the two diagonals through the king's square the checker is on.

    The longer one is the one with more squares (Gambit 10a, RAND 5e); on an 8×8 board they differ.
    """
    file, rank = king & 7, king >> 3
    rising = 8 - abs(file - rank)
    falling = 8 - abs(file + rank - 7)
    on_rising = (checker & 7) - (checker >> 3) == file - rank
    return "long" if (rising > falling) == on_rising else "short"


def from_mask(text: str | None) -> int:
    """The squares that a printed origin allows: all for None, a file, a rank or one square."""
    if not text:
        return ALL
    if len(text) == 2:
        return BIT[SQUARE[text]] if text in SQUARE else 0
    if text in "abcdefgh":
        return FILES["abcdefgh".index(text)]
    return RANKS[int(text) - 1] if text in "12345678" else 0


def which(origin: int, rivals: int) -> str:
    """What SAN prints to tell a man from its rivals: nothing, a file, a rank or both."""
    rivals &= ~BIT[origin]
    if not rivals:
        return ""
    if not rivals & FILES[origin & 7]:
        return NAMES[origin][0]
    if not rivals & RANKS[origin >> 3]:
        return NAMES[origin][1]
    return NAMES[origin]


def reach(square: int, kind: int, occupied: int) -> int:
    """Where a man of this kind (not a pawn) on this square could go, or come from."""
    if kind == KNIGHT:
        return KNIGHT_REACH[square]
    if kind == KING:
        return KING_REACH[square]
    board = 0
    if kind != ROOK:
        board = DIAG[square][DIAG_MASK[square] & occupied]
    if kind != BISHOP:
        board |= RANK[square][RANK_MASK[square] & occupied]
        board |= FILE[square][FILE_MASK[square] & occupied]
    return board
