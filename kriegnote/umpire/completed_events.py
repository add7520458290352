"""The umpire's output: the events of a record and those that he derives."""

from __future__ import annotations

from bisect import bisect_left

from kriegnote.model.events import AnyEvent


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
