"""Finds how a game ended in the words behind its last ply, where its reader took none of them for its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec

from kriegnote.documents.found import Document, Found, chunk_of
from kriegnote.documents.markup import plain_text
from kriegnote.documents.named_players import with_players, words_before, words_behind
from kriegnote.documents.outcome_in_accounts import with_outcome
from kriegnote.model.endings import LOSER, OF_WINNER, fate
from kriegnote.model.events import Comment, End, Event, Junk, Move, other
from kriegnote.model.record import Record
from kriegnote.text.end_words import end_of_game
from kriegnote.text.ended_clauses import LastWords, Players
from kriegnote.text.headings import label_at, players
from kriegnote.text.sides import as_printed, result_in_words
from kriegnote.text.source import Chunk

_LAST: Final = (
    4  # the number of lines at the end of a comment, and paragraphs behind a game, among which one may say it
)
_LONG: Final = 300  # the greatest length of such words, in characters
_WIDE: Final = 60  # a line of prose that goes on in the next one is longer, in characters
_MARKUP: Final = frozenset("<\\{[")
_OPEN: Final = frozenset({None, "*"})


class _Said(NamedTuple):
    """What words say about the end, and the comment that is nothing else; None if there is none."""

    said: LastWords
    whole: Event | None


def with_words_about(document: Document, game: Found) -> Record:
    """The record of a game of a document, with what the words between it and the games beside it say of it."""
    ends = [one.end for one in document.games if one.end <= game.start]
    starts = [one.start for one in document.games if one.start >= game.end]
    chunk = chunk_of(document.source, game)
    before = document.source[max(ends, default=0) : chunk.offset] + words_before(chunk, game.record)
    behind = _behind(document.source, game.end, min(starts, default=len(document.source)))
    return with_end(with_players(game.record, before, document.source), chunk, before, behind)


def _behind(source: str, end: int, bound: int) -> str:
    """The words behind a game; without the rest of its last line if a strange bar begins it, which is no table's."""
    row = source[source.rfind("\n", 0, end) + 1 : end]
    rest, _, others = source[end:bound].partition("\n")
    return others if rest.lstrip().startswith("|") and "|" not in row else source[end:bound]


def with_end(record: Record, chunk: Chunk, before: str, behind: str = "") -> Record:
    """The record with how its game ended, if the words about it say so and no event does.

    :param chunk: the text of the record.
    :param before: the words before the game, which may name the result.
    :param behind: those behind it, to the next one.
    """
    account = [*words_behind(chunk, record).split("\n\n"), behind.strip().split("\n\n")[0]]
    return with_outcome(_with_end(record, chunk, before, behind), before, account)


def _with_end(record: Record, chunk: Chunk, before: str, behind: str) -> Record:
    """The record with the end that the words about it state of its players by their names."""
    last = next((at for at in reversed(range(len(record.events))) if isinstance(record.events[at], Move)), None)
    if last is None:
        return record
    names = dict(record.headers)
    named = (names.get("White"), names.get("Black"))
    if (end := next((one for one in record.events[last:] if isinstance(one, End)), None)) is not None:
        return _with_side(record, end, chunk, named)
    found = _found(record, chunk, last, behind, named)
    if found is None:
        result = result_in_words(before) if record.result in _OPEN else None
        return record if result is None else record.replace(result=result)
    said, move = found.said, record.events[last]
    assert isinstance(move, Move)
    stated = said.result if record.result in _OPEN else record.result
    if said.reason is None or move.side is None:
        return record.replace(result=stated)
    loser = LOSER.get(stated)
    if None not in (stated, said.result) and stated != said.result:
        return record
    if said.reason in OF_WINNER and loser == move.side:  # it was not the last move that mated
        return record
    side = said.side or (move.side if said.reason in OF_WINNER else loser or other(move.side))
    place = found.whole or record.events[-1]
    end = End(side=side, turn=move.turn, reason=said.reason, line=place.line, column=place.column, span=place.span)
    kept = tuple(one for one in record.events if one is not found.whole)
    result = stated if fate(said.reason) is None or record.result not in _OPEN else record.result
    return record.replace(events=(*kept, end), result=result)


def _with_side(record: Record, end: End, chunk: Chunk, named: Players) -> Record:
    """The record with whose end it is, if it does not say, and the line of the end names the player."""
    if end.side is not None or end.line is None or end.line < chunk.line or record.result not in _OPEN:
        return record
    lines = chunk.text.split("\n")[end.line - chunk.line :][:1]
    said = next((said for line in lines if (said := _said(line, named)) is not None), None)
    if said is None or said.side is None or said.reason != end.reason:
        return record
    whose = msgspec.structs.replace(end, side=said.side)
    return record.replace(events=tuple(whose if one is end else one for one in record.events))


def _found(record: Record, chunk: Chunk, last: int, behind: str, named: Players) -> _Said | None:
    """What the comments behind the last move say about the end, or the words behind the game."""
    after = record.events[last + 1 :]
    spoken = [one for one in after if isinstance(one, Comment) or (isinstance(one, Junk) and not _quotes(chunk, one))]
    found = [
        _Said(said, comment if words.strip() == comment.text.strip() else None)
        for comment in reversed(spoken)
        for words in _ends_of(_unmarked(comment.text))
        if (said := _said(words, named)) is not None
    ]
    if not found:
        found = [_Said(said, None) for words in _paragraphs(_unmarked(behind)) if (said := _said(words, named))]
    return next((one for one in found if one.said.reason is not None), found[0] if found else None)


def _quotes(chunk: Chunk, words: Junk) -> bool:
    """Whether a text quotes words, and so says of them that they are junk: ``[%kn junk "nul"]``."""
    start, end = words.span or (chunk.offset, chunk.offset)
    return f'"{words.text}"' in chunk.text[start - chunk.offset : end - chunk.offset]


def _unmarked(words: str) -> str:
    return plain_text(words).text if not _MARKUP.isdisjoint(words) else words


def _said(words: str, named: Players) -> LastWords | None:
    if len(words) > _LONG:
        return None
    for printed in dict.fromkeys((words, as_printed(words))):
        found = end_of_game(printed.strip(_SIGNS), named)
        if found is not None and (found.said.result is not None or found.said.reason is not None):
            return found.said
    return None


_SIGNS: Final = " \t\n|>*_#~+=-–—"


def _ends_of(comment: str) -> Iterator[str]:
    """A comment, and the last of its paragraphs and lines, the last one first; not the lines of prose that goes on."""
    yield comment
    parts = [part for part in comment.split("\n\n") if part.strip()]
    for part in reversed(parts[-_LAST:]):
        yield part
        lines = part.split("\n")
        if len(lines) > 1 and max(map(len, lines)) <= _WIDE:
            yield from reversed(lines[-_LAST:])


def _paragraphs(words: str) -> Iterator[str]:
    """The first paragraphs of words, to a heading."""
    filled = (part.strip() for part in words.split("\n\n"))
    said = [part for part in filled if part]
    return takewhile(lambda part: label_at(part) is None and players(part, "plain") is None, said[:_LAST])
