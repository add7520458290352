"""The slot: one ply as the page shows it, the slips that may have occurred in it, and the price of each slip."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from kriegnote.model.printed_moves import Parts

# Slips, as bits: a ply may have several.  The comments of PRICE say what each one is.
(
    AMBIGUOUS,
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
    SWAPPED_ONCE,
    ADDED_LETTER,
    SWAPPED_AGAIN,
    ALIKE_OR_BESIDE,
) = (1 << bit for bit in range(22))
FIGURINE: Final = LOST_MAN | ADDED_MAN | ADDED_LETTER
SQUARE: Final = ALIKE | BESIDE | ALIKE_OR_BESIDE | OTHER
SWAPPED: Final = SWAPPED_ONCE | SWAPPED_AGAIN
PRICE: Final = {
    AMBIGUOUS: 1,  # two men of the same type could go there, and the text does not say which
    MARK: 1,  # a capture without a capture mark
    STRAY_MARK: 2,  # a capture mark without a capture
    LOST_MAN: 2,  # a piece whose sign is not printed
    ADDED_MAN: 2,  # a figurine before a pawn move
    ADDED_LETTER: 3,  # a typed letter before a pawn move
    ORIGIN: 2,  # the printed file or rank of origin is not that of the man that moved
    ALIKE: 3,  # the file or rank of the target is misprinted as a similar sign
    BESIDE: 3,  # ... as the neighbouring file or rank
    ALIKE_OR_BESIDE: 3,  # ... as a sign that is both similar and neighbouring
    OTHER: 3,  # ... as any other sign; or a sign of the word is missing or superfluous
    CHECK: 2,  # + without check, or # without mate; for # without even a check, twice the price
    CASTLE: 2,  # castling on the other side
    PROMOTION: 1,  # a promotion that is not named
    LOST: 4,  # a ply that is missing although the move numbers do not show it
    DOUBLED: 3,  # a ply printed twice
    NUMBER: 3,  # the move numbers jump although no ply is missing
    LETTER: 3,  # a typed letter for another piece
    SIDE: 1,  # in a turn with one ply, the printed ply is Black's
    SWAPPED_ONCE: 3,  # the two plies of a turn are swapped
    SWAPPED_AGAIN: 1,  # the same after an earlier turn was swapped
    UNLIKE: 4,  # the word resembles no possible move, or not the move that was played
}
PER_PRICE: Final = 2.5  # natural logarithm of how unlikely a slip of price 1 is
EVERY: Final = (1 << 22) - 1  # all slips
SKIP: Final = -1  # in place of a move: nothing was played at a slot


Absent: TypeAlias = Literal["certain", "possible", "unread"]


class Slot(NamedTuple):
    """One ply as the page shows it.

    ``parts``: the printed move; None if the ply is not printed or its word is not a move.
    ``figurine``: a sign for a man, of whatever kind, is printed before the squares; it may stand for any piece.
    ``pawns``: that man may also be a pawn (the record prints pawns with a sign, too).
    ``letter``: that sign is a typed letter, and counts as correct.
    ``marks``: the record marks captures.
    ``check``, ``mate``: the ply is marked so.
    ``absent``: ``unread`` (a ply that was played and cannot be read), ``certain`` (it is missing according to the move
    numbers), ``possible`` (it may be missing although they do not show it), or None.
    ``doubled``: it has the text of one of the two plies before it.
    ``again``: in a turn that is printed twice, number included: 1 for White's ply, 2 for Black's.
    ``lone``: in a turn with a single printed ply, one of the two slots of plies that may be missing: White's before it,
    or Black's after it.
    ``ply``: its index on the page, from 0; None for an inserted slot.
    ``only``: the moves that it is known to be.
    ``loose``: the slips that are granted.
    ``word``: the printed text in plain form; if ``parts`` is None it is compared with every legal move.
    ``letters``: the record's letters for king, queen, rook, bishop and knight.
    ``white``: it is printed as White's.
    ``long``: the record prints moves from square to square.
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
    long: bool = False
    swapped: bool = False


@cache
def cost(slips: int) -> int:
    """The sum of the prices of the slips of one ply."""
    return 0 if not slips else sum(price for slip, price in PRICE.items() if slips & slip)


def weighed(slot: Slot, slips: int) -> int:
    """The price of the slips of a slot when games are weighed.

    A wrong typed letter costs nothing: the weights of the glyphs account for it.  Nor does a turn that is printed twice
    with its number, whose price is that of a wrong number (:meth:`kriegnote.restoration.weights.Weights.step`).
    """
    return cost(slips & ~(LETTER | DOUBLED if slot.again else LETTER))
