"""Where results go: standard output, pipes, devices, files; reports; progress.

``-`` is standard output. A regular file is written completely or not at all: it is replaced, once everything is
written, by one with the same mode; symbolic links are followed; pipes and devices are written to. Text for people goes
through :func:`say`, which lets no control character of the input reach their terminal.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Self, TextIO

import msgspec

from kriegnote.reporting.rendering import visible

_OWN_FILE = re.compile(r"/dev/(?:std(?:in|out|err)|fd/\d+)|/proc/(?:self|\d+)/fd/\d+")
_STANDARD = {"stdin": 0, "stdout": 1, "stderr": 2}
_unfinished: set[str] = set()
"""The temporary files that exist; a signal may arrive after one is created and before its context has begun."""


def remove_unfinished() -> None:
    """Removes the temporary files left behind when a signal ends a command."""
    while _unfinished:
        Path(_unfinished.pop()).unlink(missing_ok=True)


def say(text: str, *, err: bool = False, end: str = "\n") -> None:
    """Writes text for people to standard output or standard error, with control characters escaped."""
    if err and sys.stderr is None:
        return  # standard error was closed at the start (2>&-)
    stream = sys.stderr if err else standard_output()
    if not err:
        stream.flush()
    stream.write(_visible_lines(text) + end)


def say_utf8(text: str) -> None:
    """Writes text for programs to standard output, in UTF-8 whatever the terminal's encoding."""
    stream = standard_output()
    stream.flush()
    stream.buffer.write(_encoded(text))
    stream.buffer.flush()


def _visible_lines(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class Output:
    """Writes UTF-8 to standard output, a pipe, a device, or a file that appears only when everything is written.

    :param path: None and ``-`` are standard output.
    :param hold: whether to keep back what goes to standard output, a pipe or a device until the end, so that
        :meth:`discard` can drop it.
    :param beside: the folder of the temporary file, if it is on the same file system; otherwise, the file's own folder.
    :raises OSError: if the file cannot be written or is a directory; before anything is done.
    """

    def __init__(self, path: Path | None, *, hold: bool = False, beside: Path | None = None) -> None:
        self.written = 0
        self._beside = beside
        self._discarded = False
        self._target: Path | None = None  # the regular file to replace
        self._mode = 0
        self._owner: tuple[int, int] | None = None  # the owner of the file to replace
        self._name: str | None = None  # the temporary file beside it, there while the context is open
        self._held: IO[bytes] | None = None
        self._file: IO[bytes] | None = None  # None: standard output
        if path is not None and str(path) != "-":
            self._open(path)
        if hold and self._name is None:
            self._held = tempfile.TemporaryFile()  # noqa: SIM115

    def _open(self, path: Path) -> None:
        target = _followed(path)
        if _OWN_FILE.fullmatch(str(target)):
            standard_output().flush()
            number = _STANDARD.get(target.name)
            self._file = os.fdopen(os.dup(int(target.name) if number is None else number), "wb")
            return
        try:
            before = target.stat()
            mode = before.st_mode
        except FileNotFoundError:
            before, mode = None, stat.S_IFREG | (0o666 & ~_umask())
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            self._file = target.open("wb")
            return
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        if not os.access(target.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        self._target, self._mode = target, stat.S_IMODE(mode)
        self._owner = None if before is None else (before.st_uid, before.st_gid)
        folder = self._beside
        if folder is None or folder.stat().st_dev != target.parent.stat().st_dev:
            folder = target.parent
        self._name = str(folder / f".kriegnote-{os.urandom(8).hex()}")

    def _create(self, name: str) -> None:
        """Creates the temporary file, which only its owner can read until it replaces the other."""
        self._file = os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        if self._owner is not None and hasattr(os, "chown"):
            with suppress(PermissionError):  # keep the file's owner, if permitted
                os.chown(name, *self._owner)

    def write(self, text: str) -> None:
        """Writes text; if it goes directly to a terminal, control characters are escaped."""
        if self._held is None and self._file is None and standard_output().isatty():
            text = _visible_lines(text)
        self.write_bytes(_encoded(text))

    def write_bytes(self, data: bytes) -> None:
        """Writes bytes unchanged."""
        self.written += 1
        self._stream().write(data)

    def _stream(self) -> IO[bytes]:
        return self._held or self._file or standard_output().buffer

    def discard(self) -> None:
        """Drops the output, as far as it is still kept back."""
        self._discarded = True

    def __enter__(self) -> Self:
        if self._name is not None:
            _unfinished.add(self._name)
            try:
                self._create(self._name)
            except BaseException:
                self._remove(self._name)
                raise
        return self

    def _remove(self, name: str) -> None:
        Path(name).unlink(missing_ok=True)
        _unfinished.discard(name)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        good = not self._discarded and kind is None
        try:
            if self._held is not None:
                held, self._held = self._held, None
                with held:
                    if good:
                        _copy(held, self._stream())
            if self._file is not None:
                self._file.close()
            if good and self._name is not None and self._target is not None:
                Path(self._name).chmod(self._mode)
                Path(self._name).replace(self._target)
        finally:
            if self._name is not None:
                self._remove(self._name)
        if kind is None and sys.stdout is not None:
            sys.stdout.flush()


def standard_output() -> TextIO:
    """Standard output.

    :raises OSError: if it was closed when the command was started (``>&-`` in a shell); Python then has None there.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    return sys.stdout


def _followed(path: Path) -> Path:
    """The file at the end of a chain of symbolic links; links to the process's own open files are not followed."""
    for _ in range(40):
        if _OWN_FILE.fullmatch(str(path)) or not path.is_symlink():
            return path
        path = Path(os.path.normpath(path.parent.resolve() / path.readlink()))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    source.seek(0)
    while block := source.read(1 << 16):
        target.write(block)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class JsonReport:
    """Writes ``{"records": [...]}`` record by record, so that a long report needs no memory; nothing without a path."""

    def __init__(self, path: Path | None, *, beside: Path | None = None) -> None:
        self._output = Output(path, hold=str(path) == "-", beside=beside) if path is not None else None
        self._count = 0

    def add(self, record: object) -> None:
        """Writes the entry of one record."""
        if self._output is not None:
            lead = ",\n  " if self._count else '{"records": [\n  '
            self._output.write(lead + msgspec.json.encode(record).decode())
            self._count += 1

    def __enter__(self) -> Self:
        if self._output is not None:
            self._output.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._output is not None:
            if kind is None:
                self._output.write("\n]}\n" if self._count else '{"records": []}\n')
            self._output.__exit__(kind)


@contextmanager
def progress() -> Iterator[Callable[[], None]]:
    """A counter on standard error, shown only on a terminal and after a second; the yielded function adds one."""
    if sys.stderr is None or not sys.stderr.isatty():
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
