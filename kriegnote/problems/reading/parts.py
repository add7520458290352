"""Divides a text into its problems, and each problem into number, tags, caption and solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.tags import unescape

_PAGE: Final = Terminals("problem_page")
_CAPTION: Final = 300
"""Characters that are searched for a stipulation if no heading marks the beginning of the solution."""


class ProblemPart(NamedTuple):
    """A problem in ``[start, end)`` of a text.

    ``tags``: all tags in order, the number in the heading first (``Id``).  ``body``: the offset after the heading and
    the tags.  ``marked``: a word marks the beginning of the solution.  ``headed``: the problem has a heading.
    ``solution``: the offset at which the solution begins.
    """

    text: str
    start: int
    end: int
    tags: tuple[tuple[str, str], ...]
    body: int
    marked: bool
    headed: bool
    caption: str
    solution: int

    def values(self, name: str) -> list[str]:
        """The values of all tags of a name.

        :param name: in lower case; the case of the tag does not matter.
        """
        return [value for tag, value in self.tags if tag.lower() == name]

    def value(self, name: str) -> str | None:
        """The value of the first tag of a name (in lower case); None if there is none."""
        return next(iter(self.values(name)), None)


def parts(text: str) -> Iterator[ProblemPart]:
    """The problems of a text; each begins with a heading for a problem, or with a new block of tags.

    A text with neither is a single problem, unless it is blank.
    """
    headings = [found.start() for found in _PAGE["PROBLEM_HEADING"].finditer(text)]
    starts = sorted({*headings, *_tag_blocks(text, headings)})
    if not starts:
        if text.strip():
            yield _part(text, 0, len(text))
        return
    for start, following in zip(starts, [*starts[1:], len(text)], strict=True):
        first = text.find("\n", start)
        other = _PAGE["HEADING"].search(text, first, following) if first >= 0 and text.startswith("#", start) else None
        yield _part(text, start, other.start() if other else following)


def _tag_blocks(text: str, headings: list[int]) -> Iterator[int]:
    """The offsets of new blocks of tags, except those right under a heading."""
    last = 0
    for found in _PAGE["TAG"].finditer(text):
        at = found.start()
        headed = any(start <= at and not text[text.find("\n", start) + 1 : at].strip() for start in headings)
        if (not last or text[last:at].strip()) and not headed:
            yield at
        last = found.end()


def _part(text: str, start: int, end: int) -> ProblemPart:
    heading = _PAGE["PROBLEM_HEADING"].match(text, start, end)
    tags = [("Id", heading["number"])] if heading and heading["number"] else []
    body = heading.end() if heading else start
    for found in _PAGE["TAG"].finditer(text, start, end):
        tags.append((found["name"], unescape(found["value"])))
        body = found.end()
    marker = _PAGE["SOLUTION"].search(text, body, end)
    caption = text[body : marker.start() if marker else min(body + _CAPTION, end)]
    solution = marker.end() if marker else body
    return ProblemPart(text, start, end, tuple(tags), body, marker is not None, heading is not None, caption, solution)
