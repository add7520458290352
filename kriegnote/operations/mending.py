"""The verb ``repair`` on the records of one text: they are mended together, for a scanner errs alike within a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.restoration import Repaired, repair
from kriegnote.notations.loss import account
from kriegnote.notations.registry import Notation, Style
from kriegnote.operations.conversion import Item, empty
from kriegnote.rules import RuleSet
from kriegnote.umpire.adjudication import adjudicate


class Mended(NamedTuple):
    """One record mended: what was found, and its text in the notation wanted (None: it holds nothing).

    ``lead``: what stands between it and the record before it; ``entry``: its part of a report.
    """

    findings: list[Finding]
    text: str | None = None
    lead: str = ""
    notation: str = ""
    entry: dict[str, Any] = {}  # noqa: RUF012  # a tuple's


def mended(
    items: Sequence[Item], target: Notation | None, rules: RuleSet | None, style: Style
) -> Iterator[tuple[Item, Mended]]:
    """Mends records: each as it stood when nothing was to be mended and no other notation is wanted."""
    records = [item.record.replace(rules=rules.id) if rules else item.record for item in items]
    for item, one in zip(items, repair(records), strict=True):
        nothing = empty(item)
        if nothing:
            yield item, Mended([nothing])
            continue
        read = [found for found in item.findings if found.severity != "info"]
        row = target or item.notation
        text, entry = _written(one, row, style)
        unchanged = row.id == item.notation.id and one.record.events == item.record.events
        if unchanged:
            text = item.chunk.text
        yield item, Mended([*read, *one.findings], text, "" if unchanged else row.separator, row.id, entry)


def _written(mended: Repaired, row: Notation, style: Style) -> tuple[str, dict[str, Any]]:
    record = adjudicate(mended.record, announce=False).record
    counted = msgspec.to_builtins(account(record, row.carries))
    return row.write(record, style), counted | {"readings": mended.readings, "open": mended.open}
