"""What a player is shown of the opponent's men after a move, by variant (chapter 8 of the book).

- Dark Chess and Fog of War (§8.1.1): see :mod:`kriegnote.chess.perception`.
- Shadow Chess (§8.1.2): a man is revealed while it attacks one of the player's men or is attacked by one, stands in a
  pawn's way, stands where the player's king would reach it as a queen or a knight, or prevents him from castling.
- Assassin (§8.4.2): after a spy's move its player is shown what stands on the squares around it, including empty ones.
- Mafeking (§8.4.3): a scout sees the enemy men within two squares, whether or not it moves.
- Stealth Chess and Nommenspiel (§8.5, §8.7): the squares of a move are shown (``moved``), the man is not.
- Invisible Chess (§8.2): the moves of visible men are shown.

What a player already sees is not shown again, and it is not announced that a man has gone out of sight.
"""

from __future__ import annotations

from typing import Final

from kriegnote.chess import perception
from kriegnote.chess.position import (
    KING,
    KNIGHT,
    LETTERS,
    PAWN,
    QUEEN,
    Position,
    origin_of,
    square_name,
    square_of,
    squares,
    target_of,
)
from kriegnote.chess.squares import BETWEEN, BIT, KING_REACH, PAWN_REACH
from kriegnote.model.events import Reveal, Side
from kriegnote.model.printed_moves import Piece
from kriegnote.rules.boards import VariantPosition
from kriegnote.rules.game import Game

_AROUND: Final = {"N": KNIGHT, "K": KING, "P": PAWN}


def reveal(
    before: Position, move: int, after: Position, side: Side, mover: Side, turn: int, game: Game
) -> Reveal | None:
    """What ``side`` is shown after a move of ``mover``; None if nothing changes for him."""
    if game.sees_all in ("both", side):
        return None
    if game.sight == "dark":
        return _with_victim(perception.reveal(before, after, side, mover, turn), after, side, turn, game)
    seen: dict[str, Piece | None] = {}
    white = side == "white"
    if side != mover:
        seen.update(_move_seen(before, move, after, game))
    if game.sight == "spies":
        if side == mover and before.knights >> origin_of(move) & 1:
            seen.update(spied(after, target_of(move), white))
    elif game.sight in ("shadow", "scouts"):
        old, new = perceived(before, white, game), perceived(after, white, game)
        seen.update({square_name(square): _letter(kind) for square, kind in new.items() if old.get(square) != kind})
    squares_seen = moved(move, game) if side != mover else ()
    if not seen and not squares_seen:
        return None
    return Reveal(side=side, turn=turn, source="derived", seen=dict(sorted(seen.items())), moved=squares_seen or None)


def perceived(position: Position, white: bool, game: Game) -> dict[int, int]:
    """The enemy men that one side sees under the game's rule of sight: square (from 0) to piece type."""
    if game.sight == "dark":
        found = perception.perception(position, white)
        victim = _victim(position, white, game)
        return found | ({victim: PAWN} if victim >= 0 else {})
    enemies = position.black if white else position.white
    if game.sight == "shadow":
        seen = shadowed(position, white, game)
    elif game.sight == "scouts":
        seen = scouted(position, white, game)
    else:
        return {}
    return {square: position.type_at(square) for square in squares(seen & enemies)}


# -- Shadow Chess ------------------------------------------------------------------------------------------------------


def shadowed(position: Position, white: bool, game: Game) -> int:
    """The enemy men that Shadow Chess shows to one side, as a bitboard."""
    own, enemies = (position.white, position.black) if white else (position.black, position.white)
    occupied = own | enemies
    seen = 0
    for square in squares(enemies):
        if attacks(position, square, not white) & own:
            seen |= 1 << square
    for square in squares(own):
        seen |= attacks(position, square, white) & enemies
        if position.type_at(square) == PAWN:
            seen |= in_the_way(position, square, white) & enemies
    for king in squares(own & position.kings):
        if game.king_sight == "queen-knight":
            seen |= (position.reach(king, QUEEN, occupied) | position.reach(king, KNIGHT, occupied)) & enemies
        else:
            near = KING_REACH[king]
            seen |= near & enemies
            for square in squares(near & ~own):
                seen |= position.attackers(square, not white, occupied & ~(1 << king))
        seen |= against_castling(position, king, white)
    return seen


def attacks(position: Position, square: int, white: bool) -> int:
    """The squares that the man on a square attacks, as a bitboard."""
    kind = position.type_at(square)
    if kind == PAWN:
        return PAWN_REACH[white][square]
    return position.reach(square, kind, position.everyone)


def in_the_way(position: Position, square: int, white: bool) -> int:
    """The man on the square in front of a pawn or, from its home rank, on the square after it; as a bitboard."""
    occupied = position.everyone
    step = 8 if white else -8
    ahead = square + step
    if not 0 <= ahead < 64:
        return 0
    if occupied >> ahead & 1:
        return 1 << ahead
    home = square >> 3 == (1 if white else 6)
    return occupied & 1 << (ahead + step) if home else 0


def against_castling(position: Position, king: int, white: bool) -> int:
    """The men that prevent a king from castling, as a bitboard: between him and his rook, or attacking his path."""
    own = position.white if white else position.black
    found = 0
    for rook in squares(position.castling & own & position.rooks):
        between = BETWEEN[king][rook]
        found |= between & ~own
        side = 1 if rook > king else -1
        for square in (king, king + side, king + 2 * side):
            found |= position.attackers(square, not white, position.everyone & ~(1 << king))
    return found


# -- spies and scouts --------------------------------------------------------------------------------------------------


def spied(position: Position, square: int, white: bool) -> dict[str, Piece | None]:
    """What stands around a spy: enemy men, and None for an empty square; the player's own men are left out."""
    own, enemies = (position.white, position.black) if white else (position.black, position.white)
    found: dict[str, Piece | None] = {}
    for near in squares(KING_REACH[square] & ~own):
        found[square_name(near)] = _letter(position.type_at(near)) if enemies >> near & 1 else None
    return found


def scouted(position: Position, white: bool, game: Game) -> int:
    """The squares within two squares of a side's scouts, as a bitboard."""
    own = position.white if white else position.black
    seen = 0
    for letter in game.scouting:
        for square in squares(own & position.of_type(_AROUND[letter])):
            for near in squares(KING_REACH[square]):
                seen |= BIT[near] | KING_REACH[near]
    return seen


# -- moves that are seen -----------------------------------------------------------------------------------------------


def _move_seen(before: Position, move: int, after: Position, game: Game) -> dict[str, Piece | None]:
    target = target_of(move)
    if isinstance(after, VariantPosition) and game.invisible != "all":
        if after.unseen >> target & 1:
            return {}
        stood, stand = (before.white, after.white) if before.turn else (before.black, after.black)
        changed = squares(stood ^ stand)  # four for castling
        return {square_name(one): _letter(after.type_at(one)) if stand >> one & 1 else None for one in changed}
    victim = before.captured_square(move)
    if game.moves_seen != "none" and victim not in (-1, target):
        return {square_name(victim): None}  # captured en passant: its owner must remove it
    return {}


def moved(move: int, game: Game) -> tuple[str, ...]:
    """The squares of a move that the opponent is shown without the man: the target, both squares, or none."""
    both = square_name(origin_of(move)), square_name(target_of(move))
    return {"none": (), "target": both[1:], "squares": both}[game.moves_seen]


def _letter(kind: int) -> Piece:
    return LETTERS[kind]  # type: ignore[return-value]


# -- en passant in the fog ---------------------------------------------------------------------------------------------


def _victim(position: Position, white: bool, game: Game) -> int:
    """The square of the pawn that a side to move could capture en passant, or -1."""
    if not game.en_passant_capture or position.ep < 0 or position.turn != white:
        return -1
    return position.ep - 8 if white else position.ep + 8


def _with_victim(shown: Reveal | None, after: Position, side: Side, turn: int, game: Game) -> Reveal | None:
    """What is shown, with the pawn that can be captured en passant added."""
    victim = _victim(after, side == "white", game)
    if victim < 0 or victim in perception.perception(after, side == "white"):
        return shown
    seen: dict[str, Piece | None] = dict(shown.seen) if shown is not None else {}
    seen[square_name(victim)] = "P"
    lines = shown.lines if shown is not None else ()
    return Reveal(side=side, turn=turn, source="derived", seen=dict(sorted(seen.items())), lines=lines)


def untrue(event: Reveal, after: Position, game: Game) -> list[tuple[str, str]]:
    """The details of a recorded reveal that are false after the move: (what it says, what is true)."""
    white = event.side == "white"
    if game.sight == "dark":
        victim = _victim(after, white, game)
        name = square_name(victim) if victim >= 0 else ""
        return [one for one in perception.untrue(event, after) if one[0] != f"P on {name}"]
    wrong: list[tuple[str, str]] = []
    for name, man in event.seen.items():
        said = f"{man} on {name}" if man else f"an empty {name}"
        if how := perception.misplaced(name, man, after, white):
            wrong.append((said, how))
        elif man and game.sight in ("shadow", "scouts") and square_of(name) not in perceived(after, white, game):
            wrong.append((said, f"under this game's rule of sight {event.side} cannot see {name}"))
    enemies = after.black if white else after.white
    wrong += [
        (f"a move to {name}", f"no enemy man stands on {name}")
        for name in (event.moved or ())[-1:]
        if not enemies >> square_of(name) & 1
    ]
    return wrong
