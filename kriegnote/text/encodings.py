"""The encoding of a text: UTF-8, UTF-16, or one of a byte for each character."""

from __future__ import annotations

import codecs
from typing import BinaryIO, Final

CALLED: Final = {"latin-1": "Latin-1", "cp1252": "Windows-1252"}
_WINDOWS: Final = frozenset(range(0x80, 0xA0))  # bytes that are control characters in Latin-1
_UNUSED: Final = frozenset(b"\x81\x8d\x8f\x90\x9d")  # those of them that are undefined in Windows-1252


def encoding_of(stream: BinaryIO) -> tuple[str, tuple[int, int] | None]:
    """The encoding of a text, and the place (line, column) of the first byte that is not UTF-8, if there is one."""
    start = stream.read(4)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", None
    decoder = codecs.getincrementaldecoder("utf-8")()
    block = start
    line, column = 1, 1
    while True:
        more = stream.read(1 << 16)
        try:
            decoder.decode(block, final=not more)
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            line += before.count(b"\n")
            column = len(before) - before.rfind(b"\n")
            return _single_byte(stream, error.object[error.start :]), (line, column)
        if not more:
            return "utf-8-sig", None
        line += block.count(b"\n")
        block = more


def _single_byte(stream: BinaryIO, block: bytes) -> str:
    """The encoding of bytes that are not UTF-8, from the first that shows it to the end of the stream.

    It is Windows-1252 if there are characters that only it has (typographic quotes, dashes) and none that it lacks,
    else Latin-1.
    """
    windows = False
    while block:
        if not _UNUSED.isdisjoint(block):
            return "latin-1"
        windows = windows or not _WINDOWS.isdisjoint(block)
        block = stream.read(1 << 16)
    return "cp1252" if windows else "latin-1"
