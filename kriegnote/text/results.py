"""Where results stand in a text, however printed; which they are says :mod:`kriegnote.model.printed_outcomes`."""

from __future__ import annotations

from typing import Final

from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("result")


def begins_with_result(text: str) -> bool:
    """Whether a result stands at the start of a text."""
    return _TERMINALS["ANY_RESULT"].match(text) is not None


def result_at_end(text: str, start: int = 0, end: int | None = None) -> int:
    """Where the result (or the blank before it) begins with which a stretch of a text ends; -1 when none does."""
    found = _TERMINALS["AT_END"].search(text, start, len(text) if end is None else end)
    return found.start() if found is not None else -1


def glued_result(word: str) -> int:
    """Where in a word a result begins that has no blank before it (``Qg20-1``); -1 when there is none."""
    found = _TERMINALS["GLUED"].match(word)
    return found.end("word") if found is not None else -1
