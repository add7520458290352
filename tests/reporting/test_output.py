"""What the command line writes, and where: files, links, pipes, devices; terminals that are not UTF-8."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import kriegnote, process

GAME = "1. e4, d5 2. e×d5, ♕×d5 1-0\n"
SAN = ["convert", "--from", "san", "--to", "san"]
SLIP = "1. e4, e6 2. ♖c4, d5\n"


def run(*words: str | Path, stdin: str | bytes = GAME, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return process(*words, stdin=stdin, **options)


WAYS = pytest.mark.parametrize(
    "words",
    [
        [*SAN, "-o"],
        ["convert", "--from", "san", "--to", "pgn", "--report"],
        ["repair", "--from", "san", "-o"],
        ["repair", "--from", "san", "--report"],
        ["show", "--from", "san", "--html"],
    ],
    ids=" ".join,
)


@WAYS
def test_a_file_keeps_its_mode_and_a_link_its_target(words: list[str], tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target.name)
    assert kriegnote(*words, link, stdin=GAME).exit_code == 0
    assert link.is_symlink() and target.read_text() not in ("", "before")
    assert target.stat().st_mode & 0o777 == 0o640
    assert {each.name for each in tmp_path.iterdir()} == {"target", "link"}


@WAYS
def test_a_pipe_is_written_into(words: list[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert kriegnote(*words, pipe, stdin=GAME).exit_code == 0
    reader.join(10)
    assert got[0] and pipe.is_fifo()


@WAYS
def test_a_device_stays_one(words: list[str]) -> None:
    assert kriegnote(*words, "/dev/null", stdin=GAME).exit_code == 0
    assert Path("/dev/null").is_char_device()


@WAYS
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output_has_names(words: list[str], name: str, tmp_path: Path) -> None:
    done = run(*words, name, cwd=tmp_path)
    assert done.returncode == 0 and len(done.stdout) > 10, done.stderr
    assert not list(tmp_path.iterdir())


def test_a_redirected_standard_output_is_added_to(tmp_path: Path) -> None:
    target = tmp_path / "log"
    target.write_text("before\n")
    program = [sys.executable, "-m", "kriegnote", *SAN, "-o", "/dev/stdout"]
    with target.open("a") as file:
        subprocess.run(program, input=GAME.encode(), stdout=file, check=True)
    assert target.read_text().startswith("before\n1. e4, d5")


@WAYS
def test_a_folder_is_refused_before_anything_is_read(words: list[str], tmp_path: Path) -> None:
    done = kriegnote(*words, tmp_path)
    assert done.exit_code == 2
    assert done.stderr == f"kriegnote: {tmp_path}: Is a directory\n"
    assert not list(tmp_path.iterdir())


def test_the_report_follows_the_records_on_standard_output() -> None:
    done = run("convert", "--from", "san", "--to", "json", "--report", "-")
    record, _, report = done.stdout.decode().partition("\n")
    assert json.loads(record)["result"] == "1-0"
    assert json.loads(report)["records"][0]["carried"]["move"] == 4


def test_nothing_is_left_behind_by_what_fails(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("before")
    done = run("convert", "--from", "san", "--to", "icc", "-o", out, "--report", tmp_path / "no" / "report")
    assert done.returncode == 2
    assert run("convert", "--from", "san", "--to", "icc", "-o", out).returncode == 2
    assert out.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


SHOWN = [
    "check --from san",
    "check --from san --format json",
    "check --from san --format sarif",
    "check --from san --format github",
    "show --from san",
    "repair --from san",
    "convert --from san --to dialogue --pieces figurine",
    "explain KN202",
    "rules rand",
    "notations",
]
ALL_OF_THEM = f"""
import io, sys
from kriegnote.cli import main
for words in {SHOWN}:
    sys.stdin = io.TextIOWrapper(io.BytesIO({SLIP.encode()!r}), "utf-8")
    try:
        main(words.split())
    except SystemExit as ended:
        print(flush=True)
        print("==", ended.code, flush=True)
"""


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_other_encodings_of_the_terminal_do_no_harm(encoding: str) -> None:
    program = [sys.executable, "-c", ALL_OF_THEM]
    done = subprocess.run(program, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": encoding})
    *shown, end = done.stdout.decode(errors="replace").split("\n== ")
    assert [int(one.partition("\n")[0]) for one in (*shown[1:], end)] == [1, 1, 1, 1, 0, 0, 1, 0, 0, 0]
    for text in shown[1:3]:
        assert "♖c4" in json.dumps(json.loads(text.partition("\n")[2]), ensure_ascii=False)


EVIL = """{"schema":"kriegnote/1","headers":[["White","\\u001b[2J<b>"]],"events":[
{"type":"move","side":"white","turn":1,"move":null,"text":"\\u001b[2J<script>","san":null},
{"type":"comment","text":"\\u001b]0;owned\\u0007"}]}
"""


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["show", "--ply", "1"],
        ["check"],
        ["check", "--format", "github"],
        ["repair", "--to", "san"],
        ["convert", "--to", "san"],
    ],
    ids=" ".join,
)
def test_no_escape_of_the_input_reaches_a_terminal(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "evil\x1b[2J.json"
    path.write_text(EVIL)
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "kriegnote", words[0], str(path), "--from", "json", *words[1:]]
    process = subprocess.Popen(program, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"})
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 1 << 16):
            shown += block
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    assert process.wait(30) in (0, 1)
    assert shown
    assert b"\x1b[2J" not in shown and b"\x1b]" not in shown and b"\x07" not in shown


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "2>&-"])
def test_a_file_is_written_with_standard_output_closed(closed: str, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    program = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "kriegnote", *SAN, "-o", str(out)]
    done = subprocess.run(program, input=GAME.encode(), capture_output=True, check=False, timeout=60)
    assert done.returncode == 0 and out.read_text()
