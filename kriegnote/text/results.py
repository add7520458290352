"""Results as people print them: with dashes of any length, a draw as ``1/2``, ``½`` or ``0.5``, once or twice."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.model.events import Result

_DASH: Final = r"[ \t]?[-\u2010-\u2015\u2212:][ \t]?"
_HALF: Final = r"(?:1/2|½|0[.,]5)"
RESULT: Final = rf"(?:1{_DASH}0|0{_DASH}1|{_HALF}(?:{_DASH}{_HALF})?|\*)"
"""A result in any spelling that is met, as a part of a pattern; RESULT in grammars/pgn.lark is the same."""
_RESULT: Final = re.compile(RESULT)
_GLUED: Final = re.compile(rf"\S+?(?={RESULT}\Z)")


def read_result(printed: str) -> Result | None:
    """The result that a word is, in whichever spelling; None when it is none."""
    bare = printed.strip()
    if _RESULT.fullmatch(bare) is None:
        return None
    if bare == "*":
        return "*"
    if bare[0] == "1" and bare[-1] == "0":
        return "1-0"
    return "0-1" if bare[0] == "0" and bare[-1] == "1" else "1/2-1/2"


def glued_result(word: str) -> int:
    """Where in a word a result begins that has no blank before it (``Qg20-1``); -1 when there is none."""
    found = _GLUED.match(word)
    return found.end() if found is not None else -1
