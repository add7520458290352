"""Repairs the games of an archive; the functions can be sent to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kriegnote.archive.processed_game import ProcessedGame, named_rulebook, place_of, placed, processed_game
from kriegnote.diagnostics.selection import EVERYTHING, Selection
from kriegnote.operations.conversion import Item, lookup
from kriegnote.operations.repairing import repaired_texts
from kriegnote.restoration.choices import Replacement
from kriegnote.text.writing import Style


@dataclass(frozen=True)
class Repair:
    """Repairs each game; ``effort``: how many times the usual amount of work a game may take."""

    target: str | None = None
    rules: str | None = None
    style: Style = Style()  # noqa: RUF009  # a tuple
    selection: Selection = EVERYTHING
    effort: int = 1

    def __call__(self, items: Iterable[Item]) -> Iterator[ProcessedGame]:
        row = lookup(self.target) if self.target else None
        for item, repaired in repaired_texts(items, row, named_rulebook(self.rules), self.style, self.effort):
            game = processed_game(item, item.record, self.selection.of(repaired.findings), quote=True, mild=True)
            if repaired.text is not None:
                game.text, game.lead, game.notation = repaired.text, repaired.lead, repaired.notation
                game.same = not item.in_document and repaired.notation == item.notation.id
                game.entry = place_of(item) | repaired.entry
            yield game


@dataclass(frozen=True)
class Correct:
    """The corrections that repair would make to the words of each game, and its findings."""

    rules: str | None = None
    effort: int = 1
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[tuple[ProcessedGame, list[Replacement]]]:
        for item, repaired in repaired_texts(items, None, named_rulebook(self.rules), Style(), self.effort):
            game = processed_game(item, item.record, self.selection.of(repaired.findings), quote=True, mild=True)
            yield game, [each._replace(finding=placed([each.finding], item)[0]) for each in repaired.corrections]
