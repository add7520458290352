"""The verb ``repair`` on files: the records of one file are mended together; a scanner errs alike within a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.mending.repairing import Repaired, repair
from kriegnote.notations.loss import account
from kriegnote.notations.registry import Style
from kriegnote.operations.conversion import Item, empty, lookup, rulebook
from kriegnote.umpire.adjudication import adjudicate

if TYPE_CHECKING:
    from kriegnote.reporting.output import Output, Report


class Run(Protocol):
    """What the command line hands over: the items of all inputs, and where findings are counted."""

    def items(self) -> Iterator[tuple[str, Item]]: ...

    def note(self, findings: list[Finding]) -> None: ...


def mend_files(
    run: Run,
    target: str | None,
    rules: str | None,
    style: Style,
    output: Output,
    report: Report,
    tell: Callable[[list[Finding], str, Item], None],
) -> None:
    """Mends every record and writes it: as it stood when nothing was to be mended and no other notation is wanted.

    :raises InputError: the notation or rulebook is unknown.
    """
    row = lookup(target) if target else None
    book = rulebook(rules)
    written = 0
    for name, group in groupby(run.items(), key=itemgetter(0)):
        items = [item for _, item in group]
        records = [item.record.replace(rules=book.id) if book else item.record for item in items]
        for item, mended in zip(items, repair(records), strict=True):
            nothing = empty(item)
            read = [one for one in item.findings if one.severity != "info"]
            findings = [nothing] if nothing else [*read, *mended.findings]
            run.note(findings)
            tell(findings, name, item)
            if nothing:
                continue
            text, entry = _written(item, mended, row or item.notation, style)
            same = row is None or row.id == item.notation.id
            unchanged = same and mended.record.events == item.record.events
            lead = item.notation.separator if written and not unchanged else ""
            output.write(item.chunk.text if unchanged else lead + text)
            report.add(entry)
            written += 1


def _written(item: Item, mended: Repaired, row: Any, style: Style) -> tuple[str, dict[str, Any]]:
    record = adjudicate(mended.record, announce=False).record
    counted = msgspec.to_builtins(account(record, row.carries))
    return row.write(record, style), counted | {"readings": mended.readings, "open": mended.open}
