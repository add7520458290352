"""One ply as the page shows it, what may be wrong with it (its *slips*), and what each slip costs."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from kriegnote.model.printed_moves import Parts

# Slips, as bits; several may meet in one ply.
(
    UNTOLD,
    MARK,
    STRAY_MARK,
    LOST_MAN,
    ADDED_MAN,
    ORIGIN,
    ALIKE,
    BESIDE,
    OTHER,
    CHECK,
    CASTLE,
    PROMOTION,
    LOST,
    DOUBLED,
    NUMBER,
    LETTER,
    SIDE,
    UNLIKE,
    EXCHANGED,
    ADDED_LETTER,
    ALSO_EXCHANGED,
    ALIKE_OR_BESIDE,
) = (1 << bit for bit in range(22))
FIGURINE: Final = LOST_MAN | ADDED_MAN | ADDED_LETTER
SQUARE: Final = ALIKE | BESIDE | ALIKE_OR_BESIDE | OTHER
TURNED: Final = EXCHANGED | ALSO_EXCHANGED
PRICE: Final = {
    UNTOLD: 1,  # two men of a kind could go there and nothing tells which
    MARK: 1,  # a capture without its mark
    STRAY_MARK: 2,  # a mark without a capture
    LOST_MAN: 2,  # a man that is not printed
    ADDED_MAN: 2,  # a man before a pawn's move,
    ADDED_LETTER: 3,  # and one that a hand typed
    ORIGIN: 2,  # the printed file or rank of origin is another man's
    ALIKE: 3,  # the file or the rank of the target is misprinted: as a sign like it,
    BESIDE: 3,  # as the one beside it,
    ALIKE_OR_BESIDE: 3,  # as one that is both,
    OTHER: 3,  # as any other
    CHECK: 2,  # + without check, # without mate
    CASTLE: 2,  # O-O for O-O-O
    PROMOTION: 1,  # a pawn on the last rank and no man named
    LOST: 4,  # a ply that is not printed, and no number says so
    DOUBLED: 3,  # a ply printed twice
    NUMBER: 3,  # the numbers jump where no ply was lost
    LETTER: 3,  # a typed letter that is another man's
    SIDE: 1,  # of a turn with one ply, it is Black's that is printed
    EXCHANGED: 3,  # the plies of a turn stand in each other's place,
    ALSO_EXCHANGED: 1,  # as those of another turn do
    UNLIKE: 4,  # a word that is no move stands for one that it is not like
}
PER_PRICE: Final = 2.5  # what one unit of price weighs, a logarithm
EVERY: Final = (1 << 22) - 1
SKIP: Final = -1


Absent: TypeAlias = Literal["certain", "possible", "unread"]


class Slot(NamedTuple):
    """One ply as the page shows it; ``parts`` None for a ply that is not printed.

    ``figurine``: a man is printed before the squares.  ``pawns``: that man may be a pawn (the record prints its pawns
    so).  ``letter``: that man is a typed letter, taken at its word.  ``marks``: captures are marked in this record.
    ``absent``: ``unread`` (a ply that was played and cannot be read), ``certain`` (the numbers say that it is missing),
    ``possible`` (they do not), or None.  ``doubled``: printed like a ply just before.  ``again``: of a turn that is
    printed twice, number and all, 1 for White's ply and 2 for Black's.  ``lone``: of a turn with one printed ply, the
    two that may be missing, of which one is.  ``ply``: its number on the page, from 0, or None for a ply that may have
    been lost.  ``only``: the moves it is known to be.  ``loose``: the slips granted.  ``word``: what is printed
    (without a figurine); where ``parts`` is None it is no move and is compared with each legal one.
    ``letters``: the record's letters for king, queen, rook, bishop and knight.  ``white``: it is printed as White's.
    ``swapped``: it is printed in the place of the other ply of its turn.
    """

    parts: Parts | None = None
    figurine: bool = False
    pawns: bool = False
    letter: bool = False
    marks: bool = True
    check: bool = False
    mate: bool = False
    absent: Absent | None = None
    doubled: bool = False
    again: int = 0
    lone: bool = False
    ply: int | None = None
    only: tuple[int, ...] = ()
    loose: int = 0
    word: str = ""
    letters: str = "KQRBN"
    white: bool = False
    swapped: bool = False


@cache
def cost(slips: int) -> int:
    """What the slips of one ply cost together."""
    return 0 if not slips else sum(price for slip, price in PRICE.items() if slips & slip)


def weighed(slot: Slot, slips: int) -> int:
    """What slips cost where games are weighed: there the page's glyphs speak for themselves, and its numbers."""
    return cost(slips & ~(LETTER | DOUBLED if slot.again else LETTER))
