"""What the dialogue of a record says about a position: tries, answers and announcements as evidence.

An umpire errs and so does the hand that takes down his words, so nothing here excludes a position: a contradiction
costs :data:`WRONG`, a natural logarithm.  A printed man in a try is no more to be trusted than one in a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from kriegnote.chess.position import LETTERS, PAWN, Position, square_name
from kriegnote.model.events import Answer, AnyEvent, Capture, Check, End, PawnTries, Promotion, Reveal, Try
from kriegnote.model.printed_moves import FIGURINES

WRONG: Final = -4.0
_SLIGHT: Final = -1.0
_MATE: Final = -8.0
_UNFINISHED: Final = frozenset({"resignation", "agreement", "time", "adjudication", "forfeit"})  # a move was possible


@dataclass(slots=True)
class Told:
    """What was heard about one ply: before the move, and after it."""

    before: list[AnyEvent] = field(default_factory=list)
    after: list[AnyEvent] = field(default_factory=list)
    asked: bool = False


def before(position: Position, told: Told, silence: Sequence[str]) -> float:
    """How badly a position fits what was said and tried before the move: 0 for perfectly, else below."""
    total = 0.0
    announced = False
    for event in told.before:
        if isinstance(event, PawnTries):
            announced = True
            total += _pawn_tries(position, event)
        elif isinstance(event, Answer):
            if event.any is not None and event.any != bool(position.pawn_targets()):
                total += WRONG
        elif isinstance(event, Try):
            total += _try(position, event)
    for event in told.after:
        if isinstance(event, Try):
            total += _try(position, event)
    if not announced and "pawn_tries" in silence and position.pawn_targets():
        total += WRONG
    return total


def _pawn_tries(position: Position, event: PawnTries) -> float:
    targets = position.pawn_targets()
    if event.squares is not None:
        return 0.0 if set(event.squares) == {square_name(square) for square in targets} else WRONG
    if event.count is not None:
        promoting = sum(square >> 3 in (0, 7) for square in targets)
        return 0.0 if event.count in (len(targets), len(targets) + 3 * promoting) else WRONG
    return 0.0 if event.any is None or event.any == bool(targets) else WRONG


def readings_of(position: Position, event: Try) -> list[int]:
    """The moves on the mover's own board that a try may stand for, its figurine ignored."""
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


def after(before_: Position, move: int, position: Position, told: Told, silence: Sequence[str]) -> float:
    """How badly a move fits what the umpire said of it."""
    total = 0.0
    taken = before_.captured_square(move)
    capture = check = False
    for event in told.after:
        if isinstance(event, Capture):
            capture = True
            total += _capture(before_, move, taken, event)
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


def _capture(position: Position, move: int, taken: int, event: Capture) -> float:
    if taken < 0:
        return 1.25 * WRONG
    total = 0.0
    passing = taken != move >> 6 & 63
    if event.square is not None and event.square not in (square_name(taken), square_name(move >> 6 & 63)):
        total += WRONG
    man = position.type_at(taken)
    if event.captured is not None and event.captured not in ("pawn" if man == PAWN else "piece", LETTERS[man]):
        total += WRONG
    mover = position.type_at(move & 63)
    if event.by is not None and event.by != ("pawn" if mover == PAWN else "piece"):
        total += WRONG
    if event.en_passant is not None and event.en_passant != passing:
        total += WRONG
    return total


def _check(position: Position, event: Check) -> float:
    truth = position.check_directions()
    if not truth:
        return 1.25 * WRONG
    said = set(event.directions)
    if not said or said == set(truth):
        return 0.0
    vague = {"diagonal" if way in ("long", "short") else way for way in truth}
    if said == vague:
        return 0.0
    return 0.5 * _SLIGHT if said < set(truth) | vague else WRONG


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
    """How badly the printed result fits the last position."""
    if token not in ("1-0", "0-1") or position.dark or position.has_legal_move() or not position.checkers():
        return 0.0
    return 0.0 if (token == "0-1") == position.turn else _MATE
