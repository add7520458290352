"""Words of a solution that were not understood, and whether a refutation may come from them.

A reader of chess problems who meets a word that he does not know still follows the moves, but he does not call the
author wrong where the word may have said when a try is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kriegnote.problems.belief import Heard
from kriegnote.problems.phrases import Phrase
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
)

_ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})


def may_decide(
    unknown: Sequence[Phrase], phrases: Sequence[Phrase], failed: Node, policy: Plan, heard: Heard
) -> Phrase | None:
    """The first unknown words that may be why a policy fails where it does; None: it fails whatever they mean.

    :param unknown: stretches of words that were not understood; :param phrases: those that were; :param failed: the
        try that does not mate; :param heard: what was heard before it. All have their offsets in the same text as the
        nodes of ``policy``.

    Under heads that name one case (a capture on a square, a check, an answer), and all that was heard, only the words
    from the first head to the end of the sentence of the try count; else all words between the key and the try do
    (before a first move, all), and every head that is not understood: the failing case may be its own.
    """
    path = _branches(policy, failed) or []
    heads = [branch for branch in path if not all(isinstance(each, (Twin, Under)) for each in branch.when)]
    moves = [each.start for each in phrases if each.kind in ("white_move", "bare_move") and each.move]
    key = min(moves, default=0)
    ends = [each.start for each in phrases if each.kind in _ENDS]
    end = min((at for at in ends if at > failed.span[0]), default=failed.span[1])
    conditions = [each for branch in heads for each in branch.when]
    named = bool(heads) and all(any(map(_names_a_case, branch.when)) for branch in heads)
    named = named and (heard.square < 0 or any(isinstance(each, (Captures, Reply)) for each in conditions))
    first = isinstance(failed, Try) and failed.turn == 1
    start = heads[0].span[0] if named else 0 if first else key
    for words in unknown:
        if start <= words.start < end:
            return words
        if not named and words.start >= end:
            before = max((at for at in ends if at <= words.start), default=0)
            heads_a_try = not any(before < at < words.start for at in moves) and any(at > words.start for at in moves)
            if heads_a_try:
                return words
    return None


def _names_a_case(condition: Condition) -> bool:
    """Whether a condition names its case itself, so that no other head can be meant for it."""
    if isinstance(condition, Captures):
        return condition.happened and bool(condition.square or condition.man)
    return isinstance(condition, (Answer, Checks, PawnTries, Played, Reply))


def _branches(plan: Plan, wanted: Node) -> list[Branch] | None:
    """The branches that lead to a node; None when it is not in the plan."""
    for stage in plan:
        if stage is wanted or (stage.span == wanted.span and stage.span[1] and isinstance(stage, type(wanted))):
            return []
        if isinstance(stage, Try):
            if (found := _branches(stage.then or (), wanted)) is not None:
                return found
        elif isinstance(stage, Fork):
            for branch in stage.branches:
                if (found := _branches(branch.plan, wanted)) is not None:
                    return [branch, *found]
        else:
            for option in stage.options:
                if (found := _branches(option, wanted)) is not None:
                    return found
    return None
