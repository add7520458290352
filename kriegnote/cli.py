"""The command line: a thin face over the verbs.  Everything heavy is imported where it is used."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kriegnote.carry import Account
    from kriegnote.conversion import Item
    from kriegnote.findings import Finding

EPILOG = (
    "Exit status: 0 done; 1 a warning or an error was found; 2 the input could not be read or the arguments are wrong."
)
FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
FROM = click.option("--from", "source", metavar="ID", help="The notation to read; detected when left out.")
RULES = click.option("--rules", metavar="ID", help="The rulebook the umpire works by.")


class _Group(click.Group):
    """Errors of ours in one line on standard error, status 2; a closed pipe ends quietly."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.stderr.close()
            raise SystemExit(0) from None
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) or type(error).__name__ in ("InputError", "ViewError"):
                click.echo(f"kriegnote: {_plain(error)}", err=True)
                raise SystemExit(2) from None
            raise


def _plain(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


@click.group(cls=_Group, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kriegnote")
def main() -> None:
    """Read, check, mend and convert the notations of Kriegspiel.

    Results go to standard output, everything else to standard error; - or no FILE is standard input.
    """


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
        from kriegnote.conversion import InputError, lookup, read_items
        from kriegnote.output import progress

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
                except (InputError, OSError) as error:
                    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                    click.echo(f"{name}: error: {text}", err=True)
                    self.failed = True

    def note(self, findings: list[Finding]) -> None:
        from kriegnote.findings import RANK

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

    from kriegnote.conversion import in_order
    from kriegnote.render import as_text

    for found in in_order(findings):
        if mild or found.severity != "info":
            click.echo(
                as_text(msgspec.structs.replace(found, file=name), item.chunk if quote else None), nl=False, err=True
            )


def _style(lang: str, pieces: str | None) -> Any:
    from kriegnote.notations import Style

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
    from kriegnote.conversion import ViewError, convert_record, empty, lookup, rulebook
    from kriegnote.findings import merged
    from kriegnote.output import Output, Report

    row, book, style = lookup(target), rulebook(rules), _style(lang, pieces)
    run = _Run(files, source)
    losses: list[Account] = []
    with Output(out, hold=on_loss == "error") as output, Report(report) as told:
        written = 0
        for name, item in run.items():
            nothing = empty(item)
            findings = [nothing] if nothing else list(item.findings)
            if item.record.events or item.record.headers or item.record.result:
                try:
                    done = convert_record(item.record, row, rules=book, listener=view, until=until, style=style)
                except ViewError as error:
                    click.echo(f"{name}:{item.chunk.line}: error: {error}", err=True)
                    run.failed = True
                    output.spoil(unless=written > 0)
                    continue
                output.write(row.separator * bool(written) + done.text)
                written += 1
                told.add(done.account)
                findings = merged(findings, done.findings)
                if done.record.view != item.record.view and done.record.rules is None:
                    click.echo(
                        f"{name}:{item.chunk.line}: no rulebook is named, so nothing was announced; say --rules",
                        err=True,
                    )
                if done.account.lossy:
                    losses = [_sum(losses, done.account)]
            run.note(findings)
            _tell(findings, name, item, quote=view in (None, "umpire"))
        if losses and on_loss == "error":
            output.spoil()
        if run.failed and not written:
            output.spoil()
    if losses and on_loss != "ignore":
        _tell_loss(losses[0], target)
    raise SystemExit(run.status(bool(losses) and on_loss == "error"))


def _sum(losses: list[Account], one: Account) -> Account:
    from kriegnote.carry import Account, add

    return add(losses[0] if losses else Account({}, {}, {}, {}, {}), one)


def _tell_loss(loss: Account, target: str) -> None:
    parts = [f"{count} {kind} dropped" for kind, count in sorted(loss.dropped.items())]
    parts += [f"{count} {kind} weakened" for kind, count in sorted(loss.weakened.items())]
    click.echo(f"kriegnote: {target} cannot say all: {', '.join(parts)}", err=True)


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

    from kriegnote.checking import check_item, fix_files, obeyed
    from kriegnote.conversion import in_order, rulebook
    from kriegnote.render import as_github, as_json, as_sarif, as_text, dump

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
                click.echo(as_text(one, item.chunk), nl=False)
        elif form == "github":
            for one in found:
                click.echo(as_github(one), nl=False)
        every += found
    if form == "json":
        told: dict[str, Any] = {"findings": [as_json(one) for one in every], "records": run.count}
        if auto:
            told["rules"] = [dict(one.books) for one in with_books]
        click.echo(dump(told), nl=False)
    elif form == "sarif":
        from importlib.metadata import version

        click.echo(dump(as_sarif(every, version("kriegnote"))), nl=False)
    elif auto:
        for one in with_books:
            click.echo(one.text())
    if form == "text":
        _summary(run, every)
    if fix:
        click.echo(fix_files(every, source), nl=False)
    raise SystemExit(run.status())


def _summary(run: _Run, findings: list[Finding]) -> None:
    counts = {word: sum(one.severity == word for one in findings) for word in ("error", "warning", "info")}
    said = ", ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counts.items() if count)
    games = f"{run.count} record{'s' * (run.count != 1)}"
    if run.count or not run.failed:
        click.echo(f"{games}: {said or 'nothing found'}", err=True)


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
    from kriegnote.mend import mend_files
    from kriegnote.output import Output, Report

    run = _Run(files, source)
    with Output(out) as output, Report(report) as told:
        mend_files(run, target, rules, _style(lang, pieces), output, told, partial(_tell, mild=True))
        if run.failed and not output.written:
            output.spoil()
    raise SystemExit(run.status())


@main.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@FROM
@RULES
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="Boards after N plies (0: before the first).")
@click.option("--html", type=click.Path(path_type=Path), metavar="OUT", help="Write a page instead.")
def show(file: Path | None, source: str | None, rules: str | None, ply: int | None, html: Path | None) -> None:
    """Show a record and its boards: White's, the umpire's, Black's."""
    from kriegnote.show import show_items

    run = _Run((file,) if file else (), source)
    show_items(run.items(), rules, ply, html)
    raise SystemExit(2 if run.failed else 0)


@main.command()
@FILES
@RULES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def prove(files: tuple[Path, ...], rules: str | None, form: str) -> None:
    """Prove or refute the printed solution of a problem."""
    from kriegnote.problems.command import prove_files

    raise SystemExit(prove_files(_sources(files), rules, form))


@main.command("notations")
def notations_() -> None:
    """List the notations."""
    from kriegnote.notations import notations

    for row in notations().values():
        click.echo(f"{row.id:<10} {row.title} ({', '.join(row.views)})")
    click.echo(f"{'problem':<10} the problemists' trees, for `kriegnote prove`")


@main.command("rules")
@click.argument("name", required=False, metavar="[ID]")
def rules_(name: str | None) -> None:
    """List the rulebooks, or one rulebook's fields."""
    from kriegnote.conversion import rulebook
    from kriegnote.rules import RULES
    from kriegnote.ruletable import fields_of

    if name is None:
        for book in RULES.values():
            click.echo(f"{book.id:<13} {book.title}; source: {book.source}")
        return
    one = rulebook(name)
    assert one is not None
    for field, value, note in fields_of(one):
        click.echo(f"{field:<20} {value}" + (f"   [{note}]" if note else ""))


@main.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a finding's code; without one, list them."""
    from kriegnote.codes import CODES

    if code is None:
        for name, row in CODES.items():
            click.echo(f"{name}  {row.severity:<8} {row.title}")
        return
    found = CODES.get(code.upper())
    if found is None:
        click.echo(f"kriegnote: no finding has the code {code!r}; `kriegnote explain` lists them", err=True)
        raise SystemExit(2)
    click.echo(f"{code.upper()}: {found.title} ({found.severity})\n\n{found.text}")
    if found.example:
        click.echo("\nExample:\n")
        click.echo("".join(f"    {line}\n" for line in found.example.split("\n")), nl=False)
    if found.notation:
        from kriegnote.checking import demonstrated

        click.echo(f"\nof which {'prove' if found.notation == 'problem' else 'check'} says:\n")
        click.echo("".join(f"    {line}\n" for line in demonstrated(code.upper()).splitlines()), nl=False)


if __name__ == "__main__":
    main()
