"""Where results go: standard output, or a file that is written whole or not at all; reports; progress."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec


class Output:
    """Text to standard output, or to a file that appears when everything is written.

    :param hold: keep back what goes to standard output until the end, so that :meth:`spoil` can take it back.
    """

    def __init__(self, path: Path | None, *, hold: bool = False) -> None:
        self.path = path
        self.written = 0
        self._spoilt = False
        self._file: IO[str] | None = None
        self._name: str | None = None
        if path is not None:
            try:
                handle, self._name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(path)) from None
            self._file = os.fdopen(handle, "w", encoding="utf-8", newline="\n")
        elif hold:
            self._file = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115

    def write(self, text: str) -> None:
        """Adds text."""
        self.written += 1
        if self._file is not None:
            self._file.write(text)
        else:
            sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))

    def spoil(self, *, unless: bool = False) -> None:
        """Nothing of this is to appear (where it can still be kept back)."""
        self._spoilt = self._spoilt or not unless

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        good = not self._spoilt and kind is None
        if self._file is not None and self._name is None and good:
            self._file.seek(0)
            while block := self._file.read(1 << 16):
                sys.stdout.buffer.write(block.encode("utf-8"))
        if self._file is not None:
            self._file.close()
        if self._name is not None:
            if good:
                Path(self._name).chmod(0o666 & ~_umask())
                Path(self._name).replace(self.path or "")
            else:
                Path(self._name).unlink(missing_ok=True)
        sys.stdout.flush()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Report:
    """``{"records": [...]}``, a record at a time, so that a long report takes no memory; nothing without a path."""

    def __init__(self, path: Path | None) -> None:
        self._output = Output(path) if path is not None else None
        self._count = 0

    def add(self, record: object) -> None:
        """One record's entry."""
        if self._output is not None:
            lead = ",\n  " if self._count else '{"records": [\n  '
            self._output.write(lead + msgspec.json.encode(record).decode())
            self._count += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._output is not None:
            self._output.write("\n]}\n" if self._count else '{"records": []}\n')
            self._output.__exit__(kind, error, trace)


@contextmanager
def progress() -> Iterator[Callable[[], None]]:
    """A counter on standard error, on a terminal only and after a second; call what it gives once a record."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.status import Status

    status = Status("", console=Console(stderr=True))
    began, count, running = time.monotonic(), 0, False

    def tick() -> None:
        nonlocal count, running
        count += 1
        if not running and time.monotonic() - began > 1:
            status.start()
            running = True
        if running and count % 50 == 0:
            status.update(f"{count} records")

    try:
        yield tick
    finally:
        if running:
            status.stop()
