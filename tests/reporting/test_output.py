"""What the command line writes, and where: files, links, pipes, devices; signals; terminals that are not UTF-8."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
GAME = "1. e4, d5 2. e×d5, ♕×d5 1-0\n"
SAN = ["convert", "--from", "san", "--to", "san"]
SLIP = "1. e4, e6 2. ♖c4, d5\n"


def run(*words: str | Path, stdin: str | bytes = GAME, **options: Any) -> subprocess.CompletedProcess[bytes]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    program = [sys.executable, "-m", "kriegnote", *map(str, words)]
    return subprocess.run(program, input=data, capture_output=True, check=False, timeout=60, **options)


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
    assert run(*words, link).returncode == 0
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
    assert run(*words, pipe).returncode == 0
    reader.join(10)
    assert got[0] and pipe.is_fifo()


@WAYS
def test_a_device_stays_one(words: list[str]) -> None:
    assert run(*words, "/dev/null").returncode == 0
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
    done = run(*words, tmp_path, stdin="")
    assert done.returncode == 2
    assert done.stderr.decode() == f"kriegnote: {tmp_path}: Is a directory\n"
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


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_behind(number: int, status: int, tmp_path: Path) -> None:
    program = [sys.executable, "-m", "kriegnote", *SAN, "-o", str(tmp_path / "out")]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.iterdir())
    process.send_signal(number)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (status, b"")
    assert not list(tmp_path.iterdir())


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.write_text(SLIP * 3000)
    program = [sys.executable, "-m", "kriegnote", "check", "--from", "san", str(many)]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "words",
    [
        ["check", "--from", "san"],
        ["check", "--from", "san", "--format", "json"],
        ["check", "--from", "san", "--format", "sarif"],
        ["check", "--from", "san", "--format", "github"],
        ["show", "--from", "san"],
        ["repair", "--from", "san"],
        ["convert", "--from", "san", "--to", "dialogue", "--pieces", "figurine"],
        ["explain", "KN202"],
        ["rules", "rand"],
        ["notations"],
    ],
    ids=" ".join,
)
def test_other_encodings_of_the_terminal_do_no_harm(words: list[str], encoding: str) -> None:
    done = run(*words, stdin=SLIP, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr
    if words[-1] in ("json", "sarif"):
        assert "♖c4" in json.dumps(json.loads(done.stdout), ensure_ascii=False)


def test_boards_have_letters_where_there_are_no_figurines() -> None:
    done = run("show", "--from", "san", "--ply", "0", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "8 r n b q k b n r" in done.stdout.decode("ascii")
    assert "\\u" not in done.stdout.decode("ascii")


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


def test_a_page_escapes_everything() -> None:
    page = run("show", "--from", "json", "--html", "-", stdin=EVIL).stdout.decode()
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "<b>&lt;" not in page.partition("<h1>")[2].partition("</h1>")[0]
    assert "\x1b" not in page


@pytest.mark.parametrize("ply", ["0", "1", "7"])
@pytest.mark.parametrize("html", [False, True])
def test_a_record_without_moves_has_only_its_start(ply: str, html: bool) -> None:
    record = '{"schema":"kriegnote/1","events":[{"type":"ask","side":"white","turn":1}]}'
    done = run("show", "--ply", ply, *(["--html", "-"] if html else []), stdin=record)
    assert (done.returncode, done.stderr.count(b"Traceback")) == (0, 0)
    assert "at the start" in done.stdout.decode()


def test_no_page_is_written_of_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("before")
    assert run("show", tmp_path / "none", "--html", page).returncode == 2
    assert page.read_text() == "before"
    assert run("show", tmp_path / "none", "--html", "-").stdout == b""


def test_a_page_may_be_of_one_ply() -> None:
    whole = run("show", "--from", "san", "--html", "-").stdout.decode()
    assert whole.count("<section") == 5  # before the first move, and each of four plies
    page = run("show", "--from", "san", "--html", "-", "--ply", "3").stdout.decode()
    assert page.count("<section") == 1
    assert page.count("<figure>") == 3
    assert "after 2. exd5" in page


def test_numbers_agree_with_their_nouns() -> None:
    assert b"-:1: 1 finding; see" in run("show", "--from", "san", stdin=SLIP).stderr
    assert b"1 record: 1 warning\n" in run("check", "--from", "san", stdin=SLIP).stderr
    done = run("convert", "--from", "tries", "--to", "san", stdin="1. e4 (Qd3? N) (a? N) e5 1-0")
    assert b"-: san cannot say everything: 2 answers, 1 question and 1 try dropped\n" in done.stderr


def test_a_loss_names_the_file_and_the_headers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    record = '{"schema":"kriegnote/1","view":"white","headers":[["White","a"],%s],"events":[]}\n'
    one.write_text(record % '["Annotator","c"]')
    two.write_text(record % '["Opening","a"],["ECO","c"]' + record % '["ECO","d"]')
    assert _losses(one) == [f"{one}: icc cannot say everything: 1 header (Annotator) dropped"]
    assert _losses(two) == [f"{two}: icc cannot say everything: 3 headers (Opening, ECO) dropped"]
    assert _losses(one, two) == _losses(one) + _losses(two)
    many = [tmp_path / f"{number}.json" for number in range(11)]
    for path in many:
        path.write_text(record % '["ECO","c"]')
    assert _losses(*many) == ["icc cannot say everything: 11 headers (ECO) dropped, in 11 of them"]


def _losses(*files: Path) -> list[str]:
    done = run("convert", "--to", "icc", *files)
    return [line for line in done.stderr.decode().splitlines() if "cannot say" in line]


@pytest.mark.parametrize("words", [SAN, ["check"], ["show"], ["explain"], ["list", "--from", "san"]])
def test_a_closed_standard_output_is_named(words: list[str]) -> None:
    program = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "kriegnote", *words]
    done = subprocess.run(program, input=GAME.encode(), capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, b"kriegnote: standard output: Bad file descriptor\n")


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "2>&-"])
def test_a_file_is_written_with_standard_output_closed(closed: str, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    program = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "kriegnote", *SAN, "-o", str(out)]
    done = subprocess.run(program, input=GAME.encode(), capture_output=True, check=False, timeout=60)
    assert done.returncode == 0 and out.read_text()
