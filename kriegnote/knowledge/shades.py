"""Shades for the squares of a player's board: the probability that an enemy man stands there."""

from __future__ import annotations

import msgspec

from kriegnote.chess.position import square_name
from kriegnote.knowledge.results import PlyKnowledge


class Shade(msgspec.Struct, frozen=True):
    """A square: the probability of any enemy man on it, that of each kind, and whether one can stand there at all."""

    square: str
    any: float
    kinds: dict[str, float]
    possible: bool


def shades(ply: PlyKnowledge) -> tuple[Shade, ...]:
    """The shades of the 64 squares, from a1 to h8; if only bounds are known, the probabilities are 0."""
    found: list[Shade] = []
    for square in range(64):
        name = square_name(square)
        kinds = {kind: where[name] for kind, where in ply.probability.items() if name in where}
        possible = any(name in where for where in ply.squares.values())
        found.append(Shade(name, min(1.0, sum(kinds.values())), kinds, possible))
    return tuple(found)
