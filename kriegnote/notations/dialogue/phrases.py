"""What the reader and the writer of dialogues agree on: ends and their results, words of rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kriegnote.model.events import Reason, Result, Side
from kriegnote.rules import RULES

IMPLIED: Final[Mapping[str, tuple[Reason, str | None]]] = {
    "MATE": ("checkmate", "wins"),
    "MATED": ("checkmate", "wins"),
    "STALEMATE": ("stalemate", "draws"),
    "RESIGNS": ("resignation", "loses"),
    "AGREED": ("agreement", "draws"),
    "LOSES_ON_TIME": ("time", "loses"),
    "LOSES_BY_FORFEIT": ("forfeit", "loses"),
    "ADJUDICATED": ("adjudication", None),
    "DEAD_DRAW": ("insufficient", "draws"),
    "FIFTY_MOVE_DRAW": ("fifty-move", "draws"),
    "REPETITION_DRAW": ("repetition", "draws"),
    "TAKES_THE_KING": ("king-captured", "wins"),
    "BROKEN_OFF": ("abandoned", None),
    "ANNULLED": ("void", None),
    "ENDS": ("unknown", None),
    "DRAW": ("agreement", "draws"),
    "WINS": ("unknown", "wins"),
}
"""Each word for an end (a terminal of the grammar): the reason, and what becomes of the player it names."""

"""Who has won, by the result."""
_FATE: Final[Mapping[Reason, str | None]] = dict(reversed([*IMPLIED.values()]))  # of two words the first


def fate_of(reason: Reason) -> str | None:
    """What becomes of the player of whom a reason is said: he ``wins``, ``loses`` or ``draws``."""
    return _FATE[reason]


def implied_result(reason: Reason, side: Side | None) -> Result | None:
    """The result that goes without saying; a sentence says another one in parentheses."""
    return result_of_fate(_FATE[reason], side)


def result_of_fate(fate: str | None, side: Side | None) -> Result | None:
    """The result where this became of a side."""
    if fate == "draws":
        return "1/2-1/2"
    if fate is None or side is None:
        return None
    return "1-0" if (side == "white") == (fate == "wins") else "0-1"


def no_is_illegal(rules: str | None) -> bool:
    """Whether “No” is this rulebook's word for a try that the opponent's men forbid (RAND 5c; Cincinnati has both)."""
    return rules is not None and rules in RULES and "no" in map(str.lower, RULES[rules].allowed("refused_word"))


def opening(start: str | None) -> tuple[int, Side]:
    """Turn and side of the first move."""
    fields = (start or "").split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() and len(fields[5]) < 5 else 1
    return max(1, number), "black" if len(fields) > 1 and fields[1] == "b" else "white"
