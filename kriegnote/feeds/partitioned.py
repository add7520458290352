"""Processes an archive in parts on several machines, with Dask (the extra ``kriegnote[dask]``).

The results are those of a single process. Dask needs no service: the same call runs in this process, in a local
cluster, or on machines that a scheduler already has, depending on the current client. The other machines run the same
functions as ``--jobs``; they need only kriegnote and the files under the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from kriegnote.archive.inputs import inputs
from kriegnote.archive.running import PartResult, Work, process
from kriegnote.feeds.export import MakeRows, Tables, open_tables
from kriegnote.feeds.table_files import MissingExtra
from kriegnote.feeds.tables import TABLES

R = TypeVar("R")
Part = tuple[str, ...]


def parts_of(files: Iterable[str], count: int) -> list[Part]:
    """The files of an archive in ``count`` parts of about equal size, in order; in fewer if there are fewer files.

    :param files: files, folders and globs, as for commands; members of a zip file stay together.
    """
    names = list(dict.fromkeys(str(one.path) for one in inputs(files) if one.path is not None))
    sizes = [Path(name).stat().st_size if Path(name).is_file() else 0 for name in names]
    share = max(1, sum(sizes) / max(1, count))
    parts: list[list[str]] = []
    reached = 0.0
    for name, size in zip(names, sizes, strict=True):
        if not parts or (reached >= share * len(parts) and len(parts) < count):
            parts.append([])
        parts[-1].append(name)
        reached += size
    return [tuple(part) for part in parts]


def process_parts(parts: Sequence[Part], work: Work[R], *, source: str | None = None) -> Iterator[PartResult[R]]:
    """The results of a function for every game of every part, in the order of the parts.

    :param work: as for :func:`kriegnote.archive.running.process` (``Convert``, ``Examine``, ``Summarise`` …).
    :param source: the notation's id; None: it is detected for each file.
    :raises MissingExtra: if Dask is not installed.
    """
    for results in _computed(_process, [(part, work, source) for part in parts]):
        yield from results


def export_parts(parts: Sequence[Part], folder: Path, rules: str | None = None) -> int:
    """Exports each part to ``games/00000.parquet``, ``plies/…`` and ``events/…`` in a folder shared by all machines.

    Games are numbered from 0 across all parts, as a single process would number them. Returns the number of games.

    :param rules: the rulebook with which announcements are completed; None: the one that each record names.
    :raises MissingExtra: if Dask or pyarrow is not installed.
    """
    for table in TABLES:
        (folder / table).mkdir(parents=True, exist_ok=True)
    counts = _computed(_export, [(part, folder, number, rules) for number, part in enumerate(parts)])
    firsts = [sum(counts[:number]) for number in range(len(parts))]
    _computed(_renumber, [(folder, number, first) for number, first in enumerate(firsts) if first])
    return sum(counts)


def _computed(function: Any, calls: list[tuple[Any, ...]]) -> list[Any]:
    try:
        dask: Any = import_module("dask")
    except ImportError:
        raise MissingExtra("parts on several machines need Dask: pip install 'kriegnote[dask]'") from None
    return list(dask.compute(*[dask.delayed(function, pure=False)(*call) for call in calls]))


def _process(part: Part, work: Work[R], source: str | None) -> list[PartResult[R]]:
    return list(process(inputs(part), work, source=source))


def _export(part: Part, folder: Path, number: int, rules: str | None) -> int:
    with open_tables(folder, "parquet", lambda path: _file(folder, path.stem, number).open("wb")) as files:
        tables = Tables(files, "parquet")
        for result in process(inputs(part), MakeRows(rules)):
            for game in result.games:
                tables.add_packed(game)
        tables.close()
    return tables.games


def _file(folder: Path, table: str, number: int) -> Path:
    return folder / table / f"{number:05}.parquet"


def _renumber(folder: Path, number: int, first: int) -> None:
    """Adds ``first``, the number of games in earlier parts, to the numbers of a part's games, batch by batch."""
    import pyarrow.compute
    import pyarrow.parquet

    for table in TABLES:
        path = _file(folder, table, number)
        before = path.with_suffix(".part")
        path.rename(before)
        with pyarrow.parquet.ParquetFile(before) as source:
            schema = source.schema_arrow
            with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as target:
                for batch in source.iter_batches():
                    games = pyarrow.compute.add(batch.column("game"), first)
                    target.write_batch(batch.set_column(0, schema.field(0), games))
        before.unlink()
