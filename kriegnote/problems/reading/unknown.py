"""Words of a solution that were not understood, and whether a verdict may come from them.

A reader of chess problems who meets a word that he does not know still follows the moves, but where the word may have
said when a try is made he calls the author neither wrong nor right.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.heard import Heard
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
from kriegnote.problems.reading.page import SolutionPage
from kriegnote.problems.reading.phrases import Phrase, is_square

_ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})
_PARTS: Final = _ENDS | {"comma", "colon", "dash", "opened", "closed"}
"""What parts a clause from the next."""
_REMARKS: Final = frozenset({
    "man", "black", "white", "comma", "dash", "colon", "semicolon", "other", "newline", "slash", "and", "moved", "goes",
    "mate", "key", "direction", "at_square", "gap", "second", "opened", "closed", "bare_move", "any_of_man",
    "move_in_words", "black_number",
})  # fmt: skip
"""What a remark may hold beside words: nothing that says when, in which order or whether a move is tried."""
_JOINS: Final = frozenset({"refused", "accepted", "yes", "no", "cannot", "sor", "double_slash", "in_order", "order"})
"""What says that a try comes after the one before it."""
_CASES: Final = frozenset({
    "heard", "answer_yes", "answer_no", "otherwise", "all_other", "bare_move", "any_of_man", "move_in_words", "threat",
    "not", "at_square", "direction",
})  # fmt: skip
"""What names a case in full, without a word beside it."""
_SAYS_TRIED: Final = frozenset({"white", "try", "play", "then"})
_GOES_ON: Final = frozenset({"then", "or", "and", "try", "play"})
_SUPPOSES: Final = frozenset({"if", "when", "not", "asked"})


def not_passed_over(unknown: Sequence[Phrase], phrases: Sequence[Phrase], policy: Plan, *, free: bool) -> list[Phrase]:
    """The stretches of unknown words that a proof must not pass over.

    A word that nobody knows may say for which case the next try is, or that it comes before or in place of another. It
    does not where a condition that is understood, or a word that joins, says so; nor behind a move, nor in a sentence
    without a move of White's and without a condition: what it tells there is a remark.  ``free``: the policy leaves an
    order open that matters, and all words behind the key may be on it.  Brackets behind a try are about it; a sentence
    without a move and without a condition of the policy says nothing of a try that has a head of its own.
    """
    flat, page = list(_flat(phrases)), SolutionPage(phrases)
    tries = {stage.span[0] for stage in walk(policy) if isinstance(stage, Try)}
    heads = [each.span for each in walk(policy) if isinstance(each, Branch)]
    moves = [n for n, each in enumerate(flat) if each.start in tries and each.move is not None]
    keyed = bool(moves) and len(policy) == 1 and isinstance(policy[0], Try) and policy[0].turn == 1
    begin = moves[0] + _clause(flat[moves[0]], flat[moves[0] + 1 :]) if keyed else -1
    found = []
    for words in unknown:
        n = next((n for n, each in enumerate(flat) if each.start >= words.start), len(flat))
        if n <= begin or _in_prose(words, phrases, page):
            continue
        if n and flat[n - 1].kind == "order" and words.start <= flat[n - 1].end + 1:  # “in the …… order”
            found.append(words)
            continue
        last = max((m for m in moves if m < n), default=-1)
        after = next((m for m in moves if m >= n), None)
        if not free and (after is None or _joined(flat[after + 1 :])):
            continue
        before, behind = flat[last + 1 : n], flat[n:after]
        apart = (last >= 0 and _in_bracket(before, behind)) or _described(before, behind, heads)
        if free or not (apart or not _leads(words, before, behind, heads, tried=last >= 0)):
            found.append(words)
    return found


def _flat(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """Phrases and what their brackets hold, with a phrase where one opens and closes."""
    for each in phrases:
        if each.inside:
            yield Phrase("opened", "", each.start, each.start, 0, 0)
            yield from each.inside
            yield Phrase("closed", "", each.end, each.end, 0, 0)
        else:
            yield each


def _clause(key: Phrase, phrases: Sequence[Phrase]) -> int:
    """How many phrases there are to the end of the key's clause, with the bracket behind it; none where it has none."""
    if phrases and "!" in key.text and phrases[0].kind not in ("comma", "opened", "dash"):
        return 0
    depth = 0
    for n, each in enumerate(phrases, 1):
        depth += (each.kind == "opened") - (each.kind == "closed")
        if not depth and each.kind != "closed" and (each.kind in _PARTS or each.move is not None):
            return n if each.move is None else 0
    return len(phrases)


def _leads(
    words: Phrase, before: Sequence[Phrase], behind: Sequence[Phrase], heads: Sequence[tuple[int, int]], *, tried: bool
) -> bool:
    """Whether unknown words may say when the next try is made; a clause on the try before (“2.A, which …”) does not.

    :param before: what stands between the try before (``tried``; else the begin) and the words; :param behind: what
        stands between them and the next try; :param heads: the places of the conditions of the policy.
    """
    if behind and behind[0].kind == "heard" and mentions(behind[0].text.split()[-1], "solutions.captured"):
        return True  # “the …… is captured”
    if _parts_from_square(words, before, behind, heads):
        return True
    relative = [each.kind for each in before] == ["comma"] and mentions(words.text.split()[0], "solutions.relative")
    parted = not relative and any(each.kind in _PARTS for each in before)
    if tried and not parted and any(each.kind in _PARTS or each.kind == "then" for each in behind):
        return False  # right behind a try
    start = max((n for n, each in enumerate(before) if _ends(each)), default=-1) + 1
    rest = [*itertools.takewhile(lambda each: not _ends(each), behind)]
    lead = [*before[start:], *rest]
    if len(rest) < len(behind):
        listed = behind[len(rest)].kind == "bullet" and lead[-1:] and lead[-1].kind == "colon"
        kinds = {each.kind for each in lead}
        if kinds <= _REMARKS or (listed and kinds.isdisjoint(_SUPPOSES)):
            return False  # a sentence by itself, or what leads to a list
    if any(each.kind in _JOINS or (each.kind in _CASES and _within(each, heads)) for each in lead):
        return False
    if any(each.kind == "white_move" for each in behind):
        return False  # it is about that one, which is not made
    if any(each.kind == "then" for each in before[start:]):
        return False
    kinds = {each.kind for each in (*_own(reversed(before)), *_own(behind))}
    leads = len(list(_own(behind))) == len(behind) and not kinds.isdisjoint({"white", "try", "play"})
    return not leads or not kinds.isdisjoint(_SUPPOSES)


def _parts_from_square(
    words: Phrase, before: Sequence[Phrase], behind: Sequence[Phrase], heads: Sequence[tuple[int, int]]
) -> bool:
    """“If …… d6”, “capture …… on c1”: whether unknown words stand between a square and what it is the square of.

    The parameters are those of :func:`_leads`.
    """
    last = before[-1] if before else None
    if last is not None and last.kind == "heard" and words.start < last.end:
        return not mentions(last.text.partition(words.text)[2], "solutions.capture")
    square = bool(behind) and (is_square(behind[0]) or behind[0].kind == "at_square") and _within(behind[0], heads)
    return square and any(each.kind in ("if", "when", "heard") for each in _own(reversed(before)))


def _in_bracket(before: Sequence[Phrase], behind: Sequence[Phrase]) -> bool:
    """Whether words stand in a bracket about the try before them, and not at the head of the next one.

    The parameters are those of :func:`_leads`.
    """
    closed = next((n for n, each in enumerate(behind) if each.kind in ("opened", "closed")), None)
    if closed is None or behind[closed].kind == "opened":
        return False
    kinds = [each.kind for each in before]
    opened = max((n for n, kind in enumerate(kinds) if kind == "opened"), default=None)
    if opened is None or "closed" in kinds[opened:]:
        return opened is None  # the try itself stands in the bracket
    return opened == 0 and any(each.kind in _PARTS | _JOINS | _GOES_ON for each in behind[closed + 1 :])


def _described(before: Sequence[Phrase], behind: Sequence[Phrase], heads: Sequence[tuple[int, int]]) -> bool:
    """Whether words stand in a sentence that only describes: without a move, without a condition of the policy; and
    the next try has a head of its own.

    The parameters are those of :func:`_leads`.
    """
    start = max((n for n, each in enumerate(before) if _ends(each)), default=-1) + 1
    end = next((n for n, each in enumerate(behind) if _ends(each)), len(behind))
    if any(_within(each, heads) for each in (*before[start:], *behind[:end])):
        return False
    return any(
        each.kind in _JOINS | _SAYS_TRIED or (each.kind in _CASES and _within(each, heads)) for each in behind[end:]
    )


def _within(phrase: Phrase, places: Sequence[tuple[int, int]]) -> bool:
    return any(low <= phrase.start < high for low, high in places)


def _joined(behind: Sequence[Phrase]) -> bool:
    """“2.A, 2.B if refused”: whether a word behind a try says that it comes after the one before it."""
    return any(each.kind == "refused" for each in _own(behind))


def _own(phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases to the end of the clause."""
    return itertools.takewhile(lambda each: each.kind not in _PARTS, phrases)


def loose(phrases: Sequence[Phrase], policy: Plan) -> list[Phrase]:
    """Words on trying, refusing and ordering, known or not, that may be on the order that a policy leaves open.

    They stand behind the last of several alternatives, or in a clause without a move of White's.
    """
    if not leaves_order(policy):
        return []
    flat = list(_flat(phrases))
    first = next((n for n, each in enumerate(flat) if each.kind in ("or", "slash", "black_number")), len(flat))
    found: list[Phrase] = []
    clause: list[Phrase] = []
    open_ = True  # the tries before have no order
    for n, each in enumerate([*flat, _END]):
        goes_on = each.kind == "blank_line" and clause[-1:] and clause[-1].kind == "colon"
        if goes_on or not (each.kind == "closed" or _ends(each)):
            clause.append(each)
            continue
        moves = [k for k, one in enumerate(clause) if one.kind == "white_move"]
        kinds = {one.kind for one in clause}
        tail = clause[moves[-1] + 1 :] if moves else clause
        about = kinds & {"or", "slash"} if moves else not kinds & _TELLS_CASES
        if n > first and about:
            binding = _ORDERING if moves or each.kind == "closed" or not open_ else _BINDING
            found += [one for one in tail if one.kind in binding][:1]
        if moves:
            open_ = not kinds.isdisjoint({"or", "slash", "black_number"})
        clause = []
    return found


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


def _in_prose(words: Phrase, phrases: Sequence[Phrase], page: SolutionPage) -> bool:
    """Whether words stand beside a phrase of their sentence that has no effect."""
    n = next((n for n, each in enumerate(phrases) if each.end > words.start), len(phrases))
    beside = [each for each in phrases[max(n - 1, 0) : n + 1] if each.kind not in _ENDS]
    return any(page.is_prose(each) for each in beside)


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
    named = named and (heard.square is None or any(isinstance(each, (Captures, Reply)) for each in conditions))
    first = isinstance(failed, Try) and failed.turn == 1
    start = heads[0].span[0] if named else 0 if first else key
    page, others = SolutionPage(phrases), _other_heads(policy, path)
    joining = {each.led_by.start for each in phrases if each.led_by is not None and each.kind in _JOINS}
    reasons = [each.start for each in phrases if each.kind in ("mate", "accepted") and each.start > failed.span[0]]
    for words in unknown:
        behind = words.start > failed.span[0] and (words.start in joining or any(at < words.start for at in reasons))
        if behind or _in_prose(words, phrases, page) or _heads_other(words, phrases, others):
            continue
        if start <= words.start < end:
            return words
        if not named and words.start >= end:
            before = max((at for at in ends if at <= words.start), default=0)
            heads_a_try = not any(before < at < words.start for at in moves) and any(at > words.start for at in moves)
            if heads_a_try:
                return words
    return None


def _other_heads(policy: Plan, path: Sequence[Branch]) -> list[tuple[int, int]]:
    """The places of the conditions that do not lead to a try."""
    return [each.span for each in walk(policy) if isinstance(each, Branch) and each not in path]


def _heads_other(words: Phrase, phrases: Sequence[Phrase], others: Sequence[tuple[int, int]]) -> bool:
    """Whether words stand in a clause whose condition, which is understood, is for another case."""
    n = next((n for n, each in enumerate(phrases) if each.start >= words.start), len(phrases))
    clause = [*_own(reversed(phrases[:n])), *_own(phrases[n:])]
    return any(each.kind in _CASES and _within(each, others) for each in clause)


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
