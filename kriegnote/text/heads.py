"""Reads what precedes a game's moves: a heading, a tag block, and prose before them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Result
from kriegnote.parsing import Terminals
from kriegnote.text.games import GameDivision
from kriegnote.text.headings import heading_end, is_heading, read_heading
from kriegnote.text.source import Chunk, skip_blanks
from kriegnote.text.tags import fen_problem, read_tags, starts_tag

_TERMINALS: Final = Terminals("men_list")


class Head(NamedTuple):
    """What precedes the moves: headers, the record's fields, findings, and the result that a heading gives.

    The prose is ``[0, start)``, all of it ``[0, end)``.
    """

    headers: tuple[tuple[str, str], ...]
    fields: dict[str, Any]
    findings: list[Finding]
    start: int
    end: int
    result: Result | None = None


class FenLine(NamedTuple):
    """A position that stands alone in a line above a game, and the offset at which the line ends."""

    fen: str
    end: int


def read_head(chunk: Chunk, kind: GameDivision, signature: str | None = None) -> Head:
    """The heading and the tag block of a chunk, in any order, each optional.

    :param kind: how the chunk was cut: whether prose may precede its heading.
    :param signature: a first line by which the notation identifies itself; it is not a header.
    """
    text = chunk.text
    headers: tuple[tuple[str, str], ...] = ()
    fields: dict[str, Any] = {}
    findings: list[Finding] = []
    result: Result | None = None
    start = end = _prose_end(text, kind) if kind.amid_prose else 0
    if signature is not None and text.lstrip().startswith(signature):
        end = text.index("]") + 1
    while True:
        at = skip_blanks(text, end)
        if starts_tag(text, at):
            tags = read_tags(text, chunk.line, at)
            headers += tags.headers
            fields |= tags.fields
            findings += tags.findings
            end = tags.end
        elif (stop := heading_end(text, at)) is not None and (heading := read_heading(text[at:stop])):
            headers += heading.headers
            result = result or heading.result
            if heading.rules:
                fields.setdefault("rules", heading.rules)
            end = stop
        elif (line := fen_line(text, at)) is not None:
            fields.setdefault("start", line.fen)
            end = line.end
        else:
            return Head(headers, fields, findings, start, end, result)


def fen_line(text: str, at: int) -> FenLine | None:
    """The complete FEN alone in the line that starts at an offset, ``FEN: 8/8/… w - - 0 44``; None for another line."""
    line = _TERMINALS["FEN_LINE"].match(text, at)
    found = _TERMINALS["PRINTED_FEN"].search(line[0]) if line is not None else None
    if line is None or found is None or fen_problem(found[0]) is not None:
        return None
    return FenLine(found[0], line.end())


def fen_in_prose(text: str) -> FenLine | None:
    """The first FEN in a text, among other words: “From the position 8/8/… w - - 0 44”; None without one.

    It may be only the men.
    """
    for found in _TERMINALS["PRINTED_FEN"].finditer(text):
        if fen_problem(found[0]) is None:
            return FenLine(found[0], found.end())
    return None


def _prose_end(text: str, kind: GameDivision) -> int:
    """The offset of the first heading, if only prose precedes it; else 0."""
    at = 0
    for line in text.split("\n"):
        if is_heading(line) and heading_end(text, at) is not None:
            return at
        if kind.numbered(line) or line.lstrip().startswith(("[", "{")):
            return 0
        at += len(line) + 1
    return 0
