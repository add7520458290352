"""Reorders questions and tries that a text prints after the move before which they happened."""

from __future__ import annotations

from collections.abc import Set

from kriegnote.model.events import AnyEvent, Move


def before_their_moves(events: list[AnyEvent], late: Set[int]) -> None:
    """Moves the events with these indices, in order, before the last move that precedes each of them."""
    made = 0
    for at, event in enumerate(events):
        if isinstance(event, Move):
            made = at
        elif at in late:
            events.insert(made, events.pop(at))
            made += 1
