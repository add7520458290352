"""Removes what belongs to pages: page numbers, running heads, form feeds, words broken at line ends.

The forms of page numbers are in ``grammars/page.lark``. Whether a number is one depends on its place and on the other
numbers, since page numbers increase.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import groupby
from typing import Final, NamedTuple

from kriegnote.documents.turns import MOVES, words
from kriegnote.parsing import Terminals
from kriegnote.rules.variants import plain_name
from kriegnote.text.misread_moves import DIGITS
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.source import skip_blanks

_PAGE: Final = Terminals("page")
_NEAR: Final = 40  # the number of characters before the end of a page that are examined
_WIDEST: Final = 60  # the greatest length of a line with only a page number
_HEAD: Final = 120  # the greatest length of a running head
_SLACK: Final = 12  # the greatest difference between successive page numbers
_GAP: Final = 3  # the least number of blanks between a running head that repeats no heading and its number

_SURE: Final = 10
"""A single smaller number may be an answer or a turn's."""
_LEAST: Final = 10  # the least number of letters of a running head
_HEADS: Final = 2  # the greatest number of lines of heads and feet beside a page number


class _Row(NamedTuple):
    """A line of the text: ``[start, end)`` without its line break."""

    start: int
    end: int
    text: str

    @property
    def inside(self) -> tuple[int, int]:
        """The range of its words, without blanks and form feeds at its ends."""
        end = self.start + len(self.text.rstrip())
        return min(end, self.end - len(self.text.lstrip())), end


class _Number(NamedTuple):
    """A page number in ``[start, end)``; ``begins``: the page begins there, otherwise it ends there."""

    start: int
    end: int
    number: int
    begins: bool


def without_pages(plain: Plain) -> Plain:
    """The text without page numbers, running heads and form feeds; ``pages`` has the pages."""
    rows = _rows(plain.text)
    heads = _heads_at_numbers(rows)
    alone = [*_alone(rows, heads), *_marks(plain.text)]
    numbers = sorted([*alone, *_running_heads(rows, {one.number for one in alone})])
    repeated = [*_repeated(rows), *(rows[index] for index in heads)]
    left_out = sorted([*((one.start, one.end) for one in numbers), *((row.start, row.end) for row in repeated)])
    left_out = [_with_heads(rows, *one) for one in left_out]
    pages = _fed(plain, numbers) if "\f" in plain.text else _printed(plain, numbers)
    if not left_out and not pages:
        return _rejoined(plain)
    return _rejoined(_without(plain, left_out)._replace(pages=tuple(pages)))


def _without(plain: Plain, left_out: list[tuple[int, int]]) -> Plain:
    """The text without some ranges and form feeds; a turn that the end of a page divides continues on the next line."""
    text = plain.text
    taker, at = Taker(plain), 0
    for start, end in [*left_out, (len(text), len(text))]:
        if start < at:
            continue
        cut = _PAGE["CUT"].search(text, max(at, start - _NEAR), start)
        cut = cut if cut and _move_comes(text[end : end + _NEAR]) else None
        taker.keep_all_but(at, cut.start("blank") if cut else start, "\f")
        at = end
        if cut:
            at = skip_blanks(text, at)
            taker.put("\n", end)
        elif text[start - 1 : start].strip() and text[end : end + 1].strip():
            taker.put(" ", end)
    return taker.done()


def _with_heads(rows: list[_Row], start: int, end: int) -> tuple[int, int]:
    """The range of a page number, extended by short lines around it if a turn is divided there."""
    first = bisect_right(rows, start, key=lambda row: row.start) - 1
    last = bisect_right(rows, end, key=lambda row: row.start) - 1
    before = _beyond(rows, range(first - 1, -1, -1), lambda text: _PAGE["CUT"].search(text) is not None)
    behind = _beyond(rows, range(last + 1, len(rows)), _move_comes)
    return (start, end) if before is None or behind is None else (rows[before + 1].start, rows[behind - 1].end)


def _beyond(rows: list[_Row], indexes: range, goes_on: Callable[[str], bool]) -> int | None:
    """The index of the next row in which the score continues, after at most a few heads; None if there is none."""
    heads = 0
    for index in indexes:
        text = rows[index].text.strip()
        if not text:
            continue
        if goes_on(text):
            return index
        heads += 1
        if heads > _HEADS or len(text) > _HEAD or any(word.type in MOVES for word in words(text)):
            break
    return None


def _move_comes(text: str) -> bool:
    return any(word.type in MOVES for word in words(text)[:1])


def page_lines(lines: Sequence[str]) -> set[int]:
    """The indices of lines that begin or end a page: form feeds, lines like page numbers, running heads."""
    rows = _rows("\n".join(lines))
    numbered = {index: row for index, row in enumerate(rows) if _is_page_number(row.text)}
    heads = {one.start for one in _running_heads(rows, {_number(row.text) for row in numbered.values()})}
    fed = (index for index, row in enumerate(rows) if "\f" in row.text or row.inside[0] in heads)
    return {*numbered, *fed}


def _is_page_number(line: str) -> bool:
    """Whether a line has the form of a page number."""
    return (
        len(line) <= _WIDEST
        and _PAGE["PAGE_NUMBER"].search(line) is not None
        and _PAGE["PAGE_LINE"].fullmatch(line) is not None
    )


def page_mark(comment: str) -> str:
    """A program's comment about pages as a mark in the text; empty if it is not about pages."""
    bare = comment.strip()
    if _PAGE["BREAK"].fullmatch(bare):
        return "\f"
    return f"[{bare}]" if _PAGE["MARKED"].fullmatch(f"[{bare}]") else ""


def _rows(text: str) -> list[_Row]:
    rows, at = [], 0
    for row in text.split("\n"):
        rows.append(_Row(at, at + len(row), row))
        at += len(row) + 1
    return rows


# -- the pages ---------------------------------------------------------------------------------------------------------


def _printed(plain: Plain, numbers: list[_Number]) -> Iterator[tuple[int, int]]:
    """The places at which pages begin, by their printed numbers."""
    for index, one in enumerate(numbers):
        if one.begins:
            yield plain.places[one.start], one.number
            continue
        if index == 0:
            yield 0, one.number
        yield plain.places[one.end], one.number + 1


def _fed(plain: Plain, numbers: list[_Number]) -> Iterator[tuple[int, int]]:
    """The places at which pages begin, by form feeds; numbered as most printed numbers are, else from 1."""
    starts = [0, *(at + 1 for at, sign in enumerate(plain.text) if sign == "\f")]
    ends = [*starts[1:], len(plain.text) + 1]
    said = Counter(
        one.number - index
        for index, (start, end) in enumerate(zip(starts, ends, strict=True))
        for one in numbers
        if start <= one.start < end
    )
    first = said.most_common(1)[0][0] if said else 1
    for index, start in enumerate(starts):
        yield plain.places[start], first + index


# -- numbers and running heads -----------------------------------------------------------------------------------------


def _heads_at_numbers(rows: list[_Row]) -> set[int]:
    """The indices of running heads without numbers: lines that stand beside page numbers, several times the same."""
    numbered = [index for index, row in enumerate(rows) if _is_page_number(row.text)]
    beside = {near for index in numbered for near in (index - 1, index + 1) if 0 <= near < len(rows)}
    heads = [index for index in beside - {*numbered} if len(rows[index].text) <= _HEAD]
    seen = Counter(_row_key(rows[index]) for index in heads)
    return {
        index
        for index in heads
        if seen[key := _row_key(rows[index])] > 1
        and sum(map(str.isalpha, key)) >= _LEAST
        and not any(word.type in MOVES for word in words(rows[index].text))
    }


def _alone(rows: list[_Row], heads: Set[int]) -> list[_Number]:
    """The lines with only a page number and increasing numbers, with blank lines or the edge of a page around them.

    :param heads: the indices of running heads, which may stand beside a number, too.
    """
    found: list[_Number] = []
    marked = False
    for index, row in enumerate(rows):
        bare = row.text.replace("\f", "")
        if len(row.text) > _WIDEST or _PAGE["PAGE_NUMBER"].search(bare) is None:
            continue
        mark = _PAGE["MARKED"].fullmatch(bare)
        match = mark or _PAGE["PAGE_LINE"].fullmatch(bare)
        alone = mark is not None or all(
            near in heads or not (0 <= near < len(rows)) or not rows[near].text.strip() or "\f" in rows[near].text
            for near in (index - 1, index + 1)
        )
        if match and alone:
            marked = marked or mark is not None
            found.append(_Number(*row.inside, _number(match.group()), mark is not None))
    kept = _rising(found)
    if not marked and kept and _leads(rows, kept[0]):
        kept = [one._replace(begins=True) for one in kept]
    sure = len(kept) > 1 or marked or any("\f" in row.text for row in rows)
    return kept if sure or (kept and kept[0].number >= _SURE) else []


def _number(printed: str) -> int:
    """The page number among other characters; ``4 of 200`` is page 4."""
    found = _PAGE["PAGE_NUMBER"].search(printed)
    assert found is not None
    return int(found.group().translate(DIGITS))


def _leads(rows: list[_Row], one: _Number) -> bool:
    """Whether a number precedes all text, so that numbers are at the top of pages."""
    return not any(row.text.strip() for row in rows if row.end < one.start)


def _rising(found: list[_Number]) -> list[_Number]:
    kept: list[_Number] = []
    for one in found:
        if not kept or kept[-1].number < one.number <= kept[-1].number + _SLACK:
            kept.append(one)
    return kept


def _marks(text: str) -> list[_Number]:
    """The page numbers that an editor inserted in the text; at least two, in increasing order."""
    found = [
        _Number(one.start(), one.end(), _number(one.group()), begins=True)
        for one in _PAGE["PAGE_MARK"].finditer(text)
        if text[max(0, one.start() - 1) : one.start()] not in ("", "\n") or text[one.end() : one.end() + 1] != "\n"
    ]
    kept = _rising(found)
    return kept if len(kept) > 1 else []


def _running_heads(rows: list[_Row], pages: set[int]) -> Iterator[_Number]:
    """The lines that repeat a heading or each other, with a page number at one end.

    A line also counts if its number is separated by blanks and is next to that of another page: those alone in their
    lines, and those of other heads that are no part of a paragraph.
    """
    short = [(row, bare) for row in rows if (bare := row.text.strip(" \t\f#*_")) and len(bare) <= _HEAD]
    known = {plain_name(bare) for _, bare in short}
    heads: list[tuple[_Row, str, int, bool]] = []
    for row, bare in short:
        if any(word.type in MOVES for word in words(bare)):
            continue  # a row of a table
        for pattern in (_PAGE["HEAD_THEN_NUMBER"], _PAGE["NUMBER_THEN_HEAD"]):
            if found := pattern.search(bare):
                key = plain_name(bare[: found.start()] + bare[found.end() :])
                if sum(map(str.isalpha, key)) >= _LEAST:
                    page = int(found["number"].translate(DIGITS))
                    heads.append((row, key, page, len(found["gap"].expandtabs()) >= _GAP))
    apart = Counter(key for _, key, _, wide in heads if wide)
    alone = {page for row, _, page, wide in heads if wide and _stands_alone(rows, row)}
    for row, key, page, wide in heads:
        beside = {page - 1, page + 1}
        follows = page in alone and alone & beside and _stands_alone(rows, row)
        if key in known or (wide and (apart[key] > 1 or pages & beside or follows)):
            yield _Number(*row.inside, page, begins=True)


def _stands_alone(rows: Sequence[_Row], row: _Row) -> bool:
    """Whether the lines before and behind a row are blank."""
    at = bisect_left(rows, row.start, key=lambda one: one.start)
    return not any(rows[near].text.strip() for near in (at - 1, at + 1) if 0 <= near < len(rows))


def _repeated(rows: list[_Row]) -> Iterator[_Row]:
    """The first lines of pages, after form feeds, that are alike: running heads without numbers."""
    first: list[_Row] = []
    fed = False
    for row in rows:
        fed = fed or "\f" in row.text
        if fed and row.text.strip():
            first.append(row)
            fed = False
    for _, alike in groupby(sorted(first, key=_row_key), key=_row_key):
        same = list(alike)
        if len(same) > 1 and len(same[0].text) <= _HEAD and _row_key(same[0]):
            yield from same


def _row_key(row: _Row) -> str:
    return plain_name(row.text)


def _rejoined(plain: Plain) -> Plain:
    """The text with words joined that are broken at line ends."""
    return plain.changed((*found.span(), "") for found in _PAGE["BROKEN"].finditer(plain.text))
