"""Splits scores with numbered moves into turns, and separates prose from score.

The readers of ``san``, ``tries`` and ``descriptive`` share it. The text is split into tokens of the notation's grammar
(basic lexer); :func:`score_turns` groups them by move number and joins the words of prose, so that a move mentioned in
passing (“avevo provato prima a mangiare in h5”) is never taken for one that was played. :func:`parse` builds the tree
of a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import meant, mentioned
from kriegnote.parsing import Terminals
from kriegnote.text import misread_moves as misread
from kriegnote.text import ply_words
from kriegnote.text.score_words import ASKED, CLOSES, LONG, NUMBERS, PLIES, ScoreWords, black_number, number_of

ScoreTurn: TypeAlias = list[Token]
"""The tokens of one turn, its number first if it is printed; prose is one ``PROSE_WORD``."""
_FAR: Final = 60  # the number of words ahead in which Black's half of the turn is searched for
_BULLET: Final = 8  # the greatest number of marks of a list's entry that are removed from the end of prose
_NEAR: Final = 12  # the number of words ahead in which the plies of a turn are counted
_BRACKETS: Final = frozenset("()[]}")
_TERMINALS: Final = Terminals("score_words")


class _Reading(ScoreWords):
    """One pass over the tokens of a score."""

    def run(self) -> Iterator[ScoreTurn]:
        turn: list[Token] = []
        begun = False
        index, size = 0, len(self.words)
        while index < size:
            word = self.words[index]
            if word.type in NUMBERS and self._is_number(index):
                if begun:
                    yield turn
                    turn, begun = [], False
                self._begin(word)
                turn.append(word)
            elif word.type == "ANY_DASH" and self._is_bullet(index):
                pass
            elif self._in_score(index):
                self._count(word)
                turn += _with_marks(word)
                begun = begun or word.type != "MARKUP"
            elif (odd := self._odd(index, turn)) is not None:
                self._count(odd)
                turn += _with_marks(odd)
                begun = True
            else:
                begun = True
                last = self._prose_end(index)
                first = index
                while turn and turn[-1].type == "MARKUP" and turn[-1].end_pos == self.words[first].start_pos:
                    turn.pop()
                    first -= 1
                turn.append(self._prose(first, last))
                index = last
            index += 1
        if turn:
            yield turn

    def _begin(self, word: Token) -> None:
        number = number_of(word)
        self.plies = 1 if black_number(word) or (number == self.number and self.plies == 1) else 0
        self.number = number
        self.refused = False

    def _count(self, word: Token) -> None:
        self.refused = self.refused or word.type == "CROSSED"
        if word.type in PLIES:
            self.plies += 1
            if self.plies > 2:
                self.number, self.plies = (self.number or 0) + 1, 1
        elif word.type == "ANY_DASH":
            self.plies = max(self.plies, 1)
        elif word.type == "RESULT":
            self.over = True

    def _is_number(self, index: int) -> bool:
        """Whether a number among moves is that of a turn; a number that ended prose is."""
        if index == self.resumed:
            return True
        following = self._next(index)
        if following is None:
            return False
        word = self.words[index]
        expected = 1 if self.number is None else self.number + 1
        if word.type in ("BARE_NUMBER", "ROMAN"):
            again = number_of(word) == self.number and self.plies == 1  # before Black's move, too
            if self.over or not (again or (number_of(word) == expected and self.plies != 1)):
                return False
            return following.type in ("PLY", "SAYS", *ASKED) or self._misread(self.after[index], word) == "move"
        if word.type == "MISNUMBER":
            same = self.plies == 1 and black_number(word) and number_of(word) == self.number
            goes_on = following.type in (*PLIES, *ASKED) or self._misread(self.after[index], word) == "move"
            return goes_on and (same or number_of(word) == expected)
        if following.type == "END":
            return True
        return not self.over and self._goes_on(index)

    # -- words that are not moves -----------------------------------------------------------------------------------

    def _odd(self, index: int, turn: list[Token]) -> Token | None:
        """A word among plies that is not one.

        It is ``MISREAD`` if it stands for a ply, ``STRAY`` if the turn has enough plies, and None if it is prose.
        """
        before = next((word for word in reversed(turn) if word.type != "MARKUP"), None)
        if before is None or before.type == "PROSE_WORD" or self.number is None:
            return None
        word = self.words[index]
        start = word.start_pos
        assert start is not None
        if word in _BRACKETS and (word not in CLOSES or self.plies < 2) and self._is_stray(index):
            return Token("STRAY", str(word), start_pos=start, end_pos=start + 1)
        if word.type == "ANY_DASH":
            following = self._next(index)
            if self.plies == 1 and before.type in PLIES and following is not None and following.type in PLIES:
                return Token("STOPS", str(word), start_pos=start, end_pos=word.end_pos)
            return None
        if self.plies >= 2:
            return None
        looks = self._misread(index, before)
        if looks is None:
            return None
        bare = misread.core(word)
        kind = "MISREAD" if self._room(index) else "STRAY"
        if kind == "STRAY" and looks == "word":
            return None
        return Token(kind, bare, start_pos=start, end_pos=start + len(bare))

    def _room(self, index: int) -> bool:
        """Whether the turn has room for one more ply: with it, the plies up to the next number are complete turns."""
        plies = self.plies + 1
        at = self.after[index]
        for _ in range(_NEAR):
            if at >= len(self.words):
                break
            word = self.words[at]
            if word.type in ("NUMBER", "MISNUMBER", "RESULT", "END"):
                break
            if word.type == "PROSE_WORD" and misread.looks(misread.core(word)) != "move":
                break
            plies += word.type in PLIES or word.type == "PROSE_WORD"
            at = self.after[at]
        return plies <= 2 or plies % 2 == 0

    # -- what belongs to the score ---------------------------------------------------------------------------------

    def _black_comes(self, index: int) -> bool:
        """Whether Black's move of this turn stands later in the line (`3. -, g6`): a move here is only mentioned."""
        before = self.words[index - 1] if index else None
        if self.plies != 1 or (before is not None and before.type == "STOPS"):
            return False
        at = self.words[index].end_pos or 0
        line_end = self.text.find("\n", at, at + LONG)
        for ahead in range(index + 1, min(index + _FAR, len(self.words))):
            word = self.words[ahead]
            if 0 <= line_end < (word.start_pos or 0):
                break
            if word.type == "NUMBER":
                following = self._next(ahead)
                marked = black_number(word) or (following is not None and following.type == "ANY_DASH")
                return marked and number_of(word) == self.number
        return False

    def _is_bullet(self, index: int) -> bool:
        """Whether a dash before a turn is the mark of a list's entry."""
        following = self._next(index)
        return following is not None and following.type in NUMBERS and self._line_start(self.words[index])

    def _in_score(self, index: int) -> bool:
        word, before = self.words[index], self.words[index - 1] if index else None
        numbered = before is not None and before.type in NUMBERS
        match word.type:
            case "PLY":
                return not self.over and self._is_played(index)
            case "ANY_DASH" if before is not None and before.type != "MARKUP" and not numbered:
                return before.type in ASKED and self.plies == 0 and self.number is not None
            case "STOPS" if numbered:
                return self._goes_on(index - 1)
            case "ANY_DASH" | "STOPS":
                return before is not None
            case "RESULT":
                return not self.over or word == "*"
            case "UNSHOWN" if not numbered:  # before words it is a dash
                following = self._next(index)
                return following is None or following.type != "PROSE_WORD" or following in _BRACKETS
            case "END":
                return self._ends_line(index)
            case "REFERENCE":
                return not self._is_note(index)
            case kind:
                return kind != "PROSE_WORD" and kind not in NUMBERS

    def _is_played(self, index: int) -> bool:
        """Whether a ply is a move of the game, judged by what follows it: prose mentions moves, too."""
        following = self._next(index)
        if following is None or following.type != "PROSE_WORD" or following in _BRACKETS:
            return True
        if self.number is None or self.plies >= 2:
            return False
        return self._misread(self.after[index], self.words[index]) is not None or not self._black_comes(index)

    def _is_note(self, index: int) -> bool:
        """Whether a note begins here: a letter that moves refer to, before words at the start of a line."""
        following = self._next(index)
        return following is not None and following.type == "PROSE_WORD" and self._line_start(self.words[index])

    def _note_end(self, first: int) -> int:
        """The index of the last word of the note that begins at ``first``: before the next note, or a blank line."""
        index = first + 1
        while index < len(self.words) and not (self.words[index].type == "REFERENCE" and self._is_note(index)):
            before, at = self.words[index - 1].end_pos or 0, self.words[index].start_pos or 0
            if self.text.count("\n", before, at) > 1:
                break
            index += 1
        return index - 1

    def _prose(self, first: int, last: int) -> Token:
        start, stop = self.words[first].start_pos, self.words[last].end_pos
        assert start is not None and stop is not None
        return Token("PROSE_WORD", self.text[start:stop], start_pos=start, end_pos=stop)

    def _prose_end(self, first: int) -> int:
        """The index of the last word of the prose that begins at ``first``."""
        if self.words[first].type == "REFERENCE":
            return self._note_end(first)
        sentence = self.words[first].start_pos or 0
        depth = 1 if self.words[first] == "(" else -len(self.words)  # 0 after a parenthesis with which the prose begins
        closes = self.closes.get(first, 0)
        reach = self.number or 0  # the last turn whose number the prose contains in place of moves
        if self.words[first].type == "NUMBER" and number_of(self.words[first]) == reach + 1:
            reach += 1
        for index in range(first + 1, len(self.words)):
            word = self.words[index]
            if word.type in ("BRACES", "UNCLOSED"):
                return self._without_bullets(first, index - 1)
            if index < closes:  # nothing within a bracket ends the prose
                continue
            closes = self.closes.get(index, closes)
            depth += (word == "(") - (word == ")")
            if depth == 0 and word == ")" and (self._aside_ends(index) or self._ends_its_line(index)):
                return self._without_bullets(first, index)
            if self._ends_prose(index):
                return self._without_bullets(first, index - 1)
            if word.type in NUMBERS and not self.over:
                if self._resumes(index, sentence, reach):
                    self.resumed = index
                    return self._without_bullets(first, index - 1)
                reach += reach != (self.number or 0) and number_of(word) == reach + 1
        return self._without_bullets(first, len(self.words) - 1)

    def _ends_prose(self, index: int) -> bool:
        """Whether something other than a move begins here: the end of the game, or a line of the dialogue."""
        word = self.words[index]
        if word.type in ("RESULT", "END"):
            return not self.over and self._ends_line(index)
        return word.type in ("SAYS", "PARENTHESIS", "MESSAGE", "TRIED") and self._line_start(word)

    def _without_bullets(self, first: int, last: int) -> int:
        """The index of the last word of prose, without the signs that begin the next entry of a list."""
        least = max(first, last - _BULLET)
        while last > least and self.words[last].type in ("MARKUP", "ANY_DASH") and self._line_start(self.words[last]):
            last -= 1
        return last

    def _aside_ends(self, index: int) -> bool:
        """Whether the score continues after a parenthesis of prose."""
        at = self.after[index]
        if at < len(self.words) and self.words[at].type == "STOPS":
            at = self.after[at]
        if self.over or self.number is None or at >= len(self.words):
            return False
        word = self.words[at]
        if word.type in ("PLY", "UNSHOWN"):
            return self.plies < 2 and self._in_score(at)
        return self.plies < 2 and self._misread(at, self.words[index]) == "move"

    def _ends_its_line(self, index: int) -> bool:
        """Whether nothing stands behind a word in its line, but in the lines below."""
        end = self.words[index].end_pos or 0
        return index + 1 < len(self.words) and _TERMINALS["LINE_END"].match(self.text, end) is not None

    def _resumes(self, index: int, first: int, reach: int) -> bool:
        """Whether a number in prose continues the score: it is the expected one, or the one after ``reach``.

        :param first: the offset at which the prose begins.
        """
        word = self.words[index]
        following = self._next(index)
        if following is None or not self._goes_on(index):
            return False
        number = number_of(word)
        black = black_number(word) or following.type == "ANY_DASH"
        at = word.start_pos or 0
        if self.number is None:
            return number == 1 or self._line_start(word)
        expects_black = self.plies == 1
        if self._line_start(word):
            return self.number <= number <= self.number + 3 and not (number == self.number and not expects_black)
        expected = number in (self.number + 1, reach + 1) or (number == self.number and self.refused and not self.plies)
        if not ((number == self.number and black and expects_black) or (expected and not black)):
            return False
        if self._ends_by_announced_mate(at):
            return True
        before = self.text[max(first, at - 300) : at]
        last = _TERMINALS["LAST_WORD"].search(before)
        ends = _TERMINALS["SENTENCE_END"]
        if last and meant(last["word"], "prose") == "before_a_move" and not ends.search(before, last.end("word")):
            return False
        return "forecast" not in mentioned(ends.split(before)[-1], "prose")

    def _ends_by_announced_mate(self, at: int) -> bool:
        """Whether the sentence before an offset announces a mate, whose moves then end the game without replies."""
        before = _TERMINALS["NUMBER_STOP"].sub(" ", self.text[max(0, at - 300) : at])
        said = set(mentioned(_TERMINALS["SENTENCE_END"].split(before)[-1], "prose"))
        return "announced_mate" in said and "unreal_mate" not in said


def _with_marks(word: Token) -> list[Token]:
    """A misread move and the marks that stand behind it, which are no part of it."""
    bare = misread.without_marks(word) if word.type == "MISREAD" else word
    if len(bare) == len(word):
        return [word]
    start = word.start_pos or 0
    end = start + len(bare)
    return [
        Token(word.type, bare, start_pos=start, end_pos=end),
        Token("GLYPH", word[len(bare) :], start_pos=end, end_pos=word.end_pos),
    ]


def score_turns(name: str, text: str, start: int) -> Iterator[ScoreTurn]:
    """The turns of a score from the offset ``start`` on, in tokens of the grammar with this name."""
    words = parser_of(name, lexer="basic").words(text, start)
    return _Reading(text, ply_words.of_page(text, words, start)).run()


def tried_behind(
    turns: Iterable[ScoreTurn], is_tried: Callable[[Token], bool], is_of_last_move: Callable[[Token], bool]
) -> bool:
    """Whether tries stand after the moves: some after Black's, and none between a number and White's.

    :param is_tried: whether a token contains tries and nothing else.
    :param is_of_last_move: whether it must be about the move before it, which shows where all others stand.
    """
    before, behind, within = [], [], []
    turn: list[Token] = []
    for one in turns:
        if turn:  # without the last turn: tries after the last move may precede one that was never made
            plies = [at for at, word in enumerate(turn) if word.type in PLIES]
            asked = [at for at, word in enumerate(turn) if word.type in ASKED or word.type == "SAYS"]
            if plies and turn[0].type in NUMBERS and not black_number(turn[0]):
                before += [turn[at] for at in asked if at < plies[0]]
                behind += [turn[at] for at in asked if len(plies) == 2 and at > plies[1]]
                within += [turn[at] for at in asked if at > plies[0]]
        turn = one
    return (any(map(is_tried, behind)) or any(map(is_of_last_move, within))) and not any(map(is_tried, before))


def parse(name: str, turn: ScoreTurn) -> tuple[Tree[Token], list[tuple[int, int]]]:
    """The tree of a turn, by the grammar with this name, and the ranges of words that do not fit in their place."""
    shape = parser_of(name, lexer="basic").shape(tuple(word.type for word in turn))
    assert shape.tree is not None  # a turn may end behind any word
    return shape.tree.filled(turn), [(turn[at].start_pos or 0, turn[at].end_pos or 0) for at in sorted(shape.unread)]
