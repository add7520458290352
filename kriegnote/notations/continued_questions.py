"""Finds questions and answers in prose, between the moves that it reports, if the board confirms them.

A question may be put in any words: somebody asks, or a sentence about captures ends with a question mark. Its answer is
the next clause that affirms or denies anything: “yes”, “there was none”, “he could”. It has to be true on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import takewhile
from typing import Final, NamedTuple

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.model.events import Answer, Ask, Move, Side, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.text.speech.clauses import BREAKS, MOVES, PLAYERS, SKIPPED, player
from kriegnote.text.speech.said_of_moves import QUESTIONS, REFUSALS

_ABOUT_CAPTURES: Final = frozenset(
    {"PAWN_CAPTURE", "PAWN_TRY", "PAWN", "WITH_A_PAWN", "ANY", "CAPTURE", "TAKE", "AFFIRM"}
)
"""Words of which one makes a sentence with a question mark the usual question."""
_YES: Final = frozenset({"YES", "AFFIRM", "ALLOW"})
_NO: Final = frozenset({"NO", "DENY", "REFUSE", "NOT", "NOT_ONE", "IN_VAIN", "NO_PAWN_CAPTURE"})
_ANSWERS: Final = frozenset({"YES", "AFFIRM", "NO", "DENY"})
_MAY: Final = frozenset({"HAS", "MAY", "WOULD", "TRY", "HAD_TRIED", "SOME"})
"""Words that affirm if a clause ends with them where an answer is due: “there were”, “he may”, “he might try”."""
_BESIDE_MAY: Final = _MAY | PLAYERS | {"HE", "ONE", "PAWN_CAPTURE", "PAWN_TRY"}
"""Words of which a clause that affirms may consist: “he had one”."""
_SAYS_THAT: Final = PLAYERS | {"UMPIRE", "SAY", "SAID_BY", "HEAR", "ASK", "INFORM", "REMARK"}
"""Words of clauses that say who speaks, not what."""
_HEARS: Final = PLAYERS | {"HEAR", "UMPIRE", "SAY"}
"""Words behind which an answer may stand in the clause of its question."""
_WITH_AN_OBJECT: Final = frozenset({"TRY", "HAD_TRIED", "PLAY", "MAKE", "SAY"})
"""Verbs behind which “anything” is what is done, no question for captures: “Did Black try anything?”"""
_TOLD: Final = frozenset({"INFORM", "HEAR"})
_PAWN_CAPTURES: Final = frozenset({"PAWN_CAPTURE", "PAWN_TRY", "NO_PAWN_CAPTURE"})
_FEW: Final = 3
"""The greatest number of words of an answer that neither affirms nor denies anything by itself: “You do.”"""
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
_BEFORE_A_QUESTION: Final = _STOPS | {
    "COLON", "QUOTES", "ORNAMENT", "ELLIPSIS", "NUMBER_OF_TURN", "OPENING_BRACKET", "OTHER_SIGN",
}  # fmt: skip
_SPEAKS: Final = frozenset({"HEAR", "SAY"})
_ENDS: Final = BREAKS | _SPEAKS | {"QUOTES"}
"""Tokens at which the words of a question or an answer end."""
_NOT_AN_ANSWER: Final = MOVES | QUESTIONS | {
    "NUMBER_OF_TURN", "PLAY", "MOVED", "GOES", "TAKE", "CAPTURE", "CAPTURED", "SAME", "REMARK", "UNKNOWN_WORD",
    "ONE", "INT", "MORE_THAN_ONE",
}  # fmt: skip
"""Words of clauses that go on with the game, or are not understood."""
_GOES_ON: Final = frozenset({"MOVE_IN_SIGNS", "NUMBER_OF_TURN"})
_OFFERS: Final = frozenset({"OFFER", "DRAW"})
_NOT_OF_CAPTURES: Final = MOVES | {"SAY", "TRY"}
"""Words with which a question about captures is not the usual one: “Did you announce a capture?”"""
_NOT_PUT: Final = _OFFERS | {"WOULD", "REMARK"}
"""Words before a question that make it one of something else, or a thought."""


class UsualQuestion(NamedTuple):
    """The usual question in prose: the indices of the tokens that put and answer it, and whether the answer is yes."""

    asked: int
    answered: int
    yes: bool


def questions(tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position) -> Iterator[ReportedStep]:
    """The usual question of the player to move between two moves, and its answer, if that is true."""
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    last_answer: bool | None = None
    for index in range(len(made) + 1):
        board = made[index - 1].board if index else start
        first = made[index - 1].at + 1 if index else 0
        last = made[index].at if index < len(made) else len(tokens)
        if index == 0 and board.side == "white" and board.fullmove == 1:  # what precedes the first number is no game
            first = next((at for at in range(last) if tokens[at].type == "NUMBER_OF_TURN"), last)
        elif isinstance(made[index - 1].event, Try):
            first = next((at + 1 for at in range(first, last) if tokens[at].type in REFUSALS), first)
        found = usual_question(tokens, first, last, board.side, {bool(board.pawn_targets())}, last_answer)
        if found is None:
            continue
        last_answer = found.yes
        side, turn = board.side, board.fullmove
        yield ReportedStep(min(found[:2]), Ask(side=side, turn=turn, what="any"), board)
        yield ReportedStep(max(found[:2]), Answer(side=side, turn=turn, any=found.yes), board)


def usual_question(
    tokens: Sequence[Token], first: int, last: int, side: Side, true: Set[bool], same: bool | None = None
) -> UsualQuestion | None:
    """The question of the player to move in ``tokens[first:last]``, with its answer.

    The answer may stand before it: “on learning that there was none, as he had asked”.

    :param side: the player to move.
    :param true: the answers that may be true.
    :param same: the answer to the question before, if any, to which “the same” refers.
    """
    for asked in (at for at in range(first, last) if _is_put(tokens, first, at)):
        lead = {one.type for one in takewhile(lambda one: one.type not in BREAKS, reversed(tokens[first:asked]))}
        sentence = [*takewhile(lambda one: one.type not in _STOPS | {"NUMBER_OF_TURN"}, reversed(tokens[first:asked]))]
        behind = {one.type for one in takewhile(lambda one: one.type not in _STOPS, tokens[asked:last])}
        sides = [player(one) for one in reversed(sentence) if one.type in PLAYERS]
        if {"NOT", "NO"} & lead or (tokens[asked + 1 : asked + 2] and tokens[asked + 1].type == "NOT"):
            return None  # nor what follows: “he did not ask; had he asked”
        if _NOT_PUT & {one.type for one in sentence} or _OFFERS & behind:
            return None
        if sides[:1] not in ([], [side]) or _asks_something_else(tokens, first, asked, last):
            continue
        stops = next((at for at in range(asked, last) if tokens[at].type in _STOPS), last - 1)
        mark = next((at for at in range(asked, stops + 1) if _is_mark(tokens[at])), None)
        ends = next((at for at in range(asked, last) if tokens[at].type in _ENDS), asked) if mark is None else mark
        until = next((at for at in range(asked, last) if tokens[at].type in _GOES_ON), last)
        answered = answer_in(tokens, ends + 1, until, true, same)
        if answered is not None:
            return UsualQuestion(asked, *answered)
        if lead & _TOLD and (said := _said_of_captures(tokens[asked + 1 : ends])) is not None and said in true:
            return UsualQuestion(asked, ends - 1, said)  # “told on enquiry that he has a pawn capture”
        hears = next((at for at in range(asked + 1, ends) if tokens[at].type in _HEARS), ends)
        got = next((at for at in range(hears, ends) if tokens[at].type in _ANSWERS), None)
        if got is not None and (tokens[got].type in _YES) in true:
            return UsualQuestion(asked, got, tokens[got].type in _YES)  # “on my question I got a yes”
        places = range(asked - 1, asked - 1 - len(sentence), -1)
        before = ((at, _said([tokens[at]])) for at in places)
        known = next(((at, said) for at, said in before if said is not None and _is_answer(tokens[at])), None)
        if known is not None and known[1] in true:
            return UsualQuestion(asked, *known)
    return None


def answer_in(
    tokens: Sequence[Token], first: int, last: int, true: Set[bool], same: bool | None = None
) -> tuple[int, bool] | None:
    """The first clause of ``tokens[first:last]`` that affirms or denies anything, if that is true.

    :param same: what “the same” means.
    :return: the index of a word of it, and whether it affirms.
    """
    due = True  # whether a clause that only says that something is so may be the answer
    for begin, words in _clauses(tokens, first, last):
        if any(_is_mark(one) for one in words) or {one.type for one in words} <= _SAYS_THAT | SKIPPED - {"FILLER"}:
            continue
        end = begin + len(words)
        kinds = {one.type for one in words}
        if "WOULD" in kinds and len(words) > _FEW and not kinds.isdisjoint(_YES | _NO - {"NOT"}):
            return None  # “the answer would have been no”
        said = same if "SAME" in kinds else _said(words)
        if said is None and due and len(words) <= _FEW and _is_alone(tokens, begin, end, last):
            said = True
        due = False
        if said is not None:
            says = {"SAME"} if "SAME" in kinds else _YES | _MAY if said else _NO
            at = next((index for index, one in enumerate(words) if one.type in says), 0)
            if said in true:
                return begin + at, said
            if not said or not kinds.isdisjoint(_YES):
                return None
    return None


def _is_alone(tokens: Sequence[Token], begin: int, end: int, last: int) -> bool:
    """Whether the words ``tokens[begin:end]`` are all that somebody says, and no part of the game."""
    before = tokens[begin - 1].type if begin else "FULL_STOP"
    behind = tokens[end].type if end < last else "FULL_STOP"
    stands_alone = before in _STOPS | {"QUOTES", "COLON", "SEMI", "ORNAMENT"} and behind in _STOPS | {"QUOTES", "SEMI"}
    if not (stands_alone or before in ("SAY", "HEAR")) or len("".join(tokens[begin:end])) == 1:
        return False
    return not any(one.type in _NOT_AN_ANSWER for one in tokens[begin:end])


def _clauses(tokens: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, Sequence[Token]]]:
    """The clauses of a stretch that are not empty, and the index at which each begins."""
    begin = first
    for at in range(first, last + 1):
        if at == last or tokens[at].type in _ENDS:
            if at > begin:
                yield begin, tokens[begin:at]
            begin = at + 1


def _is_mark(word: Token) -> bool:
    return str(word)[-1:] == "?"


def _is_put(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a question may be put with this token.

    It is a word for it, the first of a sentence about captures, or a question mark by itself before an answer.
    """
    if tokens[at].type in QUESTIONS:
        lead = next((one.type for one in reversed(tokens[first:at]) if one.type not in SKIPPED), "")
        return tokens[at].type != "ANY" or lead not in _WITH_AN_OBJECT
    if tokens[at].type == "ELLIPSIS" or (at > first and tokens[at - 1].type not in _BEFORE_A_QUESTION):
        return False
    if tokens[at].type == "FULL_STOP" and _is_mark(tokens[at]):
        return at > first and any(_is_answer(one) for one in tokens[at + 1 : at + 2])
    words = [*takewhile(lambda one: one.type not in _STOPS | {"QUOTES"}, tokens[at:])]
    ends = tokens[at + len(words)] if at + len(words) < len(tokens) else None
    kinds = {one.type for one in words}
    return ends is not None and _is_mark(ends) and bool(kinds & _ABOUT_CAPTURES) and not kinds & _NOT_OF_CAPTURES


def _said(words: Sequence[Token]) -> bool | None:
    """Whether words affirm or deny something; None if neither."""
    kinds = [one.type for one in words if one.type not in SKIPPED]
    if not _NO.isdisjoint(kinds):
        return False
    may = not _MAY.isdisjoint(kinds) and (kinds[-1] in _MAY or _BESIDE_MAY.issuperset(kinds))
    return True if may or not _YES.isdisjoint(kinds) else None


def _asks_something_else(tokens: Sequence[Token], first: int, asked: int, last: int) -> bool:
    """Whether the question that is quoted before or behind “asks” is not about captures: “Any cake?”, asked Black."""
    before = [at for at in range(first, asked) if tokens[at].type not in SKIPPED | {"COMMA"}][-1:]
    if before and _is_mark(tokens[before[0]]):
        quoted = [*takewhile(lambda one: one.type not in _STOPS, reversed(tokens[first : before[0]]))]
    else:
        ends = next((at for at in range(asked, last) if tokens[at].type in _STOPS), last)
        opened = next((at for at in range(asked, ends) if tokens[at].type in ("QUOTES", "COLON")), ends)
        quoted = [*tokens[opened:ends]] if ends < last and _is_mark(tokens[ends]) else []
    kinds = {one.type for one in quoted}
    return any(one.type == "UNKNOWN_WORD" and len(one) > _FEW for one in quoted) and kinds.isdisjoint(
        _ABOUT_CAPTURES | QUESTIONS
    )


def _said_of_captures(words: Sequence[Token]) -> bool | None:
    """Whether words say that there are pawn captures; None if they do not speak of them."""
    kinds = {one.type for one in words}
    if kinds.isdisjoint(_PAWN_CAPTURES) or kinds.isdisjoint(_MAY | _YES | _NO):
        return None
    return kinds.isdisjoint(_NO)


def _is_answer(word: Token) -> bool:
    return word.type in _YES | _NO - {"NOT"}
