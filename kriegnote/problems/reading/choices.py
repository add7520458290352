"""Readings of a text that can be read in more than one way, the likeliest first.

A reader is an ordinary function that asks :meth:`Choices.pick` wherever the page leaves something open.  It is run
again for each reading, with the decisions of that reading written down beforehand; what was not decided takes the
first (likeliest) way.  So no reader need know of the others, and nothing is copied.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Final, TypeVar

Made = TypeVar("Made")
Place = tuple[int, str]
"""Where a text leaves something open (an offset), and what."""

DEEPEST: Final = 3
"""So many decisions at the most are taken otherwise than the likeliest way."""


class Choices:
    """The decisions of one reading; ``weight``: how unlikely it is (0: the likeliest); ``met``: all that was open."""

    def __init__(self, decided: Mapping[Place, int] | None = None) -> None:
        self.decided = dict(decided or {})
        self.weight = 0
        self.met: dict[Place, tuple[int, ...]] = {}

    def pick(self, at: int, what: str, *weights: int) -> int:
        """Which of several ways is taken here; the weights say how unlikely each is, 0 for the likeliest."""
        place = (at, what)
        if place in self.met:
            weights = self.met[place]
            return min(self.decided.get(place, weights.index(0)), len(weights) - 1)
        self.met[place] = weights
        way = self.decided.get(place, weights.index(0))
        if way >= len(weights):  # another decision has left fewer ways here
            way = weights.index(0)
        self.weight += weights[way]
        return way


def readings(
    read: Callable[[Choices], Made], name: Callable[[Made], Hashable], *, most: int, heaviest: int
) -> Iterator[tuple[int, Made]]:
    """Every reading with its weight, the lightest first; those that come to the same (``name``) once.

    :param most: how often the text is read; :param heaviest: readings less likely than that are left out.
    """
    count = itertools.count()
    heap: list[tuple[int, int, dict[Place, int]]] = [(0, next(count), {})]
    seen: set[Hashable] = set()
    decided_before: set[frozenset[tuple[Place, int]]] = {frozenset()}
    for _ in range(most):
        if not heap:
            return
        weight, _, decided = heapq.heappop(heap)
        choices = Choices(decided)
        made = read(choices)
        fresh = name(made) not in seen
        if fresh:
            seen.add(name(made))
            yield weight, made
        if len(decided) >= DEEPEST:
            continue
        for place, weights in choices.met.items():
            if place in decided:
                continue
            for way, more in enumerate(weights):
                further = frozenset((*decided.items(), (place, way)))
                if more and weight + more <= heaviest and further not in decided_before:
                    decided_before.add(further)
                    heapq.heappush(heap, (weight + more, next(count), dict(further)))
