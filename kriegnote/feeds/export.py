"""An archive as tables: each game's rows are made and written before the next is read."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kriegnote.archive.worked import named_rulebook
from kriegnote.feeds.table_files import Format, TableFile, table_file
from kriegnote.feeds.tables import NOWHERE, TABLES, GamePlace, Rows, rows
from kriegnote.model.record import Record
from kriegnote.operations.conversion import Item, empty
from kriegnote.rules import RuleSet


class Exported(NamedTuple):
    """A record to export, where it was read, and how many warnings and errors its reader had."""

    record: Record
    place: GamePlace = NOWHERE
    findings: int = 0


class Tables:
    """The tables of an archive that are being written.  Games are numbered from 0 in the order in which they come."""

    def __init__(self, files: dict[str, BinaryIO], form: Format) -> None:
        """:param files: open binary files by the table's name; a table that is not there is not written.

        :raises MissingExtra: Parquet and Arrow need pyarrow.
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
        """Adds the rows that :class:`MakeRows` made of a game."""
        self.add(pickle.loads(game))  # our own process or one that it started has packed it

    def close(self) -> None:
        """Writes what is waiting, and the tables' ends."""
        for table in self._tables.values():
            table.close()


@dataclass(frozen=True)
class MakeRows:
    """Makes the rows of each game that is read, packed; other processes can be given it.

    Packed they take a fraction of the room, so that the games of several parts may wait for their turn in memory.

    :param rules: the rulebook that completes announcements; None takes the one that each record names.
    :param chances: whether the plies tell how likely an enemy man is to stand on each square.
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
    """Writes the tables of some games into open binary files.  What is returned is how many games.

    :param files: by the table's name: ``games``, ``plies``, ``events``; a table that is not there is not written.
    :param rules: the rulebook that completes announcements; None takes the one that each record names.
    :raises MissingExtra: Parquet and Arrow need pyarrow.
    """
    tables = Tables(files, form)
    for game in games:
        tables.add(rows(0, game.record, rules, game.place, game.findings))
    tables.close()
    return tables.games


def export_to(folder: Path, games: Iterable[Exported], form: Format = "parquet", rules: RuleSet | None = None) -> int:
    """As :func:`export`, into ``games.parquet``, ``plies.parquet`` and ``events.parquet`` of a folder that there is.

    :raises OSError: a file cannot be written.
    """
    with open_tables(folder, form, lambda path: path.open("wb")) as files:
        return export(games, files, form, rules)


@contextmanager
def open_tables(folder: Path, form: Format, open_file: Callable[[Path], BinaryIO]) -> Iterator[dict[str, BinaryIO]]:
    """The files of the tables in a folder, open to be written."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(open_file(folder / f"{name}.{form}")) for name in TABLES}
