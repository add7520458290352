"""Finds questions, answers and pawn tries in prose, between the moves that it reports, if the board confirms them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.model.events import Answer, Ask, Move, PawnTries, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.rules import comparison
from kriegnote.text.speech.announced import pawn_tries_fields
from kriegnote.text.speech.clauses import BREAKS, PLAYERS, SKIPPED, body_of, clause, player, side_of
from kriegnote.text.speech.named_moves import QUESTIONS, REFUSALS

_ASKS: Final = QUESTIONS | {"PAWN_CAPTURE"}
_YES: Final = frozenset({"YES", "AFFIRM"})
_NO: Final = frozenset({"NO", "DENY"})
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})


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
        yes = tokens[answered].type not in _NO
        yield ReportedStep(max(asked, answered), Answer(side=side, turn=turn, any=yes), board)


def _question(tokens: Sequence[Token], first: int, last: int, board: Position) -> tuple[int, int] | None:
    """The indices of a question and of an answer that is true on the board; the answer may stand before it."""
    for asked in (at for at in range(first, last) if tokens[at].type in _ASKS):
        lead = [*takewhile(lambda one: one.type not in BREAKS, reversed(tokens[first:asked]))]
        sentence = [*takewhile(lambda one: one.type not in _STOPS, reversed(tokens[first:asked]))]
        sides = [player(one) for one in reversed(sentence) if one.type in PLAYERS]
        beside = (*lead, *tokens[asked + 1 : asked + 2], *_sentence_of(tokens, asked))
        if any(one.type in ("NOT", "OFFER", "DRAW", "WOULD", "REMARK") for one in (*beside, *sentence)):
            return None  # nor what follows: “he did not ask; had he asked”
        if sides[:1] not in ([], [board.side]):
            continue
        places = (*range(asked + 1, last), *range(asked - 1, asked - 1 - len(sentence), -1))
        answered = next((at for at in places if _is_answer(tokens, at)), None)
        if answered is not None and (tokens[answered].type not in _NO) == bool(board.pawn_targets()):
            return asked, answered
    return None


def pawn_tries(
    tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position, text: str
) -> Iterator[ReportedStep]:
    """The pawn tries of the player to move that a clause announces, if they are true."""
    words = [*tokens]
    announced: set[int] = set()
    for at, word in enumerate(words):
        before = words[at - 1].type if at else "FULL_STOP"
        if before not in BREAKS | SKIPPED or word.type in BREAKS | SKIPPED:
            continue
        found = clause(words, at, text)
        if found is None or found.kind != "pawns":
            continue
        made = [one for one in steps if isinstance(one.event, Move) and one.at < at]
        board = made[-1].board if made else start
        tree = body_of(found.tree)
        event = PawnTries(side=board.side, turn=board.fullmove, **pawn_tries_fields(tree, board.side))
        named = side_of(tree) in (None, board.side)
        if named and len(made) not in announced and not comparison.pawn_tries_differences(event, board, None):
            announced.add(len(made))
            yield ReportedStep(at, event, board)


def _sentence_of(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    """The tokens of a sentence from an index on."""
    return takewhile(lambda one: one.type not in _STOPS, tokens[at:])


def _is_answer(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at]
    reflexive = word.lower() == "si"  # “si rispose”, not “sì”
    alone = word.type in ("TRY", "HAD_TRIED") and (at == 0 or tokens[at - 1].type in ("QUOTES", *_STOPS))
    return (word.type in _YES | _NO and not reflexive) or alone
