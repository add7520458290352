"""Cuts scores with numbered moves: a stream into games, and a game's head from its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kriegnote import tags
from kriegnote.headings import heading_end, is_heading, read_heading
from kriegnote.record import RulesId
from kriegnote.source import Chunk, gather

_MAN = r"(?:[♔-♟KQRBNDTACPkqrnt]\ufe0e?\s?)?"
_MOVE = rf"(?:{_MAN}[a-h]?[1-8]?[xX×:]?[a-h][1-8]|[Oo0][Oo0-]{{1,4}})"
_LINE = re.compile(rf"[ \t*_#>-]*+(?:<p>)?+[ \t]*+(?P<number>\d{{1,4}})[ \t]*[.)…]+[*_ \t]*(?P<rest>\(|!?{_MOVE})?")
_RESULT_END = re.compile(r"(?:^|[\s#+\]])(?:1[-–]0|0[-–]1|1/2[-–]1/2|½[-–]½)[.*_ \t]*$")
_BRACE = re.compile(r"\\.|[{}]")


def _is_tag(line: str) -> bool:
    return tags.LINE.fullmatch(line) is not None or tags.BROKEN.fullmatch(line) is not None


class _Cutter:
    """Says where a new record starts: at a heading, at a tag block, after a result, where numbers start again at 1."""

    def __init__(self) -> None:
        self._reset()
        self.begun = False

    def _reset(self) -> None:
        self.content = self.headed = self.ended = self.open = False
        self.tagged = False
        self.moves = 0

    def __call__(self, line: str, held: list[str]) -> bool:
        if not self.begun:  # the first line of all is held unseen
            self.begun = True
            for one in held:
                self._see(one)
        new = self._begins(line)
        if new:
            self._reset()
        self._see(line)
        return new

    def _begins(self, line: str) -> bool:
        if is_heading(line):
            return bool(self.moves or self.headed)
        if _is_tag(line.rstrip()) and not self.tagged:
            return self.content
        if self.open or not self.moves:
            return False
        found = _LINE.match(line)
        if found is None or not found["rest"]:
            return False
        return self.ended or (int(found["number"]) == 1 and line[found.end("number")] == ".")

    def _see(self, line: str) -> None:
        bare = line.strip()
        if not bare:
            return
        heading = is_heading(line)
        self.tagged = not heading and _is_tag(bare)
        if heading or self.tagged:
            self.headed, self.open = True, False
            return
        self.content = True
        outside = self._outside(line)
        found = _LINE.match(outside)
        if found and found["rest"]:
            self.moves += 1
        if outside.strip():
            self.ended = self.moves > 0 and _RESULT_END.search(outside.rstrip()) is not None

    def _outside(self, line: str) -> str:
        """The part of a line that stands in no comment; keeps count of the braces."""
        kept: list[str] = []
        at = 0
        for sign in _BRACE.finditer(line):
            if self.open and sign.group() == "}":
                self.open, at = False, sign.end()
            elif not self.open and sign.group() == "{":
                kept.append(line[at : sign.start()])
                self.open = True
        if not self.open:
            kept.append(line[at:])
        return "".join(kept)


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return gather(lines, _Cutter())


class Head(NamedTuple):
    """What stands before a game: prose (``[0, start)``), then heading and tags up to ``end``."""

    tags: tags.Tags
    start: int
    end: int


def head(chunk: Chunk) -> Head:
    """The heading and the tag block of a game, after whatever prose stands before them."""
    text = chunk.text
    start = _head_start(text)
    headers: list[tuple[str, str]] = []
    rules: RulesId | None = None
    at = _blank(text, start)
    end = start
    while (stop := heading_end(text, at)) is not None:
        heading = read_heading(text[at:stop])
        if heading is None:
            break
        headers += heading.headers
        rules = rules or heading.rules
        end, at = stop, _blank(text, stop)
    block = tags.read_tags(text, chunk.line, at)
    if block.end > at:
        end = block.end
    fields = dict(block.fields)
    if rules is not None:
        fields.setdefault("rules", rules)
    return Head(block._replace(headers=(*headers, *block.headers), fields=fields), start, end)


_BLANKS = re.compile(r"\s*")


def _blank(text: str, at: int) -> int:
    return _BLANKS.match(text, at).end()  # type: ignore[union-attr]


def _head_start(text: str) -> int:
    """Where the first heading starts, if only prose stands before it; else 0."""
    at = 0
    for line in text.splitlines(keepends=True):
        if is_heading(line) and heading_end(text, at) is not None:
            return at
        found = _LINE.match(line)
        if (found and found["rest"]) or line.lstrip().startswith(("[", "{")):
            return 0
        at += len(line)
    return 0
