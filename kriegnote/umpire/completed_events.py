"""The umpire's output: the events of a record and those that he derives."""

from __future__ import annotations

from bisect import bisect_left

from kriegnote.model.events import AnyEvent, End, Move, PawnTries


class CompletedEvents:
    """The output events in order; ``added``: the indices of the derived ones, in ascending order.

    ``add`` appends an event of the record.
    """

    __slots__ = ("add", "added", "events")

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.add = self.events.append
        self.added: list[int] = []

    def derive(self, event: AnyEvent, at: int | None = None) -> None:
        """Adds a derived event at the end, or before the event at index ``at``."""
        if at is None:
            self.added.append(len(self.events))
            self.events.append(event)
            return
        self.events.insert(at, event)
        place = bisect_left(self.added, at)
        self.added[place:] = [at, *(index + 1 for index in self.added[place:])]

    def derive_at_end(self, event: PawnTries) -> None:
        """Adds a derived announcement behind the last move.

        It stands before an end that is recorded in its turn, and is left out if the game ended before.
        """
        last = next((at for at in reversed(range(len(self.events))) if isinstance(self.events[at], End | Move)), None)
        end = self.events[last] if last is not None else None
        if not isinstance(end, End):
            self.derive(event)
        elif (end.side, end.turn) == (event.side, event.turn):
            self.derive(event, last)
