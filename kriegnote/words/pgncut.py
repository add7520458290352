"""Cuts PGN: a file into games, and a game's front from its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kriegnote.source import Chunk
from kriegnote.tags import LINE, LOOSE
from kriegnote.words.tagfaults import CURLY

# -- cutting a file into games -----------------------------------------------------------------------------------------

_EVENT = re.compile(r'\[[ \t]*Event[ \t]+".*"[ \t]*\]\s*$')
_BRACKETS = re.compile(r"[{};()]")
_FIRST_MOVE = re.compile(r"\s*1\s*(?:\.(?!\s*\.)|\s(?!\s*\.))")
_LATER_NUMBER = re.compile(r"(?<![\d/-])(?:[2-9]|[1-9]\d+)\s*\.")
_MOVES = re.compile(r"\s*(?:\d+\s*\.|[A-Za-z♔-♟]|\*|[01]-[01]|1/2)")
RESULT_AT_END = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|½-½|\*)\s*$")


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game.  A new game begins at a tag pair after moves, and at moves after a result or from number 1.

    Nothing begins inside a comment, but for an Event tag after a blank line: then the comment was never closed.
    """
    held: list[str] = []
    first, offset = 1, 0
    inside, depth = False, 0  # a brace comment is open; so many variations are
    moves = tags = blank = ended = False
    later = False  # a number above 1 has stood among the moves
    for number, line in enumerate(lines, 1):
        mark = line[:1]
        if inside:
            new = blank and mark == "[" and _EVENT.match(line) is not None
        elif mark == "[" and _is_tag(line):
            new = moves or (tags and blank and _EVENT.match(line) is not None)
        else:
            new = moves and depth == 0 and (ended or blank or mark == "1") and _begins(line, ended, blank or later)
        if new:
            text = "".join(held)
            yield Chunk(text, first, offset)
            offset += len(text)
            held, first = [], number
            inside, depth = False, 0
            moves = tags = blank = ended = later = False
        held.append(line)
        if line.isspace():
            blank = True
            continue
        blank = False
        if not inside and (mark == "%" or (mark == "[" and not moves)):
            tags = tags or mark == "["
            continue
        comment = inside or mark in ("{", ";")
        later = later or (not inside and _LATER_NUMBER.search(line) is not None)
        if "{" in line or "}" in line or "(" in line or ")" in line or ";" in line:
            inside, depth = _open_after(line, inside, depth)
        moves = moves or not comment
        ended = (ended and comment) or (not inside and depth == 0 and RESULT_AT_END.search(line) is not None)
    if held:
        yield Chunk("".join(held), first, offset)


def _is_tag(line: str) -> bool:
    return (LINE.match(line) or LOOSE.match(line) or CURLY.match(line)) is not None


def _begins(line: str, ended: bool, apart: bool) -> bool:
    """Whether a line of moves begins a game: after a result; with move 1 after a blank line or higher numbers."""
    return (ended and _MOVES.match(line) is not None) or (apart and _FIRST_MOVE.match(line) is not None)


def _open_after(line: str, inside: bool, depth: int) -> tuple[bool, int]:
    """Whether a comment, and how many variations, are open at the end of a line."""
    for found in _BRACKETS.finditer(line):
        mark = found.group()
        if inside:
            inside = mark != "}"
        elif mark == "{":
            inside = True
        elif mark == ";":
            break
        elif mark == "(":
            depth += 1
        elif depth:
            depth -= 1
    return inside, depth


# -- what stands before the moves --------------------------------------------------------------------------------------

_HEAD = re.compile(
    r"""(?P<blank>\s+)
      | (?P<tags>(?:[ \t]*\[[ \t]*[A-Za-z0-9][\w+\#=:-]*[ \t]+"(?:\\.|[^"\\\n])*"[ \t]*\])+)
      | (?P<tag>\[[ \t]*[A-Za-z0-9][\w+\#=:-]*[ \t]+"[^\n]*"[ \t]*\](?=[ \t]*(?:\n|\Z)))
      | (?P<bad>\[[^\n]*)
      | (?P<escape>^%[^\n]*)
      | (?P<remark>;[^\n]*(?:\n[ \t]*;[^\n]*)*)
      | (?P<comment>\{[^}]*\})""",
    re.MULTILINE | re.VERBOSE,
)


_REST_BLANK = re.compile(r"[^\S\n]*(?:\n|\Z)")


class Piece(NamedTuple):
    """A stretch among the tag pairs that is none: a comment, an escaped line, a tag gone wrong."""

    kind: str
    start: int
    end: int


def head(text: str) -> tuple[int, list[Piece]]:
    """Where the tag pairs end, and what else stands among them."""
    end = at = 0
    pieces: list[Piece] = []
    while found := _HEAD.match(text, at):
        at = found.end()
        kind = found.lastgroup
        if kind in ("tags", "tag"):
            end = at
            if not _REST_BLANK.match(text, at):
                break
        elif kind != "blank":
            pieces.append(Piece(kind or "", found.start(), at))
    return end, [piece for piece in pieces if piece.start < end]
