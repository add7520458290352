"""Writes a record as a dialogue in Italian or English, with the formulae of §4.3 that the reader reads.

Moves form the score; hidden moves and everything announced between moves are sentences, comments stand in braces. The
writer tracks the turn as the reader will, and prints a number wherever the reader could not know it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kriegnote.lexicon import sentences
from kriegnote.model.endings import implied_result
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Move,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    other,
)
from kriegnote.model.printed_moves import MENS_LETTERS, spell
from kriegnote.model.record import Record
from kriegnote.notations.dialogue.line_breaks import wrap
from kriegnote.notations.dialogue.phrases import no_is_illegal, opening
from kriegnote.rules import RULES
from kriegnote.text.comments import brace
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style

_PLAIN_MOVE: Final = re.compile(
    r"(?:[Oo0]-[Oo0](?:-[Oo0])?|O{2,3}|0{2,3}"
    rf"|[{MENS_LETTERS}♔-♟]?[a-h]?[1-8]?[x×]?[a-h][1-8](?:=[{MENS_LETTERS}♔-♟])?)[+#]?"
)
_UMPIRES: Final = (Capture, Check, Promotion)


def write(record: Record, style: Style = PLAIN) -> str:
    """The record as a dialogue; nags, variations and junk are left out."""
    return write_tags(record) + _Writer(record, style).text()


class _Writer:
    def __init__(self, record: Record, style: Style) -> None:
        self.record = record
        self.words = sentences("dialogue", style.lang)
        men = [
            f"{man}{at}"
            for event in record.events
            if isinstance(event, Reveal)
            for at, man in event.seen.items()
            if man
        ]
        self.pieces = readable(record.events, style.pieces, men=men)
        book = RULES.get(record.rules or "")
        said = ("illegal", "impossible") if book is None else (book.refused_word, book.impossible_word)
        self.refusal = {
            "illegal": self._refusal(said[0], "illegal"),
            "impossible": self._refusal(said[1], "impossible"),
        }
        self.plain_no = not no_is_illegal(record.rules)
        self.turn, self.side = opening(record.start)
        self.last: tuple[Side | None, int | None] | None = None
        self.lines: list[list[str]] = [[]]
        self.in_score = False
        self.hidden = {
            (event.side, event.turn)
            for event in record.events
            if isinstance(event, Move) and event.san is None and event.hidden
        }
        self.opened: set[tuple[Side | None, int | None]] = set()

    def _refusal(self, word: str, otherwise: str) -> str:
        """A rulebook's own word for a refusal, if the reader knows it; else the usual word."""
        name = f"refusals_{word.lower().replace(' ', '_')}"
        return self.words(name if name in self.words else f"refusals_{otherwise}")

    def text(self) -> str:
        events = [event for event in self.record.events if type(event) in _WRITERS]
        index = 0
        while index < len(events):
            index += _WRITERS[type(events[index])](self, events, index)
        if not any(isinstance(event, (*_SENTENCES,)) for event in events) and not self.hidden:
            self.lines.insert(0, [self.words(f"to_move_{self.first_side()}")])
        if self.record.result is not None:
            self._line()
            self._put(self.record.result)
        return "".join(wrap(line) + "\n" for line in self.lines if line)

    def first_side(self) -> Side:
        return opening(self.record.start)[1]

    # -- the page ----------------------------------------------------------------------------------------------------

    def _line(self) -> None:
        if self.lines[-1]:
            self.lines.append([])
        self.in_score = False

    def _put(self, text: str) -> None:
        self.lines[-1].append(text)

    def _say(self, sentence: str) -> None:
        """Adds a sentence to the open paragraph of sentences."""
        if self.in_score:
            self._line()
        self._put(sentence[:1].upper() + sentence[1:])

    def _number(self, side: Side | None, turn: int | None) -> None:
        """Adds the move number (with Black's dash) that puts the reader in this turn."""
        if side is None or turn is None:
            return
        self._line()
        self._put(f"{turn}." if side == "white" else f"{turn}. -,")
        self.side, self.turn = side, turn

    def _turn_of(self, event: AnyEvent) -> None:
        """Adds a number before an event that precedes its move, if the reader needs one."""
        side: Side | None = getattr(event, "side", None)
        turn: int | None = getattr(event, "turn", None)
        if side is None or turn is None:
            return
        expected = (self.side, self.turn) == (side, turn)
        first = (side, turn) not in self.opened
        self.opened.add((side, turn))
        if not expected or (first and side == "white" and (side, turn) in self.hidden):
            self._number(side, turn)

    def _who(self, side: Side | None) -> str:
        return self.words(f"who_{side or self.side}")

    # -- moves -------------------------------------------------------------------------------------------------------

    def _move(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Move)
        printed = self._spelled(event) or None
        side, turn = event.side or self.side, event.turn if event.turn is not None else self.turn
        if printed is None:
            self._turn_of(event)
            self._say(self.words("moved", self._who(side)))
        else:
            follows = self.in_score and side == "black" and self.last == ("white", turn)
            if (self.side, self.turn) != (side, turn) or not follows or side == "white":
                if not self.in_score:
                    self._line()
                self._put(f"{turn}." if side == "white" else f"{turn}. -,")
            else:
                self.lines[-1][-1] += ","
            self._put(self._spelled(event))
            self.in_score = True
        self.last = (side, turn)
        self.side = other(side)
        self.turn = turn + (side == "black")
        return 1

    def _spelled(self, event: Move | Try) -> str:
        """A move in the requested letters, in backquotes if it is not of the usual form; empty if unknown."""
        text = spelled(event, self.pieces)
        if not text:
            return ""
        return text if _PLAIN_MOVE.fullmatch(text) else "`" + text.replace("`", "'").replace("\n", " ") + "`"

    # -- before a move -----------------------------------------------------------------------------------------------

    def _pawn_tries(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, PawnTries)
        self._turn_of(event)
        words = self.words
        said: list[str] = []
        if event.any is not None:
            said.append(words("some") if event.any else words("none"))
        if event.count is not None:
            said.append(words("one" if event.count == 1 else "several", event.count))
        if event.squares is not None:
            said.append(words("squares", self._listed(event.squares)) if event.squares else words("no_square"))
        self._say(f"{self._who(event.side)} {', '.join(said)}.")
        return 1

    def _listed(self, items: Sequence[str]) -> str:
        return self.words.listed(items)

    def _ask(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Ask)
        self._turn_of(event)
        self._say(self.words("asks", self._who(event.side), self.words(f"questions_{event.what}")))
        return 1

    def _answer(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Answer)
        words = self.words
        before = next((one for one in reversed(events[:index]) if not isinstance(one, Comment)), None)
        asked = isinstance(before, Ask) and (before.side, before.turn) == (event.side, event.turn)
        said = "" if event.any is None else words("yes") if event.any else words("no")
        if event.count is not None:
            said = f"{said}, {event.count}" if said else words("counted", event.count)
        if asked and event.count is None:
            self._say(words("answers", said))
        else:
            self._turn_of(event)
            self._say(words("answers_question", words(f"of_{event.side or self.side}"), said))
        return 1

    # -- tries -------------------------------------------------------------------------------------------------------

    def _try(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Try)
        if event.verdict == "untested":
            return self._untested(events, index)
        self._turn_of(event)
        words, who = self.words, self._who(event.side)
        run = self._list(events, index)
        if len(run) > 1:
            tried = self._listed([self._spelled(one) for one in run])
            self._say(words("tries", who, (words("order") if len(run) > 3 else "") + tried) + ".")
            return len(run)
        vain = event.verdict == "refused" and (not self.plain_no or event.times != 1 or self._spelled(event) == "")
        what = self._spelled(event)
        if what:
            sentence = words("tries", who, (words("vain") + " " if vain else "") + self._often(event.times) + what)
        else:
            sentence = words("makes", who, self._attempts(event.times)) + (" " + words("vain") if vain else "")
        if vain:
            self._say(sentence + ".")
        elif event.verdict == "refused":
            self._say(f"{sentence}. " + words("answers", words("no")))
        elif event.verdict is None:
            self._say(f"{sentence}; " + words("unrecorded") + ".")
        else:
            self._say(f"{sentence}; " + words("replies", self.refusal[event.verdict]))
        return 1

    def _list(self, events: Sequence[AnyEvent], index: int) -> list[Try]:
        """The refused tries from ``index`` on that one sentence can list: their player's next move must follow."""
        first = events[index]
        run: list[Try] = []
        for event in events[index:]:
            if not isinstance(event, Try) or event.verdict != "refused" or event.times != 1 or not self._spelled(event):
                break
            if (event.side, event.turn) != (getattr(first, "side", None), getattr(first, "turn", None)):
                break
            run.append(event)
        if len(run) > 1:
            for event in events[index + len(run) :]:
                if isinstance(event, Move):
                    played = self._spelled(event).rstrip("+#")
                    fits = (event.side, event.turn) == (run[0].side, run[0].turn)
                    fits = fits and not played.endswith(self._spelled(run[-1]))  # else it would be read as the move
                    return run if fits else run[:1]
                if isinstance(event, Try) or (isinstance(event, Ask) and event.side != run[0].side):
                    break
        return run[:1]

    def _often(self, times: int | tuple[int, int] | None) -> str:
        if times == 1:
            return ""
        if times is None:
            return self.words("often") + " "
        return self.words("times", self._range(times)) + " "

    def _attempts(self, times: int | tuple[int, int] | None) -> str:
        if times is None:
            return self.words("many")
        return self.words("attempt" if times == 1 else "attempts", self._range(times))

    def _range(self, times: int | tuple[int, int]) -> str:
        return str(times) if isinstance(times, int) else self.words("or", *times)

    def _untested(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Try)
        run: list[Try] = []
        for one in events[index:]:
            if not isinstance(one, Try) or (one.verdict, one.side, one.turn) != ("untested", event.side, event.turn):
                break
            if run and (one.times != 1 or run[0].times != 1 or not self._spelled(one)):
                break
            run.append(one)
            if not self._spelled(run[0]):
                break
        what = self._listed([self._spelled(one) for one in run]) if self._spelled(event) else self.words("a_move")
        self._say(self.words("would", self._who(event.side), self._often(event.times) + what) + ".")
        return len(run)

    # -- after a move ------------------------------------------------------------------------------------------------

    def _announced(self, events: Sequence[AnyEvent], index: int) -> int:
        """Writes capture, check and promotion of one move in one sentence; returns the number of events written."""
        said: list[str] = []
        kinds: list[type] = []
        for event in events[index:]:
            if not isinstance(event, _UMPIRES) or type(event) in kinds:
                break
            apart = event.side is not None and (self.last is None or event.side != self.last[0])
            if apart and said:
                break
            kinds.append(type(event))
            said.append((f"{self._who(event.side)}: " if apart else "") + self._announcement(event))
        self._say(self.words("announces", said[0][:1].upper() + ", ".join(said)[1:]))
        return len(said)

    def _announcement(self, event: Capture | Check | Promotion) -> str:
        words = self.words
        if isinstance(event, Promotion):
            return words("promotion")
        if isinstance(event, Check):
            ways = event.directions
            if len(ways) == 1 or "knight" in ways:
                return f"{words('check')} " + f" {words('and')} ".join(words(f"way_{way}") for way in ways)
            if not ways:
                return words("check")
            return words("check_along", self._listed([words(f"ways_{way}") for way in ways]))
        said = [words("capture")]
        if event.captured in ("pawn", "piece"):
            said = [words(f"captured_{event.captured}")]
        elif event.captured is not None:
            said.append(words(f"men_{event.captured}"))
        if event.square:
            said.append(words("place", event.square))
        if event.en_passant is not None:
            said.append(words("en_passant" if event.en_passant else "not_en_passant"))
        if event.by:
            said.append(words(f"by_{event.by}"))
        return " ".join(said)

    def _reveal(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Reveal)
        if self.last is not None and event.turn is not None and event.turn != self.last[1]:
            self._number(event.side, event.turn)
        seen = [
            spell(f"{man}{square}", self.pieces) if man else self.words("empty", square)
            for square, man in event.seen.items()
        ]
        seen += [f"{first}-{second}" for first, second in event.lines]
        self._say(self.words("sees", self._who(event.side), ", ".join(seen) or self.words("nothing")))
        return 1

    def _end(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, End)
        side = event.side
        if side is not None and event.turn is not None:
            turn = self.last[1] if self.last is not None and side == self.last[0] and side != self.side else self.turn
            if turn != event.turn:
                self._number(side, event.turn)
        sentence = self.words(f"ends_{event.reason}", self._who(side) if side else "").strip()
        if event.result != implied_result(event.reason, side):
            sentence += f" ({event.result or self.words('no_result')})"
        self._say(sentence.lstrip(": ") + ".")
        return 1

    def _comment(self, events: Sequence[AnyEvent], index: int) -> int:
        event = events[index]
        assert isinstance(event, Comment)
        if event.heard == self.record.view:
            text = brace(event.text)
        else:
            text = f"{self.words(f'speaker_{event.heard}')}: {brace(event.text)}"
        if self.in_score:
            self._line()
        self._put(text)
        return 1


_WRITERS: Final = {
    Move: _Writer._move,
    PawnTries: _Writer._pawn_tries,
    Ask: _Writer._ask,
    Answer: _Writer._answer,
    Try: _Writer._try,
    Capture: _Writer._announced,
    Check: _Writer._announced,
    Promotion: _Writer._announced,
    Reveal: _Writer._reveal,
    End: _Writer._end,
    Comment: _Writer._comment,
}
_SENTENCES: Final = tuple(kind for kind in _WRITERS if kind not in (Move, Comment))
