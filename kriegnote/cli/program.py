"""The program: its commands, each in a separate module that is imported on demand."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

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
    "extract": "extract",
    "list": "list_games",
    "stats": "stats",
    "dedupe": "dedupe",
    "join": "join",
    "know": "know",
    "complete": "complete",
    "export": "export",
    "prove": "prove",
    "umpire": "umpire",
    "notations": "notations",
    "rules": "rules",
    "explain": "explain",
}
"""Every command, with the module of this package that defines it as ``command``."""

_MANY: Final = 10_000
"""The number of objects after which Python looks for reference cycles; commands create none worth collecting."""


@click.group(
    cls=CommandGroup, modules=COMMANDS, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="kriegnote")
@click.option(
    "--config",
    metavar="FILE",
    help="The settings file. Default: kriegnote.toml or pyproject.toml in this folder or above.",
)
@click.pass_context
def main(context: click.Context, config: str | None) -> None:
    """Read, check, repair and convert records of Kriegspiel games.

    A FILE is a file, a folder, a glob, or - for standard input; .gz, .bz2, .xz, .zst and .zip files are read, too.
    Results go to standard output, everything else to standard error.
    """
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    os.environ.setdefault("KRIEGNOTE_CACHE", f"{caches}/kriegnote")  # see kriegnote.cache
    gc.set_threshold(_MANY)
    context.default_map = _settings(context, config)


def _settings(context: click.Context, config: str | None) -> dict[str, Any] | None:
    """The options' defaults from a settings file; None without one.

    :raises ConfigurationError: if it has a key that is no option.
    """
    from kriegnote.archive.configuration import defaults, find, load

    path = Path(config) if config is not None else find(Path.cwd())
    if path is None:
        return None
    options: dict[str, dict[str, str]] = {}
    several: set[str] = set()
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        options[name] = {}
        for option in command.params:
            if isinstance(option, click.Option) and option.name is not None:
                options[name][max(option.opts, key=len).lstrip("-")] = option.name
                several |= {option.name} if option.multiple else set()
    found = defaults(load(path), options, path)
    for values in found.values():
        for name in several & values.keys():
            values[name] = [values[name]] if isinstance(values[name], str) else values[name]
    return found
