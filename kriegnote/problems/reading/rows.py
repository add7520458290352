"""Rows of tries among the phrases of a solution, and what such rows and the clauses about them are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kriegnote.problems.reading.phrases import Kind, Phrase

CUES: Final = frozenset({"if", "when", "unless"})
ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})
JOINTS: Final = frozenset({"comma", "and", "or", "then", "newline"})
_ROW: Final = JOINTS | {"sor", "in_order", "order", "bracket", "slash", "refused", "otherwise", "in_vain"}
"""What a row of tries is made of."""
HEARD: Final = frozenset({"heard", "at_square", "direction", "otherwise", "all_other"})


def row_of(words: Sequence[Phrase]) -> int:
    """Where the row of tries begins with which some phrases end; their number where they end with none."""
    low = len(words)
    while low and _is_of_row(words, low - 1):
        low -= 1
    while low < len(words) and not is_try(words[low]):
        low += 1
    return low


def is_try(word: Phrase) -> bool:
    """Whether a move is certainly White's, and not the key."""
    marked = word.kind == "bare_move" and word.move is not None and word.move.mates
    return marked or (word.kind == "white_move" and word.number != 1)


def _is_of_row(words: Sequence[Phrase], n: int) -> bool:
    word = words[n]
    led = word.kind in CUES and n + 1 < len(words) and words[n + 1].kind == "refused"
    return led or word.kind in _ROW or is_try(word)


def made(kind: Kind, at: Phrase) -> Phrase:
    """A mark that nobody printed, right behind a phrase."""
    return Phrase(kind, "", at.end, at.end, at.line, at.column)
