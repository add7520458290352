"""Infers whose record it is from what it shows: a player sees his own moves and tries, not the other's."""

from __future__ import annotations

from collections.abc import Iterable, Set

from kriegnote.model.events import AnyEvent, Move, Side, Try, other


def shown_alone(known: Set[Side], hidden: Set[Side]) -> Side | None:
    """The player who alone has known moves, if the other player alone has hidden ones; else None.

    :param known: the sides with known moves.
    :param hidden: the sides with hidden moves.
    """
    return next(iter(known)) if len(known) == len(hidden) == 1 and known != hidden else None


def player_addressed(events: Iterable[AnyEvent]) -> Side | None:
    """The player who could have written this record; None if the events do not tell, or show both sides' moves.

    A move without any text is the opponent's; moves and tries with a text are the player's own.
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
