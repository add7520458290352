"""Recognises signs of layout in a score: bars of tables, emphasis, bullets, quotation marks of letters."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from itertools import groupby
from typing import Final

_AT_THE_START: Final = "#>*-_|` \t"
_PAIRED: Final = "*_`"
_ALONE: Final = "|>#"


def is_layout(text: str, start: int, end: int) -> bool:
    """Whether the signs ``[start, end)`` are layout.

    They are if they begin their line, are alone in it, separate cells as in a neighbouring line, or have a partner in
    their paragraph.
    """
    row, row_end = _line(text, start)
    line = text[row:row_end]
    if not text[row:start].strip(_AT_THE_START) or not line.strip(_AT_THE_START):
        return True
    sign = text[start]
    if sign == "|":
        bars = line.count(sign)
        return line.lstrip().startswith(sign) or bars in (
            text[slice(*_line(text, at))].count(sign) for at in (row - 1, row_end + 1) if 0 <= at < len(text)
        )
    return _runs(text, start, text[start:end]) % 2 == 0 if sign in _PAIRED else sign not in _ALONE


def _line(text: str, at: int) -> tuple[int, int]:
    """The range of the line of an offset."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _runs(text: str, at: int, signs: str) -> int:
    """How often exactly these signs occur in the paragraph of an offset."""
    starts, counts = _paragraphs(text)
    return counts[bisect_right(starts, at) - 1][signs]


@lru_cache(maxsize=2)
def _paragraphs(text: str) -> tuple[list[int], list[Counter[str]]]:
    """The offsets of the paragraphs of a text, and the number of each run of paired signs in them."""
    starts: list[int] = []
    counts: list[Counter[str]] = []
    at = 0
    for _, lines in groupby(text.splitlines(keepends=True), lambda line: not line.strip()):
        paragraph = "".join(lines)
        starts.append(at)
        counts.append(Counter("".join(run) for sign, run in groupby(paragraph) if sign in _PAIRED))
        at += len(paragraph)
    return starts, counts
