"""Mends damaged scores: the legal game behind spoilt words, unreadable figurines, misprinted squares and lost plies.

Works on records as they were read, before an umpire resolves them, and so on every notation alike.  What is printed
beyond doubt spans a lattice of legal games (:mod:`kriegnote.restoration.lattice`); the dialogue of the record
(:mod:`kriegnote.restoration.evidence`), the usual ways in which a page goes wrong
(:mod:`kriegnote.restoration.misprints`) and its own confusions (:mod:`kriegnote.restoration.figurine_model`) weigh
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from kriegnote.chess.position import PAWN, Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.record import Record
from kriegnote.restoration import lattice, printed_slot
from kriegnote.restoration.choices import Correction
from kriegnote.restoration.figurine_model import MEN, Chain, Table, learn
from kriegnote.restoration.lattice import Edge, Lattice
from kriegnote.restoration.page import Page
from kriegnote.restoration.page_reading import page_of
from kriegnote.restoration.printed_slot import Slot
from kriegnote.restoration.reread import reread
from kriegnote.restoration.result import Mending
from kriegnote.restoration.search import ATTEMPT, DEARER, Room, plain, search
from kriegnote.restoration.weights import Weights, misprinted, reckon_marks
from kriegnote.umpire.starting_position import first_position

ROOM: Final = 3_000_000  # units of work (see Lattice.work) that a record may take: some two seconds
_WEIGHING: Final = 8  # of them to weigh a step
_ROOM_LEAST: Final = 300_000  # of them for every record, if it fits as it is printed
_MOST_LOST: Final = 4  # plies that may be missing; a record that lacks more is one player's
_IN_DOUBT: Final = 12  # plies before a dead end that are left as they are printed: the fault may lie there
_THICK: Final = 12  # plies in which slips of more than
_MOST_BELIEVED: Final = 5  # this price say that the game was lost
_PROMOTES: Final = {5: 0.0, 4: -5.0, 3: -5.5, 2: -5.0}
_NEEDLESS: Final = -1.0
_HEAVIER: Final = -0.5  # of two men that could take, it is the lighter one more often than not
_CLEAN: Final = 5.5  # a page that is a legal game is believed against one contradiction of the umpire


Ending = Literal["settled", "open", "gave-up"]


@dataclass(slots=True)
class Repaired:
    """A mended record; how many legal games fit it (None: too many to count, or nothing could be counted).

    ``open``: the plies that the evidence leaves open, ``{"turn", "side", "text", "options"}`` each, with
    ``{"move", "san", "weight"}`` for every option; ``findings``: what was mended, and what could not be.
    ``ending``: one game fits (``settled``), several readings do (``open``), or none was found (``gave-up``), after
    ``reached`` of ``plies`` plies.  ``reread``: the events of the record as it was read that are moves after all.
    ``corrections``: what is to be written in the place of single words, for a text that is to stay as it is otherwise.
    """

    record: Record
    readings: int | None = None
    open: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    ending: Ending = "settled"
    reached: int = 0
    plies: int = 0
    reread: tuple[AnyEvent, ...] = ()
    corrections: list[Correction] = field(default_factory=list)


def repair(records: Sequence[Record], *, effort: float = 1) -> list[Repaired]:
    """Mends records, each by itself: what stands beside it changes nothing.

    A record that replays as it is printed comes back as the same object, and so does one that was mended before.  A
    player's or the public's record, and one whose first position nobody knows, is left alone.

    :param effort: how much work a record may take, as a multiple of the usual (some seconds).
    """
    return [_Case(record, Room(int(ROOM * effort), max(1, int(effort)))).conclude() for record in records]


class _Case:
    """One record on the way from its page to its mended form."""

    def __init__(self, record: Record, room: Room) -> None:
        self.original = record
        self.record = record = reread(record)
        self.room = room
        self.clean = True
        self.findings: list[Finding] = []
        self.page: Page | None = None
        self.weights: Weights | None = None
        self.lattice: Lattice | None = None
        self.chain: Chain | None = None
        self.readings: int | None = None
        self.dead_end = 0  # the ply that no game reaches without a slip,
        self.proven = True  # and whether that is certain
        start = first_position(record) if record.view == "umpire" else None
        if start is None or not any(isinstance(event, Move) for event in record.events):
            return
        page = page_of(record, start)
        if page.lost > _MOST_LOST:
            return
        self.page = page
        self.weights = Weights(record, page)
        found = self._search(page, start)
        if found.depth:
            found.prune()
            self.lattice = found

    # -- the lattice -----------------------------------------------------------------------------------------------

    def _search(self, page: Page, start: Position) -> Lattice:
        """The games that fit as it is printed; else those of another sort of page, or with slips."""
        typed = self._typed(page, start) if page.typed else None
        if typed is not None and typed.complete:
            return typed
        printed = self._printed(page, page.slots, start)
        if not printed.complete and any(ply.aside for ply in page.plies):
            page.slots = page.without_asides()
            printed = self._printed(page, page.slots, start)
        if not printed.complete and self.room.left > 0 and page.men:
            half = self.room.part(self.room.left // 2)
            printed = search(printed, self._judge, half)
            self.room.left -= self.room.left // 2 - half.left
        other = self._other_sort(page, start, printed)
        if other is not None:
            return other
        if printed.complete or (typed is not None and typed.depth > printed.depth):
            return printed if printed.complete or typed is None else typed
        dark = self._in_the_dark(page, page.slots, start) if self.record.rules is None else None
        return dark or printed

    def _printed(self, page: Page, slots: list[Slot], start: Position) -> Lattice:
        """The games that fit without slips, of this sort of page or of another; else those that begin so."""
        room = self.room
        printed = self._plain(slots, start)
        if printed.complete or room.left <= 0:
            return printed
        if not any(slot.figurine and slot.parts and slot.parts.capture for slot in slots):
            unmarked = plain([slot._replace(marks=False) for slot in slots], start, room)
            if unmarked.complete:
                return unmarked
        return printed

    def _other_sort(self, page: Page, start: Position, printed: Lattice) -> Lattice | None:
        """The games of a page that prints its men otherwise, if fewer slips are needed then."""
        if printed.complete and printed.cheapest() <= printed_slot.PRICE[printed_slot.SQUARE] and page.men:
            return None
        if page.men:
            slots = [slot._replace(pawns=True) if slot.figurine else slot for slot in page.slots]
            if slots == page.slots:
                return None
            other = self._plain(slots, start)
            if not other.complete:
                other = search(other, self._judge, self.room)
            if printed.complete and other.complete:  # where one pawn has a man, more are likely to
                price = other.cheapest() + other.fewest(_is_pawn) + printed_slot.PRICE[printed_slot.FIGURINE] - 1
                return other if price < printed.cheapest() else None
            return other if not printed.complete and (other.complete or other.passed > printed.passed) else None
        if printed.complete and not printed.cheapest():
            return None
        other = self._plain(page.without_men(), start)
        other = other if other.complete else search(other, self._judge, self.room)
        if other.complete or other.depth > printed.depth:
            page.menless = True
            return other
        return None if printed.complete else search(printed, self._judge, self.room)

    def _typed(self, page: Page, start: Position) -> Lattice | None:
        """The games in which typed letters stand for what they say, few apart; or what fits of their beginning.

        None where fewer wrong letters than other slips explain the page.
        """
        room = self.room
        letters = page.by_letter()
        printed = self._printed(page, letters, start)
        if not printed.complete:
            loose = self._plain(page.slots, start)
            wrong = loose.fewest(page.wrong) if loose.complete else 0  # where one letter is wrong, more are likely
            some = room.part(max(0, room.left * 2 // 3))
            room.left -= some.left
            printed = search(printed, self._judge, some)
            room.left += some.left
            if loose.complete and printed.cheapest() > printed_slot.PRICE[printed_slot.LETTER] + wrong - 1:
                return None
            if not printed.complete:
                return None if loose.complete else printed
        slots = [slot._replace(letter=False, loose=_unlettered(slot.loose)) for slot in printed.slots]
        wider = any(slot.loose & printed_slot.SQUARE for slot in slots)
        budget = printed.cheapest() + (DEARER if wider else 0)
        most = max(room.most, ATTEMPT)
        free = room.take(Lattice(slots, printed.layers[0].positions[0]).grow(budget, most))
        if free.complete and free.exact:
            return free
        printed.exact = False  # what is counted are the games with the letters ignored
        return printed

    def _plain(self, slots: list[Slot], start: Position) -> Lattice:
        """The games that fit as it is printed, for which there is room even when that of the record is used up."""
        some = self.room.part(max(_ROOM_LEAST, self.room.left))
        grown = self.room.take(plain(slots, start, some))
        reached = sum(slot.ply >= 0 for slot in grown.slots[: grown.depth])
        if reached >= self.dead_end:
            self.dead_end, self.proven = reached, grown.exact
        return grown

    def _in_the_dark(self, page: Page, slots: list[Slot], start: Position) -> Lattice | None:
        """The games that fit under the rules of Dark Chess, which has no checks; None where none does."""
        if any(slot.check or slot.mate for slot in slots):
            return None
        found = plain(slots, Position.from_fen(start.fen(), dark=True), self.room)
        if not found.complete:
            return None
        message = "no legal game fits under the ordinary rules; one does under those of Dark Chess"
        self.findings.append(finding("KN405", message, page.plies[0].event))
        self.record = self.record.replace(rules="dark")
        return found

    def _judge(self, grown: Lattice) -> tuple[lattice.Rank, Callable[[int], list[float]]]:
        """What the game so far says of its figurines, as a measure of further steps and of the positions reached."""
        self.room.left -= _WEIGHING * sum(len(layer.edges) for layer in grown.layers)
        weights = self.weights
        assert weights is not None
        chain = weights.chain(grown)
        table = learn(weights.glyphs, [chain])

        def rank(slot: Slot, position: Position, move: int, after: Position) -> float:
            if slot.ply < 0:
                return 0.0
            seen = sum(table[number][man] for number, man in weights.shown(slot, position, move))
            return seen + weights.heard(slot, position, move, after) - misprinted(position, slot, move, 0)

        return rank, lambda depth: chain.scores(table, depth)

    def _is_clean(self) -> bool:
        """Whether the page can be taken at its word: it is a legal game, and the dialogue fits no other much better."""
        assert self.chain is not None and self.lattice is not None and self.weights is not None
        if not self.lattice.complete or self.page is None or any(slot.swapped for slot in self.lattice.slots):
            return False
        if self.page.misprinted and not _mended_before(self.record):
            return False
        plies = ((slot, layer) for slot, layer in zip(self.lattice.slots, self.lattice.layers, strict=False))
        numbers = {
            self.page.number(slot) - layer.positions[0].fullmove for slot, layer in plies if self.page.number(slot)
        }
        return len(numbers) <= 1 and self.weights.fits_as_printed(self.lattice, self.chain, _CLEAN)

    # -- the outcome -----------------------------------------------------------------------------------------------

    def conclude(self) -> Repaired:
        """The mended record and the report."""
        if self.page is None:
            return Repaired(self.record)
        plies = len(self.page.plies)
        if self.lattice is None:
            self._stuck(0)
            return Repaired(self.record, 0, [], self.findings, "gave-up", 0, plies)
        table = self._learnt()
        assert self.chain is not None and self.weights is not None
        grown = self.lattice
        way = self.chain.best(table)
        edges = [layer.edges[number] for layer, number in zip(grown.layers[1:], way, strict=True)]
        spent = grown.layers[-1].costs[edges[-1].target]
        if not grown.complete:
            self.readings = 0 if self.proven else None
        elif grown.exact:
            self.readings = grown.readings(spent, edges)
        reread_ = tuple(event for event in self.original.events if not any(event is one for one in self.record.events))
        if self.clean or _mended_before(self.record):
            left = _left_open(self.record)
            self._tell_reread(reread_)
            return Repaired(
                self.record, self.readings, left, self.findings, "open" if left else "settled", plies, plies, reread_
            )
        shares = self.chain.weigh(table)
        if not grown.complete:
            edges = edges[: _believed(grown.slots, edges)]
        mended = Mending(self.record, self.page, grown, edges, shares, table, self.weights.tries)
        reached = plies
        ending: Ending = "open" if mended.open else "settled"
        if not grown.complete:
            reached, ending = sum(slot.ply >= 0 for slot in grown.slots[: grown.depth]), "gave-up"
            self._stuck(reached)
        self._tell_reread(reread_)
        findings = mended.findings + self.findings
        return Repaired(
            mended.record, self.readings, mended.open, findings, ending, reached, plies, reread_, mended.corrections
        )

    def _learnt(self) -> Table:
        """What the page's figurines stand for."""
        assert self.lattice is not None and self.weights is not None
        self.chain = self.weights.chain(self.lattice)
        self.clean = self._is_clean()
        glyphs = self.weights.glyphs
        if self.clean:
            return [[0.0] * len(MEN)] * len(glyphs)
        table = learn(glyphs, [self.chain])
        reckon_marks(self.lattice, self.chain, table)
        return learn(glyphs, [self.chain], table)

    def _tell_reread(self, events: Sequence[AnyEvent]) -> None:
        count = sum(isinstance(event, Move) for event in self.record.events)
        count -= sum(isinstance(event, Move) for event in self.original.events)
        if count:
            what = "one ply was" if count == 1 else f"{count} plies were"
            self.findings.append(
                finding(
                    "KN110", f"{what} kept as a comment where the move numbers show that a ply is missing", events[0]
                )
            )

    def _stuck(self, reached: int) -> None:
        """Tells how far the moves fit as they are printed, if that is proven, and how far the search for slips came."""
        assert self.page is not None
        plies = self.page.plies
        far = f"{reached} of {len(plies)} plies fit with a few slips"
        at = self.dead_end if self.proven else reached
        message = f"as it is printed, no legal game goes on from here; {far}" if self.proven else f"{far}, up to here"
        note = f"the search for slips gave up; --effort {4 * self.room.effort} searches four times as long"
        event = plies[at].event if at < len(plies) else None
        self.findings.append(finding("KN201", message, event, note=note))


def _unlettered(loose: int) -> int:
    """Slips granted where letters are read as figurines are: one before a pawn's move in place of a wrong letter."""
    return loose & ~printed_slot.LETTER | printed_slot.FIGURINE if loose & printed_slot.LETTER else loose


def _believed(slots: Sequence[Slot], edges: Sequence[Edge]) -> int:
    """How many steps are believed where no game fits to the end: those well before it, and before slips come thick."""
    prices = [printed_slot.weighed(slot, edge.slips) for slot, edge in zip(slots, edges, strict=False)]
    prices = [0 if edge.slips & printed_slot.LOST and slot.hidden else price
              for slot, edge, price in zip(slots, edges, prices, strict=False)]  # fmt: skip
    most = max(0, len(edges) - _IN_DOUBT)
    return next((at for at in range(most) if sum(prices[at : at + _THICK]) > _MOST_BELIEVED), most)


def _is_pawn(slot: Slot, position: Position, move: int) -> bool:
    """Whether a man is printed before a move of a pawn."""
    return slot.figurine and move >= 0 and position.type_at(move & 63) == PAWN


def _mended_before(record: Record) -> bool:
    return any(isinstance(event, Move) and (event.source == "inferred" or event.options) for event in record.events)


def _left_open(record: Record) -> list[dict[str, Any]]:
    """The plies that a record mended before says are open."""
    return [
        {
            "turn": event.turn,
            "side": event.side,
            "text": event.text,
            "options": [{"move": option.move, "san": None, "weight": option.weight} for option in event.options],
        }
        for event in record.events
        if isinstance(event, Move) and event.options
    ]
