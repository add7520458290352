"""Finds questions and answers in prose, between the moves that it reports, if the board confirms them.

A question may be put in any words: somebody asks, or a sentence about captures ends with a question mark. Its answer is
the next clause that affirms or denies anything: “yes”, “there was none”, “he could”. It has to be true on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.model.events import Answer, Ask, Move, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.text.speech.clauses import BREAKS, MOVES, PLAYERS, SKIPPED, player
from kriegnote.text.speech.named_moves import QUESTIONS, REFUSALS

_ASKS: Final = QUESTIONS | {"PAWN_CAPTURE"}
_ABOUT_CAPTURES: Final = frozenset(
    {"PAWN_CAPTURE", "PAWN_TRY", "PAWN", "WITH_A_PAWN", "ANY", "SOME", "CAPTURE", "TAKE", "AFFIRM", "HAS"}
)
"""Words of which one makes a sentence with a question mark the usual question."""
_YES: Final = frozenset({"YES", "AFFIRM"})
_NO: Final = frozenset({"NO", "DENY", "NOT", "NOT_ONE"})
_MAY: Final = frozenset({"HAS", "MAY", "WOULD", "TRY", "HAD_TRIED"})
"""Words that affirm where an answer is due: “there were”, “he may”, “he might try”."""
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
_ENDS: Final = BREAKS | {"QUOTES", "HEAR", "SAY"}
"""Tokens at which the words of a question or an answer end."""
_OFFERS: Final = frozenset({"OFFER", "DRAW"})
_NOT_PUT: Final = _OFFERS | {"WOULD", "REMARK"}
"""Words before a question that make it one of something else, or a thought."""


def questions(tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position) -> Iterator[ReportedStep]:
    """The usual question of the player to move between two moves, and its answer, if that is true."""
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    for index in range(len(made) + 1):
        board = made[index - 1].board if index else start
        first = made[index - 1].at + 1 if index else 0
        last = made[index].at if index < len(made) else len(tokens)
        if index and isinstance(made[index - 1].event, Try):
            first = next((at + 1 for at in range(first, last) if tokens[at].type in REFUSALS), first)
        found = _question(tokens, first, last, board)
        if found is None:
            continue
        asked, answered = found
        side, turn = board.side, board.fullmove
        yield ReportedStep(min(asked, answered), Ask(side=side, turn=turn, what="any"), board)
        yes = bool(board.pawn_targets())
        yield ReportedStep(max(asked, answered), Answer(side=side, turn=turn, any=yes), board)


def _question(tokens: Sequence[Token], first: int, last: int, board: Position) -> tuple[int, int] | None:
    """The indices of a question and of an answer that is true on the board; the answer may stand before it."""
    for asked in (at for at in range(first, last) if _is_put(tokens, first, at)):
        lead = {one.type for one in takewhile(lambda one: one.type not in BREAKS, reversed(tokens[first:asked]))}
        sentence = [*takewhile(lambda one: one.type not in _STOPS, reversed(tokens[first:asked]))]
        behind = {one.type for one in takewhile(lambda one: one.type not in _STOPS, tokens[asked:last])}
        sides = [player(one) for one in reversed(sentence) if one.type in PLAYERS]
        if "NOT" in lead or (tokens[asked + 1 : asked + 2] and tokens[asked + 1].type == "NOT"):
            return None  # nor what follows: “he did not ask; had he asked”
        if _NOT_PUT & {one.type for one in sentence} or _OFFERS & behind:
            return None
        if sides[:1] not in ([], [board.side]):
            continue
        true = bool(board.pawn_targets())
        ends = next((at for at in range(asked, last) if tokens[at].type in _ENDS or _is_mark(tokens[at])), last)
        for at, said in _answers(tokens, ends + 1, last):
            if said == true:
                return asked, at
            break
        before = ((at, _said([tokens[at]])) for at in range(asked - 1, asked - 1 - len(sentence), -1))
        answered = next(((at, said) for at, said in before if said is not None and _is_answer(tokens[at])), None)
        if answered is not None and answered[1] == true:
            return asked, answered[0]
    return None


def _is_mark(word: Token) -> bool:
    return str(word)[-1:] == "?"


def _is_put(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a question may be put with this token: a word for it, or the first of a sentence about captures."""
    if tokens[at].type in _ASKS:
        return True
    if at > first and tokens[at - 1].type not in (*_STOPS, "COLON", "QUOTES", "EMPTY_LINE", "ORNAMENT"):
        return False
    words = [*takewhile(lambda one: one.type not in _STOPS | {"QUOTES"}, tokens[at:])]
    ends = tokens[at + len(words)] if at + len(words) < len(tokens) else None
    kinds = {one.type for one in words}
    return ends is not None and _is_mark(ends) and bool(kinds & _ABOUT_CAPTURES) and not kinds & MOVES


def _answers(tokens: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, bool]]:
    """The clauses of a stretch that affirm or deny something: the index of a word of each, and whether it affirms."""
    begin = first
    for at in range(first, last + 1):
        if at == last or tokens[at].type in _ENDS:
            words = tokens[begin:at]
            said = _said(words)
            if said is not None and not any(_is_mark(one) for one in words):
                kinds = _YES | _MAY if said else _NO
                yield next(begin + index for index, one in enumerate(words) if one.type in kinds), said
            begin = at + 1


def _said(words: Sequence[Token]) -> bool | None:
    """Whether words affirm or deny something; None if neither."""
    kinds = [one.type for one in words if one.type not in SKIPPED and one.lower() != "si"]  # “si rispose”, not “sì”
    if not _NO.isdisjoint(kinds):
        return False
    return True if not (_YES | _MAY).isdisjoint(kinds) and kinds[-1:] != ["ASK"] else None


def _is_answer(word: Token) -> bool:
    return word.type in _YES | _NO - {"NOT"}
