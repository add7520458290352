"""The page of all commands, written from the commands themselves (see :mod:`tests.generate_docs`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import cleandoc

import click

from kriegnote.archive.naming import OF_FILES, OF_GAMES
from kriegnote.archive.summary import COLUMNS
from kriegnote.cli.program import COMMANDS, main


def commands() -> str:
    """The page."""
    context = click.Context(main, info_name="kriegnote")
    lines = [
        "# All commands",
        "",
        "Generated from the commands; `kriegnote COMMAND --help` prints the same. [Archives](archives.md) explains",
        "how they work on many files.",
        "",
        "`kriegnote [--config FILE] COMMAND …`, or `python -m kriegnote`. " + _sentence(main.help),
        "",
        *_table(("status", "meaning"), STATUSES.items()),
    ]
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        lines += _command(name, command, context)
    lines += [
        "",
        "## Fields of a game",
        "",
        "Columns of `list`, names in `--where`, `--by` of `stats`.",
        "",
        *_table(("field", "what it is"), ((f"`{name}`", column.text) for name, column in COLUMNS.items())),
        "",
        "## Fields of `--name`",
        "",
        *_table(("field", "what it is"), ((f"`{{{name}}}`", text) for name, text in OF_FILES.items())),
        "",
        "With `--split` also:",
        "",
        *_table(("field", "what it is"), ((f"`{{{name}}}`", text) for name, text in OF_GAMES.items())),
    ]
    return "\n".join(lines) + "\n"


STATUSES: Mapping[str, str] = {
    "0": "done; also with `--exit-zero`, whatever was found",
    "1": "a finding that is a warning or an error; a loss with `--on-loss error`",
    "2": "an input could not be read completely, or the arguments are wrong",
    "130": "interrupted (Ctrl-C)",
    "141": "the reader of the output was closed",
    "143": "ended by SIGTERM",
}


def _command(name: str, command: click.Command, parent: click.Context) -> list[str]:
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    options = [option for option in command.params if isinstance(option, click.Option)]
    lines = ["", f"## {name}", "", f"`kriegnote {name} {usage}`", "", _sentence(command.help)]
    if options:
        lines += ["", *_table(("option", "meaning"), (_option(option, context) for option in options))]
    return lines


def _option(option: click.Option, context: click.Context) -> tuple[str, str]:
    names = ", ".join(f"`{name}`" for name in option.opts)
    metavar = "" if option.is_flag else f" `{option.make_metavar(context)}`"
    default = f" Default: `{option.default}`." if option.show_default and option.default is not None else ""
    text = (option.help or "").rstrip(".")
    needed = " Required." if option.required else ""
    more = " May be repeated." if option.multiple else ""
    return f"{names}{metavar}", f"{text}.{needed}{more}{default}"


def _sentence(text: str | None) -> str:
    return " ".join(cleandoc(text or "").split())


def _table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    def row(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return [row(heading), "|" + " --- |" * len(heading), *map(row, rows)]
