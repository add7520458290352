"""Contradictions within a player's record: printed moves, their announcements, the end.

No board is needed, so these checks also hold where the record can no longer be followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kriegnote.chess.squares import taken_en_passant
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Capture, Check, End, Junk, Move, PawnTries, other
from kriegnote.model.record import Record
from kriegnote.umpire.record_checks import wrong_winner

_CLOSES: Final = (PawnTries, Move, End)
"""The events after which no more announcements of a move can follow."""

_ADD: Final = "announce it after this move, or correct the move if it was misread"


def contradictions(record: Record) -> list[Finding]:
    """Findings on contradictions within one player's record, in the order of its events."""
    found: list[Finding] = []
    last: Move | None = None
    tries: PawnTries | None = None
    taken: Capture | None = None
    for index, event in enumerate(record.events):
        if isinstance(event, Move):
            found += _unannounced(event, record.events[index + 1 :], record.silence)
            last, taken = event, None
        elif isinstance(event, PawnTries):
            found += _two_counts(event, tries)
            tries = event
        elif isinstance(event, Capture):
            found += _other_square(event, last, taken)
            taken = event
        elif isinstance(event, End):
            found += _wrong_winner(event, last, event.result or record.result)
    return found


def _unannounced(move: Move, after: tuple[AnyEvent, ...], silence: tuple[str, ...]) -> Iterator[Finding]:
    """Findings on a move printed as a capture or check, without an announcement that the record otherwise gives."""
    announced: set[type] = set()
    for event in after:
        announced.add(type(event))
        if isinstance(event, _CLOSES):
            break
    if move.parts is None or Junk in announced or announced.isdisjoint(_CLOSES):
        return  # it may have been announced where the record breaks off or is unreadable
    if move.parts.mark and Capture not in announced and "capture" in silence:
        yield finding("KN334", f"{move.text} is a capture, but none is announced", move, note=_ADD)
    if (move.parts.check or move.parts.mate) and Check not in announced and "check" in silence:
        yield finding("KN343", f"{move.text} is a check, but none is announced", move, note=_ADD)


def _two_counts(event: PawnTries, before: PawnTries | None) -> Iterator[Finding]:
    if before is None or (before.side, before.turn) != (event.side, event.turn):
        return
    if None not in (event.count, before.count) and event.count != before.count:
        message = f"pawn captures announced: {event.count}, but earlier, for the same move, {before.count}"
        yield finding("KN321", message, event)


def _other_square(event: Capture, last: Move | None, taken: Capture | None) -> Iterator[Finding]:
    """Findings on a capture announced on a square that is not the move's, nor the one announced before."""
    if taken is not None and None not in (event.square, taken.square) and event.square != taken.square:
        message = f"a capture is announced on {event.square}, but earlier, for the same move, on {taken.square}"
        yield finding("KN332", message, event)
    if last is None or last.parts is None or event.square is None or (last.side, last.turn) != (event.side, event.turn):
        return
    printed = last.parts
    if printed.to is None or len(printed.to) != 2:
        return
    if event.square != printed.to:
        if printed.piece not in ("P", None) or event.square != taken_en_passant(printed.to):
            message = f"the move is {last.text}, but a capture is announced on {event.square}"
            yield finding("KN332", message, event, note=f"write {printed.to}, or correct the move if it was misread")
    elif printed.piece is not None and not printed.capture:
        message = f"{last.text} is not marked as a capture, but one is announced on {event.square}"
        yield finding("KN205", message, last)


def _wrong_winner(event: End, last: Move | None, result: str | None) -> Iterator[Finding]:
    """Findings on an end whose winner contradicts the last move or the result."""
    mates = last is not None and last.parts is not None and last.parts.mate
    if event.reason != "checkmate" or last is None or not mates:
        yield from wrong_winner(event, result)
    elif event.side is not None and last.side == other(event.side):
        loser = last.side.capitalize()
        yield finding(
            "KN402", f"{loser} is announced as checkmated, but the mating move {last.text} is {loser}'s own", event
        )
