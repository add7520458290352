"""What the reader and the writer of dialogues share: the words of rulebooks, and the first turn."""

from __future__ import annotations

from kriegnote.model.events import Side
from kriegnote.rules import RULES


def no_is_illegal(rules: str | None) -> bool:
    """Whether “No” is this rulebook's word for an illegal try (RAND 5c; Cincinnati has both words)."""
    return rules is not None and rules in RULES and "no" in map(str.lower, RULES[rules].allowed("refused_word"))


def opening(start: str | None) -> tuple[int, Side]:
    """The turn and side of the first move of a position, given as FEN; White's first move if it is None."""
    fields = (start or "").split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() and len(fields[5]) < 5 else 1
    return max(1, number), "black" if len(fields) > 1 and fields[1] == "b" else "white"
