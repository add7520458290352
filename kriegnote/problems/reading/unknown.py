"""Decides which of the words that were not understood may affect a verdict.

A human reader who meets an unknown word can still follow the moves.  But if the word may say when a try is made, he
calls the solution neither right nor wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import (
    Branch,
    Either,
    Fork,
    Plan,
    Reply,
    Try,
    walk,
)
from kriegnote.problems.reading.denied import JOINS, PARTS, TriesInText, ends, flattened, within
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.page import JOINING, SolutionPage
from kriegnote.problems.reading.phrases import Phrase, is_square

_REMARKS: Final = frozenset({
    "man", "black", "white", "comma", "dash", "colon", "semicolon", "other", "newline", "slash", "and", "moved", "goes",
    "mate", "key", "direction", "at_square", "gap", "second", "opened", "closed", "bare_move", "any_of_man",
    "move_in_words", "black_number",
})  # fmt: skip
"""Kinds of phrases in a remark: nothing that says when, in which order or whether a move is tried."""
_CASES: Final = frozenset({
    "announced", "answer_yes", "answer_no", "otherwise", "all_other", "bare_move", "any_of_man", "move_in_words",
    "threat", "not", "at_square", "direction",
})  # fmt: skip
"""Kinds of phrases that name a case completely."""
_CONDITIONS: Final = _CASES | JOINS | {"man", "moved", "asked", "umpire_speaks", "black_moved", "black_number"}
"""Kinds of phrases that are understood in a condition."""
_SAYS_TRIED: Final = frozenset({"white", "try", "play", "then"})
_GOES_ON: Final = frozenset({*JOINING, "try", "play"})
_SUPPOSES: Final = frozenset({"if", "when", "not", "asked"})


def not_passed_over(
    unknown: Sequence[Phrase],
    phrases: Sequence[Phrase],
    policy: Plan,
    *,
    free: bool,
    any_order: Callable[[Phrase], bool],
) -> list[Phrase]:
    """The stretches of unknown words that a proof must not ignore, and the phrases that deny a try of the policy.

    An unknown word may say for which case the next try is, that it comes before or instead of another one, or that a
    try is not made or does not mate.

    :param free: the policy leaves open an order of tries that matters; then any words after the key may be about it.
    :param any_order: whether the policy is proven in any order of the tries that words in a bracket are about.
    """
    flat, page = [*flattened(phrases)], SolutionPage(phrases)
    tries = {stage.span[0]: stage for stage in walk(policy) if isinstance(stage, Try)}
    heads = [each.span for each in walk(policy) if isinstance(each, Branch)]
    in_text = TriesInText(flat, tries, heads)
    moves = in_text.moves
    keyed = bool(moves) and len(policy) == 1 and isinstance(policy[0], Try)
    behind = flat[moves[0] + 1 : min(moves[1:], default=len(flat))] if keyed else []
    begin = moves[0] + _clause(flat[moves[0]], behind) if keyed else -1
    found = []
    for words in unknown:
        n = next((n for n, each in enumerate(flat) if each.start >= words.start), len(flat))
        last = max((m for m in moves if m < n), default=-1)
        after = next((m for m in moves if m >= n), len(flat))
        about = _About(words, flat[last + 1 : n], flat[n:after], heads, tried=last >= 0)
        if in_prose(words, phrases, page) or (n <= begin and not (about.tried and about.is_head())):
            continue
        ordered = n and flat[n - 1].kind == "order" and words.start <= flat[n - 1].end + 1  # “nell'ordine ……”
        noun = n < len(flat) and flat[n].kind == "order" and flat[n].text.isalpha()
        leads = flat[n].led_by if noun else None  # “in the …… order”
        ordered = ordered or (leads is not None and leads.start <= words.start < leads.end)
        ordered = ordered and not (about.is_in_bracket() and any_order(words))
        is_last = after == len(flat) or any(each.kind == "refused" for each in _own(flat[after + 1 :]))
        is_condition = about.is_head() or (last >= keyed + min(moves, default=0) and about.is_condition())
        decides = ordered or free or is_condition or not (is_last or about.says_nothing_of_what_comes())
        if decides or in_text.may_be_denied(n):
            found.append(words)
    return [*found, *in_text.denials(page)]


def _clause(key: Phrase, phrases: Sequence[Phrase]) -> int:
    """The number of phrases to the end of the clause of the key, a bracket after it included; 0 if it has none."""
    if phrases and "!" in key.text and phrases[0].kind not in ("comma", "opened", "dash"):
        return 0
    depth = 0
    for n, each in enumerate(phrases, 1):
        depth += (each.kind == "opened") - (each.kind == "closed")
        if not depth and each.kind != "closed" and (each.kind in PARTS or each.move is not None):
            return n if each.move is None else 0
    return len(phrases)


@dataclass
class _About:
    """The context of a stretch of unknown words.

    ``before``: the phrases since the try before, or since the beginning if there is none (``tried`` is False).
    ``behind``: the phrases up to the next try.  ``heads``: the spans of the conditions of the policy.
    """

    words: Phrase
    before: Sequence[Phrase]
    behind: Sequence[Phrase]
    heads: Sequence[tuple[int, int]]
    tried: bool

    def says_nothing_of_what_comes(self) -> bool:
        """Whether the words do not say when the next try is made.

        So it is if other phrases beside them do, if they are about the try before, or if they are a separate sentence.
        """
        if self._is_in_bracket_before_try():
            return False
        begin = next((n for n, each in enumerate(reversed(self.before)) if ends(each)), len(self.before))
        said_before = self.before[len(self.before) - begin :]
        said_behind = [*itertools.takewhile(lambda each: not ends(each), self.behind)]
        sentence, rest = [*said_before, *said_behind], self.behind[len(said_behind) :]
        decided = any(each.kind in JOINS or self._is_case(each) for each in sentence)
        decided = decided or any(each.kind == "white_move" for each in self.behind)  # one that is not made
        if self.is_in_bracket() or (rest and self._is_apart(sentence, rest)):
            return True
        if self._parts_from_square():
            return False
        if self._is_about_the_try_before() or decided:
            return True
        if rest and {each.kind for each in sentence} <= _REMARKS:
            return True
        if any(each.kind == "then" for each in said_before):
            return True
        clause = {each.kind for each in (*_own(reversed(self.before)), *_own(self.behind))}
        leads = len([*_own(self.behind)]) == len(self.behind) and not clause.isdisjoint({"white", "try", "play"})
        return leads and clause.isdisjoint(_SUPPOSES)

    def _is_case(self, each: Phrase) -> bool:
        """Whether a phrase names a case completely, within a condition of the policy."""
        return each.kind in _CASES and within(each, self.heads)

    def _is_apart(self, sentence: Sequence[Phrase], rest: Sequence[Phrase]) -> bool:
        """Whether a sentence has no condition of the policy, and the next try has a head of its own."""
        if any(within(each, self.heads) for each in sentence):
            return False
        return any(each.kind in JOINS | _SAYS_TRIED or self._is_case(each) for each in rest)

    def _is_about_the_try_before(self) -> bool:
        """Whether the words are directly after a try, apart from the next: “2.A …, 2.B”, “2.A, which …, 2.B”."""
        relative = [each.kind for each in self.before] == ["comma"] and mentions(
            self.words.text.split()[0], "solutions.relative"
        )
        kinds = [each.kind for each in self.before]
        explained = [kind for kind in kinds[:2] if kind not in ("comma", "dash")][:1] in (["mate"], ["accepted"])
        explained = explained and not {"if", "when"}.isdisjoint(kinds) and PARTS.isdisjoint(kinds[2:])
        near = self.tried and (relative or explained or not any(each.kind in PARTS for each in self.before))
        return near and any(each.kind in PARTS or each.kind == "then" for each in self.behind)

    def is_condition(self) -> bool:
        """Whether the words are the whole of a condition of a try in their sentence: “2.A if …, 2.B”, “2.A (if …)”.

        An explanation is none (“2.A, mate if …”); *when*, which may be *on* or *with*, leads one only behind a try.
        """
        kinds = [each.kind for each in itertools.takewhile(_is_near, reversed(self.before))]
        near = len(kinds) == len(self.before)
        joined = not (any(map(ends, self.before)) and any(map(ends, self.behind)))
        cued = kinds[:1] in (["if"], ["unless"]) or (near and kinds[:1] == ["when"])
        alone = _CONDITIONS.isdisjoint(each.kind for each in _own(self.behind))
        return joined and cued and alone and {"mate", "because"}.isdisjoint(kinds)

    def is_head(self) -> bool:
        """Whether the words are the whole head of the next try, or of a question: “Zorbla: 2.A”, “Zorbla: ‘Any?’”."""
        kinds = [each.kind for each in self.behind]
        asks = kinds[:1] in (["colon"], ["dash"]) and kinds[1:2] in (["asked"], ["answer_yes"], ["answer_no"])
        passed = ("not", "newline", "when", "if") if asks else ("not", "newline")
        lead = [*_own(each for each in reversed(self.before) if each.kind not in passed)]
        begins = not lead and (not self.before or self.before[-1].kind != "comma" or len(self.before) == 1)
        return begins and (asks or kinds in (["colon"], ["dash"]))

    def _parts_from_square(self) -> bool:
        """Whether the words are within a condition: “if … d6”, “capture … on c1”, “the … is captured”."""
        last, after = self.before[-1] if self.before else None, self.behind[0] if self.behind else None
        if after is not None and after.kind == "announced" and mentions(after.text.split()[-1], "solutions.captured"):
            return True
        if last is not None and last.kind == "announced" and self.words.start < last.end:
            return not mentions(last.text.partition(self.words.text)[2], "solutions.capture")
        square = after is not None and (is_square(after) or after.kind == "at_square") and within(after, self.heads)
        return square and any(each.kind in ("if", "when", "announced") for each in _own(reversed(self.before)))

    def _is_in_bracket_before_try(self) -> bool:
        """Whether the words are in a bracket between a word that joins two tries and the second of them."""
        opened = next((n for n, each in enumerate(self.before) if each.kind == "opened"), 0)
        closed = next((n for n, each in enumerate(self.behind) if each.kind == "closed"), -1)
        return opened > 0 and closed == len(self.behind) - 1 and self.before[opened - 1].kind in JOINING

    def is_in_bracket(self) -> bool:
        """Whether the words are in a bracket about the try before them, not in one that is the head of the next try."""
        closed = next((n for n, each in enumerate(self.behind) if each.kind in ("opened", "closed")), None)
        if not self.tried or closed is None or self.behind[closed].kind == "opened":
            return False
        kinds = [each.kind for each in self.before]
        return "opened" not in kinds or (
            kinds[0] == "opened" and any(each.kind in PARTS | JOINS | _GOES_ON for each in self.behind[closed + 1 :])
        )


def _is_near(phrase: Phrase) -> bool:
    """Whether a phrase may stand between a try and a condition of it."""
    return phrase.kind == "opened" or phrase.kind not in PARTS


def _own(phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases up to the end of the clause."""
    return itertools.takewhile(lambda each: each.kind not in PARTS, phrases)


def loose(phrases: Sequence[Phrase], policy: Plan) -> list[Phrase]:
    """The phrases on trying, refusing and ordering that may be about the order that a policy leaves open.

    They follow the last of several alternatives, or are in a clause without a move of White's.
    """
    flat = [*flattened(phrases), Phrase("stop", "", 0, 0, 0, 0)]
    first = next((n for n, each in enumerate(flat) if each.kind in ("or", "slash", "black_number")), len(flat))
    found: list[Phrase] = []
    clause: list[Phrase] = []
    open_ = True  # the order of the tries before is open
    for n, each in enumerate(flat):
        if not (each.kind == "closed" or ends(each)):
            clause.append(each)
            continue
        moves = [k for k, one in enumerate(clause) if one.kind == "white_move"]
        kinds = {one.kind for one in clause}
        tail = clause[moves[-1] + 1 :] if moves else clause
        about = kinds & {"or", "slash"} if moves else not kinds & _NAMES_CASES
        if n > first and about:
            binding = _BINDING if open_ and not moves else _ORDERING
            found += [one for one in tail if one.kind in binding][:1]
        if moves:
            open_ = not kinds.isdisjoint({"or", "slash", "black_number"})
        clause = []
    return found


_NAMES_CASES: Final = frozenset(
    {"announced", "asked", "yes", "no", "answer_yes", "answer_no", "otherwise", "all_other", "black_number"}
)
_ORDERING: Final = frozenset({"try", "in_order", "order", "second"})
_BINDING: Final = _ORDERING | {"refused", "if", "cannot", "then"}


def leaves_order(policy: Plan) -> bool:
    """Whether a policy leaves an order of tries open: it has alternatives, or several branches for Black's replies."""
    return any(
        isinstance(each, Either)
        or (isinstance(each, Fork) and any(isinstance(when, Reply) for b in each.branches[1:] for when in b.when))
        for each in walk(policy)
    )


def in_prose(words: Phrase, phrases: Sequence[Phrase], page: SolutionPage) -> bool:
    """Whether words are beside a phrase of the same sentence that is prose."""
    n = next((n for n, each in enumerate(phrases) if each.end > words.start), len(phrases))
    beside = [each for each in phrases[max(n - 1, 0) : n + 1] if each.kind not in ENDS]
    return any(page.is_prose(each) for each in beside)
