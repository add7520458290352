"""Tables of an archive: the same in Parquet, Arrow and CSV, with the columns that are promised, in flat memory."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import duckdb
import msgspec
import polars
import pyarrow.ipc
import pyarrow.parquet
import pytest

import kriegnote
from kriegnote.feeds import table_files
from kriegnote.feeds.export import Exported, export, export_to
from kriegnote.feeds.tables import TABLES, GamePlace, rows
from kriegnote.model.events import Answer, AnyEvent, Move
from kriegnote.model.record import Record
from tests.support.games import random_record

RULES = ("english", "icc", "rand", "dark", None)


def games() -> list[Exported]:
    made = [random_record(seed, rules=RULES[seed % 5], plies=30) for seed in range(10)]
    return [
        Exported(record, GamePlace("a folder/games.txt", number + 1, 7, "tries")) for number, record in enumerate(made)
    ]


def exported(folder: Path, form: str) -> Path:
    assert export_to(folder, games(), form) == 10  # type: ignore[arg-type]
    return folder


@pytest.mark.parametrize("table", TABLES)
def test_parquet_arrow_and_csv_say_the_same(tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "BATCH", 16)
    monkeypatch.setattr(table_files, "GROUP", 1 << 14)
    for form in ("parquet", "arrow", "csv"):
        exported(tmp_path, form)
    one = pyarrow.parquet.read_table(tmp_path / f"{table}.parquet")
    two = pyarrow.ipc.open_file(tmp_path / f"{table}.arrow").read_all()
    assert one.to_pylist() == two.to_pylist()
    assert one.schema.names == [column.name for column in TABLES[table]]
    table_rows = list(csv.DictReader(io.StringIO((tmp_path / f"{table}.csv").read_text("utf-8"))))
    assert len(table_rows) == one.num_rows > 0
    for written, row in zip(table_rows, one.to_pylist(), strict=True):
        for column in TABLES[table]:
            value = row[column.name]
            if column.kind == "text":
                assert written[column.name] == (value or "")
            elif column.kind in ("int", "float"):
                assert written[column.name] == ("" if value is None else str(value))


def test_the_events_are_the_record_s(tmp_path: Path) -> None:
    exported(tmp_path, "parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "events.parquet").to_pylist()
    for number, game in enumerate(games()):
        mine = [row for row in rows if row["game"] == number]
        assert [row["index"] for row in mine] == list(range(len(game.record.events)))
        decoded = [msgspec.json.decode(row["json"], type=AnyEvent) for row in mine]
        assert decoded == list(game.record.events)


def test_a_plain_score_has_no_number_of_tries() -> None:
    score = random_record(2, rules="icc", plies=10).replace(silence=())
    bare = score.replace(events=tuple(event for event in score.events if isinstance(event, Move)))
    assert [rows(0, one).games[0]["tries"] is None for one in (score, bare)] == [False, True]


def test_a_try_that_was_made_several_times_counts_so_often() -> None:
    [game] = kriegnote.read("1. (3×exd3? 2×dxe3?) e4 (16-17×exd6?) e5 (…×exd5?) 2. Nf3 Nc6 *", "tries")
    made = rows(0, game.record)
    assert [row["tries_count"] for row in made.plies] == [5, 16, 1, 0]
    assert made.games[0]["tries"] == 22
    tries = [row for row in made.events if row["type"] == "try"]
    assert [(row["times"], row["most"]) for row in tries] == [(3, None), (2, None), (16, 17), (None, None)]
    assert {name: msgspec.json.decode(tries[2]["json"])[name] for name in ("times", "most")} == {
        "times": 16,
        "most": 17,
    }


def test_the_columns_are_what_they_were() -> None:
    """Columns are added at the end of a table and never taken away: this list grows, and nothing else in it changes."""
    kept = json.loads(Path(__file__).with_name("columns.json").read_text("utf-8"))
    for table, names in kept.items():
        assert [f"{column.name}: {column.kind}" for column in TABLES[table]][: len(names)] == names
    assert {table: len(names) for table, names in kept.items()} == {name: len(row) for name, row in TABLES.items()}


def test_what_arrow_cannot_hold_is_written_as_far_as_it_can() -> None:
    events = (
        Answer(side="white", turn=1, count=1 << 70),
        Move(side="white", turn=1, move=None, text="\ud800e4", san=None),
    )
    file = io.BytesIO()
    export([Exported(Record(events=events))], {"events": file}, "parquet")
    rows = pyarrow.parquet.read_table(io.BytesIO(file.getvalue())).to_pylist()
    assert rows[0]["count"] is None and rows[1]["text"] == "?e4"


def test_duckdb_and_polars_ask_the_tables(tmp_path: Path) -> None:
    exported(tmp_path, "parquet")
    moves = sum(isinstance(event, Move) for game in games() for event in game.record.events)
    told = duckdb.sql(f"select sum(plies)::int from '{tmp_path}/games.parquet'").fetchall()
    assert told == [(moves,)]
    frame = polars.read_parquet(tmp_path / "plies.parquet")
    assert frame.filter(polars.col("moved")).height == moves
    assert frame.select(polars.col("tries").list.len().sum()).item() > 0
