"""A game with the live umpire, line by line."""

from __future__ import annotations

from kriegnote.live.commands import read_command
from kriegnote.live.game import LiveGame
from kriegnote.model.events import AnyEvent, Comment


def said(game: LiveGame, *lines: str) -> list[AnyEvent]:
    """What follows from the last of these lines."""
    events = game.open()
    for line in lines:
        command = read_command(line)
        assert command is not None
        events = game.execute(command)
    return events


def words(events: list[AnyEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Comment)]
