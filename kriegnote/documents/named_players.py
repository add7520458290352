"""Finds the players of a game in the words before its first ply, where no tag and no heading of its own names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from kriegnote.documents.markup import plain_text
from kriegnote.documents.outline import Heading, headings, in_one_line
from kriegnote.documents.titles import Title, title_of, titled
from kriegnote.lexicon import meant
from kriegnote.model.events import Comment, End, Junk, Side
from kriegnote.model.record import Record
from kriegnote.notations.pgn.dialect import OPENING
from kriegnote.parsing import Terminals
from kriegnote.text.heading_facts import date_in
from kriegnote.text.headings import players
from kriegnote.text.plain import unmarked
from kriegnote.text.players_in_accounts import players_of_account
from kriegnote.text.sides import Named, named_in_words
from kriegnote.text.source import Chunk
from kriegnote.text.tags import starts_tag

_COMMON: Final = Terminals("common")
_HEADING: Final = Terminals("heading")
_LONGEST: Final = 240  # the greatest length of a line that names players, in characters
_LONGEST_DATED: Final = 100  # the same of a line that gives the date of a game
_NEAR: Final = 40  # the most lines before a game in which they are looked for
_MOST: Final = 80  # the same of lines with markup
_PLAYERS: Final = frozenset({"White", "Black"})
_WHO: Final = _PLAYERS | {"Umpire"}
_MARKUP: Final = frozenset("<\\")
_COLOURS: Final[Mapping[Side, str]] = {"white": "White", "black": "Black"}
_MARKS: Final = " \t=*_#|"  # what markup leaves around a heading


def words_before(chunk: Chunk, record: Record) -> str:
    """The words of a chunk before the first ply of its record; none if that has no place."""
    first = next((one for one in record.events if not isinstance(one, Comment | Junk)), None)
    if first is None or first.line is None or first.column is None:
        return ""
    lines = chunk.text.split("\n")[: first.line - chunk.line + 1]
    return "\n".join([*lines[:-1], *(line[: first.column - 1] for line in lines[-1:])])


def words_behind(chunk: Chunk, record: Record) -> str:
    """The words of a chunk behind the last ply of its record; none if that has no place.

    Nor are there any in PGN's Kriegspiel dialect, whose commands say how a game ended.
    """
    last = next((one for one in reversed(record.events) if not isinstance(one, Comment | Junk | End)), None)
    if last is None or last.line is None or last.column is None or OPENING in chunk.text:
        return ""
    first, *others = chunk.text.split("\n")[last.line - chunk.line :] or [""]
    return "\n".join([first[last.column - 1 :].partition(" ")[2], *others])


def _names_players(title: Title) -> bool:
    """Whether a title names two players, neither of them by the word for a man: a speaker's label and his move."""
    return title.players and not any(name in _PLAYERS and meant(who, "men") for name, who in title.headers)


def with_players(record: Record, before: str, text: str = "") -> Record:
    """The record with what the words before its first ply say of the game: its players, its umpire.

    The last heading or line that names the players counts, unless colours stand beside other names; comments in braces
    and words above tags are not looked at.

    :param before: those words.
    :param text: the whole text.
    """
    known = {name for name, _ in record.headers}
    if known >= _WHO:
        return record
    marked = "\n".join(before.splitlines()[-_MOST:])
    shown = plain_text(marked).text if not _MARKUP.isdisjoint(marked) else marked  # braces of LaTeX are no comments
    words = "\n".join(_COMMON["BRACES"].sub("", shown).splitlines()[-_NEAR:])
    if any(starts_tag(line) for line in words.splitlines()):
        return record
    said = named_in_words(words, text)
    if None in (said.white, said.black):  # a sentence may go on in the next line
        running = named_in_words(_COMMON["LINE_BREAK_IN_WORDS"].sub(" ", words), text)
        said = said if None in (running.white, running.black) else running
    if said.white is None and shown is not marked:
        attributes = named_in_words(marked, text)
        said = said._replace(white=attributes.white, black=attributes.black)
    if known.isdisjoint(_PLAYERS):
        named = next((head for head in reversed([*_heads(words)]) if _names_players(title_of(head))), None)
        if named is not None and _agrees(title_of(named), said):
            record = titled(record, named, named=True)
    record = _dated(_with_named(record, said), words)
    if not _PLAYERS.isdisjoint(name for name, _ in record.headers):
        return record
    sides = players_of_account(words)
    added = ((colour, sides[side]) for side, colour in _COLOURS.items() if side in sides)
    return record.replace(headers=(*record.headers, *added)) if sides else record


def _agrees(title: Title, said: Named) -> bool:
    """Whether a title names the players whom the colours beside their names name, if these do."""
    headers = dict(title.headers)
    return None in (said.white, said.black) or (headers["White"], headers["Black"]) == (said.white, said.black)


def _with_named(record: Record, said: Named) -> Record:
    """The record with those whom words name, and of whom its headers say nothing."""
    known = {name for name, _ in record.headers}
    players = (("White", said.white), ("Black", said.black)) if known.isdisjoint(_PLAYERS) else ()
    umpire = said.umpire if said.umpire not in (said.white, said.black) and "Umpire" not in known else None
    added = tuple((name, one) for name, one in (*players, ("Umpire", umpire)) if one is not None)
    return record.replace(headers=(*record.headers, *added)) if added else record


def _dated(record: Record, words: str) -> Record:
    """The record with the date of the last short line above it that speaks of a game or an event."""
    if any(name == "Date" for name, _ in record.headers):
        return record
    lines = (in_one_line(line.strip(_MARKS)) for line in reversed(words.splitlines()))
    dates = (date_in(line) for line in lines if len(line) <= _LONGEST_DATED and _HEADING["OF_A_GAME"].search(line))
    date = next((one for one in dates if one is not None), None)
    return record if date is None else record.replace(headers=(*record.headers, ("Date", date)))


def _heads(words: str) -> Iterator[Heading]:
    """What may name the players: each short line, and the headings, which may have several lines."""
    for line in words.splitlines():
        printed = in_one_line(line.strip(_MARKS))
        if len(printed) <= _LONGEST and players(printed, "plain") is not None:
            yield Heading(0, len(printed), printed, "title")
    yield from (head for head in headings(unmarked(words)) if head.kind in ("game", "title"))
