"""Two programs that play over pipes, as a user would start them."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kriegnote.live.feeds import lines
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.views import view

BOT = shlex.join([sys.executable, str(Path(__file__).parent.parent.parent / "examples" / "live" / "random_player.py")])


@pytest.mark.parametrize("rules", ["rand", "dark"])
def test_two_programs_play_a_game(rules: str, tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.jsonl" for name in ("white", "black")}
    record = tmp_path / "game.json"
    command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", rules, "--format", "json"]
    for number, (side, file) in enumerate(files.items()):
        command += [f"--{side}-program", f"{BOT} {number}", f"--{side}-out", str(file)]
    done = subprocess.run([*command, "--record", str(record)], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    (item,) = read_items(record)
    assert check_item(item, None) == []
    for side in ("white", "black"):
        assert files[side].read_text("utf-8") == lines(view(item.record, side))
    assert done.stdout == lines(view(item.record, "public"))


def test_a_program_that_ends_or_talks_nonsense_stops_the_game(tmp_path: Path) -> None:
    for code in ("pass", "while True: print('fly')"):
        bot = shlex.join([sys.executable, "-c", code])
        command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", "rand", "--white-program", bot]
        record = tmp_path / "game.json"
        done = subprocess.run([*command, "--record", str(record)], capture_output=True, text=True, timeout=60, input="")
        assert done.returncode == 0
        assert "Result: *" in done.stdout
        (item,) = read_items(record)
        assert item.record.result in (None, "*")
