"""Maps the places of events and findings from a passage to the document."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent, Comment, Junk, Variation
from kriegnote.text.plain import Plain
from kriegnote.text.source import Lines

_BRACKETS: Final = frozenset("()[]{}<>")
"""Characters that may be put for one another, and where the page has none."""


class Places:
    """Maps the places of events and findings from a passage to the original."""

    def __init__(self, passage: Plain, lines: Lines) -> None:
        self.passage = passage
        self.lines = lines
        self.source = lines.text
        self.rows = Lines(passage.text)

    def _original(self, line: int, column: int) -> int:
        """The offset in the original of a line and column of the passage."""
        at = self.rows.offset(line, column)
        return self.passage.places[min(max(at, 0), len(self.passage.text))]

    def line(self, line: int) -> int:
        """The line in the original of a line of the passage."""
        return self.lines.place(self._original(line, 1))[0]

    def event(self, event: AnyEvent) -> AnyEvent:
        """An event with its place in the original."""
        changes: dict[str, Any] = {}
        if event.line is not None:
            changes["line"], changes["column"] = self.lines.place(self._original(event.line, event.column or 1))
        if event.span is not None:
            changes["span"] = self._range(*event.span)
        if isinstance(event, (Comment, Junk)) and event.line is not None:
            changes["text"] = self._printed(event.text, event.line, event.column or 1)
        if isinstance(event, Variation):
            changes["events"] = tuple(self.event(one) for one in event.events)
        return msgspec.structs.replace(event, **changes) if changes else event

    def _range(self, start: int, end: int) -> tuple[int, int]:
        """The range in the original, with the markup after it."""
        return self.passage.places[start], self.passage.places[end]

    def _printed(self, words: str, line: int, column: int) -> str:
        """Words of the passage as the page has them: with its own signs, not the words that were put for these."""
        start = self.rows.offset(line, column)
        if not self.passage.text.startswith(words, start):
            return words
        return self._of_page(start, start + len(words))

    def _of_page(self, start: int, end: int) -> str:
        """The range of the passage, with what the page has in place of words that do not stand there."""
        places, made, at = self.passage.places, [], start
        while at < end:
            after = at + 1
            while after < end and places[after] == places[at]:
                after += 1
            put = self.passage.text[at:after]
            first = places[at]
            if self.source.startswith(put, first):
                made.append(put)
            elif put in _BRACKETS:
                made.append(self.source[first : first + 1] if self.source[first : first + 1] in _BRACKETS else "")
            else:
                made.append(self.source[first : places[after]] if after - at > 1 else put)
            at = after
        return "".join(made)

    def _quoted(self, found: Finding) -> str:
        """The message of a finding with the words that it quotes as the page has them."""
        if found.line is None:
            return found.message
        start = self.rows.offset(found.line, found.column or 1)
        words, printed = self.passage.text[start : start + found.length], self._of_page(start, start + found.length)
        return found.message.replace(words, printed) if words != printed and printed else found.message

    def finding(self, found: Finding, source: str) -> Finding:
        """A finding with its place in the original; without its fix if markup is among the words to be replaced."""
        if found.line is None:
            return found
        start = self._original(found.line, found.column or 1)
        end = self._original(found.line, (found.column or 1) + found.length - 1) + 1
        line, column = self.lines.place(start)
        fix = found.fix if found.fix is not None and source.startswith(found.fix.old, start) else None
        length = max(1, end - start) if "\n" not in source[start:end] else found.length
        message = self._quoted(found)
        return msgspec.structs.replace(found, message=message, line=line, column=column, length=length, fix=fix)


class ColumnPlaces(Places):
    """Maps places from a text with columns in order to the original."""

    def _range(self, start: int, end: int) -> tuple[int, int]:
        """The range in the original; if it extends over the end of a column, only its part in the next one."""
        last = self.passage.places[max(start, end - 1)] + 1
        while start < end and self.passage.places[start] > last:
            start += 1
        return min(self.passage.places[start], last), last
