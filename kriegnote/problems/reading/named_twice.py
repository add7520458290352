"""Reads moves that are named in words and printed in a bracket behind them: “the rook mates on h4 (2.Rh4)”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase, is_square

_CLAUSE: Final = BREAKS | {"semicolon", "colon", "announced", "umpire_speaks"}
_ACTS: Final = frozenset({"try", "play", "asked"})


def printed_once(words: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases, with only the printed move where a clause that says what White does names its square before it."""
    skipped = -1
    for n, word in enumerate(words):
        if n == skipped:
            continue
        behind = words[n + 1] if n + 1 < len(words) else word
        move = _alone(behind)
        if move is not None and _target(word) == _to(move) and _is_done(words, n):
            skipped = n + 1
            yield move
        else:
            yield word


def _alone(bracket: Phrase) -> Phrase | None:
    """The move of White's that is all that a bracket holds; None if it holds anything else."""
    inside = bracket.inside
    return inside[0] if bracket.kind == "bracket" and [each.kind for each in inside] == ["white_move"] else None


def _to(move: Phrase) -> str | None:
    return None if move.move is None else move.move.parts.to


def _target(word: Phrase) -> str | None:
    """The one square that a phrase names, or to which it moves a man."""
    if word.kind == "move_in_words" or is_square(word):
        return _to(word)
    said = word.says[0] if word.kind == "at_square" and word.says else None
    return said.square if isinstance(said, Captures) and not said.also else None


def _is_done(words: Sequence[Phrase], n: int) -> bool:
    """Whether White acts in the clause before an index: “the king tries d3”, “…, then d4” behind such a one."""
    before = (words[m] for m in range(n - 1, -1, -1))
    return any(each.kind in _ACTS for each in takewhile(lambda each: each.kind not in _CLAUSE, before))
