"""Words of a solution that were not understood, and whether a verdict may come from them.

A reader of chess problems who meets a word that he does not know still follows the moves, but where the word may have
said when a try is made he calls the author neither wrong nor right.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from kriegnote.problems.belief import Heard
from kriegnote.problems.page import Page
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import (
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Either,
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

_ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})


_TELLS: Final = frozenset({
    "man", "black", "white", "comma", "dash", "colon", "semicolon", "other", "newline", "slash", "and", "moved", "goes",
    "mate", "key", "direction", "at_square", "gap", "second",
})  # fmt: skip
"""What a remark may hold beside words: nothing that says when, in which order or whether a move is tried."""
_MOVES: Final = frozenset({"bare_move", "any_of_man", "move_in_words", "black_number"})


def not_passed_over(unknown: Sequence[Phrase], phrases: Sequence[Phrase], policy: Plan) -> list[Phrase]:
    """The stretches of unknown words that a proof must not pass over: all that stand in no remark.

    A remark is what leads to a key that is simply played; a bracket behind a move, or a sentence, that holds no move of
    White's and nothing that says when one is tried.  Where the policy leaves an order to whoever follows it, no remark
    behind the key counts as one: it may be on that order.
    """
    flat = [inner for each in phrases for inner in (each, *each.inside)]
    moves = [each for each in flat if each.move is not None and each.kind in ("white_move", "bare_move")]
    sound = [each for each in moves if each.move is not None and not each.move.doubted]
    key = next((each for each in sound if each.number == 1), sound[0] if sound else None)
    played = key is not None and len(policy) == 1 and isinstance(policy[0], Try) and policy[0].turn == 1
    free, page = leaves_order(policy), Page(phrases)
    return [
        words
        for words in unknown
        if not (played and key is not None and words.start < key.start)
        and not _in_prose(words, phrases, page)
        and (free or not _in_remark(words, phrases))
    ]


def loose(phrases: Sequence[Phrase], policy: Plan) -> list[Phrase]:
    """Words on trying, refusing and ordering, known or not, that may be on the order that a policy leaves open.

    They stand behind the last of several alternatives, or in a clause without a move of White's.
    """
    if not leaves_order(policy):
        return []
    flat = [inner for each in phrases for inner in ([*each.inside, _CLOSED] if each.inside else [each])]
    first = next((n for n, each in enumerate(flat) if each.kind in ("or", "slash", "black_number")), len(flat))
    found: list[Phrase] = []
    clause: list[Phrase] = []
    for n, each in enumerate([*flat, _END]):
        if not (each is _CLOSED or _ends(each)):
            clause.append(each)
            continue
        moves = [k for k, one in enumerate(clause) if one.kind == "white_move"]
        kinds = {one.kind for one in clause}
        tail = clause[moves[-1] + 1 :] if moves else clause
        about = kinds & {"or", "slash"} if moves else not kinds & _TELLS_CASES
        if n > first and about:
            found += [one for one in tail if one.kind in (_ORDERING if moves or each is _CLOSED else _BINDING)][:1]
        clause = []
    return found


_CLOSED: Final = Phrase("closed", "", 0, 0, 0, 0)  # a bracket
_END: Final = Phrase("stop", "", 0, 0, 0, 0)
_TELLS_CASES: Final = frozenset(
    {"heard", "asked", "yes", "no", "answer_yes", "answer_no", "otherwise", "all_other", "black_number"}
)
_ORDERING: Final = frozenset({"try", "in_order", "order", "second"})
_BINDING: Final = _ORDERING | {"refused", "if", "cannot", "then"}


def leaves_order(policy: Plan) -> bool:
    """Whether a policy leaves an order of tries to whoever follows it: alternatives, lines by Black's hidden moves."""
    return any(
        isinstance(each, Either)
        or (isinstance(each, Fork) and any(isinstance(when, Reply) for b in each.branches[1:] for when in b.when))
        for each in walk(policy)
    )


def _in_prose(words: Phrase, phrases: Sequence[Phrase], page: Page) -> bool:
    """Whether words stand beside a phrase of their sentence that has no effect."""
    n = next((n for n, each in enumerate(phrases) if each.end > words.start), len(phrases))
    beside = [each for each in phrases[max(n - 1, 0) : n + 1] if each.kind not in _ENDS]
    return any(page.is_prose(each) for each in beside)


def _in_remark(words: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Whether words stand in a bracket behind a move, or in a sentence, that decides nothing."""
    before: list[Phrase] = []
    for each in phrases:
        if each.inside and each.start < words.start < each.end:
            behind = bool(before) and before[-1].move is not None
            return behind and all(inner.kind in _TELLS | _MOVES for inner in each.inside)
        if each.start > words.start:
            break
        before.append(each)
    lead = itertools.takewhile(lambda each: not _ends(each), reversed(before))
    rest = itertools.takewhile(lambda each: not _ends(each), phrases[len(before) :])
    return all(each.kind in _TELLS for each in (*lead, *rest))


def _ends(phrase: Phrase) -> bool:
    """Whether a sentence ends with a phrase: a stop, or the exclamation mark of a key."""
    return phrase.kind in _ENDS or (phrase.move is not None and "!" in phrase.text)


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
