"""Divides a server's log into games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kriegnote.notations.icc.lines import begins, ply_of, remembered, unbroken
from kriegnote.notations.icc.named_games import NamedGame, named_game
from kriegnote.notations.icc.streams import TANGLED, Key, rows
from kriegnote.text.headings import is_heading
from kriegnote.text.source import Chunk
from kriegnote.text.tags import pair_at

_FIRST: Final = 2  # White's first move


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk per game. A new one begins at a heading, at a tag, after an end, or with another first move of White's.

    If lines of several games alternate, each chunk has its game's lines, and blanks in place of the others. An end or a
    heading after which the move numbers continue belongs to somebody else's game, and neither begins nor ends one.
    """
    games: dict[Key, _Game] = {}
    number, offset = 1, 0
    for text, key in rows(lines):
        if key not in games or len(games) > 1:
            if not _named(key):
                for game in games.values():
                    yield from game.rest()
                games.clear()
            if key not in games:
                games[key] = _Game(number, offset, tangled=key[:1] == (TANGLED,))
            for other, game in games.items():
                if other != key and _named(other):
                    game.pass_over(text)
        yield from games[key].take(text, number, offset)
        number, offset = number + text.count("\n"), offset + len(text)
    for game in games.values():
        yield from game.rest()


def _named(key: Key) -> bool:
    """Whether the lines with this key belong to one game that lines of other games may interrupt."""
    return key[:1] not in ((), (TANGLED,))


class _Outline(NamedTuple):
    """What a line shows of the boundaries of games. ``ply``: twice the number of its move, plus 1 for Black's."""

    ply: int | None
    plays: bool  # it has a move, or says who is to move
    opens: bool  # a game may begin with it, unless one has just begun
    ends: bool
    takes_back: bool
    game: NamedGame | None  # the game that the line names
    text: str


class _Waiting(NamedTuple):
    """A line that may begin another game; the next move decides to which game it belongs."""

    text: str
    number: int
    offset: int


@remembered
def _outline(text: str) -> _Outline:
    line = unbroken(text)
    ply = ply_of(line)
    opened = begins(line, "GAME_OPENS")
    return _Outline(
        ply,
        plays=ply is not None or begins(line, "TO_MOVE"),
        opens=opened or is_heading(line) or pair_at(line) is not None,
        ends=begins(line, "GAME_LINE") and not opened,
        takes_back=begins(line, "TAKEBACK_GRANTED"),
        game=named_game(line),
        text=line,
    )


class _Game:
    """The lines of the game that is being collected."""

    def __init__(self, number: int, offset: int, *, tangled: bool) -> None:
        self.held: list[str] = []
        self.first, self.offset = number, offset
        self.end = offset
        self.tangled = tangled  # its lines belong to several games and cannot be separated
        self.last = 0  # twice the number of the last move, plus 1 for Black's
        self.log = self.ended = False
        self.taken_back = False  # moves were taken back since the last move
        self.over = False  # it has certainly ended
        self.own: NamedGame | None = None  # the name of the game in a line before its first move
        self.waiting: list[_Waiting] = []

    def pass_over(self, text: str) -> None:
        """Adds blanks in place of a line of another game."""
        if self.waiting:
            _, number, offset = last = self.waiting[-1]
            blank = _Waiting(_blank(text), number + last.text.count("\n"), offset + len(last.text))
            self.waiting.append(blank)
        elif self.held and not self.ended:
            self._hold(_blank(text))

    def take(self, text: str, number: int, offset: int) -> Iterator[Chunk]:
        """Adds a line of this game; if it begins another game, the game before is yielded."""
        line = _outline(text)
        if not self.waiting and (self.tangled or offset != self.end or not self._may_begin(line)):
            yield from self._taken(text, number, offset)
            return
        self.waiting.append(_Waiting(text, number, offset))
        if line.ply is None:
            return
        if line.ply == self.last + 1:
            for one in self.waiting:
                self._hold(one.text)
                self._resumed(_outline(one.text))
            self.waiting, self.last, self.log, self.ended = [], line.ply, True, False
        else:
            yield from self._decided()

    def _may_begin(self, line: _Outline) -> bool:
        """Whether a line may begin another game; it does not if the move numbers continue after it.

        After a certain end only a line that names the same game may continue it: the game was adjourned.
        """
        begins_one = (self.log and line.opens) or (self.ended and line.plays)
        return self.last > 0 and begins_one and (self._resumes(line) or not self.over)

    def _resumes(self, line: _Outline) -> bool:
        return line.game is not None and line.game.resumes(self.own, line.text)

    def _resumed(self, line: _Outline) -> None:
        """Takes over the number under which the server continues this game."""
        if self._resumes(line):
            self.own = line.game

    def _decided(self) -> Iterator[Chunk]:
        """Adds the lines that were waiting, as no move continues this game."""
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            yield from self._taken(*one)

    def rest(self) -> Iterator[Chunk]:
        """The rest of the game, when no line follows."""
        yield from self._decided()
        yield from self.parted(len(self.held))

    def _taken(self, text: str, number: int, offset: int) -> Iterator[Chunk]:
        if self.held and offset != self.end:  # the game is over, and lines of others follow it
            yield from self.parted(len(self.held))
        if not self.held:
            self.first, self.offset, self.end = number, offset, offset
        if self.tangled:
            self._hold(text)
            return
        line = _outline(text)
        # A first move of Black's after a later move begins no game: its number is a slip.
        again = line.ply == _FIRST < self.last and not self.taken_back
        self.taken_back = line.takes_back or (self.taken_back and line.ply is None)
        if (self.log and line.opens) or again or (self.ended and line.plays):
            at = len(self.held)
            while again and at and (not self.held[at - 1].strip() or begins(self.held[at - 1], "TO_MOVE")):
                at -= 1
            yield from self.parted(at)
        self._hold(text)
        if line.ply is not None:
            self.last = line.ply
        if line.ends and not (line.game and line.game.is_other_than(self.own)):
            self.log = self.ended = True
            self.over = line.game is None or self.own is not None
        elif not self.last and not line.ends:
            self.own = line.game or self.own
        self.log = self.log or line.plays

    def _hold(self, text: str) -> None:
        self.held.append(text)
        self.end += len(text)

    def parted(self, at: int) -> Iterator[Chunk]:
        """The game made of the first ``at`` lines; the others remain as those of the next game."""
        text = "".join(self.held[:at])
        if text:
            yield Chunk(text, self.first, self.offset)
        self.first, self.offset = self.first + text.count("\n"), self.offset + len(text)
        self.held = self.held[at:]
        self.last, self.log, self.ended = 0, False, False
        self.over, self.own = False, None


def _blank(text: str) -> str:
    return "".join(sign if sign == "\n" else " " for sign in text)
