"""The umpire of one game that is being played: he hears commands, and his record grows by what follows from them.

What he says of a move is what :mod:`kriegnote.umpire` says of a record's; here it is decided whether a try stands.
A word that he has for one player alone (“it is not your turn”) is a comment which that player heard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from kriegnote.live import endings, moves, questions
from kriegnote.live.commands import Command
from kriegnote.live.state import TableState, privately
from kriegnote.model.events import AnyEvent, Side


class LiveGame(TableState):
    """A game under a rulebook; :meth:`open` begins it and :meth:`hear` goes on, each with the events that follow.

    Where both players move at once (Zeitgeist) a move waits for the other's, and nobody hears of it before.
    """

    def open(self) -> list[AnyEvent]:
        """What the umpire says before the first move."""
        return self._said(self.pawn_tries())

    def hear(self, command: Command) -> list[AnyEvent]:
        """What follows from a command: the events it adds to the record, none when it stops the game."""
        if self.over:
            return []
        return self._said(_ACTIONS[command.type](self, command.side or self.side, command))

    def misheard(self, why: str, side: Side | None = None) -> list[AnyEvent]:
        """A line was no command: a word to the player, the one to move when ``side`` is None."""
        return self._said(privately(side or self.side, why)) if not self.over else []

    def _said(self, events: list[AnyEvent]) -> list[AnyEvent]:
        said = [msgspec.structs.replace(event, source="recorded") for event in events]
        self.events += said
        return said


_ACTIONS: Final[Mapping[str, Callable[[TableState, Side, Command], list[AnyEvent]]]] = {
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
