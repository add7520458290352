"""Finds the games that best fit several records of one game; each entry that a game contradicts has a cost.

All records are followed together, ply by ply. A move that some record shows is played; one that none shows may be any
legal move. For each position the least cost of reaching it is kept; the most expensive positions are dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.knowledge.evidence import PlyEvidence
from kriegnote.knowledge.fitting import candidates
from kriegnote.knowledge.witness import MOVED, RecordFault, Witness

DEAREST: Final = 1 << 30
SLACK: Final = 2
"""A position is followed if it costs at most this much more than the cheapest one."""
WIDTHS: Final = (400, 3_200, 25_600)
"""The most positions followed after each ply: these are tried in turn until none is dropped that might be as cheap."""
PRICES: Final = (0, 1, 2, 4, 8)
"""The cost limits that are tried in turn, before games of any cost are admitted."""
BUDGET: Final = 400_000
"""The number of examined moves after which no further run is started."""
MOST_READINGS: Final = 1_000_000_000


@dataclass(slots=True)
class PricedLayer:
    """The positions after some number of plies: for each, the least cost, the number of games at that cost, and links.

    ``links``: for each position, the pairs of index in the layer before and move that lead to it.
    """

    positions: list[Position] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    links: list[list[tuple[int, int]]] = field(default_factory=list)
    places: dict[tuple[int, ...], int] = field(default_factory=dict)

    def add(self, position: Position, cost: int, games: int, link: tuple[int, int]) -> None:
        """Adds a way to a position; only the cheapest ways are kept."""
        key = position.key()
        place = self.places.get(key)
        if place is None:
            self.places[key] = len(self.positions)
            self.positions.append(position)
            self.costs.append(cost)
            self.games.append(games)
            self.links.append([link])
        elif cost < self.costs[place]:
            self.costs[place], self.games[place], self.links[place] = cost, games, [link]
        elif cost == self.costs[place]:
            self.games[place] += games
            self.links[place].append(link)

    def cheapest(self, bound: int, width: int) -> tuple[list[int], int]:
        """The indices of the positions to follow, at a cost of at most ``bound``, and the least cost of another."""
        best = min(min(self.costs) + SLACK, bound)
        ranked = sorted(range(len(self.costs)), key=self.costs.__getitem__)
        count = bisect_right(ranked, best, hi=min(width, len(ranked)), key=self.costs.__getitem__)
        return ranked[:count], self.costs[ranked[count]] if count < len(ranked) else DEAREST


@dataclass(slots=True)
class Alignment:
    """The cheapest games: for each ply their moves, with the number of games that have each, and one of the games.

    ``complete``: whether no game as cheap was dropped on the way.
    """

    layers: list[PricedLayer]
    cost: int
    readings: int
    options: list[dict[int, int]]
    moves: list[int]
    positions: list[Position]
    complete: bool


class Aligner:
    """One run over the records.

    :param free: whether moves that a record shows may be contradicted, too.
    :param width: the most positions followed after each ply.
    :param bound: the greatest cost to consider.
    """

    def __init__(
        self, witnesses: Sequence[Witness], start: Position, *, free: bool, width: int, bound: int = DEAREST
    ) -> None:
        self.witnesses = witnesses
        self.start = start
        self.free = free
        self.bound = bound
        self.width = width
        self.dropped = DEAREST
        self.work = 0
        self.finished = max(witness.evidence.finished for witness in witnesses)

    def run(self) -> Alignment | None:
        """The cheapest games; None if no legal game was found."""
        layers = [PricedLayer([self.start], [0], [1], [[]])]
        for number in range(self.finished):
            states = self._step(layers[-1], number)
            if not states.positions or self.work > BUDGET:
                return None
            layers.append(states)
        return _cheapest(layers, self.dropped)

    def _step(self, states: PricedLayer, number: int) -> PricedLayer:
        new = PricedLayer()
        plies = [(witness, ply) for witness in self.witnesses if (ply := witness.ply(number)) is not None]
        followed, dropped = states.cheapest(self.bound, self.width)
        self.dropped = min(self.dropped, dropped)
        for index in followed:
            position = states.positions[index]
            cost = states.costs[index]
            cost += sum(fault.cost for witness, ply in plies for fault in witness.faults_before(position, ply))
            for move, price in self._moves(position, plies).items():
                self.work += 1
                total = cost + price
                if total > self.bound:
                    continue
                after = position.play(move)
                for witness, ply in plies:
                    if ply.played or ply.entries:
                        total += sum(fault.cost for fault in witness.faults_after(position, move, after, ply))
                if total > self.bound:
                    continue
                new.add(after, total, states.games[index], (index, move))
        return new

    def _moves(self, position: Position, plies: list[tuple[Witness, PlyEvidence]]) -> dict[int, int]:
        """The moves to follow, each with the cost of the entries that show another one."""
        shown = [(witness, ply, moves) for witness, ply in plies if (moves := ply.moves_meant(position)) is not None]
        able = {move for _, _, moves in shown for move in moves}
        if not able or (self.free and len(able) < 2):
            able |= set(_hidden(position, plies) if not shown else position.legal_moves())
        return {
            move: sum(witness.price(position, ply, move) for witness, ply, moves in shown if move not in moves)
            for move in able
        }


def _hidden(position: Position, plies: list[tuple[Witness, PlyEvidence]]) -> list[int]:
    """The legal moves where no record shows the move, limited to those that fit what all say about a capture."""
    found: list[int] | None = None
    for witness, ply in plies:
        if ply.played:
            moves = candidates(position, ply, witness.evidence)
            found = moves if found is None else [move for move in found if move in set(moves)]
    return found or position.legal_moves()


def _cheapest(layers: list[PricedLayer], dropped: int) -> Alignment:
    last = layers[-1]
    cost = min(last.costs)
    alive = {i for i, each in enumerate(last.costs) if each == cost}
    readings = sum(last.games[i] for i in alive)
    options: list[dict[int, int]] = []
    ways = dict.fromkeys(alive, 1)  # in how many ways the game continues from here
    moves: list[int] = []
    at = min(alive)
    positions = [last.positions[at]]
    for number in range(len(layers) - 1, 0, -1):
        layer, before = layers[number], layers[number - 1]
        here: dict[int, int] = {}
        earlier: dict[int, int] = {}
        for place, count in ways.items():
            for parent, move in layer.links[place]:
                here[move] = here.get(move, 0) + count * before.games[parent]
                earlier[parent] = earlier.get(parent, 0) + count
        options.append(here)
        ways = earlier
        parent, move = layer.links[at][0]
        moves.append(move)
        at = parent
        positions.append(before.positions[at])
    options.reverse()
    moves.reverse()
    positions.reverse()
    return Alignment(layers, cost, min(readings, MOST_READINGS), options, moves, positions, cost < dropped)


def align(witnesses: Sequence[Witness], start: Position) -> Alignment | None:
    """The cheapest games; None if no legal game was found.

    Games without contradictions are looked for first, then those of low cost; more positions are followed if one was
    dropped that might have led to a game as cheap. Moves that a record shows are only contradicted if this helps.
    """
    search = _Search(witnesses, start)
    found: Alignment | None = None
    for width in WIDTHS:
        wider = search.cheapest(width, DEAREST if found is None else found.cost)
        found = wider or found
        if search.work > BUDGET or (found is not None and found.complete):
            break
    return found


class _Search:
    """The runs over the records, and the number of moves examined in all of them."""

    def __init__(self, witnesses: Sequence[Witness], start: Position) -> None:
        self.witnesses = witnesses
        self.start = start
        self.work = 0

    def cheapest(self, width: int, most: int) -> Alignment | None:
        """The cheapest games that cost at most ``most``; the cost limit is raised step by step."""
        for bound in (*(price for price in PRICES if price < most), most):
            fixed = self._run(width, bound, free=False)
            if fixed is not None and fixed.cost < MOVED:
                return fixed
            free = self._run(width, bound if fixed is None else fixed.cost, free=True)
            if found := free or fixed:
                return found
        return None

    def _run(self, width: int, bound: int, *, free: bool) -> Alignment | None:
        run = Aligner(self.witnesses, self.start, free=free, width=width, bound=bound)
        found = run.run()
        self.work += run.work
        return found


def faults(witness: Witness, alignment: Alignment, number: int) -> list[RecordFault]:
    """What is wrong in a record about one ply of the aligned game."""
    ply = witness.ply(number)
    if ply is None:
        return []
    before = alignment.positions[number]
    found = list(witness.faults_before(before, ply))
    if number < len(alignment.moves):
        move = alignment.moves[number]
        shown = ply.moves_meant(before)
        if shown is not None and move not in shown:
            found.append(RecordFault("move", ply.move, witness.price(before, ply, move)))
        if ply.played or ply.entries:
            found += witness.faults_after(before, move, before.play(move), ply)
    return found
