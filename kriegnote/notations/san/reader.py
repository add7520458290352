"""Reads plain scores (§4.1): moves with their numbers, comments, a result.  Grammar: grammars/san.lark.

:class:`ScoreReader` is also the foundation of the reader of ``tries``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from lark import Token

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Comment, End, Event, Move, Nag, Result, Reveal, Side, other
from kriegnote.model.printed_moves import Language, Parts, language, parse_move
from kriegnote.rules import RULES
from kriegnote.text import score
from kriegnote.text import score_cutting as scorecut
from kriegnote.text.comments import BRACES, heard_comment
from kriegnote.text.shown import shown
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.umpire_messages import Heard, hear

_BRACKETS: Final = ("parenthesis", "bracket", "brace")
_SHOWN: Final = 40  # signs of a stretch that a finding shows
GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_NAMED: Final = re.compile(r"(?<!\w)[KQRBNDTACLSF]?[a-h]?[x×]?[a-h][1-8](?!\w)|[♔-♟]|(?<!\w)[Aa]ny\s?\?")
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_RESULTS: Final[dict[str, Result]] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
_STRAY: Final = {
    **{closing: f"this {name} was never opened" for closing, name in zip(")]}", _BRACKETS, strict=True)},
    **{opening: f"this {name} is never closed" for opening, name in zip("([", _BRACKETS[:2], strict=True)},
}
_DASHES: Final = re.compile("[\u2010-\u2015]")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.score_cutting.chunks`."""
    return scorecut.chunks(lines)


def read(chunk: Chunk) -> Read:
    """One game; what is neither move nor mark is kept as a comment, or as junk with a finding."""
    return ScoreReader(chunk, "san").read()


def _is_slip(text: str, parts: Parts) -> bool:
    """Whether a capital stands for a man that there is none of: ``Hc3`` is no pawn of the h-file."""
    return text[0] in "EFGH" and bool(parts.from_) and abs(ord(parts.from_[0]) - ord(parts.to[0])) != 1  # type: ignore


class ScoreReader:
    """One run over one game's text."""

    def __init__(self, chunk: Chunk, name: str) -> None:
        self.name = name
        self.text = chunk.text
        self.head = scorecut.head(chunk)
        self.build = Builder(chunk, score.FILLER)
        self.build.findings += self.head.tags.findings
        self.number = 1
        self.due: Side = "white"
        self.last: tuple[Side, int] | None = None
        self.result: Result | None = None
        self.language: Language = "en"
        self.open_ends: list[int] = []
        named = RULES.get(self.head.tags.fields.get("rules") or "")
        self.shows = named is not None and named.game.sight in ("spies", "scouts")  # to the mover, in brackets

    def read(self) -> Read:
        """The record and the findings."""
        self._preface()
        turns = list(score.turns(self.name, self.text, self.head.end))
        self._tell_language(turns)
        self.begin(turns)
        for turn in turns:
            for word, fits in score.parsed(self.name, turn):
                assert word.start_pos is not None and word.end_pos is not None
                if fits:
                    getattr(self, f"_{word.type.lower()}")(word, word.start_pos, word.end_pos)
                else:
                    self.build.side, self.build.turn = self.due, self.number
                    self.build.junk(word.start_pos, word.end_pos)
        return self._finish()

    def begin(self, turns: list[score.Turn]) -> None:
        """Called before the first turn is read."""

    def finish(self) -> None:
        """Called after the last."""

    def _finish(self) -> Read:
        events = self.build.events
        for index in self.open_ends:
            events[index] = msgspec.structs.replace(events[index], result=self.result)
        if self.text.strip() and not self.head.tags.headers and all(type(event) is Comment for event in events):
            self.build.note("KN106", "no numbered moves in this text", 0, 1)
        self.finish()
        return self.build.finish(headers=self.head.tags.headers, result=self.result, **self.head.tags.fields)

    def _preface(self) -> None:
        if self.head.start:
            lead = len(self.text) - len(self.text.lstrip())
            self.prose(lead, len(self.text[: self.head.start].rstrip()))
        self.build.head = self.head.end

    def _tell_language(self, turns: list[score.Turn]) -> None:
        printed = " ".join(str(word) for turn in turns for word in turn.words if word.type in ("PLY", "GROUP", "TRIED"))
        printed = BRACES.sub(" ", printed)
        self.language = language(printed)
        if self.language == "en" and language(re.sub("[KQBN]", " ", printed)) == "it" and "R" in printed:
            plies = [word for turn in turns for word in turn.words if word.type == "PLY"]
            first = next((word for word in plies if word[0] in "DTAC"), plies[0])
            assert first.start_pos is not None and first.end_pos is not None
            self.build.note("KN105", "piece letters of two languages; R is a rook", first.start_pos, first.end_pos)

    # -- words of the score ------------------------------------------------------------------------------------------

    def _number(self, word: Token, start: int, end: int) -> None:
        self.number = score.number_of(word)
        self.due = "black" if score.black_number(word) else "white"

    _count = _number

    def _misnumber(self, word: Token, start: int, end: int) -> None:
        """A number with a letter for a digit."""
        self._number(word, start, end)
        self.build.note("KN110", f"{word} is read as {self.number}.", start, end)
        self.build.head = end

    def _dash(self, word: Token, start: int, end: int) -> None:
        self.due = "black"

    def _stop(self, word: Token, start: int, end: int) -> None:
        pass

    _markup = _stop

    def _ply(self, word: Token, start: int, end: int) -> None:
        text = " ".join(word.split())
        parts = parse_move(text, self.language)
        if parts is None or _is_slip(text, parts):
            self._misread(word, start, end)
            return
        self.move(start, end, text=text, parts=parts)

    def _hidden(self, word: Token, start: int, end: int) -> None:
        self.move(start, end, text=None, parts=None)

    def _misread(self, word: Token, start: int, end: int) -> None:
        """A word in the place of a ply: that ply was made, but nobody can read it."""
        self.build.note("KN101", f"this is no move: {str(word)!r}", start, end)
        self.move(start, end, text=str(word), parts=None)

    def _stray(self, word: Token, start: int, end: int) -> None:
        """A sign among plies that stands for none."""
        self.build.side, self.build.turn = self.due, self.number
        self.build.junk(start, end, _STRAY.get(str(word), "this is no move"))

    def move(self, start: int, end: int, **fields: Any) -> None:
        """A move of the side that is due."""
        side, turn = self.due, self.number
        self.build.add(Move, start, end, side=side, turn=turn, move=None, san=None, **fields)
        self.last = (side, turn)
        self.due = other(side)
        if side == "black":
            self.number += 1

    def _nag(self, word: Token, start: int, end: int) -> None:
        code = int(word[1:])
        if code > 255:
            self.build.junk(start, end, "annotation glyphs end at $255")
            return
        side, turn = self.last or (self.due, self.number)
        self.build.add(Nag, start, end, side=side, turn=turn, code=code)

    def _glyph(self, word: Token, start: int, end: int) -> None:
        side, turn = self.last or (self.due, self.number)
        self.build.add(Nag, start, end, side=side, turn=turn, code=GLYPHS[str(word)])

    def _braces(self, word: Token, start: int, end: int) -> None:
        text, heard = heard_comment(word)
        self.build.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))

    def _open(self, word: Token, start: int, end: int) -> None:
        self._braces(word, start, end)
        self.build.note("KN102", "this comment is never closed", start, start + 1)

    def _word(self, word: Token, start: int, end: int) -> None:
        self.prose(start, end)

    def prose(self, start: int, end: int) -> None:
        """Words between the moves: a comment; a finding where they name a square, a man or a question."""
        text = self.text[start:end]
        if self.shows and self.last is not None and (seen := shown(text, self.language)) is not None:
            side, turn = self.last
            self.build.add(Reveal, start, end, side=side, turn=turn, seen=seen)
            return
        self.build.add(Comment, start, end, text=text)
        closing = {"(": ")", "[": "]"}.get(text[:1])
        if closing is not None and closing not in text:
            self._kept("KN101", _STRAY[text[0]], start, end)
        elif named := _NAMED.search(text):
            self._kept("KN109", f"these words speak of {named.group()}", start, end)

    def _kept(self, code: str, why: str, start: int, end: int) -> None:
        """A finding of words that became a comment: it shows them and stands where they begin."""
        words = " ".join(self.text[start:end].split())
        shown = words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
        line = self.text.find("\n", start, end)
        stop = min(line if line >= 0 else end, start + _SHOWN)
        self.build.note(code, f"{why}; kept as a comment: {shown!r}", start, stop)

    def _says(self, word: Token, start: int, end: int) -> None:
        heard = hear(word[1:-1])
        if heard is None or not all(self.hears(one) for one in heard):
            if _LETTERS.search(word) is None:
                self.prose(start, end)
                return
            self.build.add(Comment, start, end, text=str(word))
            why = (
                "the umpire has no such words" if heard is None else "a plain score does not tell what the umpire says"
            )
            self._kept("KN109", why, start, end)
            return
        step = start
        for number, one in enumerate(heard):
            stop = end if number == len(heard) - 1 else step
            self.announced(one, step, stop)
            step = stop

    def hears(self, heard: Heard) -> bool:
        """Whether this notation has such words."""
        return heard.kind is End

    def announced(self, heard: Heard, start: int, end: int) -> Event:
        """One announcement, after the last move unless it is of the pawn tries."""
        side, turn = self.last or (self.due, self.number)
        named = heard.side or side
        if heard.kind is End and "result" not in heard.fields:
            self.open_ends.append(len(self.build.events))
        return self.build.add(heard.kind, start, end, **({"side": named, "turn": turn} | heard.fields))

    def _end(self, word: Token, start: int, end: int) -> None:
        low = word.lower()
        side: Side = self.due
        if "bianco" in low or "white" in low:
            side = "white"
        elif "nero" in low or "black" in low:
            side = "black"
        turn = self.last[1] if self.last else self.number
        self.open_ends.append(len(self.build.events))
        self.build.add(End, start, end, side=side, turn=turn, reason="resignation")

    def _result(self, word: Token, start: int, end: int) -> None:
        told = _RESULTS[_DASHES.sub("-", word)]
        if self.result is not None and told != self.result:
            self.build.findings.append(finding("KN403", f"the text ends with {self.result} and with {told}"))
        self.result = self.result or told
