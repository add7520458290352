"""Finds the likeliest readings of a damaged page by a beam search in which every slip is possible everywhere.

The page is read from the first ply to the last like a noisy message.  At each ply, every position in the beam is
continued by all moves that the printed word may stand for, each with its weight.  Equal positions are merged; positions
that are much worse than the best, and those beyond a certain number, are cut.  The best of those cut remain in the
chain as ends of their own, so that the weights of the others account for what was left out
(:class:`~kriegnote.restoration.figurine_model.Chain`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.chess.position import Position
from kriegnote.restoration.figurine_model import Arcs, Chain, Shown, Table
from kriegnote.restoration.lattice import Edge, Lattice, Layer, moves
from kriegnote.restoration.possible_boards import PossibleBoards
from kriegnote.restoration.printed_slot import EVERY, LOST, PER_PRICE, PRICE, SKIP, SWAPPED_AGAIN, SWAPPED_ONCE, Slot
from kriegnote.restoration.weights import Weights

WIDTH: Final = 15_000  # positions that are followed in the whole page
_WIDEST: Final = 500  # positions that are followed at one ply
_LEAVES: Final = 4  # positions that stay in the chain, per position that is followed
_SLACK: Final = 3.0  # how much worse than the worst position of a full beam the next one may be (logarithm)
_MOST_SPENT: Final = 1.75  # average cost of a ply up to which the plies after a deepened one are kept (logarithm)
_MISSED: Final = 12.0  # a cut position that was better than all later ones by this much is followed (logarithm)
_WIDEST_RETRY: Final = 4  # widest beam for that, as a multiple of the usual one
_MOST_RETRIES: Final = 3  # how often per page that is done
_MOST_DEEPENED: Final = 1  # how often per page the margin is enlarged by half, where no reading is within it
_PENDING: Final = 1  # habit: the second word of this turn was played first
_EXCHANGES: Final = 2  # habit: the plies of some turn were swapped, which makes further swaps likelier
MARGIN: Final = 16.0  # how much worse than the best a position may be (logarithm)
_NARROWER: Final = 3.0  # most by which the margin is reduced where slips are likelier than usual


class Decoded(NamedTuple):
    """The readings that were followed, with their weights; ``score``: the logarithm of the likeliest one's weight."""

    lattice: Lattice
    chain: Chain
    score: float


class _Step(NamedTuple):
    """A step between two nodes: its move, slips, weight (a logarithm) and the glyphs that it explains."""

    source: int
    target: int
    move: int
    slips: int
    weight: float
    shown: Shown


class _Play(NamedTuple):
    """A move as one reading of a slot, the position and habits after it, its weight and the glyphs that it explains."""

    move: int
    slips: int
    position: Position
    habit: int
    weight: float
    shown: Shown


class _Word(NamedTuple):
    """A printed word that may be played at a slot.

    ``budget``: the price that its slips may have.  ``slips``: those that reading this word at this slot implies.
    ``habit``: that of the way after it.
    """

    slot: Slot
    budget: int
    slips: int
    habit: int


@dataclass(slots=True)
class _Layer:
    """The positions (nodes) before a slot, and the steps that lead to them.

    ``scores``: of the best way to each node.  ``kept``: the nodes that are followed, the best first.  ``cut``: further
    nodes, which stay as ends.  ``habits``: what the ways to each node did before (:data:`_PENDING`,
    :data:`_EXCHANGES`).
    """

    positions: list[Position] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    steps: list[_Step] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    habits: list[int] = field(default_factory=list)
    _numbers: dict[object, int] = field(default_factory=dict)

    def add_node(self, position: Position, habit: int) -> int:
        """The node of a position and a habit; it is added if it is new."""
        key = (position.key(), habit)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.positions)
            self.positions.append(position)
            self.scores.append(-math.inf)
            self.habits.append(habit)
        return found

    def follow(self, width: int) -> None:
        """Keeps the best ``width`` nodes, and :data:`_LEAVES` times as many in all counting ends."""
        order = sorted(range(len(self.scores)), key=lambda node: (-self.scores[node], _pseudorandom(node)))
        self.kept, self.cut = order[:width], order[width : _LEAVES * width]

    def best_cut(self) -> float:
        """The score of the best node that is not followed; minus infinity if there is none."""
        return self.scores[self.cut[0]] if self.cut else -math.inf


def opened(slots: list[Slot]) -> list[Slot]:
    """The slots with every slip granted, and an additional one before each printed ply for a ply that may be lost."""
    gap = Slot(absent="possible", loose=LOST)
    loose = [slot._replace(loose=EVERY) if slot.absent != "possible" else slot for slot in slots]
    return [one for slot in loose for one in ((gap, slot) if slot.absent is None and not slot.lone else (slot,))]


def decode(
    slots: list[Slot],
    start: Position,
    weights: Weights,
    table: Table,
    *,
    wider: float = 1.0,
    margin: float = MARGIN,
    most: int = 1 << 60,
    boards: PossibleBoards | None = None,
) -> Decoded:
    """The likeliest readings of a page, up to its end or as far as any goes.

    :param slots: each with the slips that it grants (``loose``): see :func:`opened`.
    :param table: what the glyphs are believed to stand for.
    :param wider: the width of the beam, as a multiple of the usual one.
    :param margin: how much worse than the best a position may be, as a logarithm.
    :param most: units of work (see :class:`~kriegnote.restoration.lattice.Lattice`) after which the search stops.
    :param boards: the possible boards of each side; positions with any others are left out.
    """
    return _Decoder(Lattice(slots, start, boards), weights, table, wider, margin).run(start, most)


class _Decoder:
    """One pass over a page.  ``scales``: the width of the beam before each slot, as a multiple of the usual one."""

    def __init__(self, lattice: Lattice, weights: Weights, table: Table, wider: float, margin: float) -> None:
        slots = lattice.slots
        self.lattice = lattice
        self.lattice.exact = False
        self.plain = [slot._replace(loose=0) for slot in slots]
        self.weights = weights
        self.table = table
        self.width = int(wider * min(_WIDEST, WIDTH / sum(slot.absent != "possible" for slot in slots))) + 1
        self.margin = margin - min(_NARROWER, weights.rates.likelier())
        self.partners = _turns(slots)
        self.scales = [1] * (len(slots) + 1)
        self.deepened = self.deepest = 0
        typed = any(slot.letter for slot in slots) and all(slot.letter or not slot.figurine for slot in slots)
        # not with figurines, as each costs something in any reading
        self.again = _MOST_RETRIES if typed and lattice.boards is None else 0

    def run(self, start: Position, most: int) -> Decoded:
        """The readings of the page, from its first ply on.

        Where the best position that was cut was much better than all that followed, the search goes back and continues
        from there with a wider beam.
        """
        slots, lattice = self.lattice.slots, self.lattice
        layers = [_Layer([start], [0.0], kept=[0], habits=[0])]
        while len(layers) <= len(slots) and lattice.work <= most:
            at = len(layers) - 1
            layer = self._advance(layers[-1], at)
            if layer.positions:
                layer.follow(self.width * self.scales[at + 1])
                layers.append(layer)
            missed = self._missed(layers, max(layer.scores, default=-math.inf))
            if missed is not None and self.again and lattice.work < most / 3:
                self.again -= 1
                for between in range(missed, at + 2):
                    self.scales[between] *= 2
                del layers[missed + 1 :]
                layers[missed].follow(self.width * self.scales[missed])
            elif not layer.positions:
                break
        if self.deepened and max(layers[-1].scores) < -_MOST_SPENT * sum(
            slot.ply is not None for slot in slots[: len(layers)]
        ):
            del layers[self.deepest + 1 :]  # the plies after it are as unlikely: deepening did not help
        return _pruned(lattice, layers)

    def _missed(self, layers: list[_Layer], best: float) -> int | None:
        """The index of the first layer where a much better position than the best of the last layer was cut."""
        return next(
            (
                at
                for at, layer in enumerate(layers[:-1])
                if self.scales[at] < _WIDEST_RETRY and layer.best_cut() > best + _MISSED
            ),
            None,
        )

    def _advance(self, before: _Layer, index: int) -> _Layer:
        """The layer after a slot; empty if no reading is likely enough."""
        width, margin = self.width * self.scales[index], self.margin
        worst = before.scores[before.kept[-1]] - _SLACK if len(before.kept) == width else -1e300
        floor = before.scores[before.kept[0]] - margin
        layer = self._layer_above(before, index, max(floor, worst))
        if worst > floor and len(layer.positions) < width // 2:
            layer = self._layer_above(before, index, floor)
        deeper = floor
        # all readings are worse than the margin allows
        while not layer.positions and deeper > floor - margin and self.deepened < _MOST_DEEPENED:
            deeper -= margin / 2
            self.deepened, self.deepest = self.deepened + 1, index
            layer = self._layer_above(before, index, deeper)
        least = max(layer.scores, default=floor) - margin
        if self.scales[index] > 1 and least < floor - _MISSED / 2:  # every reading of this word is dear
            layer = self._layer_above(before, index, least)
        return layer

    def _layer_above(self, before: _Layer, index: int, floor: float) -> _Layer:
        """The layer after the positions that are followed, without what scores less than ``floor``."""
        lattice = self.lattice
        slot = lattice.slots[index]
        last = index + 1 == len(lattice.slots)
        after = _Layer()
        lowest = floor
        margin = before.scores[before.kept[0]] - floor
        likelier = self.weights.rates.likelier(slot.ply)
        gap = slot.absent == "possible" and not slot.lone and not last
        lost = self.weights.rates.of(LOST) - PER_PRICE * PRICE[LOST]
        for source in before.kept:
            score = before.scores[source]
            if score < floor:
                break
            position = before.positions[source]
            lattice.work += 3 if slot.absent == "possible" else 60 * position.slowness
            budget, habit = int((score - floor + likelier) / PER_PRICE), before.habits[source]
            if gap and (score + lost < lowest or habit & _PENDING):  # nothing was lost
                lattice.work += 12
                target = after.add_node(position, habit)
                after.steps.append(_Step(source, target, SKIP, 0, 0.0, ()))
                after.scores[target] = max(after.scores[target], score)
                continue
            for one in self._plays(index, position, habit, budget):
                value = score + one.weight + sum(self.table[number][man] for number, man in one.shown)
                if value < lowest:
                    continue
                lattice.work += 12
                target = after.add_node(one.position, one.habit)
                end = self.weights.end(after.positions[target]) if last else 0.0
                after.steps.append(_Step(source, target, one.move, one.slips, one.weight + end, one.shown))
                if value + end > after.scores[target]:
                    after.scores[target] = value + end
                    lowest = max(lowest, value + end - margin)
        return after

    def _plays(self, index: int, position: Position, habit: int, budget: int) -> Iterator[_Play]:
        """The moves that may have been played at a slot.

        :param habit: that of the way to this position.
        :param budget: the highest total price of the slips.
        """
        slot, boards, weights = self.lattice.slots[index], self.lattice.boards, self.weights
        for word in self._words(index, habit, budget):
            for move, slips, _, new in moves(position, word.slot, word.budget):
                if boards is not None and not boards.hold(index + 1, new):
                    continue
                # a swap is paid for once, at its first ply
                paid = (slips | word.slips) if word.habit & _PENDING else slips
                weight = weights.step(word.slot, position, move, paid, new, slot)
                shown = weights.shown(word.slot, position, move)
                yield _Play(move, slips | word.slips, new, word.habit, weight, shown)

    def _words(self, index: int, habit: int, budget: int) -> Iterator[_Word]:
        """The words that may stand for the move at a slot: its own, and the other one of its turn.

        :param habit: that of the way to this position.
        :param budget: the highest total price of the slips.
        """
        slot = self.lattice.slots[index]
        other = self.lattice.slots[self.partners[index]] if index in self.partners else None
        plain = self.plain[index]
        exchange = SWAPPED_AGAIN if habit & _EXCHANGES else SWAPPED_ONCE
        if habit & _PENDING:  # the slot's own word was played one ply ago; slots without a word pass the habit on
            yield _Word(plain, 0, 0, habit) if other is None else _Word(other, budget, exchange, _EXCHANGES)
            return
        yield _Word(slot if budget else plain, budget, 0, habit)
        if other is not None and slot.white and slot.loose & exchange and budget >= PRICE[exchange]:
            yield _Word(other, budget - PRICE[exchange], exchange, _PENDING | _EXCHANGES)


def _pseudorandom(node: int) -> int:
    """A pseudorandom number for a node, which decides between equal scores: so no kind of move is preferred."""
    return node * 2_654_435_761 % 4_294_967_296


def _turns(slots: list[Slot]) -> dict[int, int]:
    """For each slot of a turn of which both plies are printed and readable, the index of the other slot."""
    printed = [at for at, slot in enumerate(slots) if slot.absent is None]
    found: dict[int, int] = {}
    for one, other in pairwise(printed):
        first, second = slots[one], slots[other]
        neighbours = first.ply is not None and second.ply == first.ply + 1
        if (
            neighbours
            and first.white
            and not second.white
            and None not in (first.parts, second.parts)
            and not first.again
        ):
            found |= {one: other, other: one}
    return found


def _pruned(lattice: Lattice, layers: list[_Layer]) -> Decoded:
    """All that leads to the last layer or to a node that was cut, as a lattice and a chain."""
    ends = (*layers[-1].kept, *layers[-1].cut)
    number = {old: new for new, old in enumerate(sorted(ends))}  # new numbers of the nodes that stay
    made = [Layer([layers[-1].positions[old] for old in number], [0] * len(number), [])]
    arcs: list[Arcs] = []
    cut: list[list[int]] = [[]]
    for layer, following in zip(layers[-2::-1], layers[:0:-1], strict=True):
        targets = number
        kept = [one for one in following.steps if one.target in targets]
        dropped = set(layer.cut)
        number = {old: new for new, old in enumerate(sorted({one.source for one in kept} | dropped))}
        made[-1].edges = [Edge(number[one.source], targets[one.target], one.move, one.slips) for one in kept]
        arcs.append(_arcs(kept, number, targets))
        made.append(Layer([layer.positions[old] for old in number], [0] * len(number), []))
        cut.append([number[old] for old in dropped])
    lattice.layers = made[::-1]
    chain = Chain([len(layer.positions) for layer in lattice.layers], arcs[::-1], cut[::-1])
    return Decoded(lattice, chain, max(layers[-1].scores))


def _arcs(kept: list[_Step], sources: dict[int, int], targets: dict[int, int]) -> Arcs:
    numbers: dict[Shown, int] = {}
    arcs = Arcs()
    for one in kept:
        arcs.sources.append(sources[one.source])
        arcs.targets.append(targets[one.target])
        arcs.weights.append(one.weight)
        arcs.shows.append(numbers.setdefault(one.shown, len(numbers)))
    arcs.shown.extend(numbers)
    return arcs
