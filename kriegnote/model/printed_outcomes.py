"""How a game or a turn came out, as people print it: results, and what became of two moves that were made at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote.lexicon import mentioned
from kriegnote.model.events import Result
from kriegnote.parsing import Terminals

_RESULT: Final = Terminals("result")
_TAKEN: Final = {"mutual": 2, "triple": 3}
"""How many men a capture takes that is called so."""


def read_result(printed: str) -> Result | None:
    """The result that a word is, in whichever spelling (``1/2``, ``½–½``, ``1:0``); None when it is none."""
    bare = printed.strip()
    if _RESULT["ANY_RESULT"].fullmatch(bare) is None:
        return None
    if bare == "*":
        return "*"
    if bare[0] == "1" and bare[-1] == "0":
        return "1-0"
    return "0-1" if bare[0] == "0" and bare[-1] == "1" else "1/2-1/2"


class TurnOutcome(NamedTuple):
    """What is said of a turn in which both players move (§8.6).

    ``rejected``: a move of it was not made; ``taken``: how many men went at once, 2 where they took each other, 3 with
    who stood there; None: nothing is said of it.
    """

    rejected: bool
    taken: int | None


def turn_outcome(comments: Iterable[str]) -> TurnOutcome:
    """What the comments on a turn of both say of it: “respinta”, “mutua cattura”, “triple capture”."""
    words = set(mentioned(" ".join(comments), "prose"))
    taken = next((number for word, number in _TAKEN.items() if word in words), None)
    return TurnOutcome("rejected" in words, taken)
