"""What a file is that holds no text, known by its first bytes: a picture, a PDF, another program's data."""

from __future__ import annotations

import codecs
from typing import Final, NamedTuple

SAMPLE: Final = 4096  # bytes of a file that are looked at


class Kind(NamedTuple):
    """What a file without text is, as a noun with its article.

    ``leftover``: a file that an operating system leaves in folders; nobody means it to be read.
    """

    name: str
    leftover: bool = False


_AT_START: Final[tuple[tuple[bytes, Kind], ...]] = (
    (b"\xff\xd8\xff", Kind("a JPEG picture")),
    (b"\x89PNG\r\n\x1a\n", Kind("a PNG picture")),
    (b"GIF87a", Kind("a GIF picture")),
    (b"GIF89a", Kind("a GIF picture")),
    (b"II*\0", Kind("a TIFF picture")),
    (b"MM\0*", Kind("a TIFF picture")),
    (b"8BPS", Kind("a Photoshop picture")),
    (b"%PDF-", Kind("a PDF")),
    (b"%!PS", Kind("a PostScript file")),
    (b"{\\rtf", Kind("an RTF document")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind("an old Microsoft Office file")),
    (b"SQLite format 3\0", Kind("an SQLite database")),
    (b"PAR1", Kind("a Parquet table")),
    (b"ARROW1", Kind("an Arrow table")),
    (b"\x7fELF", Kind("a program")),
    (b"\xcf\xfa\xed\xfe", Kind("a program")),
    (b"7z\xbc\xaf\x27\x1c", Kind("a 7-Zip archive")),
    (b"Rar!\x1a\x07", Kind("a RAR archive")),
    (b"\x1f\x9d", Kind("a file of the old Unix compress")),
    (b"OggS", Kind("an Ogg recording")),
    (b"ID3", Kind("an MP3 recording")),
    (b"fLaC", Kind("a FLAC recording")),
    (b"\0\0\0\1Bud1", Kind("the Finder's notes on a folder (.DS_Store)", leftover=True)),
    (b"\0\5\x16\7", Kind("a Mac's attributes of another file (AppleDouble)", leftover=True)),
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
    "thumbs.db": "Windows' small pictures of a folder",
    "desktop.ini": "Windows' notes on a folder",
}
_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def kind_of(start: bytes, filename: str) -> Kind | None:
    """What a file is, by its first :data:`SAMPLE` bytes, when it holds no text that could be read; None for text."""
    name = filename.lower().rsplit("/", 1)[-1]
    if name in _LEFTOVER_NAMES:
        return Kind(_LEFTOVER_NAMES[name], leftover=True)
    for magic, kind in _AT_START:
        if start.startswith(magic):
            return kind
    if start.startswith(b"PK\x03\x04"):
        suffix = "." + name.rsplit(".", 1)[-1]
        return Kind(_IN_ZIP.get(suffix, "a zip archive whose name does not end in .zip"))
    return _other(start)


def _other(start: bytes) -> Kind | None:
    """Formats whose mark stands further in, and bytes that are no text of any sort."""
    if start[:4] == b"RIFF" and start[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return Kind({b"WEBP": "a WebP picture", b"WAVE": "a WAV recording", b"AVI ": "a film"}[start[8:12]])
    if start[4:8] == b"ftyp":
        return Kind("an HEIC or AVIF picture" if start[8:12] in (b"heic", b"heix", b"avif", b"mif1") else "a film")
    if start[:2] == b"BM" and start[6:10] == b"\0\0\0\0":
        return Kind("a BMP picture")
    if start[257:262] == b"ustar":
        return Kind("a tar archive; unpack it first")
    if start.startswith(_BOMS) or not start:
        return None
    return _binary(start)


_CONTROLS: Final = bytes({*range(1, 7), *range(14, 27), *range(28, 32)})  # those that no terminal's log has


def _binary(start: bytes) -> Kind | None:
    zeros = start.count(0)
    if zeros * 10 < len(start):
        controls = len(start) - len(start.translate(None, _CONTROLS))
        return Kind("a file of bytes that are no text") if controls * 20 > len(start) else None
    if zeros == len(start):
        return Kind("a file of zeros alone")
    if zeros * 5 > 2 * len(start) and zeros in (start[::2].count(0), start[1::2].count(0)):
        return Kind("UTF-16 text without a byte order mark; save it as UTF-8")
    return Kind("a file of bytes that are no text")
