"""Enumerates the readings of an ambiguous text, the likeliest first.

A reader is an ordinary function that calls :meth:`Choices.pick` wherever the text is ambiguous.  It is run again for
each reading, with the decisions of that reading given beforehand; any other decision is the likeliest one.  So a reader
need not know of other readings, and no state is copied.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Final, TypeVar

Made = TypeVar("Made")
Place = tuple[int, str]
"""Where a text is ambiguous (an offset, or :data:`WHOLE_PAGE`), and which entry of :data:`WAYS` applies."""

WHOLE_PAGE: Final = -1
"""The place of a choice that is made once for the whole text."""
DEEPEST: Final = 3
"""Most decisions of a reading that differ from the likeliest ones."""

WAYS: Final[Mapping[str, Mapping[str, int]]] = {
    # once for a whole page
    "conditions": {"may follow": 2, "lead": 2},  # a condition between two tries is that of the first, or of the second
    "square": {"capture": 2, "reply": 2},  # h3 is a capture there, or a pawn move of Black's
    "en passant": {"as announced": 3, "either square": 3},  # named by the pawn's square, or by the one behind it
    "slash": {"ordered": 2, "open": 1},  # 2.A / 2.B: in this order, or in any
    "one capture": {"happened": 2, "possible": 2},  # one capture was made, or one pawn try is possible
    "no captures": {"answer": 2, "announced": 2},  # the answer to “Any?”, or an announcement
    "accepted": {"offer": 2, "try": 2},  # Black takes the man that the key offers, or the try is legal
    "unnumbered": {"this turn": 2, "next turn": 2},  # the turn of a try without a number
    # announcements and answers
    "announcement": {"condition": 2, "description": 2},
    "a pawn try": {"any": 2, "one": 2},  # of an article that is also a number
    "captured": {"this man": 2, "any man": 2, "any square": 2},  # “a capture on a1 betrays a queen”
    "nothing": {"not that capture": 2, "silence": 2},  # “if he announces nothing” after “if he captures the rook …”
    "another": {"condition": 2, "description": 3},  # a square, a direction or a man after a capture or a check
    "answer": {"answer": 2, "fate": 2, "otherwise": 2},  # yes or no: to “Any?”, to a try, or to another condition
    "otherwise": {"refused": 2, "otherwise": 2, "answer": 2},
    "question": {"silence": 2, "always": 2},  # Swart's question: asked if nothing was announced, or in any case
    "denied": {"refused": 2, "otherwise": 2, "prose": 2},  # “if he does not admit it”
    # moves
    "bare move": {"try": 3, "prose": 3, "reply": 3},
    "behind a try": {"reply": 3, "prose": 3},  # a move without a number after a try
    "in words": {"try": 3, "prose": 3},  # “the rook to g5”
    "man in words": {"reply": 2, "prose": 2},  # “the king is on b3”
    "replies behind": {"condition": 2, "reason": 2},  # Black's moves after a try may be the reason why it is refused
    # to what a phrase belongs
    "bracket": {"tries": 3, "prose": 3},
    "no head": {"otherwise": 3, "goes on": 2},  # a sentence without a condition: a case of its own, or the same one
    "divided": {"branch": 2, "page": 2},  # an announcement divides the rest of a branch, or begins a branch beside it
    "list": {"ordered": 2, "open": 2},  # tries that are each printed with the reply against which they are meant
    "next turn": {"all": 2, "last": 2},  # the next turn belongs to all tries of a row, or to the last one
}
"""Everything that may be ambiguous, and for each the ways to read it with their weights.

A weight says how unlikely a way is if another one is expected; the expected way itself weighs 0.
"""


class Choices:
    """The decisions of one reading.

    ``decided``: the index of the way to take at each place; the expected way is taken elsewhere.  ``weight``: how
    unlikely the reading is; 0 for the likeliest.  ``met``: all places that were ambiguous, with the weights of their
    ways.
    """

    def __init__(self, decided: Mapping[Place, int] | None = None) -> None:
        self.decided = dict(decided or {})
        self.weight = 0
        self.met: dict[Place, tuple[int, ...]] = {}

    def pick(self, what: str, expected: str, at: int = WHOLE_PAGE, *, among: Collection[str] = ()) -> str:
        """The way to take at a place, one of those in :data:`WAYS`.

        :param what: the key in :data:`WAYS`.
        :param expected: the likeliest way.
        :param at: the offset of the place.
        :param among: the ways that are possible here; if empty, all are.
        """
        ways = [way for way in WAYS[what] if not among or way in among]
        place = (at, what)
        weights = self.met.get(place)
        if weights is None:
            weights = self.met[place] = tuple(0 if way == expected else WAYS[what][way] for way in ways)
            self.weight += weights[min(self.decided.get(place, weights.index(0)), len(weights) - 1)]
        return ways[min(self.decided.get(place, weights.index(0)), len(ways) - 1)]


def readings(
    read: Callable[[Choices], Made], name: Callable[[Made], Hashable], *, most: int, heaviest: int
) -> Iterator[tuple[int, Made]]:
    """The readings of a text with their weights, the lightest (likeliest) first, without duplicates.

    :param read: reads the text under the given choices.
    :param name: what equal readings have in common.
    :param most: how often the text is read at most.
    :param heaviest: the greatest weight of a reading.
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
