"""The probability that a move is legal, captures, checks or mates, over weighted positions."""

from __future__ import annotations

from collections.abc import Sequence

from kriegnote.chess.position import Position, square_name, uci
from kriegnote.knowledge.results import MoveChance, Threats


def move_chances(positions: Sequence[Position], weights: Sequence[float]) -> tuple[MoveChance, ...]:
    """The probabilities of the moves that the player to move could try, sorted by those of mate and of legality.

    His men must be the same in all positions.
    """
    total = sum(weights)
    if not positions or not total:
        return ()
    own = list(positions[0].own_moves())
    sums: dict[int, list[float]] = {move: [0.0, 0.0, 0.0, 0.0] for move in own}
    for position, weight in zip(positions, weights, strict=True):
        for move in position.legal_moves():
            row = sums.setdefault(move, [0.0, 0.0, 0.0, 0.0])
            row[0] += weight
            if position.captured_square(move) >= 0:
                row[1] += weight
            after = position.play(move)
            if after.checkers():
                row[2] += weight
                if not after.has_legal_move():
                    row[3] += weight
    found = [
        MoveChance(uci(move), positions[0].own_san(move), *(_share(part, total) for part in row))
        for move, row in sums.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.mate, -one.legal, one.move)))


def threats(positions: Sequence[Position], weights: Sequence[float]) -> Threats:
    """The probabilities of what the hidden player to move could do, if each of his legal moves is equally likely."""
    total = sum(weights)
    pawn = check = mate = 0.0
    captures: dict[int, float] = {}
    for position, weight in zip(positions, weights, strict=True):
        moves = position.legal_moves()
        if position.pawn_targets():
            pawn += weight
        share = weight / (len(moves) or 1)
        for move in moves:
            taken = position.captured_square(move)
            if taken >= 0:
                captures[taken] = captures.get(taken, 0.0) + share
            after = position.play(move)
            if after.checkers():
                check += share
                if not after.has_legal_move():
                    mate += share
    total = total or 1
    squares = {square_name(square): _share(part, total) for square, part in sorted(captures.items())}
    return Threats(_share(pawn, total), squares, _share(check, total), _share(mate, total))


def _share(part: float, total: float) -> float:
    """A part of a whole; exactly 1 only if it is all of it, regardless of rounding."""
    share = part / total
    return 1.0 if share > 1 - 1e-12 else share
