"""Comments in braces: ``{text}``, where a backslash escapes ``{``, ``}`` and ``\\``.

All text notations except PGN and ICC write their comments in this way. The text is kept verbatim, including blanks and
line breaks, so that a comment that looks like notation is never read as notation. A line within a comment that could be
taken for the first line of a new record (a tag, a heading) gets a backslash in front, so that a file can be split at
such lines without parsing; so does ``[%``, with which the dialects of PGN begin and, in all notations, remarks.
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
    """Matches what has to be escaped with a backslash."""
    return re.compile(rf"[\\{{}}]|\[(?=%)|(?<=\n)(?={patterns('games')['COULD_BEGIN_A_RECORD']})")


@cache
def _escaped() -> re.Pattern[str]:
    """Matches a backslash that escapes, with the escaped brace or backslash as group 1."""
    record = patterns("games")["COULD_BEGIN_A_RECORD"]
    return re.compile(rf"\\([\\{{}}])|\A\\|\\(?=\[%)|(?<=\n)\\(?={record}|[ \t]*\\\[%)")


def is_comment(text: str) -> bool:
    """Whether a text is exactly one comment in braces."""
    return _TERMINALS["BRACES"].fullmatch(text) is not None


def without_comments(text: str) -> str:
    """A text with each comment in braces replaced by a blank."""
    end = text.rfind("}") + 1  # behind it each brace would be followed to the end of the text
    return _TERMINALS["BRACES"].sub(" ", text[:end]) + text[end:]


class Remark(str):
    """The text of a comment that is a remark (:mod:`kriegnote.text.remarks`), written and read without escapes."""

    __slots__ = ()


def brace(text: str) -> str:
    """The text of a comment as it is written, including braces."""
    if isinstance(text, Remark):
        return f"{{{text}}}"
    return "{" + _special().sub(r"\\\g<0>", text) + "}"


def braces(comment: Comment, view: View = "umpire") -> str:
    """A comment as it is written: ``{@black text}`` if others heard it than those whose record this is.

    :param view: the view of the record.
    """
    printed = brace(comment.text)
    if comment.heard != view:
        return f"{{@{comment.heard} {printed[1:]}"
    return words_alone(printed) if printed.startswith("{@") else printed


def words_alone(printed: str) -> str:
    """A written comment, escaped so that no reader takes its words for anything else."""
    return printed if printed.startswith("{\\") else "{\\" + printed[1:]


def heard_comment(printed: str) -> tuple[str, str | None]:
    """The text of a printed comment, and who heard it if it says so."""
    heard, _, words = printed.removeprefix("{@").partition(" ")
    if printed.startswith("{@") and heard in get_args(View):
        return unbrace("{" + words), heard
    return unbrace(printed), None


def unbrace(printed: str) -> str:
    """The text of a printed comment, whose closing brace may be missing."""
    inner = printed.removeprefix("{")
    if is_comment(printed):
        inner = inner[:-1]
        if inner.startswith("[%kn ") and inner.endswith("]"):
            return Remark(inner)
    return _escaped().sub(lambda found: found[1] or "", inner)
