"""Plain text that keeps the original offset of each of its characters."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from kriegnote.parsing import Terminals

MarkKind = Literal["heading", "strong", "emphasis", "code", "note", "remark"]


_LAYOUT: Final = Terminals("layout")
_PAGE: Final = 6000  # the greatest length of a page whose end is not marked, in characters


class Mark(NamedTuple):
    """A range ``[start, end)`` of the original that its markup sets off."""

    start: int
    end: int
    kind: MarkKind


class Plain(NamedTuple):
    """A text without its markup.

    :param places: for each character, and for the end, its offset in the original; it never decreases.
    :param marks: the ranges set off by markup, in offsets of the original, sorted by start.
    :param pages: (offset in the original, page number) of the starts of pages, in order; empty if the text has none.
    """

    text: str
    places: Sequence[int]
    marks: tuple[Mark, ...] = ()
    pages: tuple[tuple[int, int], ...] = ()

    def at(self, source: int) -> int:
        """The offset in this text of the first character at or after an offset of the original."""
        low, high = 0, len(self.places) - 1
        while low < high:
            middle = (low + high) // 2
            if self.places[middle] < source:
                low = middle + 1
            else:
                high = middle
        return low

    def page(self, source: int) -> int | None:
        """The page of an offset of the original; None if it is not known there."""
        index = bisect_right(self.pages, (source, 1 << 30)) - 1
        if index < 0:
            return None
        start, page = self.pages[index]
        following = self.pages[index + 1] if index + 1 < len(self.pages) else None
        whole = following is not None and following[1] <= page + 1
        return page if whole or source - start <= _PAGE else None

    def part(self, start: int, end: int) -> Plain:
        """The range ``[start, end)`` as a text of its own."""
        return Plain(self.text[start:end], self.places[start : end + 1], self.marks, self.pages)

    def changed(self, changes: Iterable[tuple[int, int, str]]) -> Plain:
        """The text with other words in place of ranges ``[start, end)``; of ranges that overlap only the first counts.

        It is the same object if there are none.
        """
        put = sorted(changes)
        if not put:
            return self
        taker, at = Taker(self), 0
        for start, stop, words in put:
            if start < at:
                continue
            taker.keep(at, start)
            taker.put(words, start)
            at = stop
        taker.keep(at, len(self.text))
        return taker.done()

    def joined(self, behind: Plain) -> Plain:
        """This text followed by another, which begins a line."""
        if not behind.text:
            return self
        text, start = f"{self.text}\n{behind.text.lstrip()}", len(behind.text) - len(behind.text.lstrip())
        return self._replace(text=text, places=[*self.places, *behind.places[start:]])


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of consecutive lines without a blank line between them."""
    start = end = -1
    at = 0
    while at <= len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        if text[at:stop].strip():
            start = at if start < 0 else start
            end = stop
        elif start >= 0:
            yield start, end
            start = -1
        at = stop + 1
    if start >= 0:
        yield start, end


def is_web_page(source: str) -> bool:
    """Whether a text is an HTML page."""
    return _LAYOUT["WEB_PAGE"].match(source) is not None


def unmarked(source: str) -> Plain:
    """A text unchanged, with every character at its own offset."""
    return Plain(source, range(len(source) + 1))


class Taker:
    """Builds a plain text out of another one: ranges are kept, left out, or replaced."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self._text: list[str] = []
        self._places = array("L")
        self._marks: list[Mark] = []
        self._length = 0

    def keep(self, start: int, end: int) -> None:
        """Keeps the characters ``[start, end)``."""
        if end > start:
            self._text.append(self.plain.text[start:end])
            self._places.extend(self.plain.places[start:end])
            self._length += end - start

    def keep_all_but(self, start: int, end: int, signs: str) -> None:
        """Keeps the characters ``[start, end)`` except these signs."""
        at = start
        for stop in (*(index for index in range(start, end) if self.plain.text[index] in signs), end):
            self.keep(at, stop)
            at = stop + 1

    def add(self, part: Plain) -> None:
        """Adds a part of the text that was processed separately."""
        self._text.append(part.text)
        self._places.extend(part.places[: len(part.text)])
        self._length += len(part.text)

    def put(self, text: str, at: int) -> None:
        """Adds a text in place of what stands at an offset."""
        if text:
            self._text.append(text)
            self._places.extend([self.plain.places[at]] * len(text))
            self._length += len(text)

    def mark(self, start: int, end: int, kind: MarkKind) -> None:
        """Records that markup sets ``[start, end)`` off."""
        self._marks.append(Mark(self.plain.places[start], self.plain.places[end], kind))

    def _ending(self) -> int:
        """The number of line breaks at the end of the text built so far."""
        tail = "".join(self._text[-3:])[-8:].rstrip(" \t")
        return len(tail) - len(tail.rstrip("\n"))

    @property
    def begins_line(self) -> bool:
        """Whether the next text begins a line."""
        return not self._length or self._ending() > 0

    def breaks(self, at: int, count: int) -> None:
        """Makes the text built so far end with at least this many line breaks."""
        had = self._ending()
        if self._length and had < count:
            self.put("\n" * (count - had), at)

    def done(self) -> Plain:
        """The text that was built."""
        end = len(self.plain.text)
        self._places.append(self.plain.places[end])
        marks = tuple(sorted({*self.plain.marks, *self._marks}))
        return Plain("".join(self._text), self._places, marks, self.plain.pages)
