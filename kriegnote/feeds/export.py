"""An archive as tables: each game's rows are made and written before the next is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kriegnote.feeds.table_files import Format, TableFile, table_file
from kriegnote.feeds.tables import NOWHERE, TABLES, Place, rows
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet


class Game(NamedTuple):
    """A record to export, where it was read, and how many warnings and errors its reader had."""

    record: Record
    place: Place = NOWHERE
    findings: int = 0


def export(games: Iterable[Game], files: dict[str, BinaryIO], form: Format, rules: RuleSet | None = None) -> int:
    """Writes the tables of some games into open binary files, one a table.  What is returned is how many games.

    :param files: by the table's name: ``games``, ``plies``, ``events``; a table that is not there is not written.
    :param rules: the rulebook that completes announcements; None takes the one that each record names.
    :raises MissingExtra: Parquet and Arrow need pyarrow.
    """
    with ExitStack() as stack:
        tables: dict[str, TableFile] = {}
        for name, file in files.items():
            tables[name] = table_file(name, file, form)
            stack.callback(tables[name].close)
        number = -1
        for number, game in enumerate(games):
            made = rows(number, game.record, rules, game.place, game.findings)._asdict()
            for name, table in tables.items():
                table.add(made[name])
        return number + 1


def export_to(
    folder: Path,
    games: Iterable[Game],
    form: Format = "parquet",
    rules: RuleSet | None = None,
    *,
    open_file: Callable[[Path], BinaryIO] = lambda path: path.open("wb"),
) -> int:
    """As :func:`export`, into ``games.parquet``, ``plies.parquet`` and ``events.parquet`` of a folder that there is.

    :raises OSError: a file cannot be written.
    """
    with ExitStack() as stack:
        files = {name: stack.enter_context(open_file(folder / f"{name}.{form}")) for name in TABLES}
        return export(games, files, form, rules)
