"""Two programs that play over pipes, as a user would start them.

``KRIEGNOTE_LIVE_GAMES=200`` plays so many games under every rulebook.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kriegnote.live.feeds import lines
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.views import view
from tests.live.test_game import BOOKS, GAMES

BOT = shlex.join([sys.executable, str(Path(__file__).parent.parent.parent / "examples" / "live" / "random_player.py")])


PLAYED = BOOKS if "KRIEGNOTE_LIVE_GAMES" in os.environ else ["rand", "dark"]


@pytest.mark.parametrize("rules", PLAYED)
def test_two_programs_play_a_series(rules: str, tmp_path: Path) -> None:
    games = max(2, GAMES)
    files = {name: tmp_path / f"{name}.jsonl" for name in ("white", "black")}
    record = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", rules, "--format", "json"]
    for number, (side, file) in enumerate(files.items()):
        command += [f"--{side}-program", f"{BOT} {number} 25", f"--{side}-out", str(file)]
    command += ["--games", str(games), "--record", str(record)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60 + 20 * games)
    assert (done.returncode, done.stderr) == (0, "")
    items = list(read_items(record))
    assert len(items) == games
    assert [item.record.headers for item in items] == [(("Round", str(number + 1)),) for number in range(games)]
    assert [finding for item in items for finding in check_item(item, None)] == []
    for side, file in files.items():
        assert file.read_text("utf-8") == "".join(lines(view(item.record, side)) for item in items)
    assert done.stdout == "".join(lines(view(item.record, "public")) for item in items)


def test_a_program_that_ends_or_talks_nonsense_stops_the_series(tmp_path: Path) -> None:
    for code in ("pass", "while True: print('fly')"):
        bot = shlex.join([sys.executable, "-c", code])
        command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", "rand", "--games", "3"]
        record = tmp_path / "game.json"
        command += ["--white-program", bot, "--record", str(record)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, input="")
        assert done.returncode == 0
        assert "Result: *" in done.stdout
        (item,) = read_items(record)
        assert item.record.result in (None, "*")


def test_a_pipe_without_a_reader_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    pipe, record = tmp_path / "white", tmp_path / "game.json"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", "english", "--white-out", str(pipe)]
    with subprocess.Popen(
        [*command, "--black-out", str(tmp_path / "black"), "--record", str(record)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as umpire:
        with pipe.open() as reader:
            reader.readline()
        said, complaint = umpire.communicate("e4\ne5\nresign\n", timeout=60)
    assert (umpire.returncode, complaint) == (1, f"kriegnote: {pipe}: Broken pipe; nothing more is written for White\n")
    assert "The game is over: resignation" in said
    (item,) = read_items(record)
    assert item.record.result == "0-1"


def test_a_game_of_a_series_that_nobody_began_is_not_recorded(tmp_path: Path) -> None:
    record = tmp_path / "games.json"
    command = [sys.executable, "-m", "kriegnote", "umpire", "--rules", "icc", "--games", "3", "--record", str(record)]
    subprocess.run(command, capture_output=True, text=True, timeout=60, input="e4\nresign\nd4\nresign\n", check=True)
    assert [item.record.result for item in read_items(record)] == ["1-0", "1-0"]
