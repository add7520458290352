"""The input files that a command's arguments stand for: files, folders, globs, compressed files, zip files, ``-``.

:func:`inputs` lists them, opening only folders and zip files; :meth:`Input.open` opens one, whatever its compression.
What cannot be read is also listed, with a description, so that nothing is lost silently::

    for one in inputs(["archive/"]):
        try:
            with one.open() as opened:
                text = opened.stream.read()
        except (Unreadable, OSError) as error:
            print(one.name, one.complaint(error))
"""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, Self

from kriegnote.archive.compressed import (
    DEEPEST,
    SUFFIXES,
    Stream,
    Unreadable,
    compression_of,
    open_member,
    opened,
    zip_members,
)
from kriegnote.archive.kinds import SAMPLE, FileKind, kind_of
from kriegnote.text.source import twice

STANDARD_INPUT: Final = "-"
_PASSED_OVER: Final = frozenset({".git", ".hg", ".svn", "__MACOSX", ".kriegnote"})  # folders without games
Place = tuple[int, int]  # the device and inode of a file


class Leftover(Unreadable):
    """Raised for a file whose omission is no loss, although it is mentioned: one that an operating system leaves in
    folders, or one that is not text and was not asked for by its own name."""


class Opened:
    """An open input: ``stream`` has its decompressed bytes, and can be read twice.

    ``filename`` is its name without suffixes of compression, from which its notation may be detected.
    """

    def __init__(self, stream: BinaryIO, filename: str, layers: tuple[Stream, ...] = ()) -> None:
        self.stream = stream
        self.filename = filename
        self._layers = layers

    @property
    def damage(self) -> str | None:
        """Why the stream ended early, known once it has been read; None if it did not."""
        return next((layer.damage for layer in self._layers if layer.damage), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not sys.stdin.buffer:
            self.stream.close()


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read, or the reason why it cannot be read.

    ``name``: as displayed; for a member of a zip file, the zip file's name, a slash and the member's name.
    ``relative``: its path below the common folder of all arguments, without suffixes of compression, for outputs that
    mirror the inputs. ``problem``: what it is, if it cannot be opened; otherwise None. ``named``: whether an argument
    names it; otherwise it was found in a folder or a zip file.
    """

    name: str
    relative: str
    path: Path | None = None
    member: str | None = None
    problem: str | None = None
    named: bool = field(default=True, compare=False)

    def open(self) -> Opened:
        """Opens the input and decompresses it.

        :raises Unreadable: if it is empty or not text; the message says what it is.
        :raises Leftover: if it is so, and nobody asked for it by its name.
        :raises OSError: if it cannot be read.
        """
        if self.problem is not None:
            raise Unreadable(self.problem)
        stream, layers = self._stream()
        filename = (self.member or self.name) if self.path else ""
        try:
            return _unpacked(stream, filename, layers, self.named)
        except BaseException:
            stream.close()
            raise

    def _stream(self) -> tuple[BinaryIO, tuple[Stream, ...]]:
        if self.path is None:
            return twice(sys.stdin.buffer), ()
        if self.member is not None:
            stream, layer = open_member(self.path, self.member)
            return stream, (layer,)
        return twice(self.path.open("rb")), ()

    def complaint(self, error: Exception) -> str:
        """The message for an input that :meth:`open` could not open, or that failed while being read."""
        if isinstance(error, Unreadable):
            return f"{'this' if self.path else 'the input'} is {error}"
        return (isinstance(error, OSError) and error.strerror) or str(error)


def _unpacked(stream: BinaryIO, filename: str, layers: tuple[Stream, ...], named: bool) -> Opened:
    for _ in range(DEEPEST):
        at = stream.tell()
        start = stream.read(SAMPLE)
        stream.seek(at)
        compression = compression_of(start)
        if compression is None:
            break
        stream, layer = opened(stream, compression)
        layers = (*layers, layer)
        filename = without_compression(filename)
    _refuse_what_is_no_text(start, filename, layers, named)
    return Opened(stream, filename, layers)


def _refuse_what_is_no_text(start: bytes, filename: str, layers: tuple[Stream, ...], named: bool) -> None:
    """Rejects a file whose first bytes are not text.

    :raises Unreadable: if they are not.
    """
    damage = next((layer.damage for layer in layers if layer.damage), None)
    if not start and damage:
        raise Unreadable(f"empty: {damage.split(';')[0]}")
    kind = kind_of(start, filename) if start else FileKind("an empty file" if filename else "empty")
    if kind is not None:
        raise (Unreadable if named and not kind.leftover else Leftover)(kind.name)


def without_compression(name: str) -> str:
    """A file name without suffixes of compression.

    >>> without_compression("logs/games.pgn.gz")
    'logs/games.pgn'
    """
    lower = name.lower()
    ending = next((suffix for suffix in SUFFIXES if lower.endswith(suffix)), "")
    return name[: len(name) - len(ending)] if ending and lower != ending else name


# -- from arguments to inputs ------------------------------------------------------------------------------------------


def inputs(
    arguments: Iterable[str | os.PathLike[str]], *, leave_out: Iterable[str | os.PathLike[str]] = ()
) -> Iterator[Input]:
    """The inputs that arguments stand for, in the order of the arguments; those of a folder by name.

    A folder stands for the files in it and in all folders below, including linked ones, but each folder only once, and
    without the folders of version control. A name that does not exist and contains ``*``, ``?`` or ``[`` is a glob
    (``**`` matches folders, too). Without arguments, standard input is read.

    :param leave_out: files and folders (the outputs) that are skipped if they are found in a folder.
    """
    left_out = {place for path in leave_out if (place := place_on_disk(Path(path)))}
    names = [os.fspath(argument) for argument in arguments] or [STANDARD_INPUT]
    above = _common_folder(names)
    for name in names:
        yield from _argument(name, above, left_out)


def _is_glob(name: str) -> bool:
    return glob.has_magic(name) and not os.path.lexists(name)


def _common_folder(names: list[str]) -> str:
    """The folder that contains all arguments; outputs mirror the paths below it."""
    folders = []
    for name in names:
        if name == STANDARD_INPUT:
            continue
        folder = name
        while _is_glob(folder) or (folder == name and not Path(folder).is_dir()):
            folder = os.path.dirname(folder)  # noqa: PTH120  # "" is the folder we are in, and not "."
        folders.append(Path(folder).absolute())
    return os.path.commonpath(folders) if folders else ""


def place_on_disk(path: Path | None) -> Place | None:
    """The identity of a file, whatever its name; None if it does not exist."""
    try:
        status = path.stat() if path is not None else None
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None


def _argument(name: str, above: str, left_out: set[Place]) -> Iterator[Input]:
    if name == STANDARD_INPUT:
        yield Input(name, "standard-input")
        return
    path = Path(name)
    if _is_glob(name):
        found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207  # Path.glob takes no absolute pattern
        if not found:
            yield Input(_shown(name), name, path, problem="a pattern that matches no file")
        for one in found:
            if "**" not in name or not Path(one).is_dir():  # ** also matches the files within folders
                yield from _argument(one, above, left_out)
    elif path.is_dir():
        files = _Walk(path, above, left_out).inputs()
        first = next(files, None)
        if first is not None:
            yield first
            yield from files
        else:
            yield Input(_shown(path), name, path, problem="a folder with no file in it")
    else:
        yield from _file(path, _mirrored(path, above), named=True)


def _mirrored(path: Path, above: str) -> str:
    """The path of a file relative to a folder, with slashes."""
    return Path(os.path.relpath(path.absolute(), above)).as_posix()


def _file(path: Path, relative: str, *, named: bool) -> Iterator[Input]:
    """A file, or the files in a zip file."""
    if path.suffix.lower() != ".zip" or not path.is_file():
        yield Input(_shown(path), without_compression(relative), path, named=named)
        return
    try:
        members = zip_members(path)
    except (Unreadable, OSError) as error:
        yield Input(_shown(path), relative, path, problem=_why(error))
        return
    if not members:
        yield Input(_shown(path), relative, path, problem="a zip file with nothing in it")
    for member in members:
        if not _PASSED_OVER.isdisjoint(member.split("/")):
            continue
        inside = "/".join(part for part in member.replace("\\", "/").split("/") if part not in ("", ".", ".."))
        mirrored = without_compression(f"{relative}/{inside}")
        yield Input(f"{_shown(path)}/{member}", mirrored, path, member, named=False)


def _shown(path: Path | str) -> str:
    """A file name as text, with bytes that are not UTF-8 escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _why(error: Exception) -> str:
    if isinstance(error, PermissionError):
        return "not readable (permission denied)"
    return (isinstance(error, OSError) and error.strerror) or str(error)


class _Walk:
    """The files below a folder: each folder once, in the order of names, linked folders last."""

    def __init__(self, top: Path, above: str, left_out: set[Place]) -> None:
        self.top = top
        self.above = above
        self.left_out = left_out
        self.seen = left_out - {place_on_disk(top)}
        self.links: list[Path] = []

    def inputs(self) -> Iterator[Input]:
        yield from self._folder(self.top)
        while self.links:
            yield from self._folder(self.links.pop(0))

    def _folder(self, top: Path) -> Iterator[Input]:
        """The files in a folder and below; iterative, since folders may be nested deeper than Python can recurse."""
        waiting: list[os.DirEntry[str] | Path] = [top]
        while waiting:
            one = waiting.pop()
            path = Path(one)
            if isinstance(one, os.DirEntry) and not _is_folder(one):
                yield from self._entry(one)
            elif isinstance(one, os.DirEntry) and one.is_symlink():
                self.links.append(path)
            elif self._new(path):
                try:
                    with os.scandir(path) as entries:
                        found = sorted(entries, key=lambda entry: entry.name, reverse=True)
                except OSError as error:
                    yield Input(_shown(path), self._relative(path), path, problem=f"a folder {_why(error)}")
                    continue
                waiting += [entry for entry in found if entry.name not in _PASSED_OVER]

    def _new(self, path: Path) -> bool:
        place = place_on_disk(path)
        if place is None:
            return True  # reading it will raise the error
        if place in self.seen:
            return False
        self.seen.add(place)
        return True

    def _entry(self, entry: os.DirEntry[str]) -> Iterator[Input]:
        path = Path(entry)
        relative = self._relative(path)
        try:
            mode = entry.stat().st_mode
        except FileNotFoundError:
            yield Input(_shown(path), relative, path, problem="a broken link")
            return
        except OSError as error:
            problem = "a link that leads back to itself" if entry.is_symlink() else _why(error)
            yield Input(_shown(path), relative, path, problem=problem)
            return
        if self.left_out and place_on_disk(path) in self.left_out:
            return
        if not stat.S_ISREG(mode):
            yield Input(_shown(path), relative, path, problem=_SPECIAL.get(stat.S_IFMT(mode), "not a regular file"))
            return
        yield from _file(path, relative, named=False)

    def _relative(self, path: Path) -> str:
        return _mirrored(path, self.above)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False


_SPECIAL: Final = {
    stat.S_IFIFO: "a pipe; name it explicitly to read it",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device; name it explicitly to read it",
    stat.S_IFBLK: "a device; name it explicitly to read it",
}

__all__ = [
    "STANDARD_INPUT",
    "Input",
    "Leftover",
    "Opened",
    "Unreadable",
    "inputs",
    "place_on_disk",
    "without_compression",
]
