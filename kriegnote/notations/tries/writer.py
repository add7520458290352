"""Writes scores with their tries (§4.2): ``8.(a? N) exf6 (a? Y ab4?) Nxf6``, other announcements in square brackets.

In a player's record a move that he did not see is ``--``, and a try that he only heard refused is ``?``.
"""

from __future__ import annotations

from typing import Final

from kriegnote import lexicon
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Side,
    Try,
    other,
)
from kriegnote.model.order import is_before_move
from kriegnote.model.record import Record
from kriegnote.text.score_writer import noted, printed
from kriegnote.text.spelling import readable
from kriegnote.text.tags import write_tags
from kriegnote.text.umpire_messages import say
from kriegnote.text.writing import PLAIN, Style, layout, often

WIDTH: Final = 100
_IN_WORDS: Final = ("illegal", "impossible", "untested", "unmarked")


def write(record: Record, style: Style = PLAIN) -> str:
    """The record's tags, then one line per turn, and the result."""
    lines = _Score(record, style).lines()
    return write_tags(record) + "".join(layout(line, WIDTH) for line in lines)


class _Score:
    def __init__(self, record: Record, style: Style) -> None:
        self.record = record
        self.style = style
        self.questions = lexicon.sentences("tries", style.lang)
        self.initials = {
            True: lexicon.printed("initials.affirmative", style.lang),
            False: lexicon.printed("initials.negative", style.lang),
        }
        words = {verdict: lexicon.printed(f"answers.{verdict}", style.lang) for verdict in _IN_WORDS}
        self.verdicts = {"refused": "?", **words}
        self.pieces = readable(record.events, style.pieces)
        self.rows: list[list[str]] = [[]]
        self.number = 1
        self.expected: Side = "white"
        self.last: Side | None = None
        self.turn = 1  # the turn of the last move
        self.group: list[str] = []
        self.asked = False  # whether the entry before is a question
        self.said: list[str] = []
        self.numbered = False

    def lines(self) -> list[list[str]]:
        """The words of each line."""
        for event in self.record.events:
            if isinstance(event, Move) or is_before_move(event):
                self._head(event)
            self._event(event)
        self._close()
        if self.record.result is not None:
            self._word(self.record.result)
        return [row for row in self.rows if row]

    def _head(self, event: PawnTries | Ask | Answer | Try | Move) -> None:
        """Adds the number if a turn begins, or if it is not the expected one."""
        side = event.side or self.expected
        number = self.number if event.turn is None else event.turn
        expected = side == self.expected and number == self.number
        if expected and (self.numbered or (side == "black" and self.last == "white")):
            return
        self._close()
        if side == "white" and self.rows[-1]:
            self.rows.append([])
        self.rows[-1].append(f"{number}." if side == "white" else f"{number}. -")
        self.expected, self.number, self.numbered = side, number, True

    def _event(self, event: AnyEvent) -> None:
        if isinstance(event, Move):
            self._close()
            self._word(printed(event, self.pieces))
            self.last, self.turn = self.expected, self.number
            self.number += self.expected == "black"
            self.expected = other(self.expected)
            self.numbered = False
        elif isinstance(event, (Ask, Answer, Try)):
            if self.said:
                self._close()
            stray = isinstance(event, Answer) and not self.asked  # beside tries it would be read as their verdict
            if stray:
                self._close()
            self._entry(event)
            if stray:
                self._close()
            self.asked = isinstance(event, Ask)
        elif isinstance(event, (PawnTries, Capture, Check, Promotion, End)):
            if self.group:
                self._close()
            side = self.expected if isinstance(event, PawnTries) else self.last or self.expected
            turn = self.number if self.last is None else self.turn
            said = say(event, self.style.lang, side=side, turn=turn, result=self.record.result)
            if isinstance(event, PawnTries) and self.said:
                self._close()
            self.said.append(said)
        elif isinstance(event, Nag | Comment):
            self._close()
            self._word(noted(event, self.record))

    def _entry(self, event: Ask | Answer | Try) -> None:
        if isinstance(event, Ask):
            self.group.append(self.questions(event.what))
        elif isinstance(event, Answer):
            if event.any is not None:
                self.group.append(self.initials[event.any])
            if event.count is not None:
                self.group.append(f"={event.count}")
        else:
            self.group.append(self._tried(event))

    def _tried(self, event: Try) -> str:
        seen = event.move is not None or event.text is not None
        verdict = self.verdicts[event.verdict or "unmarked"]
        count = f"{times}×" if (times := often(event.times, "…")) else ""
        if not seen:  # a word without a count would be read as the verdict on the move before it
            return f"{count or ('' if event.verdict == 'refused' else '1×')}{verdict},"
        text = printed(event, self.pieces)
        if event.verdict is None:
            return f"{count}{text},"
        return f"{count}{text}{'' if event.verdict == 'refused' else ' '}{verdict}"

    def _close(self) -> None:
        """Writes the pending questions, tries and announcements in their brackets."""
        if self.group:
            first, *rest = self.group
            entries = [f"({first}", *rest]  # lines are broken between entries, never within one
            last = entries[-1]  # a promotion alone in brackets would be read as prose: its comma stays
            entries[-1] = (last if "=" in last and len(entries) == 1 else last.removesuffix(",")) + ")"
            self.group = []
            for entry in entries:
                self._word(entry)
        if self.said:
            words = "; ".join(self.said)
            self.said = []
            self._word(f"[{words}]")

    def _word(self, word: str) -> None:
        """Adds a word to the line; the first one after a number is joined to it."""
        row = self.rows[-1]
        if row and len(row) == 1 and row[0].endswith(".") and not word.startswith("{"):
            row[0] += word
        else:
            row.append(word)
