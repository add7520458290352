"""Looks for the games behind a page: those that fit as it is printed; else its likeliest readings, slips and all.

A page is first taken at its word, exactly.  Where no game fits so, or several words are no moves, it is decoded
(:mod:`kriegnote.restoration.decoding`), what its glyphs stand for is learnt from that, and it is decoded again with
what was learnt.  A page of another sort (its men printed before pawns too, or not printed at all) is another reading
of the whole; of the sorts the likeliest is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.restoration import printed_slot
from kriegnote.restoration.decoding import decode, opened
from kriegnote.restoration.figurine_model import Chain, Table, learn
from kriegnote.restoration.lattice import Edge, Lattice
from kriegnote.restoration.page import Page
from kriegnote.restoration.possible_boards import PossibleBoards, possible_boards
from kriegnote.restoration.printed_slot import Slot
from kriegnote.restoration.rates import Rates
from kriegnote.restoration.weights import Weights, hidden_misprints, reckon_marks

MOST: Final = 1_500_000  # units of work (see Lattice.work) in one exact lattice: about a second
LEAST: Final = 300_000  # for every record, if it fits as it is printed
COUNTING: Final = 400_000  # to count readings
_WIDER: Final = 4  # times the usual width, where no man is printed
_WIDER_BY_PAWNS: Final = 2  # the same where a man is printed that may be a pawn
_SCALES: Final = (1, 1, 2, 4, 8)  # times that in each pass over a page with slips
_SLACK: Final = 2  # what slips may cost more than the fewest with which each side's men go through such a page
_IN_DOUBT: Final = 12  # steps before a dead end that are left as they are printed: the fault may lie there
_THICK: Final = 24  # steps that are looked at together: whether their slips are too many for a game
_MOST_BELIEVED: Final = 5  # what slips in those may cost; where they cost more the game was lost
_KNOWN: Final = 0.5  # of the weight
_DENSEST: Final = 0.75  # what slips may cost a ply
_HOPELESS: Final = 0.45  # what they cost a ply where a wider search has not found a game
_UNREADABLE: Final = 3  # words that are like no move and spoil no page: nothing is claimed of them
_CERTAIN: Final = -12.0  # a page that is likelier than this is not tried as one of another sort
_WITH_MEN: Final = 2  # pawns that have a man, or men that have none
_LIKELY: Final = 0.75  # misprints that may hide in words that are moves: as of two signs, one of them lost, or of three
_OTHER_SORT: Final = 8.0  # how much likelier a page must be as one of another sort


@dataclass(slots=True)
class WorkBudget:
    """Units of work (:attr:`Lattice.work`) that are left of the ``whole``, and how many times the usual that is."""

    left: int
    effort: float = 1.0
    whole: int = 0

    def __post_init__(self) -> None:
        self.whole = self.left

    def take(self, grown: Lattice) -> Lattice:
        """Pays for a lattice."""
        self.left -= grown.work
        return grown


@dataclass(slots=True)
class Reading:
    """The readings of a page: the games as a lattice and as a chain, what its glyphs stand for, how likely the best is.

    ``printed``: the games that fit as it is printed, and no slips were looked for; ``complete``: it goes to the end,
    and something of what is printed is left; ``menless``: no man is printed; ``dark``: the games are of Dark Chess.
    """

    lattice: Lattice
    chain: Chain
    table: Table
    score: float = 0.0
    printed: bool = False
    complete: bool = True
    menless: bool = False
    dark: bool = False

    def way(self) -> list[Edge]:
        """The likeliest way, as far as it goes."""
        way = self.chain.best(self.table)
        return [layer.edges[number] for layer, number in zip(self.lattice.layers[1:], way, strict=True)]

    def _priced(self) -> list[int]:
        """What the slips of each step of the likeliest way cost."""
        return [
            0 if slot.absent or edge.move == printed_slot.SKIP else printed_slot.weighed(slot, edge.slips)
            for slot, edge in zip(self.lattice.slots, self.way(), strict=False)
        ]

    def believed(self) -> int:
        """How many steps of the likeliest way are believed.

        All, if it leads to the end and something of what is printed is left; else those before slips come thick, where
        most of what could have followed was left out, or well before the end.
        """
        priced = self._priced()
        known = self.chain.known(self.table) if self.chain.cut else [1.0] * len(priced)
        unlike = sum(bool(edge.slips & printed_slot.UNLIKE) for edge in self.way())
        spoilt = sum(priced) - (unlike * printed_slot.PRICE[printed_slot.UNLIKE] if unlike <= _UNREADABLE else 0)
        complete = self.lattice.complete and spoilt <= _DENSEST * len(priced)
        most = len(priced) if complete else max(0, len(priced) - _IN_DOUBT)
        for at in range(most):
            if (not complete or known[at] < _KNOWN) and sum(priced[at : at + _THICK]) > _MOST_BELIEVED:
                return at
        return most

    def is_near(self) -> bool:
        """Whether a way to the end was found that is not believed, and slips are not so thick that none will be."""
        return not self.complete and self.lattice.complete and sum(self._priced()) < _HOPELESS * self.lattice.depth

    def reached(self) -> int:
        """How many plies of the page fit with a few slips."""
        priced = self._priced()
        steps = next(
            (at for at in range(len(priced)) if sum(priced[max(0, at + 1 - _THICK) : at + 1]) > _MOST_BELIEVED),
            len(priced),
        )
        return sum(slot.ply is not None for slot in self.lattice.slots[:steps])


class Search:
    """The search on one page.

    ``dead_end``: the ply that no game reaches without a slip; ``proven``: whether that is certain.
    """

    def __init__(self, page: Page, start: Position, weights: Weights, budget: WorkBudget) -> None:
        self.page = page
        self.start = start
        self.weights = weights
        self.budget = budget
        self.dead_end = 0
        self.proven = True

    def run(self, *, dark: bool) -> Reading | None:
        """The readings of the page; None where not even its first ply can be read.

        :param dark: whether the games of Dark Chess are looked for too.
        """
        found = self._as_printed()
        if found is not None and hidden_misprints(found.lattice) < _LIKELY:
            return found
        decoded = self._likeliest()
        if found is not None:
            return decoded if decoded.complete else found
        if not decoded.complete and dark and not any(slot.check or slot.mate for slot in self.page.slots):
            start = Position.from_fen(self.start.fen(), dark=True)
            grown = self._grown(self.page.slots, start)
            if grown.complete:
                return self._weighed(grown, dark=True)
        return decoded if decoded.lattice.depth else None

    # -- as it is printed --------------------------------------------------------------------------------------------

    def _as_printed(self) -> Reading | None:
        """The games that fit without a slip; of a typed score those too that fit when its letters are ignored."""
        if any(ply.aside for ply in self.page.plies) and not self._fits(self.page.by_letter()):
            self.page.slots = self.page.without_asides()
        letters = self._fits(self.page.by_letter())
        if letters is None or not self.page.typed:
            return None if letters is None else self._weighed(letters)
        slots = [slot._replace(letter=False) for slot in letters.slots]
        free = self._grown(slots, self.start)
        if free.complete and free.exact:
            return self._weighed(free)
        letters.exact = False  # what is counted are the games with the letters ignored
        return self._weighed(letters)

    def _fits(self, slots: list[Slot]) -> Lattice | None:
        """The games that fit without slips, captures marked or not marked at all."""
        for one in (slots, unmarked(slots)):
            if one is not None:
                grown = self._grown(one, self.start)
                if grown.complete:
                    return grown
        return None

    def _grown(self, slots: list[Slot], start: Position) -> Lattice:
        most = max(LEAST, min(int(MOST * self.budget.effort), self.budget.left))
        grown = self.budget.take(Lattice(slots, start).grow(0, most))
        if not grown.exact:
            boards = PossibleBoards(slots, start, 0)
            if boards.complete:
                grown = self.budget.take(Lattice(slots, start, boards).grow(0, most))
        reached = sum(slot.ply is not None for slot in grown.slots[: grown.depth])
        if reached >= self.dead_end:
            self.dead_end, self.proven = reached, grown.exact
        return grown

    def _weighed(self, grown: Lattice, *, dark: bool = False) -> Reading:
        grown.prune()
        chain = self.weights.chain(grown)
        return Reading(grown, chain, [], printed=True, dark=dark)

    # -- with slips --------------------------------------------------------------------------------------------------

    def _likeliest(self) -> Reading:
        """The page as one of the sort that it seems to be, or of the one that makes it likelier."""
        page = self.page
        if not page.men and (menless := self._menless()).complete:
            return menless
        decoded = self._decoded(page.by_letter())
        if decoded.complete and decoded.score > _CERTAIN:
            return decoded
        if page.men and not page.typed and any(slot.figurine and not slot.pawns for slot in page.slots):
            edges = decoded.way()
            if decoded.complete and sum(bool(edge.slips & printed_slot.FIGURINE) for edge in edges) < _WITH_MEN:
                return decoded
            slots = [slot._replace(pawns=True) if slot.figurine else slot for slot in page.slots]
            other = self._decoded(slots, wider=_WIDER_BY_PAWNS)
            if (other.complete, other.score) > (decoded.complete, decoded.score + _OTHER_SORT):
                return other
        return decoded

    def _menless(self) -> Reading:
        """The page as one that has lost its men; there the boards that each side can have had say the most."""
        slots = self.page.without_men()
        slots = unmarked(slots) or slots
        grown = self._grown(slots, self.start)
        if grown.complete:
            found = learnt(self.weights, self._weighed(grown))
        else:
            found = self._decoded(slots, possible_boards(opened(slots), self.start, slack=_SLACK), _WIDER)
        found.menless = True
        return found

    def _decoded(self, slots: list[Slot], boards: PossibleBoards | None = None, wider: float = 1.0) -> Reading:
        """The likeliest readings: without slips, if there were too many of those to keep them all; else with slips.

        :param boards: where the men of each side can stand before each opened slot.
        """
        slots = [slot._replace(loose=0) for slot in unmarked(slots) or slots]
        grown = self.budget.take(Lattice(slots, self.start).grow(0, LEAST))
        grown.prune()
        self.weights.rates = Rates()
        table = learn(self.weights.glyphs, [self.weights.chain(grown)])
        plain = None if grown.exact else self._pass(slots, table, None, wider, 1)
        found = plain if plain is not None and plain.complete else self._with_slips(slots, plain, table, boards, wider)
        found.lattice.slots = _exchanged(found.lattice.slots, found.way())
        return found

    def _with_slips(
        self, slots: list[Slot], plain: Reading | None, table: Table, boards: PossibleBoards | None, wider: float
    ) -> Reading:
        """The likeliest readings with slips: first as pages usually go wrong, then as this one was seen to.

        Where a way was found that is nearly believed, more is followed, up to the widest of the scales; and no
        pass begins when twice the record's budget is spent.

        :param plain: what there is without slips, if anything.
        :param table: what the glyphs are believed to stand for before that.
        """
        slots = opened(slots)
        best = last = plain
        for number, scale in enumerate(_SCALES):
            if best is not None and self.budget.left <= -self.budget.whole:
                break
            if number > 1 and last is not None and not last.is_near():
                break
            last = self._pass(slots, table if last is None else last.table, boards, wider * scale, min(2, number + 1))
            best = last if best is None else _preferred(best, last)
        assert best is not None
        return best

    def _pass(
        self, slots: list[Slot], table: Table, boards: PossibleBoards | None, wider: float, share: int
    ) -> Reading:
        """What decoding the page once finds, and what is learnt from that.

        :param share: how many times the budget of a record it may take.
        """
        most = max(LEAST, min(share * self.budget.whole, self.budget.left + self.budget.whole))
        found = decode(
            slots, self.start, self.weights, table, wider=wider * self.budget.effort, most=most, boards=boards
        )
        self.budget.take(found.lattice)
        return learnt(self.weights, Reading(found.lattice, found.chain, table))

    def readings(self, found: Reading, edges: Sequence[Edge]) -> int | None:
        """How many legal games fit the text in which the slips of a way are mended; None: too many to count."""
        grown = found.lattice
        if not found.complete:
            return 0 if self.proven else None
        if found.printed:
            return grown.readings(0, list(edges)) if grown.exact else None
        slots: list[Slot] = []
        steps: list[Edge] = []
        spent = 0
        for slot, edge in zip(grown.slots, edges, strict=True):
            if slot.absent == "possible" and not slot.lone and edge.move == printed_slot.SKIP:
                continue
            slips = edge.slips & ~(printed_slot.LETTER | printed_slot.TURNED)
            slots.append(slot._replace(letter=False, loose=slips))
            steps.append(edge._replace(slips=slips))
            spent += printed_slot.cost(slips)
        if any(step.slips & printed_slot.UNTOLD for step in steps):
            slots = [slot._replace(loose=slot.loose | printed_slot.UNTOLD) for slot in slots]
        exact = Lattice(slots, grown.layers[0].positions[0]).grow(spent, max(COUNTING, min(MOST, self.budget.left)))
        return exact.readings(spent, steps) if exact.complete and exact.exact else None


def _preferred(one: Reading, other: Reading) -> Reading:
    """Of two readings the one that is believed to the end, or else the likelier.

    A likelier one that goes to the end is believed where a less likely one was, however much it left out.
    """
    if one.complete and other.lattice.complete and other.score > one.score:
        return replace(other, complete=True)
    return max(one, other, key=lambda reading: (reading.complete, reading.score))


def _exchanged(slots: list[Slot], edges: Sequence[Edge]) -> list[Slot]:
    """The slots with the plies of those turns exchanged that a way exchanges."""
    slots = slots.copy()
    turned = [at for at, edge in enumerate(edges) if edge.slips & printed_slot.TURNED]
    for one, other in zip(turned[::2], turned[1::2], strict=False):
        slots[one], slots[other] = (slots[at]._replace(swapped=True) for at in (other, one))
    return slots


def unmarked(slots: list[Slot]) -> list[Slot] | None:
    """The slots of a page that marks no capture of a man; None where it does."""
    if any(slot.figurine and slot.parts and slot.parts.capture for slot in slots):
        return None
    return [slot._replace(marks=False) for slot in slots]


def learnt(weights: Weights, reading: Reading) -> Reading:
    """The same reading with what its page's glyphs stand for."""
    table = learn(weights.glyphs, [reading.chain])
    reckon_marks(reading.lattice, reading.chain, table)
    if not reading.printed:
        weights.learn_rates(reading.lattice, reading.chain, table)
    reading.table = learn(weights.glyphs, [reading.chain], table)
    reading.score = reading.chain.likelihood(reading.table)
    reading.complete = reading.lattice.complete and reading.believed() == reading.lattice.depth
    return reading
