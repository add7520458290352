"""Reads scores in descriptive notation. Grammars: grammars/descriptive.lark, grammars/descriptive_move.lark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from kriegnote.model.events import End, Side
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.notations.prose_facts import with_facts_of_prose
from kriegnote.notations.unnamed_tries import placed_by_the_board
from kriegnote.parsing import Terminals
from kriegnote.text import games, score
from kriegnote.text.described_moves import parse
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tried_score import TriedScoreReader
from kriegnote.text.umpire_messages import Announced

_TERMINALS: Final = Terminals("descriptive_move")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.SCORES)


def read(chunk: Chunk) -> Read:
    """One game; moves in algebraic notation are read, too, and anything else is kept as in a plain score."""
    found = placed_by_the_board(lambda unnamed, behind: _Reader(chunk, "descriptive", unnamed, behind))
    return with_facts_of_prose(found, chunk)


class _Reader(TriedScoreReader):
    """Reads a score whose moves are in descriptive notation."""

    continental = False

    def begin(self, turns: list[score.ScoreTurn]) -> None:
        """Decides whether the letters are continental: there, places begin with the rank."""
        super().begin(turns)
        plies = (word for turn in turns for word in turn if word.type == "PLY")
        self.continental = any(_TERMINALS["OWN_PLACE"].fullmatch(ply[1:]) for ply in plies)

    def admits(self, said: Announced) -> bool:
        return True

    def names(self, prose: str) -> str | None:
        """The move, descriptive or algebraic, that prose names; None if it names none."""
        found = _TERMINALS["MANS_MOVE"].search(prose)
        return super().names(prose) if found is None else found.group()

    def with_moves_set_off(self, prose: str) -> str:
        return _TERMINALS["MANS_MOVE"].sub(lambda found: f"`{found.group()}`", prose)

    def move(self, start: int, end: int, **fields: Any) -> None:
        """Adds a move; behind the last one, also the mate that its words state."""
        super().move(start, end, **fields)
        if end >= self.played_to and _TERMINALS["MATES"].search(fields["text"] or "") is not None:
            side, turn = self.whose(known=True)
            self.open_ends.append(len(self.build.events))
            self.add(End, end, end, side=side, turn=turn, reason="checkmate")

    def parts(self, text: str, side: Side | None = None) -> Parts | None:
        return parse(text, side or self.expected, self.continental) or parse_move(text, self.language)
