"""What an umpire announces: one function for each kind of announcement, given a position, a move and a rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from kriegnote.chess import position as board
from kriegnote.chess.position import Position
from kriegnote.chess.squares import BACK, origin_of, target_of
from kriegnote.model.endings import lost_by, won_by
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Capture,
    Check,
    Direction,
    End,
    Move,
    PawnTries,
    Promotion,
    Reason,
    Result,
    Side,
)
from kriegnote.rules import RuleSet


def pawn_tries(position: Position, rules: RuleSet, side: Side, turn: int) -> PawnTries | None:
    """The announcement of pawn captures before the mover's first try; None if the rulebook prescribes none."""
    if not rules.announces_tries:
        return None
    count = count_captures(position, rules.promoting_captures)
    if not count and not rules.always:
        return None
    if rules.pawn_tries == "count":
        return PawnTries(side=side, turn=turn, source="derived", count=count)
    if rules.pawn_tries == "squares":
        return PawnTries(side=side, turn=turn, source="derived", squares=capture_squares(position, rules))
    return PawnTries(side=side, turn=turn, source="derived", any=count > 0)


def capture_squares(position: Position, rules: RuleSet) -> tuple[str, ...]:
    """The names of the squares on which pawns can capture, sorted.

    A square that two pawns can reach appears twice if the rulebook has ``doubles``.

    RAND 5b announces the squares, not the pawns; Magari's letter (§4.5) names d4 once although two pawns can capture
    there.
    """
    squares = position.pawn_targets()
    return tuple(sorted(map(board.square_name, squares if rules.doubles else set(squares))))


def count_captures(position: Position, promoting: str) -> int:
    """The number of pawn captures; one that promotes counts once or, if ``promoting`` is ``four``, four times."""
    west, east = position.pawn_goals()
    if not west | east:
        return 0
    count = west.bit_count() + east.bit_count()
    return count if promoting == "once" else count + 3 * ((west & BACK).bit_count() + (east & BACK).bit_count())


def material(position: Position) -> Answer:
    """The answer to a question about material: the numbers of pawns and of pieces, White's first.

    Kings count as pieces.
    """
    sides = (position.white, position.black)
    pawns = tuple((side & position.pawns).bit_count() for side in sides)
    pieces = tuple((side & ~position.pawns).bit_count() for side in sides)
    return Answer(side=None, turn=None, source="derived", pawns=pawns, pieces=pieces)  # type: ignore[arg-type]


def asked_in_time(rules: RuleSet, this_turn: bool, ever: bool) -> bool:
    """Whether a player asked “Any?” in time for the umpire to say what kind of man captures (§2.2)."""
    return ever if rules.capturer == "once-asked" else this_turn


def is_en_passant(position: Position, move: int) -> bool:
    """Whether a legal move captures en passant."""
    return position.captured_square(move) not in (-1, target_of(move))


def capture(
    position: Position, move: int, rules: RuleSet, side: Side, turn: int, asked: bool = False
) -> Capture | None:
    """The announcement of a capture; None if the move captures nothing or the rulebook announces no captures.

    :param asked: whether the mover asked “Any?” in time (the Dutch umpire then names the capturer's category).
    """
    removed = position.captured_square(move)
    if removed < 0 or not rules.captures:
        return None
    landing = target_of(move)
    square = removed if rules.en_passant_square == "removed" else landing
    whole = Capture(
        side=side,
        turn=turn,
        source="derived",
        square=board.square_name(square),
        captured=board.LETTERS[position.type_at(removed)],  # type: ignore[arg-type]
        by=category(position.type_at(origin_of(move))),
        en_passant=True if removed != landing else None,
    )
    return _capture_in_words(whole, rules, asked)


def reduced(event: AnyEvent, rules: RuleSet, *, asked: bool = False) -> AnyEvent | None:
    """As much of an announcement as an umpire makes under this rulebook; None if he does not make it.

    :param event: the announcement in any degree of detail; other events are returned unchanged.
    :param asked: whether the mover asked “Any?” in time (:func:`asked_in_time`).
    """
    if isinstance(event, PawnTries):
        return _pawn_tries_in_words(event, rules)
    if isinstance(event, Capture):
        return _capture_in_words(event, rules, asked) if rules.captures else None
    if isinstance(event, Check):
        return _check_in_words(event, rules) if rules.checks else None
    if isinstance(event, Promotion):
        return event if rules.promotion else None
    return event


def _pawn_tries_in_words(event: PawnTries, rules: RuleSet) -> PawnTries | None:
    if not rules.announces_tries:
        return None
    kind = rules.pawn_tries
    squares, count, any_ = event.squares, event.count, event.any
    if squares is not None and not rules.doubles:
        squares = tuple(sorted(set(squares)))
    if kind != "squares" and squares is not None:  # how many captures there are on a square only the board can say
        any_ = bool(squares) if count is None else any_
        squares = None
    if kind == "any" and count is not None:
        any_, count = bool(count), None
    return replace(event, any=any_, count=count, squares=squares)


def _capture_in_words(event: Capture, rules: RuleSet, asked: bool) -> Capture | None:
    if event.en_passant and rules.en_passant_square == "silent":
        return None
    captured = event.captured
    if rules.captured == "no":
        captured = None
    elif rules.captured == "category" and captured not in (None, "pawn", "piece"):
        captured = "pawn" if captured == "P" else "piece"
    named = rules.capturer == "category" or (rules.capturer in ("if-asked", "once-asked") and asked)
    passing = event.en_passant if rules.en_passant else None
    return replace(event, captured=captured, by=event.by if named else None, en_passant=passing)


def _check_in_words(event: Check, rules: RuleSet) -> Check:
    if not rules.check_directions:
        return replace(event, directions=())
    return event if rules.long_short else replace(event, directions=diagonals_alike(event.directions))


def category(man: int) -> Literal["pawn", "piece"]:
    """Whether a man is a pawn or a piece (RAND 5d)."""
    return "pawn" if man == board.PAWN else "piece"


def directions(after: Position, rules: RuleSet) -> tuple[Direction, ...]:
    """The directions of a check on the side to move, as the rulebook names them; () if none is announced."""
    if not rules.checks or not after.checkers():
        return ()
    if rules.double_check == "all":
        found = after.check_directions()
    else:
        found = after.strongest_direction(knight=rules.double_check == "strongest-knight")
    if not rules.long_short:
        return diagonals_alike(found)
    return found  # type: ignore[return-value]


def diagonals_alike(ways: Iterable[str]) -> tuple[Direction, ...]:
    """The directions of a check, sorted, with “diagonal” for both the long and the short one."""
    return tuple(sorted({"diagonal" if way in ("long", "short") else way for way in ways}))  # type: ignore[misc]


def check(after: Position, rules: RuleSet, side: Side, turn: int) -> Check | None:
    """The announcement of a check given by ``side``; None if there is none."""
    if not rules.checks or not after.checkers():
        return None
    found = directions(after, rules) if rules.check_directions else ()
    return Check(side=side, turn=turn, source="derived", directions=found)


def end(after: Position, rules: RuleSet, side: Side, turn: int) -> End | None:
    """The end that the board shows after a move of ``side``; None if the game goes on.

    It is checkmate, stalemate, a captured king or, in Assassin, the loss of both queens.
    """
    win = won_by(side)
    if after.dark and not after.kings & after.own():
        return End(side=side, turn=turn, source="derived", reason="king-captured", result=win)
    if rules.game.goal == "queen-mate" and not after.queens:
        return End(side=side, turn=turn, source="derived", reason="insufficient", result="1/2-1/2")
    if after.has_legal_move():
        return None
    if after.checkers():
        if rules.game.goal == "queen-mate" and not after.checkers() & after.queens:
            win = lost_by(side)
        return End(side=side, turn=turn, source="derived", reason="checkmate", result=win)
    return End(side=side, turn=turn, source="derived", reason="stalemate", result=stalemate(rules.stalemate, side))


def drawn(reason: Reason, event: Move) -> End:
    """The announcement of a draw that the umpire declares after a move."""
    return End(side=event.side, turn=event.turn, source="derived", reason=reason, result="1/2-1/2")


def stalemate(worth: str, side: Side) -> Result:
    """The result of a stalemate given by ``side``; ``worth`` is the value of the rulebook's field of that name."""
    if worth == "draw":
        return "1/2-1/2"
    return won_by(side) if worth == "stalemated-loses" else lost_by(side)
