"""Finds results in a text, in any printed form; :mod:`kriegnote.model.printed_outcomes` says which they are."""

from __future__ import annotations

from typing import Final

from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("result")


def begins_with_result(text: str) -> bool:
    """Whether a text begins with a result."""
    return _TERMINALS["ANY_RESULT"].match(text) is not None


def result_at_end(text: str, start: int = 0, end: int | None = None) -> int:
    """The offset of the result at the end of a range of a text (or of the blank before it); -1 if there is none."""
    found = _TERMINALS["AT_END"].search(text, start, len(text) if end is None else end)
    return found.start() if found is not None else -1


def glued_result(word: str) -> int:
    """The offset in a word of a result without a blank before it (``Qg20-1``); -1 if there is none."""
    found = _TERMINALS["GLUED"].match(word)
    return found.end("word") if found is not None else -1
