"""Finds the headings and captions of a document, and the ranges in which problems are solved."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.heading_facts import named_sides
from kriegnote.text.headings import label_at, names_a_game, players, title_line_end
from kriegnote.text.plain import Plain, paragraphs
from kriegnote.text.source import skip_blanks

HeadingKind = Literal["game", "problem", "section", "caption", "title"]

_LAYOUT: Final = Terminals("layout")
_HEADING: Final = Terminals("heading")
_FIELDS: Final = Terminals("fields")
_BETWEEN: Final = " \t.:–—-[]0123456789"  # what may be between two types in one heading
_TYPES: Final = 6  # the greatest number of changes of type in one heading
_APART: Final = "   "  # the least blanks between columns
_LONGEST: Final = 240  # the greatest length of a heading without markup, in characters
_LONGEST_SHEET: Final = 420  # the same of one that says who had which colour


class Heading(NamedTuple):
    """A heading or caption in ``[start, end)`` of the plain text.

    :param kind: ``game`` and ``problem`` are numbered as such; ``title`` is marked only by bold or italic type, or not.
    :param number: its number, empty if it has none.
    """

    start: int
    end: int
    text: str
    kind: HeadingKind
    number: str = ""

    @property
    def states_a_problem(self) -> bool:
        """Whether it asks for a solution: mate in two, White wins."""
        return self.kind in ("problem", "caption", "title") and _LAYOUT["STIPULATED"].search(self.text) is not None


class ProblemPlace(NamedTuple):
    """The range of a problem in the plain text: from its statement to the next heading.

    :param headings: the headings that state it, in order.
    :param solved: the offset at which its solution begins.
    """

    start: int
    end: int
    headings: tuple[Heading, ...]
    solved: int


def headings(plain: Plain) -> list[Heading]:
    """The headings, titles and captions of a document, in order."""
    heads, set_off = (
        _Typed(sorted((plain.at(mark.start), plain.at(mark.end)) for mark in plain.marks if mark.kind in kinds))
        for kinds in (("heading",), ("strong", "emphasis"))
    )
    made: list[Heading] = []
    for start, end in _blocks(plain.text):
        if made and start < made[-1].end:
            continue
        head = _heading(plain.text, start, end, heads, set_off)
        if head is not None and head.kind == "game" and _untitled(head):
            head = _with_title(plain.text, head, heads, set_off)
        if head is not None:
            made.append(head)
    return made


def _untitled(head: Heading) -> bool:
    label = label_at(head.text)
    return label is not None and not head.text[label.end :].strip(" .:–—-")


def _with_title(text: str, head: Heading, heads: _Typed, set_off: _Typed) -> Heading:
    """A heading that is only a number, extended by the title in the next line or paragraph that names the players."""
    start = skip_blanks(text, head.end)
    end = text.find("\n\n", start)
    title = _heading(text, start, len(text) if end < 0 else end, heads, set_off)
    if title is None or title.kind not in ("title", "section") or players(title.text) is None:
        return head
    return head._replace(end=title.end, text=f"{head.text} {title.text}")


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """The ranges that may begin with a heading: from lines that begin a paragraph or like a heading, to its end."""
    for start, end in paragraphs(text):
        yield skip_blanks(text, start), end
        if (named := _HEADING["WHITE_IS_BEHIND"].match(text, start, end)) is not None:
            yield named.end("before"), end
        at = text.find("\n", start, end)
        while at >= 0:  # a heading may directly precede its game or follow the game before
            begun = skip_blanks(text, at + 1)
            if (
                label_at(text, begun)
                or _LAYOUT["CAPTION_HEADING"].match(text, begun)
                or _HEADING["WHITE_IS"].match(text, begun)
            ):
                yield begun, end
            at = text.find("\n", at + 1, end)


class _Typed:
    """The ranges of one kind of type, in order."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self.spans = spans
        self.starts = [start for start, _ in spans]

    def around(self, at: int) -> int | None:
        """The end of the range that contains an offset; None if there is none."""
        index = bisect_right(self.starts, at) - 1
        return self.spans[index][1] if index >= 0 and at < self.spans[index][1] else None

    def run(self, text: str, start: int, end: int) -> int | None:
        """The end of the type that begins at an offset, across blanks and stops; None if none begins there."""
        at: int | None = None
        index = bisect_left(self.starts, start - 1)
        for first, stop in self.spans[index : index + _TYPES]:
            here = start if at is None else at
            if first > end or text[here:first].strip(_BETWEEN):
                break
            if stop > here and "\n\n" not in text[start:stop]:
                at = stop
        return at


def _heading(text: str, start: int, end: int, heads: _Typed, set_off: _Typed) -> Heading | None:
    line_end = _line_end(text, start, end)
    marked, typed = heads.around(start), set_off.run(text, start, end)
    game = label_at(text, start)
    if game and typed is None:
        typed = set_off.run(text, game.end, end)
    stop = max(marked or 0, typed or 0) or line_end
    if game and stop < line_end and names_a_game(text[stop:line_end].lstrip(" .:–—-")):
        stop = line_end  # only the number is in another type
    printed = " ".join(text[start:stop].split())
    if game and (
        marked
        or typed
        or _LAYOUT["TITLE_STOP"].match(text, game.end)
        or _ends(text[game.end : line_end])
        or (_is_paragraph(text, start, line_end) and _LAYOUT["TITLE_ALONE"].fullmatch(text, game.end, line_end))
    ):
        sheet = _sheet_end(text, start, end) if not (marked or typed) else None
        if sheet is not None and sheet > stop:
            stop, printed = sheet, in_one_line(text[start:sheet])
        return Heading(start, stop, printed, "game", game.number)
    caption = _LAYOUT["CAPTION_HEADING"].match(text, start)
    if caption and len(printed) <= _LONGEST:
        return Heading(start, stop, printed, "caption", caption["number"])
    problem = _LAYOUT["CALLED_PROBLEM"].match(printed)
    if problem and (marked or (typed and typed >= line_end)):
        return Heading(start, stop, printed, "problem", problem["before"] or problem["behind"] or "")
    if marked:
        numbered = _LAYOUT["NUMBERED"].match(printed)
        return Heading(start, stop, printed, "section", numbered["number"] if numbered else "")
    alone = typed is not None and typed >= line_end and len(printed) <= _LONGEST
    if alone and _LAYOUT["LONG_WORD"].search(printed) and not _LAYOUT["TURN"].match(printed):
        return Heading(start, stop, printed, "title")
    return _plain_title(text, start, line_end, end)


def _line_end(text: str, start: int, end: int) -> int:
    """The end of the line at an offset, or the offset at which a score begins on it.

    A line with an open parenthesis is extended by the next one.
    """
    line_end = text.find("\n", start, end)
    title_end = title_line_end(text, start, end)
    if title_end not in (line_end, end):
        return title_end
    if line_end >= 0 and text.count("(", start, line_end) > text.count(")", start, line_end):
        second = text.find("\n", line_end + 1, end)
        second = end if second < 0 else second
        line_end = second if text.count(")", line_end, second) == 1 else line_end
    return end if line_end < 0 else line_end


def _is_paragraph(text: str, start: int, end: int) -> bool:
    """Whether a range is a paragraph of its own."""
    before, behind = text[:start].rstrip(" \t"), text[end:].lstrip(" \t")
    return (not before or before.endswith("\n\n")) and (not behind.strip() or behind.startswith("\n\n"))


def _ends(rest: str) -> bool:
    """Whether the rest of a line after a game's number is empty or names a game."""
    return not rest.strip() or names_a_game(rest)


def _sheet_end(text: str, start: int, end: int) -> int | None:
    """The end of a paragraph without moves that names both players by their colours, in any of its sentences."""
    stop = len(text[:end].rstrip())
    if stop - start > _LONGEST_SHEET or _FIELDS["A_MOVE"].search(text, start, stop):
        return None
    sides = named_sides(text[start:stop])
    return stop if sides is not None else None


def in_one_line(text: str) -> str:
    """The lines and columns of a heading in one line, with commas between those that end with no stop.

    Names in columns below their colours become ``White: …, Black: …``.
    """
    if (columns := _HEADING["NAMES_BELOW"].search(text)) is not None:
        labels = f"White: {columns['white']}, Black: {columns['black']}"
        text = f"{text[: columns.start()]}{labels}{text[columns.end() :]}"
    printed = ""
    columns_apart = text.replace("\t", _APART).replace(_APART, "\n")
    for line in filter(None, (" ".join(one.split()) for one in columns_apart.split("\n"))):
        printed += (" " if printed.endswith((".", ",", ";", ":")) else ", " if printed else "") + line
    return printed


def _plain_title(text: str, start: int, line_end: int, end: int) -> Heading | None:
    """A line that names two players, perhaps with the next one for place and date, as a title; None if it does not."""
    number = _LAYOUT["LISTED"].match(text, start, line_end)
    first = number.end() if number else start
    if (paragraph := _sheet_end(text, start, end)) is not None:
        printed = in_one_line(text[first:paragraph])
        return Heading(start, paragraph, printed, "title", (number["number"] or "") if number else "")
    second = text.find("\n", line_end + 1, end)
    second = line_end if text[line_end : line_end + 1] not in ("", "\n") else second if second >= 0 else end
    for stop in dict.fromkeys((second, line_end)):
        if stop - start <= _LONGEST and players(text[first:stop], "plain") is not None:
            printed = in_one_line(text[first:stop])
            return Heading(start, stop, printed, "title", (number["number"] or "") if number else "")
    return None


def solutions(text: str, found: list[Heading]) -> list[ProblemPlace]:
    """The places at which problems are stated and solved."""
    made: list[ProblemPlace] = []
    for index, head in enumerate(found):
        end = found[index + 1].start if index + 1 < len(found) else len(text)
        marker = _LAYOUT["SOLVED"].search(text, head.end, end)
        if not (head.states_a_problem or marker):
            continue
        stating = [head]
        before = found[index - 1] if index else None
        if before is not None and before.kind == "problem" and head.kind == "caption":
            stating.insert(0, before)
        made.append(ProblemPlace(stating[0].start, end, tuple(stating), marker.start() if marker else head.end))
    return made
