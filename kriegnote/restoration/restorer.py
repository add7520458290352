"""Mends damaged scores: the legal game behind unreadable figurines, misprinted squares and lost plies.

Works on records as they were read, before an umpire resolves them, and so on every notation alike.  What is printed
beyond doubt (squares, captures, mates, castling) spans a lattice of legal games (:mod:`kriegnote.restoration.lattice`);
the dialogue of the record (:mod:`kriegnote.restoration.evidence`) and the page's own confusions
(:mod:`kriegnote.restoration.figurine_model`) weigh them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

<<<<<<<< HEAD:kriegnote/restoration/repairing.py
from kriegnote.chess.position import KNIGHT, LETTERS, QUEEN, ROOK, Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.mending import evidence, lattice
from kriegnote.mending.channel import MEN, Arcs, Chain, Glyph, Shown, Table, learn
from kriegnote.mending.evidence import Told
from kriegnote.mending.lattice import Lattice, Slot
from kriegnote.mending.mended import Mending
from kriegnote.mending.page import Page, page_of
from kriegnote.mending.search import ATTEMPT, MOST, Room, plain, search
from kriegnote.model.events import Move, Try
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.model.record import Record
from kriegnote.umpire.starting_position import first_position
========
from kriegnote.board import KNIGHT, LETTERS, QUEEN, ROOK, Position
from kriegnote.events import Move, Try
from kriegnote.findings import Finding, finding
from kriegnote.moves import FIGURINES
from kriegnote.positions import first_position
from kriegnote.record import Record
from kriegnote.restoration import evidence, lattice
from kriegnote.restoration.evidence import Told
from kriegnote.restoration.figurine_model import MEN, Arcs, Chain, Glyph, Shown, Table, learn
from kriegnote.restoration.lattice import Lattice, Slot
from kriegnote.restoration.page import Page, page_of
from kriegnote.restoration.result import Mending
from kriegnote.restoration.search import ATTEMPT, MOST, Room, plain, search
>>>>>>>> 0189928 (Repair is one package, restoration, with modules named for what they hold; repair is in the public face):kriegnote/restoration/restorer.py

ROOM: Final = 2_500_000  # units of work (see Lattice.work) that a record may take: some two seconds
_WEIGHING: Final = 8  # of them to weigh a step
_ROOM_EACH: Final = 50  # more of them for every ply of the file
_ROOM_LEAST: Final = 300_000  # of them for every record, if it fits as it is printed
_MOST_LOST: Final = 4  # plies that may be missing; a record that lacks more is one player's
_IN_DOUBT: Final = 12  # plies before a dead end that are left as they are printed
TOGETHER: Final = 32  # records of a file that teach one another what its figurines mean
_APART: Final = 12  # glyphs' worth of distance between two records
_PER_PRICE: Final = -2.5
_PROMOTES: Final = {5: 0.0, 4: -5.0, 3: -5.5, 2: -5.0}
_NEEDLESS: Final = -1.0
_HEAVIER: Final = -0.5  # of two men that could take, it is the lighter one more often than not
_CLEAN: Final = 5.5  # a page that is a legal game is believed against one contradiction of the umpire


@dataclass(slots=True)
class Repaired:
    """A mended record; how many legal games fit it (None: too many to count, or nothing could be counted).

    ``open``: the plies that the evidence leaves open, ``{"turn", "side", "text", "options"}`` each, with
    ``{"move", "san", "weight"}`` for every option; ``findings``: what was mended, and what could not be.
    """

    record: Record
    readings: int | None = None
    open: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def repair(records: Sequence[Record]) -> list[Repaired]:
    """Mends records that come from one file: neighbours teach one another what the page's figurines stand for.

    A record that replays as it is printed comes back as the same object, and so does one that was mended before.  A
    player's or the public's record, and one whose first position nobody knows, is left alone.
    """
    pool = ROOM + _ROOM_EACH * sum(isinstance(event, Move) for record in records for event in record.events)
    dark = any(record.rules == "dark" for record in records)
    mended: list[Repaired] = []
    for first in range(0, len(records), TOGETHER):
        cases: list[_Case] = []
        for record in records[first : first + TOGETHER]:
            room = Room(min(ROOM, pool))
            before = room.left
            cases.append(_Case(record, room, dark))
            pool -= before - room.left
        mended.extend(_together(cases))
    return mended


def _together(cases: Sequence[_Case]) -> list[Repaired]:
    glyphs: list[Glyph] = []
    for case in cases:
        if case.lattice is not None:
            case.number(glyphs)
    chains = [case.chain for case in cases if case.chain is not None]
    table: Table = [[0.0] * len(MEN)] * len(glyphs)
    if not all(case.clean for case in cases):
        table = learn(glyphs, chains)
        for case in cases:
            case.reckon_marks(table)
        table = learn(glyphs, chains, table)
    return [case.conclude(table) for case in cases]


class _Case:
    """One record on the way from its page to its mended form."""

    def __init__(self, record: Record, room: Room, dark: bool) -> None:
        self.record = record
        self.room = room
        self.dark = dark and record.rules is None  # its neighbours are games of Dark Chess, and it does not say
        self.clean = True
        self.findings: list[Finding] = []
        self.page: Page | None = None
        self.lattice: Lattice | None = None
        self.chain: Chain | None = None
        self.readings: int | None = None
        start = first_position(record) if record.view == "umpire" else None
        if start is None or not any(isinstance(event, Move) for event in record.events):
            return
        page = page_of(record, start)
        if page.lost > _MOST_LOST:
            return
        self.page = page
        found = self._search(page, start)
        self.lattice = self.chain = None
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
        if not printed.complete and self.room.left > 0:
            printed = search(printed, self._judge, self.room)
        return printed if typed is None or printed.complete else typed

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
        if self.dark:
            dark = self._in_the_dark(page, slots, start)
            if dark is not None:
                return dark
        return printed

    def _typed(self, page: Page, start: Position) -> Lattice | None:
        """The games in which typed letters stand for what they say, few apart; or what fits of their beginning.

        None where fewer wrong letters than other slips explain the page.
        """
        room = self.room
        letters = page.by_letter()
        printed = self._printed(page, letters, start)
        if not printed.complete:
            loose = self._plain(page.slots, start)
            wrong = loose.fewest(page.wrong) if loose.complete else 0
            some = Room(max(0, room.left * 2 // 3))
            room.left -= some.left
            printed = search(printed, self._judge, some)
            room.left += some.left
            if loose.complete and printed.cheapest() > wrong * lattice.PRICE[lattice.LETTER]:
                return None
            if not printed.complete:
                return None if loose.complete else printed
        slots = [slot._replace(letter=False, loose=slot.loose & ~lattice.LETTER) for slot in printed.slots]
        budget = printed.cheapest()
        most = min(MOST, max(room.left, ATTEMPT))
        free = room.take(Lattice(slots, printed.layers[0].positions[0]).grow(budget, most))
        if free.complete and free.exact:
            return free
        printed.exact = False  # what is counted are the games with the letters ignored
        return printed

    def _plain(self, slots: list[Slot], start: Position) -> Lattice:
        """The games that fit as it is printed, for which there is room even when that of the file is used up."""
        some = Room(max(_ROOM_LEAST, self.room.left))
        return self.room.take(plain(slots, start, some))

    def _in_the_dark(self, page: Page, slots: list[Slot], start: Position) -> Lattice | None:
        """The games that fit under the rules of Dark Chess, which has no checks; None where none does."""
        found = plain(slots, Position.from_fen(start.fen(), dark=True), self.room)
        if not found.complete:
            return None
        message = "no legal game fits under the ordinary rules; one does under those of Dark Chess, as beside it"
        self.findings.append(finding("KN405", message, page.plies[0].event))
        self.record = self.record.replace(rules="dark")
        return found

    def _judge(self, grown: Lattice) -> tuple[lattice.Rank, Callable[[int], list[float]]]:
        """What the game so far says of its figurines, as a measure of further steps and of the positions reached."""
        glyphs: list[Glyph] = []
        self.lattice = grown
        self.number(glyphs)
        self.room.left -= _WEIGHING * sum(len(layer.edges) for layer in grown.layers)
        chain, page, silence = self.chain, self.page, self.record.silence
        assert chain is not None and page is not None
        table = learn(glyphs, [chain])

        def rank(slot: Slot, position: Position, move: int, after: Position) -> float:
            if slot.ply < 0:
                return 0.0
            told = page.plies[slot.ply].told
            seen = sum(table[number][man] for number, man in self._shown(position, move, slot))
            heard = evidence.before(position, told, silence) + evidence.after(position, move, after, told, silence)
            return seen + heard

        return rank, lambda depth: chain.scores(table, depth)

    # -- the weights -----------------------------------------------------------------------------------------------

    def number(self, glyphs: list[Glyph]) -> None:
        """Numbers the page's glyphs after those of the records before it, and weighs every step but for them."""
        assert self.page is not None and self.lattice is not None
        self.tries: dict[int, int] = {}
        self.glyphs: list[tuple[int, int]] = []  # of each ply: the numbers of its man and its promotion, or -1
        for ply in self.page.plies:
            pair: list[int] = []
            for glyph in (ply.man, ply.promotion):
                pair.append(len(glyphs) if glyph is not None else -1)
                if glyph is not None:
                    glyphs.append(glyph)
            self.glyphs.append((pair[0], pair[1]))
            for event in (*ply.told.before, *ply.told.after):
                if isinstance(event, Try) and event.text and evidence.unsure(event.text):
                    self.tries[id(event)] = len(glyphs)
                    symbol = next(letter for letter in event.text if letter in FIGURINES)
                    glyphs.append(Glyph(symbol, FIGURINES[symbol], typed=False))
        self.nominal = glyphs
        glyphs.extend([Glyph("", "", False)] * _APART)
        grown = self.lattice
        self.chain = Chain(
            [len(layer.positions) for layer in grown.layers],
            [self._arcs(index) for index in range(grown.depth)],
        )
        self.clean = self._is_clean()

    def _arcs(self, index: int) -> Arcs:
        assert self.page is not None and self.lattice is not None
        page, grown, silence = self.page, self.lattice, self.record.silence
        slot = grown.slots[index]
        told = page.plies[slot.ply].told if slot.ply >= 0 else Told()
        sources, targets = grown.layers[index].positions, grown.layers[index + 1].positions
        promotion = page.plies[slot.ply].promotion if slot.ply >= 0 else None
        spelt = promotion is not None and promotion.typed  # then habit has nothing to say
        heard = bool(told.after) or "capture" in silence or "check" in silence
        ends: list[float] = []
        if index + 1 == len(grown.slots):
            result = self.record.result
            ends = [evidence.before(one, page.final, ()) + evidence.result(one, result) for one in targets]
        known: dict[int, float] = {}
        numbers: dict[Shown, int] = {}
        arcs = Arcs()
        for source, target, move, slips in grown.layers[index + 1].edges:
            weight = _PER_PRICE * lattice.weighed(slot, slips) if slips else 0.0
            shown: Shown = ()
            if move != lattice.SKIP:
                position = sources[source]
                if source not in known:
                    known[source] = evidence.before(position, told, silence)
                weight += known[source]
                if heard:
                    weight += evidence.after(position, move, targets[target], told, silence)
                if slot.again == 1:
                    weight += _PER_PRICE * lattice.PRICE[lattice.NUMBER]
                weight += _heavy_handed(position, move) + _needless(position, move, slot)
                if move >> 12 and not spelt:
                    weight += _PROMOTES[move >> 12]
                shown = self._shown(position, move, slot)
            arcs.sources.append(source)
            arcs.targets.append(target)
            arcs.weights.append(weight + ends[target] if ends else weight)
            arcs.shows.append(numbers.setdefault(shown, len(numbers)))
        arcs.shown.extend(numbers)
        return arcs

    def _shown(self, position: Position, move: int, slot: Slot) -> Shown:
        if slot.ply < 0:
            return ()
        man, promotion = self.glyphs[slot.ply]
        shown = []
        if man >= 0:
            shown.append((man, MEN.index(LETTERS[position.type_at(move & 63)])))
        if promotion >= 0 and move >> 12:
            shown.append((promotion, MEN.index(LETTERS[move >> 12])))
        return tuple(shown)

    def _is_clean(self) -> bool:
        """Whether the page can be taken at its word: it is a legal game, and the dialogue fits no other much better."""
        assert self.chain is not None and self.lattice is not None
        if not self.lattice.complete:
            return False
        plain, best = [0.0], [0.0]
        for arcs, size, layer in zip(self.chain.layers, self.chain.sizes[1:], self.lattice.layers[1:], strict=True):
            here, there = [-math.inf] * size, [-math.inf] * size
            printed = [all(self.nominal[number].nominal == MEN[man] for number, man in pairs) for pairs in arcs.shown]
            steps = zip(arcs.sources, arcs.targets, arcs.weights, arcs.shows, layer.edges, strict=True)
            for source, target, weight, show, edge in steps:
                there[target] = max(there[target], best[source] + weight)
                if printed[show] and not edge.slips:
                    here[target] = max(here[target], plain[source] + weight)
            plain, best = here, there
        return max(plain) > max(best) - _CLEAN

    def reckon_marks(self, table: Table) -> None:
        """Where a record marks its checks, a check without a mark is unlikely: how much so, the record itself tells."""
        if self.chain is None or self.lattice is None or self.lattice.slots[0].parts is None:
            return
        marked, unmarked = 0.0, 0.0
        silent: list[tuple[int, list[int]]] = []
        for index, shares in enumerate(self.chain.weigh(table)):
            slot, layer = self.lattice.slots[index], self.lattice.layers[index + 1]
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
            arcs = self.chain.layers[index]
            for number in checks:
                arcs.weights[number] += price
            arcs.plain = []

    # -- the outcome -----------------------------------------------------------------------------------------------

    def conclude(self, table: Table) -> Repaired:
        """The mended record and the report."""
        if self.page is None:
            return Repaired(self.record)
        if self.lattice is None or self.chain is None:
            self._stuck(0)
            return Repaired(self.record, 0, [], self.findings)
        grown = self.lattice
        way = self.chain.best(table)
        edges = [layer.edges[number] for layer, number in zip(grown.layers[1:], way, strict=True)]
        spent = grown.layers[-1].costs[edges[-1].target]
        if not grown.complete:
            self.readings = 0
        elif grown.exact:
            self.readings = grown.readings(spent, edges)
        if self.clean or _mended_before(self.record):
            return Repaired(self.record, self.readings, _left_open(self.record))
        shares = self.chain.weigh(table)
        if not grown.complete:  # the fault may lie some way before the place where nothing fits
            edges = edges[: max(0, len(edges) - _IN_DOUBT)]
        mended = Mending(self.record, self.page, grown, edges, shares, table, self.tries)
        if not grown.complete:
            self._stuck(sum(slot.ply >= 0 for slot in grown.slots[: grown.depth]))
        return Repaired(mended.record, self.readings, mended.open, mended.findings + self.findings)

    def _stuck(self, number: int) -> None:
        assert self.page is not None
        event = self.page.plies[number].event if number < len(self.page.plies) else None
        message = "no legal game fits from here on, not even with a few slips granted"
        self.findings.append(finding("KN201", message, event))


def _heavy_handed(position: Position, move: int) -> float:
    """The price of taking with a man when a lighter one could."""
    kind, target = position.type_at(move & 63), move >> 6 & 63
    if position.captured_square(move) < 0 or kind not in (ROOK, QUEEN):
        return 0.0
    return _HEAVIER if any(position.origins(lighter, target) for lighter in range(KNIGHT, kind)) else 0.0


def _needless(position: Position, move: int, slot: Slot) -> float:
    """The price of a printed origin that tells nothing."""
    if slot.parts is None or not slot.parts.from_ or not slot.figurine:
        return 0.0
    rivals = position.origins(position.type_at(move & 63), move >> 6 & 63)
    return 0.0 if rivals & (rivals - 1) else _NEEDLESS


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
