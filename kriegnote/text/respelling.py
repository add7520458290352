"""A text with some words replaced for reading, and the original place of each of its characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from kriegnote.lexicon import lexicon
from kriegnote.parsing import Terminals

_PAGE: Final = Terminals("page")


class Respelling(NamedTuple):
    """A range ``[start, end)`` of a text that is to be read as other words."""

    start: int
    end: int
    words: str


class Respelt(NamedTuple):
    """The text to be read, and for each of its characters the start and the end of its place in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def broken_words(text: str) -> Iterator[Respelling]:
    """Respellings that join words broken by line ends, and a turn's dash with the number in the line before it.

    A hyphen is kept after a known word with which the next word forms no known word: “king's-⏎bishop”.
    """
    for found in _PAGE["BROKEN"].finditer(text):
        before, behind = _word(text, found.start(), -1), _word(text, found.end(), 1)
        known = lexicon().words
        if before not in known or before + behind in known:
            yield Respelling(found.start(), found.end(), "")
    for found in _PAGE["BROKEN_TURN"].finditer(text):
        yield Respelling(found.start(), found.end(), " ")


def _word(text: str, at: int, step: int) -> str:
    """The word before an offset (step -1), or from it on (step 1), in lower case and without ``'s``."""
    stop = at
    while 0 <= (sign := stop if step > 0 else stop - 1) < len(text) and (text[sign].isalpha() or text[sign] in "'’"):
        stop += step
    return text[min(at, stop) : max(at, stop)].lower().replace("’", "'").removesuffix("'s")


def respelt(text: str, respellings: Iterable[Respelling], start: int = 0, end: int | None = None) -> Respelt:
    """The range of a text as it is to be read; of overlapping respellings only the first is applied."""
    end = len(text) if end is None else end
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = start
    for first, last, words in chain(sorted(respellings), [(end, end, "")]):
        if first < at:
            continue
        pieces += (text[at:first], words)
        starts += chain(range(at, first), (min(first + index, last - 1) for index in range(len(words))))
        ends += chain(
            range(at + 1, first + 1), (min(first + index, last) for index in range(1, len(words))), [last] * bool(words)
        )
        at = last
    return Respelt("".join(pieces), starts, ends)
