"""Searches for the games behind a page: those that fit it as printed, or else its likeliest readings with slips.

First all games are sought that fit the page exactly.  If there are none, or if some words are not moves, the page is
decoded (:mod:`kriegnote.restoration.decoding`): what its glyphs stand for is learned from the result, and the page is
decoded again with that knowledge.  A page may also be of another sort: signs for men may stand before pawns, too, or be
missing altogether.  Each sort is a separate reading of the whole page, and the likeliest is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
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
from kriegnote.restoration.weights import Weights, hidden_misprints, weigh_marks

MOST: Final = 1_500_000  # most units of work (see Lattice.work) in one exact lattice: about a second
LEAST: Final = 300_000  # least units of work for the exact lattice of any record
_NARROWER_BELOW: Final = 0.1  # share of the usual work
COUNTING: Final = 400_000  # least units of work for counting readings
_WIDER: Final = 4  # width of the beam where no men are printed, as a multiple of the usual one
_WIDER_BY_PAWNS: Final = 2  # the same where a printed man may be a pawn
_SCALES: Final = (1, 1, 2, 4, 8)  # further multiple for each pass over a page with slips
_SLACK: Final = 2  # price of the slips of each side's possible boards, above the least that a page without men needs
_IN_DOUBT: Final = 12  # steps before a dead end that are left as printed: the fault may lie there
_THICK: Final = 24  # length, in steps, of the window in which slips are added up
_MOST_BELIEVED: Final = 5  # price of the slips in a window above which the way is not believed
_KNOWN: Final = 0.5  # share of the weight that must have been followed for a way to be believed with many slips
_DENSEST: Final = 0.75  # price of slips per step up to which a whole way is believed
_HOPELESS: Final = 0.45  # price of slips per step from which a wider search has never found a game
_UNREADABLE: Final = 3  # most words resembling no move whose price is ignored: nothing is claimed of them
_FEW: Final = 0.02  # share of steps with slips up to which nothing can be learned about their rates
_SECOND: Final = 0.85  # work of a second pass over a page, as a share of the first one's
_WITH_MEN: Final = 2  # moves with a missing or superfluous man from which another sort of page is tried
# Expected hidden misprints from which a page that fits as printed is decoded all the same: three visible misprints, or
# two of which one is a lost sign.
_MANY_HIDDEN: Final = 0.75
_OTHER_SORT: Final = 8.0  # by how much another sort of page must be likelier (logarithm)


@dataclass(slots=True)
class WorkBudget:
    """The work (:attr:`Lattice.work`) that a record may take.

    ``left``: the units that remain of the ``whole``; negative if more was spent.  ``effort``: the whole as a multiple
    of the usual budget.
    """

    left: int
    effort: float = 1.0
    whole: int = 0

    def __post_init__(self) -> None:
        self.whole = self.left

    @property
    def width(self) -> float:
        """The width of the beam, as a multiple of the usual one."""
        return max(self.effort, min(1.0, self.effort / _NARROWER_BELOW))

    def take(self, grown: Lattice) -> Lattice:
        """Subtracts the work of a lattice, and returns the lattice."""
        self.left -= grown.work
        return grown


@dataclass(slots=True)
class Reading:
    """The readings of a page: the games as a lattice and as a chain, with the table of its glyphs.

    ``score``: the log-likelihood of the best.  ``printed``: the games fit as printed, without slips.  ``complete``: the
    best reaches the end and is believed throughout (:meth:`believed`).  ``menless``: the page prints no men.
    ``dark``: the games are of Dark Chess.
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
        """The steps of the likeliest way, as far as it goes."""
        way = self.chain.best(self.table)
        return [layer.edges[number] for layer, number in zip(self.lattice.layers[1:], way, strict=True)]

    def price(self) -> int:
        """The price of the slips of the likeliest way."""
        return 0 if self.printed else sum(self._priced())

    def _priced(self) -> list[int]:
        """The price of the slips of each step of the likeliest way."""
        return [
            0 if slot.absent or edge.move == printed_slot.SKIP else printed_slot.weighed(slot, edge.slips)
            for slot, edge in zip(self.lattice.slots, self.way(), strict=False)
        ]

    def believed(self) -> int:
        """How many steps of the likeliest way are believed.

        If the way reaches the end and has few slips on average (:data:`_DENSEST`), all steps before a window with many
        slips where most of the weight was cut; else those before any window with many slips, and at most those up to
        :data:`_IN_DOUBT` steps before its end.
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
        """Whether the best way reaches the end without being believed, and a wider search may still help."""
        return not self.complete and self.lattice.complete and sum(self._priced()) < _HOPELESS * self.lattice.depth

    def is_nearly_clean(self) -> bool:
        """Whether the best way has hardly any slips (:data:`_FEW`)."""
        return sum(edge.slips != 0 for edge in self.way()) <= _FEW * self.lattice.depth

    def reached(self) -> int:
        """How many plies of the page fit before slips become too many."""
        priced = self._priced()
        steps = next(
            (at for at in range(len(priced)) if sum(priced[max(0, at + 1 - _THICK) : at + 1]) > _MOST_BELIEVED),
            len(priced),
        )
        return sum(slot.ply is not None for slot in self.lattice.slots[:steps])


class Search:
    """The search for the games of one page.

    ``dead_end``: the index of the ply at which the games without slips end; ``proven``: no such game goes further, as
    no position was left out.
    """

    def __init__(self, page: Page, start: Position, weights: Weights, budget: WorkBudget) -> None:
        self.page = page
        self.start = start
        self.weights = weights
        self.budget = budget
        self.dead_end = 0
        self.proven = True

    def run(self, *, dark: bool) -> Reading | None:
        """The readings of the page; None if not even its first ply can be read.

        :param dark: games of Dark Chess are sought, too, if no other game fits.
        """
        found = self._as_printed()
        if found is not None and hidden_misprints(found.lattice) < _MANY_HIDDEN:
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
        """The games that fit without slips; in a typed score, also those that fit if its letters are ignored.

        Comments that continue the score are left out if no game fits with them.
        """
        if any(ply.aside for ply in self.page.plies) and not self._fits(self.page.by_letter()):
            self.page.slots = self.page.without_asides()
        letters = self._fits(self.page.by_letter())
        if letters is None or not self.page.typed:
            return None if letters is None else self._weighed(letters)
        slots = [slot._replace(letter=False) for slot in letters.slots]
        free = self._grown(slots, self.start)
        if free.complete and free.exact:
            return self._weighed(free)
        letters.exact = False  # games are counted with the letters ignored, and not all of those were found
        return self._weighed(letters)

    def _fits(self, slots: list[Slot]) -> Lattice | None:
        """The games that fit without slips, with captures marked, or else without any marks; None if none fits."""
        for one in (slots, unmarked(slots)):
            if one is not None:
                grown = self._grown(one, self.start)
                if grown.complete:
                    return grown
        return None

    def _grown(self, slots: list[Slot], start: Position, *, menless: bool = False) -> Lattice:
        """The lattice of games without slips.

        If it is too large, as it always is without men, it is restricted to the possible boards of each side.
        """
        most = max(LEAST, min(int(MOST * self.budget.effort), self.budget.left))
        grown = self.budget.take(Lattice(slots, start).grow(0, LEAST if menless else most))
        if not grown.exact:
            boards = PossibleBoards(slots, start, 0)
            if boards.complete:
                grown = self.budget.take(Lattice(slots, start, boards).grow(0, most))
        reached = sum(slot.ply is not None for slot in grown.slots[: grown.depth])
        if reached >= self.dead_end:
            self.dead_end, self.proven = reached, grown.exact
        return grown

    def _weighed(self, grown: Lattice, *, dark: bool = False) -> Reading:
        """The reading of a lattice of games that fit as printed; its table is not learned yet."""
        grown.prune()
        chain = self.weights.chain(grown)
        return Reading(grown, chain, [], printed=True, dark=dark)

    # -- with slips --------------------------------------------------------------------------------------------------

    def _likeliest(self) -> Reading:
        """The likeliest readings of the page as the sort that it seems to be, or as one that is much likelier."""
        page = self.page
        if not page.men and (menless := self._menless()).complete:
            return menless
        passes = self._passes(page.by_letter())
        first = next(passes)
        if page.men and not page.typed and _lost_men(first) >= _WITH_MEN:
            pawns = [slot._replace(pawns=True) if slot.figurine else slot for slot in page.slots]
            if pawns != page.slots:
                kept = int(_SECOND * first.lattice.work) if first.lattice.complete else 0
                self.budget.left -= kept  # for the second pass over the page as the first sort
                other = self._decoded(pawns, wider=_WIDER_BY_PAWNS)
                self.budget.left += kept
                if other.complete and other.is_nearly_clean():
                    return other
                decoded = _last(chain([first], passes))
                better = (other.complete, other.score) > (decoded.complete, decoded.score + _OTHER_SORT)
                return other if better else decoded
        return _last(chain([first], passes))

    def _menless(self) -> Reading:
        """The readings of a page that has lost its men, restricted to the possible boards of each side."""
        slots = self.page.without_men()
        slots = unmarked(slots) or slots
        grown = self._grown(slots, self.start, menless=True)
        if grown.complete:
            found = learnt(self.weights, self._weighed(grown))
        else:
            found = self._decoded(slots, possible_boards(opened(slots), self.start, slack=_SLACK), _WIDER)
        found.menless = True
        return found

    def _decoded(self, slots: list[Slot], boards: PossibleBoards | None = None, wider: float = 1.0) -> Reading:
        """The best reading after all passes (:meth:`_passes`)."""
        return _last(self._passes(slots, boards, wider))

    def _passes(self, slots: list[Slot], boards: PossibleBoards | None = None, wider: float = 1.0) -> Iterator[Reading]:
        """The best reading after each pass: without slips, if too many games have none to keep all; else with slips.

        The first pass with slips has their usual rates, the second those learned from the page. As long as the best way
        is nearly believed, the beam is widened, up to the widest of :data:`_SCALES`.  No pass begins after twice the
        record's budget is spent.

        :param boards: the possible boards of each side before each opened slot.
        """
        slots = [slot._replace(loose=0) for slot in unmarked(slots) or slots]
        grown = self.budget.take(Lattice(slots, self.start).grow(0, LEAST))
        grown.prune()
        self.weights.rates = Rates()
        table = learn(self.weights.glyphs, [self.weights.chain(grown)])
        best = last = None if grown.exact else self._pass(slots, table, None, wider, 1)
        if best is not None and (best.complete or self._is_spent()):
            yield best
            return
        slots, rates = opened(slots), self.weights.rates
        for number, scale in enumerate(_SCALES):
            if number and last is not None and (self._is_spent() or not _may_gain(last, number)):
                return
            self.weights.rates = rates
            last = self._pass(slots, table if last is None else last.table, boards, wider * scale, min(2, number + 1))
            rates = self.weights.rates
            best = last if best is None else _preferred(best, last)
            yield best

    def _is_spent(self) -> bool:
        """Whether twice the record's budget is spent."""
        return self.budget.left <= -self.budget.whole

    def _pass(
        self, slots: list[Slot], table: Table, boards: PossibleBoards | None, wider: float, share: int
    ) -> Reading:
        """The readings that one pass of decoding finds, with what is learned from them.

        :param share: the work that it may take, as a multiple of the record's budget.
        """
        most = max(LEAST, min(share * self.budget.whole, self.budget.left + self.budget.whole))
        found = decode(
            slots, self.start, self.weights, table, wider=wider * self.budget.width, most=most, boards=boards
        )
        self.budget.take(found.lattice)
        return learnt(self.weights, Reading(found.lattice, found.chain, table))

    def readings(self, found: Reading, edges: Sequence[Edge]) -> int | None:
        """How many legal games fit the text once the slips of a way are mended; None if too many to count.

        If no game was found, 0 if that is proven and None otherwise.

        :param edges: the steps of the way.
        """
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
            slips = edge.slips & ~(printed_slot.LETTER | printed_slot.SWAPPED)
            slots.append(slot._replace(letter=False, loose=slips))
            steps.append(edge._replace(slips=slips))
            spent += printed_slot.cost(slips)
        if any(step.slips & printed_slot.AMBIGUOUS for step in steps):
            slots = [slot._replace(loose=slot.loose | printed_slot.AMBIGUOUS) for slot in slots]
        exact = Lattice(slots, grown.layers[0].positions[0]).grow(spent, max(COUNTING, min(MOST, self.budget.left)))
        return exact.readings(spent, steps) if exact.complete and exact.exact else None


def _preferred(one: Reading, other: Reading) -> Reading:
    """Of two readings, the one that is complete, or else the likelier.

    If the first is complete, a second one that is likelier and reaches the end counts as complete, too, however much of
    its weight was cut.
    """
    if one.complete and other.lattice.complete and other.score > one.score:
        return replace(other, complete=True)
    return max(one, other, key=lambda reading: (reading.complete, reading.score))


def _may_gain(last: Reading, number: int) -> bool:
    """Whether a further pass may read a page better: by what was learned from the first, or by a wider beam.

    :param number: that of the pass, from 0; at least 1.
    """
    return last.is_near() if number > 1 else not (last.complete and last.is_nearly_clean())


def _last(passes: Iterable[Reading]) -> Reading:
    """The best reading after all passes, with the plies of each turn in the order that it gives them."""
    *_, found = passes
    found.lattice.slots = _exchanged(found.lattice.slots, found.way())
    return found


def _lost_men(one: Reading) -> int:
    """How many moves of the likeliest way have a sign for a man too many or too few."""
    return sum(bool(edge.slips & printed_slot.FIGURINE) for edge in one.way())


def _exchanged(slots: list[Slot], edges: Sequence[Edge]) -> list[Slot]:
    """The slots, with the two plies swapped in each turn that a way reads so."""
    slots = slots.copy()
    turned = [at for at, edge in enumerate(edges) if edge.slips & printed_slot.SWAPPED]
    for one, other in zip(turned[::2], turned[1::2], strict=False):
        slots[one], slots[other] = (slots[at]._replace(swapped=True) for at in (other, one))
    return slots


def unmarked(slots: list[Slot]) -> list[Slot] | None:
    """The slots for a page that marks no captures; None if some move with a sign for a man is marked as a capture."""
    if any(slot.figurine and slot.parts and slot.parts.capture for slot in slots):
        return None
    return [slot._replace(marks=False) for slot in slots]


def learnt(weights: Weights, reading: Reading) -> Reading:
    """The reading, updated with what can be learned from it: glyphs, the marking of checks, and rates of slips."""
    table = learn(weights.glyphs, [reading.chain])
    weigh_marks(reading.lattice, reading.chain, table)
    if not reading.printed:
        weights.learn_rates(reading.lattice, reading.chain, table)
    reading.table = learn(weights.glyphs, [reading.chain], table)
    reading.score = reading.chain.likelihood(reading.table)
    reading.complete = reading.lattice.complete and reading.believed() == reading.lattice.depth
    return reading
