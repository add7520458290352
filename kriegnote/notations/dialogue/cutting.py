"""Cuts a stream of dialogues into games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.games import outside_braces
from kriegnote.text.headings import is_heading
from kriegnote.text.source import Chunk, gather
from kriegnote.text.tags import starts_tag

_TERMINALS: Final = Terminals("games")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of dialogues, one chunk each.

    A game begins at a heading or tag block after the text of another, after a result, or where move numbers restart at
    1.
    """
    return gather(lines, _Starts())


class _Starts:
    """Decides whether a line begins a game; a line within a comment never does."""

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
        """Whether the move numbers restart at 1 in this line."""
        found = _TERMINALS["DIALOGUE_LINE"].match(line)
        if found is None or int(found["number"]) != 1:
            return False
        return self.number > (1 if _TERMINALS["BLACKS"].match(line, found.end("number")) else 0)

    def _see(self, line: str, *, first: bool) -> None:
        if first:
            self.open = self.body = self.ended = False
            self.number = 0
        outside, self.open = outside_braces(line, self.open)
        if not outside:
            return
        if not starts_tag(line):
            if found := _TERMINALS["DIALOGUE_LINE"].match(outside):
                self.number = int(found["number"])
            alone = _TERMINALS["RESULT_ALONE"].match(outside) is not None
            ends = alone or _TERMINALS["RESULT_ENDS_LINE"].search(outside) is not None
            self.ended = self.body and not self.open and ends
            self.body = self.body or not (alone or is_heading(line))
