"""Cuts PGN: a file into games, and a game's front from its moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.results import begins_with_result, result_at_end
from kriegnote.text.source import Chunk, divide, skip_blanks
from kriegnote.text.tag_faults import curly_at
from kriegnote.text.tags import pair_at

# -- cutting a file into games -----------------------------------------------------------------------------------------

_TERMINALS: Final = Terminals("games")
_PGN: Final = Terminals("pgn")


class _Game:
    """What has been seen of the game that is being collected, line by line."""

    def __init__(self) -> None:
        self.tags: set[str] = set()
        self.moves = False  # something that is neither tag nor comment
        self.later = False  # a number above 1 among the moves
        self.ended = False  # the moves end with a result
        self.inside = False  # a brace comment is open
        self.depth = 0  # so many variations are open
        self.comment: int | None = None  # the index of the comment line behind the result
        self.apart = False  # a blank line stands before that line

    def begins_with_tags(self, names: list[str], blank: bool) -> bool:
        """Whether tag pairs begin a new game: after moves, or when one that stands already comes after a blank line."""
        return self.moves or (blank and bool(self.tags) and ("Event" in names or not self.tags.isdisjoint(names)))

    def begins_with_moves(self, moves: str, blank: bool, at_once: bool) -> bool:
        """Whether moves begin a new game: after a result, or from number 1 after a blank line or higher numbers.

        :param at_once: no comment stands on the line before them; within a game one may be wrapped to a new line.
        """
        if not self.moves or self.depth or (self.inside and self.comment is None):
            return False
        if self.ended:
            return _TERMINALS["BEGINS_MOVES"].match(moves) is not None or begins_with_result(moves)
        return (blank or (self.later and at_once)) and _TERMINALS["FIRST_MOVE"].match(moves) is not None

    def take_moves(self, moves: str) -> None:
        """Takes in the moves of a line, its comments left out."""
        self.moves = True
        self.comment = None
        self.later = self.later or _TERMINALS["LATER_NUMBER"].search(moves) is not None
        if "(" in moves or ")" in moves:
            for sign in moves:
                self.depth = max(0, self.depth + (sign == "(") - (sign == ")"))
        self.ended = not self.depth and result_at_end(moves[-40:]) >= 0

    def take_comment(self, index: int, blank: bool) -> None:
        """Takes in a line of comments alone."""
        if self.ended and self.comment is None and not self.inside:
            self.comment, self.apart = index, blank

    def take_blank(self) -> None:
        """Takes in a blank line: a comment right behind the result, and the line, end the game."""
        if not self.inside and not self.apart:
            self.comment = None


class _Cutter:
    """Says where the next game begins (see :func:`kriegnote.text.source.divide`)."""

    def __init__(self) -> None:
        self.game = _Game()
        self.blank = False  # the line before is blank

    def __call__(self, line: str, held: list[str]) -> int | None:
        game, blank = self.game, self.blank
        at = skip_blanks(line)
        self.blank = at == len(line)
        if self.blank:
            game.take_blank()
            return None
        if game.inside and blank and _is_event(line):
            game.inside, game.moves = False, True  # the comment was never closed
        names, at = ([], at) if game.inside else _tags(line, at)
        split = len(held) if names and game.begins_with_tags(names, blank) else None
        if not names and not game.inside and ((line[at] == "[" and not game.moves) or line[0] == "%"):
            return None  # a broken tag; a line for other programs
        moves, inside = _outside(line, at, game.inside)
        if moves and not names and game.begins_with_moves(moves, blank, line[at] == moves[0]):
            split = len(held) if game.comment is None else game.comment
        if split is not None:
            self.game = game = _Game()
        game.tags.update(names)
        if moves and (game.moves or game.tags or _has_moves(moves)):
            game.take_moves(moves)
        elif not names:
            game.take_comment(len(held), blank)
        game.inside = inside
        return split


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game.  A new game begins at a tag pair after moves, and at moves after a result or from number 1.

    Comments count for nothing in this, whatever stands in them: nothing begins inside one, but for an Event tag after a
    blank line (then the comment was never closed).  A comment after a result and a blank line belongs to the game
    behind it, if moves follow.
    """
    return divide(lines, _Cutter())


def _has_moves(line: str) -> bool:
    """Whether a move or a result stands in a line; before the first one of a game without tags it may be a heading."""
    return _TERMINALS["PLY_APART"].search(line) is not None or result_at_end(line[-40:]) >= 0


def _is_event(line: str) -> bool:
    """Whether a line is an Event tag and nothing else."""
    tag = pair_at(line, skip_blanks(line))
    return tag is not None and tag["name"] == "Event" and not line[tag.end() :].strip()


def _tags(line: str, at: int) -> tuple[list[str], int]:
    """The names of the tag pairs that a line begins with, and where they end."""
    names: list[str] = []
    while at < len(line) and line[at] == "[":
        found = pair_at(line, at)
        if found is None:
            if not names and curly_at(line, at):
                return ["?"], len(line)
            break
        names.append(found["name"])
        at = skip_blanks(line, found.end())
    return names, at


def _outside(line: str, at: int, inside: bool) -> tuple[str, bool]:
    """What of a line stands in no comment, from a column on, and whether a comment is open at its end."""
    if not inside and "{" not in line and ";" not in line:
        return line[at:].strip(), False
    kept: list[str] = []
    for found in _TERMINALS["PGN_BRACE"].finditer(line, at):
        sign = found.group()
        if inside:
            if sign == "}":
                inside, at = False, found.end()
        elif sign != "}":
            kept.append(line[at : found.start()])
            if sign == ";":
                return " ".join(kept).strip(), False
            inside = True
    if not inside:
        kept.append(line[at:])
    return " ".join(kept).strip(), inside


# -- what stands before the moves --------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A stretch among the tag pairs that is none; ``kind``: the terminal of ``grammars/pgn.lark`` that it is."""

    kind: str
    start: int
    end: int


def head(text: str) -> tuple[int, list[Piece]]:
    """Where the tag pairs end, and what else stands among them."""
    end, at = 0, skip_blanks(text)
    pieces: list[Piece] = []
    while True:
        if (tag := pair_at(text, at)) is not None:
            end = tag.end()
            at = skip_blanks(text, end)
            if at < len(text) and "\n" not in text[end:at] and pair_at(text, at) is None:
                break  # moves in the line of a tag
        elif (piece := _piece(text, at)) is not None:
            at = skip_blanks(text, piece.end)
            pieces.append(piece)
        else:
            break
    return end, [piece for piece in pieces if piece.start < end]


def _piece(text: str, at: int) -> Piece | None:
    """The tag gone wrong, the escaped line or the comment that begins at an offset."""
    if text.startswith("[", at):
        return Piece("BAD_TAG", at, _line_end(text, at))
    for kind in ("ESCAPE", "REMARK", "COMMENT"):
        if found := _PGN[kind].match(text, at):
            return Piece(kind, at, at + len(found.group().rstrip()))
    return None


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def blanked(text: str, pieces: list[Piece]) -> str:
    """The text with blanks in the place of these pieces, which follow one another; line breaks stay."""
    kept: list[str] = []
    at = 0
    for piece in pieces:
        rows = text[piece.start : piece.end].split("\n")
        kept += (text[at : piece.start], "\n".join(" " * len(row) for row in rows))
        at = piece.end
    return "".join(kept) + text[at:]
