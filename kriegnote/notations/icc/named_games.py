"""The games that lines of the server name: the log's own, or one that the player observes."""

from __future__ import annotations

from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("icc_lines")


class NamedGame(NamedTuple):
    """A game as named in a line of the server: ``{Game 12 (Alba vs. Nerone) …}``."""

    number: str | None
    white: str
    black: str

    def is_other_than(self, own: NamedGame | None) -> bool:
        """Whether this is certainly not the log's own game."""
        if own is None:
            return False
        numbers, names = {self.number, own.number} - {None}, (own.white, own.black)
        return len(numbers) == 2 or (not numbers and (self.white, self.black) != names)

    def resumes(self, own: NamedGame | None, line: str) -> bool:
        """Whether the server goes on here with the log's own game, perhaps under another number.

        :param line: the one that names this game.
        """
        if own is None or (self.white, self.black) != (own.white, own.black):
            return False
        return self.number == own.number or _TERMINALS["GAME_RESUMED"].match(line) is not None


def named_game(line: str) -> NamedGame | None:
    """The game that a line names in braces."""
    found = _TERMINALS["GAME_NAMED"].match(line)
    return None if found is None else NamedGame(found["number"], found["white"], found["black"])
