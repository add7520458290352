"""Reads the passive voice: who takes, “is captured by the queen”, and what was tried, “a capture is attempted”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lark import Token

from kriegnote.lexicon import mentions
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED

_MEN: Final = frozenset({*MEN, "WITH_A_PAWN"})
_BETWEEN: Final = PLAYERS | SKIPPED | {"UNKNOWN_WORD", "OTHER_SIGN"}
"""Words that may stand between “by” and the man who takes: “by White's other knight”, “by the g-pawn”."""
_SUBJECTS: Final = frozenset({"HE", *PLAYERS})


def agent(tokens: Sequence[Token], begin: int, end: int) -> int | None:
    """The index of the man by whom something is done in ``tokens[begin:end]``, a clause: “by the rook”, “dal re”."""
    for at in range(begin, end):
        if tokens[at].type not in _MEN:
            continue
        if tokens[at].type == "WITH_A_PAWN" or _says_by(tokens[at]):
            return at
        before = at - 1
        while before >= begin and tokens[before].type in _BETWEEN and not _says_by(tokens[before]):
            before -= 1
        if before >= begin and (tokens[before].type == "BY" or _says_by(tokens[before])):
            return at
    return None


def with_passive_tries(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; “is tried” is what was done with a move that its clause has named, and nobody does it before."""
    named = acts = False
    for at, one in enumerate(tokens):
        if one.type in BREAKS:
            named = acts = False
        named = named or one.type in ("LONE_SQUARE", "MOVE_IN_SIGNS")
        acts = acts or (one.type in _SUBJECTS and (at == 0 or tokens[at - 1].type not in ("BY", "ON")))
        passive = one.type in ("TRY", "PLAY") and at > 0 and mentions(tokens[at - 1], "details.auxiliary")
        if one.type == "TRY" and passive and named and not acts:
            yield Token.new_borrow_pos("WAS_TRIED", str(one), one)
        else:
            yield one


def _says_by(word: Token) -> bool:
    return mentions(word, "details.by_whom")
