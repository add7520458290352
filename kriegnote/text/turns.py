"""Splits game texts into turns, for the readers of magari, nost, darkchess and progressive.

A turn is the text between two move numbers outside comments and brackets. Each is parsed separately, so that an
unreadable one does not affect the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kriegnote.lexicon import mentioned
from kriegnote.parsing import Terminals
from kriegnote.text import games, heads
from kriegnote.text.source import Chunk

_TERMINALS: Final = Terminals("games")


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.TURNS)


def read_head(chunk: Chunk, signature: str | None = None) -> heads.Head:
    """What precedes the moves: see :func:`kriegnote.text.heads.read_head`."""
    return heads.read_head(chunk, games.TURNS, signature)


class TurnText(NamedTuple):
    """The range of one turn, its number (None before the first number), and the offset after the number."""

    start: int
    end: int
    number: int | None
    body: int


def turn_texts(text: str, start: int) -> Iterator[TurnText]:
    """The turns of a text from an offset on."""
    at, number, body = start, None, start
    for found in _TERMINALS["TURN_PIECE"].finditer(text, start):
        if found["number"] is None:
            continue
        if found.start() > at or number is not None:
            yield TurnText(at, found.start(), number, body)
        at, number, body = found.start(), int(found["number"]), found.end()
    if at < len(text):
        yield TurnText(at, len(text), number, body)


def named_move(prose: str) -> str | None:
    """The first move, square, man or question that a sentence names; None if it names none."""
    found = _TERMINALS["NAMED_MOVE"].search(prose)
    return found.group() if found is not None else None


def reports(prose: str) -> bool:
    """Whether a sentence that was not understood may report an announcement.

    It may if it is about the umpire or what he announces, and names a square or a man. An annotator's thoughts about
    moves are only comments.
    """
    return "announcement" in mentioned(prose, "prose") and _TERMINALS["NAMED_SQUARE"].search(prose) is not None
