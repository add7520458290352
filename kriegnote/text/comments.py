"""Comments in braces: ``{text}``, where a backslash before ``{``, ``}`` or ``\\`` keeps it from meaning anything.

All text notations but PGN and ICC write their comments so.  The text stands verbatim, blanks and line breaks too, so a
comment that looks like notation never comes back as notation.  A line inside a comment that could be taken for the
first of a new record (a tag, a heading) gets a backslash in front, so a file can be cut at such lines unread; so does
``[%``, with which the dialects of PGN begin and, in all notations, remarks.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, get_args

from kriegnote.model.events import Comment, View
from kriegnote.parsing import Terminals, patterns

_TERMINALS: Final = Terminals("common")


@cache
def _special() -> re.Pattern[str]:
    """What gets a backslash in front."""
    return re.compile(rf"[\\{{}}]|\[(?=%)|(?<=\n)(?={patterns('games')['COULD_BEGIN_A_RECORD']})")


@cache
def _escaped() -> re.Pattern[str]:
    """A backslash that was put in front, and in the group what it keeps from meaning anything."""
    record = patterns("games")["COULD_BEGIN_A_RECORD"]
    return re.compile(rf"\\([\\{{}}])|\A\\|\\(?=\[%)|(?<=\n)\\(?={record}|[ \t]*\\\[%)")


def is_comment(text: str) -> bool:
    """Whether a text is one comment in braces."""
    return _TERMINALS["BRACES"].fullmatch(text) is not None


def without_comments(text: str) -> str:
    """A text with a blank in the place of each comment in braces."""
    return _TERMINALS["BRACES"].sub(" ", text)


class Remark(str):
    """The text of a comment that is a remark (:mod:`kriegnote.text.remarks`), written and read without escapes."""

    __slots__ = ()


def brace(text: str) -> str:
    """A comment's text as it is written, braces included."""
    if isinstance(text, Remark):
        return f"{{{text}}}"
    return "{" + _special().sub(r"\\\g<0>", text) + "}"


def braces(comment: Comment, view: View = "umpire") -> str:
    """A comment as it is written: ``{@black text}`` when others heard it than those whose record this is."""
    printed = brace(comment.text)
    if comment.heard != view:
        return f"{{@{comment.heard} {printed[1:]}"
    return words_alone(printed) if printed.startswith("{@") else printed


def words_alone(printed: str) -> str:
    """A comment as it is written where its words could be taken for more than words."""
    return printed if printed.startswith("{\\") else "{\\" + printed[1:]


def heard_comment(printed: str) -> tuple[str, str | None]:
    """The text of a comment as printed, and who heard it where it says so."""
    heard, _, words = printed.removeprefix("{@").partition(" ")
    if printed.startswith("{@") and heard in get_args(View):
        return unbrace("{" + words), heard
    return unbrace(printed), None


def unbrace(printed: str) -> str:
    """The text of a comment as printed, with its braces or without the last one (a comment never closed)."""
    inner = printed.removeprefix("{")
    if is_comment(printed):
        inner = inner[:-1]
        if inner.startswith("[%kn ") and inner.endswith("]"):
            return Remark(inner)
    return _escaped().sub(lambda found: found[1] or "", inner)
