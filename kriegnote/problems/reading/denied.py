"""Finds the words that may say that a try of a policy is not made, or that it does not mate.

A text that names a try need not recommend it: “nobody plays 2.Qg7”, “2.Qg7 fails”, “2.Qg7 would be a mistake”.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Try
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.page import SolutionPage
from kriegnote.problems.reading.phrases import Phrase

PARTS: Final = ENDS | {"comma", "colon", "dash", "opened", "closed"}
"""Kinds of phrases between two clauses."""
JOINS: Final = frozenset(
    {"refused", "accepted", "yes", "no", "cannot", "sor", "double_slash", "in_order", "order", "in_vain"}
)
"""Kinds of phrases that say that a try comes after the one before it."""
_DENIED: Final = frozenset({"white_move", "bare_move", "mate"})
"""Kinds of phrases that *without* denies."""
_LINKS: Final = JOINS | {"then", "or", "otherwise"}
_DENIES: Final = frozenset({"not", "cannot", "supposed", "refused"})
_SUPPOSES: Final = frozenset({"if", "unless", "because"})
_LEAVES: Final = _SUPPOSES | {
    "when", "and", "or", "then", "announced", "opened", "closed", "white_move", "bare_move", "black_number", "order",
    "in_order", "any_order",
}  # fmt: skip
"""Kinds of phrases in a sentence behind which the try before them is no longer spoken of."""
_LEADS_NOT: Final = (PARTS | _LEAVES) - {"when"}
"""Kinds of phrases before which the try behind them is not spoken of yet (“nobody mates *with* 2.Qg7”)."""


@dataclass(frozen=True)
class TriesInText:
    """The tries of a policy in the text.

    ``phrases``: those of the text, with the contents of brackets in place.  ``tries``: the tries by the offsets of
    their phrases.  ``heads``: the spans of the conditions of the policy.
    """

    phrases: Sequence[Phrase]
    tries: Mapping[int, Try]
    heads: Sequence[tuple[int, int]]

    @cached_property
    def moves(self) -> list[int]:
        """The indices of the phrases that are tries."""
        return [n for n, each in enumerate(self.phrases) if each.start in self.tries]

    def denials(self, page: SolutionPage) -> Iterator[Phrase]:
        """The phrases that deny a try, or only suppose it, outside conditions and prose."""
        for n, each in enumerate(self.phrases):
            after = self.phrases[n + 1].kind if n + 1 < len(self.phrases) else "stop"
            object_ = mentions(each.text, "details.nothing") and n and self.phrases[n - 1].kind not in PARTS
            if (mentions(each.text, "details.without") or (object_ and after != "play")) and after not in _DENIED:
                continue  # “1.Qb2 leaves Black without a good waiting move”, “1.Qb2 threatens nothing”
            if each.kind not in _DENIES or page.is_prose(each) or within(each, self.heads):
                continue
            if each.kind == "not" and after == "white_move" and self.phrases[n + 1].start not in self.tries:
                continue  # “2.Qf7 mate, not 2.Qe6+?”
            lead = {one.kind for one in takewhile(lambda one: one.kind not in PARTS, reversed(self.phrases[:n]))}
            bracketed = each.kind == "refused" and n > 0 and self.phrases[n - 1].kind == "opened"  # “2.A (illegal)”
            supposed = not lead.isdisjoint(_SUPPOSES | {"when"}) or after in _SUPPOSES
            refused, later = each.kind == "refused", each.kind == "supposed"
            if not supposed and self.may_be_denied(n - bracketed, later=later, ahead=not refused):
                yield each

    def may_be_denied(self, n: int, *, later: bool = True, ahead: bool = True) -> bool:
        """Whether words before the phrase at an index speak of a try that the text does not suppose to be made.

        They speak of it if they are in its clause, or behind it in its sentence.  It is supposed if it is made in vain,
        if it is one of a row of which one follows when the other is refused, or if the next turn follows.

        :param later: the next turn counts.
        :param ahead: the words may be before the try; a refusal there is that of another one.
        """
        before, after = max((m for m in self.moves if m < n), default=None), self._next(n)
        if ahead and after is not None and all(each.kind not in _LEADS_NOT for each in self.phrases[n:after]):
            leads = before is not None and self._is_row(before, after)
            return not (leads or self._try(after).vain or self._goes_on(after, later=later))
        behind = self.phrases[n if before is None else before + 1 : n]
        if before is None or ends(self.phrases[before]) or any(each.kind in _LEAVES or ends(each) for each in behind):
            return False
        return not (self._try(before).vain or self._goes_on(before, later=later))

    def _next(self, n: int) -> int | None:
        """The first index of a try from an index on; None if there is none."""
        return next((m for m in self.moves if m >= n), None)

    def _try(self, m: int) -> Try:
        return self.tries[self.phrases[m].start]

    def _goes_on(self, m: int, *, later: bool) -> bool:
        """Whether the text goes on behind a try as if it were made."""
        follows = self._next(m + 1)
        if follows is None:
            return False
        return self._is_row(m, follows) or (later and self._try(m).turn < self._try(follows).turn)

    def _is_row(self, one: int, other: int) -> bool:
        """Whether the second of two tries is made in the same case if the first is refused."""
        between = self.phrases[one + 1 : other]
        linked = any(each.kind in _LINKS for each in between) and not any(within(each, self.heads) for each in between)
        return linked and self._try(one).turn == self._try(other).turn


def flattened(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases with the contents of brackets in place, between phrases for the opening and the closing bracket."""
    for each in phrases:
        if each.kind == "bracket":
            yield Phrase("opened", "", each.start, each.start, 0, 0)
            yield from flattened(each.inside)
            yield Phrase("closed", "", each.end, each.end, 0, 0)
        else:
            yield each


def within(phrase: Phrase, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a phrase begins within one of some spans."""
    return any(low <= phrase.start < high for low, high in places)


def ends(phrase: Phrase) -> bool:
    """Whether a phrase ends a sentence: a stop, or a key with an exclamation mark."""
    return phrase.kind in ENDS or (phrase.move is not None and "!" in phrase.text)
