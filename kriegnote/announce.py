"""What an umpire says: one function an announcement, from a position, a move and a rulebook."""

from __future__ import annotations

from typing import Literal

from kriegnote import board
from kriegnote.board import Position
from kriegnote.events import Capture, Check, Direction, End, PawnTries, Result, Side
from kriegnote.rules import RuleSet


def pawn_tries(position: Position, rules: RuleSet, side: Side, turn: int) -> PawnTries | None:
    """The word on pawn captures before the mover's first try, None when the rulebook has the umpire silent."""
    kind = rules.pawn_tries
    if kind in ("on-request", "none"):
        return None
    targets = position.pawn_targets()
    if not targets and not rules.always:
        return None
    if kind == "count":
        return PawnTries(side=side, turn=turn, source="derived", count=count_captures(position, targets, rules))
    if kind == "squares":
        names = tuple(board.square_name(square) for square in targets)
        return PawnTries(side=side, turn=turn, source="derived", squares=tuple(sorted(names)))
    return PawnTries(side=side, turn=turn, source="derived", any=bool(targets))


def count_captures(position: Position, targets: list[int], rules: RuleSet) -> int:
    """How many pawn captures the umpire counts; a capture that promotes once or four times as the rulebook says."""
    if rules.promoting_captures == "once":
        return len(targets)
    return sum(4 if target >> 3 in (0, 7) else 1 for target in targets)


def is_en_passant(position: Position, move: int) -> bool:
    """Whether a legal move captures en passant."""
    return position.captured_square(move) not in (-1, move >> 6 & 63)


def capture(
    position: Position, move: int, rules: RuleSet, side: Side, turn: int, asked: bool = False
) -> Capture | None:
    """The announcement of a capture, None when the move takes nothing.

    :param asked: whether the mover has asked “Any?” in this turn (the Dutch umpire then names the capturer's category).
    """
    removed = position.captured_square(move)
    if removed < 0 or not rules.captures:
        return None
    passing = removed != move >> 6 & 63
    square = removed if rules.en_passant_square == "removed" else move >> 6 & 63
    man = position.type_at(removed)
    captured: Literal["pawn", "piece"] | str | None = None
    if rules.captured == "category":
        captured = category(man)
    elif rules.captured == "man":
        captured = board.LETTERS[man]
    by = category(position.type_at(move & 63)) if rules.capturer == "if-asked" and asked else None
    return Capture(
        side=side,
        turn=turn,
        source="derived",
        square=board.square_name(square),
        captured=captured,  # type: ignore[arg-type]
        by=by,
        en_passant=True if rules.en_passant and passing else None,
    )


def category(man: int) -> Literal["pawn", "piece"]:
    """The dichotomy of RAND 5d."""
    return "pawn" if man == board.PAWN else "piece"


def directions(after: Position, rules: RuleSet) -> tuple[Direction, ...]:
    """How the side to move is checked, in the rulebook's words; () when it is not."""
    if not rules.checks or not after.checkers():
        return ()
    found = after.check_directions() if rules.double_check == "all" else after.strongest_direction()
    if not rules.long_short:
        found = tuple(sorted({"diagonal" if way in ("long", "short") else way for way in found}))
    return found  # type: ignore[return-value]


def check(after: Position, rules: RuleSet, side: Side, turn: int) -> Check | None:
    """The announcement of a check, None when there is none.  ``side``: who gives it."""
    found = directions(after, rules)
    return Check(side=side, turn=turn, source="derived", directions=found) if found else None


def end(after: Position, rules: RuleSet, side: Side, turn: int) -> End | None:
    """The end that the board shows after a move of ``side``: mate, stalemate, a captured king; else None."""
    win: Result = "1-0" if side == "white" else "0-1"
    if after.dark and not after.kings & after.own():
        return End(side=side, turn=turn, source="derived", reason="king-captured", result=win)
    if after.has_legal_move():
        return None
    if after.checkers():
        return End(side=side, turn=turn, source="derived", reason="checkmate", result=win)
    result: Result = win if rules.stalemate == "stalemated-loses" else "1/2-1/2"
    return End(side=side, turn=turn, source="derived", reason="stalemate", result=result)
