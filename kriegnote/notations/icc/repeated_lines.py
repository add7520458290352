"""Finds lines that stand twice in a log, as when it was pasted from a window in pieces that overlap."""

from __future__ import annotations

from collections.abc import Sequence

from kriegnote.notations.icc import statements
from kriegnote.notations.icc.lines import LogLine


def repeated(lines: Sequence[LogLine], text: str) -> list[range]:
    """The ranges of lines that repeat, word for word, those just before them.

    Each contains a numbered move that is printed already, and as many lines as lie between the two.

    :param lines: the lines of one game.
    :param text: the text of the log.
    """
    words = [text[line.start : line.end] for line in lines]
    found: list[range] = []
    printed: dict[int, int] = {}  # the last line with each move
    for at, line in enumerate(lines):
        if (ply := statements.ply(line)) is None or (found and at in found[-1]):
            continue
        before = printed.get(ply)
        if before is not None:
            start, length = at - _ahead(words, before, at), at - before
            if words[start - length : start] == words[start : start + length]:
                found.append(range(start, start + length))
                continue
        printed[ply] = at
    return found


def _ahead(words: Sequence[str], before: int, at: int) -> int:
    """How many lines before the second of two equal ones a passage begins that may be a repetition."""
    length = at - before
    same = next((n for n in range(length) if words[at + n : at + n + 1] != words[before + n : before + n + 1]), length)
    return min(length - same, before)
