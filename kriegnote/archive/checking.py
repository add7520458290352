"""Checks the games of an archive; the function can be sent to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from kriegnote.archive.processed_game import named_rulebook, placed
from kriegnote.diagnostics.findings import Finding
from kriegnote.diagnostics.selection import EVERYTHING, Selection
from kriegnote.operations.checking import check_item, consistency_with
from kriegnote.operations.conversion import Item
from kriegnote.reporting.rendering import as_text


class Checked(msgspec.Struct, kw_only=True):
    """The findings on one game, also as text if requested, and the rulebooks with which it is consistent."""

    findings: list[Finding]
    findings_text: str = ""
    consistency: str = ""
    books: dict[str, int] | None = None


@dataclass(frozen=True)
class Examine:
    """Checks each game.

    ``auto``: whether every rulebook is tried; ``as_text``: whether the findings are also returned as text.
    """

    rules: str | None = None
    auto: bool = False
    as_text: bool = True
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[Checked]:
        for item in items:
            found = placed(self.selection.of(check_item(item, named_rulebook(self.rules))), item)
            checked = Checked(findings=found)
            if self.as_text:
                checked.findings_text = "".join(as_text(one, item.chunk) for one in found)
            if self.auto:
                serious = sum(one.severity != "info" for one in found)
                books = consistency_with(item, item.place["file"], serious)
                checked.consistency, checked.books = books.text(), dict(books.books)
            yield checked
