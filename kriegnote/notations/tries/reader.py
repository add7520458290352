"""Reads scores with questions, answers and tries (§4.2), and one player's captions (§3.2).

Grammar: grammars/tries.lark, for a turn and for what stands in its parentheses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from kriegnote.model.events import Capture, Check, End, Event, PawnTries, Side, other
from kriegnote.notations.prose_facts import with_facts_of_prose
from kriegnote.notations.tries import captions
from kriegnote.notations.unnamed_tries import placed_by_the_board
from kriegnote.parsing import Terminals
from kriegnote.text import games, score
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.tried_score import TriedScoreReader
from kriegnote.text.umpire_messages import Announced, read_announcements

_TERMINALS: Final = Terminals("tries")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.SCORES)


def read(chunk: Chunk) -> Read:
    """One game; parentheses without questions and tries are comments."""
    found = placed_by_the_board(lambda unnamed, behind: _TriesReader(chunk, "tries", unnamed, behind))
    return with_facts_of_prose(found, chunk)


class _TriesReader(TriedScoreReader):
    """Reads a score whose turns have parentheses: one method for each rule of ``grammars/tries.lark``."""

    def read(self) -> Read:
        self.view: Side | None = None
        self.messages: list[captions.Message] = []
        self.replies: list[int] = []  # the offsets of signs for the opponent's moves, if they show where these belong
        self.moved_to = 0  # the offset after the player's last move
        return super().read()

    def begin(self, turns: list[score.ScoreTurn]) -> None:
        """Makes the record a player's if only his moves are printed."""
        super().begin(turns)
        self.view = captions.one_sided(turns)
        if self.view is not None and self.head.fields.get("view", self.view) != self.view:
            self.view = None
        if self.view is not None:
            self.head.fields["view"] = self.view
            self.replies = captions.signs_of_replies(turns, self.view)

    def finish(self) -> None:
        """Puts captions in chronological order, with the moves that the player did not see."""
        if self.view is None:
            super().finish()
        else:
            self.build.events = captions.arrange(self.build.events, self.view, self.messages, answered=self.answered)

    # -- who is to move ------------------------------------------------------------------------------------------------

    def number(self, rule: Rule) -> None:
        super().number(rule)
        self.expected = self.view or self.expected

    def move(self, start: int, end: int, **fields: Any) -> None:
        super().move(start, end, **fields)
        if self.view is not None and self.made is not None:
            self.expected, self.turn = self.view, self.made[1] + 1
            self.moved_to = end

    @property
    def answered(self) -> bool:
        """Whether a sign for the opponent's move stands behind the player's last move."""
        return bool(self.replies) and self.replies[-1] >= self.moved_to

    def _pass_replies(self, start: int) -> None:
        """Makes the opponent's move the last one if a sign that stands for it is printed before an offset."""
        if self.view is None or self.made is None or self.made[0] != self.view:
            return
        if any(self.moved_to <= at < start for at in self.replies):
            self.made = other(self.view), self.turn - (self.view == "white")

    # -- what the umpire says ------------------------------------------------------------------------------------------

    def admits(self, said: Announced) -> bool:
        return True

    def add_announcement(self, said: Announced, start: int, end: int) -> Event:
        self._pass_replies(start)
        if said.kind is not PawnTries:
            return super().add_announcement(said, start, end)
        side, turn = self.expected, self.turn
        if self.replies and self.made is not None and self.made[0] == self.view:  # before the opponent moves
            side, turn = other(self.view), self.turn - (self.view == "white")
        event: Event = self.add(PawnTries, start, end, side=said.side or side, turn=turn, **said.fields)
        return event

    def message(self, rule: Rule) -> None:
        """Adds what the umpire says without brackets."""
        start, end = span(rule)
        said = read_announcements(self.text[start:end])
        if said is None:
            self.keep_prose(start, end)
            return
        event = self.add_announcement(said[0], start, end)
        if self.view is not None and not self.replies and isinstance(event, (PawnTries, Capture, Check, End)):
            ahead = _TERMINALS["NUMBER_AHEAD"].match(self.text, end) is not None
            self.messages.append(captions.Message(len(self.build.events) - 1, ahead))
