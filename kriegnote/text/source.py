"""Text input: decoding, splitting into games, and a builder that assigns every character to an event."""

from __future__ import annotations

import io
import re
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar, cast

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import AnyEvent, Comment, Event, Junk, Side, TakenBack, Variation, View
from kriegnote.model.record import Record
from kriegnote.parsing import Terminals
from kriegnote.printed_numbers import whole_number
from kriegnote.text.encodings import Encoding, encoding_of
from kriegnote.text.layout_signs import is_layout
from kriegnote.text.unprinted import seen

E = TypeVar("E", bound=Event)
_TERMINALS: Final = Terminals("common")


def first_number(text: str) -> int | None:
    """The first whole number in a text; None if there is none."""
    found = _TERMINALS["INTEGER"].search(text)
    return whole_number(found.group()) if found is not None else None


def skip_blanks(text: str, at: int = 0) -> int:
    """The offset of the first character, from ``at`` on, that is neither a blank nor a byte order mark."""
    while at < len(text) and (text[at].isspace() or text[at] == "\ufeff"):
        at += 1
    return at


class Chunk(NamedTuple):
    """The text of one game, and where it starts in its file (``line`` from 1, ``offset`` in characters from 0)."""

    text: str
    line: int = 1
    offset: int = 0


class Lines:
    """Line and column (both from 1) of the offsets of a text.

    The lines are counted when a place is first requested.

    :param first: the number of the text's first line in its file.
    """

    def __init__(self, text: str, first: int = 1) -> None:
        self.text, self._first = text, first

    @cached_property
    def _starts(self) -> list[int]:
        rows = self.text.split("\n")[:-1]
        return [0, *accumulate(len(row) + 1 for row in rows)]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of an offset."""
        starts = self._starts
        row = bisect_right(starts, at) - 1
        return row + self._first, at - starts[row] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column."""
        starts = self._starts
        return starts[min(line - self._first + 1, len(starts)) - 1] + column - 1


class Read(NamedTuple):
    """The result of reading one chunk."""

    record: Record
    findings: list[Finding]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but comments: no headers, no result, and no findings either."""
        record = self.record
        words = all(isinstance(event, Comment) for event in record.events)
        return words and not (record.headers or record.result or self.findings)


class Text(NamedTuple):
    """An open text: its lines without unprintable characters (ending with ``\\n``), and the findings of decoding."""

    lines: Iterator[str]
    findings: list[Finding]


def twice(stream: BinaryIO) -> BinaryIO:
    """A stream that can be read twice; the contents of a pipe are kept in a temporary file."""
    if stream.seekable():
        return stream
    kept = tempfile.SpooledTemporaryFile(max_size=1 << 22)  # noqa: SIM115
    while block := stream.read(1 << 20):
        kept.write(block)
    kept.seek(0)
    return cast(BinaryIO, kept)


def open_text(source: Path | BinaryIO) -> Text:
    """The lines of a file or a byte stream.

    The encoding is UTF-8 (with or without BOM, also if it was misread on its way), UTF-16 with a BOM, else Windows-1252
    or Latin-1. The bytes are read twice, once to determine the encoding, so that memory use is constant.

    :raises OSError: if the file cannot be read.
    """
    stream = source.open("rb") if isinstance(source, Path) else twice(source)
    encoding, findings = encoding_of(stream)
    stream.seek(0)
    wrapped = io.TextIOWrapper(stream, encoding=encoding.name, errors="replace", newline=None)
    return Text(_lines(wrapped, encoding), findings)


def _lines(stream: io.TextIOWrapper, encoding: Encoding) -> Iterator[str]:
    """The lines of a stream, without byte order marks at their start, which remain where files were concatenated."""
    with stream:
        yield from seen(line[1:] if line[0] == "\ufeff" else line for line in encoding.meant(stream))


def gather(lines: Iterable[str], starts: Callable[[str, list[str]], bool]) -> Iterator[Chunk]:
    """Splits a stream of lines into chunks.

    :param starts: returns whether a line, given those of the chunk so far, begins a new game.
    """
    return divide(lines, lambda line, held: len(held) if held and starts(line, held) else None)


def divide(lines: Iterable[str], split: Callable[[str, list[str]], int | None]) -> Iterator[Chunk]:
    """Splits a stream of lines into chunks, where a game may begin before the line that shows it.

    :param split: is given each line and the lines held so far, and returns the index of the held line with which the
        next game begins (their number: the line itself); None if the line continues the game.
    """
    held: list[str] = []
    first, offset = 1, 0
    for number, line in enumerate(lines, 1):
        at = split(line, held)
        if at:
            text = "".join(held[:at])
            yield Chunk(text, first, offset)
            first, offset = number - len(held) + at, offset + len(text)
            held = held[at:]
        held.append(line)
    if held:
        yield Chunk("".join(held), first, offset)


class NotedChunk:
    """A chunk with the findings on it, each at a range of its text."""

    chunk: Chunk
    findings: list[Finding]
    place: Callable[[int], tuple[int, int]]

    def note(self, code: str, message: str, start: int, end: int, **more: Any) -> None:
        """Adds a finding at a range of the chunk."""
        line, column = self.place(start)
        self.findings.append(finding(code, message, line=line, column=column, length=end - start, **more))


@dataclass
class Builder(NotedChunk):
    """Collects the events of one chunk in the order in which they are read.

    Each event's span starts at the end of the one before, so that the spans cover the text. The text between events
    must match ``filler`` (blanks, move numbers, separators; None: anything may), otherwise it becomes junk with a
    finding. The first ``head`` characters (a heading, a tag block) were read as headers and belong to the first event's
    span.
    """

    chunk: Chunk
    filler: re.Pattern[str] | None
    events: list[AnyEvent] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    side: Side | None = None
    turn: int | None = None
    end: int = 0
    head: int = 0

    def __post_init__(self) -> None:
        self.place = Lines(self.chunk.text, self.chunk.line).place

    def add(self, kind: type[E], start: int, end: int, *, word: int | None = None, **fields: Any) -> E:
        """Adds an event that was read at ``[start, end)`` of the chunk; ``side`` and ``turn`` default to the builder's.

        :param word: the offset of the event's own word, after a mark or a count; the event is placed there.
        """
        if start > self.end:
            self._fill(start)
        if kind is not Comment:
            fields.setdefault("side", self.side)
            fields.setdefault("turn", self.turn)
        line, column = self.place(start if word is None else word)
        base = self.chunk.offset
        event = kind(line=line, column=column, span=(base + self.end, base + end), **fields)
        self.events.append(event)  # type: ignore[arg-type]
        self.end = max(end, self.end)
        return event

    def _fill(self, start: int) -> None:
        """Checks the text before ``start``: filler becomes part of the next event, anything else is junk."""
        at = max(self.end, self.head)
        gap = self.chunk.text[at:start]
        if gap and self.filler is not None and self.filler.fullmatch(gap) is None:
            self.junk(skip_blanks(self.chunk.text, at), at + len(gap.rstrip()))
        elif self.filler is not None and ("**" in gap or "__" in gap):
            for sign in _TERMINALS["BOLD"].finditer(self.chunk.text, at, start):
                if not is_layout(self.chunk.text, *sign.span()):
                    self.junk(*sign.span(), "unknown sign")

    def junk(self, start: int, end: int, why: str = "this is not part of the notation") -> None:
        """Keeps a range that no grammar could read, with a finding."""
        text = self.chunk.text[start:end]
        if not text:
            return
        line, column = self.place(start)
        base = self.chunk.offset
        event = Junk(
            side=self.side, turn=self.turn, text=text, line=line, column=column, span=(base + self.end, base + end)
        )
        self.events.append(event)
        self.end = end
        self.findings.append(finding("KN101", f"{why}: {shortened(text)!r}", event))

    def finish(self, **fields: Any) -> Read:
        """The record; the rest of the text is junk, or filler of the last event.

        :param fields: further fields of the record.
        """
        text = self.chunk.text
        if self.end < len(text):
            self._fill(len(text))
        if self.events and self.end < len(text):
            index = max(range(len(self.events)), key=lambda i: self.events[i].span or (0, 0))
            last = self.events[index]
            assert last.span is not None
            self.events[index] = msgspec.structs.replace(last, span=(last.span[0], self.chunk.offset + len(text)))
        if (view := fields.get("view", "umpire")) != "umpire":
            self.events = [_heard_by(view, event) for event in self.events]
        return Read(Record(events=tuple(self.events), **fields), self.findings)


def _heard_by(view: View, event: AnyEvent) -> AnyEvent:
    """An event in whose comments, and those of the events in it, ``view`` stands for ``umpire``."""
    if type(event) is Comment and event.heard == "umpire":
        return msgspec.structs.replace(event, heard=view)
    if isinstance(event, (TakenBack, Variation)):
        return msgspec.structs.replace(event, events=tuple(_heard_by(view, one) for one in event.events))
    return event
