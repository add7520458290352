"""Cuts scores with numbered moves: a stream into games, and a game's head from its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kriegnote.model.record import RulesId
from kriegnote.text import tags
from kriegnote.text.headings import heading_end, is_heading, read_heading
from kriegnote.text.source import Chunk, divide

_MAN = r"(?:[♔-♟KQRBNDTACLSFPkqrnt]\ufe0e?\s?)?"
_DESCRIBED = (
    r"(?:[KQ]?(?:Kt|[RNB])?P?|[KQ])(?:\([^()\s]{1,4}\))?(?:[-–—][KQ]?(?:Kt|[RNB])?[1-8]|[x×][KQ]?(?:Kt|[RNBP]|Q))"
)
_MOVE = rf"(?:{_MAN}[a-h]?[1-8]?[xX×:]?[a-h][1-8]|[Oo0][Oo0-]{{1,4}}|{_DESCRIBED})"
_LINE = re.compile(rf"[ \t*_#>-]*+(?:<p>)?+[ \t]*+(?P<number>\d{{1,4}})[ \t]*[.)…]+[*_ \t]*(?P<rest>\(|!?{_MOVE})?")
_RESULT_END = re.compile(r"(?:^|[\s#+\]])(?:1[-–]0|0[-–]1|1/2[-–]1/2|½[-–]½)[.*_ \t]*$")
_LONE_RESULT = re.compile(r"(?:1[-–]0|0[-–]1|1/2[-–]1/2|½[-–]½|\*)$")
_BRACE = re.compile(r"\\.|[{}]")


class _Game:
    """What has been seen of the game that is being collected, line by line."""

    def __init__(self) -> None:
        self.content = False  # something that is neither heading nor tag
        self.headed = False
        self.tags: set[str] = set()
        self.tagged = False  # the last line that is not blank is a tag
        self.moves = 0  # lines that begin with a numbered move
        self.ended = False  # the moves end with a result
        self.open = False  # a comment is open
        self.comment: int | None = None  # the index of a line of comments alone, behind a blank line, after the moves

    def begins_with_tag(self, name: str, blanks: int) -> bool:
        """Whether a tag begins a new game: after anything but tags, or a second block of them."""
        if not self.tagged:
            return self.content
        return blanks > 1 or (blanks > 0 and name in self.tags)

    def begins_with_moves(self, outside: str) -> bool:
        """Whether what stands in a line outside comments begins a new game: after a result, or with number 1."""
        if not self.moves and not self.ended:
            return False
        if self.ended and _LONE_RESULT.match(outside):
            return True
        found = _LINE.match(outside)
        if found is None or not found["rest"]:
            return False
        return self.ended or (int(found["number"]) == 1 and outside[found.end("number")] == ".")


class _Cutter:
    """Says where the next record begins: at a heading, at a tag block, after a result, where numbers restart at 1."""

    def __init__(self) -> None:
        self.game = _Game()
        self.blanks = 0  # blank lines before this one

    def __call__(self, line: str, held: list[str]) -> int | None:
        bare = line.strip()
        if not bare:
            self.blanks += 1
            return None
        game, blanks, self.blanks = self.game, self.blanks, 0
        heading = is_heading(line)
        tag = None if heading else _tag_name(bare)
        split: int | None = None
        outside, is_open = ("", False) if heading or tag is not None else _outside(line, game.open)
        if heading:
            split = len(held) if game.moves or game.headed else None
        elif tag is not None:
            split = len(held) if game.begins_with_tag(tag, blanks) else None
        elif outside and game.begins_with_moves(outside) and not (game.open and game.comment is None):
            split = len(held) if game.comment is None else game.comment
        if split is not None:
            self.game = game = _Game()
        self._take(game, outside, heading, tag, len(held) if blanks else None)
        game.open = is_open
        return split

    @staticmethod
    def _take(game: _Game, outside: str, heading: bool, tag: str | None, index: int | None) -> None:
        """Takes in a line; ``index`` is its own where a blank line stands before it."""
        game.tagged = tag is not None
        if tag is not None:
            game.tags.add(tag)
        if heading or tag is not None:
            game.headed = True
            return
        game.content = True
        if not outside:
            if game.comment is None and not game.open and (game.moves or game.ended):
                game.comment = index
            return
        game.comment = None
        found = _LINE.match(outside)
        game.moves += bool(found and found["rest"])
        game.ended = (game.moves > 0 and _RESULT_END.search(outside) is not None) or (
            _LONE_RESULT.match(outside) is not None
        )


def _tag_name(bare: str) -> str | None:
    """The name of the tag that a line is, "" for a broken one; None when it is no tag."""
    found = tags.LINE.fullmatch(bare)
    if found is not None:
        return found["name"]
    return "" if tags.BROKEN.fullmatch(bare) else None


def _outside(line: str, inside: bool) -> tuple[str, bool]:
    """What of a line stands in no comment, and whether a comment is open at its end."""
    kept: list[str] = []
    at = 0
    for sign in _BRACE.finditer(line):
        if inside and sign.group() == "}":
            inside, at = False, sign.end()
        elif not inside and sign.group() == "{":
            kept.append(line[at : sign.start()])
            inside = True
    if not inside:
        kept.append(line[at:])
    return "".join(kept).strip(), inside


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return divide(lines, _Cutter())


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
