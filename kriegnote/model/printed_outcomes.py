"""Printed outcomes: results of games, and what became of two moves made at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote.lexicon import mentioned
from kriegnote.model.events import Result
from kriegnote.parsing import Terminals

_RESULT: Final = Terminals("result")
_TAKEN: Final = {"mutual": 2, "triple": 3}
"""The number of men captured, by the name of the capture."""


def read_result(printed: str) -> Result | None:
    """The result that a word stands for, in any spelling (``1/2``, ``½–½``, ``1:0``); None if it is none."""
    bare = printed.strip()
    if _RESULT["ANY_RESULT"].fullmatch(bare) is None:
        return None
    if bare == "*":
        return "*"
    if bare[0] == "1" and bare[-1] == "0":
        return "1-0"
    return "0-1" if bare[0] == "0" and bare[-1] == "1" else "1/2-1/2"


class TurnOutcome(NamedTuple):
    """What is said about a turn in which both players move (§8.6).

    ``rejected``: whether a move of it was not made; ``taken``: the number of men captured at once, 2 if they captured
    each other, 3 with the man that stood there; None: not stated.
    """

    rejected: bool
    taken: int | None


def turn_outcome(comments: Iterable[str]) -> TurnOutcome:
    """What the comments on a turn of both players say about it: “respinta”, “mutua cattura”, “triple capture”."""
    words = set(mentioned(" ".join(comments), "prose"))
    taken = next((number for word, number in _TAKEN.items() if word in words), None)
    return TurnOutcome("rejected" in words, taken)
