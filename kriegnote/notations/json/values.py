"""Checks what the types of a record's fields do not express: squares, moves in UCI, ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from kriegnote.model.events import NESTED, AnyEvent
from kriegnote.notations.json.faults import MOST_NESTED

MOST: Final = 999_999_999
"""The greatest number; other notations read at most nine digits."""


class WrongValue(Exception):
    """Raised if a field has a value that it cannot have.

    ``path``: the path of the field; ``why``: what is expected.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = path, why


class Values(NamedTuple):
    """The values of a field with this name, whatever its type.

    ``each``: iterates over the values, each with the end of its path; ``fits``: the test; ``why``: the message.
    """

    each: Callable[[Any], Iterator[tuple[str, Any]]]
    fits: Callable[[Any], object]
    why: str


def _itself(value: Any) -> Iterator[tuple[str, Any]]:
    yield "", value


def _elements(value: Any) -> Iterator[tuple[str, Any]]:
    for number, one in enumerate(value):
        yield f"[{number}]", one


def _keys(value: Any) -> Iterator[tuple[str, Any]]:
    for name in value:
        yield f".{name}", name


def _ends(value: Any) -> Iterator[tuple[str, Any]]:
    for where, line in _elements(value):
        for square in line:
            yield where, square


def _men(value: Any) -> Iterator[tuple[str, Any]]:
    for _, man in _elements(value):
        yield "", man[1:]


def _bounds(value: Any) -> Iterator[tuple[str, Any]]:
    for one in value if isinstance(value, tuple) else (value,):
        if one is not None:
            yield "", one


def _like(pattern: str) -> Callable[[Any], object]:
    return re.compile(pattern).fullmatch


_SQUARE: Final = _like("[a-h][1-8]"), "squares are a1 to h8"
_NUMBER: Final = Values(_itself, lambda number: 0 <= number <= MOST, f"expected a number from 0 to {MOST}")
_FIELDS: Final[Mapping[str, Values]] = {
    "turn": _NUMBER,
    "count": _NUMBER,
    "times": Values(_bounds, lambda number: 1 <= number <= MOST, f"expected a number from 1 to {MOST}, or two of them"),
    "code": Values(_itself, lambda code: 0 <= code <= 255, "expected a number from 0 to 255"),
    "weight": Values(_itself, lambda weight: 0 < weight <= 1, "expected more than 0 and at most 1"),
    "move": Values(_itself, _like("[a-h][1-8][a-h][1-8][qrbn]?"), "expected a move in UCI, like e2e4 or b7b8q"),
    "to": Values(_itself, _like("[a-h][1-8]?"), "expected a square, a1 to h8, or a file"),
    "from": Values(_itself, _like("[a-h][1-8]?|[1-8]"), "expected a square, a1 to h8, a file or a rank"),
    "square": Values(_itself, *_SQUARE),
    "squares": Values(_elements, *_SQUARE),
    "seen": Values(_keys, *_SQUARE),
    "lines": Values(_ends, *_SQUARE),
    "certain": Values(_men, *_SQUARE),
    "supposed": Values(_men, *_SQUARE),
}
"""The checks by the name of a field in JSON."""
_WITHIN: Final = frozenset({"parts", "options", "steps"})
"""The fields that hold values with fields of their own."""


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Values | None], ...]:
    """The fields of a type to check: name, name in JSON, and the check (None: the fields of the value are checked)."""
    return tuple(
        (field.name, field.encode_name, _FIELDS.get(field.encode_name))
        for field in msgspec.structs.fields(kind)
        if field.encode_name in _FIELDS or field.encode_name in _WITHIN
    )


def check(event: AnyEvent, path: str, depth: int = 1) -> None:
    """Checks the values of an event and of the events in it.

    :param path: the path of the event, as in ``$.events[3]``.
    :param depth: the nesting depth of the event, from 1.
    :raises WrongValue: if a field has a value that it cannot have.
    :raises ValueError: if events are nested more than ``MOST_NESTED`` deep.
    """
    if depth > MOST_NESTED:
        raise ValueError(f"nested more than {MOST_NESTED} deep")
    _check(event, path)
    for name in NESTED.get(type(event), ()):
        for number, inner in enumerate(getattr(event, name)):
            check(inner, f"{path}.{name}[{number}]", depth + 1)


def _check(value: msgspec.Struct, path: str) -> None:
    for name, shown, values in _fields(type(value)):
        held = getattr(value, name)
        if held is None:
            continue
        if values is None:
            for where, inner in _elements(held) if isinstance(held, tuple) else _itself(held):
                _check(inner, f"{path}.{shown}{where}")
            continue
        for where, one in values.each(held):
            if not values.fits(one):
                raise WrongValue(f"{path}.{shown}{where}", values.why)
