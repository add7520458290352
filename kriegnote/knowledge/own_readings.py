"""What a player's own words can mean where one of his moves cannot be read: his own men and what he heard decide.

Two things are weighed together.  Among his own men alone: each legal-looking move at the doubtful place, as far as
every later move of his is possible after it and each capture was announced where it went.  And among the opponent's:
how likely it was to hear what he heard, if that was his move, each legal move of the opponent being as likely as any
other.
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
"""How likely a move, on the mover's own board, is to be the one that was written: a weight of 0 or more."""
MOST_READINGS: Final = 60
_SLIP: Final = 0.02
"""How likely a try is that the player's own men do not allow."""
_HEARD: Final = 8
"""So many readings are held against what was heard."""
EFFORT: Final = 6_000
BUDGET: Final = 120_000
"""Moves looked at for one reading."""


class OwnReading(NamedTuple):
    """One way to read a player's record: his moves by their plies, those that had to be guessed, and how likely it is
    (all readings together: 1)."""

    moves: dict[int, int]
    doubted: frozenset[int]
    weight: float


class _Way(NamedTuple):
    board: OwnBoard
    moves: dict[int, int]
    doubted: frozenset[int]
    weight: float


def own_readings(record: Record, doubt: Callable[[str], ReadingWeight]) -> list[OwnReading]:
    """The readings of a player's record that fit, the likeliest first; none when nothing does.

    A move is doubted where it has no sense by itself, and where none of the readings so far allows it.

    :param doubt: of a printed word, how likely each move is to be what was written.
    """
    evidence = evidence_of(record)
    ways = _ways(evidence, doubt)
    if len(ways) > 1:
        best = sorted(ways, key=lambda way: -way.weight)[:_HEARD]
        chances = [_heard(record, evidence, way.moves) for way in best]
        certain = None not in chances  # else the work allowed was not enough to weigh them, and only excludes some
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
    """What the tries say of the player's own men: that they could be tried."""
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
    """The way on with the move that the record shows, if it can be his."""
    move = own_move(way.board, ply)
    if move is not None:
        yield way._replace(board=way.board.moved(move), moves=way.moves | {ply.number: move})


def _doubted(way: _Way, ply: PlyEvidence, doubt: ReadingWeight) -> Iterator[_Way]:
    """The ways to go on with a move that cannot be read."""
    board = way.board.position
    for move in board.own_moves():
        weight = doubt(board, move) if _announced(board, move, ply) else 0.0
        if weight > 0:
            moves = way.moves | {ply.number: move}
            yield _Way(way.board.moved(move), moves, way.doubted | {ply.number}, way.weight * weight)


def _announced(board: Position, move: int, ply: PlyEvidence) -> bool:
    """Whether the capture that was announced can be this move's."""
    pawn_takes = board.is_pawn_capture(move)
    if ply.capture is None:
        return "capture" in ply.unsaid or not pawn_takes
    target = target_of(move)
    if ply.capture.square is None or square_of(ply.capture.square) == target:
        return board.type_at(origin_of(move)) != PAWN or pawn_takes
    return pawn_takes and abs(square_of(ply.capture.square) - target) == 8


def _heard(record: Record, evidence: Evidence, moves: Mapping[int, int]) -> float | None:
    """How likely it was to hear what was heard, if these were the moves: 0 when no legal game fits, None when none was
    found in the work allowed."""
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
