"""The command ``repair`` on the records of one text: repaired records, and the corrections to the text itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import IN_NO_GAME, Finding, finding
from kriegnote.model.events import AnyEvent, Comment, Junk, Move, Nag, type_name
from kriegnote.model.order import is_behind_move
from kriegnote.model.record import Record
from kriegnote.notations.accounting import account
from kriegnote.notations.detection import PLAINEST
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import Item, empty
from kriegnote.operations.one_sided import settled
from kriegnote.restoration.choices import Choice, Replacement, named
from kriegnote.restoration.division import divided
from kriegnote.restoration.restorer import Repaired, repair
from kriegnote.restoration.swapped_plies import unswapped
from kriegnote.rules import RuleSet
from kriegnote.text.latex import without_markup
from kriegnote.text.writing import PLAIN, Style
from kriegnote.umpire.adjudication import adjudicate

_GLANCE: Final = 0.1  # of the usual work for a record, to see how much of a page is a game
_SECOND: Final = 0.5  # of the work for the first reading, for each further one: little of it has told which is better
_WORTH: Final = 2  # what a ply is worth, in prices of slips
_GOOD: Final = 0.95  # share of the worth of all plies from which no other reading is tried
_OF_SCORES: Final = frozenset({"move", "comment", "junk", "nag"})  # events that a page has when it is divided
_UNREAD: Final = frozenset({"KN101", "KN102", "KN106", "KN109"})  # on words that may be moves


class RepairedText(NamedTuple):
    """A repaired record: the findings, and its text in the wanted notation (None: it holds nothing).

    ``lead``: the separator between it and the record before it; ``entry``: its part of a report; ``corrections``: the
    replacements of its words, if these are in the file as they were read.
    """

    findings: list[Finding]
    text: str | None = None
    lead: str = ""
    notation: str = ""
    entry: dict[str, Any] = {}  # noqa: RUF012  # a tuple's
    corrections: tuple[Replacement, ...] = ()


def repaired_texts(
    items: Iterable[Item], target: Notation | None, rules: RuleSet | None, style: Style, effort: int = 1
) -> Iterator[tuple[Item, RepairedText]]:
    """Repairs records; one that needed no repair keeps its original text if no notation or style is asked for.

    :param effort: how many times the usual amount of work a record may take.
    """
    for read in items:
        nothing = empty(read)
        if nothing:
            yield read, RepairedText([nothing])
            continue
        item = readable(read)
        record = item.record.under(rules.id) if rules else item.record
        item = item._replace(record=record)
        one = settled(record) if record.view in ("white", "black") else repair_item(item, effort=effort)
        plain = item.notation if item.notation.id in PLAINEST else notation("san")
        row = target or (plain if one.divided else item.notation)
        text, entry = _written(one, row, style)
        as_read = item.chunk is read.chunk
        asked = target is not None or style != PLAIN
        unchanged = not asked and row is item.notation and as_read and one.record.events == read.record.events
        if unchanged:
            text = item.chunk.text
        corrections = tuple(one.corrections) if as_read else ()  # without markup, places differ from the file's
        found = [*_still(item.findings, one), *one.findings]
        yield item, RepairedText(found, text, "" if unchanged else row.separator, row.id, entry, corrections)


def repair_item(item: Item, *, effort: float = 1) -> Repaired:
    """The record of an item, repaired as it was read, or else as the numbers of its page divide it.

    That is taken if more of the page is a game that way.  It is not tried for a page that is one as it stands.  A
    tenth of the work tells which reading has all the work first; the others have half of it, and only if no game is
    found so, or one that may explain less of the page than they.  Where no game is found, plies may be printed in each
    other's place.
    """
    if item.notation.data:
        return repair([item.record], effort=effort)[0]
    glance = repair([item.record], effort=effort * _GLANCE)[0]
    if glance.record is item.record and glance.readings is not None and not _prose(item) and not _gave_up(glance):
        return glance  # more work would find nothing else
    record, best = item.record, None
    for reading in _readings(item, glance, effort=effort):
        most = _WORTH * len(_plies(reading))
        if best is not None and not _gave_up(best) and _worth(best) >= _GOOD * most:
            continue
        whole = repair([reading], effort=effort if best is None else effort * _SECOND)[0]
        if best is None or _worth(whole) > _worth(best):
            record, best = reading, whole
    assert best is not None
    if record is not item.record:
        best = _as_divided(item, record, best)
    return unswapped(record, best, effort=effort) if _gave_up(best) else best


def _readings(item: Item, as_read: Repaired, *, effort: float) -> list[Record]:
    """The record of an item and the divisions of its page, that first of which little work finds most to be a game.

    :param as_read: what little work makes of the record as it was read.
    """
    found = [(item.record, as_read)]
    doubtful = _prose(item) or _gave_up(as_read) or as_read.record is not item.record
    for at, record in enumerate(divided(item.record, item.chunk) if doubtful else ()):
        plies, read = _plies(record), _plies(item.record)
        good = max(_worth(known) for _, known in found) >= _GOOD * _WORTH * len(plies)
        same = [*filter(None, plies)] == [
            *filter(None, read)
        ]  # the same words numbered otherwise are no other division
        if same or (at > 0 and len(plies) <= len(read) and good):
            continue
        if item.notation.id not in PLAINEST and record.rules == item.notation.rules:
            record = record.replace(rules=None)  # the notation was a wrong guess, and so were its rules
        found.append((record, repair([record], effort=effort * _GLANCE)[0]))
    return [record for record, _ in sorted(found, key=lambda one: -_worth(one[1]))]


def _as_divided(item: Item, record: Record, repaired: Repaired) -> Repaired:
    """What became of the record that the numbers of an item's page divide it into, with the finding that says so."""
    plies = _plies(record)
    first = next(event for event in record.events if isinstance(event, Move))
    left = Counter(map(type_name, item.record.events)) - Counter(map(type_name, record.events))
    lost = [f"{count} {name}" for name, count in sorted(left.items()) if name not in _OF_SCORES]
    more = f"; what was read there as {', '.join(lost)} is not kept" if lost else ""
    found = finding("KN110", f"{len(plies)} plies are read in the order of their numbers{more}", first)
    again = (*repaired.reread, *_prose(item))
    return replace(repaired, findings=[found, *repaired.findings], reread=again, divided=True)


def _prose(item: Item) -> tuple[AnyEvent, ...]:
    """The words of an item that are kept as comments or junk, of which some may be plies."""
    return tuple(event for event in item.record.events if isinstance(event, (Comment, Junk)))


def _gave_up(repaired: Repaired) -> bool:
    return repaired.ending == "gave-up"


def _plies(record: Record) -> list[str | None]:
    """The printed word of each ply; None for one that is not printed."""
    return [one.text for one in record.events if isinstance(one, Move)]


def _worth(repaired: Repaired) -> int:
    """How much of a page a reading explains: its plies, if printed and read, less the price of its misprints."""
    moves = [event for event in repaired.record.events if isinstance(event, Move)]
    unknown = sum(one.text is None or (one.move or one.parts) is None for one in moves[: repaired.reached])
    return _WORTH * (repaired.reached - unknown) - repaired.slips


def _still(findings: Iterable[Finding], repaired: Repaired) -> list[Finding]:
    """The reader's findings that remain: warnings and errors, except on words that repair could read.

    Of its notes only that on lines outside any game remains.
    """
    read = {(event.line, event.column) for event in repaired.reread}
    read |= {(one.finding.line, one.finding.column) for one in repaired.corrections}
    return [
        found
        for found in findings
        if (found.severity != "info" or found.code == IN_NO_GAME)
        and not (found.code in _UNREAD and (found.line, found.column) in read)
    ]


def readable(item: Item) -> Item:
    """The item, read again without LaTeX or HTML markup around its moves; the same item if there is none."""
    text = without_markup(item.chunk.text)
    if text is item.chunk.text or item.notation.data:
        return item
    chunk = item.chunk._replace(text=text)
    record, findings = item.notation.read(chunk)
    if _read(record) <= _read(item.record):
        return item
    return item._replace(record=record, findings=findings, chunk=chunk)


def _read(record: Record) -> int:
    """The number of a record's moves that could be read, minus the number of its unreadable words."""
    moves = sum(isinstance(event, Move) and event.parts is not None for event in record.events)
    return moves - sum(isinstance(event, Junk) for event in record.events)


def _written(repaired: Repaired, row: Notation, style: Style) -> tuple[str, dict[str, Any]]:
    record = adjudicate(repaired.record, announce=False).record
    counted = msgspec.to_builtins(account(record, row.carries))
    if "options" not in row.carries.events.get("move", {}) and "comment" in row.carries.events:
        record = _marked(record, repaired)
    entry = counted | {"readings": repaired.readings, "open": repaired.open, "ending": repaired.ending}
    return row.write(record, style), entry | {"reached": repaired.reached, "plies": repaired.plies}


def _marked(record: Record, repaired: Repaired) -> Record:
    """The record with a comment on every open ply, for a notation that has no other way to express it."""
    names = {
        (one["turn"], one["side"]): named(
            [Choice(option["move"], option["san"], option["weight"]) for option in one["options"] if option["san"]]
        )
        for one in repaired.open
    }
    events: list[AnyEvent] = []
    remark: str | None = None
    for event in record.events:
        if remark is not None and not (isinstance(event, Nag) or is_behind_move(event)):
            if not (isinstance(event, Comment) and event.text == remark):
                events.append(Comment(text=remark))
            remark = None
        events.append(event)
        if isinstance(event, Move) and event.options:
            known = names.get((event.turn, event.side))
            remark = f"open: {known}" if known else None
    if remark is not None:
        events.append(Comment(text=remark))
    return record.replace(events=tuple(events))
