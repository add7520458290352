"""Reads what precedes a game's moves: a heading, a tag block, and prose before them."""

from __future__ import annotations

from typing import Any, NamedTuple

from kriegnote.diagnostics.findings import Finding
from kriegnote.text.games import GameDivision
from kriegnote.text.headings import heading_end, is_heading, read_heading
from kriegnote.text.source import Chunk, skip_blanks
from kriegnote.text.tags import read_tags, starts_tag


class Head(NamedTuple):
    """What precedes the moves: headers, the record's fields, and findings.

    The prose is ``[0, start)``, all of it ``[0, end)``.
    """

    headers: tuple[tuple[str, str], ...]
    fields: dict[str, Any]
    findings: list[Finding]
    start: int
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
            if heading.rules:
                fields.setdefault("rules", heading.rules)
            end = stop
        else:
            return Head(headers, fields, findings, start, end)


def _prose_end(text: str, kind: GameDivision) -> int:
    """The offset of the first heading, if only prose precedes it; else 0."""
    at = 0
    for line in text.splitlines(keepends=True):
        if is_heading(line) and heading_end(text, at) is not None:
            return at
        if kind.numbered(line) or line.lstrip().startswith(("[", "{")):
            return 0
        at += len(line)
    return 0
