"""Finds the signs in a record's comments: words that nothing parts, squares, and the answers beside them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import dropwhile, zip_longest
from typing import Final, NamedTuple

from lark import Token

from kriegnote.chess.squares import NAMES
from kriegnote.model.events import Answer, AnyEvent, Comment, DialogueEvent, Move, Try
from kriegnote.model.record import Record
from kriegnote.text.source import Chunk
from kriegnote.text.speech.clauses import MOVES, PLAYERS, words

_SHORT: Final = 120  # the greatest length of a comment with signs, in characters
_LONGEST: Final = 4  # the greatest number of words of a sign
_ANSWERS: Final = {"YES": True, "NO": False}
_ELSEWHERE: Final = frozenset({"MATE", "MATED", "STALEMATE", "DRAW", "OFFER", "RESIGNS", "DIAGRAM"})  # other subjects
_SKIPPED: Final = frozenset({"FULL_STOP", "ORNAMENT", "COLON", "QUOTES"})
_OF_A_MOVE: Final = frozenset({"CHECK", "CAPTURE", "CAPTURED"})  # words whose answers are about the last move
_NO_PART: Final = MOVES | PLAYERS | {"HE", "NUMBER_OF_TURN", *_ANSWERS}  # tokens that are no part of a sign
_BETWEEN: Final = frozenset({*",;()[]|", "–", "—"})  # between signs; so is a stroke behind a blank

Place = tuple[int, int]
"""A line and a column, both from 1."""


class Sign(NamedTuple):
    """Words that nothing parts, or a square by itself, and where they stand.

    ``event``: the index of their comment. ``ply``: the number of moves printed before them. ``answer``: the one behind
    them. ``square``: the one behind or before them. ``may_ask``: no try stands before them in the turn, nor do they
    name what is said of the last move.
    """

    text: str
    place: Place
    event: int
    ply: int
    answer: bool | None = None
    square: str | None = None
    may_ask: bool = True

    @property
    def name(self) -> str:
        """What the sign has in common with others that mean the same."""
        return "" if self.square and self.text.endswith(self.square) else self.text


def signs_of_comments(record: Record, chunk: Chunk, moves: Sequence[Place]) -> dict[str, list[Sign]]:
    """The signs of the comments that are no remarks, by their words; those that were read already are left out.

    Squares by themselves stand under the empty name.

    :param moves: the places of the moves, in order.
    """
    read_from = {place_of(one) for one in record.events if isinstance(one, DialogueEvent)}
    lines = chunk.text.splitlines()
    signs: dict[str, list[Sign]] = defaultdict(list)
    tried = False  # whether there was a try since the last move
    for at, one in enumerate(record.events):
        tried = isinstance(one, Try) or (tried and not isinstance(one, Move))
        if isinstance(one, Comment) and one.heard == "umpire" and 0 < len(one.text) <= _SHORT:
            line, column = place_of(one)
            within = line - chunk.line
            if not 0 <= within < len(lines) or "{" in lines[within][max(column - 2, 0) : column]:
                continue
            for sign in _signs(record, at, moves, tried):
                if sign.place not in read_from:
                    signs[sign.name].append(sign)
    return signs


def place_of(event: AnyEvent) -> Place:
    """Where an event stands; 0 for what is not known."""
    return event.line or 0, event.column or 0


def _signs(record: Record, at: int, moves: Sequence[Place], tried: bool) -> Iterator[Sign]:
    """The signs of a comment.

    :param tried: whether the player who moves next has tried something before it.
    """
    comment = record.events[at]
    assert isinstance(comment, Comment)
    understood = _answer(record.events[at + 1]) if at + 1 < len(record.events) else None
    run: list[Token] = []
    before: Token | None = None  # what stands before them
    for token in (*_tokens(comment.text), None):
        if token is not None and token.type not in _NO_PART and not _is_between(token, comment.text):
            run.append(token)
            continue
        if any(one.type != "OTHER_SIGN" for one in run):
            run = [*dropwhile(lambda one: one.type == "OTHER_SIGN", run)]  # a dash before words
        answer = _ANSWERS.get(token.type) if token is not None else understood
        square = next((found for one in (token, before) if one is not None and (found := _square(one))), None)
        kinds = {one.type for one in run}
        named = any(map(_is_a_word, run)) or (bool(run) and token is not None and answer is not None)
        if named and len(run) <= _LONGEST and _ELSEWHERE.isdisjoint(kinds):
            place = _within(comment, run[0].start_pos or 0)
            ply = bisect_left(moves, place)
            may_ask = not tried and _OF_A_MOVE.isdisjoint(kinds)
            yield Sign(" ".join(run).casefold(), place, at, ply, answer, square, may_ask)
        elif not kinds - {"OTHER_SIGN"} and before is not None and _square(before):
            place = _within(comment, before.start_pos or 0)
            yield Sign(str(before), place, at, bisect_left(moves, place), None, _square(before))
        run, before = [], token


def _tokens(text: str) -> Iterator[Token]:
    """The tokens of a comment that are no mere punctuation; a bracket before an answer is."""
    found = [one for one in words(text) if one.type not in _SKIPPED]
    for one, two in zip_longest(found, found[1:]):
        if not (one.type == "OPENING_BRACKET" and two is not None and two.type in _ANSWERS):
            yield one


def _square(token: Token) -> str | None:
    """The square that a token is, perhaps with a sign before it; None if it is none."""
    square = str(token)[-2:]
    return square if square in NAMES and not any(map(str.isalnum, str(token)[:-2])) else None


def _is_a_word(token: Token) -> bool:
    return any(map(str.isalpha, token))


def _is_between(token: Token, text: str) -> bool:
    """Whether a token of a text stands between signs."""
    at = token.start_pos or 0
    numbered = token.type == "MIXED" and token[:1].isdigit()  # a turn: “4B”
    return numbered or str(token) in _BETWEEN or (str(token) == "/" and not text[at - 1 : at].strip())


def _answer(event: AnyEvent) -> bool | None:
    """The answer that an event gives, or a comment begins with."""
    if isinstance(event, Comment):
        return next((_ANSWERS.get(one.type) for one in words(event.text)), None)
    return event.any if isinstance(event, Answer) else None


def _within(comment: Comment, at: int) -> Place:
    """The place of the character of a comment with this index."""
    line, column = place_of(comment)
    lead = comment.text[:at]
    return line + lead.count("\n"), at - lead.rfind("\n") if "\n" in lead else column + at
