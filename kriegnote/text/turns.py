"""Game texts turn by turn, for readers of magari, nost, darkchess and progressive.

A turn is what lies between two move numbers outside comments and brackets.  Each is parsed on its own, so that a bad
one never hides the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kriegnote.text import games, heads
from kriegnote.text.source import Chunk

NUMBER: Final = r"(?:(?:\A|(?<=\n))[ \t]*[-•*][ \t]+)?(?:\*\*|__)?(?<![\w.,/♔-♟-])\d{1,4}[ \t]?(?:\.[ \t]?)*\.(?!\d)"
"""A move number with its dots (``4.``, ``4...``, ``1. ..``, ``**4.``), a list's bullet before it; no part of a date."""

_PIECES: Final = re.compile(
    rf"(?P<braces>\{{(?:\\.|[^{{}}\\])*\}})|(?P<open>\{{[^\0]*)|\([^(){{}}]*\)|(?P<number>{NUMBER})", re.DOTALL
)


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.TURNS)


def read_head(chunk: Chunk, signature: str | None = None) -> heads.Head:
    """What stands before the moves: see :func:`kriegnote.text.heads.read_head`."""
    return heads.read_head(chunk, games.TURNS, signature)


class Turn(NamedTuple):
    """One turn's text: where it starts and ends, and its number with its place; None before the first number."""

    start: int
    end: int
    number: int | None
    body: int


def turns(text: str, start: int) -> Iterator[Turn]:
    """The turns of a text from an offset on; ``body`` is where what follows the number starts."""
    at, number, body = start, None, start
    for found in _PIECES.finditer(text, start):
        if found["number"] is None:
            continue
        if found.start() > at or number is not None:
            yield Turn(at, found.start(), number, body)
        digits = re.search(r"\d+", found.group())
        at, number, body = found.start(), int(digits.group()) if digits else None, found.end()
    if at < len(text):
        yield Turn(at, len(text), number, body)


_HEARD: Final = re.compile(
    r"\b(?:arbitro|annunci\w*|scacco|umpire|arbiter|announce\w*|check|illegal\w*|impossib\w*|captur\w*|cattur\w*)\b",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"[♔-♟]|(?<![A-Za-z0-9])[a-h][1-8](?![A-Za-z0-9])")


def reports(prose: str) -> bool:
    """Whether a sentence that was not understood may report something heard: it speaks of the umpire or of what he
    announces, and names a square or a man.  An annotator's thoughts about moves are comments and nothing else."""
    return _HEARD.search(prose) is not None and _NAMED.search(prose) is not None
