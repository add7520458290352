"""How often a page goes wrong in each way: what its other words say, over what is believed of every page.

Who struck a wrong key twice in a game may have struck another that makes a legal move.  So the rate of each slip is
learnt from the page where it is believed to be there more than once, signs printed for others counted together; a
single slip is no witness to itself, and of the slips that the page does not show all its words are witnesses against.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from kriegnote.restoration.printed_slot import ALIKE, BESIDE, LETTER, LOST, ORIGIN, OTHER, PER_PRICE, PRICE, UNLIKE

USUAL: Final = {slip: math.exp(-PER_PRICE * price) for slip, price in PRICE.items()} | {
    ALIKE: 0.0036,  # these may be any of several signs, men or moves: their rates are those of all together
    BESIDE: 0.003,
    OTHER: 0.0036,
    LETTER: 0.004,
    LOST: 0.0014,
    UNLIKE: 0.0014,
}
MISPRINTS: Final = ALIKE | BESIDE | OTHER | LETTER | ORIGIN  # a sign that is printed for another
_SEVERAL: Final = 1.5  # misprinted words, or slips of another kind, that are more than one
_TRUST: Final = 10  # words' worth of trust in the usual rates


class Rates:
    """By how much likelier or rarer than usual the slips of a ply are on one page, as logarithms.

    :param seen: how many slips of each kind are believed to be on the page, of so many ``words``.
    :param misprinted: in how many words.
    """

    def __init__(self, seen: Mapping[int, float] | None = None, words: int = 0, misprinted: float = 0.0) -> None:
        self._shifts: dict[int, float] = {}
        counts = seen or {}
        for slip, usual in USUAL.items():
            count = counts.get(slip, 0.0)
            count = count if max(count, misprinted if slip & MISPRINTS else 0.0) > _SEVERAL else 0.0
            rate = max((usual * _TRUST + count) / (_TRUST + words), count / max(1, words))
            self._shifts[slip] = math.log(rate / usual)
        self._sums = {0: 0.0}

    def of(self, slips: int) -> float:
        """For the slips of one ply together."""
        found = self._sums.get(slips)
        if found is None:
            found = self._sums[slips] = sum(value for slip, value in self._shifts.items() if slips & slip)
        return found
