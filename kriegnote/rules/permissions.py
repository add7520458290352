"""What a player may do beside moving, where the game of the rulebook allows it (§8.7)."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.rules.game import Game


def may_take_back(after: Position, move: int, game: Game) -> bool:
    """Whether the move that led here may be taken back: a pawn of the opponent's could take the man that moved."""
    if game.take_back == "no":
        return False
    target = move >> 6 & 63
    return bool(after.attackers(target, after.turn, after.white | after.black) & after.pawns)


def may_ask_squares(count: int, game: Game) -> bool:
    """Whether a player may ask about so many squares more in this turn (Modern Kriegspiel)."""
    return count <= game.squares_asked


def may_partner_move(made: int, mates: bool, game: Game) -> bool:
    """Whether a partner who has made so many moves may make another, which mates or does not (Partnership)."""
    return game.partner != "no" and made < game.partner_moves and not mates
