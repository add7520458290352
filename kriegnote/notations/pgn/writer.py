"""Writes PGN in its export format, with Kriegspiel in comments ``{[%kn …]}`` (docs/notations/pgn.md).

Men are English letters whatever the style, since PGN is for programs. A move that the player did not see is ``--``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kriegnote.model.events import (
    AnyEvent,
    Clock,
    Comment,
    End,
    Junk,
    Move,
    Nag,
    Variation,
)
from kriegnote.model.order import PlyPlace, is_before_move
from kriegnote.model.printed_moves import NULL_MOVES, parse_move
from kriegnote.model.record import Record
from kriegnote.notations.pgn.dialect import passages
from kriegnote.notations.pgn.dialect_writer import write_amendment, write_item
from kriegnote.notations.pgn.numbering import NumberedLine, first_place
from kriegnote.parsing import Terminals
from kriegnote.text.clocks import written_clock
from kriegnote.text.remarks import place as place_word
from kriegnote.text.speech.facts import read_as_dialogue
from kriegnote.text.spelling import spelled
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style, layout

WIDTH: Final = 79
_TAGS: Final = Terminals("tags")
_PGN: Final = Terminals("pgn")


def write(record: Record, style: Style = PLAIN) -> str:
    """One game: tag pairs, moves with numbers, comments and variations, the result (``*`` if none is known)."""
    pen = Pen(record)
    pen.line(record.events, NumberedLine(first_place(record.start)))
    pen.words.append(record.result or "*")
    return write_tags(record) + in_lines(pen.words)


def in_lines(words: list[str]) -> str:
    """The movetext in lines. Only its first line may begin with number 1, at which a new game would begin."""
    return layout(words, WIDTH, stays="1.")


class Pen:
    """Collects the words of one game; ``facts``: the items of the open ``[%kn]`` comment."""

    def __init__(self, record: Record) -> None:
        self.view = record.view
        self.players = record.header("White"), record.header("Black")
        self.words: list[str] = []
        self.facts: list[str] = []
        self.depth = 0
        self.remarked = False  # the last word was a comment that ends with its line

    def close(self) -> None:
        """Writes the open ``[%kn]`` comment."""
        if self.facts:
            self.words.append("{[%kn " + "; ".join(self.facts) + "]}")
            self.facts = []
            self.remarked = False

    def word(self, text: str) -> None:
        if self.facts:
            self.close()
        self.words.append(text)
        self.remarked = False

    def line(self, events: Iterable[AnyEvent], line: NumberedLine) -> None:
        """Writes a line of play. Black's moves are numbered only if something precedes them in their turn."""
        bare = False  # the last word was White's move, so Black's needs no number
        for event in events:
            kind = type(event)
            if kind is Move:
                bare = self.move(event, line, bare)  # type: ignore[arg-type]
            elif kind is Comment:
                self.comment(event)  # type: ignore[arg-type]
                bare = False
            elif kind is Nag and (event.side, event.turn) == (line.last or line.expected):  # type: ignore[union-attr]
                self.word(f"${event.code}")  # type: ignore[union-attr]
            elif kind is Variation:
                self.variation(event, line)  # type: ignore[arg-type]
                bare = False
            elif kind is End and self.depth and _is_token(event):  # type: ignore[arg-type]
                self.word(event.result)  # type: ignore[union-attr,arg-type]
            else:
                self.fact(event, line)
                bare = False
        self.close()

    def move(self, event: Move, line: NumberedLine, bare: bool) -> bool:
        side, turn = place = (event.side, event.turn)
        if line.expected == place and turn is not None and event.san and event.move and not event.options:
            white = side == "white"  # the usual case: the expected move
            self.word(f"{turn}. {event.san}" if white else event.san if bare else f"{turn}... {event.san}")
            line.moved(place, white or not bare)
            return white
        word, extra = self.spelled(event)
        number: int | None = None
        dots = 0
        if side == "white" or not bare or line.expected != place:
            number = turn
        if number is not None and side is not None and number >= 0:
            dots = 1 if side == "white" else 3
            word = f"{number}{'.' * dots} {word}"
        else:
            number = None
        taken = line.place(number, dots)
        line.moved(taken, number is not None)
        self.word(word)
        if taken != place:
            self.facts.append(f"{place_word(place)} {extra or 'move'}")
            line.amended(place)
        elif extra:
            self.facts.append(extra)
        return side == "white" and not self.facts

    def spelled(self, event: Move) -> tuple[str, str]:
        """The word for a move, and what the dialect must add to it."""
        options = bool(event.options)
        text = spelled(event)
        hidden, printed = False, None
        if text is None and event.text is None:
            word, hidden = "--", self.view == "umpire" and not options
        elif text and (event.move is not None or _native(text, self.view == "umpire")):
            word = text
        else:
            word, printed = "--", text or ""
        if options and event.move is not None and event.text != text:
            printed = event.text
        if hidden or printed is not None or options:
            hidden = hidden or (event.text is None and event.move is None and self.view == "umpire")
            return word, write_amendment(event, hidden=hidden, text=printed)
        return word, ""

    def variation(self, event: Variation, line: NumberedLine) -> None:
        inner = line.variation()
        self.close()
        start = len(self.words)
        place = (event.side, event.turn)
        if place != (line.before[0] if line.last else line.expected):
            self.facts.append(f"{place_word(place)} variation")
        self.depth += 1
        self.line(event.events, inner)
        self.depth -= 1
        if len(self.words) == start:
            self.words.append("()")
            return
        self.words[start] = "(" + self.words[start]
        if self.remarked:
            self.words.append(")")
        else:
            self.words[-1] += ")"
        self.remarked = False

    def fact(self, event: AnyEvent, line: NumberedLine) -> None:
        """Adds an event that only the dialect can express."""
        kind = type(event)
        before = kind is Junk or is_before_move(event)
        usual: PlyPlace = line.expected if before else line.last or line.expected
        side, turn = event.side, event.turn  # type: ignore[union-attr]
        if kind is Clock and line.last == (side, turn) and (clock := written_clock(event)):  # type: ignore[arg-type]
            self.word(f"{{{clock}}}")
            return
        text = write_item(event)
        if side != usual[0] or turn != usual[1]:
            text = f"{place_word((side, turn))} {text}"
        self.facts.append(text)

    def comment(self, event: Comment) -> None:
        text = event.text
        if event.heard != self.view or read_as_dialogue(text, self.players):
            self.facts.append(write_item(event))
        elif _fits_braces(text):
            self.word("{" + text + "}")
        elif self.remarked:
            self.facts.append(write_item(event))
        else:
            self.word(";" + text.replace("\n", "\n;") + "\n")
            self.remarked = True


def _fits_braces(text: str) -> bool:
    """Whether a comment can be written in braces: it does not end them, look like a dialect, or begin a game."""
    if "{" in text or "}" in text or passages(text):
        return False
    return _TAGS["TAG_AT_LINE_START"].search(text) is None


def _native(text: str, umpire: bool) -> bool:
    """Whether a printed move that could not be resolved is read back from its own text."""
    if text in NULL_MOVES:
        return umpire
    return parse_move(text) is not None and _PGN["PLIES"].fullmatch(text) is not None


def _is_token(event: End) -> bool:
    """Whether an end says no more than the result that ends a variation."""
    return event.side is None and event.turn is None and event.reason == "unknown" and event.result is not None
