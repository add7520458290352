"""What the reader and the writer of dialogues share: ends with their results, and the words of rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kriegnote.model.endings import Fate, fate, lost_by, won_by
from kriegnote.model.events import Reason, Result, Side
from kriegnote.rules import RULES

REASONS: Final[Mapping[str, Reason]] = {
    "MATE": "checkmate",
    "MATED": "checkmate",
    "STALEMATE": "stalemate",
    "RESIGNS": "resignation",
    "AGREED": "agreement",
    "LOSES_ON_TIME": "time",
    "LOSES_BY_FORFEIT": "forfeit",
    "ADJUDICATED": "adjudication",
    "DEAD_DRAW": "insufficient",
    "FIFTY_MOVE_DRAW": "fifty-move",
    "REPETITION_DRAW": "repetition",
    "TAKES_THE_KING": "king-captured",
    "BROKEN_OFF": "abandoned",
    "ANNULLED": "void",
    "ENDS": "unknown",
    "DRAW": "agreement",
    "WINS": "unknown",
}
"""The reason that each word for an end (a terminal of the grammar) states."""


def implied_result(reason: Reason, side: Side | None) -> Result | None:
    """The result that follows from the end of a game; a sentence gives a different one in parentheses."""
    return result_of_fate(fate(reason), side)


def result_of_fate(became: Fate | None, side: Side | None) -> Result | None:
    """The result if ``side`` wins, loses or draws; None if that is not known."""
    if became == "draws":
        return "1/2-1/2"
    if became is None or side is None:
        return None
    return won_by(side) if became == "wins" else lost_by(side)


def no_is_illegal(rules: str | None) -> bool:
    """Whether “No” is this rulebook's word for an illegal try (RAND 5c; Cincinnati has both words)."""
    return rules is not None and rules in RULES and "no" in map(str.lower, RULES[rules].allowed("refused_word"))


def opening(start: str | None) -> tuple[int, Side]:
    """The turn and side of the first move of a position, given as FEN; White's first move if it is None."""
    fields = (start or "").split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() and len(fields[5]) < 5 else 1
    return max(1, number), "black" if len(fields) > 1 and fields[1] == "b" else "white"
