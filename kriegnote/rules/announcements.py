"""What an umpire says: one function an announcement, from a position, a move and a rulebook."""

from __future__ import annotations

from typing import Literal

from kriegnote.chess import position as board
from kriegnote.chess.position import Position
from kriegnote.chess.squares import BACK
from kriegnote.model.events import Answer, Capture, Check, Direction, End, Move, PawnTries, Reason, Result, Side
from kriegnote.rules import RuleSet


def pawn_tries(position: Position, rules: RuleSet, side: Side, turn: int) -> PawnTries | None:
    """The word on pawn captures before the mover's first try, None when the rulebook has the umpire silent."""
    if not rules.announces_tries:
        return None
    count = count_captures(position, rules.promoting_captures)
    if not count and not rules.always:
        return None
    if rules.pawn_tries == "count":
        return PawnTries(side=side, turn=turn, source="derived", count=count)
    if rules.pawn_tries == "squares":
        names = tuple(sorted(map(board.square_name, position.pawn_targets())))
        return PawnTries(side=side, turn=turn, source="derived", squares=names)
    return PawnTries(side=side, turn=turn, source="derived", any=count > 0)


def count_captures(position: Position, promoting: str) -> int:
    """How many pawn captures there are; each that promotes counts once or, for ``promoting`` ``four``, four times."""
    west, east = position.pawn_goals()
    count = west.bit_count() + east.bit_count()
    return count if promoting == "once" else count + 3 * ((west & BACK).bit_count() + (east & BACK).bit_count())


def material(position: Position) -> Answer:
    """What the umpire answers when he is asked for the men left: White's pawns and pieces, then Black's."""
    sides = (position.white, position.black)
    pawns = tuple((side & position.pawns).bit_count() for side in sides)
    pieces = tuple((side & ~position.pawns).bit_count() for side in sides)
    return Answer(side=None, turn=None, source="derived", pawns=pawns, pieces=pieces)  # type: ignore[arg-type]


def asked_in_time(rules: RuleSet, this_turn: bool, ever: bool) -> bool:
    """Whether a player has asked “Any?” in time for the umpire to name the man that captures (§2.2)."""
    return ever if rules.capturer == "once-asked" else this_turn


def is_en_passant(position: Position, move: int) -> bool:
    """Whether a legal move captures en passant."""
    return position.captured_square(move) not in (-1, move >> 6 & 63)


def capture(
    position: Position, move: int, rules: RuleSet, side: Side, turn: int, asked: bool = False
) -> Capture | None:
    """The announcement of a capture, None when the move takes nothing.

    :param asked: whether the mover has asked “Any?” in time (the Dutch umpire then names the capturer's category).
    """
    removed = position.captured_square(move)
    if removed < 0 or not rules.captures:
        return None
    passing = removed != move >> 6 & 63
    if passing and rules.en_passant_square == "silent":
        return None
    square = removed if rules.en_passant_square == "removed" else move >> 6 & 63
    man = position.type_at(removed)
    captured: Literal["pawn", "piece"] | str | None = None
    if rules.captured == "category":
        captured = category(man)
    elif rules.captured == "man":
        captured = board.LETTERS[man]
    named = rules.capturer == "category" or (rules.capturer in ("if-asked", "once-asked") and asked)
    by = category(position.type_at(move & 63)) if named else None
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
    if rules.double_check == "all":
        found = after.check_directions()
    else:
        found = after.strongest_direction(knight=rules.double_check == "strongest-knight")
    if not rules.long_short:
        found = tuple(sorted({"diagonal" if way in ("long", "short") else way for way in found}))
    return found  # type: ignore[return-value]


def check(after: Position, rules: RuleSet, side: Side, turn: int) -> Check | None:
    """The announcement of a check, None when there is none.  ``side``: who gives it."""
    if not rules.checks or not after.checkers():
        return None
    found = directions(after, rules) if rules.check_directions else ()
    return Check(side=side, turn=turn, source="derived", directions=found)


def end(after: Position, rules: RuleSet, side: Side, turn: int) -> End | None:
    """The end that the board shows after a move of ``side``: mate, stalemate, a captured king; else None."""
    win: Result = "1-0" if side == "white" else "0-1"
    if after.dark and not after.kings & after.own():
        return End(side=side, turn=turn, source="derived", reason="king-captured", result=win)
    if rules.game.goal == "queen-mate" and not after.queens:
        return End(side=side, turn=turn, source="derived", reason="insufficient", result="1/2-1/2")
    if after.has_legal_move():
        return None
    if after.checkers():
        if rules.game.goal == "queen-mate" and not after.checkers() & after.queens:
            win = "0-1" if side == "white" else "1-0"
        return End(side=side, turn=turn, source="derived", reason="checkmate", result=win)
    return End(side=side, turn=turn, source="derived", reason="stalemate", result=stalemate(rules.stalemate, side))


def drawn(reason: Reason, event: Move) -> End:
    """The draw that the umpire declares after a move."""
    return End(side=event.side, turn=event.turn, source="derived", reason=reason, result="1/2-1/2")


def stalemate(worth: str, side: Side) -> Result:
    """The result of a stalemate that ``side`` gives, by the rulebook's word for its worth."""
    if worth == "draw":
        return "1/2-1/2"
    return "1-0" if (side == "white") == (worth == "stalemated-loses") else "0-1"
