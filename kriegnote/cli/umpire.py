"""``kriegnote umpire``: a game between people at this terminal, programs, or both."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click

from kriegnote.cli.options import PATH

if TYPE_CHECKING:
    from kriegnote.live.game import LiveGame
    from kriegnote.model.events import Side
    from kriegnote.notations.registry import Notation
    from kriegnote.reporting.output import Output


@click.command("umpire")
@click.option(
    "--rules", metavar="RULEBOOK", required=True, help='The rulebook: a name, a file (TOML), or "name; field=value".'
)
@click.option("--start", metavar="FEN", help="The starting position. Default: the rulebook's own.")
@click.option(
    "--seed", type=int, default=0, metavar="N", help="The seed for random starting positions, if the rulebook has them."
)
@click.option("--games", type=click.IntRange(1), default=1, metavar="N", help="How many games to play.")
@click.option("--white", metavar="NAME", help="White's name for the record.")
@click.option("--black", metavar="NAME", help="Black's name for the record.")
@click.option("--white-program", metavar="COMMAND", help="A program that plays White. Default: standard input.")
@click.option("--black-program", metavar="COMMAND", help="A program that plays Black. Default: standard input.")
@click.option("--white-out", type=PATH, metavar="FILE", help="Write what White hears to this file, line by line.")
@click.option("--black-out", type=PATH, metavar="FILE", help="Write what Black hears to this file, line by line.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--record",
    "out",
    type=PATH,
    metavar="FILE",
    help="Write the umpire's records to this file when the games are over.",
)
@click.option("--to", "target", metavar="ID", help="The record's notation. Default: by the name of the file.")
def command(
    rules: str, start: str | None, seed: int, games: int, white: str | None, black: str | None,
    white_program: str | None, black_program: str | None, white_out: Path | None, black_out: Path | None,
    form: str, out: Path | None, target: str | None,
) -> None:  # fmt: skip
    """Umpire games: hear moves and questions line by line, answer them, and write the record.

    Each side hears what the rulebook lets it hear and nothing else; standard output shows what a player at this
    terminal may hear.  With several games, each starts with a line of its own, and the players stay the same.
    """
    from contextlib import ExitStack

    from kriegnote.live.game import LiveGame
    from kriegnote.live.players import AtTerminal, GameListener, Player, Program, play
    from kriegnote.live.state import LiveError
    from kriegnote.operations.conversion import InputError, convert_record, lookup, rulebook
    from kriegnote.reporting.output import Output, say
    from kriegnote.rules.setup import drawn

    written = [file.resolve() for file in (white_out, black_out, out) if file is not None and _is_regular(file)]
    if len(set(written)) < len(written):
        raise click.UsageError("--white-out, --black-out and --record need different files")
    book = rulebook(rules)
    assert book is not None
    row = lookup(target or _notation_of(out)) if out is not None else None
    names = tuple((name, value) for name, value in (("White", white), ("Black", black)) if value)

    def game(number: int) -> LiveGame:
        by_lot = start is None and book.game.setup != "given"
        headers = names if games == 1 else (("Round", str(number + 1)), *names)
        return LiveGame(book, start=drawn(book.game, seed + number) if by_lot else start, headers=headers)

    try:
        played = [game(0)]
    except LiveError as error:
        raise InputError(str(error)) from None
    record = None
    if row is not None:  # what cannot be written is known before the first move
        convert_record(played[0].written(), row)
        record = Output(out)
    terminal = AtTerminal(sys.stdin)
    words = form == "text"
    programs: dict[Side, str | None] = {"white": white_program, "black": black_program}
    files: dict[Side, Path | None] = {"white": white_out, "black": black_out}
    with ExitStack() as stack:
        players: dict[Side, Player] = {
            side: stack.enter_context(Program(program)) if program else terminal for side, program in programs.items()
        }
        people: list[Side] = [side for side, player in players.items() if player is terminal]
        listeners = [GameListener(side, player.send) for side, player in players.items() if player is not terminal]
        players_files: list[_PlayersFile] = []
        for side, file in files.items():
            if file is not None:
                players_files.append(stack.enter_context(_PlayersFile(file, side)))
                listeners.append(GameListener(side, players_files[-1].write, words=words))
        if unheard := [side for side in people if len(people) > 1 and files[side] is None]:
            options = " and ".join(f"--{side}-out" for side in unheard)
            say(f"kriegnote: what only one player may hear is not shown; use {options}", err=True)
        listeners.append(GameListener(people[0] if len(people) == 1 else "public", _show, words=words))
        try:
            while play(played[-1], players, listeners) and len(played) < games:
                played.append(game(len(played)))
        finally:
            if row is not None and record is not None:
                _write([played[0], *(one for one in played[1:] if one.begun)], row, record)
        side, player = played[-1].side, players[played[-1].side]
        status = player.ended() if isinstance(player, Program) and not played[-1].over else None
        if status is not None:
            say(f"kriegnote: {side.capitalize()}'s program ended before the game (status {status})", err=True)
            raise SystemExit(min(abs(status), 1))
        if any(one.is_lost for one in players_files):
            raise SystemExit(1)


class _PlayersFile:
    """The file with what a player may know; the game goes on if it can no longer be written (its pipe is closed)."""

    def __init__(self, file: Path, side: Side) -> None:
        self._file, self._side = file, side
        self._stream = file.open("w", encoding="utf-8", newline="\n")
        self.is_lost = False

    def write(self, text: str) -> None:
        """Writes lines at once; nothing after the first failure, which is named on standard error."""
        if self.is_lost:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            from kriegnote.reporting.output import say

            self.is_lost = True
            why = f"{error.strerror}; nothing more is written for {self._side.capitalize()}"
            say(f"kriegnote: {self._file}: {why}", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # what could not be written before
            self._stream.close()


def _is_regular(file: Path) -> bool:
    """Whether a path is that of a file that can hold only one output, and no device."""
    return str(file) != "-" and (file.is_file() or not file.exists())


def _show(text: str) -> None:
    from kriegnote.reporting.output import say

    if text:
        say(text, end="")


def _notation_of(out: Path | None) -> str:
    """The notation for a file name's suffix; JSON if there is none."""
    from kriegnote.notations.registry import notations

    suffix = out.suffix if out is not None else ""
    return next((row.id for row in notations().values() if suffix in row.suffixes), "json")


def _write(games: list[LiveGame], row: Notation, output: Output) -> None:
    from kriegnote.operations.conversion import convert_record

    with output:
        for number, game in enumerate(games):
            output.write((row.separator if number else "") + convert_record(game.written(), row).text)
