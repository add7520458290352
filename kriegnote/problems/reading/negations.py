"""Decides what a negation, an event or a place of a solution is about: the words before it, or those behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from lark.lexer import Token as Word

from kriegnote.lexicon import mentions
from kriegnote.problems.reading.meaningful_words import CLAUSE_ENDS, SAYS_NOTHING, retyped

_EVENTS: Final = ("CAPTURE", "CAPTURED", "CHECK", "SPEAK", "POSSIBLE")
"""Terminals of what a negation behind them may deny."""
_FATES: Final = (*_EVENTS, "REFUSED", "ACCEPTED")
_MOVES: Final = ("WHITE_NUMBER", "MOVE")


def without_idle_negations(words: Sequence[Word]) -> Iterator[Word]:
    """The words without negations that say no more than the words before them.

    They follow some words for *unless* (“a meno che non taccia”), or a refusal that is itself denied possibility (“non
    potendosi nemmeno questo”).
    """
    idle, before = False, Word("STOP", "")
    for word in words:
        idle = mentions(word, "details.denying") if word.type == "UNLESS" else idle and word.type not in CLAUSE_ENDS
        again = before.type == "REFUSED" and mentions(before, "solutions.not")
        if not ((idle or again) and word.type == "NOT"):
            yield word
            before = word


def with_places_again(words: Sequence[Word]) -> Iterator[Word]:
    """The words; *there* beside a capture is the square named before (“taken there”).

    The Italian word for squares is no *case* (“la Donna ha due case”).
    """
    before = Word("STOP", "")
    for word in words:
        there = word.type == "WORD" and mentions(word, "details.there") and before.type in _EVENTS[:2]
        squares = word.type == "IF" and mentions(word, "details.squares") and mentions(before, "details.several")
        yield retyped(word, "THAT_SQUARE") if there else retyped(word, "WORD") if squares else word
        before = word


def with_scopes(words: Sequence[Word]) -> Iterator[Word]:
    """The words, with negations that do not deny what is before them as ``NOT_OF_IT``.

    They deny what another subject does (“after a capture the answer does not depend on …”), or the move behind them
    (“if this is refused, too, still not 2.A but 2.B”).
    """
    between: list[Word] = []
    last = ""
    for n, word in enumerate(words):
        behind = word.type == "NOT" and last in _FATES
        other = behind and last in _EVENTS and _is_other_subject(between)
        yield retyped(word, "NOT_OF_IT") if other or (behind and _is_of_move(words[n + 1 : n + 4])) else word
        if word.type in SAYS_NOTHING:
            between.append(word)
        else:
            last, between = word.type, []


def with_events(words: Sequence[Word]) -> Iterator[Word]:
    """The words; that something or nothing happens is that it is announced (“something happens on g7”).

    Something that is announced is one word beside a square.
    """
    said = [*_happening(words)]
    n = 0
    while n < len(said):
        around = [each.type for each in (*said[max(n - 1, 0) : n], *said[n + 2 : n + 3])]
        pair = {each.type for each in said[n : n + 2]} == {"SPEAK", "SOMETHING"}
        if pair and "AT_SQUARE" in around and "NOT" not in around[:1]:
            first, last = said[n : n + 2]
            yield Word("SOMETHING_SAID", f"{first} {last}", start_pos=first.start_pos, end_pos=last.end_pos)
            n += 2
        else:
            yield said[n]
            n += 1


def _happening(words: Sequence[Word]) -> Iterator[Word]:
    for n, word in enumerate(words):
        happens = word.type == "WORD" and mentions(word, "details.happens")
        beside = [*words[max(n - 1, 0) : n], *words[n + 1 : n + 2]]
        yield retyped(word, "SPEAK") if happens and any(map(_is_something, beside)) else word


def _is_something(word: Word) -> bool:
    return word.type == "SOMETHING" or (word.type == "NOT" and mentions(word, "details.nothing"))


def _is_of_move(words: Sequence[Word]) -> bool:
    """Whether the first of some words are a move that is not made: one with a question mark, or *but* is behind it."""
    moved = next((n for n, word in enumerate(words) if word.type not in _MOVES), len(words))
    asked = any("?" in word for word in words[:moved])
    return moved > 0 and (asked or any(mentions(word, "details.but") for word in words[moved : moved + 1]))


def _is_other_subject(words: Sequence[Word]) -> bool:
    """Whether words are a noun with an article, and so the subject of what follows (“the answer”)."""
    return any(
        mentions(article, "details.article") and noun.type == "WORD" and not mentions(noun, "details.linking")
        for article, noun in pairwise(words)
    )
