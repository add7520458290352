"""Finds the entries of a legend that list signs beside their meanings.

?y / ?n = asked Any, told yes / told no        Key:  A+  asked, told yes     h  capture, with the square
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

_LEGEND: Final = Terminals("legend")


class LegendEntry(NamedTuple):
    """Signs as they are listed, the words for their meaning, and the range of the text that explains signs.

    ``is_a_key``: this is a paragraph that is called a key.
    """

    signs: str
    meaning: str
    start: int
    end: int
    is_a_key: bool = False


@lru_cache(maxsize=4)  # a page is searched for several kinds of signs
def legend_entries(text: str) -> tuple[LegendEntry, ...]:
    """The entries with a sign of equality; and those of a paragraph that is called a key, which is one range."""
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[LegendEntry]:
    for found in _LEGEND["EXPLAINED_AS"].finditer(text):
        yield LegendEntry(found["signs"], found["meaning"], *found.span())
    for key in _LEGEND["KEY_TO_SIGNS"].finditer(text):
        for found in _LEGEND["ENTRY_OF_KEY"].finditer(text, *key.span("entries")):
            yield LegendEntry(found["signs"], found["meaning"], *key.span(), is_a_key=True)
