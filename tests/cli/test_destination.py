"""Where games are written: names after their inputs, whole files or none, a run that is cut short and goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.commands import PROGRAM, kriegnote

GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n"


def names(folder: Path) -> list[str]:
    """The files of a folder and those below it, without the journal."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in found if not name.startswith(".kriegnote"))


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of two games, one in a folder below, and a compressed one's name."""
    (tmp_path / "in" / "1998").mkdir(parents=True)
    (tmp_path / "in" / "two.pgn").write_text('[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *\n')
    (tmp_path / "in" / "1998" / "one.txt").write_text("1. e4, e5\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("to", "options", "files"),
    [
        ("pgn", "", ["in/1998/one.pgn", "in/two.pgn"]),
        ("json", "", ["in/1998/one.jsonl", "in/two.jsonl"]),
        ("json", "--split", ["in/1998/one.json", "in/two-1.json", "in/two-2.json"]),
        ("san", "", ["in/1998/one.txt", "in/two.txt"]),
        ("pgn", '--split --name "{white}-{number:03}"', ["-001.pgn", "Ann-001.pgn", "Bob-002.pgn"]),
    ],
)
def test_files_are_named_after_their_inputs(archive: Path, to: str, options: str, files: list[str]) -> None:
    done = kriegnote(f"convert in --to {to} --out-dir out {options} -q")
    assert done.exit_code == 0, done.stderr
    found = names(archive / "out")
    assert len(found) == len(files)
    assert [Path(name).suffix for name in found] == [Path(name).suffix for name in files]
    if "--name" in options:
        assert {"Ann-001.pgn", "Bob-002.pgn"} <= set(found)


def test_games_of_a_table_are_in_no_file_with_a_table_s_name(archive: Path) -> None:
    (archive / "table.csv").write_text(
        'date,white,black,result,moves\n1975-04-12,Rossi,Bianchi,0-1,"1. f3 e5 2. g4 Qh4#"\n'
    )
    kriegnote("convert table.csv --to pgn --out-dir out -q")
    assert names(archive / "out") == ["table.pgn"]


def test_what_is_there_stays_unless_it_is_to_be_replaced(archive: Path) -> None:
    assert kriegnote("convert in/1998 --to pgn --out-dir out -q").exit_code == 0
    (written,) = names(archive / "out")
    (archive / "out" / written).write_text("mine")
    again = kriegnote("convert in/1998 --to pgn --out-dir out -q")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "this file already exists; --overwrite replaces it" in again.stderr
    assert (archive / "out" / written).read_text() == "mine"
    assert kriegnote("convert in/1998 --to pgn --out-dir out -q --overwrite").exit_code == 0
    assert (archive / "out" / written).read_text() == "1. e4 e5 *\n"


def test_the_output_folder_is_no_input(archive: Path) -> None:
    for _ in range(2):
        done = kriegnote("convert . --to pgn --out-dir ./out -q --overwrite")
        assert done.exit_code == 0, done.stderr
    assert len(names(archive / "out")) == 2


def test_of_a_file_with_losses_nothing_appears_where_they_are_errors(archive: Path) -> None:
    (archive / "in" / "asked.txt").write_text("1.(a? N) e4 (a? N) e5\n2.(a? N) d4 *\n")
    done = kriegnote("convert in --to san --out-dir out --on-loss error -q")
    assert done.exit_code == 1
    assert [name for name in names(archive / "out") if "asked" in name] == []
    assert len(names(archive / "out")) == 2, "the others are written"


def test_a_run_that_was_cut_short_goes_on_or_is_refused(archive: Path) -> None:
    """A journal of an unfinished run, as a killed one leaves it."""
    assert kriegnote("convert in --to pgn --out-dir out -q").exit_code == 0
    assert not (archive / "out" / ".kriegnote").exists(), "a finished run leaves none"
    run = subprocess.Popen([*PROGRAM, "convert", "-", "in", "--to", "pgn", "--out-dir", "later", "-q"],
                           stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    deadline = time.monotonic() + 30
    journal = archive / "later" / ".kriegnote" / "journal.jsonl"
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.01)
    run.kill()
    run.communicate()
    refused = kriegnote("convert - in --to pgn --out-dir later -q", stdin=GAME)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "was interrupted; use --resume to continue it" in refused.stderr
    other = kriegnote("convert - in --to san --out-dir later -q --resume", stdin=GAME)
    assert other.exit_code == 2, "another command is none that goes on"
    assert kriegnote("convert - in --to pgn --out-dir later -q --resume", stdin=GAME).exit_code == 0
    assert len(names(archive / "later")) == 3


@pytest.mark.parametrize("torn", [None, "", '{"command"'])
def test_a_run_that_was_killed_before_it_did_anything_is_in_nobodys_way(archive: Path, torn: str | None) -> None:
    (archive / "out" / ".kriegnote").mkdir(parents=True)
    if torn is not None:
        (archive / "out" / ".kriegnote" / "journal.jsonl").write_text(torn)
    done = kriegnote("convert in --to pgn --out-dir out -q")
    assert (done.exit_code, done.stderr) == (0, "")
    assert not (archive / "out" / ".kriegnote").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_every_file_whole_or_not_there(jobs: int, tmp_path: Path) -> None:
    """Status 130, and no process is left behind."""
    top, out = tmp_path / "in", tmp_path / "out"
    top.mkdir()
    for number in range(400):
        (top / f"{number:03}.pgn").write_text(f'[Event "{number}"]\n\n{GAME}\n')
    command = [*PROGRAM, "convert", str(top), "--to", "json", "--out-dir", str(out), "--jobs", str(jobs)]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not len(list(out.glob("*.jsonl"))) > 20 and run.poll() is None:
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: every process of the command, at once
    _, said = run.communicate(timeout=30)
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert _session(run.pid) == []
    written = sorted(out.glob("*.jsonl"))
    assert 20 < len(written) < 400
    for path in written:
        assert json.loads(path.read_text())["result"] == "*"
    assert [path.name for path in (out / ".kriegnote").iterdir()] == ["journal.jsonl"]


def _session(leader: int) -> list[int]:
    """The processes that a command has started, and its own."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found
