"""Where the parts of a JSON text stand: its members, its elements, what a path like ``$.events[1].side`` leads to.

The texts are JSON already as far as they are looked into; where they are not, less is found and nothing raised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

PAIRS: Final = json.JSONDecoder(object_pairs_hook=tuple, strict=False)
"""Reads an object as a tuple of its pairs, so that a name given twice is seen; an array is a list."""
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class Value(NamedTuple):
    """A value, its name when it is an object's, and where it stands: from its name on, itself, its end."""

    name: str | None
    value: Any
    start: int
    at: int
    end: int


def _skip(text: str, at: int) -> int:
    """The offset of what stands behind blanks, commas and colons."""
    while at < len(text) and (text[at].isspace() or text[at] in ",:"):
        at += 1
    return at


def value_at(text: str, at: int, name: str | None = None, start: int | None = None) -> Value:
    """The value that starts here.

    :raises ValueError: none does.
    """
    found, end = PAIRS.raw_decode(text, at)
    return Value(name, found, at if start is None else start, at, end)


def members(text: str, at: int) -> Iterator[Value]:
    """The pairs of the object that starts here."""
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        name, end = PAIRS.raw_decode(text, at)
        found = value_at(text, _skip(text, end), name, at)
        yield found
        at = _skip(text, found.end)


def elements(text: str, at: int) -> Iterator[Value]:
    """The elements of the array that starts here."""
    at = _skip(text, at + 1)
    while text[at : at + 1] not in ("]", ""):
        found = value_at(text, at)
        yield found
        at = _skip(text, found.end)


def follow(text: str, path: str) -> list[Value]:
    """The values on the way of a path, the outermost first, as far as it can be followed."""
    way: list[Value] = []
    try:
        way.append(value_at(text, _skip(text, 0)))
        for step in _STEP.finditer(path):
            last, number = way[-1], step[2]
            inner = members(text, last.at) if number is None else elements(text, last.at)
            if text[last.at] != ("{" if number is None else "["):
                break
            fits = [one for i, one in enumerate(inner) if (one.name == step[1] if number is None else i == int(number))]
            if not fits:
                break
            way.append(fits[-1])
    except (ValueError, RecursionError):
        pass
    return way
