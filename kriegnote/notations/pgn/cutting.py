"""Divides a PGN file into games, and a game into tags and movetext."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
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
    """What the lines of the current game have shown so far."""

    def __init__(self) -> None:
        self.tags: set[str] = set()
        self.moves = False  # something that is neither tag nor comment
        self.later = False  # a number above 1 among the moves
        self.ended = False  # the moves end with a result
        self.inside = False  # a brace comment is open
        self.depth = 0  # the number of open variations
        self.comment: int | None = None  # the index of the comment line after the result
        self.apart = False  # a blank line precedes that line

    def begins_with_tags(self, names: list[str], blank: bool) -> bool:
        """Whether tag pairs begin a new game: after moves, or an Event tag or a repeated tag after a blank line."""
        return self.moves or (blank and bool(self.tags) and ("Event" in names or not self.tags.isdisjoint(names)))

    def begins_with_moves(self, moves: str, blank: bool, at_once: bool) -> bool:
        """Whether moves begin a new game: after a result, or with number 1 after a blank line or higher numbers.

        :param at_once: the line begins with them; moves after a comment may be continued from the line before.
        """
        if not self.moves or self.depth or (self.inside and self.comment is None):
            return False
        if self.ended:
            return _TERMINALS["BEGINS_MOVES"].match(moves) is not None or begins_with_result(moves)
        return (blank or (self.later and at_once)) and _TERMINALS["FIRST_MOVE"].match(moves) is not None

    def take_moves(self, moves: str) -> None:
        """Adds the moves of a line, given without its comments."""
        self.moves = True
        self.comment = None
        self.later = self.later or _TERMINALS["LATER_NUMBER"].search(moves) is not None
        if "(" in moves or ")" in moves:
            for sign in moves:
                self.depth = max(0, self.depth + (sign == "(") - (sign == ")"))
        self.ended = not self.depth and result_at_end(moves[-40:]) >= 0

    def take_comment(self, index: int, blank: bool) -> None:
        """Adds a line that consists of comments."""
        if self.ended and self.comment is None and not self.inside:
            self.comment, self.apart = index, blank

    def take_blank(self) -> None:
        """Adds a blank line: a comment between the result and this line belongs to the game if no other precedes it."""
        if not self.inside and not self.apart:
            self.comment = None


class _Cutter:
    """Finds where the next game begins (see :func:`kriegnote.text.source.divide`)."""

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
        if game.inside and blank and _is_first_tag(line, game.tags):
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
    """One chunk per game. A new game begins with a tag pair after moves, or with moves after a result or from number 1.

    Comments are ignored: nothing begins within one except a line with an Event tag, or with a tag that the game has
    already, after a blank line (then the comment was never closed). A comment after a result and a blank line belongs
    to the next game if moves follow.
    """
    return divide(lines, _Cutter())


def _has_moves(line: str) -> bool:
    """Whether a line contains a move or a result; before the first move of a game without tags it may be a heading."""
    return _TERMINALS["PLY_APART"].search(line) is not None or result_at_end(line[-40:]) >= 0


def _is_first_tag(line: str, known: Container[str]) -> bool:
    """Whether a line consists of an Event tag, or of another that the game before it has, ``known``, too."""
    tag = pair_at(line, skip_blanks(line))
    return tag is not None and (tag["name"] == "Event" or tag["name"] in known) and not line[tag.end() :].strip()


def _tags(line: str, at: int) -> tuple[list[str], int]:
    """The names of the tag pairs with which a line begins, and the column at which they end."""
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
    """The part of a line outside comments, from a column on, and whether a comment is open at its end."""
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


# -- before the moves --------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A range among the tag pairs that is no tag pair; ``kind``: a terminal of ``grammars/pgn.lark`` or ``BAD_TAG``."""

    kind: str
    start: int
    end: int


def head(text: str) -> tuple[int, list[Piece]]:
    """The offset at which the tag pairs end, and the other pieces among them."""
    end, at = 0, skip_blanks(text)
    pieces: list[Piece] = []
    while True:
        if (tag := pair_at(text, at)) is not None:
            end = tag.end()
            at = skip_blanks(text, end)
            if at < len(text) and "\n" not in text[end:at] and pair_at(text, at) is None:
                break  # moves on the same line as a tag
        elif (piece := _piece(text, at)) is not None:
            at = skip_blanks(text, piece.end)
            pieces.append(piece)
        else:
            break
    return end, [piece for piece in pieces if piece.start < end]


def _piece(text: str, at: int) -> Piece | None:
    """The faulty tag, escaped line or comment that begins at an offset; None if there is none."""
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
    """The text with blanks in place of these pieces, which are in order; line breaks are kept."""
    kept: list[str] = []
    at = 0
    for piece in pieces:
        rows = text[piece.start : piece.end].split("\n")
        kept += (text[at : piece.start], "\n".join(" " * len(row) for row in rows))
        at = piece.end
    return "".join(kept) + text[at:]
