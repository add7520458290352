"""Divides announcements about both players into questions, tries and announcements, each with its player.

Two examples:

    (after White) “Check”; to Black’s Ke6: “Illegal”        White: any? no; Black: capture in d5
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from lark import Token

from kriegnote.documents.field_names import side_named
from kriegnote.documents.field_words import Written
from kriegnote.model.events import Side
from kriegnote.text.speech.clauses import MOVES, PLAYERS, VERDICTS, player, words
from kriegnote.text.speech.said_of_moves import QUESTIONS
from kriegnote.text.umpire_messages import CHECK_WAYS

_ANNOUNCED: Final = CHECK_WAYS | {
    "CAPTURE", "CAPTURED", "LOSES", "CHECK", "IN_CHECK", "DOUBLE", "PAWN", "PIECE", "PAWN_TRY", "PAWN_CAPTURE",
    "NO_PAWN_CAPTURE", "PROMOTION",
}  # fmt: skip
"""Types of words with which an announcement may begin."""
_YES: Final = frozenset({"YES", "AFFIRM", "TRY", "MAY_TRY"})
_NO: Final = frozenset({*VERDICTS, "DENY", "REFUSE"})
_VERBS: Final = _ANNOUNCED | {"HAS", "MAY", "ASK", "TRY", "MOVED", "TAKE"}
_BEFORE: Final = frozenset({*PLAYERS, "COLON", "CLOSING_BRACKET", "COMMA", "QUOTES"})
"""Types of words after which an announcement begins."""
_IGNORED: Final = frozenset({"QUOTES", "FULL_STOP", "CLOSING_BRACKET", "SEMI", "COMMA", "ORNAMENT"})
_INITIALS: Final = frozenset("WBN")
_BESIDE: Final = "/"  # between what is said to each player


class UmpiresRemark(NamedTuple):
    """One question, try or announcement: its player if known, whether it belongs before his move, and its words.

    ``understood``: whether it is more than words.
    """

    side: Side | None
    before: bool
    written: tuple[Written, ...]
    understood: bool = True


def initials_in(said: str) -> frozenset[str]:
    """The players' initials before colons in some words."""
    tokens = words(said)
    return frozenset(str(one) for at, one in enumerate(tokens) if _is_initial(tokens, at))


def remarks(text: str, start: int, end: int, initials: frozenset[str]) -> Iterator[UmpiresRemark]:
    """The remarks of a range, in order."""
    clause: list[Token] = []
    tokens = words(text[start:end])
    for at, one in enumerate(tokens):
        clause.append(one)
        following = str(tokens[at + 1]) if at + 1 < len(tokens) else ""
        if (
            not following
            or one.type == "SEMI"
            or str(one) == _BESIDE
            or (one.type == "FULL_STOP" and str(one) == "." and following[0].isupper())
        ):
            yield from _Clause(clause, start, initials).remarks()
            clause = []


def _is_initial(tokens: Sequence[Token], at: int) -> bool:
    return str(tokens[at]) in _INITIALS and [one.type for one in tokens[at + 1 : at + 2]] == ["COLON"]


class _Clause:
    """Words up to a semicolon; ``first``: the offset in the text from which theirs are counted."""

    def __init__(self, tokens: list[Token], first: int, initials: frozenset[str]) -> None:
        self.tokens, self.first = [one for one in tokens if str(one) != _BESIDE] or tokens, first
        self.initials = initials
        named = {player(one) for one in tokens if one.type in PLAYERS}
        named |= {
            side
            for at, one in enumerate(self.tokens)
            if self._names_player(at) and (side := side_named(one, initials)) is not None
        }
        self.side = named.pop() if len(named) == 1 else None

    def _names_player(self, at: int) -> bool:
        """Whether the word at an index is a player's initial: before a colon, or at the beginning before a verb."""
        begins = at == 0 and str(self.tokens[at]) in self.initials and self.tokens[1:]
        return _is_initial(self.tokens, at) or bool(begins and self.tokens[1].type in _VERBS)

    def remarks(self) -> Iterator[UmpiresRemark]:
        """Its remarks; all of it as words if any part is not understood."""
        found: list[UmpiresRemark] = []
        asked: Token | None = None
        tried: list[Token] = []
        after = 0  # the index after what was understood
        for at, one in enumerate(self.tokens):
            if one.type in QUESTIONS:
                asked = asked or one
            elif one.type in _ANNOUNCED:
                found.append(UmpiresRemark(self.side, False, (self._announced(after, at),)))
                after = len(self.tokens)
                break
            elif one.type in MOVES:
                tried.append(one)
            elif asked is not None and not tried and one.type in _YES | _NO:
                answer = f"(a? {'Y' if one.type in _YES else 'N'}"
                found.append(UmpiresRemark(self.side, True, (self._written(answer, asked, asked, ")", empty=True),)))
                asked, after = None, at + 1
            elif tried and one.type in _NO:
                found += [
                    UmpiresRemark(
                        self.side, True, (self._written("(", move, move, " "), self._written("", one, one, ")"))
                    )
                    for move in tried
                ]
                tried, after = [], at + 1
        rest = [one for one in self.tokens[after:] if one.type not in _IGNORED]
        unclear = tried or asked is not None or (rest and not found) or any(map(self._is_unknown, range(at)))
        if unclear or (self.side is None and any(one.before for one in found)):
            yield UmpiresRemark(self.side, False, (self._written("{", self.tokens[0], self.tokens[-1], "}"),), False)
        else:
            yield from found

    def _is_unknown(self, at: int) -> bool:
        return self.tokens[at].type == "UNKNOWN_WORD" and not self._names_player(at)

    def _announced(self, after: int, at: int) -> Written:
        """The announcement that contains a word: what is quoted, or everything after the words that name the player.

        :param after: the index after what was understood.
        """
        lead = [index for index in range(after, at) if self.tokens[index].type in _BEFORE or self._names_player(index)]
        begin = lead[-1] + 1 if lead else after
        said = self.tokens[begin:]
        if begin and self.tokens[begin - 1].type == "QUOTES":
            said = [*takewhile(lambda one: one.type != "QUOTES", said)]
        while said and (said[-1].type in _IGNORED or said[-1].type in PLAYERS or said[-1].type == "FILLER"):
            said = said[:-1]
        return self._written("[", said[0], said[-1], "]")

    def _written(self, opens: str, one: Token, last: Token, closes: str, *, empty: bool = False) -> Written:
        start = self.first + (one.start_pos or 0)
        return Written(opens, start, start if empty else self.first + (last.end_pos or 0), closes)
