"""Reads scores in descriptive notation.  Grammars: grammars/descriptive.lark, grammars/descriptive_move.lark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.notations.descriptive.moves import parse
from kriegnote.notations.san.reader import ScoreReader
from kriegnote.text import games
from kriegnote.text.source import Chunk, Read


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.SCORES)


def read(chunk: Chunk) -> Read:
    """One game; a move in algebraic notation is read too, and what is neither is kept as in a plain score."""
    return _Reader(chunk, "descriptive").read()


class _Reader(ScoreReader):
    """A plain score whose moves are described."""

    def parts(self, text: str) -> Parts | None:
        return parse(text, self.expected) or parse_move(text, self.language)
