"""Recognizes files that are not text by their first bytes: a picture, a PDF, another program's data."""

from __future__ import annotations

import codecs
from typing import Final, NamedTuple

SAMPLE: Final = 4096  # the number of bytes examined


class FileKind(NamedTuple):
    """What a file that is not text is, as a noun with its article.

    ``leftover``: whether an operating system leaves such files in folders, so that nobody wants them to be read.
    """

    name: str
    leftover: bool = False


_AT_START: Final[tuple[tuple[bytes, FileKind], ...]] = (
    (b"\xff\xd8\xff", FileKind("a JPEG picture")),
    (b"\x89PNG\r\n\x1a\n", FileKind("a PNG picture")),
    (b"GIF87a", FileKind("a GIF picture")),
    (b"GIF89a", FileKind("a GIF picture")),
    (b"II*\0", FileKind("a TIFF picture")),
    (b"MM\0*", FileKind("a TIFF picture")),
    (b"8BPS", FileKind("a Photoshop picture")),
    (b"%PDF-", FileKind("a PDF")),
    (b"%!PS", FileKind("a PostScript file")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind("an old Microsoft Office file")),
    (b"SQLite format 3\0", FileKind("an SQLite database")),
    (b"PAR1", FileKind("a Parquet table")),
    (b"ARROW1", FileKind("an Arrow table")),
    (b"\x7fELF", FileKind("a program")),
    (b"\xcf\xfa\xed\xfe", FileKind("a program")),
    (b"7z\xbc\xaf\x27\x1c", FileKind("a 7-Zip archive")),
    (b"Rar!\x1a\x07", FileKind("a RAR archive")),
    (b"\x1f\x9d", FileKind("a file packed with Unix compress")),
    (b"OggS", FileKind("an Ogg recording")),
    (b"ID3", FileKind("an MP3 recording")),
    (b"fLaC", FileKind("a FLAC recording")),
    (b"\0\0\0\1Bud1", FileKind("a macOS folder settings file (.DS_Store)", leftover=True)),
    (b"\0\5\x16\7", FileKind("a macOS attributes file (AppleDouble)", leftover=True)),
)

_IN_ZIP: Final = {
    ".docx": "a Word document",
    ".xlsx": "an Excel table",
    ".pptx": "a PowerPoint presentation",
    ".odt": "an OpenDocument text",
    ".ods": "an OpenDocument table",
    ".epub": "an EPUB book",
    ".jar": "a Java archive",
}
_LEFTOVER_NAMES: Final = {
    "thumbs.db": "a Windows thumbnail file",
    "desktop.ini": "a Windows folder settings file",
}
_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def kind_of(start: bytes, filename: str) -> FileKind | None:
    """What a file is, by its first :data:`SAMPLE` bytes and its name; None if it is text."""
    name = filename.lower().rsplit("/", 1)[-1]
    if name in _LEFTOVER_NAMES:
        return FileKind(_LEFTOVER_NAMES[name], leftover=True)
    for magic, kind in _AT_START:
        if start.startswith(magic):
            return kind
    if start.startswith(b"PK\x03\x04"):
        suffix = "." + name.rsplit(".", 1)[-1]
        return FileKind(_IN_ZIP.get(suffix, "a zip archive whose name does not end in .zip"))
    return _other(start)


def _other(start: bytes) -> FileKind | None:
    """Formats whose signature is not at the start, and bytes that are no text of any kind."""
    if start[:4] == b"RIFF" and start[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return FileKind({b"WEBP": "a WebP picture", b"WAVE": "a WAV recording", b"AVI ": "a film"}[start[8:12]])
    if start[4:8] == b"ftyp":
        return FileKind("an HEIC or AVIF picture" if start[8:12] in (b"heic", b"heix", b"avif", b"mif1") else "a film")
    if start[:2] == b"BM" and start[6:10] == b"\0\0\0\0":
        return FileKind("a BMP picture")
    if start[257:262] == b"ustar":
        return FileKind("a tar archive; unpack it first")
    if start.startswith(_BOMS) or not start:
        return None
    return _binary(start)


_CONTROLS: Final = bytes({*range(1, 7), *range(14, 27), *range(28, 32)})  # those that do not occur in terminal logs


def _binary(start: bytes) -> FileKind | None:
    zeros = start.count(0)
    if zeros * 10 < len(start):
        controls = len(start) - len(start.translate(None, _CONTROLS))
        return FileKind("a binary file") if controls * 20 > len(start) else None
    if zeros == len(start):
        return FileKind("a file of nothing but zeros")
    if zeros * 5 > 2 * len(start) and zeros in (start[::2].count(0), start[1::2].count(0)):
        return FileKind("UTF-16 text without a byte order mark; save it as UTF-8")
    return FileKind("a binary file")
