"""Finds the order of one row of tries from all that a text says of it.

Everything becomes pairs of tries, of which one is made before the other: ordinals (“second 2.A, first 2.B”), what
precedes what (“2.A once 2.B is refused”, “2.A, but before that 2.B”), and a reversed row (“2.A, 2.B, starting with the
last”).  The row is put in the first order that agrees with all pairs; tries of which nothing is said keep their printed
order.  Pairs that contradict each other are doubts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations, pairwise, product, takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.reading.builder import DraftTry
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.phrases import Phrase

FIRST: Final = 1
LAST: Final = 99
"""The ranks of the tries that are said to be made first and last."""
_RANKS: Final = {n: f"ordinals.{n}" for n in range(1, 7)}
_RANKED: Final = frozenset({"then", "in_order"})
"""Kinds of phrases that may be ordinals."""
_REFUSALS: Final = frozenset({"refused", "otherwise", "sor", "double_slash"})
_LEAVES: Final = _REFUSALS | {"if", "when", "unless", "accepted", "and", "or", "reversed", "before"}
"""Kinds of phrases behind which an ordinal or its try is no longer spoken of."""
_PARTS: Final = frozenset({"colon", "dash"})
_VERBS: Final = frozenset({"try", "play", "white", "comma", "mate", "moved", "then"})
"""Kinds of phrases between a try and what is said to be before it."""
_NAMES: Final = frozenset(
    {"white_move", "bare_move", "and", "or", "comma", "try", "newline", "umpire_speaks", "black", "order"}
)
"""Kinds of phrases in a clause that says which tries were made before."""

_OTHERS: Final = frozenset({"man", "moved", "all_other"})
"""Kinds of phrases by which a clause speaks of all other tries: “only after both king moves have been refused”."""

Pair = tuple[int, int]
"""The offsets of two tries, the one that is made first and the one that is made after it."""


def rank_of(word: Phrase) -> int | None:
    """The rank that an ordinal gives to a try; None if a phrase is no ordinal."""
    if word.kind not in _RANKED:
        return None
    if mentions(word.text, "details.ranked_last"):
        return LAST
    if mentions(word.text, "details.ranked_first"):
        return FIRST
    if word.text[0].isdecimal():
        return int(word.text[0])  # “2nd”
    return next((rank for rank, name in _RANKS.items() if mentions(word.text, name)), None)


def is_denied(flat: Sequence[Phrase], n: int) -> bool:
    """Whether a negation is directly before a word for an order (“not in this order”)."""
    lead = takewhile(lambda each: each.kind not in ENDS | {"comma", "colon"} and each.move is None, flat[n - 1 :: -1])
    return any(each.kind in ("not", "cannot") for _, each in zip(range(2), lead, strict=False)) if n else False


def _by_place(printed: Sequence[int], ranks: dict[int, int]) -> list[int] | None:
    """Tries by the places that ordinals give them, the others in printed order between; None if some do not fit."""
    count = len(printed)
    places = {min(rank, count) if rank == LAST else rank: start for start, rank in ranks.items() if start in printed}
    if len(places) < sum(start in printed for start in ranks) or max(places, default=0) > count:
        return None
    rest = (start for start in printed if start not in ranks)
    return [places[n] if n in places else next(rest) for n in range(1, count + 1)]


@dataclass
class RowOrder:
    """What a text says of the order of one row of tries.

    ``flat``: the phrases of the text.  ``others``: the other rows.  ``used``: the offsets of the phrases that are
    understood here.  ``doubts``: those that are not.
    """

    flat: Sequence[Phrase]
    tries: list[DraftTry]
    others: list[list[DraftTry]]
    used: set[int] = field(default_factory=set)
    doubts: list[Phrase] = field(default_factory=list)

    @cached_property
    def at(self) -> dict[int, int]:
        """The index of the phrase of each try, in printed order."""
        starts = {each.place["span"][0] for each in self.tries}
        return {n: each.start for n, each in enumerate(self.flat) if each.start in starts and _may_be_tried(each)}

    @cached_property
    def sentence(self) -> list[int]:
        """The number of the sentence of each phrase."""
        count, found = 0, []
        for n in range(len(self.flat)):
            found.append(count)
            count += _ends(self.flat, n)
        return found

    @cached_property
    def refusals(self) -> list[int]:
        """The number of refusals before each phrase, and before the end."""
        return [*accumulate((each.kind in _REFUSALS for each in self.flat), initial=0)]

    def solved(self) -> list[DraftTry] | None:
        """The tries in the order that is said; None if it is the printed one, or is not understood."""
        if len(self.at) < 2 or len(self.at) < len(self.tries):
            return None
        ranks = self._ranks()
        pairs = {*self._by_rank(ranks), *self._by_precedence(), *self._reversed()}
        printed = [each.place["span"][0] for each in self.tries]
        place = {start: n for n, start in enumerate(printed)}
        wrong = [(one, other) for one, other in pairs if place[one] >= place[other]]
        if not wrong:
            self._note_numbers()
            return None
        found: list[int] = []
        while len(found) < len(printed):
            free = (
                each for each in printed
                if each not in found and all(one in found for one, other in pairs if other == each)
            )  # fmt: skip
            following = next(free, None)
            if following is None:
                return self._not_understood()
            found.append(following)
        segment = {start for pair in pairs for start in pair} | ranks.keys()
        if any(FIRST < rank < LAST for rank in ranks.values()):
            placed = _by_place([start for start in printed if start in segment], ranks)
            if placed is None or any(placed.index(one) > placed.index(other) for one, other in pairs):
                return self._not_understood()
            following = iter(placed)
            found = [next(following) if start in segment else start for start in printed]
        by_start = {each.place["span"][0]: each for each in self.tries}
        return [by_start[start] for start in found]

    def _not_understood(self) -> list[DraftTry] | None:
        """Makes a doubt of the row, as what is said of its order contradicts itself; keeps the printed order."""
        self.doubts.append(self.flat[min(self.at)])
        return None

    def _ranks(self) -> dict[int, int]:
        """The ranks of tries, by their offsets."""
        found: dict[int, int] = {}
        for n, each in enumerate(self.flat):
            rank = rank_of(each)
            if rank is not None and (owner := self._owner(n)) is not None:
                found.setdefault(owner, rank)
        return found

    def _owner(self, n: int) -> int | None:
        """The offset of the try of which a phrase in its clause says something; None if there is none."""
        ahead = self._ahead(n + 1)
        behind = next(
            (m for m in self._clause(range(n - 1, -1, -1), opened=True) if m in self.at), None
        )  # fmt: skip
        if ahead is not None and behind is not None:
            leads = any(
                rank_of(self.flat[m]) and self._ahead(m + 1) is not None
                for m in range(min(self.at)) if self.sentence[m] == self.sentence[n]
            )  # fmt: skip
            return self.at[ahead if leads else behind]
        if ahead is None and behind is None and self.flat[n + 1 : n + 2] and self.flat[n + 1].kind == "comma":
            ahead = self._ahead(n + 2)  # “first, however, 2.A”
        owner = ahead if ahead is not None else behind
        return None if owner is None else self.at[owner]

    def _ahead(self, n: int) -> int | None:
        """The index of the first try from an index on in the same clause."""
        return next((m for m in self._clause(range(n, len(self.flat))) if m in self.at), None)

    def _clause(self, indices: range, *, opened: bool = False) -> Iterator[int]:
        """The indices up to the end of a clause, or up to another ordinal or move.

        :param opened: the clause goes on before the bracket in which it began.
        """
        for m in indices:
            kind = self.flat[m].kind
            if opened and kind == "opened":
                opened = False
                continue
            if kind in ENDS | {"comma", "opened", "closed"} | _LEAVES or (kind in _PARTS and indices.step < 0):
                return
            if rank_of(self.flat[m]) is not None:
                return
            yield m
            if self.flat[m].move is not None:
                return

    def _between(self, one: int, other: int) -> set[str]:
        """The kinds of phrases between two indices."""
        return {each.kind for each in self.flat[one + 1 : other]}

    def _segment(self, one: int, other: int) -> bool:
        """Whether no refusal stands between two indices, so that ordinals count both tries."""
        return self.refusals[one + 1] == self.refusals[other]

    def _by_rank(self, ranks: dict[int, int]) -> Iterator[Pair]:
        """The pairs that follow from ordinals."""
        for (m, one), (n, other) in combinations(self.at.items(), 2):
            first, second = ranks.get(one), ranks.get(other)
            if first is second is None or not self._segment(m, n):
                continue
            if first is not None and second is not None:
                if first != second:
                    yield (one, other) if first < second else (other, one)
                continue
            near = self.sentence[m] == self.sentence[n]
            if (
                second == FIRST
                and first is None
                and near
                and "then" not in self._between(max(k for k in self.at if k < n), n)
            ):
                yield other, one  # “2.A, but first 2.B”
            if first == LAST and second is None and near and self._is_counted_anew(m, n, ranks):
                yield other, one  # “lastly 2.A, first 2.B, then 2.C”

    def _is_counted_anew(self, m: int, n: int, ranks: dict[int, int]) -> bool:
        """Whether a try between two indices is said to be the first one."""
        return any(ranks.get(start) == FIRST for k, start in self.at.items() if m < k < n)

    def _by_precedence(self) -> Iterator[Pair]:
        """The pairs of tries of which the text says that one is made before the other."""
        for n, word in enumerate(self.flat):
            found: Sequence[Pair] = ()
            if word.kind == "before":
                found = self._before(n)
            elif word.kind in ("when", "if"):
                found = self._after(n)
            elif word.kind == "then" and mentions(word.text, "details.in_reserve"):
                found = self._in_reserve(n)
            if found:
                self.used.add(word.start)
            yield from found

    def _before(self, n: int) -> Sequence[Pair]:
        """The pairs that a word for *before* gives: “2.A before 2.B”, “before 2.B, 2.A”, “2.B, but before that 2.A”."""
        text = self.flat[n].text
        ahead = next((m for m in self.at if m > n and self.sentence[m] == self.sentence[n]), None)
        behind = [m for m in self.at if m < n and self.sentence[m] == self.sentence[n]]
        direct = ahead is not None and not {*self._between(n, ahead)} & (ENDS | {"comma", "colon"})
        if is_denied(self.flat, n):
            return ()
        if mentions(text, "details.before_that"):
            owner = ahead if direct else max(behind, default=None)
            if owner is None:
                return ()
            earlier = [m for m in self.at if m < owner and self._segment(m, owner)]
            return [(self.at[owner], self.at[m]) for m in earlier]
        if not direct or ahead is None:
            return ()
        later = [ahead, *self._listed(ahead)]
        following = next((m for m in self.at if m > later[-1] and self.sentence[m] == self.sentence[n]), None)
        apart = "comma" in self._between(behind[-1], n) if behind else False
        if apart and following is not None and not mentions(text, "details.precedes"):
            return ()  # “2.A, before 2.B 2.C”
        sooner = behind[-1:] or ([] if following is None else [following])
        if mentions(text, "details.comes_after"):
            sooner, later = later, sooner
        return [(self.at[one], self.at[other]) for one, other in product(sooner, later)]

    def _in_reserve(self, n: int) -> Sequence[Pair]:
        """The pair of “with 2.B in reserve, 2.A”; a doubt if there are other tries in the sentence to put in order."""
        begin = max((m + 1 for m in range(n) if self.flat[m].kind in ENDS), default=0)
        end = next((m for m in range(n, len(self.flat)) if self.flat[m].kind in ENDS), len(self.flat))
        row = [m for m in self.at if begin <= m < end]
        row = row if len(row) > 1 else [m for m in self.at if self.sentence[m] == self.sentence[n]]
        owner = self._owner(n)
        if owner is None or owner == self.at[row[-1]]:
            return ()
        if len(row) > 2:
            self.doubts.append(self.flat[n])
        return [(self.at[m], owner) for m in row if self.at[m] != owner] if len(row) == 2 else ()

    def _listed(self, first: int) -> list[int]:
        """The indices of the tries that follow one in a list of the kind “2.A and 2.B”."""
        found, last = [], first
        for m in (m for m in self.at if m > first):
            if not self._between(last, m) <= {"and", "comma", "or"} or "and" not in self._between(first, m):
                break
            found.append(m)
            last = m
        return found

    def _after(self, n: int) -> Sequence[Pair]:
        """The pairs that a clause behind a try gives: “2.A after the refusal of 2.B”, “2.A once 2.B is refused”."""
        before = next((m for m in range(n - 1, -1, -1) if self.flat[m].kind not in _VERBS), None)
        if before is None or before not in self.at:
            return ()
        clause = [*takewhile(lambda m: not _ends(self.flat, m) and self.flat[m].kind != "closed",
                             range(n + 1, len(self.flat)))]  # fmt: skip
        kinds = {self.flat[m].kind for m in clause}
        named = [m for m in clause if m in self.at]
        parted = takewhile(lambda m: self.flat[m].kind != "colon" and m not in self.at, clause)
        own = [self.flat[m].kind for m in parted]
        whole = len(own) == len(clause) or self.flat[clause[len(own)]].kind == "colon"
        if whole and own[-1:] == ["refused"] and not _OTHERS.isdisjoint(own):
            return [(start, self.at[before]) for start in self.at.values() if start != self.at[before]]
        if not named or not kinds <= _NAMES | {"refused", "in_order"}:
            return ()
        refused = next((m for m in clause if self.flat[m].kind == "refused"), None)
        if refused is None:
            said = mentions(self.flat[n].text, "details.afterwards")
        elif refused < named[0]:
            said = named[0] == refused + 1 and self._is_of(n, refused) and (len(named) == 1 or "and" in kinds)
        else:
            said = refused == clause[-1]
        return [(self.at[m], self.at[before]) for m in named] if said else ()

    def _is_of(self, n: int, refused: int) -> bool:
        """Whether a refusal behind a cue is that of the move behind it, and not that of the one before.

        It is if a noun is linked to the move (“after the refusal of 2.B”), or if a verb has a subject or an auxiliary
        verb (“once the umpire has refused 2.B”, but not “once refused 2.B”).
        """
        cue, word, move = self.flat[n], self.flat[refused], self.flat[refused + 1]
        if mentions(word.text, "details.refusal"):
            return move.start > word.end + 1
        return word.start > cue.end + 1 and mentions(cue.text, "details.afterwards")

    def _reversed(self) -> Iterator[Pair]:
        """The pairs of rows that are made from the last to the first."""
        for n, word in enumerate(self.flat):
            if word.kind != "reversed" or is_denied(self.flat, n):
                continue
            row = [m for m in self.at if self.sentence[m] == self.sentence[n]]
            ahead = [m for m in row if m > n]
            moves = any(each.move and self.sentence[m] == self.sentence[n] for m, each in enumerate(self.flat) if m > n)
            row = ahead if moves else row
            if len(row) < 2:
                continue
            self.used.add(word.start)
            if not self._repeats_from_the_last([self.at[m] for m in row]):
                yield from ((self.at[later], self.at[sooner]) for sooner, later in pairwise(row))

    def _repeats_from_the_last(self, starts: Sequence[int]) -> bool:
        """Whether another row, printed before, has the same tries from the last to the first."""
        mine = [each.parts for each in self.tries if each.place["span"][0] in starts]
        return any(
            [each.parts for each in other] == mine[::-1] and other[0].place["span"][0] < starts[0]
            for other in self.others if other
        )  # fmt: skip

    def _note_numbers(self) -> None:
        """Makes a doubt of numbers in a list that count its tries backwards: “3) 2.A 2) 2.B 1) 2.C”."""
        numbered = [
            (int("".join(sign for sign in self.flat[m - 1].text if sign.isdecimal())), m)
            for m in self.at
            if m and self.flat[m - 1].kind == "bullet" and any(sign.isdecimal() for sign in self.flat[m - 1].text)
        ]
        if any(one > other for (one, _), (other, _) in pairwise(numbered)):
            self.doubts.append(self.flat[numbered[0][1] - 1])


def _may_be_tried(phrase: Phrase) -> bool:
    """Whether a phrase may be a try: a move, or a square or a capture in words."""
    return phrase.move is not None or phrase.kind in ("at_square", "announced")


def _ends(flat: Sequence[Phrase], n: int) -> bool:
    """Whether a sentence ends with the phrase at an index."""
    each = flat[n]
    return (each.kind in ENDS and each.kind != "semicolon") or (each.move is not None and "!" in each.text)
