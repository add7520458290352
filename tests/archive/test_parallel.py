"""Work on several processes: in order, and no process is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kriegnote.archive.parallel import WorkerError, cores, ordered


def slowly(number: int) -> tuple[int, int]:
    time.sleep(0.002 * (number % 3))
    return number, os.getpid()


def fail(number: int) -> int:
    if number == 5:
        raise ValueError("five")
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_the_order_of_the_tasks() -> None:
    results = list(ordered(slowly, range(60), 3))
    assert [number for number, _ in results] == list(range(60))
    assert os.getpid() not in {process for _, process in results}
    assert list(ordered(fail, range(3), 1)) == [0, 1, 2]
    assert cores() >= 1


def test_an_error_is_that_of_the_first_task_that_fails() -> None:
    seen = []
    with pytest.raises(ValueError, match="five"):
        for number in ordered(fail, range(60), 2):
            seen.append(number)
    assert seen == [0, 1, 2, 3, 4]


def test_a_process_that_is_killed_is_an_error_and_no_hang() -> None:
    with pytest.raises(WorkerError):
        list(ordered(die, range(4), 2))


def much(number: int) -> bytes:
    return bytes(3_000_000)


def test_a_run_that_is_given_up_while_results_are_handed_over_ends() -> None:
    """A process that ends in the middle of handing one over leaves its reader waiting for the rest."""
    start = time.monotonic()
    for _ in range(15):
        results = ordered(much, range(40), 2)
        assert len(next(results)) == 3_000_000
        results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - start < 60


PROGRAM = """
import os, time
import click
from kriegnote.archive.parallel import ordered
from kriegnote.cli.command_group import CommandGroup

def work(number):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(60)

@click.command
def run():
    list(ordered(work, range(4), 2))

CommandGroup.get_command = lambda *_: run  # a command handles Ctrl-C, which Python may lose
CommandGroup(modules={"run": ""}).main(["run"])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(number: signal.Signals) -> None:
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert run.stdout is not None
    workers = [int(run.stdout.readline()) for _ in range(2)]
    run.send_signal(number)
    run.wait(10)
    deadline = time.monotonic() + 10
    while any(_lives(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(_lives(worker) for worker in workers)
    run.stdout.close()


LARGE = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from kriegnote.archive.parallel import ordered

def work(number):
    if number == 4:
        os.write(1, b"sent\\n")
    return bytes(30_000_000)

for result in ordered(work, range(10_000), 2):
    pass
"""


@pytest.mark.parametrize("delay", [0.0, 0.005, 0.01, 0.02, 0.03])
def test_a_run_ends_though_a_result_is_being_sent(delay: float) -> None:
    """A process that ends in the middle of a result would leave its parent waiting for the rest."""
    command = [sys.executable, "-c", LARGE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "sent\n"
        time.sleep(delay)
        run.send_signal(signal.SIGINT)
        try:
            assert run.wait(30) != 0
        finally:
            run.kill()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
