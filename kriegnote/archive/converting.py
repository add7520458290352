"""Converts the games of an archive; the function can be sent to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from kriegnote.archive.processed_game import ProcessedGame, named_rulebook, place_of, processed_game
from kriegnote.diagnostics.selection import EVERYTHING, Selection
from kriegnote.model.events import View
from kriegnote.notations.loss import carries_header
from kriegnote.operations.conversion import Item, ViewError, convert_record, empty, findings_of, lookup
from kriegnote.text.writing import Style


@dataclass(frozen=True)
class Convert:
    """Converts each game."""

    target: str
    rules: str | None = None
    listener: View | None = None
    until: int | None = None
    style: Style = Style()  # noqa: RUF009  # a tuple
    selection: Selection = EVERYTHING

    def __call__(self, items: Iterable[Item]) -> Iterator[ProcessedGame]:
        for item in items:
            yield self._one(item)

    def _one(self, item: Item) -> ProcessedGame:
        record = item.record
        quote = self.listener in (None, "umpire")
        if not (record.events or record.headers or record.result):
            nothing = empty(item)
            found = self.selection.of([nothing] if nothing else item.findings)
            return processed_game(item, record, found, quote=quote, mild=False)
        try:
            done = convert_record(
                record,
                row := lookup(self.target),
                rules=named_rulebook(self.rules),
                listener=self.listener,
                until=self.until,
                style=self.style,
            )
        except ViewError as error:
            return ProcessedGame(number=item.number, line=item.chunk.line, errors=[str(error)])
        game = processed_game(item, done.record, self.selection.of(findings_of(item, done)), quote=quote, mild=False)
        if done.record.view != record.view and done.record.rules is None:
            game.notes.append("the record names no rulebook, so no announcements were derived; give one with --rules")
        game.text, game.lead, game.notation = done.text, row.separator, row.id
        game.same = not item.in_document and row.id == item.notation.id
        game.entry = place_of(item, line=done.record.view == record.view) | msgspec.to_builtins(done.account)
        game.dropped, game.weakened = done.account.dropped, done.account.weakened
        game.lost_headers = [pair[0] for pair in done.record.headers if not carries_header(pair, row.carries)]
        return game
