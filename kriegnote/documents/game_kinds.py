"""Decides whether a passage is a game, of what kind, and from which position."""

from __future__ import annotations

from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, target_of
from kriegnote.confirmation.followed import reach
from kriegnote.confirmation.playable import is_a_game
from kriegnote.documents.diagrams import Diagram
from kriegnote.documents.outline import ProblemPlace
from kriegnote.documents.readings import PassageReading
from kriegnote.documents.turns import TurnRun
from kriegnote.model.events import Move, Try
from kriegnote.model.order import DIALOGUE
from kriegnote.model.record import Record
from kriegnote.notations.notation import Kind, Notation
from kriegnote.text.tags import fen_problem

_MOSTLY: Final = 0.5  # the least share of a run that must be read for it to be a score
_ARRAY: Final = 4  # the least number of plies from the initial position that distinguish a game from a fragment
_BOTH: Final = 1.5  # the least number of moves per turn in the score of a game
_IN_PROBLEMS: Final = 12  # the least number of plies that distinguish it from the solution of a problem
_IN_SENTENCES: Final = 16  # ... that distinguish a game that begins within a sentence from an opening line
_HIDDEN: Final = 4  # the least number of hidden moves that distinguish announcements from a solution
_TAGS: Final = 2  # a game without moves has more tags than this
_COVERED: Final = 0.35  # the least share of a run that must be read
_COVERED_NAMED: Final = 0.2  # the same under a heading that names the players
_BOARDS: Final = 400  # the greatest number of boards that are followed


def is_game(run: TurnRun, best: PassageReading, named: bool, solution: ProblemPlace | None) -> bool:
    """Whether a passage is a game, and not a list of rules, a remark, or the solution of a problem.

    :param named: a heading names its players.
    :param solution: the solution of a problem that contains it.
    """
    if run.tagged:
        return bool(_moves(best.read.record)) or len(best.read.record.headers) > _TAGS
    if not _is_read(run, best, named):
        return False
    if named:
        return len(_moves(best.read.record)) > 1 or spoken(best.read.record) > 0
    return _is_whole(run, best.read.record) if solution is not None else _stands_alone(run, best)


def first_position(board: Diagram, record: Record) -> str | None:
    """The FEN of a printed position if more of a record can be played from it than from the initial position.

    Also if as much can be played from it, with fewer signs that are read as other men.
    """
    moves = [event for event in record.events if isinstance(event, Move)]
    if not moves or record.start is not None:
        return None
    fen = board.as_fen("b" if moves[0].side == "black" else "w", moves[0].turn or 1, castling=True)
    if fen_problem(fen) is not None:
        return None
    there, usual = reach(record.replace(start=fen)), reach(record)
    later = there.plies == usual.plies > 0 and moves[0].turn != 1
    return fen if there > usual or later else None


def _moves(record: Record) -> list[Move]:
    return [event for event in record.events if isinstance(event, Move)]


def spoken(record: Record) -> int:
    """The number of questions, answers, tries and announcements of a record."""
    return sum(isinstance(event, DIALOGUE) for event in record.events)


def _is_read(run: TurnRun, best: PassageReading, named: bool) -> bool:
    """Whether a run has moves and enough of it was read, so that it is not prose that mentions moves."""
    record = best.read.record
    moves = _moves(record)
    if not moves or (best.notation.prose == "comment" and not _is_numbered(run)):
        return False
    whole = from_the_array(record)
    tried = any(isinstance(event, Try) for event in record.events)  # opening lines have no tries
    if run.inside and not (whole and (tried or len(moves) >= _IN_SENTENCES)):
        return False
    turns = run.turns[-1].number - run.turns[0].number + 1 if run.turns else 0
    both = whole and len(moves) >= _BOTH * turns > _BOTH  # a score, however much prose surrounds its moves
    return both or best.covered >= (_COVERED_NAMED if named else _COVERED)


def _is_whole(run: TurnRun, record: Record) -> bool:
    """Whether moves within the solution of a problem are a game: all hidden, or from the initial position to an end."""
    moves = _moves(record)
    if all(event.text is None for event in moves) and len(moves) >= _HIDDEN:
        return True
    return run.ended and len(moves) >= _IN_PROBLEMS and from_the_array(record, _IN_PROBLEMS)


def _stands_alone(run: TurnRun, best: PassageReading) -> bool:
    """Whether a run is a game, judged by itself."""
    record = best.read.record
    moves, announced, whole = _moves(record), spoken(record), from_the_array(record)
    if not best.notation.bare:
        return whole or announced > 1
    sides = {event.side for event in moves if event.text is not None}
    if len(sides) == 1 and not announced:
        return False
    if not run.turns:
        return whole and len(moves) >= _ARRAY
    if run.turns[0].number > 1 and record.start is None:
        return (announced >= _ARRAY and len(moves) >= _ARRAY) or len(moves) >= _IN_PROBLEMS
    return whole and (len(moves) >= _ARRAY or run.ended) and len(run.turns) > 1


def is_score(run: TurnRun, best: PassageReading) -> bool:
    """Whether a run that is not a game is nevertheless a score, and not moves mentioned in a sentence."""
    moves = sum(isinstance(event, Move) for event in best.read.record.events)
    if run.inside and not (run.ended and is_a_game(best.read.record)):
        return False
    return len(run.turns) > 1 and moves >= len(run.turns) and best.covered >= _MOSTLY


def _is_numbered(run: TurnRun) -> bool:
    """Whether a run's numbers are those of a score: a move follows the first, and few are repeated."""
    if not run.turns:
        return False
    numbers = [turn.number for turn in run.turns if not turn.black]
    if numbers[1::2] == numbers[::2][: len(numbers) // 2] != []:  # before Black's moves, too
        numbers = numbers[::2]
    again = len(numbers) - len(set(numbers))
    return run.turns[0].moves and 2 * again < max(len(set(numbers)), 4)


def kind_of(row: Notation, record: Record) -> Kind:
    """The kind of a game, by its notation and the contents of its record."""
    kind = row.kinds[record.view in ("white", "black")]
    if kind == "dialogue" and all(event.text is None for event in record.events if isinstance(event, Move)):
        return "announcements"
    return "series" if kind == "score" and _progressive(record) else kind


def _progressive(record: Record) -> bool:
    """Whether each turn has as many moves as its number, as in progressive chess."""
    counts: dict[int, int] = {}
    for event in record.events:
        if isinstance(event, Move) and event.turn is not None:
            counts[event.turn] = counts.get(event.turn, 0) + 1
    return len(counts) > 2 and all(counts.get(turn) == turn for turn in range(1, max(counts)))


def from_the_array(record: Record, plies: int = _ARRAY) -> bool:
    """Whether the first moves of a record can be played from the initial position, by any men that reach them."""
    if record.start is not None:
        return True
    position = Position.from_fen(dark=record.rules == "dark")
    boards = {position.key(): position}
    for count, event in enumerate(one for one in record.events if isinstance(one, Move)):
        if count == plies:
            break
        if count == 0 and event.turn is not None and event.turn > 1:
            return False
        goal = event.parts.to if event.parts is not None else None
        castle = event.parts is not None and event.parts.castle is not None
        if castle or (event.text is None and event.parts is None):
            return True
        after = {}
        for board in list(boards.values())[:_BOARDS]:
            if event.side is not None and (event.side == "white") != board.turn:
                return False
            for move in board.legal_moves():
                if goal is None or NAMES[target_of(move)].startswith(goal):
                    child = board.play(move)
                    after[child.key()] = child
        if not after:
            return False
        boards = after
    return True
