"""The positions that fit a record, ply by ply: all of them while they are few, otherwise an unbiased sample.

Each position has a weight. Under the measure ``games`` it is the number of games that lead to it; under ``moves`` it is
their probability if each legal move of the hidden player is equally likely. As long as every position is kept, the
weights are exact. If following all of them would take more work than is allowed, some are dropped, and the weights of
the others are raised so that every expected value is preserved (P. Fearnhead and P. Clifford, 2003: weights above a
threshold are kept; the others are drawn by systematic resampling and receive the threshold as their weight).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from kriegnote.chess.position import Position
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.knowledge.fitting import after_fits, before_fits, candidates
from kriegnote.knowledge.lookahead import BothAhead, Lookahead

Measure = Literal["games", "moves"]
EFFORT: Final = 30_000
"""The number of moves examined for one hidden ply before positions are dropped: about a third of a second's work."""
_MOVES_A_POSITION: Final = 30
_MOST_DEATHS: Final = 6
_FEW_DEATHS: Final = 2
_LOCAL_SHARE: Final = 5  # one part in five of the budget may go into repairing one sample before taking a fresh one


@dataclass(slots=True)
class WeightedLayer:
    """The positions after some number of plies.

    ``links``: for every position, the pairs of index in the layer before and move that lead to it. ``followed``: the
    weights with which the positions were followed, 0 for one that was dropped. ``cut``: whether some were dropped to
    save work, rather than as dead ends. All weights are to be multiplied by ten to the power of ``scale``.
    """

    positions: list[Position]
    weights: list[float]
    links: list[list[tuple[int, int]]]
    exact: bool
    scale: float = 0.0
    followed: list[float] = field(default_factory=list)
    cut: bool = False

    @property
    def total(self) -> float:
        """The sum of the weights, without the scale."""
        return sum(self.weights)

    def add(self, position: Position) -> int:
        """Adds a new position with weight 0; returns its index."""
        self.positions.append(position)
        self.weights.append(0)
        self.links.append([])
        return len(self.positions) - 1

    def __len__(self) -> int:
        return len(self.positions)


def resample(weights: Sequence[float], keep: int, rng: random.Random) -> list[float]:
    """Weights of which about ``keep`` are positive, each with its original expected value."""
    if len(weights) <= keep:
        return list(weights)
    threshold = _threshold(weights, keep)
    out = [0.0] * len(weights)
    at = rng.random() * threshold
    for index, weight in enumerate(weights):
        if weight >= threshold:
            out[index] = weight
            continue
        at -= weight
        if at < 0:
            out[index] = threshold
            at += threshold
    return out


def _threshold(weights: Sequence[float], keep: int) -> float:
    """The threshold c for which the sum of min(1, weight / c) is ``keep``."""
    ordered = sorted(weights, reverse=True)
    rest = float(sum(ordered))
    for large, weight in enumerate(ordered):
        threshold = rest / (keep - large)
        if weight <= threshold or large == keep - 1:
            return threshold
        rest -= weight
    return rest


class Follower:
    """Follows a record's positions ply by ply, with a limit on the work for each ply.

    :param effort: the most moves to examine for one ply; 0: no limit.
    :param linked: whether links are kept, so that games can be drawn from the layers.
    :param lookahead: estimates which positions can meet later demands; None: not considered.
    """

    def __init__(
        self,
        evidence: Evidence,
        *,
        measure: Measure = "moves",
        effort: int = EFFORT,
        seed: int = 0,
        linked: bool = False,
        lookahead: Lookahead | BothAhead | None = None,
    ) -> None:
        self.evidence = evidence
        self.cost = evidence.cost
        self.measure = measure
        self.effort = effort
        self.rng = random.Random(seed)
        self.linked = linked
        self.lookahead = lookahead
        self.work = 0
        first = not evidence.plies or before_fits(evidence.start, evidence.plies[0], evidence)
        self.layers = [WeightedLayer([evidence.start], [1], [[]], True) if first else WeightedLayer([], [], [], True)]
        self.retries = 0
        self.died_at: int | None = None

    @property
    def last(self) -> WeightedLayer:
        """The layer after the plies followed so far."""
        return self.layers[-1]

    def _thinned(self, layer: WeightedLayer, ply: PlyEvidence, effort: int) -> tuple[list[float], bool]:
        """The weights with which the positions of a layer are followed, and whether some are dropped to save work."""
        keep = max(1, effort // (_MOVES_A_POSITION * self.cost)) if effort else len(layer)
        near = self.lookahead
        if not ply.hidden or len(layer) * (1 if near is None else 4) <= keep:
            return list(layer.weights), False
        if near is None:
            return resample(layer.weights, keep, self.rng), True
        odds = [near.odds(position, ply.number) for position in layer.positions]
        if sum(1 for chance in odds if chance) <= keep:  # the others are dead ends
            return [weight if chance else 0.0 for weight, chance in zip(layer.weights, odds, strict=True)], False
        wanted = [weight * chance for weight, chance in zip(layer.weights, odds, strict=True)]
        drawn = resample(wanted, keep, self.rng)
        return [weight / chance if chance else 0.0 for weight, chance in zip(drawn, odds, strict=True)], True

    def step(self, layer: WeightedLayer, ply: PlyEvidence, effort: int | None = None) -> WeightedLayer:
        """The layer after one more ply, reduced to what fits the words before the next move; empty if nothing fits."""
        layer.followed, layer.cut = self._thinned(layer, ply, self.effort if effort is None else effort)
        plies, evidence = self.evidence.plies, self.evidence
        coming = plies[ply.number + 1] if ply.number + 1 < len(plies) else None
        new = WeightedLayer([], [], [], layer.exact and not layer.cut, layer.scale)
        places: dict[tuple[int, ...], int | None] = {}  # None: the position does not fit the words before the next move
        for index, move, weight in self._ways_on(layer, ply):
            before = layer.positions[index]
            after = before.play(move)
            if not after_fits(before, move, after, ply, evidence):
                continue
            key = after.key()
            if key not in places:
                places[key] = new.add(after) if coming is None or before_fits(after, coming, evidence) else None
            place = places[key]
            if place is not None:
                new.weights[place] += weight
                if self.linked:
                    new.links[place].append((index, move))
        _rescale(new)
        return new

    def _ways_on(self, layer: WeightedLayer, ply: PlyEvidence) -> Iterator[tuple[int, int, float]]:
        """The moves that may have been played: the index of the position, the move, and the weight passed on."""
        by_moves = self.measure == "moves"
        options = ply.options if by_moves else None
        for index, (position, weight) in enumerate(zip(layer.positions, layer.followed, strict=True)):
            if weight:
                legal = position.legal_moves() if by_moves and ply.hidden else None
                share = weight / (len(legal) or 1) if legal is not None else weight
                for move in candidates(position, ply, self.evidence, legal):
                    self.work += self.cost
                    yield index, move, share * options[move] if options else share

    def advance(self, ply: PlyEvidence) -> bool:
        """Follows one more ply; False if no followed position fits it."""
        new = self.step(self.last, ply)
        if not new.positions:
            return False
        self.layers.append(new)
        return True

    def run(self, until: int | None = None, budget: int = 0) -> bool:
        """Follows the plies up to number ``until`` (None: all).

        If the sample dies out, it goes back some plies and takes a larger one, as long as the budget of work lasts (0:
        never).

        :returns: whether positions are left.
        """
        plies = self.evidence.plies[: self.evidence.finished if until is None else until]
        if not self.last.positions:
            self.died_at = len(self.layers) - 1
            return False
        deaths: list[int] = []
        effort, begun, retries = self.effort, self.work, self.retries
        while len(self.layers) <= len(plies):
            at = len(self.layers) - 1
            raised = sum(1 for place in deaths if place >= at)
            if self.retries > retries and self.work >= budget:
                self.died_at = at
                return False
            local = self.work - begun < (budget - begun) // _LOCAL_SHARE
            new = self.step(self.layers[at], plies[at], effort << (min(raised, 3) if local else raised))
            if new.positions:
                self.layers.append(new)
                continue
            if new.exact or self.work >= budget:
                self.died_at = at
                return False
            self.retries += 1
            deaths.append(at)
            back = max(self._last_exact(), at - 4 * len(deaths))
            if len(deaths) > (_MOST_DEATHS if local else _FEW_DEATHS):  # start a fresh, larger sample
                deaths, back, effort = [], self._last_exact(), effort * 5 // 4
            del self.layers[back + 1 :]
        return True

    def _last_exact(self) -> int:
        """The index of the last layer that holds every position."""
        return max(index for index, layer in enumerate(self.layers) if layer.exact)


def _rescale(layer: WeightedLayer) -> None:
    """Keeps sampled weights near 1, so that products over many plies stay within the range of a float."""
    if layer.exact or not layer.weights:
        return
    top = max(layer.weights)
    if 1e-20 < top < 1e20:
        return
    from math import log10

    layer.scale += log10(top)
    layer.weights = [weight / top for weight in layer.weights]
