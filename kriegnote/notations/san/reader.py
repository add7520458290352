"""Reads plain scores (§4.1). Grammar: grammars/san.lark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kriegnote.notations.prose_facts import with_facts_of_prose
from kriegnote.notations.unnamed_tries import read_by_the_board
from kriegnote.text import games
from kriegnote.text.score_reader import ScoreReader
from kriegnote.text.source import Chunk, Read


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.SCORES)


def read(chunk: Chunk) -> Read:
    """One game; what is neither a move nor a mark is kept as a comment, or as junk with a finding."""
    return with_facts_of_prose(read_by_the_board(lambda unnamed: ScoreReader(chunk, "san", unnamed)), chunk)
