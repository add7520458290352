"""Readings of a text that can be read in more than one way, the likeliest first.

A reader is an ordinary function that asks :meth:`Choices.pick` wherever the page leaves something open.  It is run
again for each reading, with the decisions of that reading written down beforehand; what was not decided takes the
first (likeliest) way.  So no reader need know of the others, and nothing is copied.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Final, TypeVar

Made = TypeVar("Made")
Place = tuple[int, str]
"""Where a text leaves something open (an offset), and what."""

WHOLE_PAGE: Final = -1
"""The place of a choice that is made once for all of a text."""
DEEPEST: Final = 3
"""So many decisions at the most are taken otherwise than the likeliest way."""

WAYS: Final[Mapping[str, Mapping[str, int]]] = {
    # once for a whole page
    "conditions": {"may follow": 2, "lead": 2},  # a condition between two tries: the one's before it, or the other's
    "square": {"capture": 2, "reply": 2},  # h3: a capture there, or Black's pawn
    "brackets": {"heads": 2, "replies": 2},  # (h3) 2.A: the head of a branch, or replies behind a try
    "slash": {"ordered": 2, "open": 1},  # 2.A / 2.B
    "one capture": {"happened": 2, "possible": 2},
    "no captures": {"answer": 2, "announced": 2},  # “Any?” is answered, or the umpire says so
    "accepted": {"offer": 2, "try": 2},  # what the key offers is taken, or the try is legal
    "unnumbered": {"this turn": 2, "next turn": 2},
    # what is said
    "announcement": {"condition": 2, "description": 2},
    "captured": {"this man": 2, "any man": 2},  # “a capture on a1 betrays a queen”
    "nothing": {"not that capture": 2, "silence": 2},  # behind “if he captures the rook …”
    "another": {"condition": 2, "description": 3},  # a square, a direction or a man behind a capture or a check
    "answer": {"answer": 2, "fate": 2, "otherwise": 2},  # yes and no: to “Any?”, to a try; or no other condition holds
    "otherwise": {"refused": 2, "otherwise": 2, "answer": 2},
    "question": {"unheard": 2, "always": 2},  # Swart's question: when nothing was heard, or whatever was
    "denied": {"refused": 2, "prose": 2},  # “if he does not admit it”
    # moves
    "bare move": {"try": 3, "prose": 3, "reply": 3},
    "behind a try": {"reply": 3, "prose": 3},  # a move without its number there
    "in words": {"try": 3, "prose": 3},  # “the rook to g5”
    "man in words": {"reply": 2, "prose": 2},  # “the king is on b3”
    "replies": {"condition": 2, "prose": 2},  # what a sentence without a try tells of Black's moves
    "replies behind": {"condition": 2, "reason": 2},  # why the try before is refused
    # where it belongs
    "behind": {"its try": 3, "what follows": 3},  # a condition behind the last try of a sentence
    "bracket": {"tries": 3, "prose": 3},
    "no head": {"otherwise": 3, "goes on": 2},  # a sentence without a condition: a case of its own, or the same one
    "divided": {"branch": 2, "page": 2},  # what is heard divides what is left of a branch, or stands beside it
    "list": {"ordered": 2, "open": 2},  # tries printed each with the reply that it is for
    "next turn": {"all": 2, "last": 2},  # of a row of tries
}
"""What a text may leave open, and the ways to take it: how unlikely each is where another is expected."""


class Choices:
    """The decisions of one reading; ``weight``: how unlikely it is (0: the likeliest); ``met``: all that was open."""

    def __init__(self, decided: Mapping[Place, int] | None = None) -> None:
        self.decided = dict(decided or {})
        self.weight = 0
        self.met: dict[Place, tuple[int, ...]] = {}

    def pick(self, what: str, expected: str, at: int = WHOLE_PAGE, *, among: Collection[str] = ()) -> str:
        """Which way is taken here of those that :data:`WAYS` names.

        :param expected: the likeliest; :param at: an offset; :param among: the ways that fit here (none: all).
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
