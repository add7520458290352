"""An archive in parts: the tables are those of one process, in this process and on a local cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dask
import pyarrow.parquet
import pytest

from kriegnote.archive.inputs import inputs
from kriegnote.archive.listing import Summarise
from kriegnote.archive.running import process
from kriegnote.feeds.export import MakeRows, Tables, open_tables
from kriegnote.feeds.partitioned import export_parts, parts_of, process_parts
from kriegnote.feeds.tables import TABLES
from kriegnote.notations.registry import notation
from tests.support.games import random_record

SCRIPT = Path(__file__).parents[2] / "examples" / "cluster" / "export_archive.py"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    for number in range(5):
        games = [random_record(10 * number + seed, rules="icc", plies=12) for seed in range(number + 1)]
        (folder / f"{number}.pgn").write_text("\n".join(map(notation("pgn").write, games)), "utf-8")
    (folder / "letter.txt").write_text("Dear Carlo", "utf-8")
    return folder


def alone(archive: Path, folder: Path) -> None:
    """The tables of one process."""
    with open_tables(folder, "parquet", lambda path: path.open("wb")) as files:
        tables = Tables(files, "parquet")
        for result in process(inputs([str(archive)]), MakeRows()):
            for game in result.games:
                tables.add_packed(game)
        tables.close()


def same(archive: Path, parts: Path, folder: Path) -> None:
    alone(archive, folder)
    for table in TABLES:
        whole = pyarrow.parquet.read_table(folder / f"{table}.parquet")
        assert pyarrow.parquet.read_table(parts / table).to_pylist() == whole.to_pylist()


def test_parts_have_every_file_once_and_in_order(archive: Path) -> None:
    names = sorted(map(str, archive.iterdir()))
    for count in (1, 2, 3, 100):
        parts = parts_of([str(archive)], count)
        assert [name for part in parts for name in part] == names and len(parts) <= min(count, len(names))


def test_the_tables_of_parts_are_those_of_one_process(archive: Path, tmp_path: Path) -> None:
    with dask.config.set(scheduler="synchronous"):
        assert export_parts(parts_of([str(archive)], 3), tmp_path / "parts") == 15
    same(archive, tmp_path / "parts", tmp_path)


def test_any_work_can_be_done_in_parts(archive: Path) -> None:
    with dask.config.set(scheduler="synchronous"):
        told = list(process_parts(parts_of([str(archive)], 3), Summarise()))
    due = list(process(inputs([str(archive)]), Summarise()))
    assert [(one.games, one.problem) for one in told] == [(one.games, one.problem) for one in due]


def test_the_script_runs_on_a_local_cluster(archive: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(archive), str(tmp_path / "parts")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("15 games in ")
    same(archive, tmp_path / "parts", tmp_path)
