"""The likeliest readings of a damaged page: every slip granted everywhere, the best positions followed.

A page is read from its first ply to its last like a noisy message: at every ply each position that is followed goes on
by all that the printed word may stand for, with what that costs; equal positions are one; those that are much worse
than the best, and those beyond a number, are cut.  What was cut stays in the chain as an end of its own, so that the
weights of what was kept know what they leave out (:class:`~kriegnote.restoration.figurine_model.Chain`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.chess.position import Position
from kriegnote.restoration.figurine_model import Arcs, Chain, Shown, Table
from kriegnote.restoration.lattice import Edge, Lattice, Layer, moves
from kriegnote.restoration.possible_boards import PossibleBoards
from kriegnote.restoration.printed_slot import EVERY, EXCHANGED, LOST, PER_PRICE, PRICE, Slot
from kriegnote.restoration.weights import Weights

WIDTH: Final = 15_000  # positions that are followed, all plies together,
_WIDEST: Final = 500  # and at one ply
_LEAVES: Final = 4  # times as many positions stay in the chain as are followed
_SLACK: Final = 3.0  # how much worse than the worst that was followed a next position may be
_SPENT: Final = 1.75  # what a ply may cost on the average behind such a place
_DEEPENED: Final = 1  # times that half as much more is followed, where no reading is within the margin
MARGIN: Final = 16.0  # how much worse than the best a position may be, a logarithm


class Decoded(NamedTuple):
    """The readings that were followed, and their weights; ``score``: of the likeliest, a logarithm."""

    lattice: Lattice
    chain: Chain
    score: float


class _Step(NamedTuple):
    source: int
    target: int
    move: int
    slips: int
    weight: float
    shown: Shown


@dataclass(slots=True)
class _Layer:
    """The positions before a slot, the score of the best way to each, which are followed, and the steps to them."""

    positions: list[Position]
    scores: list[float]
    steps: list[_Step]
    kept: list[int]
    cut: list[int]
    pending: set[int]  # where the second word of a turn was played first


def opened(slots: list[Slot]) -> list[Slot]:
    """The slots with every slip granted, and one more before each printed ply, for a ply that may have been lost."""
    gap = Slot(hidden="may", loose=LOST)
    loose = [slot._replace(loose=EVERY) if slot.hidden != "may" else slot for slot in slots]
    return [one for slot in loose for one in ((gap, slot) if slot.hidden is None and not slot.lone else (slot,))]


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
    """Reads a page.

    :param slots: what they grant (``loose``) is what may be wrong with them: see :func:`opened`.
    :param table: what its glyphs are believed to stand for.
    :param wider: how many times the usual number of positions is followed.
    :param most: units of work (see :class:`~kriegnote.restoration.lattice.Lattice`), after which it is given up.
    :param boards: where the men of each side can stand at all.
    """
    lattice = Lattice(slots, start, boards)
    lattice.exact = False
    width = int(wider * min(_WIDEST, WIDTH / sum(slot.hidden != "may" for slot in slots))) + 1
    partners = _turns(slots)
    layers = [_Layer([start], [0.0], [], [0], [], set())]
    deepened = deepest = 0
    for index, slot in enumerate(slots):
        before = layers[-1]
        worst = before.scores[before.kept[-1]] - _SLACK if len(before.kept) == width else -1e300
        floor = before.scores[before.kept[0]] - margin
        words = slot, slots[partners[index]] if index in partners else None
        layer = _next(before, words, weights, table, max(floor, worst), lattice, index)
        if worst > floor and len(layer.positions) < width // 2:
            layer = _next(before, words, weights, table, floor, lattice, index)
        deeper = floor
        while not layer.positions and deeper > floor - margin and deepened < _DEEPENED:  # all readings cost more here
            deeper -= margin / 2
            deepened, deepest = deepened + 1, index
            layer = _next(before, words, weights, table, deeper, lattice, index)
        if not layer.positions:
            break
        order = sorted(range(len(layer.scores)), key=lambda node: (-layer.scores[node], _drawn(node)))
        layer.kept = order[:width]
        layer.cut = order[width : _LEAVES * width]
        layers.append(layer)
        if lattice.work > most:
            break
    if deepened and max(layers[-1].scores) < -_SPENT * sum(slot.ply >= 0 for slot in slots[: len(layers)]):
        del layers[deepest + 1 :]  # what follows is as bad: that was no way out
    return _pruned(lattice, layers)


def _drawn(node: int) -> int:
    """A place by lot among equals: of those that look alike a fair part is followed, not those that came first."""
    return node * 2_654_435_761 % 4_294_967_296


def _turns(slots: list[Slot]) -> dict[int, int]:
    """Of each printed ply of a turn, where the other one stands."""
    printed = [at for at, slot in enumerate(slots) if slot.hidden is None]
    found: dict[int, int] = {}
    for one, other in pairwise(printed):
        first, second = slots[one], slots[other]
        if first.white and second.ply == first.ply + 1 and None not in (first.parts, second.parts) and not first.again:
            found |= {one: other, other: one}
    return found


def _next(
    before: _Layer,
    words: tuple[Slot, Slot | None],
    weights: Weights,
    table: Table,
    floor: float,
    lattice: Lattice,
    index: int,
) -> _Layer:
    """The layer behind the positions that are followed: what is no worse than the ``floor``.

    :param words: what stands here, and the other word of the turn.
    """
    slot, other = words
    last, boards = index + 1 == len(lattice.slots), lattice.boards
    after = _Layer([], [], [], [], [], set())
    found: dict[object, int] = {}
    lowest = floor
    margin = before.scores[before.kept[0]] - floor
    plain = slot._replace(loose=0)
    ends: dict[int, float] = {}
    for source in before.kept:
        score = before.scores[source]
        left = int((score - floor) / PER_PRICE)
        if score < floor:
            break
        position = before.positions[source]
        lattice.work += 3 if slot.hidden == "may" else 60
        readings: list[tuple[Slot, int, int, bool]]
        if source in before.pending:  # the other word of the turn is next, or a ply that is not printed
            readings = [(plain, 0, 0, True)] if other is None else [(other, left, EXCHANGED, False)]
        else:
            readings = [(slot if left else plain, left, 0, False)]
            if other is not None and slot.white and slot.loose & EXCHANGED and left >= PRICE[EXCHANGED]:
                readings.append((other, left - PRICE[EXCHANGED], EXCHANGED, True))
        for word, budget, exchange, pending in readings:
            for move, slips, _, new in moves(position, word, budget):
                if boards is not None and not boards.hold(index + 1, new):
                    continue
                weight = weights.step(word, position, move, slips | exchange if pending else slips, new, slot)
                slips |= exchange
                shown = weights.shown(word, position, move)
                value = score + weight + sum(table[number][man] for number, man in shown)
                if value < lowest:
                    continue
                lattice.work += 12
                key = (new.key(), pending)
                target = found.get(key, -1)
                if target < 0:
                    target = found[key] = len(after.positions)
                    after.positions.append(new)
                    after.scores.append(-1e300)
                    if pending:
                        after.pending.add(target)
                    if last:
                        ends[target] = weights.end(new)
                if last:
                    weight += ends[target]
                    value += ends[target]
                after.steps.append(_Step(source, target, move, slips, weight, shown))
                if value > after.scores[target]:
                    after.scores[target] = value
                    lowest = max(lowest, value - margin)
    return after


def _pruned(lattice: Lattice, layers: list[_Layer]) -> Decoded:
    """What leads to the last layer or to a position that was cut, as a lattice and a chain."""
    ends = (*layers[-1].kept, *layers[-1].cut)
    number = {old: new for new, old in enumerate(sorted(ends))}  # of the nodes that stay, layer by layer
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
