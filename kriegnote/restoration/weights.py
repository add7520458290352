"""How well a step of a game fits its page: the printed word, the slips, what the umpire said, players' habits.

All weights are natural logarithms, 0 for a perfect fit.  What the page's figurines say is not among them: a step names
the glyphs that it explains, and :mod:`kriegnote.restoration.figurine_model` learns what they say from the page.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from kriegnote.chess.position import KNIGHT, LETTERS, PAWN, QUEEN, ROOK, TYPE_OF, Position, square_name
from kriegnote.model.events import Try
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.model.record import Record
from kriegnote.restoration import evidence, misprints, printed_slot
from kriegnote.restoration.ends import end_in_words
from kriegnote.restoration.evidence import PlyAnnouncements
from kriegnote.restoration.figurine_model import MEN, Arcs, Chain, Glyph, Shown, Table
from kriegnote.restoration.lattice import Edge, Lattice
from kriegnote.restoration.page import Page
from kriegnote.restoration.printed_slot import LOST, LOST_MAN, PRICE, SQUARE, TURNED, Slot
from kriegnote.restoration.rates import MISPRINTS, Rates
from kriegnote.restoration.steps import slip_costing, unlikeliness

_NOTHING: Final = PlyAnnouncements()
_PROMOTES: Final = {5: 0.0, 4: -5.0, 3: -5.5, 2: -5.0}
_NEEDLESS: Final = -1.0
_SEEN: Final = 1e-4  # the share of a step that counts
_HIDDEN: Final = 0.25  # for each misprint that makes no move, so many make another move;
_HIDDEN_LOST: Final = 0.5  # of three signs that are lost one is the man's
_FARTHEST: Final = 4.0  # how unlikely an unreadable word makes a square that it does not print
_HEAVIER: Final = -0.5  # of two men that could take, it is the lighter one more often than not


class Weights:
    """Weighs the steps of one record.

    ``glyphs``: the printed men of the page, numbered through; ``tries``: the number of each try's glyph, by the try's
    identity.
    """

    def __init__(self, record: Record, page: Page) -> None:
        self.page = page
        self.glyphs: list[Glyph] = []
        self.tries: dict[int, int] = {}
        self.rates = Rates()
        self._silence = record.silence
        self._silent = "capture" in record.silence or "check" in record.silence
        self._result = record.result or end_in_words(record.events).result
        self._pairs: list[tuple[int, int]] = []  # of each ply: the numbers of its man and its promotion, or -1
        self._asked: tuple[Position, int | None, float] | None = None  # what was weighed last
        for ply in page.plies:
            man, promotion = (self._numbered(glyph) for glyph in (ply.man, ply.promotion))
            self._pairs.append((man, promotion))
            for event in (*ply.said.before, *ply.said.after):
                if isinstance(event, Try) and event.text and evidence.unsure(event.text):
                    symbol = next(letter for letter in event.text if letter in FIGURINES)
                    self.tries[id(event)] = self._numbered(Glyph(symbol, FIGURINES[symbol], typed=False))

    def _numbered(self, glyph: Glyph | None) -> int:
        if glyph is None:
            return -1
        self.glyphs.append(glyph)
        return len(self.glyphs) - 1

    def step(
        self, slot: Slot, position: Position, move: int, slips: int, after: Position, place: Slot | None = None
    ) -> float:
        """How well a move fits what stands at a slot, with these slips.

        :param place: the slot in whose turn it is made, where the plies of a turn stand in each other's place: what was
            said of it may have stayed there.
        """
        weight = 0.0
        if slips:
            weight = self.rates.of(_learnt(place or slot, slips), slot.ply)
            weight -= printed_slot.PER_PRICE * printed_slot.weighed(slot, slips)
        if move == printed_slot.SKIP:
            return weight
        announced = self.announced(slot, position, move, after)
        if place is not None and place.ply != slot.ply:
            announced = max(announced, self.announced(place, position, move, after))
        weight += announced - misprinted(position, slot, move, slips)
        if slot.again == 1:
            weight += -printed_slot.PER_PRICE * PRICE[printed_slot.NUMBER]
        weight += _heavy_handed(position, move) + _needless(position, move, slot)
        if move >> 12 and not self._spelt(slot):
            weight += _PROMOTES[move >> 12]
        return weight

    def announced(self, slot: Slot, position: Position, move: int, after: Position) -> float:
        """How well a move fits what the umpire said and what was tried."""
        said = _NOTHING if slot.ply is None else self.page.plies[slot.ply].said
        if self._asked is None or self._asked[0] is not position or self._asked[1] != slot.ply:
            self._asked = position, slot.ply, evidence.before(position, said, self._silence)
        weight = self._asked[2]
        if said.after or self._silent:
            weight += evidence.after(position, move, after, said, self._silence)
        return weight

    def _spelt(self, slot: Slot) -> bool:
        """Whether the promotion is typed; then habit has nothing to say."""
        promotion = None if slot.ply is None else self.page.plies[slot.ply].promotion
        return promotion is not None and promotion.typed

    def end(self, position: Position) -> float:
        """How well the last position fits what was said after the last move, and the result."""
        return evidence.before(position, self.page.final, ()) + evidence.result(position, self._result)

    def shown(self, slot: Slot, position: Position, move: int) -> Shown:
        """The glyphs that a step explains, each with its man."""
        if slot.ply is None or move == printed_slot.SKIP:
            return ()
        man, promotion = self._pairs[slot.ply]
        shown = []
        if man >= 0:
            shown.append((man, MEN.index(LETTERS[position.type_at(move & 63)])))
        if promotion >= 0 and move >> 12:
            shown.append((promotion, MEN.index(LETTERS[move >> 12])))
        return tuple(shown)

    def chain(self, grown: Lattice) -> Chain:
        """The steps of a lattice, weighed."""
        return Chain(
            [len(layer.positions) for layer in grown.layers], [self._arcs(grown, at) for at in range(grown.depth)]
        )

    def _arcs(self, grown: Lattice, index: int) -> Arcs:
        slot = grown.slots[index]
        sources, targets = grown.layers[index].positions, grown.layers[index + 1].positions
        ends = [self.end(one) for one in targets] if index + 1 == len(grown.slots) else []
        numbers: dict[Shown, int] = {}
        arcs = Arcs()
        for source, target, move, slips in grown.layers[index + 1].edges:
            weight = self.step(slot, sources[source], move, slips, targets[target])
            arcs.sources.append(source)
            arcs.targets.append(target)
            arcs.weights.append(weight + ends[target] if ends else weight)
            arcs.shows.append(numbers.setdefault(self.shown(slot, sources[source], move), len(numbers)))
        arcs.shown.extend(numbers)
        return arcs

    def learn_rates(self, grown: Lattice, chain: Chain, table: Table) -> None:
        """Learns how often the page goes wrong in each way, and weighs the steps of its chain by that."""
        seen: dict[int | None, dict[int, float]] = {}
        layers = zip(grown.slots, pairwise(grown.layers), chain.weigh(table), strict=False)
        for slot, (before_, layer), shares in layers:
            for edge, share in zip(layer.edges, shares, strict=True):
                if share <= _SEEN:
                    continue
                slips = _learnt(slot, edge.slips) | _in_word(slot, before_.positions[edge.source], edge)
                if slips:
                    here = seen.setdefault(slot.ply, {})
                    here |= {slip: here.get(slip, 0.0) + share for slip in PRICE if slips & slip}
            if slot.ply in seen:
                seen[slot.ply] = _doubted(seen[slot.ply], is_a_move=slot.parts is not None)
        words = sum(slot.absent is None for slot in grown.slots)
        before, self.rates = self.rates, Rates(seen, words, typed=self.page.typed)
        for slot, layer, arcs in zip(grown.slots, grown.layers[1:], chain.layers, strict=False):
            for number, edge in enumerate(layer.edges):
                if edge.slips:
                    slips = _learnt(slot, edge.slips)
                    arcs.weights[number] += self.rates.of(slips, slot.ply) - before.of(slips, slot.ply)
            arcs.plain = []

    def fits_as_printed(self, grown: Lattice, chain: Chain, margin: float) -> bool:
        """Whether the best game with every man and word as printed is no worse than the best of all by this margin."""
        plain, best = [0.0], [0.0]
        for arcs, size, layer in zip(chain.layers, chain.sizes[1:], grown.layers[1:], strict=True):
            here, there = [-math.inf] * size, [-math.inf] * size
            printed = [all(self.glyphs[number].nominal == MEN[man] for number, man in pairs) for pairs in arcs.shown]
            steps = zip(arcs.sources, arcs.targets, arcs.weights, arcs.shows, layer.edges, strict=True)
            for source, target, weight, show, edge in steps:
                there[target] = max(there[target], best[source] + weight)
                if printed[show] and not edge.slips:
                    here[target] = max(here[target], plain[source] + weight)
            plain, best = here, there
        return max(plain) > max(best) - margin


def reckon_marks(grown: Lattice, chain: Chain, table: Table) -> None:
    """Where a record marks its checks, a check without a mark is unlikely: how much so, the record itself tells."""
    if grown.slots[0].parts is None:
        return
    marked, unmarked = 0.0, 0.0
    silent: list[tuple[int, list[int]]] = []
    for index, shares in enumerate(chain.weigh(table)):
        slot, layer = grown.slots[index], grown.layers[index + 1]
        if slot.parts is None:
            continue
        if slot.check or slot.mate:
            marked += 1.0
            continue
        checks = [number for number, edge in enumerate(layer.edges) if layer.positions[edge.target].checkers()]
        unmarked += sum(shares[number] for number in checks)
        silent.append((index, checks))
    price = math.log((unmarked + 1.0) / (marked + unmarked + 2.0)) if marked else 0.0
    for index, checks in silent:
        arcs = chain.layers[index]
        for number in checks:
            arcs.weights[number] += price
        arcs.plain = []


def _learnt(slot: Slot, slips: int) -> int:
    """The slips of a step whose rates the page shows: not a ply that its numbers say is lost, nor exchanges."""
    return slips & ~(TURNED | (0 if slot.absent == "possible" else LOST))


def _doubted(slips: dict[int, float], *, is_a_move: bool) -> dict[int, float]:
    """The slips of a word; misprints count by how certain it is that there is one: it may be in any of several words.

    :param is_a_move: the word is one; of those that are none fewer count, for they show what others hide.
    """
    certain = min(1.0, sum(count for slip, count in slips.items() if slip & MISPRINTS))
    noticed = {slip: 1.0 if is_a_move else _hiding(slip) for slip in slips}
    return {slip: count * (certain * noticed[slip] if slip & MISPRINTS else 1.0) for slip, count in slips.items()}


def hidden_misprints(grown: Lattice) -> float:
    """How many words of a page may be misprints that make another move: as its misprints that make none show."""
    layers = zip(grown.slots, pairwise(grown.layers), strict=False)
    return sum(
        min((_hiding(_in_word(slot, before.positions[edge.source], edge)) for edge in layer.edges), default=0.0)
        for slot, (before, layer) in layers
        if slot.parts is None and slot.word
    )


def _hiding(slip: int) -> float:
    """How many misprints that make a move there are for one such that makes none."""
    return 0.0 if not slip else _HIDDEN_LOST if slip & LOST_MAN else _HIDDEN


def _in_word(slot: Slot, position: Position, edge: Edge) -> int:
    """The slip in a word that is no move, which is weighed by its signs alone."""
    if slot.parts is not None or not slot.word or edge.move == printed_slot.SKIP or edge.slips & printed_slot.UNLIKE:
        return 0
    return slip_costing(unlikeliness(position, slot, edge.move))


def _heavy_handed(position: Position, move: int) -> float:
    """The price of taking with a man when a lighter one could."""
    kind, target = position.type_at(move & 63), move >> 6 & 63
    if position.captured_square(move) < 0 or kind not in (ROOK, QUEEN):
        return 0.0
    return _HEAVIER if any(position.origins(lighter, target) for lighter in range(KNIGHT, kind)) else 0.0


def misprinted(position: Position, slot: Slot, move: int, slips: int) -> float:
    """How unlikely the signs of a ply are as a copy of this move, beyond what its slips cost already."""
    if not slot.word:
        return 0.0
    if slips & printed_slot.UNLIKE:
        return 0.0 if slot.parts is not None else _faint(position, slot, move)
    if slot.parts is None:
        signs = unlikeliness(position, slot, move)
        return signs + (misprints.AMISS - misprints.AGAIN if signs > misprints.OTHER else 0.0)  # more than one fault
    if not slips & printed_slot.SQUARE or slot.parts.to is None:
        return 0.0
    square_alone, one_slip = len(slot.parts.to) > 1, slips & SQUARE == slips
    whole = unlikeliness(position, slot._replace(figurine=False), move) if one_slip or not square_alone else math.inf
    signs = misprints.cost(slot.parts.to, square_name(move >> 6 & 63)) if square_alone else whole
    man = TYPE_OF.get(str(slot.parts.piece), 0)
    if man > PAWN and man != position.type_at(move & 63):
        signs -= misprints.AGAIN
    return (
        (min(signs, whole) if one_slip else signs)
        + misprints.AMISS
        - printed_slot.PER_PRICE * PRICE[printed_slot.OTHER]
    )


def _faint(position: Position, slot: Slot, move: int) -> float:
    """How unlikely what can still be made out of an unreadable word makes a move: its square, its man, a capture."""
    faint = min(misprints.near_squares(slot.word)[move >> 6 & 63], _FARTHEST) - _FARTHEST / 2
    letter = slot.letters.find(slot.word[0])
    if letter >= 0 and not slot.figurine:
        faint += 0.0 if "KQRBN"[letter] == LETTERS[position.type_at(move & 63)] else 1.0
    return faint + (1.0 if "x" in slot.word and position.captured_square(move) < 0 else 0.0)


def _needless(position: Position, move: int, slot: Slot) -> float:
    """The price of a printed origin that tells nothing."""
    if slot.parts is None or not slot.parts.from_ or not slot.figurine:
        return 0.0
    rivals = position.origins(position.type_at(move & 63), move >> 6 & 63)
    return 0.0 if rivals & (rivals - 1) else _NEEDLESS
