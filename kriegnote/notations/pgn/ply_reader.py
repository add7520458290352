"""Reads the plies of PGN: moves with numbers and suffixes, words that are not moves, the result."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from kriegnote.diagnostics.findings import finding
from kriegnote.model.endings import OF_LOSER
from kriegnote.model.events import Comment, End, Junk, Move, Nag, Try
from kriegnote.model.order import PlyPlace, following
from kriegnote.model.printed_moves import FIGURINES, GLYPHS, MENS_LETTERS, NULL_MOVES, Parts, parse_move
from kriegnote.model.printed_outcomes import read_result
from kriegnote.notations.pgn.game_text import GameText, PlayedLine, dots, quoted
from kriegnote.parsing import Terminals
from kriegnote.printed_numbers import whole_number
from kriegnote.text.end_words import last_words
from kriegnote.text.misread_moves import core, looks
from kriegnote.text.results import glued_result
from kriegnote.text.speech.clauses import refusal

_SIGNS: Final = {
    "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16,
    "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
}  # fmt: skip
_TERMINALS: Final = Terminals("pgn")
_NO_MOVES: Final = frozenset((*NULL_MOVES, "??"))
"""Words that stand in place of a move."""
_LONE_MAN: Final = frozenset(MENS_LETTERS) | FIGURINES.keys()
_LONGEST: Final = 60  # the greatest length, in characters, of words that say how the game ended
MOST_TWICE: Final = 4  # the number of plies before a number that are searched for one printed twice


def _number(found: re.Match[str]) -> tuple[int, int] | None:
    """The number with which a ply is printed, and its dots; None if it has none."""
    return (int(found[1]), 1 if found[2] == "." else dots(found[2])) if found[1] is not None else None


class PlyReader(GameText):
    """Reads runs of plies."""

    def plies(self, line: PlayedLine, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """Reads a run of plies; ``printed``: the number before it, with its dots."""
        lone: re.Match[str] | None = None  # a man's letter, which may belong to the next word
        for found in _TERMINALS["PLY_OF_RUN"].finditer(self.chunk.text, start, end):
            figure, marks, word, suffix = found.groups()
            at, stop = found.span(3)
            if lone is None and word in _LONE_MAN and not suffix:
                lone = found
                continue
            if lone is not None:
                if figure is None and _TERMINALS["TARGET"].match(word):
                    at, word, figure, marks = lone.start(3), lone[3] + word, lone[1], lone[2]
                else:
                    self.unread(line, *lone.span(3), _number(lone) or printed)
                    printed = None
                lone = None
            if figure is not None:
                printed = int(figure), 1 if marks == "." else dots(marks)
            parts = parse_move(word, self.tongue)
            if parts is None and word not in _NO_MOVES:
                self.unread(line, at, stop, printed)
            else:
                self.ply(line, word, parts, at, stop, printed)
            printed = None
            if suffix and self.prose is not None:
                self.prose = (*self.prose[:2], stop + len(suffix))
            elif suffix:
                self.suffix(line, suffix, stop, stop + len(suffix))
        if lone is not None:
            self.unread(line, *lone.span(3), _number(lone) or printed)

    def ply(
        self, line: PlayedLine, word: str, parts: Parts | None, start: int, end: int, printed: tuple[int, int] | None
    ) -> None:
        """Adds a ply that is printed at ``[start, end)`` and read as ``word``."""
        if self.prose is not None:
            self.close_prose()
        if end - start > len(word) and word[0] not in FIGURINES:
            old = self.chunk.text[start:end]
            self.note("KN110", f"read as {word}: {old!r}", start, end, fix=(old, word))
        if printed is not None:
            self.refused(line, printed)
        place = line.expected
        if printed is not None and (printed != (place[1], 1) or place[0] != "white"):
            place = self.numbered(line, printed)
        line.moved(place, printed is not None)
        line.move_at = len(line.events)
        text: str | None = word
        if parts is None:
            self.masked += word == "??"
            text = word if word != "??" and self.view == "umpire" else None
        side, turn = place
        row, column = self.place(start)
        base, begin, self.span_end = self.chunk.offset, self.span_end, end
        span = (base + begin, base + end)
        line.events.append(
            Move(side=side, turn=turn, move=None, text=text, san=None, parts=parts, line=row, column=column, span=span)
        )

    def refused(self, line: PlayedLine, printed: tuple[int, int]) -> None:
        """Turns the last move into a try if a comment after it refuses it and its number is printed again."""
        if line.last is None or line.move_at < 0 or line.move_at + 2 != len(line.events):
            return
        made, remark = line.events[-2:]
        same = line.last[1] == printed[0] and (line.last[0] == "black") == (printed[1] > 1)
        if not same or type(made) is not Move or type(remark) is not Comment or made.span is None or not remark.span:
            return
        said = refusal(remark.text)
        if said is None or remark.text[said.end :].strip(" .!"):
            return
        fields = {name: getattr(made, name) for name in ("side", "turn", "move", "text", "parts", "line", "column")}
        line.events[-2:] = [Try(verdict=said.verdict, span=(made.span[0], remark.span[1]), **fields)]
        line.expected, line.last = line.before
        line.move_at = -1

    def numbered(self, line: PlayedLine, printed: tuple[int, int]) -> PlyPlace:
        """The place of a ply that is printed with a number.

        If there is a ply too few before it, a word there that could not be read becomes the missing ply; if there is
        one too many, a ply that is printed twice becomes junk.
        """
        place = line.place(*printed)
        if place == line.expected:
            return place
        if not line.numbered and place == line.last:
            self.twice(line)
        elif place == following(line.expected) and line.move_at + 1 == len(line.events) - 1:
            word = line.events[-1]
            if type(word) is Junk and word.text.isalnum() and self._printed(word):
                side, turn = line.expected
                same: dict[str, Any] = {"line": word.line, "column": word.column, "span": word.span}
                line.events[-1] = Move(side=side, turn=turn, move=None, text=word.text, san=None, **same)
                line.moved(line.expected, False)
        return place

    def _printed(self, word: Junk) -> bool:
        """Whether a word is printed among the moves, and not in a comment."""
        end = (word.span or (0, 0))[1] - self.chunk.offset
        return self.chunk.text.endswith(word.text, 0, max(end, 0))

    def twice(self, line: PlayedLine) -> None:
        """Turns the second of two equal plies before a number into junk."""
        events = line.events
        first = len(events)
        while first > 0 and len(events) - first < MOST_TWICE and type(events[first - 1]) is Move:
            first -= 1
        run: list[Any] = events[first:]
        for index in range(len(run) - 1, 0, -1):
            word = run[index].text
            if word is None or word != run[index - 1].text or not _TERMINALS["TARGET"].match(word[-2:]) or "x" in word:
                continue
            place = (run[index].side, run[index].turn)
            double = run[index]
            fields = {name: getattr(double, name) for name in ("side", "turn", "line", "column", "span")}
            events[first + index] = Junk(text=word, **fields)
            self.findings.append(finding("KN101", f"{word} is printed twice", events[first + index]))
            for later in range(index + 1, len(run)):
                events[first + later] = msgspec.structs.replace(run[later], side=place[0], turn=place[1])
                place = following(place)
            return

    def mask(self, line: PlayedLine, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """Adds a move that is printed as ``??`` alone."""
        place = self.numbered(line, printed) if printed else line.expected
        line.moved(place, printed is not None)
        line.move_at = len(line.events)
        self.masked += 1
        where = self.where(start, end)
        line.events.append(Move(side=place[0], turn=place[1], move=None, text=None, san=None, **where))

    def unread(self, line: PlayedLine, start: int, end: int, printed: tuple[int, int] | None) -> None:
        """Reads a word that is not a move.

        If it has the form of a move or a number before it, it is added as a ply that cannot be read; else it is prose.
        """
        text = self.chunk.text
        found = _TERMINALS["MOVE_NUMBER"].match(text, start, end)
        if found is not None and found["dots"] and found.end() < end:
            printed, start = (int(found["number"]), dots(found["dots"])), found.end()
        word = text[start:end]
        if printed is not None and not printed[1] and printed[0] != line.expected[1] and looks(core(word)) != "move":
            start, printed = text.rindex(str(printed[0]), 0, start), None  # “124 Il Kriegspiel”
        if printed is None and looks(core(word)) != "move":
            open_prose = self.prose
            self.prose = (line, open_prose[1] if open_prose is not None else start, end)
            return
        self.close_prose()
        cut = glued_result(word)
        result = start + cut if cut > 0 and parse_move(word[:cut], self.tongue) and self.is_last(end) else None
        if result is not None:
            word, end = word[:cut], result
            self.note("KN110", "a space is missing before the result", result, result + 1)
        place = self.numbered(line, printed) if printed else line.expected
        bare = word.rstrip(",;:.")
        parts = parse_move(bare, self.tongue)
        if result is not None:
            bare = word
        elif parts is None:
            bare = word
            self.note("KN101", f"this is not a move: {quoted(word)}", start, min(end, start + 40))
        elif not self.stopped:
            self.stopped = True
            self.note("KN110", f"{word[-1]!r} after a move is ignored, here and further on", start, end)
        line.moved(place, printed is not None)
        line.move_at = len(line.events)
        where = self.where(start, end)
        line.events.append(Move(side=place[0], turn=place[1], move=None, text=bare, san=None, parts=parts, **where))
        if result is not None:
            self.conclude(line, False, result, result + len(text[result:].split(None, 1)[0].rstrip("{(;)")))

    def read_misprinted_number(self, line: PlayedLine, start: int, end: int) -> bool:
        """Reads a word with a stop as the expected number if it is as long (``l0.``, ``S.``); returns whether it is."""
        side, turn = line.expected
        word = self.chunk.text[start:end]
        bare = word.removesuffix(".")
        if side != "white" or line.last is None or bare == word or not bare.isalnum() or len(bare) != len(str(turn)):
            return False
        self.close_prose()
        self.note("KN110", f"{word} is read as {turn}.", start, end, fix=(word, f"{turn}."))
        return True

    def is_last(self, end: int) -> bool:
        """Whether only comments follow in the text."""
        return _TERMINALS["COMMENTS_ALONE"].match(self.chunk.text, end) is not None

    def close_prose(self) -> None:
        """Adds the words that are not moves, with one finding for all of them."""
        if self.prose is None:
            return
        line, start, end = self.prose
        self.prose = None
        behind = self.chunk.text[end:].strip()
        if (self.is_last(end) or read_result(behind) is not None) and self.add_end(line, start, end):
            return
        if len(self.chunk.text[start:end].split(None, 1)) > 1:
            note = "put words among the moves in braces: { }"
            self.junk(line, start, end, "KN101", "these words are not moves", note=note)
        else:
            self.junk(line, start, end, "KN101", "this is not a move")

    def add_end(self, line: PlayedLine, start: int, end: int) -> bool:
        """Adds the end of the game if words after the last move report it (``White resigns.``); False if not."""
        words = self.chunk.text[start:end]
        said = last_words(words) if self.depth == 0 and len(words) <= _LONGEST else None
        if said is None or said.reason is None or line.last is None:
            return False
        side, turn = line.last
        loser = said.side or (line.expected[0] if said.reason in OF_LOSER else side)
        line.events.append(End(side=loser, turn=turn, reason=said.reason, **self.where(start, end)))
        return True

    def suffix(self, line: PlayedLine, text: str, start: int, end: int) -> None:
        """Adds a suffix of a move: ``!?``, ``$5``, ``±``."""
        side, turn = line.last or line.expected
        if text[0] in "$\\":
            code = whole_number(text.lstrip("\\$"))
            if text[0] == "\\":
                self.note("KN110", f"{text} is read as ${code}", start, end, fix=(text, f"${code}"))
        elif text in _SIGNS:
            code = _SIGNS[text]
        else:
            code = GLYPHS[text[:2]]
            if len(text) > 2:
                self.note("KN110", f"{text} is read as {text[:2]}", start, end)
        line.events.append(Nag(side=side, turn=turn, code=code, **self.where(start, end)))

    def conclude(self, line: PlayedLine, amidst: bool, start: int, end: int) -> None:
        """Reads a result: of the game, the end of a variation, or junk if moves follow it."""
        token = read_result(self.chunk.text[start:end])
        if self.depth:
            where = self.where(start, end)
            line.events.append(End(side=None, turn=None, reason="unknown", result=token, **where))
        elif amidst:
            self.junk(line, start, end, "KN101", "this is a result among the moves")
        else:
            self.result = token
