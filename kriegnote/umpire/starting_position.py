"""Where a record starts, and positions with some of their men out of sight."""

from __future__ import annotations

from kriegnote.chess.men import Men
from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.record import Record
from kriegnote.rules import RULES


def first_position(record: Record, findings: list[Finding] | None = None) -> Position | None:
    """The position a record starts from; None when nobody can tell (a fragment without a diagram).

    An unusable FEN is reported in ``findings``, and the usual starting position taken.
    """
    dark = record.rules is not None and RULES[record.rules].moves == "dark"
    if record.start is not None:
        try:
            return Position.from_fen(record.start, dark=dark)
        except ValueError as error:
            if findings is not None:
                findings.append(finding("KN404", f"the first position cannot be set up: {error}"))
            return Position.from_fen(dark=dark)
    for event in record.events:
        turn = getattr(event, "turn", None)
        if turn is not None:
            return Position.from_fen(dark=dark) if turn <= 1 else None
    return Position.from_fen(dark=dark)


def passed(position: Position) -> Position:
    """The position with the other side to move, for a ply that a record has lost."""
    new = alone(position, None)
    new.turn = not position.turn
    new.fullmove = position.fullmove + (not position.turn)
    return new


def alone(position: Position, white: bool | None) -> Position:
    """A copy with one side's men only (None keeps both), that its holder may change."""
    new = Position.__new__(Position)
    for name in Men.__slots__:
        setattr(new, name, getattr(position, name))
    new._safety = None
    new.ep = -1
    if white is not None:
        remove(new, new.black if white else new.white)
    return new


def remove(position: Position, men: int) -> None:
    """Takes men off a position that nobody else holds."""
    keep = ~men
    position.white &= keep
    position.black &= keep
    for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings", "castling"):
        setattr(position, name, getattr(position, name) & keep)
