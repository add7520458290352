"""The program: its commands, each in a module of its own that is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import click

from kriegnote.cli.command_group import CommandGroup

EPILOG: Final = (
    "Exit status: 0 done; 1 a warning or an error was found; 2 an input could not be read or the arguments are wrong;"
    " 130 interrupted."
)

COMMANDS: Final[Mapping[str, str]] = {
    "convert": "convert",
    "check": "check",
    "repair": "repair",
    "show": "show",
    "list": "list_games",
    "stats": "stats",
    "dedupe": "dedupe",
    "prove": "prove",
    "notations": "notations",
    "rules": "rules",
    "explain": "explain",
}
"""Every command and the module of this package that has it, as ``command``."""


@click.group(
    cls=CommandGroup, modules=COMMANDS, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="kriegnote")
@click.option(
    "--config",
    metavar="FILE",
    help="Settings; else kriegnote.toml or pyproject.toml, here or above.",
)
def main(config: str | None) -> None:
    """Read, check, mend and convert the notations of Kriegspiel.

    A FILE is a file, a folder, a glob, or - for standard input; .gz, .bz2, .xz, .zst and .zip are read as they are.
    Results go to standard output, everything else to standard error.
    """
