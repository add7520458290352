"""Removes the prefixes that a server, a chat or a mail program sets before every line of a document."""

from __future__ import annotations

from kriegnote.text.line_prefixes import LEAST, known_end
from kriegnote.text.plain import Plain, Taker


def without_prefixes(plain: Plain) -> Plain:
    """The text without the prefixes of successive lines that all have one."""
    lines = plain.text.splitlines(keepends=True)
    found = [known_end(line) for line in lines]
    if not any(found):
        return plain
    taker, at = Taker(plain), 0
    for line, length in zip(lines, _in_rows(lines, found), strict=True):
        taker.keep(at + length, at + len(line))
        at += len(line)
    return taker.done()


def _in_rows(lines: list[str], found: list[int]) -> list[int]:
    """The lengths of prefixes, 0 for those of too few successive lines; blank lines do not count."""
    kept = [0] * len(lines)
    row: list[int] = []
    for index, line in enumerate([*lines, "."]):
        if not line.strip():
            continue
        if index < len(lines) and found[index]:
            row.append(index)
            continue
        if len(row) >= LEAST:
            for one in row:
                kept[one] = found[one]
        row = []
    return kept
