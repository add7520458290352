"""Whose record it is, as what it shows tells: a player sees his own moves and tries, not the other's."""

from __future__ import annotations

from collections.abc import Iterable, Set

from kriegnote.model.events import AnyEvent, Move, Side, Try, other


def shown_alone(known: Set[Side], hidden: Set[Side]) -> Side | None:
    """The player whose moves alone are shown, from the sides with moves that are known and those with hidden ones.

    None when nobody's moves are hidden, or some of his own.
    """
    return next(iter(known)) if len(known) == len(hidden) == 1 and known != hidden else None


def player_addressed(events: Iterable[AnyEvent]) -> Side | None:
    """The player who could have written this record; None when the events do not tell, or show both sides' moves.

    A move without any text is the opponent's; moves and tries with one are the player's own.
    """
    own: set[Side] = set()
    hidden: set[Side] = set()
    for event in events:
        if isinstance(event, (Move, Try)) and event.side is not None:
            known = event.move is not None or event.text is not None
            (own if known else hidden).add(event.side)
    if not own:
        own = {other(side) for side in hidden}
    return own.pop() if len(own) == 1 else None
