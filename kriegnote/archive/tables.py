"""Rows as a table for people, as CSV or as JSON, row by row, so that no table need fit into memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, Literal

import msgspec

from kriegnote.reporting.rendering import visible

Format = Literal["table", "csv", "json"]
MEASURED: Final = 200  # the number of rows that determine the widths of columns

Row = Sequence[Any]


def table(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """A text table with a heading; numbers are right-aligned, control characters escaped."""
    rows = iter(rows)
    measured = list(islice(rows, MEASURED))
    numeric = [
        all(row[at] is None or isinstance(row[at], int | float) for row in measured) for at in range(len(columns))
    ]
    cells = [[_cell(value) for value in row] for row in measured]
    widths = [max([len(name), *(len(row[at]) for row in cells)]) for at, name in enumerate(columns)]

    def line(texts: Sequence[str]) -> str:
        placed = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(texts, widths, numeric, strict=True)
        )
        return "  ".join(placed).rstrip() + "\n"

    yield line(columns)
    for row in chain(cells, ([_cell(value) for value in row] for row in rows)):
        yield line(row)


def comma_separated(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """CSV with a heading, according to RFC 4180, but with line feeds; an unknown value is an empty cell."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for row in chain([columns], rows):
        writer.writerow(["" if value is None else value for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def as_json(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """A JSON array of objects, one per line; an unknown value is null."""
    lead = "["
    for row in rows:
        yield f"{lead}\n{_encoded(dict(zip(columns, row, strict=True)))}"
        lead = ","
    yield "[]\n" if lead == "[" else "\n]\n"


def _encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else visible(" ".join(str(value).split()))


WRITERS: Final[dict[Format, Callable[[Sequence[str], Iterable[Row]], Iterator[str]]]] = {
    "table": table,
    "csv": comma_separated,
    "json": as_json,
}
