"""``kriegnote repair``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kriegnote.cli.convert import print_findings
from kriegnote.cli.options import LANG, NOTATION, PATH, PIECES, RULES, reads_archive, writes_archive

if TYPE_CHECKING:
    from kriegnote.cli.destination import Destination
    from kriegnote.cli.session import Run
    from kriegnote.restoration.choices import Replacement


@click.command("repair")
@reads_archive
@click.option("--to", "target", metavar="ID", type=NOTATION, help="The notation to write. Default: that of the input.")
@RULES
@LANG
@PIECES
@writes_archive
@click.option("--report", type=PATH, metavar="FILE", help="Write the number of readings and the open plies, as JSON.")
@click.option(
    "--effort", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Search up to N times as long as usual.",
)  # fmt: skip
@click.option("--diff", is_flag=True, help="Show what would change in the files, without changing it.")
@click.option("--interactive", is_flag=True, help="Show the board and ask before each change.")
def command(
    run: Run, destination: Destination, target: str | None, rules: str | None, lang: str, pieces: str | None,
    report: Path | None, effort: int, diff: bool, interactive: bool,
) -> None:  # fmt: skip
    """Find the legal game behind a damaged score."""
    from kriegnote.archive.repairing import Repair
    from kriegnote.operations.conversion import lookup, rulebook
    from kriegnote.reporting.output import JsonReport
    from kriegnote.text.writing import Style

    if target is not None:
        lookup(target)
    rulebook(rules)
    if diff or interactive:
        _in_place(run, destination, target, rules, report, effort, interactive)
        raise SystemExit(run.status())
    work = Repair(target, rules, Style.of(lang, pieces), run.selection, effort)
    with destination.opened(run) as writing, JsonReport(report, beside=writing.scratch) as reported:
        for one, game in writing.games(work, whole=True):
            print_findings(run, one.name, game)
            if game.entry is not None:
                reported.add(game.entry)
    if run.many:
        run.inform("\n".join(run.summary()))
    raise SystemExit(run.status())


def _in_place(
    run: Run, destination: Destination, target: str | None, rules: str | None, report: Path | None, effort: int,
    interactive: bool,
) -> None:  # fmt: skip
    """Corrects only the words in the files that need it: shows a diff, or writes what the user agreed to."""
    from kriegnote.archive.repairing import Correct
    from kriegnote.operations.fixing import fix_files

    if target or report:
        raise click.UsageError("--to and --report cannot be used with --diff or --interactive")
    if "-" in (run.files or "-"):
        raise click.UsageError("--diff and --interactive need a FILE")
    found: list[Replacement] = []
    for result in run.results(Correct(rules, effort, run.selection)):
        for game, corrections in result.games:
            print_findings(run, result.input.name, game)
            found += corrections
    if interactive:
        _agreed(destination, found)
        return
    from kriegnote.reporting.output import say

    for fixed in fix_files((one.finding for one in found), write=False):
        say(fixed.diff, end="")


def _agreed(destination: Destination, found: list[Replacement]) -> None:
    """Asks about every correction and writes the files with those that were accepted."""
    import msgspec

    from kriegnote.cli.questions import ask
    from kriegnote.diagnostics.findings import Finding, Fix
    from kriegnote.operations.fixing import fixed_text
    from kriegnote.reporting.output import Output

    chosen: dict[str, list[Finding]] = {}
    for one in found:
        agreed = chosen.setdefault(one.finding.file or "", [])
        new = ask(one)
        if new is not None:
            agreed.append(msgspec.structs.replace(one.finding, fix=Fix(old=one.printed, new=new)))
    with Output(destination.out, hold=True) as output:
        for name, findings in chosen.items():
            output.write_bytes(fixed_text(Path(name), findings))
