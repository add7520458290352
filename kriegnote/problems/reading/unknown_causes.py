"""Decides which words that were not understood may explain why a solution fails, so that it is not called wrong."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from typing import Final

from kriegnote.problems.heard import Heard
from kriegnote.problems.policy import (
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Fork,
    Node,
    PawnTries,
    Plan,
    Played,
    Reply,
    Try,
    Twin,
    Under,
    walk,
)
from kriegnote.problems.reading.denied import JOINS, ends
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.page import SolutionPage
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.unknown import in_prose

_OF_TRIES: Final = JOINS | {"reversed", "amended", "before", "any_order", "otherwise", "then", "try"}
"""Kinds of phrases that say when, in which order or whether tries are made."""


def may_decide(
    unknown: Sequence[Phrase], phrases: Sequence[Phrase], failed: Node, policy: Plan, heard: Heard
) -> Phrase | None:
    """The first unknown words that may explain why a policy fails; None if it fails whatever they mean.

    If the branches of the failed try name their cases completely (a capture on a square, a check, an answer), and all
    that was announced, only the words from the first of these conditions to the end of the sentence of the try count.
    Else all words from the key on count (for a first move, from the beginning), and every head of a try that is not
    understood, as the case that fails may be its own.

    All offsets are in the same text.

    :param unknown: the stretches of words that were not understood.
    :param phrases: the phrases that were.
    :param failed: the try that does not mate.
    :param heard: the announcement before it.
    """
    path = _branches(policy, failed) or []
    heads = [branch for branch in path if not all(isinstance(each, (Twin, Under)) for each in branch.when)]
    moves = [each.start for each in phrases if each.kind in ("white_move", "bare_move") and each.move]
    end = min((each.start for each in phrases if each.kind in ENDS and each.start > failed.span[0]), default=_FAR)
    conditions = [each for branch in heads for each in branch.when]
    named = bool(heads) and all(any(map(_names_a_case, branch.when)) for branch in heads)
    named = named and (heard.square is None or any(isinstance(each, (Captures, Reply)) for each in conditions))
    first = isinstance(failed, Try) and failed.turn == 1
    key = next((each.span[0] for each in walk(policy) if isinstance(each, Try)), min(moves, default=0))
    start = _begin_of_head(phrases, heads[0]) if named else 0 if first else _behind_key(phrases, key)
    page = SolutionPage(phrases)
    for words in unknown:
        if in_prose(words, phrases, page) or _is_in_another_case(words, phrases, failed):
            continue
        sentence = _sentence(words, phrases)
        if words.start > failed.span[0] and _is_reason(words, sentence, failed):
            continue
        if start <= words.start < end or _may_name_key(words, phrases, key):
            return words
        if not named and words.start >= end and any(map(_is_of_tries, sentence)):
            return words
    return None


_FAR: Final = sys.maxsize


def _sentence(words: Phrase, phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases of the sentence in which some words stand."""
    end = min((each.start for each in phrases if each.kind in ENDS and each.start >= words.end), default=_FAR)
    begin = max((each.end for each in phrases if each.kind in ENDS and each.end <= words.start), default=0)
    return [each for each in phrases if begin <= each.start < end]


def _is_of_tries(phrase: Phrase) -> bool:
    """Whether a phrase is a try of White's, or says when, in which order or whether tries are made."""
    tried = phrase.kind == "white_move" and phrase.number != 1
    return tried or phrase.kind in _OF_TRIES or (phrase.move is not None and phrase.move.mates)


def _is_reason(words: Phrase, sentence: Sequence[Phrase], failed: Node) -> bool:
    """Whether words behind a failed try say why it mates, and name no other try (“2.A, mate because of zorbla”)."""
    mates = any(failed.span[0] < each.start < words.start and each.kind in ("mate", "accepted") for each in sentence)
    return mates and not any(each.start > words.start and each.kind == "white_move" for each in sentence)


def _begin_of_head(phrases: Sequence[Phrase], head: Branch) -> int:
    """The offset at which the clause of a head begins, behind the last stop, try or comma before it.

    Words at the end of the paragraph before may join the head to the try there (“2.A zorbla”, blank line, “1 try”).
    """
    before = (each for each in phrases if each.end <= head.span[0])
    parts = ENDS - {"blank_line"} | {"comma"}
    return max((each.end for each in before if each.kind in parts or each.move is not None), default=0)


def _behind_key(phrases: Sequence[Phrase], key: int) -> int:
    """The offset of the key, or of the end of its sentence if that has no other move: it is about the key only."""
    behind = [*itertools.takewhile(lambda each: each.kind not in ENDS, (p for p in phrases if p.start > key))]
    if not behind or any(each.move is not None or each.kind == "colon" for each in behind):
        return key
    return behind[-1].end


def _may_name_key(words: Phrase, phrases: Sequence[Phrase], key: int) -> bool:
    """Whether words may be part of the key: they are in a sentence before what was read as the key, with a square."""
    if words.start > key or any(each.number == 1 for each in phrases):
        return False
    end = min((each.start for each in phrases if each.kind in ENDS and each.start >= words.end), default=words.end)
    begin = max((each.end for each in phrases if each.kind in ENDS and each.end <= words.start), default=0)
    return end <= key and any(each.kind == "at_square" and begin <= each.start < end for each in phrases)


def _is_in_another_case(words: Phrase, phrases: Sequence[Phrase], failed: Node) -> bool:
    """Whether words are behind a head that names another case than that of a failed try (“capture on d6: zorbla”)."""
    end = min((each.start for each in phrases if each.kind in ENDS and each.start >= words.end), default=words.end)
    behind = [p for p in phrases if p.end <= words.start]
    before = [*itertools.takewhile(lambda each: not (ends(each) or each.kind == "newline"), reversed(behind))]
    first = before[-1].start if before else words.start
    head = [*itertools.dropwhile(lambda each: each.kind != "colon", before)]
    if first <= failed.span[0] < end or any(each.kind == "otherwise" for each in before):
        return False
    return any(each.kind == "announced" and all(map(_names_a_case, each.says)) for each in head)


def _names_a_case(condition: Condition) -> bool:
    """Whether a condition names its case completely, so that no other head can be meant for it."""
    if isinstance(condition, Captures):
        return condition.happened and bool(condition.square or condition.man)
    if isinstance(condition, Checks):
        return condition.happened
    return isinstance(condition, (Answer, PawnTries, Played, Reply))


def _branches(plan: Plan, wanted: Node) -> list[Branch] | None:
    """The branches that lead to a node, the outermost first; None if the node is not in the plan."""
    for stage in plan:
        if stage is wanted or (stage.span == wanted.span and isinstance(stage, type(wanted))):
            return []
        ways: list[tuple[list[Branch], Plan]] = []
        if isinstance(stage, Try):
            ways = [([], stage.then or ())]
        elif isinstance(stage, Fork):
            ways = [([branch], branch.plan) for branch in stage.branches]
        else:
            ways = [([], option) for option in stage.options]
        for head, way in ways:
            if (found := _branches(way, wanted)) is not None:
                return [*head, *found]
    return None
