"""``kriegnote export``: tables of folders and compressed files, the same on one process and on two, in flat memory."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest
from click.testing import CliRunner

from kriegnote.cli import main
from kriegnote.notations.registry import notation
from tests.support.games import random_record

LOG = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["export", *map(str, arguments)])
    return done.exit_code, done.stderr


MEASURED = """
import resource
from pathlib import Path
from kriegnote.cli import main
from kriegnote.feeds import table_files
table_files.BATCH, table_files.GROUP = 64, 1 << 16
try:
    main(["export", {file!r}, "--out-dir", {folder!r}], standalone_mode=False)
except SystemExit:
    pass
status = Path("/proc/self/status")  # the process that starts another lends it its own highest mark elsewhere
lines = dict(line.split(":", 1) for line in status.read_text().splitlines()) if status.exists() else {{}}
print(lines["VmHWM"].split()[0] if lines else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.san").write_text(LOG, "utf-8")
    games = [notation("pgn").write(random_record(seed, rules="icc", plies=20)) for seed in range(5)]
    (folder / "inner" / "five.pgn.gz").write_bytes(gzip.compress("\n".join(games).encode()))
    return folder


@pytest.mark.parametrize("form", ["parquet", "arrow", "csv"])
def test_an_archive_becomes_three_tables_whatever_the_number_of_processes(
    archive: Path, tmp_path: Path, form: str
) -> None:
    for jobs in (1, 2):
        assert run(archive, "--format", form, "--out-dir", tmp_path / str(jobs), "--jobs", jobs)[0] == 0
    for name in ("games", "plies", "events"):
        one, two = ((tmp_path / jobs / f"{name}.{form}").read_bytes() for jobs in "12")
        assert one == two and one


def test_a_game_says_where_it_was_read(archive: Path, tmp_path: Path) -> None:
    assert run(archive, "--out-dir", tmp_path / "tables", "--rules", "icc") == (0, "2 files, 6 games\n")
    rows = pyarrow.parquet.read_table(tmp_path / "tables" / "games.parquet").to_pylist()
    assert [(Path(row["file"]).name, row["number"], row["notation"]) for row in rows] == [
        *(("five.pgn.gz", number, "pgn") for number in range(1, 6)),
        ("one.san", 1, "pgn"),
    ]
    assert [row["game"] for row in rows] == list(range(6))
    assert (rows[-1]["rules"], rows[-1]["reason"], rows[-1]["plies"]) == ("icc", "checkmate", 7)


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(archive: Path, tmp_path: Path) -> None:
    (archive / "letter.txt").write_text("Dear Carlo", "utf-8")
    status, said = run(archive, "--out-dir", tmp_path / "tables")
    assert status == 2 and "letter.txt: error: cannot tell which notation" in said
    assert pyarrow.parquet.read_metadata(tmp_path / "tables" / "games.parquet").num_rows == 6


def test_nothing_is_written_where_nothing_could_be_read(tmp_path: Path) -> None:
    status, _ = run(tmp_path / "missing.pgn", "--out-dir", tmp_path / "tables")
    assert status == 2 and not list((tmp_path / "tables").iterdir())


def test_parquet_without_pyarrow_says_what_to_install(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, said = run(archive, "--out-dir", tmp_path / "tables")
    assert status == 2 and "pip install 'kriegnote[arrow]'" in said
    assert run(archive, "--out-dir", tmp_path / "tables", "--format", "csv")[0] == 0


def test_memory_stays_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven times the games take no more memory."""
    text = "".join(notation("json").write(random_record(seed, rules="icc", plies=12)) for seed in range(10))
    peaks = []
    for times in (2, 14):
        file = tmp_path / f"{times}.jsonl"
        file.write_text(text * times, "utf-8")
        code = MEASURED.format(file=str(file), folder=str(tmp_path / "tables"))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout.split()[-1]) // 1024)
    assert peaks[1] < 140 and peaks[1] - peaks[0] < 12, peaks
