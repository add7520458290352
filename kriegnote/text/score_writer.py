"""Writes the moves of a score: ``1. f4, f6 2. Nf3, c6``; a turn that is resumed is ``2. -, dxe4``."""

from __future__ import annotations

from typing import Final

from kriegnote.model.events import Comment, End, Move, Nag, Side, Try, other
from kriegnote.model.printed_moves import Spelling
from kriegnote.model.record import Record
from kriegnote.text.comments import words_alone
from kriegnote.text.speech.facts import read_as_dialogue
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.umpire_messages import read_announcements, say
from kriegnote.text.writing import Style, note

WIDTH: Final = 79


def noted(event: Comment | Nag, record: Record) -> str:
    """A comment or glyph between the moves of a score; a comment that a reader would interpret is escaped."""
    printed = note(event, record.view)
    if isinstance(event, Nag) or printed.startswith(("{@", "{[%")):
        return printed
    players = record.header("White"), record.header("Black")
    more = read_announcements(event.text) or read_as_dialogue(event.text, players)
    return words_alone(printed) if more else printed


class Score:
    """Writes a record as the words of a plain score."""

    def __init__(self, record: Record, style: Style) -> None:
        self.record = record
        self.style = style
        self.pieces: Spelling = readable(record.events, style.pieces, kinds=(Move,))
        self.out: list[str] = []
        self.number = 1
        self.expected: Side = "white"
        self.last: Side | None = None
        self.place: tuple[Side, int] | None = None  # the side and turn of the last move
        self.joined = False

    def words(self) -> list[str]:
        """The words of the score, between which a line may be broken."""
        for event in self.record.events:
            kind = type(event)
            if kind is Move:
                self._move(event)  # type: ignore[arg-type]
            elif isinstance(event, Nag | Comment):
                self._add(noted(event, self.record), kind is Nag and self.joined)
            elif kind is End:
                side, turn = self.place or (self.expected, self.number)
                said = say(event, self.style.lang, side=side, turn=turn, result=self.record.result)
                self._add(f"[{said}]", False)
        if self.record.result is not None:
            self.out.append(self.record.result)
        return self.out

    def _add(self, word: str, joined: bool) -> None:
        self.out.append(word)
        self.joined = joined

    def printed(self, event: Move) -> str:
        """A move as this notation prints it."""
        return printed(event, self.pieces)

    def _move(self, event: Move) -> None:
        side = event.side or self.expected
        number = self.number if event.turn is None else event.turn
        text = self.printed(event)
        if side == "white":
            self._add(f"{number}. {text}", True)
        elif self.joined and self.last == "white" and number == self.number:
            self.out[-1] += ","
            self._add(text, False)
        else:
            self._add(f"{number}. -, {text}", False)
        self.last, self.expected, self.place = side, other(side), (side, number)
        self.number = number + (side == "black")


def printed(event: Move | Try, pieces: Spelling) -> str:
    """A move as it is written, or ``--`` if it was not seen."""
    return spelled(event, pieces) or "--"
