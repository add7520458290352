"""Puts the entries of a thread or a log that is printed with the newest first into the order in which they were made.

    #4 referee, 8 May 12:50          2016-11-05 18:05 White: e4
    1... e5 accepted.                2016-11-05 18:04 …
    #3 referee, 8 May 12:40
    1. e4 accepted.

An entry begins with its number, behind a sign for numbers, or with the time at which it was made. Where these only
fall, the entries are turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LINES: Final = Terminals("line_prefixes")
_NUMBERS: Final = Terminals("common")
_GAMES: Final = Terminals("games")
_LEAST: Final = 4
"""The least number of entries, and of steps from a later to an earlier one."""


class _Entry(NamedTuple):
    """An entry from an offset on, the end of its stamp, and what that says."""

    start: int
    end: int
    at: tuple[int, ...]


def oldest_first(plain: Plain) -> Plain:
    """A text with its entries in the order of their numbers or times, if these only fall; else the same text."""
    for kind in ("ENTRY_NUMBER", "ENTRY_DATE", "ENTRY_TIME"):
        entries = [*_entries(plain.text, kind)]
        if _falls([one.at for one in entries]) and _is_turned(plain.text, entries, sure=kind != "ENTRY_TIME"):
            return _turned(plain, entries)
    return plain


def _falls(stamps: Sequence[tuple[int, ...]]) -> bool:
    """Whether stamps never rise, and fall several times."""
    steps = [*pairwise(stamps)]
    return sum(two < one for one, two in steps) >= _LEAST and all(two <= one for one, two in steps)


def _is_turned(text: str, entries: Sequence[_Entry], *, sure: bool) -> bool:
    """Whether the numbers of turns fall in entries, too; times alone may be what is left on a clock.

    :param sure: the entries are turned if they have no numbers of turns.
    """
    stops = [*(one.start for one in entries[1:]), len(text)]
    found = (_GAMES["TURN_NUMBER"].search(text, one.end, stop) for one, stop in zip(entries, stops, strict=True))
    numbers = [int(one["number"]) for one in found if one is not None]
    if len(numbers) < _LEAST:
        return sure
    return sum(two < one for one, two in pairwise(numbers)) > sum(two > one for one, two in pairwise(numbers))


def _entries(text: str, kind: str) -> Iterator[_Entry]:
    for found in _LINES[kind].finditer(text):
        yield _Entry(found.start(), found.end(), tuple(map(int, _NUMBERS["INTEGER"].findall(found["stamp"]))))


def _turned(plain: Plain, entries: list[_Entry]) -> Plain:
    """The text with its entries turned round, those of one time, too."""
    taker = Taker(plain)
    taker.keep(0, entries[0].start)
    stops = [*(one.start for one in entries[1:]), len(plain.text)]
    for one, stop in reversed([*zip(entries, stops, strict=True)]):
        words = plain.text[one.start : stop]
        taker.keep(one.start, stop)
        if not words.endswith("\n"):
            taker.put("\n\n" if "\n\n" in plain.text[:stop] else "\n", stop)
    return taker.done()


__all__ = ["oldest_first"]
