"""``kriegnote check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.command_group import say_error
from kriegnote.cli.options import RULEBOOK, reads_archive

if TYPE_CHECKING:
    from kriegnote.archive.work import Checked
    from kriegnote.cli.session import Run
    from kriegnote.diagnostics.findings import Finding


@click.command("check")
@reads_archive
@click.option(
    "--rules",
    metavar="RULEBOOK",
    type=RULEBOOK,
    help="The rulebook; `auto` tells which ones the record obeys.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
    help="How findings are written.",
)  # fmt: skip
@click.option("--fix", is_flag=True, help="Apply the certain fixes to the files, and show them as a diff.")
def command(run: Run, rules: str | None, form: str, fix: bool) -> None:
    """Check records against the board and the rulebook."""
    from kriegnote.archive.work import Check
    from kriegnote.operations.conversion import rulebook
    from kriegnote.reporting.output import say
    from kriegnote.reporting.rendering import as_github

    if fix and "-" in (run.files or "-"):
        raise click.UsageError("--fix changes files in place; standard input has no place, name a FILE")
    auto = rules == "auto"
    if not auto:
        rulebook(rules)
    work = Check(None if auto else rules, auto, form == "text", run.selection)
    findings: list[Finding] = []
    books: list[Checked] = []
    for result in run.results(work):
        for checked in result.games:
            run.note((one.code, one.severity) for one in checked.findings)
            say(checked.said, end="")
            if form == "github":
                say("".join(as_github(one) for one in checked.findings), end="")
            if auto:
                books.append(checked)
            if fix or form in ("json", "sarif"):
                findings += checked.findings
    _write(run, form, findings, books if auto else None)
    if form == "text" and (run.games or not run.failed):
        lines = [run.counts()]
        run.tell("\n".join(run.summary() + lines if run.many else lines))
    if fix:
        _fix(run, findings, err=form != "text")
    raise SystemExit(run.status())


def _write(run: Run, form: str, findings: list[Finding], books: list[Checked] | None) -> None:
    """What is written when everything is read: JSON, SARIF, the rulebooks that the records obey."""
    from kriegnote.reporting.output import say, say_utf8
    from kriegnote.reporting.rendering import as_json, as_sarif, dump

    if form == "json":
        told: dict[str, Any] = {"findings": [as_json(one) for one in findings], "records": run.games}
        if books is not None:
            told["rules"] = [one.books for one in books]
        say_utf8(dump(told))
    elif form == "sarif":
        from importlib.metadata import version

        say_utf8(dump(as_sarif(findings, version("kriegnote"))))
    elif books is not None:
        for one in books:
            say(one.obeyed)


def _fix(run: Run, findings: list[Finding], *, err: bool) -> None:
    """Applies the fixes; shows what they change on standard output, or on standard error where that is taken."""
    from kriegnote.operations.fixing import fix_files
    from kriegnote.reporting.output import say

    packed = {one.file for one in findings if one.fix is not None and one.file is not None and _is_packed(one.file)}
    for name in sorted(packed):
        run.complain(f"{name}: error: this file is compressed; unpack it to have it fixed")
    findings = [one for one in findings if one.file not in packed]
    for fixed in fix_files(findings):
        say(fixed.diff, err=err, end="")
        for message in fixed.refused:
            say_error(message)
        run.failed = run.failed or fixed.failed


def _is_packed(name: str) -> bool:
    """Whether a file is compressed, or stands in a zip file."""
    from kriegnote.archive.compressed import compression_of

    path = Path(name)
    if not path.is_file():
        return ".zip/" in name.lower()
    with path.open("rb") as file:
        return compression_of(file.read(8)) is not None
