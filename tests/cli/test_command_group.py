"""How every command ends: errors and warnings in a line, signals and closed pipes without a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kriegnote.cli.command_group import CommandGroup
from kriegnote.cli.program import COMMANDS, main
from kriegnote.operations.conversion import InputError
from tests.support.commands import PROGRAM, kriegnote

GAME = "1. e4, d5 2. e×d5, ♕×d5 1-0\n"
SAN = ["convert", "--from", "san", "--to", "san"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InputError("there is no such thing"), "there is no such thing"),
        (FileNotFoundError(2, "No such file or directory", "a.txt"), "a.txt: No such file or directory"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("disk on fire"), "disk on fire"),
    ],
)
def test_an_error_of_ours_or_of_the_system_is_a_line(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = _failing(error, monkeypatch)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"kriegnote: {said}\n")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="a bug"):
        _failing(ValueError("a bug"), monkeypatch)


def test_a_warning_of_ours_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("notations")
    def warn() -> None:
        warnings.warn("the plug-in x is broken", RuntimeWarning, stacklevel=1)

    monkeypatch.setattr(CommandGroup, "get_command", lambda *_: warn)
    done = kriegnote("notations")
    assert (done.exit_code, done.stderr) == (0, "kriegnote: warning: the plug-in x is broken\n")


def _failing(error: Exception, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    @click.command("notations")
    def fail() -> None:
        raise error

    monkeypatch.setattr(CommandGroup, "get_command", lambda *_: fail)
    return kriegnote("notations")


def test_a_command_that_is_none() -> None:
    done = kriegnote("convrt --to san")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "No such command 'convrt'" in done.stderr


def test_a_command_is_imported_when_it_is_asked_for() -> None:
    program = (
        "import sys; from kriegnote.cli import main; print(*(m for m in sys.modules if m.startswith('kriegnote.')))"
    )
    done = subprocess.run([PROGRAM[0], "-c", program], capture_output=True, text=True, check=True)
    assert {f"kriegnote.cli.{module}" for module in COMMANDS.values()}.isdisjoint(done.stdout.split())
    assert list(main.list_commands(click.Context(main))) == list(COMMANDS)


@pytest.fixture
def hangup_is_heeded() -> Iterator[None]:
    """The tests may themselves run under ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hangup_is_heeded")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_leaves_nothing_behind(number: int, status: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, *SAN, "-o", str(tmp_path / "out")], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 30
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.iterdir())
    process.send_signal(number)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (status, b"")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("hangup_is_heeded")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_that_python_turns_into_another_error_ends_the_command(
    number: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command("notations")
    def interrupted() -> None:
        try:
            os.kill(os.getpid(), number)
            time.sleep(10)
        except BaseException as error:
            raise RuntimeError("Error calling __set_name__ on an instance") from error

    monkeypatch.setattr(CommandGroup, "get_command", lambda *_: interrupted)
    done = kriegnote("notations")
    assert (done.exit_code, done.stderr) == (status, "")


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.write_text("1. e4, e6 2. ♖c4, d5\n" * 3000)
    process = subprocess.Popen(
        [*PROGRAM, "check", "--from", "san", str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


@pytest.mark.parametrize("words", [SAN, ["check"], ["show"], ["explain"], ["list", "--from", "san"]])
def test_a_closed_standard_output_is_named(words: list[str]) -> None:
    program = ["sh", "-c", 'exec "$@" >&-', "sh", *PROGRAM, *words]
    done = subprocess.run(program, input=GAME.encode(), capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, b"kriegnote: standard output: Bad file descriptor\n")


def test_one_command_feeds_the_next() -> None:
    """Results on standard output and all else on standard error, so that a pipe has nothing but records."""
    pipe = subprocess.run(
        ["sh", "-c", f"{PROGRAM[0]} -m kriegnote convert --from tries --to json --rules icc"
         f" | {PROGRAM[0]} -m kriegnote convert - --to icc --view black"],
        input="1.(a? N) e4 d5\n2.exd5 1-0\n", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert pipe.stdout.splitlines()[:4] == ["White's move.", "1. ?", "Black's move.", "1. .. d5"]
