"""Weighs how well a position fits the tries, answers and announcements of a record.

An umpire may err, and so may whoever records his announcements.  So nothing here excludes a position: a contradiction
adds :data:`WRONG` to its weight.  All weights are natural logarithms, 0 for no contradiction.  The figurine of a try is
trusted no more than that of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from kriegnote.chess.position import PAWN, Position
from kriegnote.model.events import Answer, AnyEvent, Capture, Check, End, PawnTries, Promotion, Reveal, Try
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.rules import comparison

WRONG: Final = -4.0  # an announcement, answer or verdict that is false
_SLIGHT: Final = -1.0  # a contradiction that records often contain
_MATE: Final = -8.0  # a false mate or stalemate
_UNFINISHED: Final = frozenset({"resignation", "agreement", "time", "adjudication", "forfeit"})  # moves were left


@dataclass(slots=True)
class PlyAnnouncements:
    """The events that belong to one ply: questions, answers, tries and announcements before and after its move."""

    before: list[AnyEvent] = field(default_factory=list)
    after: list[AnyEvent] = field(default_factory=list)


def before(position: Position, said: PlyAnnouncements, silence: Sequence[str]) -> float:
    """The weight of a position given what was announced, answered and tried before the move.

    :param silence: the kinds of announcements whose absence means *no*.
    """
    total = 0.0
    announced = False
    for event in said.before:
        if isinstance(event, PawnTries):
            announced = True
            total += _pawn_tries(position, event)
        elif isinstance(event, Answer):
            total += WRONG if comparison.answer_differences(event, position) else 0.0
        elif isinstance(event, Try):
            total += _try(position, event)
    for event in said.after:
        if isinstance(event, Try):
            total += _try(position, event)
    if not announced and "pawn_tries" in silence and position.pawn_targets():
        total += WRONG
    return total


def _pawn_tries(position: Position, event: PawnTries) -> float:
    return WRONG if comparison.pawn_tries_differences(event, position, None) & ~comparison.ONCE else 0.0


def readings_of(position: Position, event: Try) -> list[int]:
    """The moves on the mover's own board that a try may stand for, whatever man its figurine shows."""
    parts = event.parts
    if parts is None:
        return []
    if parts.figurine:
        parts = msgspec.structs.replace(parts, piece=None)
    return position.resolve_own(parts)


def unsure(text: str | None) -> bool:
    """Whether a printed move begins with a figurine."""
    return bool(text) and text[0] in FIGURINES  # type: ignore[index]


def _try(position: Position, event: Try) -> float:
    if event.parts is None or (event.parts.to is None and event.parts.castle is None):
        return 0.0
    found = readings_of(position, event)
    if not found:
        return _SLIGHT if event.verdict == "impossible" else 0.75 * WRONG
    if event.verdict == "untested" or not all(position.is_legal(move) for move in found):
        return 0.0
    return _SLIGHT if event.verdict is None else WRONG


def after(before_: Position, move: int, position: Position, said: PlyAnnouncements, silence: Sequence[str]) -> float:
    """The weight of a move given what the umpire announced after it.

    :param before_: the position before the move; ``position``: the one after it.
    :param silence: the kinds of announcements whose absence means *no*.
    """
    total = 0.0
    taken = before_.captured_square(move)
    capture = check = False
    for event in said.after:
        if isinstance(event, Capture):
            capture = True
            total += _capture(before_, move, event)
        elif isinstance(event, Check):
            check = True
            total += _check(position, event)
        elif isinstance(event, Promotion):
            total += 0.0 if move >> 12 else WRONG
        elif isinstance(event, End):
            total += _end(position, event)
        elif isinstance(event, Reveal):
            total += _reveal(position, event)
    if not capture and taken >= 0 and "capture" in silence:
        total += WRONG
    if not check and "check" in silence and position.checkers():
        total += WRONG
    return total


def _capture(position: Position, move: int, event: Capture) -> float:
    wrong = comparison.capture_differences(event, position, move) & ~comparison.EN_PASSANT
    return 1.25 * WRONG if wrong == comparison.NOTHING else wrong.bit_count() * WRONG


def _check(position: Position, event: Check) -> float:
    return _OF_CHECKS.get(comparison.check_differences(event, position.check_directions()), 0.0)


_OF_CHECKS: Final = {
    comparison.NOTHING: 1.25 * WRONG,
    comparison.HALF: 0.5 * _SLIGHT,
    comparison.DIRECTIONS: WRONG,
}


def _end(position: Position, event: End) -> float:
    over = not position.has_legal_move()
    if event.reason == "checkmate":
        return 0.0 if over and position.checkers() else _MATE
    if event.reason == "stalemate":
        return 0.0 if over and not position.checkers() else _MATE
    return WRONG if over and event.reason in _UNFINISHED else 0.0


def _reveal(position: Position, event: Reveal) -> float:
    total = 0.0
    for name, man in event.seen.items():
        square = (ord(name[0]) - 97) + 8 * (int(name[1]) - 1)
        kind = position.type_at(square)
        fits = kind == 0 if man is None else (kind == PAWN) == (man == "P") and kind > 0
        total += 0.0 if fits else WRONG
    return total


def result(position: Position, token: str | None) -> float:
    """The weight of the last position given the printed result: only a mate can contradict it.

    :param token: the result as in PGN, None if none is printed.
    """
    if token not in ("1-0", "0-1") or position.dark or position.has_legal_move() or not position.checkers():
        return 0.0
    return 0.0 if (token == "0-1") == position.turn else _MATE
