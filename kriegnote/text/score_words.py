"""The words of a score: what a word looks like, what follows it, where lines begin and end."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

from lark import Token

from kriegnote.parsing import Terminals
from kriegnote.text import misread_moves as misread
from kriegnote.text.numerals import ROMAN, roman
from kriegnote.text.source import first_number

LONG: Final = 4000  # the number of characters of a line that are searched
OPENING: Final = "([{<"
CLOSING: Final = ")]}>"
CLOSES: Final = {"(": "CLOSES_ROUND", "[": "CLOSES_SQUARE"}
"""The terminal of ``grammars/score_words.lark`` that closes a bracket in its line."""
PLIES: Final = frozenset(("PLY", "UNSHOWN", "MISREAD"))
NUMBERS: Final = frozenset(("NUMBER", "BARE_NUMBER", "ROMAN", "MISNUMBER"))
ASKED: Final = frozenset(("PARENTHESIS", "UNCLOSED_PARENTHESIS", "UNOPENED_PARENTHESIS", "TRIED", "CROSSED"))
"""Types of words for what a player asks and tries before his move."""
_AFTER_NUMBER: Final = PLIES | ASKED | frozenset(("ANY_DASH", "SAYS", "MESSAGE", "NUMBER", "BRACES", "END", "STRAY"))
_TERMINALS: Final = Terminals("score_words")


@lru_cache(maxsize=4096)  # several questions are asked of each number, and numbers recur
def number_of(word: str) -> int:
    """The move number that a word prints, 0 if it prints none.

    Letters may stand for digits (``1O.``), and numerals may be Roman.
    """
    mistyped = misread.number(word)
    if mistyped is not None:
        return mistyped
    number = first_number(word)
    return roman(word.rstrip(".)")) if number is None and word[:1] in ROMAN else number or 0


def is_unpaired(text: str, start: int, end: int) -> bool:
    """Whether the brackets in a range of the text have no partners outside it in their line; True if there are none.

    Brackets of which both signs are in the range do not count.
    """
    before = text[max(0, start - LONG) : start].rpartition("\n")[2]
    here, behind = text[start:end], text[end : start + LONG].partition("\n")[0]
    return all(
        (before.count(opening) <= before.count(closing) if closing in here else closing not in behind)
        for opening, closing in zip(OPENING, CLOSING, strict=True)
        if (opening in here) != (closing in here)
    )


def black_number(word: str) -> bool:
    """Whether a printed number belongs to Black's move: ``1...``, ``1. ..``, ``1…``."""
    return word.count(".") >= 2 or "…" in word


class ScoreWords:
    """The words of a score, and how much of it has been read."""

    def __init__(self, text: str, words: list[Token]) -> None:
        self.text, self.words = text, words
        self.number: int | None = None
        self.plies = 0
        self.refused = False  # whether a move of this turn is a refused try
        self.over = False
        self.resumed = -1  # the index of the number with which the score continues after prose
        self.after = [len(words)] * len(words)  # for each word, the index of the next that is not markup
        for index in range(len(words) - 2, -1, -1):
            self.after[index] = index + 1 if words[index + 1].type != "MARKUP" else self.after[index + 1]

    @cached_property
    def closes(self) -> dict[int, int]:
        """The index of the closing parenthesis for each opening one that is closed in its paragraph."""
        found: dict[int, int] = {}
        opened: list[int] = []
        for index, word in enumerate(self.words):
            if index and "\n\n" in self.text[self.words[index - 1].end_pos or 0 : word.start_pos or 0]:
                opened.clear()
            if word == "(":
                opened.append(index)
            elif word == ")" and opened:
                found[opened.pop()] = index
        return found

    def _next(self, index: int) -> Token | None:
        following = self.after[index]
        return self.words[following] if following < len(self.words) else None

    def _goes_on(self, index: int) -> bool:
        """Whether a turn follows a number: a ply, read or misread, what is said or asked before it, or a dash."""
        at = self.after[index]
        if at < len(self.words) and self.words[at].type == "STOPS":
            at = self.after[at]  # 1. ..., Rdb8
        if at >= len(self.words):
            return False
        if self.words[at] in CLOSES and self._is_stray(at):
            return True
        return self.words[at].type in _AFTER_NUMBER or self._misread(at, self.words[index]) is not None

    def _misread(self, index: int, before: Token) -> misread.Looks | None:
        """The form of a word in the place of a ply; None if it is part of prose.

        :param before: the word of the score before it.
        """
        word = self.words[index]
        if word.type != "PROSE_WORD" or self.over:
            return None
        bare = misread.core(word)
        looks = misread.looks(bare)
        if looks is None:
            return None
        comma = bare != word
        numbered = before.type in NUMBERS
        following = self._next(index)
        if following is not None and following.type == "PROSE_WORD":
            alike = misread.looks(misread.core(following)) == "move"
            if looks != "move" or not (alike or (comma and numbered)):
                return None
        if looks == "word":
            if numbered and not black_number(before):
                return looks if comma and following is not None and following.type == "PLY" else None
            turned = following is None or following.type in NUMBERS
            return looks if before.type == "STOPS" and before == "," and turned and not comma else None
        return looks

    def _is_stray(self, index: int) -> bool:
        """Whether a bracket among plies is there by mistake.

        So is a closing one that no prose follows, and an opening one before a ply that is not closed in its line.
        """
        following = self._next(index)
        if self.words[index] in ")]}":
            return following is None or following.type != "PROSE_WORD"
        if following is None or following.type not in ("PLY", "MESSAGE"):
            return False
        at = self.words[index].end_pos or 0
        return _TERMINALS[CLOSES[str(self.words[index])]].match(self.text, at, at + LONG) is None

    def _line_start(self, word: Token) -> bool:
        at = word.start_pos or 0
        row = self.text.rfind("\n", max(0, at - 200), at)
        if row < 0 and at > 200:
            return False
        return _TERMINALS["LINE_START"].match(self.text[row + 1 : at]) is not None

    def _ends_line(self, index: int) -> bool:
        """Whether a result or the words of an ending end their line; a result, a comment or a remark may follow."""
        end = self.words[index].end_pos or 0
        following = self._next(index)
        if following is not None and following.type == "RESULT":
            return True
        if following is not None and following.type in ("BRACES", "SAYS"):
            return True
        return _TERMINALS["LINE_END"].match(self.text, end) is not None
