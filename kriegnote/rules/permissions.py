"""What a player may do beside moving, where the game of the rulebook allows it (§8.7)."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.chess.squares import squares, target_of
from kriegnote.rules.game import Game


def may_take_back(after: Position, move: int, game: Game) -> bool:
    """Whether the move that led here may be taken back: a pawn could take the man that moved, or any other."""
    if game.take_back == "no":
        return False
    own = after.black if after.turn else after.white
    men = own if game.take_back == "pawn-takes-any" else 1 << target_of(move)
    if not game.take_back_pawns:
        men &= ~after.pawns
    occupied = after.everyone
    return any(after.attackers(square, after.turn, occupied) & after.pawns for square in squares(men))


def may_ask_squares(count: int, game: Game) -> bool:
    """Whether a player may ask about so many squares more in this turn (Modern Kriegspiel)."""
    return count <= game.squares_asked


def may_partner_move(made: int, mates: bool, game: Game) -> bool:
    """Whether a partner who has made so many moves may make another, which mates or does not (Partnership)."""
    return game.partner != "no" and made < game.partner_moves and not mates
