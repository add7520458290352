"""Whose record a dialogue is, as what it shows tells: a player sees his own moves and tries, not the other's."""

from __future__ import annotations

from collections.abc import Iterable

from kriegnote.model.events import AnyEvent, Move, Side, Try, other


def told_to(events: Iterable[AnyEvent]) -> Side | None:
    """The player who could have written this record; None when the events do not tell, or show both sides' moves.

    A move without any text is the opponent's; moves and tries with one are the player's own.
    """
    own: set[Side] = set()
    hidden: set[Side] = set()
    for event in events:
        if isinstance(event, (Move, Try)) and event.side is not None:
            known = event.move is not None or event.text is not None
            (own if known else hidden).add(event.side)
    if len(own) == 1:
        return own.pop()
    if not own and len(hidden) == 1:
        return other(hidden.pop())
    return None
