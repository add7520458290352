"""The result for one game of an archive, as it is sent between processes and written to a journal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from kriegnote.archive.naming import values_of_game
from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import IN_NO_GAME, Finding
from kriegnote.model.record import Record
from kriegnote.operations.conversion import Item
from kriegnote.operations.conversion import rulebook as find_rulebook
from kriegnote.reporting.rendering import as_text
from kriegnote.rules import RuleSet


class ProcessedGame(msgspec.Struct, kw_only=True):
    """The result for one game: its place, its findings as text and as codes, and the text to write.

    ``codes``: the code and severity of each finding; ``errors``: why it was not converted; ``notes``: messages that are
    no findings; ``entry``: its entry in a report; ``dropped`` and ``weakened``: the facts that its new notation cannot
    express, by kind; ``same``: whether its file was in that notation already; ``values``: its fields for a template.
    """

    number: int
    line: int
    text: str | None = None
    lead: str = ""
    notation: str = ""
    same: bool = False
    findings_text: str = ""
    codes: list[tuple[str, str]] = msgspec.field(default_factory=list)
    errors: list[str] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)
    entry: dict[str, Any] | None = None
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    weakened: dict[str, int] = msgspec.field(default_factory=dict)
    lost_headers: list[str] = msgspec.field(default_factory=list)
    values: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def lossy(self) -> bool:
        """Whether its new notation cannot express everything."""
        return bool(self.dropped or self.weakened)


@cache
def named_rulebook(name: str | None) -> RuleSet | None:
    """The rulebook with this name (:func:`kriegnote.operations.conversion.rulebook`), looked up once per process."""
    return find_rulebook(name)


def placed(findings: Iterable[Finding], item: Item) -> list[Finding]:
    """The findings in order, with their file and the number (from 1) of their game in it."""
    return FindingSet(findings).of_game(item.place["file"], item.number)


def processed_game(item: Item, record: Record, findings: list[Finding], *, quote: bool, mild: bool) -> ProcessedGame:
    """The result for a game, with its findings as text.

    Findings on lines outside any game are always included, since no game's own text shows them.

    :param quote: whether the source line is quoted with each finding.
    :param mild: whether notes (severity ``info``) are included.
    """
    shown = (one for one in placed(findings, item) if mild or one.severity != "info" or one.code == IN_NO_GAME)
    return ProcessedGame(
        number=item.number,
        line=item.chunk.line,
        findings_text="".join(as_text(one, item.chunk if quote else None) for one in shown),
        codes=[(one.code, one.severity) for one in findings],
        values=values_of_game(item.number, item.chunk.line, record.headers, record.rules),
    )


def place_of(item: Item, *, line: bool = True) -> dict[str, Any]:
    """The place of a record, for its entry in a report."""
    return {name: item.place[name] for name in (("file", "number", "line") if line else ("file", "number"))}
