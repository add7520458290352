"""Reads the prose behind a score, or below a FEN, as the rest of the game: the board decides what of it happened.

“4. Bc4. The queen then went to f7. ‘Capture on f7’, announced the umpire”: few squares that a text happens to name are
legal moves of the man named beside them, and fewer are followed by announcements that fit. So a move in words is taken
if the player to move can make it, or as a try if a refusal follows and the board agrees; captures, checks and mates
are taken if they are true of the last move. Words that are not understood do not matter. Where two ways to read the
text remain, it is read up to the place where they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from lark import Token

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import not_understood, shortened
from kriegnote.model.events import AnyEvent, Comment, End, Junk, Move, Offer, PawnTries, Try
from kriegnote.model.printed_moves import Language, language
from kriegnote.model.record import Record
from kriegnote.notations.continued_moves import ContinuedGame, ReportedStep, decided
from kriegnote.notations.continued_questions import pawn_tries, questions
from kriegnote.rules.boards import plain
from kriegnote.rules.followed import followed_boards
from kriegnote.rules.playable import keeps, playable
from kriegnote.rules.variants import game_of
from kriegnote.text.comments import without_comments
from kriegnote.text.source import Chunk, Lines, Read
from kriegnote.text.speech.mentions import Mention, mentions

_MOST_WORDS: Final = 600  # the greatest number of tokens behind a score that are read
_LEAST_LINE: Final = 40  # the least length of a line of a paragraph, in characters, except the last
_SCORE: Final = frozenset(
    {"NUMBER_OF_TURN", "MOVE_IN_SIGNS", "LONE_SQUARE", "GLYPH_OR_NAG", "INT", "ELLIPSIS", "ORNAMENT", "EMPTY_LINE"}
)
"""Tokens of which a printed score consists."""
_LANGUAGES: Final[tuple[Language, ...]] = ("en", "it")  # of the letters of men, if no score shows it
_NUMBERS: Final = frozenset({"NUMBER_OF_TURN", "INT"})
_STATED: Final = (Offer, End)
"""Events of the prose that do not depend on which moves it reports."""


def with_continuation(read: Read, chunk: Chunk, words: Sequence[Token]) -> Read:
    """The record with the rest of the game that the prose behind its score reports; ``read`` itself if there is none.

    :param words: the tokens of the chunk's text.
    """
    record = read.record
    game = game_of(record)
    if game is None or not plain(game) or game.goal == "king":
        return read
    head = _head(record, chunk, words)
    if head is None or not any(isinstance(one, Comment) for one in record.events[head[0] :]):
        return read
    count, tail = head
    events = record.events[:count]
    layers = followed_boards(record.replace(events=events))
    moves = sum(isinstance(one, Move) for one in events)
    if len(layers) != moves + 1 or len(layers[-1]) != 1:
        return read
    lang = language(without_comments(chunk.text))
    last = layers[-1][0]
    tokens = words[tail:]
    start = ContinuedGame(0.0, last.board, last.before, last.move)
    ways = [
        (found := mentions(tokens, each), decided(found, start, each))
        for each in ((lang,) if moves else dict.fromkeys((lang, *_LANGUAGES)))
    ]
    found, steps = max(ways, key=lambda way: len(way[1]))
    said = (*questions(tokens, steps, last.board), *pawn_tries(tokens, steps, last.board, chunk.text))
    steps = sorted([*steps, *said], key=lambda one: one.at)
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    played = sum(isinstance(one.event, Move) for one in made)
    tries = sum(isinstance(one.event, Try) for one in made)
    if not made or not _is_longer(record, moves + played, tries):
        return read
    joined = _joined(read, chunk, count, tokens, _with_statements(read, chunk, count, tokens, steps, last.board), found)
    return joined if keeps([_stated(record)], [joined.record]) else read


def _stated(record: Record) -> Record:
    """A record with only those statements of its prose that do not depend on which moves it reports."""
    return record.replace(events=tuple(one for one in record.events if isinstance(one, (*_STATED, PawnTries))))


def _is_longer(record: Record, plies: int, tries: int) -> bool:
    """Whether a reading with so many plies and tries has more of the game than a record, and all of its moves.

    A score with a word that stands for a move is left as it is: its moves are to be mended, not replaced.
    """
    moves = [one for one in record.events if isinstance(one, Move)]
    damaged = any(one.parts is None for one in moves) or any(isinstance(one, Junk) for one in record.events)
    tried = sum(isinstance(one, Try) for one in record.events)
    return not damaged and len(moves) <= plies and (plies, tries) > (playable(record), tried)


def _head(record: Record, chunk: Chunk, words: Sequence[Token]) -> tuple[int, int] | None:
    """The number of events of the printed score (0 below a FEN), and the index of the first token of the prose.

    None if the text does not begin with a score, or if one paragraph of prose is not all that stands behind it.
    """
    first = next((at for at, word in enumerate(words) if word.type == "NUMBER_OF_TURN"), len(words))
    if first == len(words) and record.start is not None and record.events:
        begin = _offset(record.events[0], chunk)
        tail = next((at for at, word in enumerate(words) if (word.start_pos or 0) >= begin), len(words))
        return (0, tail) if len(words) - tail <= _MOST_WORDS else None
    tail = next((at for at, word in enumerate(words) if at >= first and word.type not in _SCORE), len(words))
    moved = [at for at in range(first, tail) if words[at].type in ("MOVE_IN_SIGNS", "LONE_SQUARE")]
    if not moved or not 0 < len(words) - tail <= _MOST_WORDS:
        return None
    if words[tail - 1].type in _NUMBERS and any(word.type == "NUMBER_OF_TURN" for word in words[tail:]):
        return None  # words in place of a printed move, and the score goes on
    lines = chunk.text[words[tail].start_pos or 0 :].strip().splitlines()
    if not lines or min(map(len, lines[:-1]), default=_LEAST_LINE) < _LEAST_LINE:
        return None  # a script or a letter, which have readers of their own
    if len(moved) > 1 and "\n" in chunk.text[words[moved[-2]].end_pos or 0 : words[moved[-1]].start_pos]:
        before = words[moved[-1] - 1].type
        if before != "NUMBER_OF_TURN":  # “2. Nf3 / Bc4 was tried”
            tail = moved[-1]
            moved.pop()
    made = 0
    for count, event in enumerate(record.events, 1):
        made += isinstance(event, Move)
        if not isinstance(event, Move) and (made or not isinstance(event, Comment)):
            return None
        if made == len(moved):
            return count, tail
    return None


def _offset(event: AnyEvent, chunk: Chunk) -> int:
    """The offset in a chunk at which an event stands."""
    lines = chunk.text.splitlines(keepends=True)
    return sum(map(len, lines[: (event.line or chunk.line) - chunk.line])) + (event.column or 1) - 1


def _joined(
    read: Read,
    chunk: Chunk,
    count: int,
    tokens: Sequence[Token],
    steps: Sequence[ReportedStep],
    found: Sequence[Mention],
) -> Read:
    """The record with these steps behind its first events, and the words between them as comments."""
    record = read.record
    head = record.events[:count]
    place = Lines(chunk.text, chunk.line).place
    base = chunk.offset
    end = (head[-1].span or (0, 0))[1] - base if head else _offset(record.events[0], chunk)
    events: list[AnyEvent] = [*head]
    first = end
    left: list[Finding] = []

    def comment(last: int) -> None:
        nonlocal end
        text = chunk.text[end:last].strip()
        if text.strip(" .,;:()"):
            start = end + len(chunk.text[end:last]) - len(chunk.text[end:last].lstrip())
            line, column = place(start)
            events.append(Comment(line=line, column=column, span=(base + end, base + start + len(text)), text=text))
            end = start + len(text)

    for step in steps:
        token = tokens[step.at]
        start, after = token.start_pos or 0, token.end_pos or 0
        line, column = place(start)
        made = isinstance(step.event, (Move, Try))
        if made:
            comment(start)
            span = (base + end, base + after)
            end = after
        else:
            span = (base + end, base + end)
        text = str(token).strip("`") if made and token.type == "MOVE_IN_SIGNS" else None
        event = msgspec.structs.replace(step.event, line=line, column=column, span=span)
        events.append(event if text is None else msgspec.structs.replace(event, text=text))
    comment(len(chunk.text))
    begin = (events[-1].span or (0, 0))[0]
    events[-1] = msgspec.structs.replace(events[-1], span=(begin, base + len(chunk.text.rstrip())))
    said = ", ".join(shortened(str(tokens[one.at])) for one in steps)
    made_at = {one.at for one in steps}
    for one in found:
        if one.at not in made_at and one.kind == "move" and (one.printed or not one.weak):
            token = tokens[one.at]
            line, column = place(token.start_pos or 0)
            left.append(finding("KN109", not_understood(str(token)), line=line, column=column, length=len(token)))
    note = finding("KN110", f"read from the words behind the score, where the board confirms it: {said}", events[count])
    kept = [one for one in read.findings if (one.line or 0, one.column or 0) <= place(first)]
    return Read(record.replace(events=tuple(events)), [*kept, note, *left])


def _with_statements(
    read: Read, chunk: Chunk, count: int, tokens: Sequence[Token], steps: list[ReportedStep], start: Position
) -> list[ReportedStep]:
    """The steps with the offers and ends that the words themselves stated.

    Each belongs to the player to move where it stands; an answer that is not true there is left out with its question.
    """
    found = [*steps]
    moves = [one for one in steps if isinstance(one.event, Move)]
    ended = any(isinstance(one.event, End) for one in steps)
    for event in read.record.events[count:]:
        if not isinstance(event, _STATED) or event.span is None or (ended and isinstance(event, End)):
            continue
        end = event.span[1] - chunk.offset
        at = max((index for index, word in enumerate(tokens) if (word.end_pos or 0) <= end), default=0)
        before = sum(one.at <= at for one in moves)
        board = moves[before - 1].board if before else start
        side, turn = board.side, board.fullmove
        ends = isinstance(event, End)
        found.append(
            ReportedStep(at, event if ends else msgspec.structs.replace(event, side=side, turn=turn), steps[0].board)
        )
    return sorted(found, key=lambda one: one.at)
