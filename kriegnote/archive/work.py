"""What commands do with each game of an archive: functions that other processes can be given, and what they return.

Everything that is returned can be sent from one process to another; what is to be written to a journal, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from kriegnote.archive.duplicates import Witness, witness
from kriegnote.archive.expression import where as expression
from kriegnote.archive.naming import values_of_game
from kriegnote.archive.summary import Game, summarise
from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding
from kriegnote.diagnostics.selection import EVERYTHING, Selection
from kriegnote.model.events import View
from kriegnote.model.record import Record
from kriegnote.notations.loss import carries_header
from kriegnote.notations.notation import Style
from kriegnote.operations.checking import check_item, consistency_with
from kriegnote.operations.conversion import (
    Item,
    ViewError,
    convert_record,
    empty,
    findings_told,
    lookup,
)
from kriegnote.operations.conversion import rulebook as find_rulebook
from kriegnote.operations.mending import mended
from kriegnote.reporting.rendering import as_text
from kriegnote.restoration.choices import Correction
from kriegnote.rules import RuleSet


class Worked(msgspec.Struct, kw_only=True):
    """What came of one game: its place, its findings as text and by code, what is to be written of it.

    ``found``: (code, severity) of each finding; ``errors``: why it was not converted; ``notes``: what is to be told
    without being a finding; ``entry``: its entry in a report; ``dropped`` and ``weakened``: what its new notation
    cannot say, by kind; ``same``: it was in that notation; ``values``: the fields of a template of names.
    """

    number: int
    line: int
    text: str | None = None
    lead: str = ""
    notation: str = ""
    same: bool = False
    said: str = ""
    found: list[tuple[str, str]] = msgspec.field(default_factory=list)
    errors: list[str] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)
    entry: dict[str, Any] | None = None
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    weakened: dict[str, int] = msgspec.field(default_factory=dict)
    lost_headers: list[str] = msgspec.field(default_factory=list)
    values: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def lossy(self) -> bool:
        """Whether its new notation cannot say everything."""
        return bool(self.dropped or self.weakened)


@cache
def _rulebook(name: str | None) -> RuleSet | None:
    return find_rulebook(name)


def placed(findings: Iterable[Finding], item: Item) -> list[Finding]:
    """Findings in their order, with their file and the number of their game in it."""
    return FindingSet(findings).of_game(item.file or "-", item.number)


def _begun(item: Item, record: Record, findings: list[Finding], *, quote: bool, mild: bool) -> Worked:
    """The result for a game; its findings as text, those for information only where they are asked for."""
    shown = (one for one in placed(findings, item) if mild or one.severity != "info")
    return Worked(
        number=item.number,
        line=item.chunk.line,
        said="".join(as_text(one, item.chunk if quote else None) for one in shown),
        found=[(one.code, one.severity) for one in findings],
        values=values_of_game(item.number, item.chunk.line, record.headers, record.rules),
    )


def _place(item: Item, *, line: bool = True) -> dict[str, Any]:
    """The place of a record, for its entry in a report."""
    place = {"file": item.file or "-", "number": item.number}
    return {**place, "line": item.chunk.line} if line else place


@dataclass(frozen=True)
class Convert:
    """Converts each game."""

    target: str
    rules: str | None = None
    listener: View | None = None
    until: int | None = None
    style: Style = Style()  # noqa: RUF009  # a tuple
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[Worked]:
        for item in items:
            yield self._one(item)

    def _one(self, item: Item) -> Worked:
        record = item.record
        quote = self.listener in (None, "umpire")
        if not (record.events or record.headers or record.result):
            nothing = empty(item)
            found = self.selection.of([nothing] if nothing else item.findings)
            return _begun(item, record, found, quote=quote, mild=False)
        try:
            done = convert_record(
                record,
                row := lookup(self.target),
                rules=_rulebook(self.rules),
                listener=self.listener,
                until=self.until,
                style=self.style,
            )
        except ViewError as error:
            return Worked(number=item.number, line=item.chunk.line, errors=[str(error)])
        worked = _begun(item, done.record, self.selection.of(findings_told(item, done)), quote=quote, mild=False)
        if done.record.view != record.view and done.record.rules is None:
            worked.notes.append("no rulebook is named, so nothing was announced; say --rules")
        worked.text, worked.lead, worked.notation = done.text, row.separator, row.id
        worked.same = row.id == item.notation.id
        worked.entry = _place(item, line=done.record.view == record.view) | msgspec.to_builtins(done.account)
        worked.dropped, worked.weakened = done.account.dropped, done.account.weakened
        worked.lost_headers = [pair[0] for pair in done.record.headers if not carries_header(pair, row.carries)]
        return worked


class Checked(msgspec.Struct, kw_only=True):
    """What was found in one game; as text, as far as it is to be told so; which rulebooks it obeys."""

    findings: list[Finding]
    said: str = ""
    consistency: str = ""
    books: dict[str, int] | None = None


@dataclass(frozen=True)
class Check:
    """Checks each game.

    ``auto``: tries every rulebook; ``as_text``: the findings are to be told as text.
    """

    rules: str | None = None
    auto: bool = False
    as_text: bool = True
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[Checked]:
        for item in items:
            found = placed(self.selection.of(check_item(item, _rulebook(self.rules))), item)
            checked = Checked(findings=found)
            if self.as_text:
                checked.said = "".join(as_text(one, item.chunk) for one in found)
            if self.auto:
                serious = sum(one.severity != "info" for one in found)
                books = consistency_with(item, item.file or "-", serious)
                checked.consistency, checked.books = books.text(), dict(books.books)
            yield checked


@dataclass(frozen=True)
class Repair:
    """Mends each game; ``effort``: how many times the usual work one may take."""

    target: str | None = None
    rules: str | None = None
    style: Style = Style()  # noqa: RUF009  # a tuple
    selection: Selection = EVERYTHING
    effort: int = 1

    def __call__(self, items: Iterable[Item]) -> Iterator[Worked]:
        row = lookup(self.target) if self.target else None
        for item, one in mended(items, row, _rulebook(self.rules), self.style, self.effort):
            worked = _begun(item, item.record, self.selection.of(one.findings), quote=True, mild=True)
            if one.text is not None:
                worked.text, worked.lead, worked.notation = one.text, one.lead, one.notation
                worked.same = one.notation == item.notation.id
                worked.entry = _place(item) | one.entry
            yield worked


@dataclass(frozen=True)
class Correct:
    """What repair would write in the place of each word of a game, and its findings."""

    rules: str | None = None
    effort: int = 1
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[tuple[Worked, list[Correction]]]:
        for item, one in mended(items, None, _rulebook(self.rules), Style(), self.effort):
            worked = _begun(item, item.record, self.selection.of(one.findings), quote=True, mild=True)
            yield worked, [each._replace(finding=placed([each.finding], item)[0]) for each in one.corrections]


@dataclass(frozen=True)
class Summarise:
    """One row for each game that an expression picks."""

    where: str | None = None

    def __call__(self, items: Iterable[Item]) -> Iterator[Game]:
        picks = expression(self.where) if self.where is not None else None
        for item in items:
            if empty(item) is not None:
                continue
            game = summarise(
                item.record,
                item.findings,
                file=item.file or "-",
                number=item.number,
                line=item.chunk.line,
                notation=item.notation.id,
            )
            if picks is None or picks(game):
                yield game


@dataclass(frozen=True)
class Keep:
    """Each game as it stands in its file, but for those that are left out, by their file and number in it."""

    left_out: frozenset[tuple[str, int]]

    def __call__(self, items: Iterable[Item]) -> Iterator[Worked]:
        for item in items:
            if (item.file or "-", item.number) not in self.left_out:
                worked = _begun(item, item.record, [], quote=False, mild=False)
                worked.text, worked.lead = item.chunk.text.strip("\n") + "\n", item.notation.separator
                worked.notation, worked.same = item.notation.id, True
                yield worked


@dataclass(frozen=True)
class Compare:
    """What of each game is compared with others; None for one without moves."""

    def __call__(self, items: Iterable[Item]) -> Iterator[Witness | None]:
        for item in items:
            yield witness(
                item.record,
                file=item.file or "-",
                number=item.number,
                line=item.chunk.line,
                notation=item.notation.id,
            )


__all__ = ["Check", "Checked", "Compare", "Convert", "Correct", "Keep", "Repair", "Summarise", "Worked", "placed"]
