"""Readings of a player's own record in which some of his moves are unreadable: his men and what he heard decide.

Two kinds of evidence are combined. His own men: each move possible at an unreadable place is considered, as far as all
of his later moves are then possible and each capture was announced on its target. The opponent's men: how likely it was
to hear what he heard if that was his move, each legal move of the opponent being equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import PAWN, Position, square_of, uci
from kriegnote.chess.squares import origin_of, target_of
from kriegnote.knowledge.evidence import Evidence, PlyEvidence, evidence_of
from kriegnote.knowledge.layers import Follower
from kriegnote.knowledge.lookahead import looking_ahead
from kriegnote.knowledge.ownside import own_move, step
from kriegnote.model.events import Try
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.own_board import OwnBoard

ReadingWeight = Callable[[Position, int], float]
"""The weight (0 or more) of a move, on the mover's own board, as a reading of what was written."""
MOST_READINGS: Final = 60
_SLIP: Final = 0.02
"""The weight of a try that the player's own men do not allow."""
_COMPARED: Final = 8
"""The number of readings that are compared with what was heard."""
EFFORT: Final = 6_000
BUDGET: Final = 120_000
"""The number of moves examined for one reading."""


class OwnReading(NamedTuple):
    """A reading of a player's record: his moves by ply, the plies that had to be guessed, and its weight.

    The weights of all readings have the sum 1.
    """

    moves: dict[int, int]
    doubted: frozenset[int]
    weight: float


class _Way(NamedTuple):
    board: OwnBoard
    moves: dict[int, int]
    doubted: frozenset[int]
    weight: float


def own_readings(record: Record, doubt: Callable[[str], ReadingWeight]) -> list[OwnReading]:
    """The readings of a player's record that fit, the most likely first; empty if there are none.

    A move is doubted if it makes no sense by itself, or if none of the readings so far allows it.

    :param doubt: for a printed word, returns the weight of each move as its reading.
    """
    evidence = evidence_of(record)
    ways = _ways(evidence, doubt)
    if len(ways) > 1:
        best = sorted(ways, key=lambda way: -way.weight)[:_COMPARED]
        chances = [_likelihood(record, evidence, way.moves) for way in best]
        certain = None not in chances  # otherwise the budget did not suffice: only exclude some
        ways = [
            way._replace(weight=way.weight * (chance if chance is not None and (certain or not chance) else 1.0))
            for way, chance in zip(best, chances, strict=True)
        ]
    total = sum(way.weight for way in ways)
    found = [OwnReading(way.moves, way.doubted, way.weight / total) for way in ways if way.weight > 0]
    return sorted(found, key=lambda reading: -reading.weight)


def _ways(evidence: Evidence, doubt: Callable[[str], ReadingWeight]) -> list[_Way]:
    """The readings that the player's own men allow."""
    white = evidence.view == "white"
    ways = [_Way(OwnBoard.of(evidence.start, white), {}, frozenset(), 1.0)]
    for ply in evidence.plies[: evidence.finished]:
        if ply.white == white:
            ways = [way._replace(weight=way.weight * _tried(way.board.position, ply, evidence)) for way in ways]
            further = [new for way in ways for new in _shown(way, ply)]
            if not further and ply.move is not None:
                weigh = doubt(ply.move.text or "")
                further = [new for way in ways for new in _doubted(way, ply, weigh)]
        else:
            boards = [(way, step(way.board, ply, evidence)) for way in ways]
            further = [way._replace(board=board) for way, board in boards if board is not None]
        ways = sorted(further, key=lambda way: -way.weight)[:MOST_READINGS]
    return ways


def _tried(board: Position, ply: PlyEvidence, evidence: Evidence) -> float:
    """The weight of the player's own men, given the recorded tries, which they should allow."""
    tries = [event for event in map(evidence.record.events.__getitem__, ply.entries) if isinstance(event, Try)]
    if not tries:
        return 1.0
    able = set(map(uci, board.own_moves()))
    wrong = 0
    for event in tries:
        if event.verdict == "impossible":
            continue
        if event.move is not None:
            wrong += event.move not in able
        elif event.parts is not None:
            wrong += not board.resolve_own(event.parts)
    return float(_SLIP**wrong)


def _shown(way: _Way, ply: PlyEvidence) -> Iterator[_Way]:
    """The reading continued with the recorded move, if it can be his."""
    move = own_move(way.board, ply)
    if move is not None:
        yield way._replace(board=way.board.moved(move), moves=way.moves | {ply.number: move})


def _doubted(way: _Way, ply: PlyEvidence, doubt: ReadingWeight) -> Iterator[_Way]:
    """The reading continued with each possible reading of an unreadable move."""
    board = way.board.position
    for move in board.own_moves():
        weight = doubt(board, move) if _announced(board, move, ply) else 0.0
        if weight > 0:
            moves = way.moves | {ply.number: move}
            yield _Way(way.board.moved(move), moves, way.doubted | {ply.number}, way.weight * weight)


def _announced(board: Position, move: int, ply: PlyEvidence) -> bool:
    """Whether a move fits the announced capture."""
    pawn_takes = board.is_pawn_capture(move)
    if ply.capture is None:
        return "capture" in ply.unsaid or not pawn_takes
    target = target_of(move)
    if ply.capture.square is None or square_of(ply.capture.square) == target:
        return board.type_at(origin_of(move)) != PAWN or pawn_takes
    return pawn_takes and abs(square_of(ply.capture.square) - target) == 8


def _likelihood(record: Record, evidence: Evidence, moves: Mapping[int, int]) -> float | None:
    """The likelihood of what was heard, given these moves: 0 if no game fits, None if the budget did not suffice."""
    reading = evidence_of(adjudicate(filled(record, evidence, moves), announce=False).record)
    run = Follower(reading, effort=EFFORT, lookahead=looking_ahead(reading))
    if not run.run(budget=BUDGET):
        return 0.0 if run.last.exact and not run.last.cut else None
    return run.last.total * float(10.0**run.last.scale)


def filled(record: Record, evidence: Evidence, moves: Mapping[int, int]) -> Record:
    """The record with these moves in place of what cannot be read."""
    events = list(record.events)
    for number, move in moves.items():
        ply = evidence.plies[number]
        if ply.move is not None:
            at = next(place for place in ply.entries if events[place] is ply.move)
            events[at] = msgspec.structs.replace(ply.move, move=uci(move), options=None)
    return record.replace(events=tuple(events))
