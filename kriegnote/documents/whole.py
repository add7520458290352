"""A text read in one notation from its first line to its last, against the same text read passage by passage.

Whichever has more plies that can be played one after the other is right; of two that have as many, the one that tells
more of what was said, and then the plainer one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote.diagnostics.findings import RANK
from kriegnote.documents.found import Document, Found
from kriegnote.documents.game_kinds import kind_of
from kriegnote.documents.readings import book_notations, plainness
from kriegnote.model.events import Answer, Ask, Capture, Check, Move, PawnTries, Reveal, Try
from kriegnote.model.record import Record
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.rules.playable import LEAST, is_a_game, playable
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import starts_tag

_DIALOGUE: Final = (Ask, Answer, Try, PawnTries, Capture, Check, Reveal)
_UNREAD: Final = frozenset({"KN101", "KN109"})  # what is found on words that a reader did not understand


class Explained(NamedTuple):
    """How well a reading of a text explains it, to compare with others.

    :param plies: how many can be played one after the other.
    :param heard: how many questions, answers, tries and announcements it tells beside these.
    :param plain: how plain its notation is; 0 for the plainest, the others below it.
    """

    plies: int
    heard: int
    plain: int


def explains_better(document: Document, name: str | None) -> bool:
    """Whether the games of a text, found passage by passage, explain it better than the notation of this name does.

    Only what books print without tags may be read so.
    """
    row = notation(name) if name is not None else None
    if row is None or not document.games or not (row.tags or row.plainness is not None):
        return False
    if any(starts_tag(line) for line in document.source.splitlines()):
        return False
    whole = [read for _, read in _read(document.source, row)]
    if any(one.code == "KN113" for read in whole for one in read.findings):
        return False  # of games that run through one another no passage is one game's
    passages = _explained((one.notation, one.record) for one in document.games)
    return passages > _explained((row, read.record) for read in whole)


def _explained(games: Iterable[tuple[Notation, Record]]) -> Explained:
    known = list(games)
    plies = sum(playable(record) for _, record in known)
    heard = sum(isinstance(event, _DIALOGUE) for _, record in known for event in record.events)
    return Explained(
        plies,
        heard if plies else 0,
        -max((plainness(row) for row, _ in known), default=sys.maxsize),
    )


def most_played(text: str) -> str | None:
    """The notation of books in which most plies of a text can be played, the plainest of those; None for too few."""
    reads = {row.id: [read for _, read in _read(text, row)] for row in book_notations()}
    found = {name: _explained((notation(name), read.record) for read in by) for name, by in reads.items()}
    if any(notation(name).prose == "speech" and one.plies >= LEAST for name, one in found.items()):
        found = {name: one for name, one in found.items() if _unread(reads[name]) < one.plies}
    best = max(found, key=lambda name: found[name], default=None)
    return best if best is not None and found[best].plies >= LEAST else None


def _unread(reads: Iterable[Read]) -> int:
    """How many stretches of a text are no moves, where a reader looks for such: the words of something else."""
    return sum(one.code == "KN101" for read in reads for one in read.findings)


def goes_further(text: str, name: str) -> str:
    """The notation in which more plies of a text can be played than in this one, where its reader found faults."""
    row = notation(name)
    found = [read for _, read in _read(text, row)]
    if row.plainness is None or not any(RANK[one.severity] for read in found for one in read.findings):
        return name
    if all(is_a_game(read.record) for read in found) or (other := most_played(text)) is None:
        return name
    again = [read for _, read in _read(text, notation(other))]
    if any(one.code == "KN101" for read in again for one in read.findings):
        return name  # what is no part of the other notation does not speak for it
    further = sum(playable(read.record) for read in again) > sum(playable(read.record) for read in found)
    return other if further else name


def has_a_game(text: str, name: str) -> bool:
    """Whether the reader of a notation finds a game in a text: of scores, moves; of another notation no tries without a
    move among words that are not understood."""
    row = notation(name)
    found = [read for _, read in _read(text, row)]
    if row.prose == "comment":
        return any(read.record.headers or _is_a_game(read) for read in found)
    if any(_moves(read.record) for read in found):
        return True
    tried = any(isinstance(event, Try) for read in found for event in read.record.events)
    return not (tried and any(one.code in _UNREAD for read in found for one in read.findings))


def as_document(document: Document, row: Notation) -> Document:
    """The document whose games are those that the reader of one notation finds in its text.

    Where they are the same games, they stay as they were found: with their headings and pages.
    """
    games = [(chunk, read) for chunk, read in _read(document.source, row) if not read.is_empty]
    found = [(one.notation.id, _moves(one.record)) for one in document.games]
    if not games or found == [(row.id, _moves(read.record)) for _, read in games]:
        return document
    made = tuple(_found(row, chunk, read, number) for number, (chunk, read) in enumerate(games, 1))
    return document._replace(games=made, lost=(), mentioned=())


def _read(text: str, row: Notation) -> Iterable[tuple[Chunk, Read]]:
    return ((chunk, row.read(chunk)) for chunk in row.chunks(text.splitlines(keepends=True)) if chunk.text.strip())


def _found(row: Notation, chunk: Chunk, read: Read, number: int) -> Found:
    return Found(
        record=read.record,
        findings=read.findings,
        notation=row,
        kind=kind_of(row, read.record),
        text=chunk.text.strip("\n") + "\n",
        start=chunk.offset,
        end=chunk.offset + len(chunk.text),
        line=chunk.line,
        page=None,
        heading=None,
        heading_line=None,
        number=number,
    )


def _is_a_game(read: Read) -> bool:
    """Whether a reader found a game in a text: with some moves, or with such as can be played, and no strange words."""
    moves = len(_moves(read.record))
    strange = any(RANK[one.severity] for one in read.findings)
    return moves >= LEAST or (moves > 0 and not strange and playable(read.record) > 0)


def _moves(record: Record) -> list[str | None]:
    return [event.text for event in record.events if isinstance(event, Move)]
