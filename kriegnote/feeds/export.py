"""Writes an archive as tables; each game's rows are written before the next game is read."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kriegnote.archive.processed_game import named_rulebook
from kriegnote.feeds.table_files import Format, TableFile, table_file
from kriegnote.feeds.tables import NOWHERE, TABLES, GamePlace, Rows, rows
from kriegnote.model.record import Record
from kriegnote.operations.conversion import Item, empty
from kriegnote.rules import RuleSet


class Exported(NamedTuple):
    """A record to export, its place, and the number of warnings and errors of its reader."""

    record: Record
    place: GamePlace = NOWHERE
    findings: int = 0


class Tables:
    """The tables of an archive while they are written; games are numbered from 0 in the order of being added."""

    def __init__(self, files: dict[str, BinaryIO], form: Format) -> None:
        """Starts the tables.

        :param files: open binary files by table name; a table without a file is not written.
        :raises MissingExtra: if the format is Parquet or Arrow and pyarrow is not installed.
        """
        self.games = 0
        self._tables: dict[str, TableFile] = {name: table_file(name, file, form) for name, file in files.items()}

    def add(self, game: Rows) -> None:
        """Adds a game's rows."""
        for name, table in self._tables.items():
            made = getattr(game, name)
            for row in made:
                row["game"] = self.games
            table.add(made)
        self.games += 1

    def add_packed(self, game: bytes) -> None:
        """Adds the rows of a game that :class:`MakeRows` has packed."""
        self.add(pickle.loads(game))  # trusted: packed by this process or one that it started

    def close(self) -> None:
        """Writes the remaining rows and the ends of the tables."""
        for table in self._tables.values():
            table.close()


@dataclass(frozen=True)
class MakeRows:
    """Makes and packs the rows of each game; can be sent to other processes.

    Packed rows need a fraction of the memory, so that the games of several parts can wait for their turn.

    :param rules: the rulebook with which announcements are completed; None: the one that each record names.
    :param chances: whether the plies have the probability of an enemy man on each square.
    """

    rules: str | None = None
    chances: bool = False

    def __call__(self, items: Iterable[Item]) -> Iterator[bytes]:
        for item in items:
            if empty(item) is None:
                place = GamePlace(**item.place)
                wrong = sum(one.severity != "info" for one in item.findings)
                made = rows(0, item.record, named_rulebook(self.rules), place, wrong, chances=self.chances)
                yield pickle.dumps(made, pickle.HIGHEST_PROTOCOL)


def export(games: Iterable[Exported], files: dict[str, BinaryIO], form: Format, rules: RuleSet | None = None) -> int:
    """Writes the tables of games into open binary files; returns the number of games.

    :param files: the files by table name: ``games``, ``plies``, ``events``; a table without a file is not written.
    :param rules: the rulebook with which announcements are completed; None: the one that each record names.
    :raises MissingExtra: if the format is Parquet or Arrow and pyarrow is not installed.
    """
    tables = Tables(files, form)
    for game in games:
        tables.add(rows(0, game.record, rules, game.place, game.findings))
    tables.close()
    return tables.games


def export_to(folder: Path, games: Iterable[Exported], form: Format = "parquet", rules: RuleSet | None = None) -> int:
    """Like :func:`export`, into the files ``games``, ``plies`` and ``events`` in an existing folder.

    :raises OSError: if a file cannot be written.
    """
    with open_tables(folder, form, lambda path: path.open("wb")) as files:
        return export(games, files, form, rules)


@contextmanager
def open_tables(folder: Path, form: Format, open_file: Callable[[Path], BinaryIO]) -> Iterator[dict[str, BinaryIO]]:
    """The files of the tables in a folder, opened for writing."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(open_file(folder / f"{name}.{form}")) for name in TABLES}
