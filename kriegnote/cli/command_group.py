"""Runs commands: errors and warnings as single lines, signals and closed pipes without a traceback."""

from __future__ import annotations

import io
import os
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, ClassVar, Final

import click

from kriegnote.errors import KriegnoteError

_BROKEN_PIPE, _HUNG_UP, _INTERRUPTED, _TERMINATED = 141, 129, 130, 143  # the shell's exit status after a signal

_MOMENT: Final = 0.01  # seconds after which the exception of a signal is raised again if it was lost


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C; a subclass, because a bare KeyboardInterrupt that passes through ``exec`` overrides the exit status."""


class _Terminated(SystemExit):
    """The command received SIGTERM."""

    status: ClassVar[int] = _TERMINATED

    def __init__(self) -> None:
        super().__init__(self.status)


class _HungUp(_Terminated):
    """The command received SIGHUP: its terminal was closed."""

    status = _HUNG_UP


class CommandGroup(click.Group):
    """Runs commands: kriegnote's errors are one line on standard error, with status 2; signals end a command cleanly.

    :param modules: for each command, the module in this package that implements it; it is imported on demand.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command: click.Command = import_module(f"kriegnote.cli.{self.modules[cmd_name]}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            with _ended_tidily(), _warnings_in_a_line():
                try:
                    return super().invoke(ctx)
                finally:
                    if sys.stdout is not None:  # None: it was closed at the start
                        sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly()
            raise SystemExit(_BROKEN_PIPE) from None
        except KeyboardInterrupt:
            raise SystemExit(_INTERRUPTED) from None
        except (OSError, KriegnoteError) as error:
            say_error(f"kriegnote: {_plain(error)}")
            raise SystemExit(2) from None


def _close_quietly() -> None:
    """Redirects standard output, whose reader has gone, so that Python does not write its buffer at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _ended_tidily() -> Iterator[None]:
    """Makes Ctrl-C, SIGTERM and SIGHUP unwind the command wherever they arrive, so that no temporary file is left over.

    SIGHUP stays ignored if it was (``nohup``).
    The exception of a signal is lost if Python is just running a callback (of a weak reference); it is then raised
    again a moment later. It may also be turned into another one on its way (Python 3.11 does that where a class is
    made, so during an import): whatever ends a command after a signal is the end by that signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    import signal  # not needed for the version or the help

    exceptions: dict[int, type[BaseException]] = {signal.SIGINT: _Interrupted, signal.SIGTERM: _Terminated}
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        exceptions[signal.SIGHUP] = _HungUp
    raised: list[type[BaseException]] = []

    def end(number: int, _: object) -> None:
        if number in exceptions:
            raised.append(exceptions[number])
        if raised:
            raise raised[-1]

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if hasattr(signal, "setitimer") and isinstance(unraisable.exc_value, (KeyboardInterrupt, _Terminated)):
            signal.setitimer(signal.ITIMER_REAL, _MOMENT)
        else:
            hook(unraisable)

    numbers = [*exceptions, signal.SIGALRM] if hasattr(signal, "setitimer") else [*exceptions]
    before = {number: signal.signal(number, end) for number in numbers}
    hook, sys.unraisablehook = sys.unraisablehook, lost
    try:
        yield
    except BaseException as error:
        if raised and not isinstance(error, raised[-1]):
            raise raised[-1] from None
        raise
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
        if raised:
            from kriegnote.reporting.output import remove_unfinished

            remove_unfinished()


@contextmanager
def _warnings_in_a_line() -> Iterator[None]:
    """Prints kriegnote's warnings (RuntimeWarning) as lines ``kriegnote: warning: …``."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        say_error(f"kriegnote: warning: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        warnings.simplefilter("always", RuntimeWarning)
        yield


def say_error(text: str) -> None:
    """Prints a line to standard error."""
    from kriegnote.reporting.output import say

    say(text, err=True)


def _plain(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
