"""Learns from the board by which marks a text shows that a move was refused: “Bh8 (n)”, “Bh8 ill”, “(Bh8?)”.

A mark that stands beside several printed moves that were illegal when they were made, and beside no move that was
played, is the text's own sign of a refusal, whatever it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.model.events import Move
from kriegnote.notations.continued_moves import ContinuedGame
from kriegnote.text.speech.clauses import MOVES
from kriegnote.text.speech.mentions import Mention

_LEAST: Final = 2  # the least number of illegal moves beside which a mark stands
_LONGEST: Final = 4  # the greatest number of tokens between brackets
_MOST_BEFORE: Final = 12  # the greatest number of tokens between an opening bracket and a move
_BRACKETS: Final = frozenset({"OPENING_BRACKET", "CLOSING_BRACKET"})
_NO_MARKS: Final = MOVES | {"NUMBER_OF_TURN", "COMMA", "EMPTY_LINE", "SEMI", "COLON", "OPENING_BRACKET"}
"""Tokens that mark nothing by themselves."""


class Marked(NamedTuple):
    """Mentions, some of them as refused tries; ``marks``: the indices of the tokens that mark these."""

    mentions: list[Mention]
    marks: frozenset[int] = frozenset()


class _Mark(NamedTuple):
    """Signs on one or both sides of a move, and the indices of their tokens."""

    before: str
    behind: str
    tokens: range

    @property
    def signs(self) -> tuple[str, str]:
        return self.before, self.behind


def with_refusals(
    found: Sequence[Mention], tokens: Sequence[Token], way: ContinuedGame, start: ContinuedGame
) -> Marked:
    """The mentions, those with a mark of refusal as refused tries.

    :param way: the likeliest way to read the mentions, from ``start``.
    """
    played = {one.at for one in way.steps if isinstance(one.event, Move)}
    illegal: set[int] = set()
    steps = iter(way.steps)
    board, step = start.board, next(steps, None)
    for one in found:
        while step is not None and step.at < one.at:
            board, step = step.board, next(steps, None)
        if one.at not in played and not any(board.resolve(parts) for parts in one.of(board.side).readings):
            illegal.add(one.at)
    return with_marked(found, tokens, played, illegal)


def with_marked(
    found: Sequence[Mention], tokens: Sequence[Token], played: Collection[int], refused: Collection[int]
) -> Marked:
    """The mentions, those with a mark that only refused ones have as refused tries.

    :param played, refused: the indices of the tokens of some that were certainly played, and certainly not.
    """
    of_moves: Counter[tuple[str, str]] = Counter()
    of_refused: Counter[tuple[str, str]] = Counter()
    for one in found:
        if _may_be_marked(one, tokens) and (one.at in played or one.at in refused):
            (of_moves if one.at in played else of_refused).update(mark.signs for mark in _marks(tokens, one.at))
    refusals = {signs for signs, count in of_refused.items() if count >= _LEAST and not of_moves[signs]}
    marks: set[int] = set()
    marked: list[Mention] = []
    for one in found:
        shown = (
            [mark for mark in _marks(tokens, one.at) if mark.signs in refusals] if _may_be_marked(one, tokens) else []
        )
        marks.update(at for mark in shown for at in mark.tokens)
        tried = one._replace(verdict=one.verdict or "refused", tried=True, thought=False, denied=False)
        marked.append(tried if shown else one)
    return Marked(marked, frozenset(marks))


def _may_be_marked(one: Mention, tokens: Sequence[Token]) -> bool:
    """Whether a mention is a move in signs, not the square of an announcement or a place."""
    return bool(one.readings) and tokens[one.at].type in MOVES and not (one.weak or one.announced or one.square)


def _marks(tokens: Sequence[Token], at: int) -> Iterator[_Mark]:
    """The marks before and behind a printed move, both together, and the brackets around several moves."""
    before = str(tokens[at - 1]) if at and tokens[at - 1].type not in _NO_MARKS else ""
    end = _end_of_mark(tokens, at + 1)
    behind = "".join(tokens[at + 1 : end])
    if before:
        yield _Mark(before, "", range(at - 1, at))
    if behind:
        yield _Mark("", behind, range(at + 1, end))
    if (word := _behind_signs(tokens, at + 1)) > end:
        yield _Mark("", "".join(tokens[at + 1 : word]), range(at + 1, word))
    if before and behind:
        yield _Mark(before, behind, range(at - 1, end))
    brackets = [one for one in tokens[max(at - _MOST_BEFORE, 0) : at] if one.type in _BRACKETS | {"NUMBER_OF_TURN"}]
    if brackets and brackets[-1].type == "OPENING_BRACKET":
        yield _Mark(str(brackets[-1]), str(brackets[-1]), range(at, at))


def _behind_signs(tokens: Sequence[Token], at: int) -> int:
    """The index after the word behind the signs that begin with a token: “-> nyet”; ``at`` if there is none."""
    word = next((index for index in range(at, len(tokens)) if tokens[index].type != "OTHER_SIGN"), len(tokens))
    return word + 1 if at < word < len(tokens) and tokens[word].type not in _NO_MARKS else at


def _end_of_mark(tokens: Sequence[Token], at: int) -> int:
    """The index after the mark that begins with a token, which may be words in brackets; ``at`` if there is none."""
    if at == len(tokens):
        return at
    if tokens[at].type == "OPENING_BRACKET":
        within = tokens[at : at + _LONGEST]
        closed = next((index for index, one in enumerate(within) if one.type == "CLOSING_BRACKET"), None)
        return at if closed is None or any(one.type in MOVES for one in within[:closed]) else at + closed + 1
    return at if tokens[at].type in _NO_MARKS or str(tokens[at]) in ".)]" else at + 1
