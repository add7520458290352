"""``kriegnote repair``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kriegnote.cli.convert import style_of, tell
from kriegnote.cli.options import LANG, NOTATION, PIECES, RULES, reads_archive, writes_archive

if TYPE_CHECKING:
    from kriegnote.cli.destination import Destination
    from kriegnote.cli.session import Run


@click.command("repair")
@reads_archive
@click.option(
    "--to", "target", metavar="ID", type=NOTATION, help="The notation to write; that of the input when left out."
)
@RULES
@LANG
@PIECES
@writes_archive
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="Readings and open plies, as JSON.")
def command(
    run: Run, destination: Destination, target: str | None, rules: str | None, lang: str, pieces: str | None,
    report: Path | None,
) -> None:  # fmt: skip
    """Find the legal game behind a damaged score."""
    from kriegnote.archive.work import Repair
    from kriegnote.operations.conversion import lookup, rulebook
    from kriegnote.reporting.output import Report

    if target is not None:
        lookup(target)
    rulebook(rules)
    work = Repair(target, rules, style_of(lang, pieces), run.selection)
    with destination.opened(run) as writing, Report(report, beside=writing.scratch) as told:
        for one, game in writing.games(work, whole=True):
            tell(run, one.name, game)
            if game.entry is not None:
                told.add(game.entry)
    if run.many:
        run.tell("\n".join(run.summary()))
    raise SystemExit(run.status())
