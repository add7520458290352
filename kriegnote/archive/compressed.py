"""Compressed files as byte streams: gzip, bzip2, xz, Zstandard and the members of a zip file.

The compression is detected by the first bytes of a file, not by its name. A stream that breaks off yields what precedes
the break, and :attr:`Stream.damage` says so; the games before the break are not lost.
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

DEEPEST: Final = 4  # the most nested layers of compression
SUFFIXES: Final = (".gz", ".bz2", ".xz", ".lzma", ".zst")


class Unreadable(ValueError):
    """Raised for a file that is not readable text; the message says what it is, and follows the words ``it is``."""


class Compression(NamedTuple):
    """A compression format: its name, its first bytes, and the function that opens it."""

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
    """The decompressed bytes of a stream; if they break off, the stream ends, and ``damage`` says why."""

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
    """Whether an error is due to invalid data; errors of devices or permissions have an error number."""
    if isinstance(error, OSError):
        return error.errno is None
    return isinstance(error, zlib.error | zipfile.BadZipFile) or type(error).__name__ in ("LZMAError", "ZstdError")


def compression_of(start: bytes) -> Compression | None:
    """The compression of a stream, by its first bytes; None if there is none that is known."""
    return next((one for one in COMPRESSIONS if start.startswith(one.magic)), None)


def opened(stream: BinaryIO, compression: Compression) -> tuple[BinaryIO, Stream]:
    """The decompressed stream, buffered, and the layer beneath the buffer, which reports damage.

    :raises Unreadable: if the library for this compression is not installed.
    """
    layer = Stream(compression.open(stream), compression.name)
    return cast(BinaryIO, io.BufferedReader(layer, 1 << 16)), layer


# -- zip files ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _zip_file(path: Path, changed: int, process: int) -> zipfile.ZipFile:
    return zipfile.ZipFile(path)


def zip_file(path: Path) -> zipfile.ZipFile:
    """An open zip file; the last one stays open, since its members are usually requested one after the other.

    Each process has its own, because processes that share an open file share its position.

    :raises Unreadable: if it is no zip file, or damaged.
    :raises OSError: if it cannot be read.
    """
    try:
        return _zip_file(path, path.stat().st_mtime_ns, os.getpid())
    except zipfile.BadZipFile:
        raise Unreadable("a zip file that is damaged or incomplete") from None


def zip_members(path: Path) -> list[str]:
    """The names of the files in a zip file, in the order in which it lists them."""
    return [one.filename for one in zip_file(path).infolist() if not one.is_dir()]


def open_member(path: Path, member: str) -> tuple[BinaryIO, Stream]:
    """A member of a zip file as a buffered stream, and the layer beneath the buffer.

    :raises Unreadable: if it is missing, damaged, protected by a password, or compressed in a way that Python does not
        support.
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
