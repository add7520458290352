"""Players and listeners: a terminal or a program for each side, and any number of listeners."""

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
"""The number of commands without a move after which the umpire stops a game, since a program may be stuck."""
PATIENCE: Final = 3.0
"""The number of seconds that a program has to end after the game."""


class Player(Protocol):
    """The source of a side's commands."""

    def ask(self, game: LiveGame) -> str | None:
        """The next line; None: there are no more."""

    def send(self, text: str) -> object:
        """Receives lines of the side's feed."""


class AtTerminal:
    """One or both players at a stream; on a terminal they are prompted."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def ask(self, game: LiveGame) -> str | None:
        """The next line of the stream."""
        if self.stream.isatty():
            sys.stderr.write(f"{game.side.capitalize()}, move {game.position.fullmove}: ")
            sys.stderr.flush()
        return self.stream.readline() or None

    def send(self, text: str) -> None:
        """Does nothing: standard output is a separate listener."""


class Program:
    """A program that receives its side's feed on standard input and writes one command per line to standard output.

    An empty line in its input means that it is its turn.

    :raises OSError: if it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._writer = Thread(target=self._write, daemon=True)  # a program that does not read must not stop the game
        self._writer.start()

    def ask(self, game: LiveGame) -> str | None:
        """Tells the program that it is its turn; returns its next line, None if it has ended."""
        self.send("\n")
        assert self._process.stdout is not None
        return self._process.stdout.readline(1000) or None

    def send(self, text: str) -> None:
        """Sends lines of its feed; ignored if it has ended."""
        self._lines.put(text)

    def ended(self) -> int | None:
        """The program's exit status, negative after a signal; None if it is still running.

        It is given :data:`PATIENCE` to end.
        """
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout=PATIENCE)
        return None

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


class GameListener(NamedTuple):
    """A listener of a game: the view, what receives its lines at once, and whether they are words or JSON."""

    view: View
    write: Callable[[str], object]
    words: bool = False


class _Channel(NamedTuple):
    """A listener's feed of one game."""

    feed: Feed
    listener: GameListener

    def say(self, text: str) -> None:
        """Writes lines immediately."""
        self.listener.write(text)


def play(game: LiveGame, players: Mapping[Side, Player], listeners: Iterable[GameListener]) -> bool:
    """Plays a game to its end, or until a player gives no more commands.

    :returns: whether the players can play another game; False if one has no more commands or is stuck.
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
    """The events that follow from a line; a program may speak only for its own side."""
    try:
        command = read_command(line)
    except CommandError as error:
        return game.reject(str(error), side)
    if command is None:
        return []
    if side is not None and command.side not in (None, side):
        return game.reject(f"you play {side.capitalize()}", side)
    return game.execute(command)


def _announce(channels: Iterable[_Channel], events: list[AnyEvent]) -> None:
    for channel in channels:
        channel.say(channel.feed.more(events))
