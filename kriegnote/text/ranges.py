"""Ranges of a text that are asked many times whether an offset is in one of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


class Ranges:
    """Ranges ``[start, end)`` of a text, in any order, which may overlap; empty ones hold nothing."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(one for one in ranges if one[0] < one[1]):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def hold(self, at: int) -> bool:
        """Whether an offset is in one of the ranges."""
        found = bisect_right(self._starts, at) - 1
        return found >= 0 and at < self._ends[found]

    def meet(self, start: int, end: int) -> bool:
        """Whether one of the ranges has a part of ``[start, end)``."""
        found = bisect_left(self._starts, end) - 1
        return found >= 0 and start < self._ends[found]
