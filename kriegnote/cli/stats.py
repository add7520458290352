"""``kriegnote stats``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.list_games import FORMAT, WHERE, end, games, write_rows
from kriegnote.cli.options import OUT, reads_archive

if TYPE_CHECKING:
    from kriegnote.cli.session import Run


@click.command("stats")
@reads_archive
@WHERE
@click.option("--by", metavar="FIELD", help="Count separately for each value of a field: rules, white, event, date …")
@FORMAT
@OUT
def command(run: Run, expression: str | None, by: str | None, form: str, out: Path | None) -> None:
    """Count results, lengths, tries, announcements and first moves over an archive."""
    from kriegnote.archive.expression import where
    from kriegnote.archive.statistics import Statistic
    from kriegnote.archive.summary import COLUMNS

    if expression is not None:
        where(expression)
    if by is not None and by not in COLUMNS:
        raise click.UsageError(f"--by: unknown field {by!r}; `kriegnote list --columns help` lists the fields")
    names = [*([by] if by else []), *Statistic._fields]
    write_rows(run, names, _rows(run, expression, by), form, out)
    end(run)


def _rows(run: Run, expression: str | None, by: str | None) -> Iterator[list[Any]]:
    from kriegnote.archive.statistics import Statistics

    counted: dict[Any, Statistics] = {}
    if by is None:
        counted[None] = Statistics()
    for game in games(run, expression):
        value = getattr(game, by) if by else None
        counted.setdefault(value, Statistics()).add(game)
    for value in sorted(counted, key=lambda one: (one is None, str(one))):
        for row in counted[value].rows():
            yield [*([value] if by else []), *row]
