"""How often a page goes wrong in each way: what its other words say, over what is believed of every page.

Who struck a wrong key twice in a game may have struck another that makes a legal move.  So how many of a page's signs
are printed for others or before pawns, and of what sort those are, is learnt from all its words, for each word from the
others: none is a witness to itself.  A 5 for a 6 may be a scanner's or a finger's; the other misprints tell which is
likelier.  Of other slips one alone says nothing, and of those that the page does not show all its words are witnesses
against.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from kriegnote.restoration import misprints
from kriegnote.restoration.printed_slot import (
    ADDED_LETTER,
    ALIKE,
    ALIKE_OR_BESIDE,
    BESIDE,
    LETTER,
    LOST,
    LOST_MAN,
    OTHER,
    PER_PRICE,
    PRICE,
    UNLIKE,
)

USUAL: Final = {slip: math.exp(-PER_PRICE * price) for slip, price in PRICE.items()} | {
    LOST_MAN: 0.0014,
    ALIKE: 0.0036,  # these may be any of several signs, men or moves: their rates are those of all together
    BESIDE: 0.003,
    OTHER: 0.0036,
    LETTER: 0.004,
    LOST: 0.0014,
    UNLIKE: 0.0014,
}
_AS_PRICED: Final = USUAL | {LOST_MAN: math.exp(-PER_PRICE * PRICE[LOST_MAN])}  # it is lost in one way
_SORTS: Final = ALIKE | BESIDE | OTHER | LETTER | ADDED_LETTER | LOST_MAN
MISPRINTS: Final = _SORTS | ALIKE_OR_BESIDE  # a sign that is printed for another, or lost, or too many
_MISPRINTED: Final = sum(usual for slip, usual in USUAL.items() if slip & _SORTS)
_AS_BESIDE: Final = math.exp(misprints.SIMILAR - misprints.NEXT)  # times as likely, as the one beside it
_SEVERAL: Final = 1.5  # slips of a kind, or misprinted words, that are more than one
_TRUST: Final = 10  # words' worth of trust in the usual rates,
_HAND: Final = 8  # in that of a hand's misprints,
_SORT: Final = 0.5  # and misprints' worth of trust in their usual sorts
_NOTICED: Final = 0.7  # of the misprints: the others make moves that are legal

Seen = Mapping[int, float]


class Rates:
    """By how much likelier or rarer than usual the slips of a ply are on one page, as logarithms.

    :param seen: how many slips of each kind are believed to be in each ply, by its number, of so many ``words``.
    :param typed: whether a hand typed the page, whose habits are learnt.
    """

    def __init__(self, seen: Mapping[int | None, Seen] | None = None, words: int = 0, *, typed: bool = False) -> None:
        self._seen = _shared_out(seen or {})
        self._words = words
        self._typed = typed
        self._whole = _counted(self._seen)
        self._misprints = sum(count for slip, count in self._whole.items() if slip & MISPRINTS)
        self._sums: dict[tuple[int, int | None], float] = {}

    def of(self, slips: int, ply: int | None = None) -> float:
        """For the slips of one ply together.

        :param ply: its number; None for one that is not printed.
        """
        if not slips or not self._words:
            return 0.0
        key = slips, ply if slips & MISPRINTS and ply in self._seen else None
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = sum(self._shift(slip, ply) for slip in USUAL if slips & slip)
        return found

    def likelier(self, ply: int | None = None) -> float:
        """By how much the likeliest misprint of a printed ply is likelier than usual, a logarithm; 0 if none is."""
        return max(0.0, *(self.of(slip, ply) for slip in USUAL if slip & MISPRINTS))

    def _shift(self, slip: int, ply: int | None) -> float:
        if slip == ALIKE_OR_BESIDE:
            return math.log(math.exp(self._shift(ALIKE, ply)) + _AS_BESIDE * math.exp(self._shift(BESIDE, ply)))
        hand = self._typed and slip & MISPRINTS
        if not hand:
            return math.log(self._other(slip) / USUAL[slip])
        return math.log(self._misprint(slip, self._seen.get(ply, {})) / _AS_PRICED[slip])

    def _other(self, slip: int) -> float:
        several = max(self._whole[slip], self._misprints if slip & MISPRINTS else 0.0) > _SEVERAL
        count = self._whole[slip] if several else 0.0
        return max((USUAL[slip] * _TRUST + count) / (_TRUST + self._words), count / self._words)

    def _misprint(self, slip: int, own: Seen) -> float:
        """How often this sort of misprint is to be expected in a word, from all words but this."""
        others = {one: max(0.0, self._whole[one] - own.get(one, 0.0)) for one in USUAL if one & _SORTS}
        count = sum(others.values())
        sort = (others[slip] + _SORT * USUAL[slip] / _MISPRINTED) / (count + _SORT)
        return sort * (count + _HAND * _MISPRINTED) / (_NOTICED * self._words + _HAND)


def _counted(seen: Mapping[int | None, Seen]) -> dict[int, float]:
    return {slip: sum(slips.get(slip, 0.0) for slips in seen.values()) for slip in USUAL}


def _shared_out(seen: Mapping[int | None, Seen]) -> dict[int | None, Seen]:
    """The slips of each ply with those that may be of either sort shared out as the page's others are."""
    whole = _counted(seen)
    alike, beside = (whole[slip] / USUAL[slip] + _SORT for slip in (ALIKE, BESIDE))
    share = alike / (alike + _AS_BESIDE * beside)
    shared: dict[int | None, Seen] = {}
    for ply, slips in seen.items():
        either = slips.get(ALIKE_OR_BESIDE, 0.0)
        more = {ALIKE: share * either, BESIDE: (1 - share) * either, ALIKE_OR_BESIDE: -either}
        shared[ply] = {slip: slips.get(slip, 0.0) + more.get(slip, 0.0) for slip in USUAL}
    return shared
