"""Compares a text read in one notation as a whole with the same text read passage by passage.

The reading with more plies that can be played in sequence is better; then the one with more of the dialogue, and then
the one in the plainer notation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote.diagnostics.findings import RANK
from kriegnote.documents.found import Document, Found, placed
from kriegnote.documents.game_kinds import kind_of
from kriegnote.documents.legends import without_page_signs
from kriegnote.documents.readings import book_notations, plainness
from kriegnote.documents.recognition import judged
from kriegnote.model.events import Answer, Ask, Capture, Check, Move, PawnTries, Reveal, Try
from kriegnote.model.record import Record
from kriegnote.notations import detection
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.rules.confirmed import confirmed
from kriegnote.rules.playable import LEAST, is_a_game, playable
from kriegnote.text.plain import unmarked
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import starts_tag

_DIALOGUE: Final = (Ask, Answer, Try, PawnTries, Capture, Check, Reveal)
_FROM_A_POSITION: Final = 2  # the fewest plies that make a game, if the text gives the first position
_MORE: Final = 1.1  # how many times as much of a text one reading has to explain
_UNREAD: Final = frozenset({"KN101", "KN109"})  # findings on words that a reader did not understand


class Explained(NamedTuple):
    """How well a reading explains a text, for comparison.

    :param plies: the number of plies that can be played in sequence.
    :param dialogue: the number of questions, answers, tries and announcements.
    :param plain: how plain its notation is; 0 for the plainest, less for others.
    """

    plies: int
    dialogue: int
    plain: int


def explains_better(document: Document, name: str | None) -> bool:
    """Whether the games found passage by passage explain a text better than this notation.

    Only notations of books, or with tags, and texts without tags are compared.
    """
    row = notation(name) if name is not None else None
    if row is None or not document.games or not (row.tags or row.plainness is not None):
        return False
    if any(starts_tag(line) for line in document.source.splitlines()):
        return False
    whole = [read for _, read in _read(document.source, row)]
    if any(one.code == "KN113" for read in whole for one in read.findings):
        return False  # games are mixed, so a passage is no single game
    passages = _explained((one.notation, one.record) for one in document.games)
    return passages > _explained((row, read.record) for read in whole)


def is_one_dialogue(document: Document) -> bool:
    """Whether the board confirms far more of a text that is read as a whole in sentences than of its games one by one.

    The order in which a document's parts were read, or what was taken for a table or a list, may be wrong.
    """
    if any(starts_tag(line) for line in document.source.splitlines()):
        return False
    records = [
        read.record for _, read in _read(without_page_signs(unmarked(document.source)).text, notation("dialogue"))
    ]
    made = sum(isinstance(one, Move | Try) for record in records for one in record.events)
    if made < sum(len(_moves(game.record)) for game in document.games):
        return False
    whole = sum(confirmed(record).events for record in records)
    known = sum(confirmed(game.record).events for game in document.games)
    return whole >= max(_MORE * known, known + LEAST)


def _explained(games: Iterable[tuple[Notation, Record]]) -> Explained:
    known = list(games)
    plies = sum(playable(record) for _, record in known)
    dialogue = sum(_heard(record) for _, record in known)
    return Explained(
        plies,
        dialogue if plies else 0,
        -max((plainness(row) for row, _ in known), default=sys.maxsize),
    )


def most_played(text: str) -> str | None:
    """The notation of books in which most plies of a text can be played, the plainest if several; None for too few."""
    reads = {row.id: [read for _, read in _read(text, row)] for row in book_notations()}
    found = {name: _explained((notation(name), read.record) for read in by) for name, by in reads.items()}
    found = {name: one for name, one in found.items() if _unread(reads[name]) < max(one.plies, 1)}
    best = max(found, key=lambda name: found[name], default=None)
    if best is None:
        return None
    from_a_position = all(read.record.start is not None for read in reads[best])
    return best if found[best].plies >= (_FROM_A_POSITION if from_a_position else LEAST) else None


def _unread(reads: Iterable[Read]) -> int:
    """The number of words that are not moves although a reader expected moves."""
    return sum(one.code == "KN101" for read in reads for one in read.findings)


def goes_further(text: str, name: str) -> str:
    """The notation in which more plies of a text can be played if this one's reader found faults; else this one."""
    row = notation(name)
    found = [read for _, read in _read(text, row)]
    if row.plainness is None or not any(RANK[one.severity] for read in found for one in read.findings):
        return name
    if all(is_a_game(read.record) for read in found) or (other := most_played(text)) is None:
        return name
    again = [read for _, read in _read(text, notation(other))]
    if any(one.code == "KN101" for read in again for one in read.findings):
        return name  # the other notation does not fit, either
    further = sum(playable(read.record) for read in again) > sum(playable(read.record) for read in found)
    return other if further else name


def has_a_game(text: str, name: str) -> bool:
    """Whether a notation's reader finds a game in a text.

    A score must have moves; another notation must not have only tries among words that are not understood.
    """
    row = notation(name)
    found = [read for _, read in _read(text, row)]
    if row.prose == "comment":
        return any(read.record.headers or _is_a_game(read) for read in found)
    if any(_moves(read.record) for read in found):
        return True
    tried = any(isinstance(event, Try) for read in found for event in read.record.events)
    return not (tried and any(one.code in _UNREAD for read in found for one in read.findings))


def games_of(text: str, name: str | None = None) -> Document:
    """The games of a text, the same ones for every command, each with its heading and place.

    :param name: the file name of the text, which may help to detect the notation.
    """
    from kriegnote.documents.games import read_document

    sample = text[: detection.SAMPLE]
    chosen = judged(sample, detection.judge(sample, name), lambda: text, name)
    document = chosen.document or read_document(text)
    if chosen.apart or chosen.notation.id is None:
        return document
    return as_document(document, notation(chosen.notation.id))


def as_document(document: Document, row: Notation) -> Document:
    """The document with the games that one notation's reader finds in its text, whose own signs are read as explained.

    If they are the same games, and tell no less, they are kept as they were found, with their headings and pages.
    """
    said = without_page_signs(unmarked(document.source))
    games = [(chunk, read) for chunk, read in _read(said.text, row) if not read.is_empty]
    found = [(one.notation.id, _moves(one.record), _heard(one.record)) for one in document.games]
    read_whole = [(row.id, _moves(read.record), _heard(read.record)) for _, read in games]
    same = [one[:2] for one in found] == [one[:2] for one in read_whole]
    if not games or (same and all(one[2] >= two[2] for one, two in zip(found, read_whole, strict=True))):
        return document
    made = tuple(_found(row, chunk, read, number) for number, (chunk, read) in enumerate(games, 1))
    if said.text != document.source:
        made = placed(Document(said.text, unmarked(said.text), made, ()), document.source, said).games
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
    """Whether a reading is a game: it has enough moves, or some that can be played and no faults."""
    moves = len(_moves(read.record))
    strange = any(RANK[one.severity] for one in read.findings)
    return moves >= LEAST or (moves > 0 and not strange and playable(read.record) > 0)


def _heard(record: Record) -> int:
    """The number of questions, answers, tries and announcements of a record."""
    return sum(isinstance(event, _DIALOGUE) for event in record.events)


def _moves(record: Record) -> list[str | None]:
    return [event.text for event in record.events if isinstance(event, Move)]
