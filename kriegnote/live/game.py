"""The umpire of a game in progress: he receives commands and adds the events that follow from them to the record.

His announcements are computed as for a record (:mod:`kriegnote.umpire`); here it is decided whether a try is allowed. A
message to one player only (“it is not your turn”) is a comment that this player heard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from kriegnote.live import endings, moves, questions
from kriegnote.live.commands import Command
from kriegnote.live.state import LiveState, privately
from kriegnote.model.events import AnyEvent, Side


class LiveGame(LiveState):
    """A game under a rulebook; :meth:`open` starts it, :meth:`execute` continues it; both return the new events.

    If both players move at once (Zeitgeist), a move waits for the other player's, and nobody hears of it before then.
    """

    def open(self) -> list[AnyEvent]:
        """The umpire's announcements before the first move; the game may be over in its starting position."""
        said = self._said(self.start())
        self.opening = len(self.events)
        return said

    def execute(self, command: Command) -> list[AnyEvent]:
        """Executes a command: the events that it adds to the record; empty if it stops the game."""
        if self.over:
            return []
        return self._said(_ACTIONS[command.type](self, command.side or self.side, command))

    def reject(self, why: str, side: Side | None = None) -> list[AnyEvent]:
        """A message about a line that is no command, to a player; None: the player to move."""
        return self._said(privately(side or self.side, why)) if not self.over else []

    def _said(self, events: list[AnyEvent]) -> list[AnyEvent]:
        said = [msgspec.structs.replace(event, source="recorded") for event in events]
        self.events += said
        return said


_ACTIONS: Final[Mapping[str, Callable[[LiveState, Side, Command], list[AnyEvent]]]] = {
    "try": moves.attempt,
    "ask": questions.ask,
    "partner": moves.partner,
    "keep": moves.keep,
    "take-back": moves.take_back,
    "offer": endings.offer,
    "accept": endings.accept,
    "decline": endings.decline,
    "claim": endings.claim,
    "resign": endings.resign,
    "stop": endings.stop,
}
