"""Results as people print them: with dashes of any length, a draw as ``1/2``, ``½`` or ``0.5``, once or twice."""

from __future__ import annotations

import re
from functools import cache

from kriegnote.model.events import Result
from kriegnote.parsing import terminal


def _alone() -> re.Pattern[str]:
    return terminal("result", "start", "ANY_RESULT")


@cache
def _around(before: str, behind: str) -> re.Pattern[str]:
    """A result with what stands before it and behind it, as patterns."""
    return re.compile(f"{before}{_alone().pattern}{behind}")


def begins_with_result(text: str) -> bool:
    """Whether a result stands at the start of a text."""
    return _alone().match(text) is not None


def result_at_end(text: str, start: int = 0, end: int | None = None) -> int:
    """Where the result (or the blank before it) begins with which a stretch of a text ends; -1 when none does."""
    found = _around(r"(?:^|\s)", r"\s*$").search(text, start, len(text) if end is None else end)
    return found.start() if found is not None else -1


def read_result(printed: str) -> Result | None:
    """The result that a word is, in whichever spelling; None when it is none."""
    bare = printed.strip()
    if _alone().fullmatch(bare) is None:
        return None
    if bare == "*":
        return "*"
    if bare[0] == "1" and bare[-1] == "0":
        return "1-0"
    return "0-1" if bare[0] == "0" and bare[-1] == "1" else "1/2-1/2"


def glued_result(word: str) -> int:
    """Where in a word a result begins that has no blank before it (``Qg20-1``); -1 when there is none."""
    found = _around(r"\S+?(?=", r"\Z)").match(word)
    return found.end() if found is not None else -1
