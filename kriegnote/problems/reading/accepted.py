"""Finds stages of a policy that the text makes if a try before them is accepted, which no plan can mean.

A condition belongs to the stage that it governs wherever it stands: before it, behind it, in a bracket, in the head of
a list or of a table, or joined to a remark.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Branch, Condition, Fork, Node, Plan, Played, Reply, Try, walk
from kriegnote.problems.reading.denied import PARTS, ends, flattened, within
from kriegnote.problems.reading.exceptions import CUES
from kriegnote.problems.reading.phrases import Phrase

_FATES: Final = frozenset({"accepted", "yes", "refused", "no"})
_DENIES: Final = frozenset({"not", "no", "cannot", "refused", "otherwise", "all_other"})
_TURNS: Final = frozenset({"if", "unless", "sor", "otherwise", "all_other", "mate", "double_slash"})
"""Kinds of phrases at which a condition before them no longer holds."""
_GOES_ON: Final = (["comma", "then"], ["semicolon", "then"], ["comma", "when"])
"""Kinds of phrases behind “2.A unless it is refused” that say what is done then."""
_HEADS: Final = frozenset({"colon", "newline", "blank_line", "bullet", "dash"})
"""Kinds of phrases between the head of a list or of a table and the first move in it."""


@dataclass
class _Rows:
    """Where the stages of a policy begin in the text.

    ``begins``: the number of its row for the offset of each.  ``behind``: the offsets of those that are made only if
    another one of their row is refused.  ``parted``: the rows that have such a stage.
    """

    begins: dict[int, int] = field(default_factory=dict)
    behind: set[int] = field(default_factory=set)
    parted: set[int] = field(default_factory=set)
    count: int = 0

    def add(self, plan: Plan, *, behind: bool = False) -> None:
        """Adds the stages of a plan.

        :param behind: the whole plan is for the case that another try of the same turn is refused.
        """
        row = self.count = self.count + 1
        for n, stage in enumerate(plan):
            if isinstance(stage, Try):
                self._add(stage, row, behind=behind)
                self.add(stage.then or ())
            elif isinstance(stage, Fork):
                for k, branch in enumerate(stage.branches):
                    other = n + k > 0 and not any(map(_is_heard, branch.when))
                    self._add(branch, row, behind=behind or other)
                    self.add(branch.plan, behind=behind)
            else:
                for k, option in enumerate(stage.options):
                    self.add(option, behind=behind or k > 0)
            behind = behind or not isinstance(stage, Fork)

    def _add(self, node: Node, row: int, *, behind: bool) -> None:
        self.begins[node.span[0]] = row
        if behind:
            self.behind.add(node.span[0])
            self.parted.add(row)

    def is_each(self, first: Phrase, before: Phrase | None) -> bool:
        """Whether a condition at the head of a list is that of each try in it, not that of the list.

        It is if no try before it may be refused, so that it can only be about those in the list.

        :param first: the first phrase of the list.
        :param before: the last stage before it; None if the key is in the list.
        """
        row = self.begins.get(first.start)
        if before is None:
            return row is not None and bool(self.behind)
        return row in self.parted and self.begins[before.start] not in self.parted


def led_by_acceptance(phrases: Sequence[Phrase], policy: Plan) -> Iterator[Phrase]:
    """The conditions of a text on which a stage of its policy is made if one before it is accepted.

    What is said of a try in its own clause is no condition of the next one (“2.A succeeds, then 2.B”).
    """
    words, rows = [*flattened(phrases)], _Rows()
    heads = [each.span for each in walk(policy) if isinstance(each, Branch) and any(map(_is_heard, each.when))]
    for n, word in enumerate(words):
        if word.kind in _FATES and not within(word, heads) and _accepts(words, n):
            if not rows.begins:
                rows.add(policy)
            if _Acceptance(words, n, rows).governs():
                yield word


def _is_heard(condition: Condition) -> bool:
    """Whether White knows that a condition holds; else what he does there is one of the plans that he may try."""
    return not isinstance(condition, (Reply, Played))


def _accepts(words: Sequence[Phrase], n: int) -> bool:
    """Whether the phrase at an index says that a try is accepted."""
    clause = [each.kind for each in _clause(words, n)]
    if "unless" in clause:
        low, behind = n - len(clause), [each.kind for each in words[n + 1 : n + 3]]
        if behind[:1] == ["colon"] or behind in _GOES_ON:
            return words[n].kind in ("accepted", "yes")  # “2.A, unless it is illegal: then 2.B”
        if [each.kind for each in words[max(low - 2, 0) : low]] == ["mate", "comma"]:
            return False
        return words[n].kind == "no" or mentions(words[n].text, "solutions.refused")  # “a meno che non sia rifiutata”
    said = takewhile(lambda kind: kind != "and", clause)
    return words[n].kind in ("accepted", "yes") and _DENIES.isdisjoint(said)  # “neither is accepted”


@dataclass
class _Acceptance:
    """An acceptance at an index ``n`` of the phrases of a text, whose policy has certain ``rows``."""

    words: Sequence[Phrase]
    n: int
    rows: _Rows

    def governs(self) -> bool:
        """Whether it is the condition of a stage behind another one of its row."""
        clause = [*_clause(self.words, self.n)]
        kinds = {each.kind for each in clause}
        led = mentions(self.words[self.n].text, "solutions.if")  # “se va”
        supposed = led or not kinds.isdisjoint(CUES)
        own = next(filter(self._is_stage, clause), None)
        joint, tried = (self.words[max(self.n - len(clause) - k, 0)] for k in (1, 2))
        bracketed = joint.kind == "opened" and self._is_stage(tried)
        ahead = self._ahead(_TURNS | {"closed"} if bracketed else _TURNS)
        if "mate" in kinds or ahead.kind == "mate":
            return False  # “2.B, mate if it is accepted”, “if it is accepted it mates; 2.B”
        if own is not None:
            return supposed and own.start in self.rows.behind  # “2.B if it is accepted”
        if supposed and self._heads_list():
            return True
        if self._is_stage(ahead):
            return ahead.start in self.rows.behind
        begins = bool(clause) and clause[-1].kind == "when" and clause[-1].start <= joint.end + 1
        closes = begins and all(map(_ends, self.words[self.n + 1 : self.n + 2]))  # not “2.B, when accepted, is mate”
        joined = joint.kind in ("comma", "dash") and ("if" in kinds or led or closes)  # “2.B, if it is accepted”
        return supposed and (bracketed or joined) and tried.start in self.rows.behind

    def _is_stage(self, phrase: Phrase) -> bool:
        return phrase.start in self.rows.begins

    def _ahead(self, turns: Collection[str]) -> Phrase:
        """The next stage, or the phrase before it at which the condition ends; behind a question, its first answer."""
        asked = False
        for each in _from(self.words, self.n + 1):
            asked = asked or each.kind == "asked"
            if self._is_stage(each) or (not asked and (each.kind in turns or _ends(each))):
                return each
        return self.words[self.n]

    def _heads_list(self) -> bool:
        """Whether it is in the head of a list or of a table, as the condition of each try in it."""
        k = self.n + 1
        while k < len(self.words) and self.words[k].kind not in PARTS | _HEADS:
            k += 1
        first = next((each for each in _from(self.words, k) if each.kind not in _HEADS), self.words[self.n])
        before = next((self.words[m] for m in range(self.n - 1, -1, -1) if self._is_stage(self.words[m])), None)
        return self.words[k : k + 1] != [first] and self.rows.is_each(first, before)


def _clause(words: Sequence[Phrase], n: int) -> Iterator[Phrase]:
    """The phrases of the clause before an index, the last first."""
    return takewhile(lambda each: each.kind not in PARTS, (words[k] for k in range(n - 1, -1, -1)))


def _from(words: Sequence[Phrase], n: int) -> Iterator[Phrase]:
    """The phrases from an index on, without copying."""
    return (words[k] for k in range(n, len(words)))


def _ends(phrase: Phrase) -> bool:
    """Whether a phrase ends a sentence, and is no question (“Accepted? 2.B”)."""
    return ends(phrase) and "?" not in phrase.text
