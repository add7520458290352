"""The lattice: all legal games that fit a printed score, as positions in layers, one layer per ply.

Printed figurines are not reliable, so each stands for any piece; squares, captures, checks, mates, castling and
disambiguation are taken as printed.  Equal positions (:meth:`Position.key`) are merged, so that the games that fit can
be counted exactly (:meth:`Lattice.readings`).

Any other mistake of a writer or a scanner is a *slip* and has a price
(:data:`kriegnote.restoration.printed_slot.PRICE`).  A lattice is grown within a budget: each node is a position
together with the price of the slips on the way to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from kriegnote.chess.position import LETTERS, Position
from kriegnote.restoration.possible_boards import PossibleBoards
from kriegnote.restoration.printed_slot import AMBIGUOUS, CHECK, ORIGIN, PRICE, SKIP, SQUARE, Slot
from kriegnote.restoration.steps import false_mark, steps

KEPT: Final = 40  # last layers of a growing lattice that are not pruned yet


class Edge(NamedTuple):
    """A step from a node of one layer to a node of the next, by a move (:data:`SKIP` for none) with its slips."""

    source: int
    target: int
    move: int
    slips: int


@dataclass(slots=True)
class Layer:
    """The positions before a ply, the price of the slips on the way to each, and the edges that lead to them."""

    positions: list[Position]
    costs: list[int]
    edges: list[Edge]


class Lattice:
    """All games within a budget of slips.

    ``layers[i]`` are the positions before slot i; ``layers[-1]`` the last ones that were reached.  ``exact``: nothing
    was left out to save work.  ``work``: the work done, in units of about a microsecond.

    :param boards: the possible boards of each side; positions with any others are left out.
    """

    def __init__(self, slots: list[Slot], start: Position, boards: PossibleBoards | None = None) -> None:
        self.slots = slots
        self.boards = boards
        self.layers = [Layer([start], [0], [])]
        self.work = 0
        self.exact = True
        self._pruned = 0  # up to this layer there are no dead ends

    @property
    def depth(self) -> int:
        """The number of slots that were passed."""
        return len(self.layers) - 1

    @property
    def complete(self) -> bool:
        """Whether the end of the page was reached."""
        return self.depth == len(self.slots)

    def grow(self, budget: int, most: int) -> Lattice:
        """Grows to the end of the page, or until nothing fits or the work exceeds ``most``; returns the lattice itself.

        :param budget: highest price of the slips of a game.
        :param most: units of work; if they are exceeded, the last layer is dropped and the lattice is not ``exact``.
        """
        while not self.complete:
            layer = self._step(budget, most)
            if self.work > most:
                self.exact = False
                break
            if not layer.positions:
                break
            self.layers.append(layer)
            if self.depth % 32 == 0 and self.depth > KEPT:
                self.prune(upto=self.depth - KEPT)
        return self

    def _step(self, budget: int, most: int) -> Layer:
        """The next layer; incomplete if the work exceeds ``most``."""
        slot = self.slots[self.depth]
        before = self.layers[-1]
        if slot.absent == "possible" and not slot.loose:
            same = [Edge(node, node, SKIP, 0) for node in range(len(before.positions))]
            return Layer(before.positions, before.costs, same)
        found: dict[tuple[object, int], int] = {}
        after = Layer([], [], [])
        unseen = 3 if slot.only else 250 if slot.word else 150
        for source, (position, spent) in enumerate(zip(before.positions, before.costs, strict=True)):
            self.work += position.slowness * (unseen if slot.parts is None else 40 if slot.loose else 3)
            if self.work > most:
                break
            for move, slips, price, new in moves(position, slot, budget - spent):
                self.work += 8
                if self.boards is not None and not self.boards.hold(self.depth + 1, new):
                    continue
                key = (new.key(), spent + price)
                target = found.get(key, -1)
                if target < 0:
                    target = found[key] = len(after.positions)
                    after.positions.append(new)
                    after.costs.append(spent + price)
                after.edges.append(Edge(source, target, move, slips))
        return after

    def prune(self, upto: int | None = None) -> None:
        """Removes all nodes and edges that do not lead to the last layer, or to layer ``upto``."""
        last = self.depth if upto is None else upto
        alive = set(range(len(self.layers[last].positions)))
        for index in range(last, 0, -1):
            layer = self.layers[index]
            if index <= self._pruned and len(alive) == len(layer.positions):
                break  # before this layer there are no dead ends left
            number = {old: new for new, old in enumerate(sorted(alive))}
            kept = [edge for edge in layer.edges if edge.target in number]
            alive = {edge.source for edge in kept}
            source = {old: new for new, old in enumerate(sorted(alive))}
            self.layers[index] = Layer(
                [layer.positions[old] for old in number],
                [layer.costs[old] for old in number],
                [Edge(source[a], number[b], move, slips) for a, b, move, slips in kept],
            )
        self._pruned = last

    def readings(self, most: int, chosen: list[Edge]) -> int:
        """The number of games that fit the text in which the slips of a chosen game are mended.

        :param most: highest price of the slips of a game.
        :param chosen: the step of each ply of the chosen game.  Other games must have the same slips, except that any
            ply may lack its origin (:data:`AMBIGUOUS`), which makes the text vague, not wrong.
        """
        counts = [1]
        for layer, step in zip(self.layers[1:], chosen, strict=True):
            following = [0] * len(layer.positions)
            for edge in layer.edges:
                if edge.move == step.move or _as_mended(edge, step):
                    following[edge.target] += counts[edge.source]
            counts = following
        return sum(count for count, cost in zip(counts, self.layers[-1].costs, strict=True) if cost <= most)


def _as_mended(edge: Edge, step: Edge) -> bool:
    """Whether a step fits the text in which the slips of another step of the same ply are mended."""
    if (edge.slips ^ step.slips) & ~AMBIGUOUS:
        return False
    if step.slips & SQUARE and edge.move >> 6 & 63 != step.move >> 6 & 63:
        return False
    return not step.slips & ORIGIN or edge.move & 7 == step.move & 7


def moves(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int, Position]]:
    """The moves that a slot may stand for, check and mate marks included: (move, slips, price, next position)."""
    for move, slips, price in steps(position, slot, budget):
        if move == SKIP:
            yield move, slips, price, position
            continue
        new = position.play(move)
        if slot.check or slot.mate:
            false = false_mark(new, slot)
            if false:
                slips |= CHECK
                price += false * PRICE[CHECK]
                if price > budget or not slot.loose & CHECK:
                    continue
        yield move, slips, price, new


def man_at(position: Position, move: int) -> str:
    """The letter of the man that makes a move."""
    return LETTERS[position.type_at(move & 63)]
