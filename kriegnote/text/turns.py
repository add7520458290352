"""Game texts turn by turn, for readers of magari, nost and darkchess: cutting a stream, the head, the turns.

A turn is what lies between two move numbers outside comments and brackets.  Each is parsed on its own, so that a bad
one never hides the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from kriegnote.diagnostics.findings import Finding
from kriegnote.text.headings import heading_end, is_heading, read_heading
from kriegnote.text.source import Chunk
from kriegnote.text.tags import read_tags, starts_tag

_BRACE: Final = re.compile(r"\\.|[{}]")
_NUMBERED: Final = re.compile(r"[\s*_\-•]*(?P<number>\d{1,4})\s?\.")
_RESULT_END: Final = re.compile(r"(?:1-0|0-1|1/2-1/2|½-½|(?<=\s)\*)[\s.*_]*\Z")
NUMBER: Final = r"(?:(?:\A|(?<=\n))[ \t]*[-•*][ \t]+)?(?:\*\*|__)?(?<![\w.,/♔-♟-])\d{1,4}[ \t]?(?:\.[ \t]?)*\.(?!\d)"
"""A move number with its dots (``4.``, ``4...``, ``1. ..``, ``**4.``), a list's bullet before it; no part of a date."""

_PIECES: Final = re.compile(
    rf"(?P<braces>\{{(?:\\.|[^{{}}\\])*\}})|(?P<open>\{{[^\0]*)|\([^(){{}}]*\)|(?P<number>{NUMBER})", re.DOTALL
)


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: a heading or a tag after moves starts a new one, so do numbers that start again at 1.

    A comment's own lines never look like a heading or a tag, so one that is not closed ends there too.
    """
    held: list[str] = []
    first, offset, last, inside, ended = 1, 0, 0, False, False
    body = False  # whether anything but a head has been seen
    tagged = False  # a tag block and the blank line after it
    for number, line in enumerate(lines, 1):
        found = None if inside else _NUMBERED.match(line)
        turn = int(found["number"]) if found else 0
        tag = starts_tag(line)
        if held and ((body and _begins(line, turn, last, ended)) or (tagged and tag)):
            text = "".join(held)
            yield Chunk(text, first, offset)
            offset += len(text)
            held, first, last, inside, ended, body, tagged = [], number, 0, False, False, False, False
        if not inside and not body and line.strip():
            body = not tag and not is_heading(line)
            tagged = False
        elif not body and held and starts_tag(held[-1]):
            tagged = True
        held.append(line)
        closed = not _inside(line, inside)
        if not inside:
            last = max(last, turn)
            ended = ended or (closed and last > 0 and _RESULT_END.search(line) is not None)
        inside = not closed
    if held:
        yield Chunk("".join(held), first, offset)


def _begins(line: str, turn: int, last: int, ended: bool) -> bool:
    if turn:
        return ended or (turn == 1 and last > 1)
    return is_heading(line) or starts_tag(line)


def _inside(line: str, inside: bool) -> bool:
    for found in _BRACE.finditer(line):
        inside = found.group() == "{" if found.group() in "{}" else inside
    return inside


class Head(NamedTuple):
    """What stands before the moves: headers, the record's fields, findings, and where it ends."""

    headers: tuple[tuple[str, str], ...]
    fields: dict[str, Any]
    findings: list[Finding]
    end: int


def read_head(chunk: Chunk, signature: str | None = None) -> Head:
    """The heading and the tag block of a chunk, in either order, each optional.

    :param signature: a first line by which the notation names itself; it is no header.
    """
    text = chunk.text
    headers: tuple[tuple[str, str], ...] = ()
    fields: dict[str, Any] = {}
    findings: list[Finding] = []
    end = at = 0
    if signature is not None and text.lstrip().startswith(signature):
        end = text.index("]") + 1
    while True:
        at = re.compile(r"\s*").match(text, end).end()  # type: ignore[union-attr]
        if starts_tag(text, at):
            tags = read_tags(text, chunk.line, at)
            headers += tags.headers
            fields |= tags.fields
            findings += tags.findings
            end = tags.end
        elif (stop := heading_end(text, at)) is not None and (heading := read_heading(text[at:stop])):
            headers += heading.headers
            if heading.rules:
                fields.setdefault("rules", heading.rules)
            end = stop
        else:
            return Head(headers, fields, findings, end)


class Turn(NamedTuple):
    """One turn's text: where it starts and ends, and its number with its place; None before the first number."""

    start: int
    end: int
    number: int | None
    body: int


def turns(text: str, start: int) -> Iterator[Turn]:
    """The turns of a text from an offset on; ``body`` is where what follows the number starts."""
    at, number, body = start, None, start
    for found in _PIECES.finditer(text, start):
        if found["number"] is None:
            continue
        if found.start() > at or number is not None:
            yield Turn(at, found.start(), number, body)
        digits = re.search(r"\d+", found.group())
        at, number, body = found.start(), int(digits.group()) if digits else None, found.end()
    if at < len(text):
        yield Turn(at, len(text), number, body)


_HEARD: Final = re.compile(
    r"\b(?:arbitro|annunci\w*|scacco|umpire|arbiter|announce\w*|check|illegal\w*|impossib\w*|captur\w*|cattur\w*)\b",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"[♔-♟]|(?<![A-Za-z0-9])[a-h][1-8](?![A-Za-z0-9])")


def reports(prose: str) -> bool:
    """Whether a sentence that was not understood may report something heard: it speaks of the umpire or of what he
    announces, and names a square or a man.  An annotator's thoughts about moves are comments and nothing else."""
    return _HEARD.search(prose) is not None and _NAMED.search(prose) is not None
