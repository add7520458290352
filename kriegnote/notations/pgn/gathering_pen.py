"""Writes the dialects of PGN in which one comment after a move holds its refused tries and announcements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from kriegnote.model.events import AnyEvent, Comment, Move, PawnTries, Try, Variation
from kriegnote.model.record import Record
from kriegnote.notations.pgn.numbering import NumberedLine, first_place
from kriegnote.notations.pgn.writer import Pen, in_lines


class GatheringPen(Pen, ABC):
    """A :class:`Pen` that collects the tries before a move and the announcements after it.

    What a dialect cannot express although its loss table includes it (a try that no move follows, an announcement apart
    from its move) is written in our own, ``[%kn …]``, so that nothing is lost.
    """

    order = ""
    """The first letters of its announcements, in the order in which they stand; of each there is one at most."""

    @abstractmethod
    def attempt(self, event: Try) -> str:
        """A try in the dialect; empty if the dialect cannot express it."""

    @abstractmethod
    def said(self, event: AnyEvent) -> str:
        """An announcement in the dialect; empty if the dialect cannot express it."""

    @abstractmethod
    def gathered(self, tries: list[str], announcements: list[str]) -> str:
        """The comment after a move; empty for none."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.tries: list[Try] = []  # refused tries that no move has followed yet
        self.behind: tuple[list[str], list[str]] | None = None  # tries and announcements of the last move
        self.moved: Move | None = None
        self.here: NumberedLine | None = None

    def line(self, events: Iterable[AnyEvent], line: NumberedLine) -> None:
        outer, self.here = self.here, line
        super().line(events, line)
        self.give_up()
        self.close()
        self.here = outer

    def close(self) -> None:
        super().close()
        self.publish()

    def publish(self) -> None:
        """Writes the comment of the last move."""
        behind, self.behind = self.behind, None
        if behind is not None and (comment := self.gathered(*behind)):
            self.words.append(f"{{{comment}}}")
            self.remarked = False

    def word(self, text: str) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().word(text)

    def move(self, event: Move, line: NumberedLine, bare: bool) -> bool:
        tries = self.tries
        if any((one.side, one.turn) != (event.side, event.turn) for one in tries):
            self.give_up()
            tries = []
        self.tries = []
        self.close()
        super().move(event, line, bare)
        self.behind, self.moved = ([self.attempt(one) for one in tries], []), event
        return False

    def fact(self, event: AnyEvent, line: NumberedLine) -> None:
        if isinstance(event, Try) and self.attempt(event):
            self.close()
            self.tries.append(event)
            return
        self.give_up()
        if self.behind is not None and not self.facts and (said := self._fitting(event, line)):
            self.behind[1].append(said)
            return
        if self.behind is not None:
            self.close()
        super().fact(event, line)

    def comment(self, event: Comment) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().comment(event)

    def variation(self, event: Variation, line: NumberedLine) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().variation(event, line)

    def give_up(self) -> None:
        """Writes the tries that are waiting in our own dialect, as no move of theirs follows."""
        tries, self.tries = self.tries, []
        if tries and self.behind is not None:
            self.close()
        for one in tries:
            assert self.here is not None
            super().fact(one, self.here)

    def _fitting(self, event: AnyEvent, line: NumberedLine) -> str:
        """An announcement that can be added to those of the last move, in their order; else empty."""
        assert self.moved is not None and self.behind is not None
        place = line.expected if isinstance(event, PawnTries) else (self.moved.side, self.moved.turn)
        said = self.said(event) if (getattr(event, "side", None), getattr(event, "turn", None)) == place else ""
        announced = self.behind[1]
        return said if said and (not announced or self.order.find(announced[-1][0]) < self.order.find(said[0])) else ""


def movetext(pen: GatheringPen, record: Record) -> str:
    """The moves of a record with the pen's comments, and the result."""
    pen.line(record.events, NumberedLine(first_place(record.start)))
    pen.words.append(record.result or "*")
    return in_lines(pen.words)
