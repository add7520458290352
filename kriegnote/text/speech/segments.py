"""Cuts a sentence into segments at its commas and conjunctions, before its words are interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from lark import Token

from kriegnote.lexicon import mentions
from kriegnote.text.speech.clauses import BREAKS, MOVES, PLAYERS, TRIES
from kriegnote.text.speech.moves_in_words import possessed

_JOINTS: Final = BREAKS - {"NUMBER_OF_TURN", "RESULT_SAID"}
_PASSED_OVER: Final = frozenset({"QUOTES", "ORNAMENT", "FILLER"})


def segmented(words: Sequence[Token]) -> list[list[Token]]:
    """The segments of a sentence, without tokens that have no meaning, and with “Black’s Q4” as one square."""
    segments: list[list[Token]] = [[]]
    named = False  # whether a player was named, to whom “he” refers
    for before, word in zip((None, *words), words, strict=False):
        held = segments[-1]
        if word.type in _PASSED_OVER or (word.type == "HE" and named):
            continue
        if word.type in PLAYERS and before is not None and before.type == "INFORM":
            continue  # the player who is informed is not the one who acts
        named = named or word.type in PLAYERS
        if str(word) == "?" and word.type == "FULL_STOP":
            held.append(Token.new_borrow_pos("QUESTION_MARK", "?", word))
        elif word.type == "NUMBER_OF_TURN" and (digits := str(word).rstrip(" .")).isdecimal():  # “pawn tries: 3.”
            held.append(Token.new_borrow_pos("INT", digits, word))
        elif word.type in _JOINTS:
            segments.append([])
        elif held and (square := possessed(held[-1], word)) is not None:
            held[-1] = Token.new_borrow_pos("LONE_SQUARE", square, word)
        else:
            held.append(word)
    return [_as_an_answer(segment) for segment in segments if segment]


def _as_an_answer(segment: list[Token]) -> list[Token]:
    """The segment with a final negation that can also be an answer (French “non”) as a ``NO``."""
    last = segment[-1]
    if last.type == "NOT" and mentions(last, "details.negates_alone"):
        return [*segment[:-1], Token.new_borrow_pos("NO", str(last), last)]
    return segment


def is_denied(words: Sequence[Token]) -> bool:
    """Whether a negation stands directly before the verb of a try or move: Spanish “no intentan exd5”."""
    return any(
        word.type == "NO" and verb.type in TRIES | {"PLAY"} and any(each.type in MOVES for each in words)
        for word, verb in pairwise(words)
    )
