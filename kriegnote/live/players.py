"""Who plays and who listens: a terminal or a program for each side, and any number of listeners."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, Protocol, Self, TextIO

from kriegnote.live.commands import CommandError, read_command
from kriegnote.live.feeds import Feed
from kriegnote.live.game import LiveGame
from kriegnote.model.events import AnyEvent, Side, View

MOST_COMMANDS: Final = 2_000
"""How many commands a game may go on without a move before the umpire stops it: a program may be lost."""
PATIENCE: Final = 3.0
"""How many seconds a program has to end when the game is over."""


class Player(Protocol):
    """Who says a side's commands."""

    def ask(self, game: LiveGame) -> str | None:
        """The next line; None: there is no more."""

    def tell(self, text: str) -> object:
        """Lines of the side's feed."""


class AtTerminal:
    """Whoever writes to a stream: one player or both; on a terminal it says whose turn it is."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def ask(self, game: LiveGame) -> str | None:
        """The next line of the stream."""
        if self.stream.isatty():
            sys.stderr.write(f"{game.side.capitalize()}, move {game.position.fullmove}: ")
            sys.stderr.flush()
        return self.stream.readline() or None

    def tell(self, text: str) -> None:
        """Nothing: standard output is a listener of its own."""


class Program:
    """A program that hears its side's feed on its standard input and says a command a line on its standard output.

    An empty line tells it that it is its turn.

    :raises OSError: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._writer = Thread(target=self._write, daemon=True)  # a program that does not read must not stop the game
        self._writer.start()

    def ask(self, game: LiveGame) -> str | None:
        """Tells it that it is its turn; its next line, None when it has ended."""
        self.tell("\n")
        assert self._process.stdout is not None
        return self._process.stdout.readline(1000) or None

    def tell(self, text: str) -> None:
        """Lines of its feed; one that has ended hears nothing."""
        self._lines.put(text)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            while (text := self._lines.get()) is not None:
                self._process.stdin.write(text)
                self._process.stdin.flush()
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._lines.put(None)
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._writer.join()


class TableListener(NamedTuple):
    """Who hears a game, in words or as JSON, and where the lines go."""

    view: View
    write: Callable[[str], object]
    flush: Callable[[], object] = lambda: None
    words: bool = False


class _Channel(NamedTuple):
    """A listener's lines of one game."""

    feed: Feed
    listener: TableListener

    def say(self, text: str) -> None:
        """Lines, at once."""
        self.listener.write(text)
        self.listener.flush()


def play(game: LiveGame, players: Mapping[Side, Player], listeners: Iterable[TableListener]) -> bool:
    """Plays a game to its end, or until the player to move says nothing more.

    :return: whether the players can play another: False when one has no more to say, or is lost.
    """
    begun = game.written()
    channels = [_Channel(Feed(begun, one.view, words=one.words), one) for one in listeners]
    for channel in channels:
        channel.say(channel.feed.opening())
    _announce(channels, game.open())
    idle, position = 0, game.position
    while not game.over and idle < MOST_COMMANDS:
        player = players[game.side]
        line = player.ask(game)
        if line is None:
            break
        _announce(channels, _answer(game, line, None if isinstance(player, AtTerminal) else game.side))
        idle, position = (idle + 1 if game.position is position else 0), game.position
    for channel in channels:
        channel.say(channel.feed.ending(game.result))
    return game.over


def _answer(game: LiveGame, line: str, side: Side | None) -> list[AnyEvent]:
    """What follows from a line; a program speaks for its own side alone."""
    try:
        command = read_command(line)
    except CommandError as error:
        return game.misheard(str(error), side)
    if command is None:
        return []
    if side is not None and command.side not in (None, side):
        return game.misheard(f"you play {side.capitalize()}", side)
    return game.hear(command)


def _announce(channels: Iterable[_Channel], events: list[AnyEvent]) -> None:
    for channel in channels:
        channel.say(channel.feed.more(events))
