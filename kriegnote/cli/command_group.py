"""How every command runs: errors in a line, warnings in a line, signals and closed pipes without a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

_BROKEN_PIPE, _INTERRUPTED, _TERMINATED = 141, 130, 143  # as a shell counts a process that a signal ended


class CommandGroup(click.Group):
    """Runs a command: errors of ours in one line on standard error, status 2; signals end it tidily."""

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            with _terminated_tidily(), _warnings_in_a_line():
                try:
                    return super().invoke(ctx)
                finally:
                    sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly()
            raise SystemExit(_BROKEN_PIPE) from None
        except KeyboardInterrupt:
            raise SystemExit(_INTERRUPTED) from None
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) or type(error).__name__ in ("InputError", "ViewError", "PluginError"):
                say_error(f"kriegnote: {_plain(error)}")
                raise SystemExit(2) from None
            raise


def _close_quietly() -> None:
    """Nobody reads standard output any more: what Python still holds for it must not be written at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _terminated_tidily() -> Iterator[None]:
    """SIGTERM unwinds the command, so that no temporary file is left behind."""

    def end(*_: object) -> None:
        raise SystemExit(_TERMINATED)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _warnings_in_a_line() -> Iterator[None]:
    """Warnings of ours as ``kriegnote: warning: …``, each once."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        say_error(f"kriegnote: warning: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        warnings.simplefilter("always", RuntimeWarning)
        yield


def say_error(text: str) -> None:
    """A line on standard error."""
    from kriegnote.reporting.output import say

    say(text, err=True)


def _plain(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
