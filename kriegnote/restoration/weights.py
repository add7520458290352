"""Weighs how well each step of a game fits its page: printed word, slips, the umpire's announcements, players' habits.

All weights are natural logarithms, 0 for a perfect fit.  Figurines are not included: each step names the glyphs that it
explains, and :mod:`kriegnote.restoration.figurine_model` learns their likelihoods from the page.
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
from kriegnote.restoration.printed_slot import LOST, LOST_MAN, PRICE, SQUARE, SWAPPED, Slot
from kriegnote.restoration.rates import MISPRINTS, Rates
from kriegnote.restoration.steps import slip_costing, unlikeliness

_NOTHING: Final = PlyAnnouncements()
_PROMOTES: Final = {5: 0.0, 4: -5.0, 3: -5.5, 2: -5.0}  # promotion to queen, rook, bishop, knight, if not printed
_NEEDLESS: Final = -1.0  # a printed origin that distinguishes nothing
_SEEN: Final = 1e-4  # least share of a step that counts
_HIDDEN: Final = 0.25  # misprints that make another move, per misprint that makes a word that is not a move
_HIDDEN_LOST: Final = 0.5  # the same for a missing sign: one missing sign in three is that of the man
_FARTHEST: Final = 4.0  # unlikeliness of a square of which an unreadable word shows nothing
_HEAVIER: Final = -0.5  # a capture by the heavier of two men, which is the rarer choice


class Weights:
    """Weighs the steps of one record.

    ``glyphs``: the printed men of the page, numbered consecutively.  ``tries``: the number of the glyph of each try, by
    the ``id`` of the try.  ``rates``: the rates of slips as far as they are known.
    """

    def __init__(self, record: Record, page: Page) -> None:
        self.page = page
        self.glyphs: list[Glyph] = []
        self.tries: dict[int, int] = {}
        self.rates = Rates()
        self._silence = record.silence
        self._silent = "capture" in record.silence or "check" in record.silence
        self._result = record.result or end_in_words(record.events).result
        self._pairs: list[
            tuple[int, int]
        ] = []  # for each ply the numbers of its man's and its promotion's glyph, or -1
        self._asked: tuple[Position, int | None, float] | None = None  # cache of the last evidence.before
        for ply in page.plies:
            man, promotion = (self._numbered(glyph) for glyph in (ply.man, ply.promotion))
            self._pairs.append((man, promotion))
            for event in (*ply.said.before, *ply.said.after):
                if isinstance(event, Try) and event.text and evidence.unsure(event.text):
                    symbol = next(letter for letter in event.text if letter in FIGURINES)
                    self.tries[id(event)] = self._numbered(Glyph(symbol, FIGURINES[symbol], typed=False))

    def _numbered(self, glyph: Glyph | None) -> int:
        """Adds a glyph and returns its number; -1 for None."""
        if glyph is None:
            return -1
        self.glyphs.append(glyph)
        return len(self.glyphs) - 1

    def step(
        self, slot: Slot, position: Position, move: int, slips: int, after: Position, place: Slot | None = None
    ) -> float:
        """The weight of a move as a reading of a slot.

        :param position: the position before the move; ``after``: the one after it.
        :param slips: the slips in the printed word.
        :param place: if the plies of a turn may be swapped, the slot of the ply that the move is; its announcements may
            have stayed there.
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
        weight += announced - misprinted(position, slot, move, slips, after)
        if slot.again == 1:
            weight += -printed_slot.PER_PRICE * PRICE[printed_slot.NUMBER]
        weight += _heavier_capture(position, move) + _needless(position, move, slot)
        if move >> 12 and not self._is_promotion_typed(slot):
            weight += _PROMOTES[move >> 12]
        return weight

    def announced(self, slot: Slot, position: Position, move: int, after: Position) -> float:
        """The weight of a move given the announcements and tries of its ply."""
        said = _NOTHING if slot.ply is None else self.page.plies[slot.ply].said
        if self._asked is None or self._asked[0] is not position or self._asked[1] != slot.ply:
            self._asked = position, slot.ply, evidence.before(position, said, self._silence)
        weight = self._asked[2]
        if said.after or self._silent:
            weight += evidence.after(position, move, after, said, self._silence)
        return weight

    def _is_promotion_typed(self, slot: Slot) -> bool:
        """Whether the promotion is printed as a letter; then habits do not matter."""
        promotion = None if slot.ply is None else self.page.plies[slot.ply].promotion
        return promotion is not None and promotion.typed

    def end(self, position: Position) -> float:
        """The weight of the last position given the result and what was announced and tried after the last move."""
        return evidence.before(position, self.page.final, ()) + evidence.result(position, self._result)

    def shown(self, slot: Slot, position: Position, move: int) -> Shown:
        """The glyphs that a step explains, each with the man that it stands for."""
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
        """The steps of a lattice with their weights."""
        return Chain(
            [len(layer.positions) for layer in grown.layers], [self._arcs(grown, at) for at in range(grown.depth)]
        )

    def _arcs(self, grown: Lattice, index: int) -> Arcs:
        """The weighted steps of one slot; those of the last slot include the weight of the end."""
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
        """Learns the rates of slips from the readings of the page, and corrects the weights of the chain in place."""
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
                seen[slot.ply] = _discounted(seen[slot.ply], is_a_move=slot.parts is not None)
        words = sum(slot.absent is None for slot in grown.slots)
        before, self.rates = self.rates, Rates(seen, words, typed=self.page.typed)
        for slot, layer, arcs in zip(grown.slots, grown.layers[1:], chain.layers, strict=False):
            for number, edge in enumerate(layer.edges):
                if edge.slips:
                    slips = _learnt(slot, edge.slips)
                    arcs.weights[number] += self.rates.of(slips, slot.ply) - before.of(slips, slot.ply)
            arcs.plain = []

    def fits_as_printed(self, grown: Lattice, chain: Chain, margin: float) -> bool:
        """Whether the best game with every man and word as printed is within a margin of the best of all."""
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


def weigh_marks(grown: Lattice, chain: Chain, table: Table) -> None:
    """Lowers the weights of unmarked checks, in place, by how consistently the page marks its checks.

    Nothing changes if it marks none.
    """
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
    """The slips of a step whose rates are learned: not swapped plies, nor lost plies that the numbers show."""
    return slips & ~(SWAPPED | (0 if slot.absent == "possible" else LOST))


def _discounted(slips: dict[int, float], *, is_a_move: bool) -> dict[int, float]:
    """The expected slips of a word, with misprints reduced by the probability that the word has one at all.

    :param is_a_move: the word is a move.  If it is not, its misprints count only as the hidden ones that they imply
        (:func:`_hidden_per_visible`).
    """
    certain = min(1.0, sum(count for slip, count in slips.items() if slip & MISPRINTS))
    noticed = {slip: 1.0 if is_a_move else _hidden_per_visible(slip) for slip in slips}
    return {slip: count * (certain * noticed[slip] if slip & MISPRINTS else 1.0) for slip, count in slips.items()}


def hidden_misprints(grown: Lattice) -> float:
    """The expected number of words on a page that a misprint turned into another move.

    It is estimated from the misprints that show, as their words are not moves.
    """
    layers = zip(grown.slots, pairwise(grown.layers), strict=False)
    return sum(
        min(
            (_hidden_per_visible(_in_word(slot, before.positions[edge.source], edge)) for edge in layer.edges),
            default=0.0,
        )
        for slot, (before, layer) in layers
        if slot.parts is None and slot.word
    )


def _hidden_per_visible(slip: int) -> float:
    """The number of misprints that make another move, per misprint of this kind that makes none; 0 for no slip."""
    return 0.0 if not slip else _HIDDEN_LOST if slip & LOST_MAN else _HIDDEN


def _in_word(slot: Slot, position: Position, edge: Edge) -> int:
    """The slip in a word that is not a move, by the cost of its signs; 0 for other words, or if nothing is wrong."""
    if slot.parts is not None or not slot.word or edge.move == printed_slot.SKIP or edge.slips & printed_slot.UNLIKE:
        return 0
    return slip_costing(unlikeliness(position, slot, edge.move))


def _heavier_capture(position: Position, move: int) -> float:
    """The weight of a capture by a rook or queen if a lighter piece could capture there; 0 for other moves."""
    kind, target = position.type_at(move & 63), move >> 6 & 63
    if position.captured_square(move) < 0 or kind not in (ROOK, QUEEN):
        return 0.0
    return _HEAVIER if any(position.origins(lighter, target) for lighter in range(KNIGHT, kind)) else 0.0


def misprinted(position: Position, slot: Slot, move: int, slips: int, after: Position | None = None) -> float:
    """The unlikeliness of a printed word as a copy of a move, beyond the price of its slips.

    :param after: the position after the move, if it is known.
    """
    if not slot.word:
        return 0.0
    if slips & printed_slot.UNLIKE:
        return 0.0 if slot.parts is not None else _traces(position, slot, move)
    if slot.parts is None:
        signs = unlikeliness(position, slot, move, after)
        return signs + (misprints.AMISS - misprints.AGAIN if signs > misprints.OTHER else 0.0)  # more than one fault
    if not slips & printed_slot.SQUARE or slot.parts.to is None:
        return 0.0
    to, one_slip = square_name(move >> 6 & 63), slips & SQUARE == slips
    square_alone = len(slot.parts.to) > 1 and slot.parts.to != to  # if the square is right, another sign is wrong
    whole = math.inf
    if one_slip or not square_alone:
        whole = unlikeliness(position, slot._replace(figurine=False), move, after)
    signs = misprints.of_square(slot.parts.to, to) if square_alone else whole
    man = TYPE_OF.get(str(slot.parts.piece), 0)
    if man > PAWN and man != position.type_at(move & 63):
        signs -= misprints.AGAIN
    return (
        (min(signs, whole) if one_slip else signs)
        + misprints.AMISS
        - printed_slot.PER_PRICE * PRICE[printed_slot.OTHER]
    )


def _traces(position: Position, slot: Slot, move: int) -> float:
    """The unlikeliness of a move given the traces in an unreadable word: of its square, its man and a capture."""
    faint = min(misprints.near_squares(slot.word)[move >> 6 & 63], _FARTHEST) - _FARTHEST / 2
    letter = slot.letters.find(slot.word[0])
    if letter >= 0 and not slot.figurine:
        faint += 0.0 if "KQRBN"[letter] == LETTERS[position.type_at(move & 63)] else 1.0
    return faint + (1.0 if "x" in slot.word and position.captured_square(move) < 0 else 0.0)


def _needless(position: Position, move: int, slot: Slot) -> float:
    """The weight of a printed origin that distinguishes nothing; 0 if it does."""
    if slot.parts is None or not slot.parts.from_ or not slot.figurine:
        return 0.0
    rivals = position.origins(position.type_at(move & 63), move >> 6 & 63)
    return 0.0 if rivals & (rivals - 1) else _NEEDLESS
