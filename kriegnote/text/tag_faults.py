"""Lines that were meant for tag pairs and are none: what is wrong with them, and how they are written."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("tags")
_SLIPS: Final = {
    "UNCLOSED_QUOTE": "this tag has no closing quotation mark",
    "UNOPENED_QUOTE": "this tag has no opening quotation mark",
    "UNCLOSED_BRACKET": "this tag has no closing bracket",
    "UNQUOTED": "a tag’s value must be in quotation marks",
}
"""What each of the slips is, by its name in the grammar."""


class TagFault(NamedTuple):
    """What is wrong with a line, and the tag that it was meant to be, where that is plain."""

    message: str
    tag: str | None


def tag_fault(line: str, otherwise: str) -> TagFault:
    """The fault of a line that opens like a tag; ``otherwise`` when no more can be said."""
    for slip, message in _SLIPS.items():
        if found := _TERMINALS[slip].fullmatch(line):
            return TagFault(message, f'[{found["name"]} "{found["value"]}"]')
    return TagFault(otherwise, None)


def curly_at(text: str, at: int) -> bool:
    """Whether a tag alone on its line stands at an offset, in quotation marks of any sort."""
    return _TERMINALS["CURLY_PAIR"].match(text, at) is not None


class Straight(NamedTuple):
    """A text of the same length whose tags have plain quotation marks, and where they were not plain."""

    text: str
    curly: list[tuple[int, int]]


def straighten(text: str) -> Straight:
    """Puts plain quotation marks for typographic ones around the values of tags."""
    if text.isascii():
        return Straight(text, [])
    curly: list[tuple[int, int]] = []

    def plain(found: re.Match[str]) -> str:
        start = found.start()
        first, last = found.start("open"), found.start("close")
        if text[first] == text[last] == '"':
            return found.group()
        curly.append((first, last + 1))
        return f'{text[start:first]}"{text[first + 1 : last]}"{text[last + 1 : found.end()]}'

    return Straight(_TERMINALS["CURLY_PAIR"].sub(plain, text), curly)
