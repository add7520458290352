"""Splits a stream of scores into games: at a heading, at a tag block, after a result, or where numbers restart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from kriegnote.parsing import Terminals
from kriegnote.text import tags
from kriegnote.text.headings import is_heading
from kriegnote.text.misread_moves import is_speck
from kriegnote.text.source import Chunk, divide

_TERMINALS: Final = Terminals("games")


class GameDivision(NamedTuple):
    """How the games of a stream are separated.

    ``first``: the terminal of ``grammars/games.lark`` with which a line with a turn begins; its group ``number`` is the
    turn's number. ``amid_prose``: prose may precede a game's heading and belongs to the game; a result alone, or
    White's first move, begins another game. ``described``: moves may be in descriptive notation.
    """

    first: str
    amid_prose: bool
    described: bool

    def numbered(self, line: str) -> re.Match[str] | None:
        """The match of the beginning of a line with a turn; None if the line has none."""
        found = _TERMINALS[self.first].match(line)
        if found is None and self.described and _TERMINALS["NUMBERED_LINE"].match(line):
            return _TERMINALS["DESCRIBED_LINE"].match(line)
        return found


SCORES: Final = GameDivision("SCORE_LINE", amid_prose=True, described=True)
"""Numbered moves among any prose: only a move (or a parenthesis) makes a number that of a turn."""
TURNS: Final = GameDivision("TURN_LINE", amid_prose=False, described=False)
"""Notations in which anything after a number is a turn."""


class _Game:
    """The state of the game that is being collected, line by line."""

    def __init__(self) -> None:
        self.content = False  # whether there is anything but headings and tags
        self.headed = False
        self.tags: set[str] = set()
        self.tagged = False  # whether the last line that is not blank is a tag
        self.number = 0  # the highest number with which a line begins
        self.ended = False  # whether the moves end with a result
        self.torn = False  # whether a word is broken at the end of the last line
        self.open = False  # whether a comment is open
        self.again: int | None = None  # the index of a line with turn 1 alone, directly after later turns
        self.comment: int | None = None  # the index of a line of comments alone, after the moves and a blank line

    def begins_with_tag(self, name: str, blanks: int) -> bool:
        """Whether a tag begins a new game: after anything but tags, or as the first of a second block."""
        if not self.tagged:
            return self.content
        return blanks > 1 or (blanks > 0 and name in self.tags)


class _Cutter:
    """Decides where the next record begins (see :func:`kriegnote.text.source.divide`)."""

    def __init__(self, kind: GameDivision) -> None:
        self.kind = kind
        self.game = _Game()
        self.blanks = 0  # the number of blank lines before this one

    def __call__(self, line: str, held: list[str]) -> int | None:
        bare = line.strip()
        if not bare:
            self.blanks += 1
            return None
        game, blanks, self.blanks = self.game, self.blanks, 0
        heading = is_heading(line)
        tag = None if heading else _tag_name(bare)
        split: int | None = None
        outside, is_open = ("", False) if heading or tag is not None else outside_braces(line, game.open)
        found = self.kind.numbered(outside) if outside else None
        doubled = found is not None and not blanks and _is_doubled(line, held[-1:]) and _is_alone(outside, found)
        if heading:
            begun = game.number or game.headed if self.kind.amid_prose else game.content
            split = len(held) if begun else None
        elif tag is not None:
            split = len(held) if game.begins_with_tag(tag, blanks) else None
        elif game.again is not None and found is not None:
            split = game.again if int(found["number"]) <= 2 else None
            game.again = None
        elif outside and not doubled and self._moves_begin(outside, found) and not (game.open and game.comment is None):
            split = len(held) if game.comment is None else game.comment
            if found is not None and not blanks and split == len(held) and self._may_be_misprinted(outside, found):
                split, game.again = None, split
        if split is not None:
            self.game = game = _Game()
        if heading or tag is not None:
            game.tagged, game.headed = tag is not None, True
            game.tags.update([tag] if tag else [])
        else:
            self._take(game, outside, found, len(held) if blanks else None)
        game.open = is_open
        return split

    def _moves_begin(self, outside: str, found: re.Match[str] | None) -> bool:
        """Whether the part of a line outside comments begins a new game: after a result, or with number 1."""
        game = self.game
        if found is None:
            return self.kind.amid_prose and game.ended and _TERMINALS["RESULT_ALONE"].match(outside) is not None
        twice = self.kind.amid_prose and not _TERMINALS["BLACKS"].match(outside, found.end("number"))
        again = int(found["number"]) == 1 and (game.number > 1 or twice) and not game.torn
        return game.ended or (game.number > 0 and again)

    def _may_be_misprinted(self, outside: str, found: re.Match[str]) -> bool:
        """Whether a first turn directly after later turns may be a misprinted later one.

        It may if it is alone in its line, without a result before it. The next turn decides: the second, or one that
        continues the game.
        """
        return not self.game.ended and self.game.number > 1 and _is_alone(outside, found)

    @staticmethod
    def _take(game: _Game, outside: str, found: re.Match[str] | None, index: int | None) -> None:
        """Updates the state with a line that is neither heading nor tag.

        :param index: the line's index if a blank line precedes it; else None.
        """
        game.content, game.tagged = True, False
        if not outside:
            if game.comment is None and not game.open and (game.number or game.ended):
                game.comment = index
            return
        game.comment, game.torn = None, _TERMINALS["TORN_AT_THE_END"].search(outside) is not None
        game.number = max(game.number, int(found["number"]) if found else 0)
        at_end = game.number > 0 and _TERMINALS["RESULT_ENDS_LINE"].search(outside)
        game.ended = bool(at_end or _TERMINALS["RESULT_ALONE"].match(outside))


def _is_alone(outside: str, found: re.Match[str]) -> bool:
    """Whether a line has no other turn than the one with which it begins."""
    pieces = _TERMINALS["TURN_PIECE"].finditer(outside, found.end("number"))
    return all(piece["number"] is None for piece in pieces)


def _is_doubled(line: str, before: Sequence[str]) -> bool:
    """Whether a line is that before it again, apart from accents, which may be specks."""
    words = ["".join(sign for sign in normalize("NFKD", one) if not combining(sign)).split() for one in (*before, line)]
    return len(words) > 1 and words[0] == words[1]


def _tag_name(bare: str) -> str | None:
    """The name of the tag that a line is, "" for a broken one; None if it is not a tag."""
    found = tags.pair_at(bare)
    if found is not None and all(map(is_speck, bare[found.end() :])):
        return found["name"]
    broken = tags.broken_at(bare)
    return "" if broken is not None and all(map(is_speck, bare[broken.end() :])) else None


def outside_braces(line: str, inside: bool) -> tuple[str, bool]:
    """The part of a line outside comments, and whether a comment is open at its end.

    :param inside: whether a comment is open at its start.
    """
    kept: list[str] = []
    at = 0
    for sign in _TERMINALS["BRACE"].finditer(line):
        if inside and sign.group() == "}":
            inside, at = False, sign.end()
        elif not inside and sign.group() == "{":
            kept.append(line[at : sign.start()])
            inside = True
    if not inside:
        kept.append(line[at:])
    return "".join(kept).strip(), inside


def cut(lines: Iterable[str], kind: GameDivision) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each.

    Within a comment, only a heading or a tag begins a game: a comment's own lines never look like one, so a comment
    that is not closed ends there. Comments after a result and a blank line belong to the next game.
    """
    return divide(lines, _Cutter(kind))
