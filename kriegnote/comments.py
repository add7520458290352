"""Comments in braces: ``{text}``, where a backslash before ``{``, ``}`` or ``\\`` keeps it from meaning anything.

All text notations but PGN and ICC write their comments so.  The text stands verbatim, blanks and line breaks too, so a
comment that looks like notation never comes back as notation.  A line inside a comment that could be taken for the
first of a new record (a tag, a heading) gets a backslash in front, so a file can be cut at such lines unread.
"""

from __future__ import annotations

import re
from typing import Final

BRACES: Final = re.compile(r"\{(?:\\.|[^{}\\])*\}", re.DOTALL)
"""A whole comment; matches in linear time.  The same as ``BRACES`` in grammars/common.lark."""

_RECORD: Final = r"(?=[ \t]*(?i:[\[#*_]|Partita|Game|Partie|Partida))"
_SPECIAL: Final = re.compile(rf"[\\{{}}]|(?<=\n){_RECORD}")
_ESCAPED: Final = re.compile(rf"\\([\\{{}}])|(?<=\n)\\{_RECORD}")


def brace(text: str) -> str:
    """A comment's text as it is written, braces included."""
    return "{" + _SPECIAL.sub(r"\\\g<0>", text) + "}"


def unbrace(printed: str) -> str:
    """The text of a comment as printed, with its braces or without the last one (a comment never closed)."""
    inner = printed.removeprefix("{")
    if BRACES.fullmatch(printed):
        inner = inner[:-1]
    return _ESCAPED.sub(lambda found: found[1] or "", inner)
