"""Tells what a dash behind a move number means: that White's move is not shown, or nothing: “1.- e4 e5”.

The score as a whole shows it: where two plies follow most of these numbers, the dash is part of the number, as Spanish
and Russian printers have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lark import Token

DASHES: Final = frozenset("-‐‑‒–—―−")
_BOTH: Final = 2
"""The number of plies of a turn of both players."""


def with_whole_numbers(words: list[Token], numbers: frozenset[str], plies: frozenset[str]) -> list[Token]:
    """The words of a score in which a dash belongs to the number directly before it if that is this score's habit.

    :param numbers: the types of words that are move numbers; ``plies``: those of words that are plies.
    """
    dashed = [at for at, word in enumerate(words) if str(word) in DASHES and _is_behind_a_number(words, at, numbers)]
    if not is_habit(words, dashed, numbers, plies):
        return words
    made = words.copy()
    for at in reversed(dashed):
        number, dash = words[at - 1 : at + 1]
        made[at - 1 : at + 1] = [
            Token(number.type, f"{number}{dash}", start_pos=number.start_pos, end_pos=dash.end_pos)
        ]
    return made


def is_habit(words: Sequence[Token], dashed: Sequence[int], numbers: frozenset[str], plies: frozenset[str]) -> bool:
    """Whether two plies follow most of the numbers whose dashes have these indices; the last may lack its second."""
    counts = [*_plies_behind(words, dashed, numbers, plies)]
    return sum(count >= _BOTH for count in counts) > sum(count < _BOTH for count in counts[:-1])


def _is_behind_a_number(words: Sequence[Token], at: int, numbers: frozenset[str]) -> bool:
    before = words[at - 1] if at else None
    return before is not None and before.type in numbers and before.end_pos == words[at].start_pos


def _plies_behind(
    words: Sequence[Token], dashed: Sequence[int], numbers: frozenset[str], plies: frozenset[str]
) -> Iterator[int]:
    """The number of plies between each of these dashes and the next move number."""
    for at in dashed:
        end = next((n for n in range(at + 1, len(words)) if words[n].type in numbers), len(words))
        yield sum(word.type in plies for word in words[at + 1 : end])
