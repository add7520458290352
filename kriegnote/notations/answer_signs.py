"""Learns from the board how a text notes the usual question and its answers: “Any -”, “q +”, “chiesto v”.

If a word is always followed by one of two signs, one of them whenever the player to move can take with a pawn and the
other whenever he cannot, the word is the question and the signs are its answers, whatever they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.model.events import Answer, Ask, Move, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.text.speech.clauses import BREAKS, MOVES, SKIPPED

_LEAST: Final = 2  # the least number of questions with each answer
_LONGEST: Final = 3  # the greatest length of an answer, in characters
_NO_SIGNS: Final = MOVES | BREAKS | SKIPPED - {"ORNAMENT"} | {"EMPTY_LINE"}
"""Tokens that are neither a question nor an answer."""


class _Noted(NamedTuple):
    """A question that may be noted: the indices of its token and its answer's, this sign, the board, and the truth."""

    at: int
    behind: int
    sign: str
    board: Position
    true: bool


def noted_questions(tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position) -> Iterator[ReportedStep]:
    """The questions and answers between moves and tries that are noted by a word and two signs.

    :param steps: the moves and tries.
    :param start: the board before them.
    """
    noted: dict[str, list[_Noted]] = defaultdict(list)
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    board, first = start, 0
    for one in (*made, None):
        last = one.at if one is not None else len(tokens)
        true = bool(board.pawn_targets())
        for at in range(first, last - 1):
            behind = at + 1 + (str(tokens[at + 1]) == ".")  # “dom. n”
            if tokens[at].type not in _NO_SIGNS and behind < last and _may_answer(tokens[behind]):
                noted[str(tokens[at])].append(_Noted(at, behind, str(tokens[behind]), board, true))
        if one is not None:
            board, first = one.board, one.at + 1
    for places in noted.values():
        if _tells_apart(places):
            yield from _questions(places)


def _may_answer(token: Token) -> bool:
    """Whether a token may be the sign of an answer: a sign or a short word without a meaning, or a single letter."""
    letter = len(token) == 1 and token.isalnum() and token.type not in MOVES
    return letter or (token.type not in _NO_SIGNS and len(token) <= _LONGEST)


def _tells_apart(places: Sequence[_Noted]) -> bool:
    """Whether one sign stands wherever the answer is yes, and another wherever it is no."""
    yes = [one.sign for one in places if one.true]
    no = [one.sign for one in places if not one.true]
    return len({*yes}) == len({*no}) == 1 and yes[0] != no[0] and min(len(yes), len(no)) >= _LEAST


def _questions(places: Sequence[_Noted]) -> Iterator[ReportedStep]:
    for one in places:
        side, turn = one.board.side, one.board.fullmove
        yield ReportedStep(one.at, Ask(side=side, turn=turn, what="any"), one.board, after=one.behind)
        answer = Answer(side=side, turn=turn, any=one.true)
        yield ReportedStep(one.behind, answer, one.board, after=one.behind + 1)
