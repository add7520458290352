"""Questions and tries that a text tells behind the move before which they happened."""

from __future__ import annotations

from collections.abc import Set

from kriegnote.model.events import AnyEvent, Move


def before_their_moves(events: list[AnyEvent], late: Set[int]) -> None:
    """Puts the events of these indices before the last move that stands before each of them, in their order."""
    made = 0
    for at, event in enumerate(events):
        if isinstance(event, Move):
            made = at
        elif at in late:
            events.insert(made, events.pop(at))
            made += 1
