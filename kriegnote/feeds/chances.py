"""The probability of an enemy man on each square, from what each player could know: a column of the plies."""

from __future__ import annotations

from typing import Final

from kriegnote.knowledge import PlyKnowledge, know
from kriegnote.knowledge.shades import shades
from kriegnote.model.events import Side
from kriegnote.model.record import Record

EFFORT: Final = 6_000
"""The number of moves examined for one ply: about a tenth of a second's work."""
Chances = dict[str, float]
"""The squares on which an enemy man can stand, from a1 to h8, each with its probability (above 0, at most 1)."""


def chances(record: Record, side: Side) -> list[Chances | None]:
    """What a player knows after 0, 1, 2 … plies; None from where no game was found that fits.

    :param record: the umpire's, of which only this side's view is used, or the side's own; for any other the list is
        empty.
    """
    if record.view not in ("umpire", side):
        return []
    return [_squares(ply) for ply in know(record, side, effort=EFFORT, chances=False).plies]


def _squares(ply: PlyKnowledge) -> Chances | None:
    if ply.method == "bounds":
        return None
    return {shade.square: shade.any for shade in shades(ply) if shade.any > 0}
