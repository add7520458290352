"""Finds the places of parts of a JSON text: members, elements, and what a path like ``$.events[1].side`` leads to.

The text is expected to be valid JSON; if it is not, less is found, and :func:`follow` raises nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

PAIRS: Final = json.JSONDecoder(object_pairs_hook=tuple, strict=False)
"""Decodes an object as a tuple of its pairs, so that duplicate names are seen; an array as a list."""
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class Value(NamedTuple):
    """A value and its place.

    ``name``: its name if it is a member of an object; ``start``, ``at``, ``end``: the offsets of the member (with its
    name), of the value, and of the value's end.
    """

    name: str | None
    value: Any
    start: int
    at: int
    end: int


def _skip(text: str, at: int) -> int:
    """The offset after blanks, commas and colons."""
    while at < len(text) and (text[at].isspace() or text[at] in ",:"):
        at += 1
    return at


def value_at(text: str, at: int, name: str | None = None, start: int | None = None) -> Value:
    """The value that starts at this offset.

    :raises ValueError: if there is none.
    """
    found, end = PAIRS.raw_decode(text, at)
    return Value(name, found, at if start is None else start, at, end)


def members(text: str, at: int) -> Iterator[Value]:
    """The members of the object that starts at this offset."""
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        name, end = PAIRS.raw_decode(text, at)
        found = value_at(text, _skip(text, end), name, at)
        yield found
        at = _skip(text, found.end)


def elements(text: str, at: int) -> Iterator[Value]:
    """The elements of the array that starts at this offset."""
    at = _skip(text, at + 1)
    while text[at : at + 1] not in ("]", ""):
        found = value_at(text, at)
        yield found
        at = _skip(text, found.end)


def follow(text: str, path: str) -> list[Value]:
    """The values along a path, the outermost first, as far as it can be followed."""
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
