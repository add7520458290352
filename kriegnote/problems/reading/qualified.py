"""Finds qualifications of tries that have no part in a policy: predicates, adverbials, conditions, restrictions.

An explanation tells of Black's men and moves (“2.Qd5, as the knight guards c6”, “2.Rb3, mate if the pawn has moved”):
White cannot see these, so that nothing depends on it.  A qualification tells of the try itself (“2.Qh6 is pointless”,
“2.Bxf5 two moves later”), of White (“if White wishes to lose”) or restricts the case (“but only on h1”).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, takewhile
from typing import Final

from kriegnote.lexicon import mentions, read_number
from kriegnote.parsing import Terminals
from kriegnote.problems.policy import Branch, Plan, Try, walk
from kriegnote.problems.reading.denied import JOINS, PARTS, flattened, within
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.phrases import Phrase, is_square

_CUES: Final = frozenset({"if", "unless"})
_OF_WHITE: Final = frozenset({"white", "gap", "key", "announced", "accepted", "newline", "not"})
"""Kinds of phrases in a condition that tells of White, or of nothing that is understood."""
_HEARD: Final = frozenset({"announced", "at_square", "direction", "umpire_speaks"})
_LEADS: Final = ENDS | {"remark", "colon", "not", "other", "opened"}
"""Kinds of phrases before a condition that is a sentence (“Note: not if …”)."""
_PUT_IN: Final = (["comma", "comma", "refused"], ["comma", "comma", "accepted"])
"""Kinds of phrases behind the cue of “unless it, too, is refused”."""
_WORD: Final = Terminals("common")


def qualifications(phrases: Sequence[Phrase], words: Sequence[Phrase], policy: Plan) -> list[Phrase]:
    """The qualifications of tries of a policy that are no part of it.

    :param words: the stretches of words without a meaning, known or not.
    """
    flat = [*flattened(phrases)]
    heads = [each.span for each in walk(policy) if isinstance(each, Branch)]
    tries = {each.span[0] for each in walk(policy) if isinstance(each, Try)}
    text = _Qualified(flat, {each.start: each for each in words}, heads, tries)
    found = [*text.predicates(), *text.conditions(), *text.restrictions(), *text.exceptions()]
    return sorted({each.start: each for each in found}.values(), key=lambda each: each.start)


@dataclass
class _Qualified:
    """A text: its phrases, the words without a meaning by their offsets, and the parts of the policy in it."""

    flat: Sequence[Phrase]
    words: dict[int, Phrase]
    heads: Sequence[tuple[int, int]]
    tries: set[int]

    def predicates(self) -> Iterator[Phrase]:
        """What is said of a try directly behind it, up to the end of its clause, and is no approval."""
        for n, each in enumerate(self.flat):
            if each.start not in self.tries or each.number == 1 or is_square(each):
                continue  # “since e3 is empty”
            m, said = n, [self._between(n)]
            while self._kind(m + 1) in ("mate", "when"):  # “2.A mates on the third move”
                m += 1
                said += [self.flat[m] if self.flat[m].kind == "when" else None, self._between(m)]
            words = [one for one in said if one is not None]
            if self._kind(m + 1) in (*PARTS, "end") and _qualifies(" ".join(one.text for one in words)):
                yield words[0]

    def conditions(self) -> Iterator[Phrase]:
        """The conditions behind a try that tell of White, or of nothing that is understood."""
        for n, each in enumerate(self.flat):
            if each.kind not in _CUES and not (each.kind == "when" and mentions(each.text, "details.only_if")):
                continue
            clause = [*takewhile(lambda one: one.kind not in PARTS, self.flat[n + 1 :])]
            kinds = {one.kind for one in clause}
            if not clause and [self._kind(m) for m in range(n + 1, n + 4)] in _PUT_IN:
                continue
            said = [one for m in range(n, n + len(clause) + 1) if (one := self._between(m)) is not None]
            whole = not any(one.move is not None for one in clause) and (kinds == {"white"} or bool(said))
            alone = "white" in kinds or kinds <= {"gap"}
            if whole and alone and kinds <= _OF_WHITE and self._is_behind(n) and not self._is_in_policy(each, clause):
                yield replace(each, end=max(one.end for one in (each, *clause, *said)))

    def restrictions(self) -> Iterator[Phrase]:
        """The announcements behind a try to which its case is restricted, if no head of the policy has them."""
        for n, each in enumerate(self.flat):
            said = self._between(n - 1)
            if said is None or not mentions(said.text, "details.solely"):
                continue
            led = each.kind in ("when", *_CUES) and self._between(n) is not None
            if led and self._kind(n + 1) in PARTS:  # “silence, but only on Mondays: …”
                yield said
            if each.kind not in _HEARD:
                continue
            if self._is_behind(n) and not (within(each, self.heads) or within(said, self.heads)):
                yield said

    def exceptions(self) -> Iterator[Phrase]:
        """The sentences that are nothing but a condition (“* Unless h1 was taken.”), or an exception in a clause."""
        begin = 0
        for n, each in enumerate(self.flat):
            if each.kind == "unless" and mentions(self._joined(n), "details.except_that"):
                yield each
            if each.kind not in ENDS and n + 1 < len(self.flat):
                continue
            sentence = [*dropwhile(lambda one: one.kind in _LEADS, self.flat[begin : n + 1])]
            sentence = [one for one in sentence if one.kind not in ENDS]
            first, begin = next(iter(sentence), None), n + 1
            if first is None or first.kind not in _CUES or not any(start < first.start for start in self.tries):
                continue
            told = any(one.kind in _HEARD for one in sentence) or {one.kind for one in sentence[1:]} <= {"white", "gap"}
            told = (told and len(sentence) > 1) or first.kind == "unless"
            apart = {"colon", *JOINS, *(["comma"] if first.kind == "if" else [])}
            bare = all(one.move is None and one.kind not in apart for one in sentence)
            if bare and told and not self._is_in_policy(first, sentence):
                yield replace(first, end=sentence[-1].end)

    def _is_in_policy(self, cue: Phrase, clause: Sequence[Phrase]) -> bool:
        return any(within(one, self.heads) for one in (cue, *clause))

    def _is_behind(self, n: int) -> bool:
        """Whether a try or a question precedes a phrase in its sentence."""
        before = takewhile(lambda one: one.kind not in ENDS, reversed(self.flat[:n]))
        return any(one.kind == "asked" or (one.start in self.tries and one.number != 1) for one in before)

    def _kind(self, n: int) -> str:
        return self.flat[n].kind if n < len(self.flat) else "end"

    @cached_property
    def _starts(self) -> list[int]:
        """The offsets of the words without a meaning, in their order."""
        return sorted(self.words)

    def _between(self, n: int) -> Phrase | None:
        """The words without a meaning between a phrase and the next; None if there are none."""
        if n < 0:
            return None
        found = bisect_left(self._starts, self.flat[n].end)
        start = self._starts[found] if found < len(self._starts) else None
        before_next = start is not None and (n + 1 == len(self.flat) or start < self.flat[n + 1].start)
        return self.words[start] if start is not None and before_next else None

    def _joined(self, n: int) -> str:
        """A phrase with the words behind it."""
        said = self._between(n)
        return self.flat[n].text if said is None else f"{self.flat[n].text} {said.text}"


def _qualifies(text: str) -> bool:
    """Whether words behind a try are a predicate or an adverbial of it, and not all of them are known to approve."""
    words = [each for each in _WORD["WORD_OR_SIGN"].findall(text.lower()) if each.isalnum()]
    if not words or all(mentions(each, "details.approving") for each in words):
        return False
    leads = mentions(words[0], "details.qualifying") or read_number(words[0]) is not None
    return leads or mentions(words[-1], "details.at_a_time")
