"""What endings and results mean: whether an ending is stated of the winner or the loser, and who won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kriegnote.model.events import Reason, Result, Side, other

Fate: TypeAlias = Literal["wins", "loses", "draws"]
"""What an ending means for the player of whom it is stated."""

OF_WINNER: Final[frozenset[Reason | None]] = frozenset(("checkmate", "king-captured"))
"""Endings whose side is the winner."""
OF_LOSER: Final[frozenset[Reason | None]] = frozenset(("resignation", "time", "forfeit"))
"""Endings whose side is the loser."""
DRAWN: Final[frozenset[Reason | None]] = frozenset(("agreement", "insufficient", "fifty-move", "repetition"))
"""Endings that are draws under every rulebook; the result of a stalemate depends on the rulebook."""
WINNER: Final[Mapping[str | None, Side]] = {"1-0": "white", "0-1": "black"}
LOSER: Final[Mapping[str | None, Side]] = {"1-0": "black", "0-1": "white"}


def fate(reason: Reason) -> Fate | None:
    """What an ending means for the player of whom it is stated, a stalemate being a draw; None: it does not say."""
    if reason in OF_WINNER:
        return "wins"
    if reason in OF_LOSER:
        return "loses"
    return "draws" if reason in DRAWN or reason == "stalemate" else None


def won_by(side: Side) -> Result:
    """The result if a side wins."""
    return "1-0" if side == "white" else "0-1"


def lost_by(side: Side) -> Result:
    """The result if a side loses."""
    return won_by(other(side))


def implied_result(reason: Reason, side: Side | None) -> Result | None:
    """The result that follows from the end of a game; a sentence gives a different one in parentheses."""
    return result_of_fate(fate(reason), side)


def result_of_fate(became: Fate | None, side: Side | None) -> Result | None:
    """The result if ``side`` wins, loses or draws; None if that is not known."""
    if became == "draws":
        return "1/2-1/2"
    if became is None or side is None:
        return None
    return won_by(side) if became == "wins" else lost_by(side)
