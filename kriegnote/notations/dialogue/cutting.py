"""Cuts a stream of dialogues into games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kriegnote.text.comments import BRACES
from kriegnote.text.headings import is_heading
from kriegnote.text.source import Chunk, gather
from kriegnote.text.tags import starts_tag

_NUMBERED: Final = re.compile(r"[ \t]*(?:[-–•][ \t]+)?\**[ \t]*(?P<turn>\d{1,4})[ \t]*\.(?!\d)(?P<black>[ \t]*[-.–—])?")
_RESULT_LINE: Final = re.compile(r"(?:^|[\s*])(?:1-0|0-1|1/2-1/2|½-½)[\s*.]*$|^\s*\*\s*$")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: a heading, a tag block, a result before, or numbers that start again begin a new one."""
    return gather(lines, _Starts())


class _Starts:
    """Tells the lines that begin a game; a line within a comment never does."""

    def __init__(self) -> None:
        self.open = self.body = self.ended = False
        self.number = 0  # the last move number at the start of a line

    def __call__(self, line: str, held: list[str]) -> bool:
        self._see(held[-1], first=len(held) == 1)
        if self.open or not line.strip():
            return False
        tag = starts_tag(line)
        return self.ended or (self.body and (tag or is_heading(line) or self._again(line)))

    def _again(self, line: str) -> bool:
        """Whether the numbers start again at 1."""
        found = _NUMBERED.match(line)
        return found is not None and int(found["turn"]) == 1 and self.number > (1 if found["black"] else 0)

    def _see(self, line: str, *, first: bool) -> None:
        if first:
            self.open = self.body = self.ended = False
            self.number = 0
        outside = self._outside(line)
        if not outside.strip():
            return
        if not starts_tag(line):
            if found := _NUMBERED.match(outside):
                self.number = int(found["turn"])
            self.ended = self.body and not self.open and bool(_RESULT_LINE.search(outside.rstrip()))
            self.body = self.body or not (_RESULT_LINE.fullmatch(outside.strip()) or is_heading(line))

    def _outside(self, line: str) -> str:
        """A line without what stands in braces."""
        if self.open:
            line = "{" + line
        line = BRACES.sub(" ", line)
        cut = line.find("{")
        self.open = cut >= 0
        return line[:cut] if cut >= 0 else line
