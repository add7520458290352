"""Compressed files as streams of bytes: gzip, bzip2, xz, Zstandard and the members of a zip file.

How a file is compressed is known by its first bytes, not by its name.  A stream that breaks off gives what came before
the break, and says so in :attr:`Stream.damage`: a game that can be read is not lost with those behind it.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, cast

DEEPEST: Final = 4  # layers of compression in one another
SUFFIXES: Final = (".gz", ".bz2", ".xz", ".lzma", ".zst")


class Unreadable(ValueError):
    """What a file is instead of text that can be read; the message goes behind ``it is``."""


class Compression(NamedTuple):
    """One way to compress: its name, the bytes that it begins with, and how it is opened."""

    name: str
    magic: bytes
    open: Callable[[BinaryIO], Any]


def _gzip(stream: BinaryIO) -> Any:
    import gzip

    return gzip.GzipFile(fileobj=stream, mode="rb")


def _bzip2(stream: BinaryIO) -> Any:
    import bz2

    return bz2.BZ2File(stream)


def _xz(stream: BinaryIO) -> Any:
    import lzma

    return lzma.LZMAFile(stream)


def _zstandard(stream: BinaryIO) -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # Python 3.14 has it
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise Unreadable("compressed with Zstandard; to read it, `pip install backports.zstd`") from None
    return zstd.ZstdFile(stream)


COMPRESSIONS: Final = (
    Compression("gzip", b"\x1f\x8b", _gzip),
    Compression("bzip2", b"BZh", _bzip2),
    Compression("xz", b"\xfd7zXZ\0", _xz),
    Compression("Zstandard", b"\x28\xb5\x2f\xfd", _zstandard),
)


class Stream(io.RawIOBase):
    """The bytes that a compressed stream holds; where they break off the stream ends, and ``damage`` says why."""

    def __init__(self, inner: Any, compression: str) -> None:
        self._inner = inner
        self._compression = compression
        self.damage: str | None = None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._inner.seekable())

    def readinto(self, buffer: Any, /) -> int:
        try:
            data = self._inner.read1(len(buffer))
        except EOFError:
            self.damage = f"the {self._compression} data is cut short; the part before that is read"
            return 0
        except Exception as error:
            if not _is_damage(error):
                raise
            self.damage = f"the {self._compression} data is damaged; the part before that is read"
            return 0
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return int(self._inner.seek(offset, whence))

    def tell(self) -> int:
        return int(self._inner.tell())

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
        super().close()


def _is_damage(error: Exception) -> bool:
    """Whether an error is that of bytes which no compressor wrote; that of a device or a right has a number."""
    if isinstance(error, OSError):
        return error.errno is None
    return isinstance(error, zlib.error | zipfile.BadZipFile) or type(error).__name__ in ("LZMAError", "ZstdError")


def compression_of(start: bytes) -> Compression | None:
    """How a stream is compressed, by its first bytes; None when it is not, or not in a way that is known."""
    return next((one for one in COMPRESSIONS if start.startswith(one.magic)), None)


def opened(stream: BinaryIO, compression: Compression) -> tuple[BinaryIO, Stream]:
    """A stream without its compression, buffered, and the layer under the buffer that knows of damage.

    :raises Unreadable: the library that reads it is not installed.
    """
    layer = Stream(compression.open(stream), compression.name)
    return cast(BinaryIO, io.BufferedReader(layer, 1 << 16)), layer


# -- zip files ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _zip_file(path: Path, changed: int, process: int) -> zipfile.ZipFile:
    return zipfile.ZipFile(path)


def zip_file(path: Path) -> zipfile.ZipFile:
    """A zip file, open; the last one asked for stays so, for its members are asked for one after the other.

    Each process has its own: those that share an open file share the place in it.

    :raises Unreadable: it is none, or is damaged.
    :raises OSError: it cannot be read.
    """
    try:
        return _zip_file(path, path.stat().st_mtime_ns, os.getpid())
    except zipfile.BadZipFile:
        raise Unreadable("a zip file that is damaged or incomplete") from None


def zip_members(path: Path) -> list[str]:
    """The names of the files in a zip file, in their order in it."""
    return [one.filename for one in zip_file(path).infolist() if not one.is_dir()]


def open_member(path: Path, member: str) -> tuple[BinaryIO, Stream]:
    """A member of a zip file as a buffered stream, and the layer under the buffer.

    :raises Unreadable: it is protected by a password, or compressed in a way that Python does not know.
    """
    try:
        inner = zip_file(path).open(member)
    except KeyError:
        raise Unreadable("no longer in the zip file") from None
    except RuntimeError:
        raise Unreadable("protected by a password") from None
    except NotImplementedError:
        raise Unreadable("compressed in a way that is not supported") from None
    except zipfile.BadZipFile:
        raise Unreadable("damaged") from None
    layer = Stream(inner, "zip")
    return cast(BinaryIO, io.BufferedReader(layer, 1 << 16)), layer
