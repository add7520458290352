"""What a player may do besides moving, if the rulebook's game allows it (§8.7)."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.chess.squares import squares, target_of
from kriegnote.rules.game import Game


def may_take_back(after: Position, move: int, game: Game) -> bool:
    """Whether the last move may be taken back, because a pawn could capture the man moved (or any man of the player).

    :param after: the position after the move.
    """
    if game.take_back == "no":
        return False
    own = after.black if after.turn else after.white
    men = own if game.take_back == "pawn-takes-any" else 1 << target_of(move)
    if not game.take_back_pawns:
        men &= ~after.pawns
    occupied = after.everyone
    return any(after.attackers(square, after.turn, occupied) & after.pawns for square in squares(men))


def may_ask_squares(count: int, game: Game) -> bool:
    """Whether a player may ask about ``count`` squares in one turn (Modern Kriegspiel)."""
    return count <= game.squares_asked


def may_partner_move(made: int, mates: bool, game: Game) -> bool:
    """Whether a partner may make another move himself (Partnership).

    :param made: how many he has already made in this game.
    :param mates: whether the move would mate.
    """
    return game.partner != "no" and made < game.partner_moves and not mates
