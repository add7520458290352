"""What two records of one game say about the whole game: headers, rulebook, starting position and result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from kriegnote.chess.fen import read
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import End
from kriegnote.model.record import Record
from kriegnote.rules.variants import game_of

_FIELDS: Final = frozenset({"Rules", "View", "Silence", "Derived", "SetUp", "FEN", "Result"})
"""The headers that state a field of the record."""


def is_unknown(value: str) -> bool:
    """Whether a header's value says nothing, such as ``?`` or ``????.??.??``."""
    return not value.strip("?.-* ")


def contradictory_fields(first: Record, second: Record) -> list[Finding]:
    """A finding for each field that both records state, but differently; the first record's value is kept."""
    note = "the value of record 1 is kept"
    return [
        finding("KN703", f"record 2 has the {name} {other}, but record 1 has {one}", note=note)
        for name, one, other in _pairs(first, second)
        if one != other
    ]


def joined_headers(first: Record, second: Record) -> tuple[tuple[str, str], ...]:
    """The headers of both records; the first record's value counts unless it says nothing."""
    known = {name: value for name, value in reversed(second.headers) if not is_unknown(value)}
    names = {name for name, _ in first.headers}
    own = tuple((name, known.get(name, value) if is_unknown(value) else value) for name, value in first.headers)
    return (*own, *(pair for pair in second.headers if pair[0] not in names))


def _pairs(first: Record, second: Record) -> Iterator[tuple[str, str, str]]:
    """The name of each field that both records state, and its two values."""
    one, other = dict(reversed(first.headers)), dict(reversed(second.headers))
    for name in one:
        if name in other and name not in _FIELDS and not is_unknown(one[name]) and not is_unknown(other[name]):
            yield f"header {name}", repr(one[name]), repr(other[name])
    if first.rules is not None and second.rules is not None:
        yield "rulebook", first.rules, second.rules
    game = game_of(first)
    if game is not None and first.start is not None and second.start is not None:
        with suppress(ValueError):  # the umpire reports a position that cannot be read
            if game.start_is_public(first.start) and game.start_is_public(second.start):
                yield "starting position", str(read(first.start)), str(read(second.start))
    ended = all(any(isinstance(event, End) for event in record.events) for record in (first, second))
    if not ended and first.result not in (None, "*") and second.result not in (None, "*"):
        yield "result", str(first.result), str(second.result)
