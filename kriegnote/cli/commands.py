"""The command line: a thin face over the verbs.  Everything heavy is imported where it is used."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.command_group import CommandGroup, say_error
from kriegnote.cli.knowledge import complete_command, join_command, know_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kriegnote.diagnostics.findings import Finding
    from kriegnote.operations.conversion import Item

EPILOG = (
    "Exit status: 0 done; 1 a warning or an error was found; 2 the input could not be read or the arguments are wrong;"
    " 130 interrupted."
)
FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
FROM = click.option("--from", "source", metavar="ID", help="The notation to read; detected when left out.")
RULES = click.option(
    "--rules", metavar="RULEBOOK", help='The umpire\'s rulebook: a name, a file (TOML), or "name; field=value".'
)


@click.group(cls=CommandGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kriegnote")
def main() -> None:
    """Read, check, mend and convert the notations of Kriegspiel.

    Results go to standard output, everything else to standard error; - or no FILE is standard input.
    """
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    os.environ.setdefault("KRIEGNOTE_CACHE", f"{caches}/kriegnote")  # where kriegnote.parsing keeps built parsers


def _sources(files: tuple[Path, ...]) -> list[Path | None]:
    return [None if str(file) == "-" else file for file in files] or [None]


class _Run:
    """Reads the items of all inputs; an input that cannot be read is told and the others go on."""

    def __init__(self, files: tuple[Path, ...], source: str | None) -> None:
        self.files = files
        self.source = source
        self.failed = False
        self.worst = 0
        self.count = 0

    def items(self) -> Iterator[tuple[str, Item]]:
        from kriegnote.notations.registry import PluginError
        from kriegnote.operations.conversion import InputError, lookup, read_items
        from kriegnote.reporting.output import progress

        if self.source is not None:
            lookup(self.source)
        with progress() as tick:
            for file in _sources(self.files):
                name = str(file) if file else "-"
                try:
                    if file is not None and file.is_dir():
                        raise InputError("it is a directory")
                    before = self.count
                    for item in read_items(file or sys.stdin.buffer, self.source):
                        self.count += 1
                        tick()
                        yield name, item
                    if self.count == before:
                        raise InputError("the input is empty")
                except (InputError, PluginError, OSError) as error:
                    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                    say_error(f"{name}: error: {text}")
                    self.failed = True

    def note(self, findings: list[Finding]) -> None:
        from kriegnote.diagnostics.findings import RANK

        self.worst = max([self.worst, *(RANK[one.severity] for one in findings)])

    def status(self, loss: bool = False) -> int:
        if self.failed:
            return 2
        return 1 if self.worst or loss else 0


def _tell(findings: list[Finding], name: str, item: Item, quote: bool = True, mild: bool = False) -> None:
    """Findings as text on standard error; without the source line where a player's view is being made.

    ``mild``: those that are for information, too.
    """
    import msgspec

    from kriegnote.operations.conversion import in_order
    from kriegnote.reporting.output import say
    from kriegnote.reporting.rendering import as_text

    for found in in_order(findings):
        if mild or found.severity != "info":
            say(as_text(msgspec.structs.replace(found, file=name), item.chunk if quote else None), err=True, end="")


def _style(lang: str, pieces: str | None) -> Any:
    from kriegnote.notations.registry import Style

    return Style(lang, pieces or ("it" if lang == "it" else "en"))  # type: ignore[arg-type]


@main.command()
@FILES
@FROM
@click.option("--to", "target", metavar="ID", required=True, help="The notation to write.")
@RULES
@click.option("--view", type=click.Choice(["umpire", "white", "black", "public"]), help="Whose record it becomes.")
@click.option(
    "--until",
    type=click.IntRange(min=1),
    metavar="TURN",
    help="Stop before this turn (before the player's own move in it).",
)
@click.option("--lang", type=click.Choice(["en", "it"]), default="en", show_default=True, help="The language of words.")
@click.option(
    "--pieces", type=click.Choice(["en", "it", "figurine"]), help="The men's letters; as --lang when left out."
)
@click.option("-o", "out", type=click.Path(path_type=Path), metavar="OUT", help="Write here, whole or not at all.")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="What became of each fact, as JSON.")
@click.option("--on-loss", type=click.Choice(["warn", "error", "ignore"]), default="warn", show_default=True)
def convert(
    files: tuple[Path, ...], source: str | None, target: str, rules: str | None, view: Any, until: int | None,
    lang: str, pieces: str | None, out: Path | None, report: Path | None, on_loss: str,
) -> None:  # fmt: skip
    """Convert records from one notation into another."""
    from kriegnote.operations.conversion import ViewError, convert_record, empty, findings_told, lookup, rulebook
    from kriegnote.operations.losses import Loss
    from kriegnote.reporting.output import Output, Report

    row, book, style = lookup(target), rulebook(rules), _style(lang, pieces)
    run = _Run(files, source)
    losses: dict[str, Loss] = {}
    with Output(out, hold=on_loss == "error") as output, Report(report) as told:
        written = 0
        for name, item in run.items():
            nothing = empty(item)
            findings = [nothing] if nothing else list(item.findings)
            if item.record.events or item.record.headers or item.record.result:
                try:
                    done = convert_record(item.record, row, rules=book, listener=view, until=until, style=style)
                except ViewError as error:
                    say_error(f"{name}:{item.chunk.line}: error: {error}")
                    run.failed = True
                    continue
                output.write(row.separator * bool(written) + done.text)
                written += 1
                told.add(done.account)
                findings = findings_told(item, done)
                if done.record.view != item.record.view and done.record.rules is None:
                    say_error(f"{name}:{item.chunk.line}: no rulebook is named, so nothing was announced; say --rules")
                if done.account.lossy:
                    losses.setdefault(name, Loss(target)).add(done, row)
            run.note(findings)
            _tell(findings, name, item, quote=view in (None, "umpire"))
        if losses and on_loss == "error":
            output.discard()
        if run.failed and not written:
            output.discard()
    if on_loss != "ignore":
        for name, loss in losses.items():
            say_error(f"{name}: {loss.text()}")
    raise SystemExit(run.status(bool(losses) and on_loss == "error"))


@main.command()
@FILES
@FROM
@click.option("--rules", metavar="ID", help="The rulebook; `auto` tells which ones the record obeys.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True
)
@click.option("--fix", is_flag=True, help="Apply the certain fixes to the files, and show them as a diff.")
def check(files: tuple[Path, ...], source: str | None, rules: str | None, form: str, fix: bool) -> None:
    """Check records against the board and the rulebook."""
    import msgspec

    from kriegnote.operations.checking import check_item, obeyed
    from kriegnote.operations.conversion import in_order, rulebook
    from kriegnote.reporting.output import say, say_utf8
    from kriegnote.reporting.rendering import as_github, as_json, as_sarif, as_text, dump

    if fix and "-" in (map(str, files) if files else "-"):
        raise click.UsageError("--fix changes files in place; standard input has no place, name a FILE")

    auto = rules == "auto"
    book = None if auto else rulebook(rules)
    run = _Run(files, source)
    every: list[Finding] = []
    with_books: list[Any] = []
    for name, item in run.items():
        found = [msgspec.structs.replace(one, file=name) for one in in_order(check_item(item, book))]
        run.note(found)
        if auto:
            with_books.append(obeyed(item, name, sum(one.severity != "info" for one in found)))
        if form == "text":
            for one in found:
                say(as_text(one, item.chunk), end="")
        elif form == "github":
            for one in found:
                say(as_github(one), end="")
        every += found
    if form == "json":
        told: dict[str, Any] = {"findings": [as_json(one) for one in every], "records": run.count}
        if auto:
            told["rules"] = [dict(one.books) for one in with_books]
        say_utf8(dump(told))
    elif form == "sarif":
        from importlib.metadata import version

        say_utf8(dump(as_sarif(every, version("kriegnote"))))
    elif auto:
        for one in with_books:
            say(one.text())
    if form == "text":
        _summary(run, every)
    if fix:
        _fix(run, every, err=form != "text")
    raise SystemExit(run.status())


def _fix(run: _Run, findings: list[Finding], *, err: bool) -> None:
    """Applies the fixes; shows what they change on standard output, or on standard error where that is taken."""
    from kriegnote.operations.fixing import fix_files
    from kriegnote.reporting.output import say

    for fixed in fix_files(findings):
        say(fixed.diff, err=err, end="")
        for message in fixed.refused:
            say_error(message)
        run.failed = run.failed or fixed.failed


def _summary(run: _Run, findings: list[Finding]) -> None:
    from kriegnote.reporting.rendering import counted

    counts = {word: sum(one.severity == word for one in findings) for word in ("error", "warning", "info")}
    said = ", ".join(counted(count, word, word if word == "info" else "") for word, count in counts.items() if count)
    if run.count or not run.failed:
        say_error(f"{counted(run.count, 'record')}: {said or 'nothing found'}")


@main.command()
@FILES
@FROM
@click.option("--to", "target", metavar="ID", help="The notation to write; that of the input when left out.")
@RULES
@click.option("--lang", type=click.Choice(["en", "it"]), default="en", show_default=True)
@click.option("--pieces", type=click.Choice(["en", "it", "figurine"]))
@click.option("-o", "out", type=click.Path(path_type=Path), metavar="OUT", help="Write here, whole or not at all.")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="Readings and open plies, as JSON.")
def repair(
    files: tuple[Path, ...], source: str | None, target: str | None, rules: str | None, lang: str,
    pieces: str | None, out: Path | None, report: Path | None,
) -> None:  # fmt: skip
    """Find the legal game behind a damaged score."""
    from kriegnote.operations.mending import mend_files
    from kriegnote.reporting.output import Output, Report

    run = _Run(files, source)
    with Output(out) as output, Report(report) as told:
        mend_files(run, target, rules, _style(lang, pieces), output, told, partial(_tell, mild=True))
        if run.failed and not output.written:
            output.discard()
    raise SystemExit(run.status())


@main.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@FROM
@RULES
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="Boards after N plies (0: before the first).")
@click.option("--html", type=click.Path(path_type=Path), metavar="OUT", help="Write a page instead.")
def show(file: Path | None, source: str | None, rules: str | None, ply: int | None, html: Path | None) -> None:
    """Show a record and its boards: White's, the umpire's, Black's."""
    from kriegnote.cli.boards import show_items

    run = _Run((file,) if file else (), source)
    show_items(run.items(), rules, ply, html)
    raise SystemExit(2 if run.failed else 0)


@main.command()
@FILES
@RULES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def prove(files: tuple[Path, ...], rules: str | None, form: str) -> None:
    """Prove or refute the printed solution of a problem."""
    from kriegnote.cli.prove import prove_files

    raise SystemExit(prove_files(_sources(files), rules, form))


@main.command("notations")
def notations_() -> None:
    """List the notations."""
    from kriegnote.notations.registry import notations
    from kriegnote.reporting.output import say

    for row in notations().values():
        say(f"{row.id:<10} {row.title} ({', '.join(row.views)})")
    say(f"{'problem':<10} the problemists' trees, for `kriegnote prove`")


@main.command("rules")
@click.argument("name", required=False, metavar="[RULEBOOK]")
@click.option("--diff", nargs=2, metavar="A B", help="Print the fields in which two rulebooks differ.")
def rules_(name: str | None, diff: tuple[str, str] | None) -> None:
    """List the rulebooks, or the fields of one: a name, a file (TOML), or "name; field=value"."""
    from kriegnote.operations.conversion import rulebook
    from kriegnote.reporting.output import say
    from kriegnote.rules import RULES, all_names
    from kriegnote.rules.table import as_text, diff_text

    if diff is not None:
        one, other = (rulebook(each) for each in diff)
        assert one is not None and other is not None
        told = diff_text(one, other)
        say(told or f"{diff[0]} and {diff[1]} have the same fields")
        return
    if name is None:
        for each in all_names():
            say(f"{each:<18} {RULES[each].title}; source: {RULES[each].source}")
        return
    one = rulebook(name)
    assert one is not None
    say(as_text(one))


@main.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a finding's code; without one, list them."""
    from kriegnote.diagnostics.codes import CODES
    from kriegnote.reporting.output import say

    if code is None:
        for name, row in CODES.items():
            say(f"{name}  {row.severity:<8} {row.title}")
        return
    found = CODES.get(code.upper())
    if found is None:
        say_error(f"kriegnote: no finding has the code {code!r}; `kriegnote explain` lists them")
        raise SystemExit(2)
    say(f"{code.upper()}: {found.title} ({found.severity})\n\n{found.text}")
    if found.example:
        say("\nExample:\n")
        say("".join(f"    {line}\n" for line in found.example.split("\n")), end="")
    if found.notation:
        from kriegnote.operations.checking import demonstrated

        say(f"\nof which {'prove' if found.notation == 'problem' else 'check'} says:\n")
        say("".join(f"    {line}\n" for line in demonstrated(code.upper()).splitlines()), end="")


for _command in (join_command, know_command, complete_command):
    main.add_command(_command)


if __name__ == "__main__":
    main()
