"""What the players of Dark Chess see (§8.1.1): the squares that their men attack or can move to.

A man sees every square that it attacks or can move to; along a line, up to and including the first man. A pawn sees the
two squares that it attacks and the squares ahead to which it could advance (two from its starting square), including a
man that blocks it: Nielsen's pawn on d5 sees the one on d4.

After every move, his own or the opponent's, a player is shown what has changed for him, as a
:class:`~kriegnote.model.events.Reveal`:

- ``seen`` with a man: an enemy man stands on a square where the player saw none, or another one, before;
- ``seen`` with None: the player saw a man there before and now sees the square empty;
- ``lines``: a man of the player's that did not move sees past a square where a man stood in its way before the move.
  The man's square and the last square that it sees on that line are given. A line that the opponent's move opened is
  always shown; one that the player's own move opened, only if an enemy man stands at its end. Squares that are merely
  empty are not shown otherwise, and squares on such a line are not shown as empty.

A man that goes out of sight is not reported: the player has to remember it. He has already seen what his own move
captures.
"""

from __future__ import annotations

from collections.abc import Iterator

from kriegnote.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    LETTERS,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    square_name,
    square_of,
    squares,
)
from kriegnote.chess.squares import BETWEEN, PAWN_REACH
from kriegnote.model.events import Reveal, Side

_STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
_SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STEPS = {BISHOP: _SLANTED, ROOK: _STRAIGHT, QUEEN: _STRAIGHT + _SLANTED}


def vision(position: Position, white: bool) -> int:
    """The squares that one side's men see, as a bitboard; the side to move does not matter."""
    occupied = position.everyone
    seen = 0
    for square in squares(position.white if white else position.black):
        kind = position.type_at(square)
        if kind == PAWN:
            seen |= PAWN_REACH[white][square]
            for ray in _lines(square, kind, white, occupied):
                for ahead in ray:
                    seen |= 1 << ahead
        else:
            seen |= position.reach(square, kind, occupied)
    return seen


def perception(position: Position, white: bool) -> dict[int, int]:
    """The enemy men that one side sees: square (from 0) to piece type."""
    enemies = position.black if white else position.white
    return {square: position.type_at(square) for square in squares(vision(position, white) & enemies)}


def _lines(square: int, kind: int, white: bool, occupied: int) -> Iterator[list[int]]:
    """The lines that a man sees along, each up to and including the first man on it."""
    if kind in (KNIGHT, KING):
        return
    steps: tuple[tuple[int, int], ...]
    if kind == PAWN:
        home = square >> 3 == (1 if white else 6)
        steps, longest = ((0, 1 if white else -1),), 2 if home else 1
    else:
        steps, longest = _STEPS[kind], 7
    for across, up in steps:
        ray: list[int] = []
        file, rank = (square & 7) + across, (square >> 3) + up
        while 0 <= file < 8 and 0 <= rank < 8 and len(ray) < longest:
            ray.append(file + 8 * rank)
            if occupied >> ray[-1] & 1:
                break
            file, rank = file + across, rank + up
        yield ray


def _opened(before: Position, after: Position, white: bool) -> Iterator[tuple[int, int]]:
    """The lines that a move opened beyond a man's former square: (square of the man that sees, last square seen)."""
    stayed = (before.white & after.white) if white else (before.black & after.black)
    was, now = before.everyone, after.everyone
    for square in squares(stayed):
        kind = after.type_at(square)
        if kind != before.type_at(square):
            continue
        for old, new in zip(_lines(square, kind, white, was), _lines(square, kind, white, now), strict=True):
            if old and was >> old[-1] & 1 and not now >> old[-1] & 1 and len(new) >= len(old):
                yield square, new[-1]


def reveal(before: Position, after: Position, side: Side, mover: Side, turn: int) -> Reveal | None:
    """What ``side`` is shown after a move of ``mover``; None if nothing changes for him."""
    white = side == "white"
    old, new = perception(before, white), perception(after, white)
    enemies, own = (after.black, after.white) if white else (after.white, after.black)
    lines = [(origin, end) for origin, end in _opened(before, after, white) if side != mover or enemies >> end & 1]
    covered = {end for _, end in lines}
    covered.update(between for origin, end in lines for between in squares(BETWEEN[origin][end]))
    sight = vision(after, white)
    seen: dict[str, str | None] = {}
    for square in sorted({*old, *new}):
        if square in new:
            if old.get(square) != new[square]:
                seen[square_name(square)] = LETTERS[new[square]]
        elif sight >> square & 1 and not own >> square & 1 and square not in covered:
            seen[square_name(square)] = None
    if not seen and not lines:
        return None
    return Reveal(
        side=side,
        turn=turn,
        source="derived",
        seen=seen,  # type: ignore[arg-type]
        lines=tuple(sorted((square_name(origin), square_name(end)) for origin, end in lines)),
    )


def misplaced(name: str, man: str | None, after: Position, white: bool) -> str | None:
    """What is true of a square if a player is not shown the enemy man (or none) that stands there; None if he is."""
    square = square_of(name)
    enemies = after.black if white else after.white
    stands = LETTERS[after.type_at(square)] if enemies >> square & 1 else None
    if stands == man:
        return None
    return f"the man there is {stands}" if stands else f"no enemy man stands on {name}"


def untrue(event: Reveal, after: Position) -> list[tuple[str, str]]:
    """The details of a recorded reveal that are false after the move: (what it says, what is true)."""
    white = event.side == "white"
    sight = vision(after, white)
    wrong: list[tuple[str, str]] = []
    for name, man in event.seen.items():
        said = f"{man} on {name}" if man else f"an empty {name}"
        if how := misplaced(name, man, after, white):
            wrong.append((said, how))
        elif not sight >> square_of(name) & 1:
            wrong.append((said, f"none of the player's men can see {name}"))
    for origin, end in event.lines:
        square = square_of(end)
        if not sight >> square & 1 or BETWEEN[square_of(origin)][square] & after.everyone:
            wrong.append((f"a line from {origin} to {end}", "that line is not open"))
    return wrong


def words(event: Reveal) -> str:
    """A reveal in a few words, for findings: ``Pg2, e4 empty, the line c8-c3``."""
    said = [f"{man}{square}" if man else f"{square} empty" for square, man in sorted(event.seen.items())]
    said += [f"a move {' to '.join(event.moved)}"] if event.moved else []
    return ", ".join(said + [f"the line {origin}-{end}" for origin, end in event.lines])
