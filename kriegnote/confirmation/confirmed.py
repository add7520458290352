"""Counts what the board confirms of a record; used to choose between readings of a text."""

from __future__ import annotations

from typing import Final, NamedTuple

from kriegnote.chess.position import distinct
from kriegnote.chess.squares import SQUARE
from kriegnote.confirmation.contradictions import answer_contradicts, try_contradicts
from kriegnote.confirmation.followed import Followed, followed_boards, start_of
from kriegnote.confirmation.playable import LEAST
from kriegnote.model.events import Answer, AnyEvent, Capture, Check, End, Move, Promotion, Side, Try
from kriegnote.model.order import DIALOGUE
from kriegnote.model.record import Record
from kriegnote.rules.comparison import is_true

_MOST: Final = 32  # the greatest number of boards of one player's men that are followed


class Confirmed(NamedTuple):
    """What the board confirms of a record.

    ``events``: the plies that can be played in sequence, their numbers without a gap, and, up to there, the refused
    tries that are illegal, the answers and the announcements that are true, less those that are false. ``whole``: all
    plies can be played. ``plies``: the number of those plies. ``dialogue``: that of the questions, answers,
    tries and announcements up to there, true or not; an end counts behind enough plies for a game.
    """

    events: int
    whole: bool
    plies: int = 0
    dialogue: int = 0

    @property
    def explained(self) -> int:
        """How much the record explains: plies that can be played, and what is said."""
        return self.plies + self.dialogue


def confirmed(record: Record) -> Confirmed:
    """What the board confirms of a record; nothing if its starting position is not known.

    If only one player's moves are known, it is what his own men can do: his moves, and his refused tries.
    """
    side = _only_side(record)
    return _confirmed(record) if side is None else _own(record, side)


def _only_side(record: Record) -> Side | None:
    """The player whose moves alone are known, if these are enough for a game."""
    moves = [event for event in record.events if isinstance(event, Move)]
    sides = [event.side for event in moves if event.text is not None]
    return sides[0] if len(moves) >= LEAST and len({*sides}) == 1 else None


def _own(record: Record, side: Side) -> Confirmed:
    """What a player's own men confirm of his moves and tries."""
    start = start_of(record)
    boards = [] if start is None else [start.alone(side == "white")]
    count = plies = dialogue = 0
    for event in record.events if boards else ():
        if isinstance(event, Move) and event.text is not None:
            parts = event.parts
            played = [board.play(move) for board in boards for move in (board.resolve_own(parts) if parts else ())]
            boards = [board.alone(side == "white") for board in distinct(played)][:_MOST]
            if not boards:
                break
            plies += 1
            count += 1
        elif isinstance(event, Capture) and event.side != side and event.square is not None:
            boards = [board.without(1 << SQUARE[event.square]) for board in boards]
        elif isinstance(event, Try) and event.side == side and event.parts is not None:
            count += 1 if any(board.resolve_own(event.parts) for board in boards) else -1
        dialogue += _is_said(event, plies)
    return Confirmed(count, whole=bool(boards), plies=plies, dialogue=dialogue)


def _confirmed(record: Record) -> Confirmed:
    """What the board confirms of a record with the moves of both players."""
    layers = followed_boards(record)
    count = plies = dialogue = 0
    last: Move | None = None
    for event in record.events:
        if isinstance(event, Move):
            plies += 1
            if plies >= len(layers) or not _follows(last, event):
                return Confirmed(count, whole=False, plies=plies - 1, dialogue=dialogue)
            last = event
            count += 1
        elif layers:
            count += _worth(event, layers[plies])
            dialogue += _is_said(event, plies)
    return Confirmed(count, whole=plies > 0, plies=plies, dialogue=dialogue)


def _is_said(event: AnyEvent, plies: int) -> bool:
    """Whether an event behind so many plies is a part of the dialogue; an end is one behind enough for a game."""
    return isinstance(event, DIALOGUE) and (plies >= LEAST or not isinstance(event, End))


def _follows(last: Move | None, event: Move) -> bool:
    """Whether a move may follow the last one by its number: the same, or the next one, which may count plies."""
    if last is None or last.turn is None or event.turn is None:
        return True
    return last.turn <= event.turn <= last.turn + 1


def _worth(event: AnyEvent, boards: list[Followed]) -> int:
    """1 for an event that is true on one of some boards, minus 1 for one that is true on none, 0 if nobody can say."""
    if isinstance(event, Try):
        if event.parts is None:
            return 0
        true = any(not try_contradicts(one.board, event) for one in boards)
    elif isinstance(event, Answer) and event.any is not None:
        true = any(not answer_contradicts(one.board, event) for one in boards)
    elif isinstance(event, (Capture, Check, Promotion)):
        true = any(
            one.before is not None and one.move is not None and is_true(event, one.board, one.before, one.move)
            for one in boards
        )
    else:
        return 0
    return 1 if true else -1
