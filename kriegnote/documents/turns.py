"""Runs of numbered turns in a plain text: where games may stand, whatever their notation.

A number counts as a turn's when a move, a hidden move or the marks of tries follow it, or when it begins a line.  Turns
whose numbers go on make a run; a result, a mate or a resignation ends it, and 1 begins the next.
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
_BULLETS: Final = "*_>#|\ufeff–•·-"  # signs that may stand before the number that begins a line
_SKIPPED: Final = frozenset(
    {"CROSSED", "STOPS", "ANY_DASH", "OPENING_BRACKET", "CLOSING_BRACKET", "BLANKS", "NAG", "BRACED", "PLAYED_MARK"}
)
MOVES: Final = frozenset({"PLY", "DESCRIBED", "UNSHOWN", "UNSEEN_MOVE"})
_BREAKS: Final = {"RESULT": 4, "UNFINISHED": 4, "END": 1}
"""The paragraphs that may end between a game's last move and the words of its end: a server's messages stand there."""
_OVER: Final = frozenset(_BREAKS)
_REACH: Final = 14  # words behind a number among which a move must stand
_MARGIN: Final = 2000  # letters before a number in its line that are looked at
_FAR: Final = (
    6000  # letters behind a run's last move from which on nothing belongs to it without the number that comes next
)
_SIGNED: Final = 16  # characters of a move with a sign for its man, and marks
_LOST: Final = 3  # turns that a scan may have lost between two numbers at the start of lines
_NAMES: Final = frozenset({"WHITE", "BLACK", "UMPIRE"})  # words like any other where nobody speaks
_SPEECHES: Final = 4  # lines of a script
_OPENED: Final = frozenset(".:;!?…»”\"')]}*")
"""What ends a line behind which a game may begin."""


class PrintedTurn(NamedTuple):
    """A numbered turn: its offset, number, and how it stands in the text.

    :param black: the number is of Black's move (``3...``).
    :param moves: a move follows; else only words do.
    :param leads: it begins a line.
    :param opens: a game may begin here: the line before is blank, or ends a sentence, or holds notation too.
    """

    start: int
    number: int
    black: bool
    moves: bool
    leads: bool
    opens: bool


class TurnRun(NamedTuple):
    """Turns that follow one another, in ``[start, end)``; without any, lines that begin with who speaks.

    :param ended: the game's end is printed.
    :param tagged: tag pairs stand before it.
    :param inside: it begins in the middle of a sentence.
    """

    start: int
    end: int
    turns: tuple[PrintedTurn, ...]
    ended: bool
    tagged: bool
    inside: bool = False


def words(text: str) -> list[Token]:
    """The words of a text, blanks left out."""
    return [
        Token.new_borrow_pos("OTHER_WORD", word, word) if word.type in _NAMES else word
        for word in scanner_of("document").words(text)
        if word.type != "BLANKS"
    ]


def _is_a_move(word: Token) -> bool:
    """Whether a word that stands where turns do is a move, with a sign of the page's own for its man, too."""
    if word.type != "OTHER_WORD":
        return word.type in MOVES
    return len(word) <= _SIGNED and by_a_sign(without_marks(core(word))) is not None


def outside_brackets(said: Sequence[Token]) -> Iterator[Token]:
    """The words that stand in no brackets, where tries stand."""
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

    :param breaks: offsets of headings, in order; a run goes on behind one only with the number that comes next.
    :param notes: where footnotes stand, which are no part of what they interrupt.
    :param said: the words of the text, where they are known.
    :param headed: the offsets at which headings end: a game may begin behind one in its line.
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
    """The stretches in which every line begins with who speaks, some lines at least; nothing in them is numbered."""
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
    """Whether nothing but blanks and signs of layout stands in a stretch."""
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
        """Takes in the next word."""
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
        """Whether a word belongs to the run's last turn: so many paragraphs may end between, or nothing stands."""
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
        """Whether a number without a stop is a turn's: a move follows at once, and it begins a row or goes on.

        It goes on behind a move, as the first of all, and as the one that comes next.
        """
        if self.words[index + 1].type not in MOVES:
            return False
        following = {self.turns[-1].number, self.turns[-1].number + 1} if self.turns else {1}
        if number_of(self.words[index]) in following or (index and self.words[index - 1].type in MOVES):
            return True
        row = self.text.rfind("\n", max(0, start - _MARGIN), start) + 1
        return _only_bullets(self.text[row:start])

    def _moves_follow(self, index: int) -> bool:
        """Whether a move stands behind a number, whatever is asked or remarked in brackets before it."""
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
        """Whether a turn that begins a line goes on with the score, whatever turns the words before it speak of."""
        led = next((one.number for one in reversed(self.turns) if one.leads and one.moves), last)
        if self._headed(turn.start):
            return (turn.number == last + 1 and last > 2) or (turn.number == led + 1 and led > 1)
        if turn.number == led and turn.opens and not turn.black and (led == 1 or self._left(turn.start)):
            return False
        return any(base <= turn.number <= base + _LOST for base in (last, led))

    def _left(self, at: int) -> bool:
        """Whether a paragraph of words alone stands between the run's end and an offset: its number begins anew."""
        if at - self.end > _FAR:
            return True
        between = self.text[self.end : at].strip(" \t\n").split("\n\n")
        return len(between) > 1 or bool(between[0] and self.text[self.end : at].count("\n\n") > 1)

    def _headed(self, at: int) -> bool:
        """Whether a heading stands between the run's end and an offset."""
        index = bisect_left(self.breaks, self.end)
        return index < len(self.breaks) and self.breaks[index] < at

    def _is_free(self, at: int) -> bool:
        """Whether no run is open at an offset, so that a score may begin in the middle of a sentence."""
        return self.start < 0 or self.ended or at - self.end > _FAR or self._headed(at)

    def _begins(self, turn: PrintedTurn) -> bool:
        if not turn.opens and not (turn.leads and turn.number == 1):
            return turn.number == 1 and turn.moves and self._is_free(turn.start)
        if not turn.leads and turn.number != 1:
            return False
        return turn.moves or turn.number == 1
