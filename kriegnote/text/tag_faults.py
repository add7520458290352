"""Lines that were meant for tag pairs and are none: what is wrong with them, and how they are written."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NAME = r"[ \t]*\[[ \t]*[A-Za-z0-9][\w+#=:-]*[ \t]+"
CURLY: Final = re.compile(rf"^{_NAME}(?P<open>[\"“”„«‟])[^\n]*(?P<close>[\"“”»‟])[ \t]*\](?=[ \t]*$)", re.MULTILINE)
"""A tag alone on its line whose value stands in quotation marks of any sort."""
_PARTS = re.compile(r"\[[ \t]*(?P<name>[A-Za-z0-9][\w+#=:-]*)[ \t]+(?P<rest>\S[^\n]*?)[ \t]*$")
_UNCLOSED = re.compile(r'"(?P<value>[^"]*[^"\s])[ \t]*\]')
_UNOPENED = re.compile(r'(?P<value>[^"\[\]\s][^"\[\]]*)"[ \t]*\]')
_UNBRACKETED = re.compile(r'"(?P<value>[^"]*)"')
_BARE = re.compile(r'(?P<value>[^"\[\]\s](?:[^"\[\]]*[^"\[\] \t])?)[ \t]*\]')


class Fault(NamedTuple):
    """What is wrong with a line, and the tag that it was meant to be, where that is plain."""

    message: str
    tag: str | None


def tag_fault(line: str, otherwise: str) -> Fault:
    """The fault of a line that opens like a tag; ``otherwise`` when no more can be said."""
    found = _PARTS.fullmatch(line)
    if found is None:
        return Fault(otherwise, None)
    for form, message in (
        (_UNCLOSED, "the quotation of this tag is never closed"),
        (_UNOPENED, "the quotation of this tag is never opened"),
        (_UNBRACKETED, "the bracket of this tag is never closed"),
        (_BARE, "the value of a tag stands in quotation marks"),
    ):
        if value := form.fullmatch(found["rest"]):
            return Fault(message, f'[{found["name"]} "{value["value"]}"]')
    return Fault(otherwise, None)


class Straight(NamedTuple):
    """A text of the same length whose tags have plain quotation marks, and where they were not plain."""

    text: str
    curly: list[tuple[int, int]]


def straighten(text: str) -> Straight:
    """Puts plain quotation marks for typographic ones around the values of tags."""
    curly: list[tuple[int, int]] = []

    def plain(found: re.Match[str]) -> str:
        start = found.start()
        first, last = found.start("open"), found.start("close")
        if text[first] == text[last] == '"':
            return found.group()
        curly.append((first, last + 1))
        return f'{text[start:first]}"{text[first + 1 : last]}"{text[last + 1 : found.end()]}'

    return Straight(CURLY.sub(plain, text), curly)
