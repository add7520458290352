"""Summarizes in one line what a conversion could not express: the number of facts of each kind, and which headers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from kriegnote.reporting.rendering import counted

_NOUNS: Final = {
    "pawn_tries": ("announcement of pawn tries", "announcements of pawn tries"),
    "ask": ("question", ""),
    "try": ("try", "tries"),
    "reveal": ("view of the board", "views of the board"),
    "nag": ("NAG", ""),
    "junk": ("unread passage", ""),
    "rules": ("rulebook", ""),
    "start": ("starting position", ""),
}


class Loss:
    """The losses of records converted into one notation."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.dropped: Counter[str] = Counter()
        self.weakened: Counter[str] = Counter()
        self.headers: dict[str, None] = {}

    def add(self, dropped: Mapping[str, int], weakened: Mapping[str, int], headers: Iterable[str]) -> None:
        """Adds the losses of one record.

        :param dropped: the number of dropped facts, by kind.
        :param weakened: the number of weakened facts, by kind.
        :param headers: the names of the dropped headers.
        """
        self.dropped.update(dropped)
        self.weakened.update(weakened)
        self.headers |= dict.fromkeys(headers)

    def text(self) -> str:
        """``san cannot express everything: 2 tries and 1 header (Annotator) dropped, 1 move weakened``."""
        parts = [f"{_list(counts, names)} {verb}" for counts, verb, names in self._kinds() if counts]
        return f"{self.target} cannot express everything: {', '.join(parts)}"

    def _kinds(self) -> list[tuple[Counter[str], str, dict[str, None]]]:
        return [(self.dropped, "dropped", self.headers), (self.weakened, "weakened", {})]


def _list(counts: Counter[str], headers: dict[str, None]) -> str:
    parts = []
    for kind, count in sorted(counts.items()):
        names = f" ({', '.join(headers)})" if kind == "header" and headers else ""
        parts.append(counted(count, *_NOUNS.get(kind, (kind, ""))) + names)
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
