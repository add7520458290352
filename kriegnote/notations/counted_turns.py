"""Finds the turns that a text counts with a word before each number: “Move eleven: …”, “Mossa 3: …”, “Zug 4: …”."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from lark import Token

from kriegnote.confirmation.playable import LEAST
from kriegnote.text.speech.clauses import MOVES, numeral

_LONGEST: Final = 3  # the greatest number of tokens of a number: “twenty-one”
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})


def with_counted_turns(tokens: Sequence[Token]) -> list[Token]:
    """The tokens; those by which a text counts its turns as numbers of turns, the word before each without a meaning.

    The same word stands before all of them, a colon behind, and the numbers that are known count from 1. So that of a
    word which is not known is known, too.
    """
    found = [*tokens]
    for series in _series(tokens).values():
        numbers = [numeral(tokens[at + 1]) for at, _ in series]
        known = [(number, count) for count, number in enumerate(numbers, 1) if number is not None]
        if len(known) < LEAST or any(number != count for number, count in known):
            continue
        for count, (at, end) in enumerate(series, 1):
            found[at:end] = [Token.new_borrow_pos("ORNAMENT", str(one), one) for one in tokens[at:end]]
            found[at + 1] = Token.new_borrow_pos("NUMBER_OF_TURN", f"{count}.", tokens[at + 1])
    return found


def _series(tokens: Sequence[Token]) -> dict[str, list[tuple[int, int]]]:
    """The words with up to three others and a colon behind that begin sentences, and the ranges of each with these."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for at, one in enumerate(tokens):
        if (at == 0 or tokens[at - 1].type in _STOPS) and one.isalpha() and (end := _colon(tokens, at + 2)) is not None:
            found[one.casefold()].append((at, end + 1))
    return found


def _colon(tokens: Sequence[Token], first: int) -> int | None:
    """The index of the colon behind a number that ends at a token or soon behind it; None if there is none."""
    near = range(first, min(first + _LONGEST, len(tokens)))
    end = next((at for at in near if tokens[at].type in MOVES | _STOPS | {"COLON"}), None)
    return end if end is not None and tokens[end].type == "COLON" else None


__all__ = ["with_counted_turns"]
