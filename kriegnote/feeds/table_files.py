"""Writes tables row by row: Parquet and Arrow in row groups (the extra ``kriegnote[arrow]``), CSV without extras.

Whatever the number of games, memory holds only one row group of each table and the index of the others.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, BinaryIO, Final, Literal, Protocol

from kriegnote.errors import KriegnoteError
from kriegnote.feeds.tables import TABLES, Column, Row

Format = Literal["parquet", "arrow", "csv"]
BATCH: Final = 1024
"""The number of rows that are held as Python objects."""
GROUP: Final = 4 << 20
"""The size of a Parquet row group in bytes of Arrow arrays, which are held in memory until it is written."""


class MissingExtra(KriegnoteError):
    """Raised if a required library is not installed; the message says how to install it."""


class TableFile(Protocol):
    """A table that is being written."""

    def add(self, rows: Iterable[Row]) -> None:
        """Adds rows; a missing value is null."""

    def close(self) -> None:
        """Writes the remaining rows and the table's end; the file itself stays open."""


def need(form: Format) -> None:
    """Checks that tables of a format can be written.

    :raises MissingExtra: if the format is Parquet or Arrow and pyarrow is not installed.
    """
    if form != "csv":
        _pyarrow()


def table_file(table: str, file: BinaryIO, form: Format) -> TableFile:
    """A table to be written into an open binary file.

    :param table: ``games``, ``plies`` or ``events``.
    :raises MissingExtra: if the format is Parquet or Arrow and pyarrow is not installed.
    """
    return _Csv(TABLES[table], file) if form == "csv" else _Arrow(TABLES[table], file, form)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("Parquet and Arrow need pyarrow: pip install 'kriegnote[arrow]'") from None
    return pyarrow


def _schema(columns: tuple[Column, ...]) -> Any:
    pa = _pyarrow()
    text = pa.string()
    kinds = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "text": text, "texts": pa.list_(text)}
    return pa.schema([pa.field(one.name, kinds[one.kind], metadata={"description": one.text}) for one in columns])


class _Arrow:
    """A table in Parquet (compressed with zstd) or in Arrow's file format."""

    def __init__(self, columns: tuple[Column, ...], file: BinaryIO, form: Format) -> None:
        self.pa = _pyarrow()
        self.schema = _schema(columns)
        self.names = [column.name for column in columns]
        self.pending: list[Row] = []
        self.batches: list[Any] = []  # the batches of the current row group
        if form == "parquet":
            from pyarrow import parquet

            # the index is held in memory until the end, so it has statistics only for numbers, where they are useful
            numbers = [column.name for column in columns if column.kind == "int"]
            self.writer: Any = parquet.ParquetWriter(file, self.schema, compression="zstd", write_statistics=numbers)
        else:
            self.writer = self.pa.ipc.new_file(file, self.schema)
        self.most = GROUP if form == "parquet" else 0

    def add(self, rows: Iterable[Row]) -> None:
        self.pending.extend(rows)
        while len(self.pending) >= BATCH:
            self._batch(self.pending[:BATCH])
            del self.pending[:BATCH]

    def _batch(self, rows: list[Row]) -> None:
        arrays = [
            self._array([row.get(name) for row in rows], kind)
            for name, kind in zip(self.names, self.schema.types, strict=True)
        ]
        self.batches.append(self.pa.RecordBatch.from_arrays(arrays, schema=self.schema))
        if sum(batch.nbytes for batch in self.batches) >= self.most:
            self._write()

    def _write(self) -> None:
        if self.batches:
            self.writer.write_table(self.pa.Table.from_batches(self.batches, self.schema))
            self.batches = []
            self.pa.default_memory_pool().release_unused()

    def close(self) -> None:
        if self.pending:
            self._batch(self.pending)
            self.pending = []
        self._write()
        self.writer.close()

    def _array(self, values: list[Any], kind: Any) -> Any:
        try:
            return self.pa.array(values, type=kind)
        except (OverflowError, UnicodeEncodeError, self.pa.ArrowInvalid):
            return self.pa.array([_representable(value) for value in values], type=kind)


def _representable(value: Any) -> Any:
    """A value that Arrow can hold: numbers beyond 64 bits become null, unpaired surrogates ``?``."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else None
    return [_representable(one) for one in value] if isinstance(value, list | tuple) else value


class _Csv:
    """A table in CSV (UTF-8) with a header: null is empty, booleans are words, lists are separated by blanks.

    Lists whose elements may contain blanks are in JSON.
    """

    def __init__(self, columns: tuple[Column, ...], file: BinaryIO) -> None:
        self.columns = columns
        self.text = io.TextIOWrapper(file, "utf-8", errors="surrogatepass", newline="", write_through=True)
        self.writer = csv.writer(self.text, lineterminator="\n")
        self.writer.writerow([column.name for column in columns])

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.writer.writerow([_cell(column, row.get(column.name)) for column in self.columns])

    def close(self) -> None:
        self.text.flush()
        self.text.detach()


_IN_JSON: Final = frozenset(("headers", "comments", "tries"))


def _cell(column: Column, value: Any) -> Any:
    if value is None:
        return ""
    if column.kind == "bool":
        return "true" if value else "false"
    if column.kind != "texts":
        return value
    if column.name in _IN_JSON:
        import json

        return json.dumps(list(value), ensure_ascii=False) if value else ""
    return " ".join(value)
