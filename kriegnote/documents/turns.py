"""Finds runs of numbered turns in a plain text, where games may be, in any notation.

A number belongs to a turn if a move, a hidden move or the marks of tries follow it, or if it begins a line. Turns with
successive numbers form a run; a result, a mate or a resignation ends it, and 1 begins the next.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of
from kriegnote.text.misread_moves import by_a_sign, core, without_marks
from kriegnote.text.score_words import NUMBERS, black_number, number_of

_LAYOUT: Final = Terminals("layout")
_BULLETS: Final = "*_>#|\ufeff–•·-"  # characters that may precede a number at the beginning of a line
_SKIPPED: Final = frozenset(
    {"CROSSED", "STOPS", "ANY_DASH", "OPENING_BRACKET", "CLOSING_BRACKET", "BLANKS", "NAG", "BRACED", "PLAYED_MARK"}
)
MOVES: Final = frozenset({"PLY", "DESCRIBED", "UNSHOWN", "UNSEEN_MOVE"})
_BREAKS: Final = {"RESULT": 4, "UNFINISHED": 4, "END": 1}
"""How many paragraphs may end between a game's last move and the words of its end; a server's messages may be there."""
_OVER: Final = frozenset(_BREAKS)
_REACH: Final = 14  # the number of words after a number that are searched for a move
_MARGIN: Final = 2000  # the number of characters before a number in its line that are examined
_FAR: Final = 6000  # characters after a run's last move; beyond, only the next number belongs to it
_SIGNED: Final = 16  # the greatest length of a move with a sign for its man, and marks
_LOST: Final = 3  # the greatest difference of successive numbers at the beginning of lines
_NAMES: Final = frozenset({"WHITE", "BLACK", "UMPIRE"})  # ordinary words, except in scripts
_SPEECHES: Final = 4  # the least number of lines of a script
_OPENED: Final = frozenset(".:;!?…»”\"')]}*")
"""The last characters of a line after which a game may begin."""


class PrintedTurn(NamedTuple):
    """A numbered turn: its offset, its number, and how it is printed.

    :param black: the number is that of Black's move (``3...``).
    :param moves: a move follows; otherwise only words do.
    :param leads: it begins a line.
    :param opens: a game may begin here: the line before is blank, ends a sentence, or has notation, too.
    """

    start: int
    number: int
    black: bool
    moves: bool
    leads: bool
    opens: bool


class TurnRun(NamedTuple):
    """Successive turns in ``[start, end)``; if there are none, lines that begin with their speaker.

    :param ended: the end of the game is printed.
    :param tagged: tag pairs precede it.
    :param inside: it begins within a sentence.
    """

    start: int
    end: int
    turns: tuple[PrintedTurn, ...]
    ended: bool
    tagged: bool
    inside: bool = False


def words(text: str) -> list[Token]:
    """The words of a text, without blanks."""
    return [
        Token.new_borrow_pos("OTHER_WORD", word, word) if word.type in _NAMES else word
        for word in scanner_of("document").words(text)
        if word.type != "BLANKS"
    ]


def _is_a_move(word: Token) -> bool:
    """Whether a word in the place of a turn is a move, perhaps with an unknown sign for its man."""
    if word.type != "OTHER_WORD":
        return word.type in MOVES
    return len(word) <= _SIGNED and by_a_sign(without_marks(core(word))) is not None


def outside_brackets(said: Sequence[Token]) -> Iterator[Token]:
    """The words outside brackets, as tries are inside."""
    depth = 0
    for word in said:
        depth = max(depth + (word.type == "OPENING_BRACKET") - (word.type == "CLOSING_BRACKET"), 0)
        if not depth:
            yield word


def turn_runs(
    text: str,
    breaks: list[int],
    notes: Sequence[tuple[int, int]] = (),
    said: list[Token] | None = None,
    headed: Container[int] = (),
) -> Iterator[TurnRun]:
    """The runs of numbered turns, in order.

    :param breaks: offsets of headings, in order; a run continues after one only with the next number.
    :param notes: the ranges of footnotes, which do not belong to the runs that they interrupt.
    :param said: the words of the text, if they are known.
    :param headed: the offsets at which headings end; a game may begin after one on the same line.
    """
    run = _Run(text, words(text) if said is None else said, breaks, notes, headed)
    numbered: list[TurnRun] = []
    for index, word in enumerate(run.words):
        numbered += run.take(index, word)
    numbered += run.close()
    apart = (
        one
        for one in _scripts(text, run.words)
        if not any(one.start < run.end and run.start < one.end for run in numbered)
    )
    yield from sorted([*numbered, *apart], key=lambda run: run.start)


def _scripts(text: str, said: list[Token]) -> Iterator[TurnRun]:
    """The ranges of several lines that all begin with their speaker."""
    speeches = [word for word in said if word.type == "SPEAKER"]
    lines: list[tuple[int, int]] = []
    for word in [*speeches, None]:
        start = word.start_pos or 0 if word is not None else len(text)
        if lines and (word is None or text[lines[-1][1] : start].strip()):
            if len(lines) >= _SPEECHES:
                yield TurnRun(lines[0][0], lines[-1][1], (), False, False)
            lines = []
        stop = text.find("\n", start)
        lines.append((start, stop if stop >= 0 else len(text)))


def _only_bullets(before: str) -> bool:
    """Whether a range has only blanks and bullets."""
    return all(sign.isspace() or sign in _BULLETS for sign in before)


class _Run:
    """The run that is being collected."""

    def __init__(
        self,
        text: str,
        said: list[Token],
        breaks: list[int],
        notes: Sequence[tuple[int, int]],
        headed: Container[int],
    ) -> None:
        self.text = text
        self.words = [word for word in said if not any(start <= (word.start_pos or 0) < end for start, end in notes)]
        self.breaks = breaks
        self.headed = headed
        self.depth = 0
        self._clear()

    def _clear(self) -> None:
        self.start = -1
        self.end = -1
        self.turns: list[PrintedTurn] = []
        self.ended = False
        self.tagged = False

    def close(self) -> Iterator[TurnRun]:
        """The run collected so far."""
        if self.start >= 0 and (self.turns or self.tagged):
            first = self.turns[0] if self.turns else None
            inside = first is not None and not (first.leads or first.opens)
            yield TurnRun(self.start, self.end, tuple(self.turns), self.ended, self.tagged, inside)
        self._clear()

    def take(self, index: int, word: Token) -> Iterator[TurnRun]:
        """Adds the next word."""
        start, end = word.start_pos or 0, word.end_pos or 0
        kind = word.type
        if kind == "TAG_LINE":
            if self.turns or (self.start >= 0 and self.text[self.end : start].count("\n") > 2):
                yield from self.close()
            self.start = start if self.start < 0 else self.start
            self.end, self.tagged = end, True
        elif kind in ("NUMBER", "MISNUMBER") or (kind in ("BARE_NUMBER", "ROMAN") and self._counts(index, start)):
            yield from self._number(index, word)
        elif self.start >= 0 and not self.ended and (self.turns or self.tagged):
            self._ending(word, start, end)
        elif self.ended and kind in {*_OVER, "BRACED"} and not self.text[self.end : start].strip(" \t\n.,;"):
            self.end = end

    def _ending(self, word: Token, start: int, end: int) -> None:
        kind = word.type
        if kind in ("OPENING_BRACKET", "CLOSING_BRACKET"):
            self.depth = max(0, self.depth + (1 if kind == "OPENING_BRACKET" else -1)) if self.turns else 0
        mates = kind == "PLY" and self.depth == 0 and word.rstrip("!?").endswith(("#", "‡", "++"))
        if kind in _OVER and self._near(start, _BREAKS[kind]) and (self.turns or kind != "END"):
            self.end, self.ended = end, True
        elif self._near(start, 0) and _is_a_move(word):
            self.end, self.ended = end, mates and bool(self.turns)

    def _near(self, start: int, breaks: int) -> bool:
        """Whether a word belongs to the run's last turn: at most ``breaks`` paragraphs end between them."""
        if start - self.end > _FAR:
            return False
        between = self.text[self.end : start]
        return between.count("\n\n") <= breaks or not between.strip(" \t\n.,;*_")

    def _number(self, index: int, word: Token) -> Iterator[TurnRun]:
        turn = self._turn(index, word)
        if turn is None:
            return
        if self._goes_on(turn):
            self._add(turn, word)
        elif self._begins(turn):
            untouched = self.tagged and not self.turns and self.text[self.end : turn.start].count("\n") < 8
            if not untouched:
                yield from self.close()
            self._add(turn, word)

    def _add(self, turn: PrintedTurn, word: Token) -> None:
        if self.start < 0:
            self.start = turn.start
        if not self.turns or turn.leads:
            self.depth = 0
        self.turns.append(turn)
        self.end = max(self.end, word.end_pos or 0)

    def _turn(self, index: int, word: Token) -> PrintedTurn | None:
        at = word.start_pos or 0
        row = max(self.text.rfind("\n", max(0, at - _MARGIN), at) + 1, at - _MARGIN, 0)
        leads = _only_bullets(self.text[row:at].rpartition("}")[2])
        moves = self._moves_follow(index)
        if not moves and not leads:
            return None
        number = number_of(word)
        before = self.text[max(0, row - 200) : row].rstrip(" \t")
        opens = leads and (before.endswith("\n\n") or not before.strip() or before.rstrip()[-1] in _OPENED)
        if not opens and not leads:
            behind = self.text[max(0, at - 40) : at].rstrip()
            opens = behind.endswith(":") or at - min(at, 40) + len(behind) in self.headed
        behind = self.text[word.end_pos or 0 : (word.end_pos or 0) + 3].lstrip()
        black = black_number(word) or (behind[:1] in ("-", "–", "—") and behind[:2] != "--")
        return PrintedTurn(at, number, black, moves, leads, opens)

    def _counts(self, index: int, start: int) -> bool:
        """Whether a number without a stop is a turn's: a move follows directly, and it begins a line or is in sequence.

        It is in sequence after a move, as the first number, or as the next one.  Where it both begins a line and is in
        sequence, brackets may stand before the move.
        """
        behind = self.words[index + 1].type
        if behind not in MOVES and behind != "OPENING_BRACKET":
            return False
        number = number_of(self.words[index])
        following = {self.turns[-1].number, self.turns[-1].number + 1} if self.turns else {1}
        row = self.text.rfind("\n", max(0, start - _MARGIN), start) + 1
        leads = _only_bullets(self.text[row:start])
        if behind == "OPENING_BRACKET":  # tries before the move
            return leads and number in following and self._moves_follow(index)
        return number in following or bool(index and self.words[index - 1].type in MOVES) or leads

    def _moves_follow(self, index: int) -> bool:
        """Whether a move follows a number, perhaps after questions or remarks in brackets."""
        depth = 0
        for word in self.words[index + 1 : index + 1 + _REACH]:
            if _is_a_move(word):
                return True
            depth += (word.type == "OPENING_BRACKET") - (word.type == "CLOSING_BRACKET")
            plain = word.type not in _SKIPPED and (word.type != "OTHER_WORD" or _LAYOUT["LONG_WORD"].search(word))
            if plain and (depth <= 0 or word.type in NUMBERS):
                return False
        return False

    def _goes_on(self, turn: PrintedTurn) -> bool:
        if self.ended:
            return False
        if not self.turns:
            near = turn.start - self.end < _FAR and self.text.count("\n\n", self.end, turn.start) < 3
            return self.tagged and turn.moves and near
        last = self.turns[-1].number
        if turn.leads and turn.moves:
            return self._next_in_score(turn, last)
        if self._headed(turn.start):
            return False
        return turn.number == last + 1 or (turn.number == last and (last > 1 or turn.black or not turn.opens))

    def _next_in_score(self, turn: PrintedTurn, last: int) -> bool:
        """Whether a turn at the beginning of a line continues the score, whatever turns the words before it mention."""
        led = next((one.number for one in reversed(self.turns) if one.leads and one.moves), last)
        if self._headed(turn.start):
            return (turn.number == last + 1 and last > 2) or (turn.number == led + 1 and led > 1)
        if turn.number == led and turn.opens and not turn.black and (led == 1 or self._left(turn.start)):
            return False
        return any(base <= turn.number <= base + _LOST for base in (last, led))

    def _left(self, at: int) -> bool:
        """Whether a paragraph of words separates the run's end from an offset, so that numbers begin again."""
        if at - self.end > _FAR:
            return True
        between = self.text[self.end : at].strip(" \t\n").split("\n\n")
        return len(between) > 1 or bool(between[0] and self.text[self.end : at].count("\n\n") > 1)

    def _headed(self, at: int) -> bool:
        """Whether a heading is between the run's end and an offset."""
        index = bisect_left(self.breaks, self.end)
        return index < len(self.breaks) and self.breaks[index] < at

    def _is_free(self, at: int) -> bool:
        """Whether no run is open at an offset, so that a score may begin within a sentence."""
        return self.start < 0 or self.ended or at - self.end > _FAR or self._headed(at)

    def _begins(self, turn: PrintedTurn) -> bool:
        if not turn.opens and not (turn.leads and turn.number == 1):
            return turn.number == 1 and turn.moves and self._is_free(turn.start)
        if not turn.leads and turn.number != 1:
            return False
        return turn.moves or turn.number == 1
