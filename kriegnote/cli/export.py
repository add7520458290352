"""``kriegnote export``."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from kriegnote.cli.list_games import end
from kriegnote.cli.options import PATH, RULES, reads_archive

if TYPE_CHECKING:
    from kriegnote.cli.session import Run
    from kriegnote.reporting.output import Output


@click.command("export")
@reads_archive
@RULES
@click.option(
    "--format", "form", type=click.Choice(["parquet", "arrow", "csv"]), default="parquet", show_default=True,
    help="The file format; Parquet and Arrow need kriegnote[arrow].",
)  # fmt: skip
@click.option(
    "--chances",
    is_flag=True,
    help="Add, for each ply, how likely each square is to hold an enemy man, as far as each player could know.",
)
@click.option("--out-dir", type=PATH, metavar="DIR", required=True, help="The folder for the tables.")
@click.option("--overwrite", is_flag=True, help="Replace existing tables.")
def command(run: Run, rules: str | None, form: Any, chances: bool, out_dir: Path, overwrite: bool) -> None:
    """Write an archive as three tables: games, plies, events."""
    from kriegnote.feeds.export import MakeRows, Tables
    from kriegnote.feeds.table_files import need
    from kriegnote.feeds.tables import TABLES
    from kriegnote.operations.conversion import InputError, rulebook

    rulebook(rules)
    paths = {name: out_dir / f"{name}.{form}" for name in TABLES}
    if not overwrite and (taken := [str(path) for path in paths.values() if path.exists()]):
        raise InputError(f"{', '.join(taken)}: already there; --overwrite replaces what exists")
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # Arrow's default pool needs some 30 MB more
    need(form)
    out_dir.mkdir(parents=True, exist_ok=True)
    with _outputs(paths) as outputs:
        run.leave_out += paths.values()
        tables = Tables({name: cast("BinaryIO", _Sink(output)) for name, output in outputs.items()}, form)
        for result in run.results(MakeRows(rules, chances)):
            for game in result.games:
                tables.add_packed(game)
        tables.close()
        if run.failed and not tables.games:
            for output in outputs.values():
                output.discard()
    end(run)


@contextmanager
def _outputs(paths: Mapping[str, Path]) -> Iterator[dict[str, Output]]:
    """The three files; all of them appear when all are written, or none does."""
    from kriegnote.reporting.output import Output

    with ExitStack() as stack:
        yield {name: stack.enter_context(Output(path)) for name, path in paths.items()}


class _Sink(io.RawIOBase):
    """An output as a binary file for table libraries to write to."""

    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output
        self._at = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def write(self, data: Any) -> int:
        block = bytes(data)
        self._output.write_bytes(block)
        self._at += len(block)
        return len(block)
