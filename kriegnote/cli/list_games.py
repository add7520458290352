"""``kriegnote list``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kriegnote.cli.options import OUT, RULES, reads_archive
from kriegnote.errors import did_you_mean

if TYPE_CHECKING:
    from kriegnote.archive.summary import GameSummary
    from kriegnote.cli.session import Run
    from kriegnote.diagnostics.findings import Finding

WHERE = click.option(
    "--where",
    "expression",
    metavar="EXPR",
    help='Only these games: "loser = black and end = checkmate and moves < 20".',
)
FORMAT = click.option(
    "--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
    help="The format of the rows.",
)  # fmt: skip


@click.command("list")
@reads_archive
@RULES
@WHERE
@click.option(
    "--columns", metavar="NAMES", help="The columns, separated by commas; `all` for all of them, `help` to list them."
)
@FORMAT
@OUT
def command(
    run: Run, rules: str | None, expression: str | None, columns: str | None, form: str, out: Path | None
) -> None:  # fmt: skip
    """List the games of an archive, one per line."""
    from kriegnote.archive.expression import where
    from kriegnote.archive.summary import COLUMNS
    from kriegnote.operations.conversion import rulebook
    from kriegnote.reporting.output import say

    if columns == "help":
        for name, column in COLUMNS.items():
            say(f"{name:<14} {column.text}")
        return
    names = _columns(columns)
    if expression is not None:
        where(expression)
    rulebook(rules)
    rows = ([getattr(game, name) for name in names] for game in games(run, expression, rules))
    write_rows(run, names, rows, form, out)
    end(run)


def games(run: Run, expression: str | None, rules: str | None = None) -> Iterator[GameSummary]:
    """The games that an expression selects.

    :param rules: the rulebook for all games; None: each game's own.
    """
    from kriegnote.archive.listing import Summarise

    for result in run.results(Summarise(expression, rules)):
        print_left(run.inform, result.input.name, result.left)
        yield from result.games


def print_left(inform: Callable[[str], None], name: str, findings: Iterable[Finding]) -> None:
    """Prints the findings on lines that belong to no game; other findings are not printed by lists."""
    from kriegnote.diagnostics.finding_set import FindingSet
    from kriegnote.diagnostics.findings import IN_NO_GAME
    from kriegnote.reporting.rendering import as_text

    for one in FindingSet(one for one in findings if one.code == IN_NO_GAME).of_game(name, 1):
        inform(as_text(one))


def write_rows(run: Run, names: list[str], rows: Iterator[list[Any]], form: str, out: Path | None) -> None:
    """Writes rows to a file or standard output; nothing if no input could be read."""
    from kriegnote.archive.tables import WRITERS
    from kriegnote.reporting.output import Output

    run.leave_out += [out] if out is not None and str(out) != "-" else []
    pending = ""  # until a game is read
    with Output(out) as output:
        for text in WRITERS[form](names, rows):  # type: ignore[index]
            pending += text
            if run.games:
                output.write(pending)
                pending = ""
        if run.failed and not run.games:
            output.discard()
        else:
            output.write(pending)


def end(run: Run) -> None:
    """Prints the summary of a run, if there were several inputs, and exits with its status."""
    if run.many:
        run.inform("\n".join(run.summary()))
    raise SystemExit(run.status())


_OTHER_NAMES: Final = {"reason": "end"}
"""Columns of the tables of ``export`` that lists call by another name."""


def _columns(text: str | None) -> list[str]:
    """The columns named by an option.

    :raises click.UsageError: if one of them does not exist.
    """
    from kriegnote.archive.summary import COLUMNS, USUAL

    if text is None:
        return list(USUAL)
    if text == "all":
        return list(COLUMNS)
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in COLUMNS:
            advice = did_you_mean(_OTHER_NAMES.get(name, name), COLUMNS, "--columns help lists them")
            raise click.UsageError(f"unknown column {name!r}; {advice}")
    return names
