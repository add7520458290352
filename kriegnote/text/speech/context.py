"""Tokens of prose that are of another type because of those beside them, and lines that end before the margin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from lark import Token

from kriegnote.lexicon import meant, mentions
from kriegnote.text.source import first_number
from kriegnote.text.speech.clauses import with_checks
from kriegnote.text.speech.item_numbers import without_item_numbers
from kriegnote.text.speech.moves_in_words import possessed
from kriegnote.text.speech.passive import with_passive_tries
from kriegnote.text.speech.pawn_steps import letter_before

LEAST_LINE: Final = 40  # the least length of a line of a paragraph, in characters, except the last
_NUMBERS: Final = frozenset({"NUMBER_OF_TURN", "INT"})
LEAST_OFTEN: Final = 2  # how often a word of the game begins what somebody does if it is his name
_MAY_BE_NAMES: Final = frozenset({"QUEENSIDE", "KINGSIDE", "LONG", "SHORT", "RANK", "FILE", "EMPTY"})
_DEEDS: Final = frozenset({"PLAY", "MOVED", "TRY", "ASK", "CASTLE", "CAPTURE", "GOES", "RESIGNS"})
_ANNOUNCED: Final = frozenset({"HAS", "SAY", "ASK", "UMPIRE", "POSSIBLE", "MAY", "WHETHER"})
_NEAR: Final = 4  # the number of tokens before “pawn captures” that show who does it, or that it is announced
_OWNERS: Final = frozenset({"FILLER", "WHITE", "BLACK"})
_TAKES: Final = frozenset({"CAPTURE", "CAPTURED", "TAKE"})
_TAKERS: Final = frozenset({"PAWN", "LONE_SQUARE"})
_CROSSES: Final = frozenset("xX×")
_BEFORE_A_CROSS: Final = frozenset({"OPENING_BRACKET", "COMMA", "SEMI", "COLON", "QUOTES"})


def as_type(kind: str, token: Token) -> Token:
    """A token as one of another type."""
    return Token.new_borrow_pos(kind, str(token), token)


def in_context(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, some of them of another type because of those beside them.

    A number between those of the turns before and after it is that of a turn, whatever follows it; a cross in brackets
    before a square is a capture: “[x d5]”; “there” behind “takes” is the square that was named last; the letter of a
    file before a pawn is no word: “der e-Bauer”.
    """
    found = [*_with_pawns_that_take(_with_names(without_item_numbers([*with_checks(tokens)])))]
    _name_squares(found)
    found = [*_with_owned_squares(found)]
    tokens = [*found]
    for pawn in (at for at, one in enumerate(tokens) if one.type == "PAWN"):
        letter = letter_before(tokens, pawn)
        if letter is not None and letter == pawn - 2:
            found[letter:pawn] = as_type("UNKNOWN_WORD", tokens[letter]), as_type("ORNAMENT", tokens[letter + 1])
    for at, one in enumerate(tokens[1:-1], 1):
        if (
            tokens[at - 1].type in _TAKERS
            and tokens[at + 1].type == "LONE_SQUARE"
            and mentions(one, "details.takes_for")
        ):
            found[at] = as_type("CAPTURE", one)  # “peón por f4”
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
    return [*with_passive_tries(found)]


def _with_names(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a word for a side or a line that begins what somebody does again and again is a name."""
    acting = Counter(
        str(one) for one, two in pairwise(tokens)
        if one.type in _MAY_BE_NAMES and str(one).istitle() and two.type in _DEEDS
    )  # fmt: skip
    for one in tokens:
        yield as_type("UNKNOWN_WORD", one) if acting[str(one)] >= LEAST_OFTEN and one.type in _MAY_BE_NAMES else one


def _with_pawns_that_take(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens; “his pawn captures on b7” is a pawn, and what it does."""
    words = [*tokens]
    for at, one in enumerate(words):
        kinds = [word.type for word in words[at + 1 : at + 3]]
        man, _, verb = str(one).partition(" ")
        takes = one.type == "PAWN_CAPTURE" and at > 0 and words[at - 1].type in _OWNERS and kinds[1:] == ["LONE_SQUARE"]
        lead = {word.type for word in words[max(at - _NEAR, 0) : at]}
        acts = verb.isalpha() and verb.endswith("s") and lead.isdisjoint(_ANNOUNCED)  # not “White has a pawn capture”
        if takes and kinds[0] in ("IN", "ON") and acts:
            start, end = one.start_pos or 0, one.end_pos or 0
            yield Token("PAWN", man, start_pos=start, end_pos=start + len(man))
            yield Token("CAPTURE", verb, start_pos=end - len(verb), end_pos=end)
        else:
            yield one


def _with_owned_squares(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; “White's queen's four” is a square."""
    for before, one in zip((None, *tokens), tokens, strict=False):
        square = possessed(before, one) if before is not None else None
        yield one if square is None else Token.new_borrow_pos("LONE_SQUARE", square, one)


def _name_squares(tokens: list[Token]) -> None:
    """Replaces “there” behind “takes” or “is taken” by the square that was named last."""
    last: Token | None = None
    for at, one in enumerate(tokens):
        takes = at > 0 and tokens[at - 1].type in _TAKES
        if one.type == "LONE_SQUARE":
            last = one
        elif takes and last is not None and one.type == "UNKNOWN_WORD" and meant(str(one).lower(), "joints") == "there":
            tokens[at] = Token.new_borrow_pos("LONE_SQUARE", str(last), one)


def in_short_lines(text: str) -> bool:
    """Whether most lines of a text end before the margin."""
    lengths = [len(line) for line in text.splitlines() if line.strip()]
    return 2 * sum(length < LEAST_LINE for length in lengths) >= len(lengths)
