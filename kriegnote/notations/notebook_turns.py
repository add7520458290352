"""Finds the turns of one player's notebook, where its clauses end, and the signs for moves that are hidden from him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from lark import Token

from kriegnote.lexicon import meant
from kriegnote.model.events import AnyEvent, Ask, Capture, Check, Move, PawnTries, Side, Try
from kriegnote.model.record import Record
from kriegnote.notations.counted_turns import with_counted_turns
from kriegnote.text.source import first_number
from kriegnote.text.speech.clauses import MOVES, PLAYERS, starts_line
from kriegnote.text.speech.context import as_type, in_context, in_short_lines

_LEAST: Final = 2  # the least number of moves behind which a sign stands
_MAY_BE_MOVES: Final = frozenset({"SEMI", "ELLIPSIS", "OTHER_SIGN", "ORNAMENT"})
"""Tokens that may stand for a hidden move."""


def with_refusals(tokens: Sequence[Token]) -> list[Token]:
    """The tokens; a word that denies the move before it as its refusal: “axb3 non”."""
    denies = {at for at, (one, two) in enumerate(pairwise(tokens), 1) if one.type in MOVES and two.type == "NOT"}
    return [as_type("NO", one) if at in denies else one for at, one in enumerate(tokens)]


def tokens_from(tokens: Sequence[Token], begin: int) -> list[Token]:
    """The tokens from an offset on, as what they mean beside each other."""
    known = with_refusals(in_context(with_counted_turns(tokens)))
    return [one for one in known if (one.start_pos or 0) >= begin]


def is_of_one_side(record: Record) -> bool:
    """Whether a record that is said to be the umpire's has only one player's moves, which no game is made of."""
    return record.view == "umpire" and len({one.side for one in record.events if isinstance(one, Move)}) == 1


def has_dialogue(events: Sequence[AnyEvent], side: Side, *, numbered: bool) -> bool:
    """Whether there is more than one player's moves: his tries and questions, or what he heard of the others."""
    heard = (isinstance(one, (Capture, Check)) and not (numbered and one.side == side) for one in events)
    return any(heard) or any(isinstance(one, (Try, Ask, PawnTries)) for one in events)


def turns_of(tokens: Sequence[Token]) -> Iterator[range]:
    """The tokens of each turn, from the number 1 on."""
    begins: list[int] = []
    for at, one in enumerate(tokens):
        if one.type == "NUMBER_OF_TURN" and first_number(one) == len(begins) + 1:
            begins.append(at)
    return (range(begin, end) for begin, end in pairwise([*begins, len(tokens)]))


def number_named(tokens: Sequence[Token]) -> int:
    """The greatest number that tokens give to a move, “on the fourth”, “move 12”; 0 if they give it none."""
    ranked = (int(meant(one, "ordinals") or 0) for one in tokens)
    counted = (first_number(two) or 0 for one, two in pairwise(tokens) if (one.type, two.type) == ("PLAY", "INT"))
    return max((*ranked, *counted), default=0)


def begin_clauses(tokens: Sequence[Token], text: str) -> set[int]:
    """The indices of tokens before which a clause ends: at a short line, at a player, behind a sign."""
    short = in_short_lines(text)
    return {
        at
        for at, (before, one) in enumerate(pairwise(tokens), 1)
        if before.type in ("ELLIPSIS", "OTHER_SIGN")
        or (before.type in MOVES and one.type in PLAYERS)
        or (short and starts_line(tokens, at, text))
    }


def signs_of_moves(tokens: Sequence[Token]) -> set[str]:
    """The signs that stand for the other player's moves: several times alone between a move and the next number."""
    found = Counter(
        str(sign)
        for move, sign, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if move.type in MOVES and sign.type in _MAY_BE_MOVES and after.type == "NUMBER_OF_TURN"
    )
    return {sign for sign, count in found.items() if count >= _LEAST}
