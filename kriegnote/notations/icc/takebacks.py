"""Reads moves that an ICC log shows to be taken back by agreement: the server's line, and moves numbered anew."""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.model.events import AnyEvent, Move, TakenBack
from kriegnote.model.order import ordinal, ply_number
from kriegnote.notations.icc import statements
from kriegnote.notations.icc.announcement_reader import AnnouncementReader
from kriegnote.notations.icc.lines import LinesAhead, begins
from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("icc_lines")


class TakebackReader(AnnouncementReader):
    """The announcements of a log in which the players may take moves back."""

    half_moves: int | None = None
    """How many half-moves a player has asked to take back."""

    def _takeback(self, text: str, ahead: LinesAhead) -> None:
        """Reads a line about taking back moves; with the consent they become one event.

        They are those from the move on whose number is printed next, or as many as were asked for if no number follows.
        """
        if asked := _TERMINALS["TAKEBACK_ASKED"].search(text):
            self.half_moves = int(asked["moves"])
        if not begins(text, "TAKEBACK_GRANTED"):
            return
        now = ply_number(*self.expected)
        printed = statements.next_ply(ahead)
        again = now if printed is None else ply_number(*printed)
        if again >= now:
            again = now - (self.half_moves or 0)
        self.half_moves = None
        first = next((at for at, one in enumerate(self.build.events) if _is_move(one, again)), None)
        if first is not None and again < now:
            self.ply -= now - again
            self._take_back(first)

    def _take_back(self, first: int) -> None:
        """Makes one event of the move at an index and all that was said of it and after it."""
        events, place = self.build.events, self.build.events[first]
        assert isinstance(place, Move) and place.side is not None and place.turn is not None
        from_ = self.keys[first]
        of_moves = sorted(
            (at for at in range(len(events)) if self.keys.get(at, (0, 0)) >= from_),
            key=lambda at: (*self.keys.get(at, (0, 0)), at),
        )
        spans = [span for at in of_moves if (span := events[at].span) is not None]
        start = min(span[0] for span in spans)
        nested = tuple(msgspec.structs.replace(events[at], span=None) for at in of_moves)
        kept = sorted({*range(len(events))} - {*of_moves})
        self.keys = {new: self.keys[at] for new, at in enumerate(kept) if at in self.keys}
        self.keys[len(kept)] = (from_[0], 0)
        taken = TakenBack(
            line=place.line, column=place.column, span=(start, self.build.chunk.offset + self.build.end),
            side=place.side, turn=place.turn, events=nested, by="agreement",
        )  # fmt: skip
        self.build.events = [*(events[at] for at in kept), taken]
        self.expected = (place.side, place.turn)
        self.last = next((one for one in reversed(self.build.events) if isinstance(one, Move)), None)
        self.said = self.taken = None


def _is_move(event: AnyEvent, number: int) -> bool:
    return isinstance(event, Move) and ordinal(event.side, event.turn) == number
