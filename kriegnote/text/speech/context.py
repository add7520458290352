"""Tokens of prose that are of another type because of those beside them, and lines that end before the margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lark import Token

from kriegnote.text.source import first_number
from kriegnote.text.speech.pawn_steps import letter_before

LEAST_LINE: Final = 40  # the least length of a line of a paragraph, in characters, except the last
_NUMBERS: Final = frozenset({"NUMBER_OF_TURN", "INT"})
_CROSSES: Final = frozenset("xX×")
_BEFORE_A_CROSS: Final = frozenset({"OPENING_BRACKET", "COMMA", "SEMI", "COLON", "QUOTES"})


def as_type(kind: str, token: Token) -> Token:
    """A token as one of another type."""
    return Token.new_borrow_pos(kind, str(token), token)


def in_context(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, some of them of another type because of those beside them.

    A number between those of the turns before and after it is that of a turn, whatever follows it; a cross in brackets
    before a square is a capture: “[x d5]”; the letter of a file before a pawn is no word: “der e-Bauer”.
    """
    found = [*tokens]
    for pawn in (at for at, one in enumerate(tokens) if one.type == "PAWN"):
        letter = letter_before(tokens, pawn)
        if letter is not None and letter == pawn - 2:
            found[letter:pawn] = as_type("UNKNOWN_WORD", tokens[letter]), as_type("ORNAMENT", tokens[letter + 1])
    for at, one in enumerate(tokens[1:-1], 1):
        apart = tokens[at - 1].type in _BEFORE_A_CROSS and tokens[at + 1].type == "LONE_SQUARE"
        if str(one) in _CROSSES and apart:
            found[at] = as_type("CAPTURE", one)
    numbers = [at for at, one in enumerate(tokens) if one.type in _NUMBERS]
    following: dict[int, int] = {}  # for each number, that of the next turn which is surely one
    after: int | None = None
    for at in reversed(numbers):
        if after is not None:
            following[at] = after
        after = first_number(tokens[at]) or 0 if tokens[at].type == "NUMBER_OF_TURN" else after
    last = 0
    for at in numbers:
        number = first_number(tokens[at]) or 0
        if tokens[at].type == "INT" and number == last + 1 and number < following.get(at, number + 1):
            found[at] = as_type("NUMBER_OF_TURN", tokens[at])
        last = number if found[at].type == "NUMBER_OF_TURN" else last
    return found


def in_short_lines(text: str) -> bool:
    """Whether most lines of a text end before the margin."""
    lengths = [len(line) for line in text.splitlines() if line.strip()]
    return 2 * sum(length < LEAST_LINE for length in lengths) >= len(lengths)
