"""Tries that a player should know to be impossible, although his own men allow them."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.chess.squares import BETWEEN, BIT, KNIGHT_REACH, diagonal, origin_of, target_of
from kriegnote.rules import announcements
from kriegnote.rules.ruleset import RuleSet


def is_unannounced_capture(position: Position, move: int, rules: RuleSet, *, asked: bool = False) -> bool:
    """Whether a try is a pawn capture that earlier announcements rule out (RAND 10, Cincinnati 4b).

    :param asked: whether the umpire answered “Any?” in this turn; if the rulebook has that question, his answer counts
        as such an announcement.
    """
    said = rules.announces_tries or (asked and "any" in rules.questions)
    if not said or not position.is_pawn_capture(move):
        return False
    targets = position.pawn_targets()
    return not targets or (rules.pawn_tries == "squares" and target_of(move) not in targets)


def ignores_check(position: Position, move: int, rules: RuleSet) -> bool:
    """Whether a try cannot end the announced check, wherever the opponent's men stand (RAND 7).

    The king may go anywhere. Another man must interpose or capture on the announced line, as far as the player's own
    men leave it open; no other man can help against two announced directions.
    """
    ways = announcements.directions(position, rules) if rules.check_directions else ()
    king = (position.kings & position.own()).bit_length() - 1
    if not ways or origin_of(move) == king:
        return False
    reached = [target_of(move)]
    if position.is_pawn_capture(move):
        reached.append(move & 56 | move >> 6 & 7)  # the pawn that would be captured en passant
    return len(ways) > 1 or not any(_can_check(square, king, ways[0], position.own()) for square in reached)


def leaves_check(position: Position, move: int) -> bool:
    """Whether a man that gives check still attacks the king after a try: the umpire sees this, the player may not."""
    origin, target = origin_of(move), target_of(move)
    king = (position.kings & position.own()).bit_length() - 1
    occupied = position.everyone & ~BIT[origin] | BIT[target]
    taken = position.captured_square(move)
    left = position.checkers() & ~(BIT[taken] if taken >= 0 else 0)
    return bool(left and position.attackers(target if origin == king else king, not position.turn, occupied) & left)


def _can_check(square: int, king: int, way: str, own: int) -> bool:
    """Whether a check in this direction can come from a square or pass over it."""
    if way == "knight":
        return bool(KNIGHT_REACH[king] & BIT[square])
    if BETWEEN[king][square] & own:
        return False
    if way in ("rank", "file"):
        return king >> 3 == square >> 3 if way == "rank" else king & 7 == square & 7
    slanted = abs((king >> 3) - (square >> 3)) == abs((king & 7) - (square & 7))
    return slanted and way in ("diagonal", diagonal(king, square))
