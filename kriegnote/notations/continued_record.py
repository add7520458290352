"""Puts the moves that the board has decided together with what else a text states, and the words between as comments.

Statements that the strict reader understood are kept where they are true of the moves as they are read now. A finding
names the words from which nothing was taken, if they do more than introduce a move.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec
from lark import Token

from kriegnote.chess.position import Position
from kriegnote.confirmation.contradictions import answer_contradicts
from kriegnote.confirmation.followed import Followed, followed_boards
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    DialogueEvent,
    End,
    Junk,
    Move,
    PawnTries,
    Promotion,
    Try,
    Unknown,
    Variation,
)
from kriegnote.model.record import Record
from kriegnote.notations.continued_announcements import ON_THE_BOARD
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.notations.continued_words import TextBetween
from kriegnote.rules import comparison
from kriegnote.text.source import Chunk, Lines, Read
from kriegnote.text.speech.mentions import Mention

_NOT_STATED: Final = (Move, Try, Comment, Junk, Unknown, Variation)
"""Events that the moves decided by the board replace, and comments, which are made anew."""
_OF_THE_LAST_MOVE: Final = (Capture, Check, Promotion)


class PlacedEvent(NamedTuple):
    """An event, and the offsets of the words that it stands for; they are equal if its words stay part of a comment."""

    start: int
    end: int
    event: AnyEvent


class _Made:
    """The moves and tries of a game in the order of the text, found by offsets in it."""

    def __init__(self, items: Sequence[PlacedEvent]) -> None:
        self.items = items
        self.starts = [one.start for one in items]
        self.moves = [0, *accumulate(isinstance(one.event, Move) for one in items)]

    def place(self, item: PlacedEvent) -> tuple[type[AnyEvent], int]:
        """The kind of an event, and the number of moves or tries before it: there cannot be two of a kind."""
        if isinstance(item.event, _OF_THE_LAST_MOVE):
            return type(item.event), self.moves[bisect_right(self.starts, item.start)]
        return type(item.event), bisect_left(self.starts, item.start)

    def overlap(self, start: int, end: int) -> bool:
        """Whether the words of one of them are in a range."""
        before = bisect_left(self.starts, end)
        return before > 0 and start < self.items[before - 1].end


def offset(event: AnyEvent, chunk: Chunk, lines: Lines | None = None) -> int:
    """The offset in a chunk's text at which an event stands; ``lines``: those of the text, if several are asked for."""
    lines = lines or Lines(chunk.text, chunk.line)
    return lines.offset(event.line or chunk.line, event.column or 1)


def joined(
    read: Read,
    chunk: Chunk,
    count: int,
    tokens: Sequence[Token],
    steps: Sequence[ReportedStep],
    start: Position,
    found: Sequence[Mention],
) -> Read:
    """The record with these steps, and what else the text states, behind its first events.

    :param count: the number of events at the beginning of the record that stay as they are.
    :param tokens: those of the text behind these events.
    :param start: the board before the first step.
    :param found: what the tokens mention.
    """
    items = _items(read, chunk, count, tokens, steps, start)
    return with_items(read, chunk, count, tokens, items, [one.at for one in steps], found)


def with_items(
    read: Read,
    chunk: Chunk,
    count: int,
    tokens: Sequence[Token],
    items: Sequence[PlacedEvent],
    read_from: Sequence[int],
    found: Sequence[Mention],
) -> Read:
    """The record with these events, and the words between them as comments, behind its first events.

    :param items: the events in the order in which they happened.
    :param read_from: the indices of the tokens from which they were read.
    """
    record = read.record
    before = record.events[:count]
    places = dict.fromkeys(read_from)
    taken = ", ".join(shortened(str(tokens[at])) for at in places)
    note = finding("KN110", f"read from these words, where the board confirms it: {taken}", record.events[count])
    named = {one.at for one in found if one.kind == "move" and (one.printed or not (one.weak or one.announced))}
    apart = [one.start for one in items if one.start == one.end]
    text = TextBetween(chunk, tokens, named.difference(places), apart)
    first = ((before[-1].span or (0, 0))[1] if before else (record.events[0].span or (0, 0))[0]) - chunk.offset
    findings = [*_kept(read, text.place(first if before else max(first - 1, 0)), items, text), note]
    events = [*before]
    end, begun = first, bool(before)

    def add(event: AnyEvent, start: int, after: int) -> None:
        nonlocal end
        line, column = text.place(start)
        span = (chunk.offset + end, chunk.offset + after)
        events.append(msgspec.structs.replace(event, line=line, column=column, span=span))
        end = after

    for item in (*items, None):
        after = item.start if item is not None else len(chunk.text)
        left = text.left(end, after) if item is None or item.end > item.start else None
        if left is not None:
            add(Comment(text=chunk.text[left.start : left.end]), left.start, left.end)
            findings += text.not_read(left, begun=begun)
        if item is not None:
            add(item.event, item.start, max(end, item.end) if item.end > item.start else end)
            begun = True
    begin = (events[-1].span or (0, 0))[0]
    events[-1] = msgspec.structs.replace(events[-1], span=(begin, chunk.offset + len(chunk.text)))
    return Read(record.replace(events=tuple(events)), findings)


def _kept(read: Read, first: tuple[int, int], items: Sequence[PlacedEvent], text: TextBetween) -> Iterator[Finding]:
    """The findings of the strict reader before the first step, and those on statements that are kept."""
    words = [one for one in items if one.end > one.start]
    starts = [text.place(one.start) for one in words]
    ends = [(0, 0), *accumulate((text.place(one.end) for one in words), max)]
    for one in read.findings:
        at = (one.line or 0, one.column or 0)
        if at <= first or (one.code != "KN109" and at < ends[bisect_right(starts, at)]):
            yield one


def _items(
    read: Read, chunk: Chunk, count: int, tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position
) -> list[PlacedEvent]:
    """The steps and the statements that are true, in the order of the text."""
    made = _Made([
        PlacedEvent(tokens[one.at].start_pos or 0, tokens[one.at].end_pos or 0, printed(one.event, tokens[one.at]))
        for one in steps
        if isinstance(one.event, (Move, Try))
    ])  # fmt: skip
    stated = _without_repeated_captures(made, _statements(read, chunk, count, made, _Boards(tokens, steps, start)))
    if any(isinstance(one.event, End) and one.event.result is not None for one in steps):
        stated = [one for one in stated if not _is_nobodys_end(one.event)]
    stated = _with_one_end(stated)
    known = {made.place(one) for one in stated}
    reported: dict[tuple[type[AnyEvent], int], PlacedEvent] = {}
    for step in (one for one in steps if not isinstance(one.event, (Move, Try))):
        at = tokens[step.at].start_pos or 0
        item = PlacedEvent(at, at if step.after is None else tokens[step.after - 1].end_pos or 0, step.event)
        place = made.place(item)
        if place not in known and (place not in reported or _names_more(item.event, reported[place].event)):
            reported[place] = item
    known |= reported.keys()
    asked = {number for kind, number in known if kind is Ask}
    said = (one for one in reported.values() if not (_is_an_answer(one.event) and made.place(one)[1] in asked))
    order = [*made.items, *said, *stated]
    return [*_answered_once(sorted(order, key=lambda one: (one.start, not isinstance(one.event, (Move, Try)))))]


def _with_one_end(stated: Sequence[PlacedEvent]) -> list[PlacedEvent]:
    """Statements with an end that is said again only once: “White resigns. The umpire: White has resigned.”"""
    first: dict[tuple[object, object], PlacedEvent] = {}
    for one in stated:
        if isinstance(one.event, End):
            first.setdefault((one.event.reason, one.event.side), one)
    return [one for one in stated if not isinstance(one.event, End) or one in first.values()]


def _is_nobodys_end(event: AnyEvent) -> bool:
    """Whether an end says neither of whom it is nor who has won."""
    return isinstance(event, End) and event.side is None and event.result is None


def _answered_once(items: Iterable[PlacedEvent]) -> Iterator[PlacedEvent]:
    """The items, with one answer to each question, and one before each move."""
    answered = False
    for one in items:
        if not (answered and isinstance(one.event, Answer)):
            yield one
        answered = isinstance(one.event, Answer) or (answered and not isinstance(one.event, (Ask, Move)))


def _without_repeated_captures(made: _Made, stated: Iterable[PlacedEvent]) -> list[PlacedEvent]:
    """Statements with one capture after each move: with its square, if any of them names it."""
    found = [*stated]
    captures: dict[int, PlacedEvent] = {}
    for one in found:
        if isinstance(one.event, Capture):
            known = captures.setdefault(made.place(one)[1], one)
            if isinstance(known.event, Capture) and known.event.square is None and one.event.square is not None:
                captures[made.place(one)[1]] = one
    return [one for one in found if not isinstance(one.event, Capture) or one is captures[made.place(one)[1]]]


def _names_more(event: AnyEvent, known: AnyEvent) -> bool:
    """Whether a capture names its square, and another report of it does not."""
    return isinstance(event, Capture) and isinstance(known, Capture) and known.square is None is not event.square


def _is_an_answer(event: AnyEvent) -> bool:
    """Whether pawn tries say no more than the answer to a question."""
    return isinstance(event, PawnTries) and event.squares is None


def printed(event: AnyEvent, token: Token) -> AnyEvent:
    """A move or try with its printed form, if it is printed."""
    if token.type != "MOVE_IN_SIGNS":
        return event
    return msgspec.structs.replace(event, text=str(token).strip("`"))


class _Boards:
    """The boards of the game as it is read now, by offsets in the text."""

    def __init__(self, tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position) -> None:
        moves = [one for one in steps if isinstance(one.event, Move)]
        self.starts = [tokens[one.at].start_pos or 0 for one in moves]
        self.boards = [start, *(one.board for one in moves)]
        self.moves = [one.move for one in moves]

    def at(self, offset: int) -> tuple[Position, Position | None, int | None]:
        """The board at an offset, the board before the last move, and that move (None before the first)."""
        count = bisect_left(self.starts, offset)
        return self.boards[count], self.boards[count - 1] if count else None, self.moves[count - 1] if count else None


def _statements(read: Read, chunk: Chunk, count: int, made: _Made, boards: _Boards) -> Iterator[PlacedEvent]:
    """What the strict reader understood besides moves and tries, if it is true of the moves as they are read now."""
    lines = Lines(chunk.text, chunk.line)
    for event in read.record.events[count:]:
        if isinstance(event, _NOT_STATED) or event.span is None:
            continue
        begin, end = offset(event, chunk, lines), event.span[1] - chunk.offset
        board, before, move = boards.at(begin)
        placed = _placed(event, board, before, move)
        if placed is None:
            continue
        yield PlacedEvent(begin, begin if made.overlap(begin, end) else max(begin, end), placed)


def _placed(event: AnyEvent, board: Position, before: Position | None, move: int | None) -> AnyEvent | None:
    """A statement with the side and the turn that it belongs to on a board; None if it is not true there."""
    if isinstance(event, _OF_THE_LAST_MOVE):
        if before is None or move is None or not comparison.is_true(event, board, before, move):
            return None
        return msgspec.structs.replace(event, side=before.side, turn=before.fullmove)
    if isinstance(event, End):
        wrong = event.reason in ON_THE_BOARD and board.has_legal_move()
        turn = before.fullmove if before is not None else event.turn
        return None if wrong else msgspec.structs.replace(event, turn=turn)
    if not isinstance(event, DialogueEvent):
        return event
    placed = msgspec.structs.replace(event, side=board.side, turn=board.fullmove)
    if isinstance(placed, Answer) and placed.any is not None and answer_contradicts(board, placed):
        return None
    if isinstance(placed, PawnTries) and comparison.pawn_tries_differences(placed, board, None):
        return None
    return placed


def contradicted(record: Record) -> bool:
    """Whether a capture that a record announces is not true of the move before it: words for a move may be misread."""
    layers = followed_boards(record)
    moves = 0
    for event in record.events:
        moves += isinstance(event, Move)
        boards = layers[moves] if moves < len(layers) else []
        if isinstance(event, Capture) and boards and not any(follows(event, one) for one in boards):
            return True
    return False


def follows(event: AnyEvent, followed: Followed) -> bool:
    """Whether an announcement is true of the move that led to a board."""
    before, move = followed.before, followed.move
    return before is not None and move is not None and comparison.is_true(event, followed.board, before, move)
