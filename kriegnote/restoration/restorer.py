"""Mends damaged scores: the legal game behind spoilt words, unreadable figurines, misprinted squares and lost plies.

Works on records as they were read, before an umpire resolves them, and so on every notation alike.  What is printed
beyond doubt spans a lattice of legal games (:mod:`kriegnote.restoration.lattice`); the dialogue of the record
(:mod:`kriegnote.restoration.evidence`), the usual ways in which a page goes wrong
(:mod:`kriegnote.restoration.misprints`) and its own confusions (:mod:`kriegnote.restoration.figurine_model`) weigh
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.record import Record
from kriegnote.restoration.choices import Correction
from kriegnote.restoration.figurine_model import MEN
from kriegnote.restoration.page import Page
from kriegnote.restoration.page_reading import MOST_LOST, page_of
from kriegnote.restoration.reread import reread
from kriegnote.restoration.result import Mending
from kriegnote.restoration.search import Reading, Room, Search, learnt
from kriegnote.restoration.weights import Weights
from kriegnote.umpire.starting_position import first_position

ROOM: Final = 3_000_000  # units of work (see Lattice.work) that a record may take: some two seconds
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
    return [_Case(record, Room(int(ROOM * effort), effort)).conclude() for record in records]


class _Case:
    """One record on the way from its page to its mended form."""

    def __init__(self, record: Record, room: Room) -> None:
        self.original = record
        self.record = record = reread(record)
        self.findings: list[Finding] = []
        self.page: Page | None = None
        self.found: Reading | None = None
        start = first_position(record) if record.view == "umpire" else None
        if start is None or not any(isinstance(event, Move) for event in record.events):
            return
        page = page_of(record, start)
        if page.lost > MOST_LOST:
            return
        self.page = page
        self.weights = Weights(record, page)
        self.search = Search(page, start, self.weights, room)
        self.found = self.search.run(dark=record.rules is None)
        if self.found is not None and self.found.dark:
            message = "no legal game fits under the ordinary rules; one does under those of Dark Chess"
            self.findings.append(finding("KN405", message, page.plies[0].event))
            self.record = self.record.replace(rules="dark")

    def conclude(self) -> Repaired:
        """The mended record and the report."""
        if self.page is None:
            return Repaired(self.record)
        plies = len(self.page.plies)
        if self.found is None:
            self._stuck(0)
            return Repaired(self.record, 0, [], self.findings, "gave-up", 0, plies)
        kept = set(map(id, self.record.events))
        reread_ = tuple(event for event in self.original.events if id(event) not in kept)
        clean = self._is_clean(self.page, self.found)
        found = self.found
        if clean:
            found.table = [[0.0] * len(MEN)] * len(self.weights.glyphs)
        elif found.printed:
            learnt(self.weights, found)
        edges = found.way()
        readings = self.search.readings(found, edges)
        if clean or _mended_before(self.record):
            left = _left_open(self.record)
            self._report_reread(reread_)
            ending: Ending = "open" if left else "settled"
            return Repaired(self.record, readings, left, self.findings, ending, plies, plies, reread_)
        shares = found.chain.weigh(found.table)
        if not found.complete:
            edges = edges[: found.believed()]
        mended = Mending(self.record, self.page, found, edges, shares, self.weights.tries)
        reached, ending = plies, "open" if mended.open else "settled"
        if not found.complete:
            reached, ending = found.reached(), "gave-up"
            self._stuck(reached)
        self._report_reread(reread_)
        findings = mended.findings + self.findings
        return Repaired(
            mended.record, readings, mended.open, findings, ending, reached, plies, reread_, mended.corrections
        )

    def _is_clean(self, page: Page, found: Reading) -> bool:
        """Whether the page can be taken at its word: it is a legal game, and the dialogue fits no other much better."""
        if not found.printed or found.menless or (page.misprinted and not _mended_before(self.record)):
            return False
        plies = zip(found.lattice.slots, found.lattice.layers, strict=False)
        numbers = {page.number(slot) - layer.positions[0].fullmove for slot, layer in plies if page.number(slot)}
        return len(numbers) <= 1 and self.weights.fits_as_printed(found.lattice, found.chain, _CLEAN)

    def _report_reread(self, events: Sequence[AnyEvent]) -> None:
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
        """Reports how far the moves fit as they are printed, if that is proven, and how far the search came."""
        assert self.page is not None
        plies = self.page.plies
        far = f"{reached} of {len(plies)} plies fit with a few slips"
        at = self.search.dead_end if self.search.proven else reached
        message = (
            f"as it is printed, no legal game goes on from here; {far}" if self.search.proven else f"{far}, up to here"
        )
        note = f"the search for slips gave up; --effort {4 * self.search.room.effort:g} searches four times as long"
        event = plies[at].event if at < len(plies) else None
        self.findings.append(finding("KN201", message, event, note=note))


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
