"""The games that fit several records of one game best: each entry that is not so has its price.

All records are followed at once, ply by ply.  A move that some record shows is played; one that none shows is any legal
one.  A position is reached at the least price of what has to be set aside; the dearest ones are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.knowledge.evidence import Ply
from kriegnote.knowledge.fitting import candidates
from kriegnote.knowledge.witness import MOVED, Fault, Witness

SLACK: Final = 2
"""How much dearer than the cheapest position one may be and still be followed."""
MOST_STATES: Final = 400
BUDGET: Final = 600_000
"""Moves looked at in one run."""
MOST_READINGS: Final = 1_000_000_000


@dataclass(slots=True)
class States:
    """The positions after a number of plies: their price, in how many games they come at that price, from where."""

    worlds: list[Position] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    links: list[list[tuple[int, int]]] = field(default_factory=list)
    places: dict[tuple[int, ...], int] = field(default_factory=dict)

    def add(self, world: Position, cost: int, games: int, link: tuple[int, int]) -> None:
        """One more way to a position; only the cheapest ways are kept."""
        key = world.key()
        place = self.places.get(key)
        if place is None:
            self.places[key] = len(self.worlds)
            self.worlds.append(world)
            self.costs.append(cost)
            self.games.append(games)
            self.links.append([link])
        elif cost < self.costs[place]:
            self.costs[place], self.games[place], self.links[place] = cost, games, [link]
        elif cost == self.costs[place]:
            self.games[place] += games
            self.links[place].append(link)

    def kept(self, bound: int) -> list[int]:
        """The indices of those that are followed, none of them dearer than the bound."""
        best = min(min(self.costs) + SLACK, bound)
        near = [i for i, cost in enumerate(self.costs) if cost <= best]
        if len(near) > MOST_STATES:
            near = sorted(near, key=lambda i: self.costs[i])[:MOST_STATES]
        return near


@dataclass(slots=True)
class Alignment:
    """The cheapest games: for each ply the moves that they have and in how many of them, and one of the games."""

    layers: list[States]
    cost: int
    readings: int
    options: list[dict[int, int]]
    moves: list[int]
    positions: list[Position]


class Aligner:
    """One run over the witnesses.

    :param free: whether a move that a record shows may be set aside too.
    :param bound: a price that is known to suffice.
    """

    def __init__(self, witnesses: Sequence[Witness], start: Position, *, free: bool, bound: int = 1 << 30) -> None:
        self.witnesses = witnesses
        self.start = start
        self.free = free
        self.bound = bound
        self.work = 0
        self.finished = max(witness.evidence.finished for witness in witnesses)

    def run(self) -> Alignment | None:
        """The cheapest games, None when no legal game was found."""
        layers = [States([self.start], [0], [1], [[]])]
        for number in range(self.finished):
            states = self._step(layers[-1], number)
            if not states.worlds or self.work > BUDGET:
                return None
            layers.append(states)
        return _cheapest(layers)

    def _step(self, states: States, number: int) -> States:
        new = States()
        plies = [(witness, ply) for witness in self.witnesses if (ply := witness.ply(number)) is not None]
        for index in states.kept(self.bound):
            world = states.worlds[index]
            cost = states.costs[index]
            cost += sum(fault.cost for witness, ply in plies for fault in witness.faults_before(world, ply))
            for move, price in self._moves(world, plies).items():
                self.work += 1
                after = world.play(move)
                total = cost + price
                for witness, ply in plies:
                    if ply.played or ply.entries:
                        total += sum(fault.cost for fault in witness.faults_after(world, move, after, ply))
                if total > self.bound:
                    continue
                new.add(after, total, states.games[index], (index, move))
        return new

    def _moves(self, world: Position, plies: list[tuple[Witness, Ply]]) -> dict[int, int]:
        """The moves to follow, each with the price of the entries that show another."""
        shown = [moves for witness, ply in plies if (moves := witness.moves(world, ply)) is not None]
        able = {move for moves in shown for move in moves}
        if not able or (self.free and len(able) < 2):
            able |= set(_hidden(world, plies) if not shown else world.legal_moves())
        return {move: sum(MOVED for moves in shown if move not in moves) for move in able}


def _hidden(world: Position, plies: list[tuple[Witness, Ply]]) -> list[int]:
    """The legal moves where no record shows the move; those only that take as all of them say."""
    found: list[int] | None = None
    for witness, ply in plies:
        if ply.played:
            moves = candidates(world, ply, witness.evidence)
            found = moves if found is None else [move for move in found if move in set(moves)]
    return found or world.legal_moves()


def _cheapest(layers: list[States]) -> Alignment:
    last = layers[-1]
    cost = min(last.costs)
    alive = {i for i, each in enumerate(last.costs) if each == cost}
    readings = sum(last.games[i] for i in alive)
    options: list[dict[int, int]] = []
    ways = dict.fromkeys(alive, 1)  # in how many ways the game goes on from here
    moves: list[int] = []
    at = min(alive)
    positions = [last.worlds[at]]
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
        positions.append(before.worlds[at])
    options.reverse()
    moves.reverse()
    positions.reverse()
    return Alignment(layers, cost, min(readings, MOST_READINGS), options, moves, positions)


def align(witnesses: Sequence[Witness], start: Position) -> tuple[Alignment | None, int]:
    """The cheapest games and the work it took; moves that a record shows are doubted only where it helps."""
    first = Aligner(witnesses, start, free=False)
    found = first.run()
    if found is not None and found.cost < MOVED:
        return found, first.work
    second = Aligner(witnesses, start, free=True, bound=found.cost if found is not None else 1 << 30)
    other = second.run()
    if other is not None and (found is None or other.cost <= found.cost):
        found = other
    return found, first.work + second.work


def faults(witness: Witness, alignment: Alignment, number: int) -> list[Fault]:
    """In what a record is wrong about one ply of the game."""
    ply = witness.ply(number)
    if ply is None:
        return []
    before = alignment.positions[number]
    found = list(witness.faults_before(before, ply))
    if number < len(alignment.moves):
        move = alignment.moves[number]
        shown = witness.moves(before, ply)
        if shown is not None and move not in shown:
            found.append(Fault("move", ply.move, MOVED))
        if ply.played or ply.entries:
            found += witness.faults_after(before, move, before.play(move), ply)
    return found
