"""What the reader and the writer of dialogues share: the words of rulebooks, and the first turn."""

from __future__ import annotations

from typing import Final

from kriegnote.lexicon import meant
from kriegnote.model.events import Side, Verdict
from kriegnote.rules import RULES, RuleSet

_PLURAL: Final = {"ILLEGAL": "ILLEGALS"}


def no_is_illegal(rules: str | None) -> bool:
    """Whether “No” is this rulebook's word for an illegal try (RAND 5c; Cincinnati has both words)."""
    return rules is not None and rules in RULES and "no" in map(str.lower, RULES[rules].allowed("refused_word"))


def own_verdicts(book: RuleSet) -> dict[str, Verdict]:
    """The verdicts that a rulebook's own words for refusals state, by the terminals of these words.

    They may be the usual words in each other's place (§4.5).
    """
    words: tuple[tuple[str, Verdict], ...] = (
        *((str(word), "illegal") for word in book.allowed("refused_word")),
        *((str(word), "impossible") for word in book.allowed("impossible_word")),
    )
    found: dict[str, Verdict] = {}
    for word, verdict in words:
        name = meant(word, "answers")
        if name is not None:
            terminal = name.upper()
            found |= dict.fromkeys((terminal, _PLURAL.get(terminal, terminal)), verdict)
    return found


def opening(start: str | None) -> tuple[int, Side]:
    """The turn and side of the first move of a position, given as FEN; White's first move if it is None."""
    fields = (start or "").split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() and len(fields[5]) < 5 else 1
    return max(1, number), "black" if len(fields) > 1 and fields[1] == "b" else "white"
