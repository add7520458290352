"""Withdraws announcements that were not made.

What contradicts the board beside words that were not understood: a move may be lost there. In other places, and where
the sentence itself names the player, a contradiction is the umpire's slip and is kept. And a capture without a square
before the move that makes it: “White took it, 2. cxd5” announces nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, target_of
from kriegnote.confirmation.contradictions import answer_contradicts, try_contradicts
from kriegnote.confirmation.followed import played
from kriegnote.diagnostics.findings import finding
from kriegnote.errors import shortened
from kriegnote.model.events import Answer, AnyEvent, Capture, Check, Comment, Move, Side, Try
from kriegnote.model.record import Record
from kriegnote.notations.continued_record import offset
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of
from kriegnote.text.source import Chunk, Read

_UNREAD: Final = "KN109"


def without_doubted(read: Read, chunk: Chunk, certain: Container[tuple[int, int] | None]) -> Read:
    """A record with doubtful announcements, answers and tries turned into comments, each with a finding.

    An event is doubtful if the board contradicts it and words near it were not understood.

    :param certain: the spans of events whose player their own sentence names; these are kept.
    """
    read = read._replace(record=_without_leads(read.record, chunk))
    unread = {one.line for one in read.findings if one.code == _UNREAD}
    if not unread or read.record.view != "umpire":
        return read
    events, findings = list(read.record.events), list(read.findings)
    for index in _doubted(read, unread):
        event = events[index]
        if event.span in certain:
            continue
        assert event.span is not None
        comment = events[index] = _as_comment(event, event.span, chunk)
        why = "this contradicts the board, and words next to it were not understood"
        message = f"{why}; kept as a comment: {shortened(comment.text)!r}"
        findings.append(finding(_UNREAD, message, comment))
    return Read(read.record.replace(events=tuple(events)), findings)


def _without_leads(record: Record, chunk: Chunk) -> Record:
    """The record with each capture without a square that only leads up to its move turned into a comment."""
    events = list(record.events)
    for index, event in enumerate(events):
        if not isinstance(event, Capture) or event.square is not None or event.span is None:
            continue
        before = next((one for one in reversed(events[:index]) if isinstance(one, Move)), None)
        following = next((one for one in events[index + 1 :] if not isinstance(one, Comment)), None)
        if not isinstance(following, Move) or not _is_one_sentence(chunk.text, event.span[1], following, chunk):
            continue
        if (following.side, following.turn) == (event.side, event.turn) or (
            _takes(following) and before is not None and before.parts is not None and not _takes(before)
        ):
            events[index] = _as_comment(event, event.span, chunk)
    return record.replace(events=tuple(events))


def _is_one_sentence(text: str, end: int, move: Move, chunk: Chunk) -> bool:
    """Whether a move follows in the sentence that goes on at an offset in the file: the umpire's words end theirs."""
    between = text[end - chunk.offset : offset(move, chunk)].rstrip(" .…").rstrip("0123456789")
    return not any(sign in between for sign in '.!?;:\n"”»')


def _takes(move: Move) -> bool:
    """Whether the printed form of a move is that of a capture."""
    return move.parts is not None and bool(move.parts.capture)


def _as_comment(event: AnyEvent, span: tuple[int, int], chunk: Chunk) -> Comment:
    """A comment with the words of an event."""
    words = " ".join(chunk.text[span[0] - chunk.offset : span[1] - chunk.offset].split())
    return Comment(text=words, line=event.line, column=event.column, span=span, source=event.source)


def _doubted(read: Read, unread: set[int | None]) -> Iterator[int]:
    """The indices of events that the board contradicts, if words since the move before the last were not understood."""
    game = game_of(read.record)
    if game is None:
        return
    try:
        boards = [position_of(game, read.record.start, whole=False)]
    except ValueError:
        return
    last: Side | None = None
    captured: set[str] = set()
    near = [False, False]  # whether there are unread words since the last move but one, since the last
    for index, event in enumerate(read.record.events):
        if isinstance(event, Comment):
            near[1] = near[1] or not unread.isdisjoint(_lines(event))
        elif isinstance(event, Move):
            captured = set(_captured(boards, event))
            boards, last = played(boards, event), event.side
            near = [near[1], False]
            if not boards:
                return
        elif any(near) and _contradicts(event, boards, captured, last):
            yield index


def _lines(event: Comment) -> range:
    """The lines (from 1) that a comment covers."""
    line = event.line or 0
    return range(line, line + event.text.count("\n") + 1)


def _captured(boards: list[Position], event: Move) -> Iterator[str]:
    """The squares that an announcement of a capture by this move may name."""
    for board in boards:
        moves = board.resolve(event.parts) if event.parts is not None else []
        for move in moves or board.legal_moves():
            if (square := board.captured_square(move)) >= 0:
                yield from (NAMES[square], NAMES[target_of(move)])


def _contradicts(event: AnyEvent, boards: list[Position], captured: set[str], last: Side | None) -> bool:
    """Whether an event contradicts every possible board or the last move.

    :param captured: the squares that an announcement of the last move's capture may name.
    :param last: the side that moved last.
    """
    match event:
        case Capture(square=square):
            return event.side != last or not captured or (square is not None and square not in captured)
        case Check():
            return event.side != last or not any(board.checkers() for board in boards)
        case Try() if event.verdict is not None:
            return all(try_contradicts(board, event) for board in boards)
        case Answer() if event.any is not None:
            return all(answer_contradicts(board, event) for board in boards)
    return False
