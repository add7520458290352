"""The encoding of a text: UTF-8 (also if it was misread on its way), UTF-16, or one of a byte for each character."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.text.code_pages import CENTRAL, older_page
from kriegnote.text.misread_utf8 import CODE_PAGES, Misread, as_meant, as_misread, first_misread
from kriegnote.text.unprinted import is_data

_WINDOWS: Final = frozenset(range(0x80, 0xA0))  # bytes that are control characters in Latin-1
_UNUSED: Final = frozenset(b"\x81\x8d\x8f\x90\x9d")  # those of them that are undefined in Windows-1252


class Encoding(NamedTuple):
    """The encoding of a text.

    :param name: as Python calls it.
    :param misread: the code page for which its UTF-8 was mistaken before it was encoded again; None: it was not.
    """

    name: str
    misread: str | None = None

    def meant(self, lines: Iterable[str]) -> Iterator[str]:
        """Decoded lines as they were meant."""
        return (as_meant(line, self.misread) for line in lines) if self.misread else iter(lines)

    def encoded(self, text: str) -> bytes:
        """The bytes of a text.

        :raises UnicodeEncodeError: if the encoding has no such character.
        """
        return (as_misread(text, self.misread) if self.misread else text).encode(self.name)


def encoding_of(stream: BinaryIO) -> tuple[Encoding, list[Finding]]:
    """The encoding of a text, and a finding if it is not UTF-8, or is UTF-8 that was misread.

    JSON is left as it is, since it may quote a misread text.
    """
    block = stream.read(1 << 16)
    if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Encoding("utf-16"), []
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    line = 1
    misread: tuple[Encoding, list[Finding]] | None = None
    quoted = False
    while True:
        more = stream.read(1 << 16)
        try:
            text = decoder.decode(block, final=not more)
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            name = older_page(error.object) or _single_byte(stream, error.object[error.start :] + more)
            message = f"the text is not UTF-8; read as {CODE_PAGES.get(name) or CENTRAL.get(name, 'Latin-1')}"
            place = line + before.count(b"\n"), len(before) - before.rfind(b"\n")
            return Encoding(name), [finding("KN104", message, line=place[0], column=place[1])]
        if line == 1:
            quoted = is_data(text.lstrip().partition("\n")[0])
        if misread is None and not quoted and (found := first_misread(text)):
            misread = Encoding("utf-8-sig", found.page), [_on_misread(found, text, line)]
        if not more:
            return misread or (Encoding("utf-8-sig"), [])
        line += text.count("\n")
        block = more


def _on_misread(found: Misread, text: str, line: int) -> Finding:
    """The finding that a text was misread.

    :param line: that of its first character.
    """
    message = (
        f"the text is UTF-8 that was mistaken for {CODE_PAGES[found.page]}: {found.characters} is read as {found.sign}"
    )
    before = text[: found.at]
    return finding(
        "KN104",
        message,
        line=line + before.count("\n"),
        column=len(as_meant(before[before.rfind("\n") + 1 :], found.page)) + 1,
    )


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
