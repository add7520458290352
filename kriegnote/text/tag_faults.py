"""Diagnoses lines that were meant as tag pairs: what is wrong with them, and how they should be written."""

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
"""The message for each slip, by its name in the grammar."""


class TagFault(NamedTuple):
    """What is wrong with a line, and the tag that was meant, if that is clear."""

    message: str
    tag: str | None


def tag_fault(line: str, otherwise: str) -> TagFault:
    """The fault of a line that begins like a tag.

    :param otherwise: the message if nothing more specific can be said.
    """
    for slip, message in _SLIPS.items():
        if found := _TERMINALS[slip].fullmatch(line):
            return TagFault(message, f'[{found["name"]} "{found["value"]}"]')
    return TagFault(otherwise, None)


def curly_at(text: str, at: int) -> bool:
    """Whether a tag alone on its line stands at an offset, with any sort of quotation marks."""
    return _TERMINALS["CURLY_PAIR"].match(text, at) is not None


class Straight(NamedTuple):
    """A text of the same length whose tags have straight quotation marks, and the ranges that were changed."""

    text: str
    curly: list[tuple[int, int]]


def straighten(text: str) -> Straight:
    """Replaces typographic quotation marks around the values of tags by straight ones."""
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
