"""The announcements that belong to one move: those expected, those recorded, and those that are missing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent, End, Event, Move, Nag, Try, type_name
from kriegnote.model.order import MOVE_ANNOUNCEMENTS
from kriegnote.rules import RuleSet
from kriegnote.umpire import announcement_checks as checks
from kriegnote.umpire.completed_events import CompletedEvents

_RANK: Final[dict[type[Event], int]] = {
    Move: 0,
    Nag: 0,
    Try: 1,
    **{kind: rank for rank, kind in enumerate(MOVE_ANNOUNCEMENTS, 2)},
}


class AfterMove:
    """Tracks the announcements after the last move and writes the missing ones into the umpire's output.

    :param silent: the names of the event kinds whose absence in the record means that there was nothing to announce.
    :param announce: whether missing announcements are added.

    ``ended``: whether the last move ended the game; ``uncertain``: the kinds of which an announcement may be missing
    somewhere in the record, since the boards leave open whether it was due.
    """

    __slots__ = ("announce", "at", "ended", "expected", "out", "recorded", "silent", "uncertain")

    def __init__(self, out: CompletedEvents, silent: frozenset[str], announce: bool) -> None:
        self.out = out
        self.silent = silent
        self.announce = announce
        self.at = -1  # index of the first output event after the move; -1: the announcements to expect are not known
        self.expected: dict[checks.Key, AnyEvent] = {}
        self.recorded: dict[checks.Key, tuple[AnyEvent, AnyEvent]] = {}  # the recorded and the true one
        self.ended = False
        self.uncertain: set[str] = set()

    def expect(self, expected: dict[checks.Key, AnyEvent], possible: Collection[str] = ()) -> None:
        """Starts a new move, after which ``expected`` has to be announced.

        :param possible: the kinds of which there may be one; the others in ``expected`` are certain.
        """
        if possible:
            self.uncertain |= {*possible} - {type_name(kind) for kind, hearer in expected if hearer is None}
        self.at, self.expected = len(self.out.events), expected
        self.ended = bool(expected) and (End, None) in expected
        if self.recorded:
            self.recorded = {}

    def forget(self, possible: Collection[str] = ()) -> None:
        """Expects nothing: the position, and so the announcements that belong to it, are not known.

        :param possible: the kinds of which there may be one.
        """
        self.uncertain |= {*possible}
        self.at, self.expected, self.recorded, self.ended = -1, {}, {}, False

    def check(
        self,
        event: AnyEvent,
        before: list[Position],
        last: Move | None,
        rules: RuleSet | None,
        after: list[Position],
        *,
        sure: bool,
    ) -> list[Finding]:
        """Findings on a recorded announcement, compared with the expected one.

        :param sure: whether every move so far is certain; if not, an announcement that was not expected is no finding.
        """
        if self.at < 0 or not after:
            return []
        key = checks.key_of(event)
        truth = self.expected.pop(key, None)
        if truth is not None:
            self.recorded[key] = event, truth
        elif key in self.recorded:
            return checks.check_again(event, *self.recorded[key])
        if not sure and truth is None:
            return []
        return checks.check_announcement(event, truth, before, last, rules, after)

    def close(self, last: Move | None) -> list[Finding]:
        """Adds the expected announcements that are missing, or reports them if the record's silence denies them."""
        if self.at < 0:
            return []
        found: list[Finding] = []
        for (kind, _), truth in self.expected.items():
            if type_name(kind) in self.silent:
                found += checks.unannounced(truth, last)
            elif self.announce:
                self.out.derive(truth, self._place(kind))
        self.at = -1
        if self.expected:
            self.expected = {}
        return found

    def _place(self, kind: type[Event]) -> int | None:
        """The output index at which an announcement of this kind belongs; None: at the end."""
        events, rank, place = self.out.events, _RANK[kind], self.at
        for index in range(self.at, len(events)):
            if _RANK.get(type(events[index]), 9) <= rank:
                place = index + 1
        return place if place < len(events) else None
