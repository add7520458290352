"""The printed figurine as a noisy channel: P(glyph | man), learned from the page.

A scanner confuses the same figurines in the same way within a page, but differently on the next one.  So P(glyph | man)
is estimated anew for each printed glyph: from the neighbouring glyphs (weighted by distance), smoothed with all glyphs
of the file and with a prior that the page shows the right man.  It is learned from the records themselves by
expectation-maximisation: weigh all legal readings, count which men the glyphs stood for, weigh again.  A glyph is never
evidence for its own reading.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MEN: Final = "KQRBNP"
REACH: Final = 15.0  # distance in glyphs at which a neighbour's weight falls to 1/e (a page of a book has some 40)
_DECAY: Final = math.exp(-1 / REACH)
_SMOOTH: Final = 0.25  # pseudocount of every glyph for every man
_FILE: Final = 2.0  # pseudocount of the distribution in the whole file
_TRUST: Final = 0.5  # additional pseudocount of the nominal man of a figurine
_TYPED: Final = 250.0  # the same for a typed letter
_ROUNDS: Final = 12  # most rounds of expectation-maximisation
_SETTLED: Final = 0.002  # largest change of a belief at which the rounds end
_ARCS: Final = 300_000  # most arcs to weigh in all rounds together: about a second


Table = Sequence[Sequence[float]]
"""log P(glyph | man), by the number of the glyph and the index of the man in :data:`MEN`."""


class Glyph(NamedTuple):
    """One printed man: its symbol, the letter of its nominal man (``""``: none), and whether it is a typed letter."""

    symbol: str
    nominal: str
    typed: bool


Shown = tuple[tuple[int, int], ...]
"""The glyphs that a step explains: pairs of the glyph's number and the index of the man in :data:`MEN`."""


@dataclass(slots=True)
class Arcs:
    """The steps of one ply, as parallel lists.

    ``sources``, ``targets``: the nodes that a step connects.  ``weights``: the logarithms of all evidence but that of
    the glyphs.  ``shows``: the index of the step's entry in ``shown``, since many steps share few different ones.
    """

    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    shows: list[int] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)  # cache: the weights as factors

    def extra(self, table: Table) -> list[float]:
        """The log-likelihood of the glyphs for each entry of ``shown``."""
        return [sum(table[number][man] for number, man in pairs) for pairs in self.shown]

    def logs(self, table: Table) -> list[float]:
        """The logarithm of all evidence for each step."""
        extra = self.extra(table)
        return [weight + extra[show] for weight, show in zip(self.weights, self.shows, strict=True)]

    def factors(self, table: Table) -> list[float]:
        """The same as factors, scaled so that none exceeds 1."""
        if not self.plain:
            heaviest = max(self.weights)
            self.plain = [math.exp(weight - heaviest) for weight in self.weights]
        extra = self.extra(table)
        most = max(extra)
        likely = [math.exp(value - most) for value in extra]
        return [value * likely[show] for value, show in zip(self.plain, self.shows, strict=True)]


@dataclass(slots=True)
class Chain:
    """The readings of one record as a weighted graph of layers.

    ``sizes``: the number of nodes of each layer; the first has one.  ``layers``: the arcs between each layer and the
    next.  ``cut``: of each layer, the nodes that were not followed; their continuations are assumed to weigh as much as
    those of the other nodes on average.
    """

    sizes: list[int]
    layers: list[Arcs]
    cut: list[list[int]] = field(default_factory=list)

    def scores(self, table: Table, depth: int) -> list[float]:
        """The log-likelihood of the best way to each node of a layer, relative to the best of all."""
        scores = [0.0] * self.sizes[0]
        for arcs, size in zip(self.layers[:depth], self.sizes[1:], strict=False):
            reached = [-1e9] * size
            for source, target, log in zip(arcs.sources, arcs.targets, arcs.logs(table), strict=True):
                value = scores[source] + log
                if value > reached[target]:
                    reached[target] = value
            top = max(reached)
            scores = [value - top for value in reached]
        return scores

    def weigh(self, table: Table) -> list[list[float]]:
        """The posterior probability of each arc, layer by layer, by the forward-backward algorithm."""
        factors: list[list[float]] = []
        ahead = [[1.0] * self.sizes[0]]
        for arcs, size in zip(self.layers, self.sizes[1:], strict=True):
            factor = arcs.factors(table)
            reached = [0.0] * size
            before = ahead[-1]
            for source, target, value in zip(arcs.sources, arcs.targets, factor, strict=True):
                reached[target] += before[source] * value
            total = sum(reached) or 1.0
            ahead.append([value / total for value in reached])
            factors.append(factor)
        shares: list[list[float]] = [[] for _ in self.layers]
        back = [1.0] * self.sizes[-1]
        for index in range(len(self.layers) - 1, -1, -1):
            arcs, before = self.layers[index], ahead[index]
            share: list[float] = []
            following = [0.0] * self.sizes[index]
            for source, target, value in zip(arcs.sources, arcs.targets, factors[index], strict=True):
                value *= back[target]
                following[source] += value
                share.append(before[source] * value)
            if self.cut and self.cut[index]:
                _continue(following, before, self.cut[index])
            total = sum(share) or 1.0
            shares[index] = [value / total for value in share]
            top = max(following) or 1.0
            back = [value / top for value in following]
        return shares

    def known(self, table: Table) -> list[float]:
        """For each layer, the share of the weight that was followed up to it and not cut."""
        ahead = [1.0] * self.sizes[0]
        shares = [1.0]
        for arcs, size, cut in zip(self.layers, self.sizes[1:], self.cut[1:], strict=True):
            reached = [0.0] * size
            for source, target, value in zip(arcs.sources, arcs.targets, arcs.factors(table), strict=True):
                reached[target] += ahead[source] * value
            total = sum(reached) or 1.0
            for node in cut:
                reached[node] = 0.0
            followed = sum(reached) or 1.0
            shares.append(shares[-1] * followed / total)
            ahead = [value / followed for value in reached]
        return shares

    def likelihood(self, table: Table) -> float:
        """The log-likelihood of the best way."""
        way = self.best(table)
        return sum(arcs.logs(table)[number] for arcs, number in zip(self.layers, way, strict=True))

    def best(self, table: Table) -> list[int]:
        """The index of the arc in each layer on the likeliest way; the first of equals."""
        scores = [0.0] * self.sizes[0]
        back: list[list[int]] = []
        for arcs, size in zip(self.layers, self.sizes[1:], strict=True):
            reached, through = [-math.inf] * size, [-1] * size
            steps = zip(arcs.sources, arcs.targets, arcs.logs(table), strict=True)
            for number, (source, target, log) in enumerate(steps):
                value = scores[source] + log
                if value > reached[target] + 1e-9:
                    reached[target], through[target] = value, number
            scores = reached
            back.append(through)
        node = max(range(len(scores)), key=lambda which: (scores[which], -which))
        way: list[int] = []
        for arcs, through in zip(reversed(self.layers), reversed(back), strict=True):
            way.append(through[node])
            node = arcs.sources[through[node]]
        return way[::-1]


def _continue(following: list[float], before: Sequence[float], cut: Sequence[int]) -> None:
    """Assigns the cut nodes the weighted average of what follows from the others."""
    most = sum(before) - sum(before[node] for node in cut)
    average = sum(a * b for a, b in zip(before, following, strict=True)) / most if most > 0 else 0.0
    for node in cut:
        following[node] = average


def learn(glyphs: Sequence[Glyph], chains: Sequence[Chain], table: Table | None = None) -> Table:
    """log P(glyph | man) for every printed glyph and each of :data:`MEN`, learned from the readings of the chains.

    :param glyphs: those of all chains, numbered consecutively in the order of the file.
    :param table: the belief to start from; by default, one without any observations.
    """
    belief = [[0.0] * len(MEN) for _ in glyphs]
    table = table or _table(glyphs, belief)
    size = sum(len(arcs.sources) for chain in chains for arcs in chain.layers)
    for _ in range(max(3, min(_ROUNDS, _ARCS // max(1, size)))):
        before = belief
        belief = [[0.0] * len(MEN) for _ in glyphs]
        for chain in chains:
            for arcs, shares in zip(chain.layers, chain.weigh(table), strict=True):
                whole = [0.0] * len(arcs.shown)
                for show, share in zip(arcs.shows, shares, strict=True):
                    whole[show] += share
                for pairs, share in zip(arcs.shown, whole, strict=True):
                    for number, man in pairs:
                        belief[number][man] += share
        table = _table(glyphs, belief)
        if _same(before, belief):
            break
    return table


def _same(before: list[list[float]], after: list[list[float]]) -> bool:
    """Whether no belief changed by :data:`_SETTLED` or more."""
    pairs = zip(before, after, strict=True)
    return all(abs(a - b) < _SETTLED for old, new in pairs for a, b in zip(old, new, strict=True))


def _table(glyphs: Sequence[Glyph], belief: list[list[float]]) -> Table:
    """The table that follows from the belief which man each glyph stands for."""
    symbols = {symbol: index for index, symbol in enumerate(sorted({glyph.symbol for glyph in glyphs}))}
    kinds = max(len(symbols), len(MEN))
    own = [symbols[glyph.symbol] for glyph in glyphs]
    near = _neighbours(own, belief, len(symbols))
    total = [[0.0] * len(symbols) for _ in MEN]
    for symbol, shares in zip(own, belief, strict=True):
        for man, share in enumerate(shares):
            total[man][symbol] += share
    table: list[list[float]] = []
    for number, glyph in enumerate(glyphs):
        row: list[float] = []
        for man, letter in enumerate(MEN):
            seen = total[man][own[number]] - belief[number][man]
            every = sum(total[man]) - belief[number][man]
            trust = _TYPED if glyph.typed and letter != "P" else _TRUST  # letters before pawn moves are priced as slips
            prior = (trust if glyph.nominal == letter else 0.0) + _SMOOTH
            mass = trust + _SMOOTH * kinds
            overall = (seen + prior) / (every + mass)
            here, there = near[number][man]
            row.append(math.log((here + _FILE * overall + prior) / (there + _FILE + mass)))
        table.append(row)
    return table


def _neighbours(own: list[int], belief: list[list[float]], kinds: int) -> list[list[tuple[float, float]]]:
    """For each glyph and man, the weighted counts among the neighbours: of this symbol for the man, and of the man.

    :param own: the index of each glyph's symbol.
    :param kinds: the number of different symbols.
    """
    sums = [[(0.0, 0.0)] * len(MEN) for _ in own]
    for order in (range(len(own)), range(len(own) - 1, -1, -1)):
        running = [[0.0] * kinds for _ in MEN]
        whole = [0.0] * len(MEN)
        scale = 1.0  # grows at every step, so that the earlier sums need not be reduced
        for number in order:
            row, symbol = sums[number], own[number]
            for man, share in enumerate(belief[number]):
                if whole[man]:
                    here, there = row[man]
                    row[man] = (here + running[man][symbol] / scale, there + whole[man] / scale)
                if share:
                    running[man][symbol] += share * scale
                    whole[man] += share * scale
            scale /= _DECAY
            if scale > 1e100:
                running = [[value / scale for value in values] for values in running]
                whole = [value / scale for value in whole]
                scale = 1.0
    return sums
