"""What belongs to a page and not to its text: page numbers, running heads, form feeds, words broken at a line's end."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kriegnote.text.plain import Plain, Taker

_NUMBER: Final = re.compile(
    r"[ \t]*[-–—\[(]{0,2}[ \t]*(?:(?:p\.|pag\.|pagina|page)[ \t]*)?(\d{1,4})[ \t]*[-–—\])]{0,2}[ \t]*", re.I
)
_HEAD_END: Final = re.compile(r"(?<=[\w.)])[ \t]*(\d{1,4})[ \t]*\Z")
_HEAD_START: Final = re.compile(r"\A[ \t]*(\d{1,4})[ \t]+(?=\D)")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\n[ \t]*(?=[a-zà-ÿ])|(?<=[O0o][-–])\n[ \t]*(?=[O0o])")
"""A word, or castling, that goes on in the next line."""
_WIDEST: Final = 60  # letters of a line that holds a page number alone
_SLACK: Final = 12  # pages that a text may leave out between two numbers

_SURE: Final = 10
"""A smaller number that stands alone, and is the only one, may be an answer or a turn's."""
_LEAST: Final = 10  # letters of a running head


class _Row(NamedTuple):
    """A line of the text: ``[start, end)`` without its break."""

    start: int
    end: int
    text: str


def without_pages(plain: Plain) -> Plain:
    """The text without page numbers, running heads and form feeds; what they said of pages is kept in ``pages``."""
    rows = _rows(plain.text)
    numbers = _numbers(rows)
    heads = _running_heads(rows)
    taker = Taker(plain)
    pages: list[tuple[int, int]] = []
    page = 1
    fed = "\f" in plain.text
    if fed:
        pages.append((0, 1))
    for index, row in enumerate(rows):
        for found in re.finditer("\f", row.text):
            page += 1
            pages.append((plain.places[row.start + found.end()], page))
        printed = numbers.get(index, heads.get(index))
        if printed is not None:
            if not fed:
                pages += _beginning(plain, row, printed, head=index in heads, first=not pages)
        else:
            _keep(taker, plain.text, row)
        if row.end < len(plain.text):
            taker.keep(row.end, row.end + 1)
    return _rejoined(taker.done()._replace(pages=tuple(pages)))


def _keep(taker: Taker, text: str, row: _Row) -> None:
    at = row.start
    for part in row.text.split("\f"):
        taker.keep(at, at + len(part))
        at += len(part) + 1


def _rows(text: str) -> list[_Row]:
    rows, at = [], 0
    for row in text.split("\n"):
        rows.append(_Row(at, at + len(row), row))
        at += len(row) + 1
    return rows


def _beginning(plain: Plain, row: _Row, number: int, *, head: bool, first: bool) -> list[tuple[int, int]]:
    """Where pages begin by a printed number: at a running head, behind a number alone (the foot of its page)."""
    if head:
        return [(plain.places[row.start], number)]
    return [*([(0, number)] if first else []), (plain.places[row.end], number + 1)]


def _numbers(rows: list[_Row]) -> dict[int, int]:
    """The lines that hold a page number alone, with it: blank lines around them, and numbers that rise."""
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        match = _NUMBER.fullmatch(row.text.replace("\f", "")) if len(row.text) <= _WIDEST else None
        alone = all(
            not (0 <= near < len(rows)) or not rows[near].text.strip() or "\f" in rows[near].text
            for near in (index - 1, index + 1)
        )
        if match and alone:
            found.append((index, int(match[1])))
    kept: list[tuple[int, int]] = []
    for index, number in found:
        if not kept or kept[-1][1] < number <= kept[-1][1] + _SLACK:
            kept.append((index, number))
    return (
        dict(kept) if len(kept) > 1 or (kept and kept[0][1] >= _SURE) or any("\f" in row.text for row in rows) else {}
    )


def _running_heads(rows: list[_Row]) -> dict[int, int]:
    """The lines that repeat a heading with a page number at their end or start, with that number."""
    short = [(index, bare) for index, row in enumerate(rows) if (bare := row.text.strip(" \t#*_")) and len(bare) <= 120]
    known = {_key(bare) for _, bare in short}
    heads: dict[int, int] = {}
    for index, bare in short:
        for pattern in (_HEAD_END, _HEAD_START):
            number = pattern.search(bare)
            key = _key(bare[: number.start()] + bare[number.end() :]) if number else ""
            if number and key in known and sum(map(str.isalpha, key)) >= _LEAST:
                heads[index] = int(number[1])
    return heads


def _key(head: str) -> str:
    """A heading as it is compared: letters and digits alone."""
    return "".join(sign for sign in head.casefold() if sign.isalnum())


def _rejoined(plain: Plain) -> Plain:
    """The text with the words that a line's end broke put together."""
    if not _HYPHEN.search(plain.text):
        return plain
    taker, at = Taker(plain), 0
    for found in _HYPHEN.finditer(plain.text):
        taker.keep(at, found.start())
        at = found.end()
    taker.keep(at, len(plain.text))
    return taker.done()
