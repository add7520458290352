"""Corrections: announcements that the umpire withdrew or had forgotten and made later (RAND 8), and their checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent, Capture, Correction, DialogueEvent, Event, Move, Side
from kriegnote.rules import RuleSet
from kriegnote.umpire.announcement_checks import Key, check_announcement, key_of

_Named = tuple[type[Event], Side | None, int | None]


class _Moment(NamedTuple):
    """What had to be announced after a move, and the boards before and after it."""

    expected: Mapping[Key, AnyEvent]
    before: list[Position]
    last: Move | None
    after: list[Position]


class Corrections:
    """The corrections of one record; ``some``: whether it has any.

    A forgotten announcement is not derived at its move, because nobody heard it there.
    """

    __slots__ = ("_about", "_all", "_forgotten", "_moments", "some")

    def __init__(self, events: Iterable[AnyEvent]) -> None:
        self._all = [event for event in events if type(event) is Correction]
        self.some = bool(self._all)
        was = {_named(one) for event in self._all for one in event.was}
        now = [one for event in self._all for one in event.now]
        self._forgotten = {_named(one) for one in now} - was
        self._about = {_named(one)[1:] for one in now}
        self._moments: dict[tuple[Side | None, int | None], _Moment] = {}

    def forgotten(self, event: AnyEvent) -> bool:
        """Whether this announcement was forgotten at its move and made by a later correction."""
        return _named(event) in self._forgotten

    def given_later(self, move: Move) -> list[Capture]:
        """The captures by this move that were announced only by a later correction."""
        now = (one for event in self._all for one in event.now if isinstance(one, Capture) and self.forgotten(one))
        return [one for one in now if (one.side, one.turn) == (move.side, move.turn)]

    def remember(
        self,
        expected: Mapping[Key, AnyEvent],
        before: list[Position],
        last: Move | None,
        after: list[Position],
        side: Side,
        turn: int,
    ) -> None:
        """Stores what had to be announced after a move, if a correction refers to that move."""
        if (side, turn) in self._about:
            self._moments[side, turn] = _Moment(dict(expected), before, last, after)

    def check(self, event: Correction, rules: RuleSet | None) -> list[Finding]:
        """Findings on the announcements of a correction, compared with what had to be announced after their moves."""
        found: list[Finding] = []
        for one in event.now:
            moment = self._moments.get(_named(one)[1:])
            if moment is not None:
                here = msgspec.structs.replace(one, line=event.line, column=event.column, span=event.span)
                truth = moment.expected.get(key_of(one))
                found += check_announcement(here, truth, moment.before, moment.last, rules, moment.after)
        return found


def _named(event: AnyEvent) -> _Named:
    if isinstance(event, DialogueEvent):
        return type(event), event.side, event.turn
    return type(event), None, None
