"""Finds the tries of which prose gives only the number: “after two attempts in vain”, “at the third attempt”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.lexicon import meant
from kriegnote.model.events import Move, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.text.speech.clauses import BREAKS, PLAYERS, SKIPPED, numeral, player
from kriegnote.text.speech.said_of_moves import REFUSALS, STOPS

_NEAR: Final = 3
"""The greatest number of tokens between a number and the attempts that it counts, or between these and a refusal."""


def attempts(tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position) -> Iterator[ReportedStep]:
    """The refused tries before each move that the words count and do not name.

    :param steps: the moves and tries.
    :param start: the board before them.
    """
    board, first, named = start, 0, 0
    for one in steps:
        if isinstance(one.event, Try):
            named += 1
        elif isinstance(one.event, Move):
            found = (at for at in range(first, one.at) if _may_be_counted(tokens, first, at, one.at, board))
            counted = [(_refused(tokens, at), at) for at in found]
            times, at = max(counted, key=lambda each: each[0], default=(0, 0))
            if times > named:
                unnamed = Try(side=board.side, turn=board.fullmove, move=None, text=None, verdict="refused",
                              times=times - named)  # fmt: skip
                yield ReportedStep(at, unnamed, board)
            board, first, named = one.board, one.at + 1, 0


def _may_be_counted(tokens: Sequence[Token], first: int, at: int, move: int, board: Position) -> bool:
    """Whether a token is a word for attempts before a move, and the player named before it is the one to move.

    :param move: the index of the move's token; without a player it has to be in the same sentence.
    """
    if tokens[at].type not in ("ATTEMPTS", "TRY"):
        return False
    named = [player(one) for one in tokens[first:at] if one.type in PLAYERS]
    one_sentence = STOPS.isdisjoint(one.type for one in tokens[at:move])  # “Third attempt of the evening.” is a heading
    return (one_sentence or bool(named)) and named[-1:] in ([], [board.side])


def _refused(tokens: Sequence[Token], at: int) -> int:
    """How many tries were refused according to the words beside attempts; 0 if they do not tell.

    All before the third attempt were; so were two attempts if the move was made after them, or they are called refused.
    """
    lead = [*takewhile(lambda one: one.type not in BREAKS, reversed(tokens[max(at - 2 * _NEAR, 0) : at]))]
    behind = [*takewhile(lambda one: one.type not in BREAKS, tokens[at + 1 : at + 1 + _NEAR])]
    for before, word in enumerate(lead[:_NEAR]):
        place = meant(str(word).lower(), "ordinals")
        if place is not None and tokens[at].type == "ATTEMPTS":
            return int(place) - 1
        number = numeral(word)
        if number is None:
            continue
        lead_kinds = [one for one in lead[before + 1 :] if one.type not in SKIPPED - {"FILLER"}][:1]
        after = any(meant(str(one).lower(), "acts") == "after" for one in lead_kinds)
        refused = any(one.type in REFUSALS - {"NOT"} for one in behind)
        return number if (after and tokens[at].type == "ATTEMPTS") or refused else 0
    return 0
