"""Tells which words between the moves of a text that the board has decided say more than that these were made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.diagnostics.findings import Finding, Severity, finding
from kriegnote.errors import not_understood
from kriegnote.text.source import Chunk, Lines
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED
from kriegnote.text.speech.said_of_moves import PLAYS, REFUSALS, VERBS_OF_TRIES, holds_a_sign

_LEADS_UP: Final = (
    BREAKS | SKIPPED | PLAYS | VERBS_OF_TRIES | REFUSALS | PLAYERS | frozenset(MEN)
    | {"HE", "SAY", "HEAR", "UMPIRE", "MAKE", "IN_ORDER", "TURN", "IN", "ON", "BY", "OF", "FROM", "TO", "FOR", "HAS",
       "OR", "ELLIPSIS", "GLYPH_OR_NAG", "MOVE_TO", "TAKE", "CAPTURE", "CAPTURED", "CASTLE", "SHORT", "LONG",
       "POSSIBLE", "INT", "ONE"}
)  # fmt: skip
"""Words that introduce a move and say no more than that it was made or tried."""
_OF_A_TRY: Final = BREAKS | REFUSALS | {"GLYPH_OR_NAG", "ELLIPSIS", "UMPIRE", "SAY", "HEAR", "NUMBER_OF_TURN"}
"""Those among them that may end the words about a try, or about the game."""
_OF_NOTHING: Final = _LEADS_UP | {
    "UNKNOWN_WORD", "MIXED", "DOTTED_NUMBERS", "OTHER_SIGN", "REMARK", "WHETHER", "MORE_THAN_ONE", "SOME",
    "RULES_NAMED",
}  # fmt: skip
"""Words that report nothing beyond what the moves do."""

_MARKS: Final = frozenset({"FULL_STOP", "COMMA", "SEMI", "COLON", "QUOTES", "ORNAMENT", "EMPTY_LINE", "NUMBER_OF_TURN"})
"""Tokens between clauses, with which no comment begins or ends."""
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})


class LeftWords(NamedTuple):
    """Words between two events: the offsets at which they begin and end, and the indices of their tokens."""

    start: int
    end: int
    tokens: Sequence[int]


class TextBetween:
    """A text and its tokens.

    :param strange: the indices of those that name a move which was neither made nor tried.
    :param read_from: the offsets of words from which something was read and which stay words.
    """

    def __init__(self, chunk: Chunk, tokens: Sequence[Token], strange: set[int], read_from: Iterable[int]) -> None:
        self.text, self.tokens, self.strange = chunk.text, tokens, strange
        self.place = Lines(chunk.text, chunk.line).place
        self.starts = [one.start_pos or 0 for one in tokens]
        self.read_from = [*read_from]

    def left(self, start: int, end: int) -> LeftWords | None:
        """The words between two offsets; None if they say no more than that the move behind them was made."""
        within = range(bisect_left(self.starts, start), bisect_left(self.starts, end))
        if not within:
            return None
        kinds = {"STRANGE" if at in self.strange else self.tokens[at].type for at in within}
        leads_up = kinds <= _LEADS_UP and not self._is_apart(within, end) and not self._says_more(within)
        if leads_up:
            return None
        words = [at for at in within if self.tokens[at].type not in _MARKS]
        if not words:
            return None
        last = words[-1] + (self.tokens[min(words[-1] + 1, within[-1])].type == "FULL_STOP")
        return LeftWords(
            self.tokens[words[0]].start_pos or 0, self.tokens[last].end_pos or 0, range(words[0], last + 1)
        )

    def _is_apart(self, within: Sequence[int], end: int) -> bool:
        """Whether no move follows words that may refuse a try before them, or they stand in braces of their own."""
        text = self.text[self.starts[within[0]] : end]
        opened = text.find("{")
        words = {self.tokens[at].type for at in within}
        return 0 <= opened < text.find("}") or (end == len(self.text) and bool(words & (_LEADS_UP - _OF_A_TRY)))

    def _says_more(self, within: Sequence[int]) -> bool:
        """Whether words before a move name a place not part of it, “on c3”, a direction, or how many tries."""
        after = within[-1] + 1
        move = str(self.tokens[after]) if after < len(self.tokens) else ""
        words = [self.tokens[at] for at in within]
        beside = {word.type for word in self.tokens[max(within[0] - 1, 0) : after]}
        directed = not beside.isdisjoint(("SHORT", "LONG")) and "CASTLE" not in beside
        return (
            directed
            or holds_a_sign(words)
            or any(two.type in VERBS_OF_TRIES and one.type == "INT" for one, two in pairwise(words))  # (2 tries)
            or any(
                before.type in ("IN", "ON") and word.type == "LONE_SQUARE" and str(word) not in move
                for before, word in pairwise(words)
            )
        )

    def not_read(self, left: LeftWords, *, begun: bool) -> Iterator[Finding]:
        """The findings on moves neither made nor tried, and on words not read; ``begun``: a move stands before."""
        for words in self._unread(left.tokens):
            named = [at for at in words if at in self.strange]
            for at in named:
                yield self._not_understood(self.tokens[at].start_pos or 0, self.tokens[at].end_pos or 0, "warning")
            kinds = {self.tokens[at].type for at in words}
            of_the_game = not kinds <= _OF_NOTHING or self._is_beside_a_move(words)
            if not named and (begun or of_the_game):
                start, end = self.tokens[words[0]].start_pos or 0, self.tokens[words[-1]].end_pos or 0
                yield self._not_understood(start, end, "warning" if of_the_game and begun else "info")

    def _unread(self, within: Sequence[int]) -> Iterator[Sequence[int]]:
        """The words of a comment from which nothing was read; those of one sentence together."""
        words: list[int] = []
        for clause in self._clauses(within):
            start, end = self.tokens[clause[0]].start_pos or 0, self.tokens[clause[-1]].end_pos or 0
            read_from = bisect_left(self.read_from, start) < bisect_left(self.read_from, end)
            ends = self.tokens[clause[-1] + 1].type in _STOPS if clause[-1] + 1 < len(self.tokens) else True
            words += () if read_from else clause
            if words and (read_from or ends or clause[-1] == within[-1]):
                yield range(words[0], words[-1] + 1)
                words = []
        if words:
            yield range(words[0], words[-1] + 1)

    def _clauses(self, within: Sequence[int]) -> Iterator[Sequence[int]]:
        """The clauses of a comment, without the marks between them."""
        begin = within[0]
        for at in (*within, within[-1] + 1):
            if at > within[-1] or self.tokens[at].type in _MARKS:
                if at > begin:
                    yield range(begin, at)
                begin = at + 1

    def _not_understood(self, start: int, end: int, severity: Severity) -> Finding:
        text = self.text[start:end]
        line, column = self.place(start)
        return finding("KN109", not_understood(text), line=line, column=column, length=len(text), severity=severity)

    def _is_beside_a_move(self, within: Sequence[int]) -> bool:
        """Whether words share a sentence with a move."""
        first, after = within[0], within[-1] + 1
        stops = self.tokens[after - 1].type == "FULL_STOP" or after == len(self.tokens)
        begins = first == 0 or self.tokens[first - 1].type == "FULL_STOP"
        return not (stops and begins)


__all__ = ["LeftWords", "TextBetween"]
