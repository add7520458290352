"""Looks for the slips of a damaged score: the cheapest that let a legal game through.

First as printed; then with cheap slips anywhere; then, since a score that is wrong somewhere mostly stops fitting a few
plies later, with any slip near the ply where it stops, the likeliest positions first.  At last the lattice is grown
again from the start, exactly, with the slips that were found granted where they were found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kriegnote.board import Position
from kriegnote.lattice import CHEAP, EVERY, LOST, PRICE, UNTOLD, Lattice, Rank, Slot

MOST: Final = 1_500_000  # units of work (see Lattice.work) in one exact lattice: about three seconds
_CHEAP_MOST: Final = 1_000_000
_WIDTH: Final = 200
_BEYOND: Final = 14  # plies that must fit behind a slip before it is believed
_WINDOWS: Final = (3, 12, 36)  # plies before the place where nothing fits
_MOST_PRICE: Final = 5  # of the slips in one place
_PLACES: Final = 8

Judge = Callable[[Lattice], tuple[Rank, Callable[[int], list[float]]]]


@dataclass(slots=True)
class Room:
    """Units of work (:attr:`Lattice.work`) that are left."""

    left: int

    def take(self, grown: Lattice) -> Lattice:
        """Pays for a lattice."""
        self.left -= grown.work
        return grown


def plain(slots: list[Slot], start: Position, room: Room) -> Lattice:
    """The games that fit as it is printed."""
    return room.take(Lattice(slots, start).grow(0, min(MOST, room.left)))


def search(printed: Lattice, judge: Judge, room: Room) -> Lattice:
    """The games that fit with the cheapest slips that are found; when none fits, what fits of the beginning.

    :param printed: the lattice of the score as it is printed.
    :param judge: from a lattice, what ranks further steps, and the scores of the nodes of one of its layers.
    """
    if printed.complete:
        return printed
    start = printed.layers[0].positions[0]
    if printed.exact:
        loose = [slot._replace(loose=CHEAP) for slot in printed.slots]
        for budget in (1, 2):
            grown = room.take(Lattice(loose, start).grow(budget, min(_CHEAP_MOST, room.left)))
            if grown.complete:
                return _settled(grown, start, room)
    return _settled(_Near(printed, judge, room).run(), start, room)


class _Near:
    """Goes on from where nothing fits, place by place."""

    def __init__(self, printed: Lattice, judge: Judge, room: Room) -> None:
        self.grown = printed
        self.judge = judge
        self.room = room
        self.spent = 0

    def run(self) -> Lattice:
        """The lattice grown as far as it goes."""
        if not self.grown.exact:
            self._on()
        for _ in range(_PLACES):
            if self.grown.complete or self.room.left <= 0 or not self._mend():
                break
            self._on()
        return self.grown

    def _on(self) -> None:
        """Grows on without further slips, with a beam."""
        rank, scores = self.judge(self.grown)
        depth = self.grown.depth
        before = self.grown.work
        self.grown.grow_beam(self.spent, rank, scores(depth), 2 * _WIDTH, len(self.grown.slots))
        self.room.left -= self.grown.work - before

    def _mend(self) -> bool:
        """Finds the cheapest slips near the last layer that lead well beyond it."""
        grown = self.grown
        rank, scores = self.judge(grown)
        depth = grown.depth
        for extra in range(1, _MOST_PRICE + 1):
            for lost in (False, True) if extra >= PRICE[LOST] else (False,):
                found: Lattice | None = None
                for window in _WINDOWS:
                    back = max(0, depth - window)
                    slots, goal = _opened(grown.slots, back, depth, lost)
                    attempt = self._attempt(slots, back, goal, extra, rank, scores, exact=found is not None)
                    if attempt.depth >= goal:
                        found = attempt
                    elif found is not None:
                        break
                    if self.room.left <= 0 or not back:
                        break
                if found is not None:  # in the widest window there was room for: other slips of this price stay in
                    self.grown = found
                    self.spent += extra
                    return True
                if self.room.left <= 0:
                    return False
        return False

    def _attempt(
        self,
        slots: list[Slot],
        back: int,
        goal: int,
        extra: int,
        rank: Rank,
        scores: Callable[[int], list[float]],
        *,
        exact: bool,
    ) -> Lattice:
        """Grows on with so much more to spend: all positions if there is room, else the likeliest."""
        most = min(_CHEAP_MOST, self.room.left)
        attempt = self.room.take(self.grown.fork(slots, back).grow(self.spent + extra, most, goal))
        if attempt.depth < goal and not attempt.exact and not exact:
            attempt = self.grown.fork(slots, back)
            attempt.grow_beam(self.spent + extra, rank, scores(back), _WIDTH, goal)
            self.room.take(attempt)
        return attempt


def _opened(slots: list[Slot], back: int, depth: int, lost: bool) -> tuple[list[Slot], int]:
    """The slots with every slip granted from one to another; and which slot must be reached to believe in one."""
    window = [slot._replace(loose=EVERY) for slot in slots[back : depth + 1]]
    if lost:
        gap = Slot(hidden="may", loose=LOST)
        window = [slot for printed in window for slot in (gap, printed)]
    opened = slots[:back] + window + slots[depth + 1 :]
    return opened, min(len(opened), back + len(window) + _BEYOND)


def _settled(grown: Lattice, start: Position, room: Room) -> Lattice:
    """The exact lattice with the slips of the cheapest games granted where those have them.

    A man's untold origin is no misprint: where one is granted, one more is, anywhere.
    """
    cheapest = grown.cheapest()
    grown.prune(cheapest)
    slots: list[Slot] = []
    untold = False
    for slot, layer in zip(grown.slots, grown.layers[1:], strict=False):
        slips = 0
        for edge in layer.edges:
            slips |= edge.slips
        untold = untold or bool(slips & UNTOLD)
        if slot.hidden != "may" or slips:
            slots.append(slot._replace(loose=slips))
    rest = [slot._replace(loose=0) for slot in grown.slots[grown.depth :] if slot.hidden != "may"]
    if untold:
        slots = [slot._replace(loose=slot.loose | UNTOLD) for slot in slots]
    exact = room.take(Lattice(slots + rest, start).grow(cheapest + untold, min(MOST, max(room.left, _CHEAP_MOST))))
    if exact.depth >= len(slots):
        return exact
    return grown
