"""A text with some of its words spelt otherwise, as it is to be understood, and where each sign of it really stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from kriegnote.lexicon import lexicon
from kriegnote.parsing import Terminals

_PAGE: Final = Terminals("page")


class Respelling(NamedTuple):
    """A stretch ``[start, end)`` of a text that is to be read as other words."""

    start: int
    end: int
    words: str


class Respelt(NamedTuple):
    """The text as it is to be understood, and where each of its signs begins and ends in the text as it stands."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def broken_words(text: str) -> Iterator[Respelling]:
    """The words that the ends of lines break, and the dash of a turn that stands in the line behind its number.

    A hyphen stays that stands behind a known word and does not make one: “king's-⏎bishop”.
    """
    for found in _PAGE["BROKEN"].finditer(text):
        before, behind = _word(text, found.start(), -1), _word(text, found.end(), 1)
        known = lexicon().words
        if before not in known or before + behind in known:
            yield Respelling(found.start(), found.end(), "")
    for found in _PAGE["BROKEN_TURN"].finditer(text):
        yield Respelling(found.start(), found.end(), " ")


def _word(text: str, at: int, step: int) -> str:
    """The word before an offset (step -1), or from it on (step 1), in lower case."""
    stop = at
    while 0 <= (sign := stop if step > 0 else stop - 1) < len(text) and (text[sign].isalpha() or text[sign] in "'’"):
        stop += step
    return text[min(at, stop) : max(at, stop)].lower().replace("’", "'").removesuffix("'s")


def respelt(text: str, respellings: Iterable[Respelling], start: int = 0, end: int | None = None) -> Respelt:
    """A stretch of a text as it is to be understood; of respellings that overlap the first counts."""
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
