"""Plain text that knows where each of its characters stood in the original."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from kriegnote.parsing import Terminals

MarkKind = Literal["heading", "strong", "emphasis", "code", "note", "remark"]


_LAYOUT: Final = Terminals("layout")
_PAGE: Final = 6000  # letters that a page holds at most, where its end is not marked


class Mark(NamedTuple):
    """A stretch ``[start, end)`` of the original that its markup sets off."""

    start: int
    end: int
    kind: MarkKind


class Plain(NamedTuple):
    """A text without its markup.

    :param places: for each character, and for the end, its offset in the original; it never decreases.
    :param marks: what the markup set off, in offsets of the original, in order of their starts.
    :param pages: (offset in the original, page) where pages begin, in order; empty when the text has no pages.
    """

    text: str
    places: Sequence[int]
    marks: tuple[Mark, ...] = ()
    pages: tuple[tuple[int, int], ...] = ()

    def at(self, source: int) -> int:
        """The offset in this text of the first character that stood at or behind an offset of the original."""
        low, high = 0, len(self.places) - 1
        while low < high:
            middle = (low + high) // 2
            if self.places[middle] < source:
                low = middle + 1
            else:
                high = middle
        return low

    def page(self, source: int) -> int | None:
        """The page on which an offset of the original stands, None when pages are not known there."""
        index = bisect_right(self.pages, (source, 1 << 30)) - 1
        if index < 0:
            return None
        start, page = self.pages[index]
        following = self.pages[index + 1] if index + 1 < len(self.pages) else None
        whole = following is not None and following[1] <= page + 1
        return page if whole or source - start <= _PAGE else None

    def part(self, start: int, end: int) -> Plain:
        """The stretch ``[start, end)`` by itself."""
        return Plain(self.text[start:end], self.places[start : end + 1], self.marks, self.pages)

    def joined(self, behind: Plain) -> Plain:
        """This stretch and one that stands behind it, in a line of its own."""
        if not behind.text:
            return self
        text, start = f"{self.text}\n{behind.text.lstrip()}", len(behind.text) - len(behind.text.lstrip())
        return self._replace(text=text, places=[*self.places, *behind.places[start:]])


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of lines without a blank line between them."""
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
    """Whether a text is a web page."""
    return _LAYOUT["WEB_PAGE"].match(source) is not None


def unmarked(source: str) -> Plain:
    """A text as it is, every character in its own place."""
    return Plain(source, range(len(source) + 1))


class Taker:
    """Builds the next plain text out of one: stretches are kept, left out, or replaced."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self._text: list[str] = []
        self._places = array("L")
        self._marks: list[Mark] = []
        self._length = 0

    def keep(self, start: int, end: int) -> None:
        """Takes the characters ``[start, end)`` over."""
        if end > start:
            self._text.append(self.plain.text[start:end])
            self._places.extend(self.plain.places[start:end])
            self._length += end - start

    def keep_all_but(self, start: int, end: int, signs: str) -> None:
        """Takes the characters ``[start, end)`` over that are none of these signs."""
        at = start
        for stop in (*(index for index in range(start, end) if self.plain.text[index] in signs), end):
            self.keep(at, stop)
            at = stop + 1

    def add(self, part: Plain) -> None:
        """Takes over a stretch of the text that was put in order by itself."""
        self._text.append(part.text)
        self._places.extend(part.places[: len(part.text)])
        self._length += len(part.text)

    def put(self, text: str, at: int) -> None:
        """Puts a text in the place of what stands at an offset."""
        if text:
            self._text.append(text)
            self._places.extend([self.plain.places[at]] * len(text))
            self._length += len(text)

    def mark(self, start: int, end: int, kind: MarkKind) -> None:
        """Remembers that the markup sets ``[start, end)`` off."""
        self._marks.append(Mark(self.plain.places[start], self.plain.places[end], kind))

    def _ending(self) -> int:
        """The line breaks that what was taken so far ends with."""
        tail = "".join(self._text[-3:])[-8:].rstrip(" \t")
        return len(tail) - len(tail.rstrip("\n"))

    @property
    def begins_line(self) -> bool:
        """Whether what comes next begins a line."""
        return not self._length or self._ending() > 0

    def breaks(self, at: int, count: int) -> None:
        """Makes what was taken so far end with this many line breaks at least."""
        had = self._ending()
        if self._length and had < count:
            self.put("\n" * (count - had), at)

    def done(self) -> Plain:
        """The text that was built."""
        end = len(self.plain.text)
        self._places.append(self.plain.places[end])
        marks = tuple(sorted({*self.plain.marks, *self._marks}))
        return Plain("".join(self._text), self._places, marks, self.plain.pages)
