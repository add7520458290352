"""The rates of slips on a page: the usual rates, corrected by what the page itself shows.

A typist who struck two wrong keys in a game may have struck a third that happens to give a legal move.  So on a typed
page the number and the sorts of misprints are learned from its words, for each word from all others: a word is never
evidence for its own misprint.  A 5 for a 6 may be a similar sign or a neighbouring key; the other misprints show which
is likelier.  For other slips, and on other pages, a single slip proves nothing, and the words without the slip count
against it.
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

# Rate of each slip per word before anything is known of the page.
USUAL: Final = {slip: math.exp(-PER_PRICE * price) for slip, price in PRICE.items()} | {
    LOST_MAN: 0.0014,
    ALIKE: 0.0036,  # one of several signs, men or moves each: the rates are those of all together
    BESIDE: 0.003,
    OTHER: 0.0036,
    LETTER: 0.004,
    LOST: 0.0014,
    UNLIKE: 0.0014,
}
_AS_PRICED: Final = USUAL | {LOST_MAN: math.exp(-PER_PRICE * PRICE[LOST_MAN])}  # a man's sign is lost in one way only
_SORTS: Final = ALIKE | BESIDE | OTHER | LETTER | ADDED_LETTER | LOST_MAN
MISPRINTS: Final = _SORTS | ALIKE_OR_BESIDE  # a wrong, missing or superfluous sign
_MISPRINTED: Final = sum(usual for slip, usual in USUAL.items() if slip & _SORTS)
_AS_BESIDE: Final = math.exp(misprints.SIMILAR - misprints.NEXT)  # a neighbouring sign, relative to a similar one
_SEVERAL: Final = 1.5  # expected slips of a kind, or misprints, above which the page counts as having several
_TRUST: Final = 10  # pseudocount, in words, of the usual rates
_HAND: Final = 8  # the same for the misprints of a typist
_SORT: Final = 0.5  # pseudocount, in misprints, of their usual sorts
_NOTICED: Final = 0.7  # share of misprints that are noticed: the others happen to give legal moves

Seen = Mapping[int, float]
"""The expected number of slips of each kind in one ply."""


class Rates:
    """The rates of slips on one page relative to the usual ones, as logarithms.

    :param seen: the expected slips of each ply, by its index on the page; by default, nothing is known yet.
    :param words: the number of printed words on the page.
    :param typed: the page is typed, so its misprints show a typist's habits.
    """

    def __init__(self, seen: Mapping[int | None, Seen] | None = None, words: int = 0, *, typed: bool = False) -> None:
        self._seen = _divided(seen or {})
        self._words = words
        self._typed = typed
        self._whole = _counted(self._seen)
        self._misprints = sum(count for slip, count in self._whole.items() if slip & MISPRINTS)
        self._sums: dict[tuple[int, int | None], float] = {}

    def of(self, slips: int, ply: int | None = None) -> float:
        """The sum of the corrections for the slips of one ply; 0 as long as nothing is known of the page.

        :param ply: its index on the page; None for one that is not printed.
        """
        if not slips or not self._words:
            return 0.0
        key = slips, ply if slips & MISPRINTS and ply in self._seen else None
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = sum(self._correction(slip, ply) for slip in USUAL if slips & slip)
        return found

    def likelier(self, ply: int | None = None) -> float:
        """The greatest correction of any misprint in a ply; 0 if none is likelier than usual."""
        return max(0.0, *(self.of(slip, ply) for slip in USUAL if slip & MISPRINTS))

    def _correction(self, slip: int, ply: int | None) -> float:
        """The correction for a single slip."""
        if slip == ALIKE_OR_BESIDE:
            return math.log(
                math.exp(self._correction(ALIKE, ply)) + _AS_BESIDE * math.exp(self._correction(BESIDE, ply))
            )
        hand = self._typed and slip & MISPRINTS
        if not hand:
            return math.log(self._rate(slip) / USUAL[slip])
        return math.log(self._misprint_rate(slip, self._seen.get(ply, {})) / _AS_PRICED[slip])

    def _rate(self, slip: int) -> float:
        """The rate of a slip that is no typist's misprint, from all words of the page."""
        several = max(self._whole[slip], self._misprints if slip & MISPRINTS else 0.0) > _SEVERAL
        count = self._whole[slip] if several else 0.0
        return max((USUAL[slip] * _TRUST + count) / (_TRUST + self._words), count / self._words)

    def _misprint_rate(self, slip: int, own: Seen) -> float:
        """The rate of a sort of typist's misprints, from all words of the page but one.

        :param own: the expected slips of that one word.
        """
        others = {one: max(0.0, self._whole[one] - own.get(one, 0.0)) for one in USUAL if one & _SORTS}
        count = sum(others.values())
        sort = (others[slip] + _SORT * USUAL[slip] / _MISPRINTED) / (count + _SORT)
        return sort * (count + _HAND * _MISPRINTED) / (_NOTICED * self._words + _HAND)


def _counted(seen: Mapping[int | None, Seen]) -> dict[int, float]:
    """The expected number of slips of each kind on the whole page."""
    return {slip: sum(slips.get(slip, 0.0) for slips in seen.values()) for slip in USUAL}


def _divided(seen: Mapping[int | None, Seen]) -> dict[int | None, Seen]:
    """The slips of each ply, with each ``ALIKE_OR_BESIDE`` divided between the two sorts in the page's proportion."""
    whole = _counted(seen)
    alike, beside = (whole[slip] / USUAL[slip] + _SORT for slip in (ALIKE, BESIDE))
    share = alike / (alike + _AS_BESIDE * beside)
    shared: dict[int | None, Seen] = {}
    for ply, slips in seen.items():
        either = slips.get(ALIKE_OR_BESIDE, 0.0)
        more = {ALIKE: share * either, BESIDE: (1 - share) * either, ALIKE_OR_BESIDE: -either}
        shared[ply] = {slip: slips.get(slip, 0.0) + more.get(slip, 0.0) for slip in USUAL}
    return shared
