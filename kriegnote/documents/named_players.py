"""Finds the players of a game in the words before its first ply, where no tag and no heading of its own names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kriegnote.documents.outline import Heading, headings, in_one_line
from kriegnote.documents.titles import title_of, titled
from kriegnote.model.events import Comment, Junk
from kriegnote.model.record import Record
from kriegnote.parsing import Terminals
from kriegnote.text.headings import players
from kriegnote.text.plain import unmarked
from kriegnote.text.source import Chunk
from kriegnote.text.tags import starts_tag

_COMMON: Final = Terminals("common")
_LONGEST: Final = 240  # the greatest length of a line that names players, in characters
_NEAR: Final = 40  # the most lines before a game in which they are looked for
_MARKS: Final = " \t=*_#|"  # what markup leaves around a heading


def words_before(chunk: Chunk, record: Record) -> str:
    """The words of a chunk before the first ply of its record; none if that has no place."""
    first = next((one for one in record.events if not isinstance(one, Comment | Junk)), None)
    if first is None or first.line is None or first.column is None:
        return ""
    lines = chunk.text.split("\n")[: first.line - chunk.line + 1]
    return "\n".join([*lines[:-1], *(line[: first.column - 1] for line in lines[-1:])])


def with_players(record: Record, before: str) -> Record:
    """The record with what the words before its first ply say of the game, if they name its players.

    The last heading or line that does counts; comments in braces and words above tags are not looked at.

    :param before: those words.
    """
    if any(name in ("White", "Black") for name, _ in record.headers):
        return record
    words = "\n".join(_COMMON["BRACES"].sub("", before).splitlines()[-_NEAR:])
    if any(starts_tag(line) for line in words.splitlines()):
        return record
    named = next((head for head in reversed([*_heads(words)]) if title_of(head).players), None)
    return record if named is None else titled(record, named, named=True)


def _heads(words: str) -> Iterator[Heading]:
    """What may name the players: each short line, and the headings, which may have several lines."""
    for line in words.splitlines():
        printed = in_one_line(line.strip(_MARKS))
        if len(printed) <= _LONGEST and players(printed, "plain") is not None:
            yield Heading(0, len(printed), printed, "title")
    yield from (head for head in headings(unmarked(words)) if head.kind in ("game", "title"))
