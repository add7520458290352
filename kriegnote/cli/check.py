"""``kriegnote check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kriegnote.cli.command_group import say_error
from kriegnote.cli.options import PATH, RULEBOOK, reads_archive

if TYPE_CHECKING:
    from kriegnote.archive.checking import Checked
    from kriegnote.archive.running import PartResult
    from kriegnote.cli.session import Run
    from kriegnote.diagnostics.findings import Finding


@click.command("check")
@reads_archive
@click.option(
    "--rules",
    metavar="RULEBOOK",
    type=RULEBOOK,
    help="The rulebook; `auto` lists those that the record is consistent with.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
    help="The format of the findings.",
)  # fmt: skip
@click.option("--fix", is_flag=True, help="Apply the fixes that are certain to the files, and show them as a diff.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing it.")
@click.option(
    "--out-dir",
    type=PATH,
    metavar="DIR",
    help="Write the findings of each input into a file of the same name in this folder.",
)
@click.option("--overwrite", is_flag=True, help="With --out-dir: replace existing files.")
def command(
    run: Run, rules: str | None, form: str, fix: bool, diff: bool, out_dir: Path | None, overwrite: bool
) -> None:  # fmt: skip
    """Check records against the board and the rulebook."""
    from kriegnote.archive.checking import Examine
    from kriegnote.operations.conversion import rulebook

    if (fix or diff) and "-" in (run.files or "-"):
        raise click.UsageError("--fix and --diff need a FILE; they cannot change standard input")
    auto = rules == "auto"
    if not auto:
        rulebook(rules)
    if overwrite and out_dir is None:
        raise click.UsageError("--overwrite needs --out-dir")
    run.leave_out += [out_dir] if out_dir is not None else []
    written = _Output(run, form, auto) if out_dir is None else _Files(run, out_dir, form, overwrite)
    findings: list[Finding] = []
    for result in run.results(Examine(None if auto else rules, auto, form == "text", run.selection)):
        for checked in result.games:
            run.note((one.code, one.severity) for one in checked.findings)
            findings += checked.findings if fix or diff else []
        written.add(result)
    written.close()
    if form == "text" and (run.games or not run.failed):
        lines = [run.counts()]
        run.inform("\n".join(run.summary() + lines if run.many else lines))
    if fix or diff:
        _fix(run, findings, err=form != "text", write=not diff)
    raise SystemExit(run.status())


class _Output:
    """Writes findings to standard output: at once, except that JSON, SARIF and the rulebooks come at the end."""

    def __init__(self, run: Run, form: str, auto: bool) -> None:
        self.run, self.form, self.auto = run, form, auto
        self.findings: list[Finding] = []
        self.books: list[Checked] = []

    def add(self, result: PartResult[Checked]) -> None:
        """Adds the results of a part of an input."""
        from kriegnote.reporting.output import say
        from kriegnote.reporting.rendering import as_github

        for checked in result.games:
            say(checked.findings_text, end="")
            if self.form == "github":
                say("".join(as_github(one) for one in checked.findings), end="")
            elif self.form != "text":
                self.findings += checked.findings
            if self.auto:
                self.books.append(checked)

    def close(self) -> None:
        """Writes what can only be written at the end."""
        from kriegnote.reporting.output import say, say_utf8
        from kriegnote.reporting.rendering import dump

        if self.form in ("json", "sarif"):
            consistent = [one.books for one in self.books if one.books is not None]
            say_utf8(dump(_document(self.form, self.findings, self.run.games, consistent)))
            return
        for one in self.books:
            say(one.consistency)


class _Files:
    """Writes the findings on each input to a separate file."""

    def __init__(self, run: Run, folder: Path, form: str, overwrite: bool) -> None:
        from kriegnote.archive.naming import Names

        self.run, self.folder, self.form, self.overwrite = run, folder, form, overwrite
        self.names = Names()
        self.games: list[Checked] = []

    def add(self, result: PartResult[Checked]) -> None:
        """Adds the results of a part of an input; after the last part, writes its file."""
        from kriegnote.archive.naming import values_of
        from kriegnote.reporting.output import Output

        self.games += result.games
        if not result.last:
            return
        games, self.games = self.games, []
        if not games:
            return
        name = str(values_of(result.input, "")["path"])
        path = self.folder / self.names.unique(name, _ENDINGS[self.form], result.input.relative)
        if path.exists() and not self.overwrite:
            self.run.complain(f"{path}: error: this file already exists; --overwrite replaces it")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with Output(path) as output:
            output.write(self._text(games))

    def close(self) -> None:
        """Does nothing: everything is already written."""

    def _text(self, games: list[Checked]) -> str:
        from kriegnote.reporting.rendering import as_github, dump

        findings = [one for game in games for one in game.findings]
        if self.form == "text":
            return "".join(game.findings_text for game in games) + "".join(
                f"{game.consistency}\n" for game in games if game.consistency
            )
        if self.form == "github":
            return "".join(map(as_github, findings))
        return dump(_document(self.form, findings, len(games), [game.books for game in games if game.books]))


_ENDINGS: Final = {"text": ".txt", "github": ".txt", "json": ".json", "sarif": ".sarif"}


def _document(form: str, findings: list[Finding], records: int, books: list[dict[str, int]]) -> Any:
    """The findings as JSON or SARIF."""
    from kriegnote.reporting.rendering import as_json, as_sarif

    if form == "sarif":
        from importlib.metadata import version

        return as_sarif(findings, version("kriegnote"))
    document: dict[str, Any] = {"findings": [as_json(one) for one in findings], "records": records}
    return document | {"rules": books} if books else document


def _fix(run: Run, findings: list[Finding], *, err: bool, write: bool) -> None:
    """Applies the fixes, and shows the changes on standard output or, if that holds findings, on standard error."""
    from kriegnote.operations.fixing import fix_files
    from kriegnote.reporting.output import say

    packed = {one.file for one in findings if one.fix is not None and one.file is not None and _is_packed(one.file)}
    for name in sorted(packed):
        run.complain(f"{name}: error: this file is compressed; unpack it first")
    findings = [one for one in findings if one.file not in packed]
    for fixed in fix_files(findings, write=write):
        say(fixed.diff, err=err, end="")
        for message in fixed.refused:
            say_error(message)
        run.failed = run.failed or fixed.failed


def _is_packed(name: str) -> bool:
    """Whether a file is compressed or in a zip file."""
    from kriegnote.archive.compressed import compression_of

    path = Path(name)
    if not path.is_file():
        return ".zip/" in name.lower()
    with path.open("rb") as file:
        return compression_of(file.read(8)) is not None
