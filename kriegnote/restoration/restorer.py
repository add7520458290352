"""Repairs damaged scores: finds the legal game behind spoilt words, unreadable figurines, wrong squares and lost plies.

It works on records as they were read, before an umpire resolves them, and therefore on every notation.  The legal games
that fit the page form a lattice (:mod:`kriegnote.restoration.lattice`).  They are weighed by the announcements of the
record (:mod:`kriegnote.restoration.evidence`), the usual misprints (:mod:`kriegnote.restoration.misprints`) and the
confusions of the page itself (:mod:`kriegnote.restoration.figurine_model`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.record import Record
from kriegnote.restoration.choices import OfferedMove, OpenPly, Replacement
from kriegnote.restoration.figurine_model import MEN
from kriegnote.restoration.lost_passage import fits_behind, lost_passage, passage_is_lost
from kriegnote.restoration.misread_tries import with_tries
from kriegnote.restoration.page_reading import number_before, page_of
from kriegnote.restoration.reread import reread
from kriegnote.restoration.result import mend
from kriegnote.restoration.search import Reading, Search, WorkBudget, learnt
from kriegnote.restoration.slot_reading import letters_of
from kriegnote.restoration.weights import Weights
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of
from kriegnote.umpire.starting_position import first_position

BUDGET: Final = 3_000_000  # units of work (see Lattice.work) per record: about two seconds
_CLEAN: Final = 5.5  # margin (logarithm) by which another reading may be better: one false announcement at most


Ending = Literal["settled", "open", "gave-up"]


@dataclass(slots=True)
class Repaired:
    """A mended record, with a report.

    ``readings``: the number of legal games that fit; None if there are too many to count, or nothing was counted.
    ``open``: the plies that the evidence leaves open.  ``findings``: what was mended, and what could not be.
    ``ending``: ``settled`` if one game fits or the record was left alone, ``open`` if several readings do, ``gave-up``
    if no game reaches the end.  ``reached``: how many of the ``plies`` were read.  ``reread``: the events of the
    original record that turned out to be moves.  ``corrections``: the replacements of single words, for a text that
    is otherwise to stay as it is.  ``slips``: the price of the slips of the reading (see docs/repair-method.md).
    ``divided``: the plies are those into which the page was divided anew (see kriegnote.restoration.division).
    """

    record: Record
    readings: int | None = None
    open: list[OpenPly] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    ending: Ending = "settled"
    reached: int = 0
    plies: int = 0
    reread: tuple[AnyEvent, ...] = ()
    corrections: list[Replacement] = field(default_factory=list)
    slips: int = 0
    divided: bool = False


def repair(records: Sequence[Record], *, effort: float = 1) -> list[Repaired]:
    """Mends records, each independently of the others.

    A record that is legal as printed is returned without changes, and so is one that was mended before, or one for
    which no game is found and no ply is changed.  Left alone are the records of a player or the public, records whose
    starting position is not known, records that show one side's moves only, and games in which both players move at
    once (whose umpire reads figurines himself).

    :param effort: the work that a record may take, as a multiple of the usual (some seconds).
    """
    with _without_collection():
        return [_with_tries(_repaired(record, WorkBudget(int(BUDGET * effort), effort)), record) for record in records]


def _with_tries(repaired: Repaired, original: Record) -> Repaired:
    """A mended record with its misread tries as they are read."""
    start = _start(original) if original.view == "umpire" else None
    if start is None:
        return repaired
    record, findings, read = with_tries(repaired.record, start, letters_of(repaired.record.events))
    return replace(repaired, record=record, findings=[*repaired.findings, *findings], reread=(*repaired.reread, *read))


@contextmanager
def _without_collection() -> Iterator[None]:
    """Pauses the search for cyclic garbage: lattices have none, and a sixth of the time went into traversing them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _repaired(original: Record, budget: WorkBudget) -> Repaired:
    record = original if _mended_before(original) else reread(original)
    start = _start(record) if record.view == "umpire" else None
    game = game_of(record)
    at_once = game is not None and game.turns == "simultaneous"
    if start is None or at_once or not any(isinstance(event, Move) for event in record.events):
        return Repaired(record)
    page = page_of(record, start)
    if page.one_sided:
        return Repaired(record)
    first = next(at for at, event in enumerate(record.events) if isinstance(event, Move))
    behind = lost_passage(record, number_before(record, start))
    if behind == first:
        return _up_to(original, record, first, budget)
    if behind is None and first_position(record) is None:
        behind = first
    search = Search(page, start, Weights(record, page), budget)
    found = search.run(dark=record.rules is None)
    if behind is not None and (found is None or not fits_behind(record, page, found, behind)):
        return _up_to(original, record, behind, budget)
    if found is None:
        return Repaired(record, 0, [], [_stuck(search, 0)], "gave-up", 0, len(page.plies))
    findings: list[Finding] = []
    if found.dark:
        record = record.replace(rules="dark")
        message = "no legal game fits under the usual rules, but one does under Dark Chess"
        findings.append(finding("KN405", message, page.plies[0].event))
    return _read(original, record, search, found, findings)


def _start(record: Record) -> Position | None:
    """The starting position of the game; None if it is not known.

    For a record whose first moves are missing, that of its game.
    """
    game = game_of(record)
    begins = record.start is None and game is not None and game.setup == "given"
    return position_of(game) if begins and game is not None else first_position(record)


def _up_to(original: Record, record: Record, behind: int, budget: WorkBudget) -> Repaired:
    """The record, mended up to a lost passage.

    :param behind: the index of the first move after the passage.
    """
    head = record.replace(events=record.events[:behind], result=None)
    done = _repaired(head, WorkBudget(int(BUDGET * budget.effort), budget.effort))
    plies = done.plies + sum(isinstance(event, Move) for event in record.events[behind:])
    findings = [*done.findings, passage_is_lost(record, behind)]
    whole = record.replace(events=(*done.record.events, *record.events[behind:]))
    mended = original if record is original and done.record is head else whole
    again = _events_read_again(original, record)
    findings += _read_again(original, record, again)
    return replace(done, record=mended, readings=None, findings=findings, ending="gave-up", plies=plies, reread=again)


def _events_read_again(original: Record, record: Record) -> tuple[AnyEvent, ...]:
    """The events of the original record that were read again as moves."""
    kept = set(map(id, record.events))
    return tuple(event for event in original.events if id(event) not in kept)


def _read(original: Record, record: Record, search: Search, found: Reading, findings: list[Finding]) -> Repaired:
    """The record as the search reads it, and the report.

    :param findings: the findings so far.
    """
    page, weights = search.page, search.weights
    reached = plies = len(page.plies)
    again = _events_read_again(original, record)
    clean = _is_clean(record, search, found)
    if clean:
        found.table = [[0.0] * len(MEN)] * len(weights.glyphs)
    elif found.printed:
        learnt(weights, found)
    edges = found.way()
    readings = search.readings(found, edges)
    if clean or _mended_before(record):
        left = _left_open(record)
        findings += _read_again(original, record, again)
        return Repaired(record, readings, left, findings, "open" if left else "settled", reached, plies, again)
    shares = found.chain.weigh(found.table)
    if not found.complete:
        edges = edges[: found.believed()]
        reached = found.reached()
        findings.append(_stuck(search, reached))
    mended = mend(record, page, found, edges, shares, weights.tries)
    if not found.complete and not _mended_before(mended.record):  # repaired again, the record would give another result
        return Repaired(original, readings, [], findings, "gave-up", reached, plies)
    ending: Ending = "gave-up" if not found.complete else "open" if mended.open else "settled"
    findings = [*mended.findings, *findings, *_read_again(original, record, again)]
    return Repaired(
        mended.record, readings, mended.open, findings, ending, reached, plies, again, mended.corrections, found.price()
    )


def _is_clean(record: Record, search: Search, found: Reading) -> bool:
    """Whether the page is right as printed: a legal game with consistent numbers that the dialogue fits well enough."""
    page = search.page
    if not found.printed or found.menless or (page.misprinted and not _mended_before(record)):
        return False
    plies = zip(found.lattice.slots, found.lattice.layers, strict=False)
    numbers = {page.number(slot) - layer.positions[0].fullmove for slot, layer in plies if page.number(slot)}
    return len(numbers) <= 1 and search.weights.fits_as_printed(found.lattice, found.chain, _CLEAN)


def _read_again(original: Record, record: Record, events: Sequence[AnyEvent]) -> list[Finding]:
    """A single finding on the plies that were found in comments; none if there are none.

    :param events: the events of the original record that were read again.
    """
    count = sum(isinstance(event, Move) for event in record.events)
    count -= sum(isinstance(event, Move) for event in original.events)
    if not count:
        return []
    what = "one ply was" if count == 1 else f"{count} plies were"
    message = f"{what} kept as a comment where the move numbers show a missing ply"
    return [finding("KN110", message, events[0])]


def _stuck(search: Search, reached: int) -> Finding:
    """The finding that no game was found: where the moves as printed end, if that is proven, and how far slips lead."""
    plies = search.page.plies
    far = f"{reached} of {len(plies)} plies fit with a few slips"
    at = search.dead_end if search.proven else reached
    message = (
        f"no legal game continues from here as printed; {far}" if search.proven else f"the search stops here; {far}"
    )
    note = f"the search gave up; --effort {4 * search.budget.effort:g} searches four times as long"
    return finding("KN201", message, plies[at].event if at < len(plies) else None, note=note)


def _mended_before(record: Record) -> bool:
    """Whether a move of a record was inferred or has options."""
    return any(isinstance(event, Move) and (event.source == "inferred" or event.options) for event in record.events)


def _left_open(record: Record) -> list[OpenPly]:
    """The plies that a record left open when it was mended before."""
    return [
        OpenPly(
            turn=event.turn,
            side=event.side,
            text=event.text,
            options=[OfferedMove(move=option.move, san=None, weight=option.weight) for option in event.options],
        )
        for event in record.events
        if isinstance(event, Move) and event.options
    ]
