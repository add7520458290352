"""Summarizes, keeps or compares the games of an archive; the functions can be sent to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kriegnote.archive.duplicates import ComparableRecord, witness
from kriegnote.archive.expression import where as expression
from kriegnote.archive.processed_game import ProcessedGame, processed_game
from kriegnote.archive.summary import GameSummary, summarise
from kriegnote.operations.conversion import Item, empty, rulebook


@dataclass(frozen=True)
class Summarise:
    """One row for each game that an expression selects.

    ``rules``: the rulebook for all games; None: each game's own.
    """

    where: str | None = None
    rules: str | None = None

    def __call__(self, items: Iterable[Item]) -> Iterator[GameSummary]:
        picks = expression(self.where) if self.where is not None else None
        book = rulebook(self.rules)
        for item in items:
            if empty(item) is not None:
                continue
            game = summarise(item.record, item.findings, book, **item.place)
            if picks is None or picks(game):
                yield game


@dataclass(frozen=True)
class Keep:
    """Each game as printed in its file, except those in ``left_out``, given by file and number."""

    left_out: frozenset[tuple[str, int]]

    def __call__(self, items: Iterable[Item]) -> Iterator[ProcessedGame]:
        for item in items:
            if (item.place["file"], item.number) not in self.left_out:
                game = processed_game(item, item.record, [], quote=False, mild=False)
                game.text, game.lead = item.chunk.text.strip("\n") + "\n", item.notation.separator
                game.notation, game.same = item.notation.id, True
                yield game


@dataclass(frozen=True)
class Compare:
    """Each game in a form for comparison; None for one without moves."""

    def __call__(self, items: Iterable[Item]) -> Iterator[ComparableRecord | None]:
        for item in items:
            yield witness(item.record, **item.place, text=item.chunk.text)
