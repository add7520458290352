"""The events of a record as they leave the umpire, and which of them he has added."""

from __future__ import annotations

from bisect import bisect_left

from kriegnote.model.events import AnyEvent


class CompletedEvents:
    """Events in order; ``added``: the indices of those that are derived and were not in the record, rising.

    ``add`` takes an event of the record.
    """

    __slots__ = ("add", "added", "events")

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.add = self.events.append
        self.added: list[int] = []

    def derive(self, event: AnyEvent, at: int | None = None) -> None:
        """An event that the umpire adds: behind all others, or before the one at an index."""
        if at is None:
            self.added.append(len(self.events))
            self.events.append(event)
            return
        self.events.insert(at, event)
        place = bisect_left(self.added, at)
        self.added[place:] = [at, *(index + 1 for index in self.added[place:])]
