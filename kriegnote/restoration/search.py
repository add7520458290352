"""Looks for the slips of a damaged score: the cheapest that let a legal game through.

First as printed; then with cheap slips anywhere; then, since a score that is wrong somewhere mostly stops fitting a few
plies later, with any slip near the ply where it stops, the likeliest positions first.  At last the lattice is grown
again from the start, exactly, with the slips that were found granted where they were found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.restoration.lattice import KEPT, Lattice, Rank
from kriegnote.restoration.printed_slot import CHEAP, EVERY, EXPLAINED, LOST, PRICE, UNTOLD, Slot

MOST: Final = 1_500_000  # units of work (see Lattice.work) in one exact lattice: about a second
_FEW: Final = 1500  # positions in a layer that a beam may start from
ATTEMPT: Final = 400_000  # in one attempt with slips
_WIDTH: Final = 120  # of a beam
_BEAM_WINDOW: Final = 12  # the widest window that a beam looks through
_ALREADY: Final = {3: 6, 5: 3}  # once so much was spent in vain, so many plies more are believed
_BEYOND: Final = 14  # plies that must fit behind a slip before it is believed
_WINDOWS: Final = (3, 12, 36)  # plies before the place where nothing fits
_MOST_PRICE: Final = 5  # of the slips in one place
_PLACES: Final = 60
_NEAR: Final = 6  # plies before the last layer in which the plies of a turn are exchanged
_BEAMS: Final = ((24, 10.0), (80, 13.0), (200, 16.0))  # positions that are followed, and how much worse they may be
_DENSEST: Final = 0.75  # what slips may cost a ply, where they are everywhere
DEARER: Final = 2  # by how much another explanation of a wrong word may be dearer than the cheapest
_SWAPPED_FOR: Final = 4  # plies that must fit behind an exchanged turn before it is believed
_SWAP: Final = 3  # the price of a turn whose plies stand in each other's place

Judge = Callable[[Lattice], tuple[Rank, Callable[[int], list[float]]]]


@dataclass(slots=True)
class Room:
    """Units of work (:attr:`Lattice.work`) that are left, and how many times the usual effort is made."""

    left: int
    effort: int = 1

    @property
    def most(self) -> int:
        """What one exact lattice may take."""
        return min(MOST * self.effort, self.left)

    @property
    def attempt(self) -> int:
        """What one attempt with slips may take."""
        return min(ATTEMPT * self.effort, self.left)

    def part(self, left: int) -> Room:
        """A room of its own size, for the same effort."""
        return Room(left, self.effort)

    def take(self, grown: Lattice) -> Lattice:
        """Pays for a lattice."""
        self.left -= grown.work
        return grown


def plain(slots: list[Slot], start: Position, room: Room) -> Lattice:
    """The games that fit as it is printed."""
    return room.take(Lattice(slots, start).grow(0, room.most))


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
            grown = room.take(Lattice(loose, start).grow(budget, room.attempt))
            if grown.complete:
                return _settled(grown, start, room)
    return _settled(_Near(printed, judge, room).run(), start, room, printed if printed.exact else None)


class _Near:
    """Goes on from where nothing fits, place by place."""

    def __init__(self, printed: Lattice, judge: Judge, room: Room) -> None:
        self.grown = printed
        self.judge = judge
        self.room = room
        self.spent = 0
        self.furthest: Lattice | None = None  # as far as a beam went in vain

    def run(self) -> Lattice:
        """The lattice grown as far as it goes."""
        if not self.grown.exact:
            self._on()
        for _ in range(_PLACES):
            if self.grown.complete or self.room.left <= 0:
                break
            if self._mend(range(1, _SWAP + 1)):
                self._on()
            elif self._decode():
                break
            elif self._mend(range(_SWAP + 1, _MOST_PRICE + 1)):
                self._on()
            else:
                break
        if not self.grown.complete and self.furthest is not None and self.furthest.passed > self.grown.passed:
            return self.furthest
        return self.grown

    def _decode(self) -> bool:
        """Goes on with any slip anywhere, the likeliest positions only; whether that leads to the end or further."""
        depth = self.grown.depth
        back = max(0, depth - _WINDOWS[-1])
        self.grown.prune(upto=back)
        rank, scores = self.judge(self.grown)
        slots = _opened(self.grown.slots, back, len(self.grown.slots), True)[0]
        best = self.grown
        for width, margin in _BEAMS:
            attempt = self.grown.fork(slots, back)
            attempt.grow_beam(1 << 20, rank, scores(back), width * self.room.effort, len(slots), margin)
            self.room.take(attempt)
            if attempt.complete and attempt.cheapest() - self.spent > _DENSEST * (len(self.grown.slots) - back):
                continue  # nothing of what is printed would be left
            if attempt.passed > best.passed:
                best = attempt
            if attempt.complete or self.room.left <= 0:
                break
        if best.complete:
            self.grown = best
        elif best is not self.grown and (self.furthest is None or best.passed > self.furthest.passed):
            self.furthest = best
        return best.complete

    def _on(self) -> None:
        """Grows on without further slips, with a beam where there is no room for everything."""
        grown = self.grown
        before = grown.work
        most = self.room.attempt
        grown.grow(self.spent, before + most)
        self.room.left -= grown.work - before
        if grown.work - before > most:
            depth = max(index for index, layer in enumerate(grown.layers) if len(layer.positions) <= _FEW)
            self.grown = grown = grown.fork(grown.slots, depth)
            grown.prune(upto=max(0, depth - _WINDOWS[-1]))
            rank, scores = self.judge(grown)
            grown.grow_beam(self.spent, rank, scores(depth), 2 * _WIDTH * self.room.effort, len(grown.slots))
            self.room.take(grown)

    def _mend(self, prices: range) -> bool:
        """Finds the cheapest slips near the last layer that lead well beyond it; else those that lead furthest."""
        depth = self.grown.depth
        self.grown.prune(upto=max(0, depth - _WINDOWS[-1]))
        ranked = self.judge(self.grown)
        furthest: tuple[int, int, Lattice] | None = None
        for extra in prices:
            for lost in (False, True) if extra >= PRICE[LOST] else (False,):
                found: Lattice | None = None
                for window in _WINDOWS:
                    back = max(0, depth - window)
                    attempt, goal = self._attempt(back, extra, lost, None if found or window > _BEAM_WINDOW else ranked)
                    if attempt.depth >= goal:
                        found = attempt  # and on to a wider window: other slips of this price are to stay in
                    elif found is not None:
                        break
                    else:
                        passed = attempt.passed - self.grown.passed
                        if furthest is None or passed > furthest[0]:
                            furthest = (passed, extra, attempt)
                    if self.room.left <= 0 or not back:
                        break
                if found is not None:
                    return self._take(found, extra)
            if extra == _SWAP and (swapped := self._swapped()) is not None:
                passed = swapped.passed - self.grown.passed
                if passed >= _BEYOND or swapped.complete:
                    return self._take(swapped, 0)
                if furthest is None or passed > furthest[0]:
                    furthest = (passed, 0, swapped)
                    if passed >= _SWAPPED_FOR:
                        return self._take(swapped, 0)
            wanted = _ALREADY.get(extra)
            if furthest is not None and wanted and furthest[0] >= wanted:
                return self._take(furthest[2], furthest[1])
            if self.room.left <= 0:
                break
        return False

    def _swapped(self) -> Lattice | None:
        """The lattice with turns near the last layer exchanged, as far as that leads."""
        best = self._one_swapped(self.grown)
        further = best
        while further is not None and not further.complete and self.room.left > 0:
            further = self._one_swapped(further)
            best = further or best
        return best

    def _one_swapped(self, grown: Lattice) -> Lattice | None:
        slots, depth = grown.slots, grown.depth
        best: Lattice | None = None
        for first in range(min(depth, len(slots) - 2), max(-1, depth - _NEAR), -1):
            if not _is_turn(slots, first):
                continue
            one, other = (slot._replace(swapped=True) for slot in slots[first : first + 2])
            turned = [*slots[:first], other, one, *slots[first + 2 :]]
            goal = min(len(slots), depth + _BEYOND)
            attempt = self.room.take(grown.fork(turned, first).grow(self.spent, self.room.attempt, goal))
            if attempt.depth > depth and (best is None or attempt.depth > best.depth):
                best = attempt
        return best

    def _take(self, grown: Lattice, extra: int) -> bool:
        self.grown = grown
        self.spent += extra
        return True

    def _attempt(
        self, back: int, extra: int, lost: bool, ranked: tuple[Rank, Callable[[int], list[float]]] | None
    ) -> tuple[Lattice, int]:
        """Grows from a layer on with so much more to spend, and the slot to be reached.

        All positions are kept if there is room; else, if they are ``ranked``, the likeliest.
        """
        slots, goal = _opened(self.grown.slots, back, self.grown.depth, lost)
        most = self.room.attempt
        attempt = self.room.take(self.grown.fork(slots, back).grow(self.spent + extra, most, goal))
        if attempt.depth < goal and attempt.work > most and ranked is not None:
            rank, scores = ranked
            attempt = self.grown.fork(slots, back)
            attempt.grow_beam(self.spent + extra, rank, scores(back), _WIDTH * self.room.effort, goal)
            self.room.take(attempt)
        return attempt, goal


def _is_turn(slots: list[Slot], first: int) -> bool:
    """Whether two slots are the printed plies of one turn."""
    one, other = slots[first], slots[first + 1]
    return one.white and other.ply == one.ply + 1 and not one.swapped and None not in (one.parts, other.parts)


def _opened(slots: list[Slot], back: int, depth: int, lost: bool) -> tuple[list[Slot], int]:
    """The slots with every slip granted from one to another; and which slot must be reached to believe in one."""
    window = [slot._replace(loose=EVERY) for slot in slots[back : depth + 1]]
    if lost:
        gap = Slot(hidden="may", loose=LOST)
        window = [slot for printed in window for slot in (gap, printed)]
    opened = slots[:back] + window + slots[depth + 1 :]
    return opened, min(len(opened), back + len(window) + _BEYOND)


def _settled(grown: Lattice, start: Position, room: Room, printed: Lattice | None = None) -> Lattice:
    """The exact lattice with the slips of the cheapest games granted where those have them.

    Up to the first slip it is that of the score as ``printed``, if that is known there.

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
        if slot.hidden != "may" or slot.lone or slips:
            slots.append(slot._replace(loose=slips))
    reached = len(slots)
    rest = [slot._replace(loose=0) for slot in grown.slots[grown.depth :] if slot.hidden != "may" or slot.lone]
    if untold:
        slots = [slot._replace(loose=slot.loose | UNTOLD) for slot in slots]
    slots += rest
    exact = Lattice(slots, start)
    first = next((index for index, slot in enumerate(slots) if slot.loose), len(slots))
    if printed is not None and first >= printed.depth - KEPT:
        exact = printed.fork(slots, min(first, printed.depth))
    wider = [slot._replace(loose=EXPLAINED) if slot.loose & ~UNTOLD & EXPLAINED else slot for slot in slots]
    if wider != slots and grown.complete:  # a word that is wrong may be wrong otherwise, a little less cheaply
        other = exact.fork(wider, exact.depth)
        room.take(other.grow(cheapest + untold + DEARER, max(room.attempt, ATTEMPT)))
        if other.complete:
            return other
    room.take(exact.grow(cheapest + untold, max(room.most, ATTEMPT)))
    if exact.depth >= reached:
        return exact
    return grown
