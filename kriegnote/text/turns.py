"""Game texts turn by turn, for readers of magari, nost, darkchess and progressive.

A turn is what lies between two move numbers outside comments and brackets.  Each is parsed on its own, so that a bad
one never hides the next.
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
    """One chunk a game: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.TURNS)


def read_head(chunk: Chunk, signature: str | None = None) -> heads.Head:
    """What stands before the moves: see :func:`kriegnote.text.heads.read_head`."""
    return heads.read_head(chunk, games.TURNS, signature)


class TurnText(NamedTuple):
    """One turn's text: where it starts and ends, and its number with its place; None before the first number."""

    start: int
    end: int
    number: int | None
    body: int


def turn_texts(text: str, start: int) -> Iterator[TurnText]:
    """The turns of a text from an offset on; ``body`` is where what follows the number starts."""
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
    """The first move, square, man or question that a sentence names."""
    found = _TERMINALS["NAMED_MOVE"].search(prose)
    return found.group() if found is not None else None


def reports(prose: str) -> bool:
    """Whether a sentence that was not understood may report something heard: it speaks of the umpire or of what he
    announces, and names a square or a man.  An annotator's thoughts about moves are comments and nothing else."""
    return "announcement" in mentioned(prose, "prose") and _TERMINALS["NAMED_SQUARE"].search(prose) is not None
