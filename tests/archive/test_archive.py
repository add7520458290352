"""A whole archive in one call: right, the same on two processes, the same after a run that was killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kriegnote.archive.inputs import inputs
from tests.support.archive import Made, compare, converting, kill_in_the_middle, make, run, tree
from tests.support.sample import part


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made, Path, str]:
    """An archive, its truth, what it was converted to, and what was said."""
    top = tmp_path_factory.mktemp("an archive")
    made = make(top, 24, plies=16)
    out = tmp_path_factory.mktemp("out") / "json"
    status, said, _ = run(converting(top, out, "--report", str(out.parent / "report.json")))
    assert status == 2  # some of it cannot be read
    return top, made, out, said


def test_every_game_is_right(archive: tuple[Path, Made, Path, str]) -> None:
    top, made, out, _ = archive
    compared = compare(top, made, out)
    assert compared.wrong == []
    assert compared.right.total() == sum(len(games) for games in made.games.values())
    assert len(compared.right) == 8


def test_what_cannot_be_read_is_told_file_by_file(archive: tuple[Path, Made, Path, str]) -> None:
    top, made, _, said = archive
    names = {one.name: one.relative for one in inputs([top])}
    told = {names[line.split(": error: ")[0]] for line in said.splitlines() if ": error: " in line}
    assert told == made.broken


def test_two_processes_write_the_same(archive: tuple[Path, Made, Path, str], tmp_path: Path) -> None:
    top, _, out, said = archive
    report = ("--report", str(tmp_path / "report.json"))
    status, said_by_two, _ = run(converting(top, tmp_path / "json", "--jobs", "2", *report))
    assert tree(tmp_path) == tree(out.parent)
    assert (status, said_by_two) == (2, said)


@pytest.mark.parametrize("command", part([["check", "--format", "json"], ["list", "--columns", "all"], ["dedupe"]], 2))
def test_so_do_the_other_commands(command: list[str], archive: tuple[Path, Made, Path, str]) -> None:
    top, *_ = archive
    program = [sys.executable, "-m", "kriegnote", *command, str(top)]
    alone, together = (
        subprocess.run([*program, "--jobs", jobs], capture_output=True, text=True, check=False) for jobs in ("1", "2")
    )
    assert alone.stdout and (alone.stdout, alone.stderr) == (together.stdout, together.stderr)
    assert alone.returncode == together.returncode == 2


def test_a_run_that_was_killed_goes_on_to_the_same_end(archive: tuple[Path, Made, Path, str], tmp_path: Path) -> None:
    top, _, out, said = archive
    later = tmp_path / "json"
    command = converting(top, later, "--report", str(tmp_path / "report.json"))
    kill_in_the_middle(command, later, 12)
    assert (later / ".kriegnote").exists()
    status, refusal, _ = run(command)
    assert status == 2 and "was interrupted; use --resume to continue it" in refusal
    status, said_later, _ = run([*command, "--resume"])
    assert tree(tmp_path) == tree(out.parent)
    assert (status, said_later) == (2, said)
