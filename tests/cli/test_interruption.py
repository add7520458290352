"""Ctrl-C in the middle of a run: status 130, every file whole or not there, no process left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_half_is_left(jobs: int, tmp_path: Path) -> None:
    top, out = tmp_path / "in", tmp_path / "out"
    top.mkdir()
    for number in range(400):
        (top / f"{number:03}.pgn").write_text(f'[Event "{number}"]\n\n{GAME}\n')
    command = [sys.executable, "-m", "kriegnote", "convert", str(top), "--to", "json", "--out-dir", str(out)]
    run = subprocess.Popen([*command, "--jobs", str(jobs)], stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not len(list(out.glob("*.jsonl"))) > 20 and run.poll() is None:
        time.sleep(0.01)
    for process in _session(run.pid):
        _interrupt(process)  # as a terminal does: every process of the command
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


def _interrupt(process: int) -> None:

    os.kill(process, signal.SIGINT)
