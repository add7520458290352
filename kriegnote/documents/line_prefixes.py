"""What a server, a chat or a mail program sets before every line: ``[12:03:11]``, ``aics%``, ``>``."""

from __future__ import annotations

from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LEAST: Final = 3  # lines one after the other that have a prefix before it is taken for one

_LAYOUT: Final = Terminals("layout")


def without_prefixes(plain: Plain) -> Plain:
    """The text without the prefixes of lines that stand one after the other and all have one."""
    lines = plain.text.splitlines(keepends=True)
    found = [_prefix(line) for line in lines]
    if not any(found):
        return plain
    taker, at = Taker(plain), 0
    for line, length in zip(lines, _in_rows(lines, found), strict=True):
        taker.keep(at + length, at + len(line))
        at += len(line)
    return taker.done()


def _prefix(line: str) -> int:
    """The length of a line's prefixes, one behind the other; 0 when there is none."""
    end = 0
    while found := _LAYOUT["LINE_PREFIX"].match(line, end):
        end = found.end()
    return end


def _in_rows(lines: list[str], found: list[int]) -> list[int]:
    """The lengths that count: those of enough lines in a row, blank lines among them left out."""
    kept = [0] * len(lines)
    row: list[int] = []
    for index, line in enumerate([*lines, "."]):
        if not line.strip():
            continue
        if index < len(lines) and found[index]:
            row.append(index)
            continue
        if len(row) >= _LEAST:
            for one in row:
                kept[one] = found[one]
        row = []
    return kept
