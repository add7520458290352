"""Squares, moves and lines as integers, from which boards are built.

Squares are numbered from 0 (a1) to 63 (h8), bitboards have one bit for each square, and a move is ``origin | target <<
6 | promotion << 12`` (promotion: 0 or a piece type, 2 to 5). The tables are computed here because that takes a
hundredth of the time that importing python-chess takes, which most commands then need not do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kriegnote.model.events import Side

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS: Final = "?PNBRQK"
TYPE_OF: Final = {letter: number for number, letter in enumerate(LETTERS) if number}
START_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
SQUARE = {name: square for square, name in enumerate(NAMES)}
BIT = tuple(1 << square for square in range(64))
FILES = tuple(0x0101010101010101 << file for file in range(8))
RANKS = tuple(0xFF << 8 * rank for rank in range(8))
_OF_TWO: Final = {"R": "ah", "N": "bg", "B": "cf"}
FILES_OF: Final = {"Q": "d", "K": "e", **_OF_TWO} | {
    wing + man: file for man, files in _OF_TWO.items() for wing, file in zip("QK", files, strict=True)
}
"""The files that are named by the men who start on them: ``K`` e, ``B`` c and f, the queen's side first, ``KB`` f."""


def _way(square: int, file_step: int, rank_step: int) -> tuple[int, ...]:
    """The squares from a square to the edge, nearest first."""
    found = []
    file, rank = (square & 7) + file_step, (square >> 3) + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(file + 8 * rank)
        file, rank = file + file_step, rank + rank_step
    return tuple(found)


def _steps(square: int, steps: Iterable[tuple[int, int]]) -> int:
    """The squares that single steps lead to, as a bitboard."""
    return sum(BIT[way[0]] for step in steps if (way := _way(square, *step)))


class _Reach(dict[int, int]):
    """The squares that lines from a square reach, by the occupied squares on them; computed on demand."""

    def __init__(self, square: int, steps: Iterable[tuple[int, int]]) -> None:
        super().__init__()
        self.ways = [_way(square, *step) for step in steps]
        self.mask = sum(BIT[one] for way in self.ways for one in way[:-1])  # a man on the last square hides nothing

    def __missing__(self, occupied: int) -> int:
        found = 0
        for way in self.ways:
            for square in way:
                found |= BIT[square]
                if occupied & BIT[square]:
                    break
        self[occupied] = found
        return found


_ALONG_RANKS: Final = ((-1, 0), (1, 0))
_ALONG_FILES: Final = ((0, -1), (0, 1))
_SLANTING: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_LEAPS: Final = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
KNIGHT_REACH = tuple(_steps(square, _LEAPS) for square in range(64))
KING_REACH = tuple(_steps(square, (*_ALONG_RANKS, *_ALONG_FILES, *_SLANTING)) for square in range(64))
PAWN_REACH = tuple(tuple(_steps(square, ((-1, y), (1, y))) for square in range(64)) for y in (-1, 1))
DIAG, FILE, RANK = (
    tuple(_Reach(square, steps) for square in range(64)) for steps in (_SLANTING, _ALONG_FILES, _ALONG_RANKS)
)
DIAG_MASK, FILE_MASK, RANK_MASK = (tuple(reach.mask for reach in table) for table in (DIAG, FILE, RANK))


def _lines() -> tuple[list[list[int]], list[list[int]]]:
    """For every pair of squares the squares between them, and the whole line through both; 0 if there is none."""
    between = [[0] * 64 for _ in range(64)]
    lines = [[0] * 64 for _ in range(64)]
    for start in range(64):
        for x, y in (*_ALONG_RANKS, *_ALONG_FILES, *_SLANTING):
            passed, way = 0, _way(start, x, y)
            line = sum(BIT[square] for square in (start, *way, *_way(start, -x, -y)))
            for square in way:
                between[start][square], lines[start][square] = passed, line
                passed |= BIT[square]
    return between, lines


BETWEEN, RAY = _lines()
SLANTED = tuple(attacks[0] for attacks in DIAG)
STRAIGHT = tuple(rank[0] | file[0] for rank, file in zip(RANK, FILE, strict=True))
BACK = RANKS[0] | RANKS[7]
ALL = (1 << 64) - 1
NOT_A, NOT_H = ALL & ~FILES[0], ALL & ~FILES[7]
CORNERS = {0: 3, 7: 5, 56: 59, 63: 61}  # rook's square -> where castling puts it
ROOK_OF = {2: 0, 6: 7, 58: 56, 62: 63}  # king's target -> rook's square
PROMO = ("", "", "n", "b", "r", "q")
UCI = tuple(tuple(a + b for b in NAMES) for a in NAMES)


def squares(board: int) -> Iterator[int]:
    """The squares of a bitboard, in ascending order from a1."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def square_name(square: int) -> str:
    """The name of a square: 0 is ``a1``."""
    return NAMES[square]


def square_of(name: str) -> int:
    """The number of a square: ``a1`` is 0.

    :raises KeyError: if there is no such square.
    """
    return SQUARE[name]


def rank_from(rank: str, side: Side) -> str:
    """The algebraic rank of one counted from a side, or the reverse."""
    return rank if side == "white" else str(9 - int(rank))


def origin_of(move: int) -> int:
    """The square from which a move starts. Code that plays through games in bulk takes the bits itself."""
    return move & 63


def target_of(move: int) -> int:
    """The square to which a move goes."""
    return move >> 6 & 63


def promotion_of(move: int) -> int:
    """The piece type to which a move promotes (2 knight to 5 queen); 0 if it is no promotion."""
    return move >> 12


def uci(move: int) -> str:
    """A move in UCI notation: ``e2e4``, ``e7e8q``."""
    squares = UCI[move & 63][move >> 6 & 63]
    return squares + PROMO[move >> 12] if move >> 12 else squares


def move_of(text: str) -> int:
    """The move of a UCI text.

    :raises ValueError: if it is not UCI.
    """
    try:
        promotion = PROMO.index(text[4:]) if text[4:] else 0
        return SQUARE[text[:2]] | SQUARE[text[2:4]] << 6 | promotion << 12
    except (KeyError, ValueError):
        raise ValueError(f"not a move in UCI: {text!r}") from None


def uci_move(text: str | None) -> int | None:
    """The move of a UCI text; None if it is not UCI or None."""
    try:
        return move_of(text or "")
    except ValueError:
        return None


def taken_en_passant(square: str) -> str | None:
    """The square of the pawn captured en passant by a move to ``square``: d5 for d6; None if there can be none."""
    return {"6": square[0] + "5", "3": square[0] + "4"}.get(square[1:])


def diagonal(king: int, checker: int) -> str:
    """Which diagonal through the king's square the checker is on: ``long`` or ``short``.

    The long one is the one with more squares (Gambit 10a, RAND 5e); on an 8×8 board their lengths always differ.
    """
    file, rank = king & 7, king >> 3
    rising = 8 - abs(file - rank)
    falling = 8 - abs(file + rank - 7)
    on_rising = (checker & 7) - (checker >> 3) == file - rank
    return "long" if (rising > falling) == on_rising else "short"


def from_mask(text: str | None) -> int:
    """The squares that a printed origin allows, as a bitboard: all for None, a file, a rank or one square."""
    if not text:
        return ALL
    if len(text) == 2:
        return BIT[SQUARE[text]] if text in SQUARE else 0
    if text in "abcdefgh":
        return FILES["abcdefgh".index(text)]
    return RANKS[int(text) - 1] if text in "12345678" else 0


def which(origin: int, rivals: int) -> str:
    """The disambiguation that SAN prints for a man with rivals (a bitboard): nothing, a file, a rank or both."""
    rivals &= ~BIT[origin]
    if not rivals:
        return ""
    if not rivals & FILES[origin & 7]:
        return NAMES[origin][0]
    if not rivals & RANKS[origin >> 3]:
        return NAMES[origin][1]
    return NAMES[origin]


def reach(square: int, kind: int, occupied: int) -> int:
    """The squares that a man of this type (not a pawn) attacks from a square, as a bitboard."""
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
