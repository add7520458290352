"""A shade for each square of a player's board: how likely an enemy man is to stand there."""

from __future__ import annotations

import msgspec

from kriegnote.chess.position import square_name
from kriegnote.knowledge.results import PlyKnowledge


class Shade(msgspec.Struct, frozen=True):
    """One square: the probability that an enemy man stands on it, that of each kind, and whether one can at all."""

    square: str
    any: float
    kinds: dict[str, float]
    possible: bool


def shades(ply: PlyKnowledge) -> tuple[Shade, ...]:
    """The 64 squares, from a1 to h8; where only the bounds are known the probabilities are 0."""
    found: list[Shade] = []
    for square in range(64):
        name = square_name(square)
        kinds = {kind: where[name] for kind, where in ply.probability.items() if name in where}
        possible = any(name in where for where in ply.squares.values())
        found.append(Shade(name, min(1.0, sum(kinds.values())), kinds, possible))
    return tuple(found)
