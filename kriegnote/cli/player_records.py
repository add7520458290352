"""Shared by ``join``, ``know`` and ``complete``: reading a player's record, its rulebook, findings, options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from kriegnote.cli.options import PATH

if TYPE_CHECKING:
    from kriegnote.diagnostics.findings import Finding
    from kriegnote.model.record import Record
    from kriegnote.operations.conversion import Item

REPORT: Final = click.option("--report", type=PATH, metavar="FILE", help="Write the findings, as JSON.")
SILENT: Final = click.option(
    "--silent",
    is_flag=True,
    help="Assume that the record has every announcement that the rulebook calls for.",
)
SEED: Final = click.option("--seed", type=int, default=0, show_default=True, help="The seed for random choices.")
EFFORT: Final = click.option(
    "--effort",
    type=click.IntRange(min=0),
    help="How many moves to look at for each ply before positions are dropped; 0: no limit, exact results.",
)


def items(path: Path, source: str | None) -> list[Item]:
    """The records of one input; ``-`` is standard input.

    :raises InputError: if it cannot be read.
    """
    import sys

    from kriegnote.operations.conversion import InputError, lookup, read_items

    if source is not None:
        lookup(source)
    if str(path) != "-" and path.is_dir():
        raise InputError(f"{path}: this is a directory")
    found = list(read_items(sys.stdin.buffer if str(path) == "-" else path, source))
    if not found:
        raise InputError(f"{path}: the file is empty")
    return found


def under(record: Record, rules: str | None, silent: bool = False) -> Record:
    """The record under the given rulebook; with ``silent``, the rulebook's silence is assumed for it."""
    from kriegnote.operations.conversion import rulebook
    from kriegnote.rules import RULES

    book = rulebook(rules) or (RULES[record.rules] if record.rules else None)
    if book is None:
        return record
    record = record.under(book.id)
    return record.replace(silence=book.silence).sourced("assumed", "silence") if silent else record


def say(findings: Sequence[Finding], name: str) -> int:
    """Prints findings to standard error; returns 1 if any is a warning or an error, otherwise 0."""
    import msgspec

    from kriegnote.diagnostics.findings import RANK
    from kriegnote.reporting.rendering import as_text

    for found in findings:
        click.echo(as_text(msgspec.structs.replace(found, file=found.file or name), None), nl=False, err=True)
    return int(any(RANK[found.severity] for found in findings))


def written(record: Record, target: str, lang: str, pieces: str | None) -> str:
    """A record as text in a notation."""
    from kriegnote.operations.conversion import convert_record, lookup
    from kriegnote.text.writing import Style

    style = Style.of(lang, pieces)
    return convert_record(record, lookup(target), style=style).text


def graver(item: Item) -> list[Finding]:
    """The warnings and errors of a record's reader."""
    return [found for found in item.findings if found.severity != "info"]
