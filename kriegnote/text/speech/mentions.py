"""Finds what prose may say of moves and announcements: a man and a square in words, a capture, a check, a mate.

Every mention is only possible: the words around it may be unknown, and “the queen takes on f7” may report a move or
an announcement. Which it is, if any, is decided on the board (:mod:`kriegnote.notations.continuation`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import Final

import msgspec
from lark import Token

from kriegnote.lexicon import mentions as mentions_word
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Language, Parts, Piece
from kriegnote.text.speech.clauses import BREAKS, MEN, MOVES, SKIPPED, number_of
from kriegnote.text.speech.lists_of_tries import in_lists
from kriegnote.text.speech.mentioned_in_clauses import Mention, in_clause, men_in
from kriegnote.text.speech.moves_in_words import is_of_the_same_man
from kriegnote.text.speech.passive import agent
from kriegnote.text.speech.said_of_moves import (
    HYPOTHESES,
    PLAYS,
    QUESTIONS,
    STOPS,
    THOUGHTS,
    VERBS_OF_TRIES,
    answers_ahead,
    is_allowed,
    is_denied,
    is_no_longer_thought_of,
    is_withdrawn,
    outside_brackets,
    players_acting,
    refusal,
    since,
    without_asides,
)

_TRIES: Final = [[verb] for verb in VERBS_OF_TRIES]
_MOVES: Final = [[kind] for kind in MOVES]
_SQUARES: Final = frozenset({"LONE_SQUARE", "NAMED_SQUARE"})
_ENDS: Final = BREAKS - {"BRACES", "OPENING_BRACKET"}
"""Tokens that end a clause."""


def mentions(tokens: Sequence[Token], lang: Language, lines: Collection[int] = ()) -> list[Mention]:
    """What a text may report, in its order.

    :param lines: the indices of tokens before which a clause ends, whatever they are.
    """
    found: list[Mention] = []
    for begin, end in _clauses(tokens, lines):
        said = sorted((_denied(one, tokens[begin : one.at]) for one in in_clause(tokens, begin, end, lang)),
                      key=lambda one: one.at)  # fmt: skip
        found += _with_checks_behind(said, tokens, begin, end)
    moves = [at for at, one in enumerate(found) if one.kind == "move"]
    for index, at in enumerate(moves):
        one = found[at]
        first = found[moves[index - 1]].at + 1 if index else 0
        last = found[moves[index + 1]].at if index + 1 < len(moves) else len(tokens)
        behind = tokens[one.at + 1 : last]
        behind = behind[: answers_ahead(behind)] if last < len(tokens) else behind
        found[at] = _beside(one, tokens[first : one.at], behind)
    return [*_with_men(in_lists(found, tokens), tokens)]


def _with_checks_behind(said: Sequence[Mention], tokens: Sequence[Token], begin: int, end: int) -> Iterator[Mention]:
    """The mentions of a clause; a check or mate that is given by the man of its only move comes after the move."""
    moves = [one for one in said if one.kind == "move"]
    by = agent(tokens, begin, end) if len(moves) == 1 and said[0].kind in ("mate", "check") else None
    if by is None or not said[0].at < by < moves[0].at:
        yield from said
        return
    given = [one for one in said if one.at < moves[0].at]
    yield from (one for one in said if one.at >= moves[0].at)
    yield from (one._replace(at=moves[0].at) for one in given)


def _clauses(tokens: Sequence[Token], lines: Collection[int]) -> Iterator[tuple[int, int]]:
    """The indices of the first token of each clause, and of the token behind it.

    Direct speech that names a square is a clause of its own: ‘Nxd5 “capture on d5” d6’.
    """
    begin, quoted = 0, _with_squares(tokens)
    for at, word in enumerate(tokens):
        if word.type in _ENDS or at in quoted:
            yield begin, at
            begin = at + 1
        elif at in lines or _is_blacks(tokens, at):
            yield begin, at
            begin = at
    yield begin, len(tokens)


def _is_blacks(tokens: Sequence[Token], at: int) -> bool:
    """Whether Black's move begins at a token, with the dots that stand for White's: “exd5, with a capture ... g6”."""
    return tokens[at].type == "ELLIPSIS" and [one.type for one in tokens[at + 1 : at + 2]] in _MOVES


def _with_squares(tokens: Sequence[Token]) -> set[int]:
    """The indices of the quotation marks around words with a square that begin and end in one sentence."""
    marks: set[int] = set()
    opened: int | None = None
    for at, word in enumerate(tokens):
        if word.type in STOPS | {"NUMBER_OF_TURN"}:
            opened = None
        elif word.type == "QUOTES":
            if opened is not None and any(one.type in _SQUARES for one in tokens[opened:at]):
                marks |= {opened, at}
                opened = None
            else:
                opened = at if opened is None else None
    return marks


def _with_men(found: Sequence[Mention], tokens: Sequence[Token]) -> Iterator[Mention]:
    """The mentions; an announcement with the man named before it, a square alone with that of which the words speak."""
    before: Mention | None = None
    of_side: dict[Side | None, Mention] = {}  # the last mention of each player's
    for one in found:
        first = before.at + 1 if before is not None else 0
        named = [*men_in(tokens, first, one.at)]
        if one.square is not None and one.announced:
            taker = _taker(before, one, tokens)
            one = one._replace(man=named[0] if named else taker, taker=taker)  # a man behind it is taken
        elif _is_alone(one) and not any(word.type == "PAWN" for word in tokens[first : one.at]):
            described = before if before is not None and not before.printed else None
            man = [*_men_moved(described), *named][-1:] or _men_moved(of_side.get(one.side))[-1:]
            if man not in ([], ["P"]):
                of_the_man = Parts(piece=man[0], from_=one.readings[0].from_, to=one.readings[0].to)
                same = before is not None and is_of_the_same_man(tokens, one.at)
                again = same or (before is not None and _goes_on(before, one, tokens))
                sure = same or (again and one.side is not None)  # “…, Black's to c6”
                if named and len(one.readings[0].from_ or "") > 1:
                    again = True  # “the other knight, from b8 to d7”
                if before is not None and named and _is_subject(tokens, before.at + 1, one.at):
                    again = sure = True  # “The king fled again, to g6”
                others = (one.readings[0], *(each for each in one.readings[1:] if not each.capture))
                one = one._replace(
                    readings=(of_the_man, *others) if again else (*others, of_the_man),
                    weak=one.weak and not sure,
                )
        elif before is not None and _is_tried_again(one, before):
            there = before.readings[0].to
            one = one._replace(readings=tuple(msgspec.structs.replace(each, to=there) for each in one.readings))
        yield one
        if one.kind != "way":
            before = of_side[one.side] = one


def _is_subject(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a man is the first whom a sentence names, with a square behind him in the sentence to which he goes."""
    ends = STOPS | {"COLON", "SEMI"}
    begin = max((stop + 1 for stop in range(first, at) if tokens[stop].type in ends), default=first)
    words = [one.type for one in tokens[begin:at] if one.type not in SKIPPED]
    words = words[words[:1] == ["UNKNOWN_WORD"] :]  # “L'altro cavallo, in f6”
    return words[:1] != [] and words[0] in MEN and words[-1] in ("TO", "IN") and "REMARK" not in words


def _is_tried_again(one: Mention, before: Mention) -> bool:
    """Whether a pawn tries to take where the refused try before it went: “tried with the b-pawn”."""
    alone = one.tried and not one.printed and one.readings[:1] != () and one.readings[0].capture is True
    return alone and one.readings[0].to is None and before.verdict is not None and before.readings != ()


def _men_moved(one: Mention | None) -> list[Piece]:
    """The men, except pawns, that a mention may be of."""
    return [parts.piece for parts in one.readings if parts.piece not in (None, "P")] if one is not None else []


def _taker(before: Mention | None, one: Mention, tokens: Sequence[Token]) -> Piece | None:
    """The man that is said to go to the square of an announcement, if his sentence names no other man before."""
    if before is None or not before.readings or before.readings[0].to != one.square:
        return None
    said = since(tokens[: before.at], STOPS)
    return before.readings[0].piece if len({*men_in(said, 0, len(said))}) < 2 else None


def _is_alone(one: Mention) -> bool:
    """Whether a mention is a square in words without a man."""
    alone = one.kind == "move" and not one.printed and one.squares is None
    return alone and one.readings[:1] != () and one.readings[0].piece == "P"


def _goes_on(before: Mention, one: Mention, tokens: Sequence[Token]) -> bool:
    """Whether words speak of the man of the mention before: it tries again, or the sentence names another place."""
    between = {word.type for word in tokens[before.at : one.at]}
    return (one.tried and before.verdict is not None) or (one.weak and STOPS.isdisjoint(between))


def _denied(one: Mention, lead: Sequence[Token]) -> Mention:
    """An announcement, denied if its clause says before it that there was none: “omits the capture on c6”."""
    return one if one.kind == "move" else one._replace(denied=any(word.type == "NOT" for word in lead))


def _beside(one: Mention, lead: Sequence[Token], behind: Sequence[Token]) -> Mention:
    """A move with what the words around it, up to the moves beside it, say of it."""
    lead = outside_brackets(lead)
    sentence = {word.type for word in without_asides(since(lead, STOPS | {"SEMI", "COLON", "NUMBER_OF_TURN"}))}
    unsure = is_denied(behind)
    denied = any(word.type == "NOT" for word in since(lead, BREAKS)) or is_withdrawn(behind)
    thoughts = THOUGHTS & sentence if not QUESTIONS & sentence else frozenset()
    sides = players_acting(since(lead, STOPS | {"SEMI"}))
    verbs = [word.type for word in lead if word.type in (VERBS_OF_TRIES | PLAYS) - {"WAS_TRIED"}]
    said_tried = any(word.type == "WAS_TRIED" for word in takewhile(lambda word: word.type not in BREAKS, behind))
    number = next((word for word in reversed(lead) if word.type not in SKIPPED), None)
    turn = number_of(number) if number is not None and number.type == "NUMBER_OF_TURN" else None
    verdict = refusal(lead[answers_ahead(lead) :]) or refusal(behind)
    if one.weak and _is_alone(one) and (verdict is not None or said_tried or verbs[-1:] in _TRIES):
        takes = msgspec.structs.replace(one.readings[0], capture=True)  # “looks for one on e5, which is refused”
        of_captures = any(word.type == "ONE" for word in lead[-2:])  # “tries the one on c6”
        readings = (takes, *one.readings) if of_captures else (*one.readings, takes)
        one = one._replace(readings=readings, weak=verbs[-1:] not in _TRIES)
    unsure = unsure or (bool(thoughts & HYPOTHESES) and is_no_longer_thought_of(behind))
    man = max((at for at, word in enumerate(lead) if word.type in MEN), default=0)
    return one._replace(
        other=any(mentions_word(word, "details.other") for word in lead[max(man - 2, 0) : man]),
        verdict=None if denied or unsure else verdict,
        tried=(said_tried or (bool(verbs) and verbs[-1] in VERBS_OF_TRIES)) and not is_allowed(behind),
        thought=unsure or bool(thoughts),
        denied=denied or bool(thoughts & HYPOTHESES),
        side=sides[-1] if sides and turn is None and not one.both else None,
        turn=turn,
    )


__all__ = ["Mention", "mentions"]
