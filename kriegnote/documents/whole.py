"""Compares the ways to read a text: as a whole, in several notations, and passage by passage.

The way that explains most is the best: it has more plies that can be played in sequence and more of the dialogue, which
may be false, since umpires err. Of two that explain as much, that in the plainer notation is better.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.confirmation.confirmed import confirmed
from kriegnote.confirmation.playable import LEAST, playable
from kriegnote.documents.columns import in_reading_order
from kriegnote.documents.found import Document, Found, placed
from kriegnote.documents.game_kinds import kind_of, spoken
from kriegnote.documents.legends import without_page_signs
from kriegnote.documents.named_players import with_players, words_before
from kriegnote.documents.newest_first import oldest_first
from kriegnote.documents.readings import plainness
from kriegnote.documents.recognition import judged
from kriegnote.model.events import Move, Try
from kriegnote.model.record import Record
from kriegnote.notations import detection
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.text.plain import Plain, unmarked
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import starts_tag

_FROM_A_POSITION: Final = 2  # the fewest plies that make a game, if the text gives the first position
_MORE: Final = 1.1  # how many times as much as its passages a text that is read as a whole has to explain
_ONE_GAME: Final = 1 << 14  # the greatest length of a text that may be a game in any notation, in characters
_UNREAD: Final = frozenset({"KN101", "KN109"})  # findings on words that a reader did not understand
_UNMARKED: Final = (*detection.PLAINEST, "dialogue")
_BRACKETS: Final = str.maketrans("{}", "()")


class Way(NamedTuple):
    """A way to read a text, and how much of the text it explains; in comparisons the first fields count most.

    :param explained: the number of plies that can be played in sequence and, up to the first that cannot, of questions,
        answers, tries and announcements, less the words that are not understood, unless it is a dialogue.
    :param plain: how plain the notation is; 0 for the plainest, less for others.
    :param text: the text as it is read.
    :param row: the notation in which it is read as a whole; None: passage by passage.
    :param is_game: whether a game is found.
    :param fewest: how much must be explained to recognise a game where nothing else indicates one.
    :param plies: the number of plies that can be played in sequence.
    :param confirmed: the number of events that the board confirms, less those that it denies.
    :param made: the number of moves and tries.
    :param mixed: whether games are mixed, so that no passage is a single game.
    :param one_players: whether it is one game, as one of its players noted it.
    """

    explained: int
    plain: int
    text: Plain
    row: Notation | None = None
    is_game: bool = True
    fewest: int = LEAST
    plies: int = 0
    confirmed: int = 0
    made: int = 0
    mixed: bool = False
    one_players: bool = False


def best_way(document: Document, likely: str | None, *, apart: bool) -> Way:
    """The best way to read a text.

    :param document: the text as it is read passage by passage.
    :param likely: the id of the probable notation of the whole text.
    :param apart: whether the text has more than one game; then a reading as a whole must explain far more of it.
    """
    games = [(game.notation, game.record) for game in document.games]
    passages = _way(unmarked(document.source), games, is_game=bool(games))
    apart = apart and bool(games)
    if apart and any(record.rules is not None and not playable(record) for _, record in games):
        return passages  # the rulebook leaves the first position open
    expected = passages
    if likely is not None and not apart:
        expected = _as_a_whole(next(_texts(document.source)), notation(likely))
    if expected.mixed:
        return expected
    ways = (passages, *_as_one_game(document.source, in_sentences=apart))
    # one whose dialogue is more often false than true does not tell more
    sure = max(expected.confirmed, passages.confirmed)
    games_found = (way for way in ways if way.is_game and way.confirmed >= min(sure, way.plies))
    best = max(games_found, key=lambda way: way[:2], default=expected)
    apart = apart and not (best.one_players and len(games) == 1)
    if apart:
        least = max(_MORE * expected.explained, expected.explained + LEAST)
    elif expected.is_game:
        least = expected.explained + 1
    else:
        least = best.fewest if likely is None else 1
    loses = apart and best.made < passages.made
    truer = expected.is_game and best.explained == expected.explained and best.confirmed > expected.confirmed
    return best if (best.explained >= least or truer) and not loses else expected


def _as_one_game(source: str, *, in_sentences: bool) -> Iterator[Way]:
    """The readings of a short text without tags as a whole, in each notation that needs no marks of its own.

    Those in which no move can be played are left out.

    :param in_sentences: only in sentences; scores are found passage by passage.
    """
    if len(source) <= _ONE_GAME and not any(starts_tag(line) for line in source.splitlines()):
        for text in _texts(source):
            names = ("dialogue",) if in_sentences and text.text == source else _UNMARKED
            yield from (way for name in names if (way := _as_a_whole(text, notation(name))).plies)


def _texts(source: str) -> Iterator[Plain]:
    """A text with its own signs explained: as it stands, and in reading order if that is another.

    The same with braces as brackets, since they need not be those of comments.
    """
    for text in (source, source.translate(_BRACKETS)) if "{" in source else (source,):
        yield without_page_signs(unmarked(text))
        for ordered in (in_reading_order(text), oldest_first(unmarked(text))):
            if ordered.text != text:
                yield without_page_signs(ordered)


def _as_a_whole(text: Plain, row: Notation) -> Way:
    """A text as one notation's reader reads it."""
    reads = [read for _, read in _read(text.text, row)]
    games = [(row, read.record) for read in reads]
    way = _way(text, games, is_game=any(_is_a_game(read, row) for read in reads))
    unread = sum(one.code == "KN101" for read in reads for one in read.findings) if row.prose != "speech" else 0
    mixed = any(one.code == "KN113" for read in reads for one in read.findings)
    return way._replace(row=row, plain=-plainness(row), explained=way.explained - unread, mixed=mixed)


def _way(text: Plain, games: Sequence[tuple[Notation, Record]], *, is_game: bool) -> Way:
    known = [confirmed(record) for _, record in games]
    longest = max((one.plies for one in known), default=0)
    plies = sum(one.plies for one in known if one.plies >= min(longest, LEAST))  # a stub may be a game's first line
    return Way(
        plies + sum(one.dialogue for one in known),
        -max((plainness(row) for row, _ in games), default=sys.maxsize),
        text,
        is_game=is_game,
        fewest=min((_fewest(record) for _, record in games), default=LEAST),
        plies=plies,
        confirmed=sum(one.events for one in known),
        made=sum(isinstance(event, Move | Try) for _, record in games for event in record.events),
        one_players=len(games) == 1 and games[0][1].view in ("white", "black"),
    )


def _is_a_game(read: Read, row: Notation) -> bool:
    """Whether a reading is a game.

    A score has tags, enough moves, or only such as can be played; another notation has moves, or tries and nothing that
    is not understood.
    """
    moves = len(_moves(read.record))
    if row.prose != "comment":
        tried = any(isinstance(event, Try) for event in read.record.events)
        return moves > 0 or not (tried and any(one.code in _UNREAD for one in read.findings))
    return bool(read.record.headers) or moves >= LEAST or 0 < moves == playable(read.record)


def _fewest(record: Record) -> int:
    """The fewest events by which a record is recognised as a game where nothing else indicates one."""
    return LEAST if record.start is None else _FROM_A_POSITION


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


def as_document(document: Document, row: Notation, said: Plain | None = None) -> Document:
    """The document with the games that one notation's reader finds in its text, whose own signs are read as explained.

    If they are the same games, and tell no less, they are kept as they were found, with their headings and pages.

    :param said: the text as it is read; None: with its own signs explained.
    """
    said = said or next(_texts(document.source))
    games = [
        (chunk, read._replace(record=with_players(read.record, words_before(chunk, read.record))))
        for chunk, read in _read(said.text, row)
        if not read.is_empty
    ]
    found = [(one.notation.id, _moves(one.record), spoken(one.record)) for one in document.games]
    read_whole = [(row.id, _moves(read.record), spoken(read.record)) for _, read in games]
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


def _moves(record: Record) -> list[str | None]:
    return [event.text for event in record.events if isinstance(event, Move)]
