"""What the reader of a dialogue knows between two clauses: the clause at hand, what is unanswered, the moves so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kriegnote.model.events import Side, View
from kriegnote.text.listener import shown_alone


class Place(NamedTuple):
    """Where a clause stands in the chunk, as offsets.

    ``own``: where its own words begin, what leads up to them left out.  ``heard``: it begins with who hears it.
    """

    start: int = 0
    stop: int = 0
    own: int = 0
    heard: bool = False


class Objection(NamedTuple):
    """Why a clause means nothing where it stands, and the words (as offsets) that say so."""

    why: str
    start: int
    end: int


Awaited = Literal["nothing", "answer", "verdict", "refusal"]
"""What the umpire's next words are taken for: the answer to a question, a verdict on tries, or the refusal of a move
that its player named and that is made unless it is refused."""


@dataclass
class Unanswered:
    """What the umpire has not answered yet.

    ``tries``: the indexes of tries without an answer.  ``unnamed``: the index of refusals whose moves may still be
    listed, -1 for none.
    """

    awaited: Awaited = "nothing"
    tries: list[int] = field(default_factory=list)
    unnamed: int = -1

    def asked(self) -> None:
        """A question was put."""
        self.awaited = "answer"

    def tried(self) -> None:
        """A try was told; a move that is made unless it is refused stays so."""
        self.awaited = "refusal" if self.awaited == "refusal" else "verdict"

    def named(self) -> None:
        """A player named his move."""
        self.awaited = "refusal"

    def spoken(self) -> None:
        """The umpire has said something: a move that was named is a try like any other."""
        self.awaited = "verdict" if self.awaited == "refusal" else self.awaited

    def answered(self) -> None:
        """A question is answered, or tries that nobody named are refused; a move that was named may still be."""
        self.awaited = "refusal" if self.awaited == "refusal" else "nothing"


@dataclass
class Moves:
    """The moves so far.

    ``last``: who made the last one, and in which turn.  ``index``: where it stands among the events, -1 before it.
    ``told_since``: the index of the first announcement since somebody was said to move.  ``accepted``: the last event
    is a try that was accepted.  ``printed``, ``hidden``: the sides with moves that are known and that are not.
    """

    last: tuple[Side, int] | None = None
    index: int = -1
    told_since: int = -1
    accepted: bool = False
    printed: set[Side] = field(default_factory=set)
    hidden: set[Side] = field(default_factory=set)

    def view(self) -> View:
        """Public when no move is known, a player's when the moves of one side alone are; else the umpire's."""
        if not self.printed and self.hidden:
            return "public"
        return shown_alone(self.printed, self.hidden) or "umpire"
