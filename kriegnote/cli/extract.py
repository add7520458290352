"""The command ``extract``: the games in documents, as a table or written out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.command_group import say_error
from kriegnote.cli.options import FOLDER, LANG, PATH, PIECES, QUIET, VIEW

if TYPE_CHECKING:
    from kriegnote.archive.inputs import Input
    from kriegnote.model.events import View
    from kriegnote.notations.registry import Notation
    from kriegnote.operations.conversion import Item
    from kriegnote.operations.extraction import Extracted, ExtractedRow
    from kriegnote.text.writing import Style


@click.command("extract")
@click.argument("documents", nargs=-1, type=PATH, metavar="[DOC]...")
@click.option("--to", "target", metavar="ID", help="The notation to write. Default: each game's own.")
@click.option("--list", "listed", is_flag=True, help="Print a table of the games and problems instead.")
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), help="The format of --list.")
@click.option("--out-dir", type=FOLDER, metavar="DIR", help="Write a file for each game and problem into this folder.")
@VIEW
@LANG
@PIECES
@QUIET
def command(
    documents: tuple[Path, ...], target: str | None, listed: bool, form: str | None, out_dir: Path | None,
    view: View | None, lang: str, pieces: str | None, quiet: bool,
) -> None:  # fmt: skip
    """Find the games in documents: Markdown, text, saved web pages, scanned pages.

    Without --list the games are written, each with the headers that its heading gives it.  A DOC is a file, a folder,
    a glob, or a compressed file; without a DOC, or with -, standard input is read.
    """
    from kriegnote.archive.inputs import inputs
    from kriegnote.operations.conversion import lookup
    from kriegnote.text.writing import Style

    row = lookup(target) if target is not None else None
    style = Style.of(lang, pieces)
    if view is not None and row is None:
        raise click.UsageError("--view needs --to")
    run = _Extraction(row, style, out_dir, view=view, quiet=quiet)
    for document in inputs(documents, leave_out=[out_dir] if out_dir is not None else []):
        run.read(document)
    if not run.found:
        run.status = 2
    if listed or form is not None:
        run.print_rows(form or "table")
    else:
        run.write()
    raise SystemExit(run.status)


class _Extraction:
    """The contents found in all documents, and how they are output."""

    def __init__(
        self, row: Notation | None, style: Style, out_dir: Path | None, *, view: View | None = None, quiet: bool = False
    ) -> None:
        self.row = row
        self.style = style
        self.out_dir = out_dir
        self.view = view
        self.quiet = quiet
        self.status = 0
        self.found: list[tuple[str, Extracted]] = []

    def read(self, document: Input) -> None:
        """Reads one document; one that cannot be read, or contains no game, is reported."""
        from kriegnote.archive.inputs import Leftover, Unreadable
        from kriegnote.cli.list_games import print_left
        from kriegnote.operations.extraction import extract as extract_from

        name = document.name
        try:
            with document.open() as opened:
                found = extract_from(opened.stream, name)
        except (OSError, Unreadable) as error:
            passed_over = isinstance(error, Leftover)
            if not (passed_over and self.quiet):
                say_error(f"{name}: {'skipped' if passed_over else 'error'}: {document.complaint(error)}")
            self.status = self.status if passed_over else 2
            return
        print_left(self._inform, name, found.left)
        if not (found.games or found.problems):
            self._inform(f"{name}: no game found")
            self.status = max(self.status, 1)
        self.found.append((name, found))

    def _inform(self, message: str) -> None:
        """Prints a line to standard error, unless the run is quiet."""
        if not self.quiet:
            say_error(message.removesuffix("\n"))

    def print_rows(self, form: str) -> None:
        """Prints the table."""
        from kriegnote.operations.extraction import row_of

        rows = []
        for name, found in self.found:
            of_games = [row_of(game, item, name) for game, item in zip(found.games, found.items, strict=True)]
            rows += sorted((*of_games, *(row for row, _ in found.problems)), key=lambda one: one.line)
        _PRINTERS[form](rows)

    def write(self) -> None:
        """Writes the games to standard output, or each to its file."""
        from kriegnote.operations.extraction import as_found, file_name
        from kriegnote.reporting.output import Output

        with Output(None) as output:
            written = 0
            for name, found in self.found:
                for game, item in zip(found.games, found.items, strict=True):
                    text = as_found(game) if self.row is None else self._converted(item, name)
                    if text is None:
                        continue
                    if self.out_dir is not None:
                        self._to_file(name, file_name(game, len(str(len(found.games))), self.row), text)
                    else:
                        output.write("\n" * bool(written) + text)
                    written += 1
                written += self._problems(name, found, output, written)

    def _problems(self, name: str, found: Extracted, output: Any, written: int) -> int:
        """Writes the problems with a printed position in the format of ``prove``; returns their number."""
        from kriegnote.operations.extraction import problem_file_name

        if self.row is not None:
            return 0
        problems = [(row, text) for row, text in found.problems if row.kind == "problem"]
        for index, (row, text) in enumerate(problems):
            if self.out_dir is not None:
                self._to_file(name, problem_file_name(row), text)
            else:
                output.write("\n" * bool(written + index) + text)
        return len(problems)

    def _converted(self, item: Item, name: str) -> str | None:
        """A game in the requested notation; None if that cannot hold it."""
        from kriegnote.notations.loss import carries_header
        from kriegnote.operations.conversion import ViewError, convert_record
        from kriegnote.operations.losses import Loss

        assert self.row is not None
        try:
            done = convert_record(item.record, self.row, listener=self.view, style=self.style)
        except ViewError as error:
            say_error(f"{name}:{item.chunk.line}: error: {error}")
            self.status = 2
            return None
        if done.account.lossy:
            loss = Loss(self.row.id)
            lost = (name for name, value in done.record.headers if not carries_header((name, value), self.row.carries))
            loss.add(done.account.dropped, done.account.weakened, lost)
            self._inform(f"{name}:{item.chunk.line}: {loss.text()}")
        return done.text

    def _to_file(self, name: str, file: str, text: str) -> None:
        from kriegnote.reporting.output import Output

        assert self.out_dir is not None
        folder = self.out_dir if len(self.found) == 1 else self.out_dir / Path(name).stem
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / file
        if path.exists():
            say_error(f"{path}: error: the file exists; remove it, or name another directory")
            self.status = 2
            return
        with Output(path) as output:
            output.write(text)


def _cells(row: ExtractedRow) -> dict[str, str]:
    place = f"{row.file}:{row.line}" + (f" (page {row.page})" if row.page is not None else "")
    players = f"{row.white} - {row.black}" if row.white or row.black else row.heading[:48]
    state = row.state if row.state != "no position" else "solution without a position"
    reasons = f": {', '.join(row.reasons)}" if row.reasons and row.state != "no position" else ""
    return {
        "number": str(row.number or ""),
        "place": place,
        "kind": row.kind,
        "notation": row.notation,
        "players": players,
        "plies": str(row.plies) if row.number else "",
        "same game as": " ".join(map(str, row.witnesses)),
        "state": state + reasons,
    }


def _print_table(rows: list[ExtractedRow]) -> None:
    from kriegnote.archive.tables import table
    from kriegnote.reporting.output import say

    if rows:
        cells = [_cells(row) for row in rows]
        say("".join(table(list(cells[0]), (list(row.values()) for row in cells))), end="")


def _print_csv(rows: list[ExtractedRow]) -> None:
    from kriegnote.archive.tables import comma_separated
    from kriegnote.operations.extraction import ExtractedRow
    from kriegnote.reporting.output import say_utf8

    joined = ({"reasons": "; ".join(row.reasons), "witnesses": " ".join(map(str, row.witnesses))} for row in rows)
    cells = ([*(row._asdict() | more).values()] for row, more in zip(rows, joined, strict=True))
    say_utf8("".join(comma_separated(ExtractedRow._fields, cells)))


def _print_json(rows: list[ExtractedRow]) -> None:
    from kriegnote.reporting.output import say_utf8
    from kriegnote.reporting.rendering import dump

    say_utf8(dump([row._asdict() for row in rows]))


_PRINTERS = {"table": _print_table, "csv": _print_csv, "json": _print_json}
