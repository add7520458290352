"""What endings and results mean: whose an ending is, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kriegnote.model.events import Reason, Result, Side, other

Fate: TypeAlias = Literal["wins", "loses", "draws"]
"""What becomes of the player of whom an ending is said."""

OF_WINNER: Final[frozenset[Reason | None]] = frozenset(("checkmate", "king-captured"))
"""Ends that are said of the winner."""
OF_LOSER: Final[frozenset[Reason | None]] = frozenset(("resignation", "time", "forfeit"))
"""Ends that are the loser's own."""
DRAWN: Final[frozenset[Reason | None]] = frozenset(("agreement", "insufficient", "fifty-move", "repetition"))
"""Ends that are draws under every rulebook; of a stalemate the rulebook says what it is."""
WINNER: Final[Mapping[str | None, Side]] = {"1-0": "white", "0-1": "black"}
LOSER: Final[Mapping[str | None, Side]] = {"1-0": "black", "0-1": "white"}


def fate(reason: Reason) -> Fate | None:
    """What an ending makes of its player where nothing else is said, a stalemate being a draw; None: it is open."""
    if reason in OF_WINNER:
        return "wins"
    if reason in OF_LOSER:
        return "loses"
    return "draws" if reason in DRAWN or reason == "stalemate" else None


def won_by(side: Side) -> Result:
    """The result when a side wins."""
    return "1-0" if side == "white" else "0-1"


def lost_by(side: Side) -> Result:
    """The result when a side loses."""
    return won_by(other(side))
