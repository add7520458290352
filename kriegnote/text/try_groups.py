"""A group in brackets beside a move: a list of questions, answers and tries, and words for the verdict on tries.

If the group names moves, a word such as *no*, *illegal*, *refused* or *tried* is never a try, and an answer only after
a question: after a move it is the verdict on that move (``Nf6 no``; ``PxP, No``), at the head of a list that on all of
it (``illegal: exd5, fxe5``). A later word is more specific than “tried” at the head. Without a move to refer to, such a
word stands for an unknown try.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token, Tree

from kriegnote.lexicon import lexicon, meant, near
from kriegnote.model.events import Verdict
from kriegnote.text.tree_reader import span

_BY_NAME: Final[dict[str, Verdict | None]] = {
    "refused": "refused",
    "in_vain": "refused",
    "no": "refused",
    "illegal": "illegal",
    "impossible": "impossible",
    "untested": "untested",
    "unmarked": None,
    "attempted": None,
}
"""The verdict of each meaning of ``answers`` and ``verdicts`` in the lexicon; “tried” gives none."""
_BY_TERMINAL: Final[dict[str, Verdict]] = {
    **{name.upper(): verdict for name, verdict in _BY_NAME.items() if verdict is not None},
    "N": "refused",
    "HOW_OFTEN_REFUSED": "refused",
    "HOW_OFTEN_ILLEGAL": "illegal",
}
"""The same by the terminals of ``grammars/tries.lark``."""
_BEFORE_ALL: Final = ",;:\u2010\u2011\u2012\u2013\u2014\u2015-"
"""The signs behind a list that part it from the verdict on all of it: ``exd5, fxe5 - illegal``."""
_LEAST_WITH_STOP: Final = 2
"""The least number of letters of an abbreviation with a full stop: ``imp.``"""
_LEAST_WITHOUT_STOP: Final = 4
"""The least number of letters of an abbreviation without a full stop: ``illeg``"""


class Slip(NamedTuple):
    """A word that is read as another one."""

    word: Token
    read: str


class Entry(NamedTuple):
    """One entry of a group.

    ``kind``: ``ask``, ``misasked``, ``answer``, ``tried``, ``comment`` or ``odd``. ``verdict``: that on a try.
    ``start``, ``end``: the range of the entry, including the words of the verdict.
    """

    kind: str
    rule: Tree[Token]
    verdict: Verdict | None
    start: int
    end: int


class TryGroup(NamedTuple):
    """The contents of a group, in the order of its entries, and its misspelt words.

    :param prose: whether it is prose: more words are foreign to a group than belong to it.
    """

    entries: list[Entry]
    slips: list[Slip]
    prose: bool

    @property
    def tried(self) -> bool:
        """Whether it gives a verdict on moves that were tried, or counts tries, and asks nothing."""
        return any(_is_tried(one) for one in self.entries) and not self.asked

    @property
    def asked(self) -> bool:
        """Whether it contains a question."""
        return any(one.kind in ("ask", "misasked") for one in self.entries)


def grouped(tree: Tree[Token]) -> TryGroup:
    """The entries of a group's tree (rule ``group`` of ``grammars/tries.lark``)."""
    reading = _Reading([one for one in tree.children if isinstance(one, Tree)])
    entries = reading.run()
    unlike = sum(map(_may_be_prose, reading.rules))
    odd = unlike + sum(len(one.rule.children) for one in entries if one.kind == "odd")
    in_vain = all(_is(one.rule, "IN_VAIN") for one in entries)  # verdicts alone: their tries stand elsewhere
    said = sum(kind not in ("odd", "loose") for kind in reading.kinds) - unlike
    asked = any(one.kind == "odd" and _is(two.rule, "REFUSED") for one, two in pairwise(entries))  # “schlägt es? nein”
    return TryGroup(entries, reading.slips, in_vain or asked or odd > said)


class _VerdictWord(NamedTuple):
    """A verdict word; ``firm``: it says more than that a move was tried."""

    verdict: Verdict | None
    firm: bool


class _Reading:
    """One pass over a group's entries."""

    def __init__(self, rules: list[Tree[Token]]) -> None:
        self.rules = rules
        self.kinds = [str(rule.data) for rule in rules]
        self.slips: list[Slip] = []
        self.entries: list[Entry] = []
        self.head: _VerdictWord | None = None
        self.start: int | None = None  # the offset of the word at the head, until the first move follows
        self.open: list[int] = []  # the indices of entries that are moves without a firm verdict
        self.asked = False
        self.moves = [_is_move(rule) for rule in rules]
        self.names_moves = any(self.moves)

    def run(self) -> list[Entry]:
        """The entries, each with its verdict."""
        for index, (kind, rule) in enumerate(zip(self.kinds, self.rules, strict=True)):
            if self.moves[index]:
                self.asked = False
                self._move(rule)
                continue
            said = self._word(kind, rule) if self.names_moves else None
            if kind == "loose" or self._joins(index) or (said is not None and self._apply(index, said)):
                continue
            self.asked = kind in ("ask", "misasked")
            words = (one.type for one in rule.children if isinstance(one, Token)) if kind == "tried" else ()
            self._add(kind, rule, next((_BY_TERMINAL[word] for word in words if word in _BY_TERMINAL), None))
        return self.entries

    def _move(self, rule: Tree[Token]) -> None:
        if _is(rule, "REFUSED"):
            self.open.clear()
            self._add("tried", rule, "refused")
            return
        if self.head is None or not self.head.firm:
            self.open.append(len(self.entries))
        verdict = None if self.head is None else self.head.verdict or "refused"
        self._add("tried", rule, verdict)

    def _add(self, kind: str, rule: Tree[Token], verdict: Verdict | None) -> None:
        start, end = span(rule)
        self.entries.append(Entry(kind, rule, verdict, start if self.start is None else self.start, end))
        self.start = None

    def _apply(self, index: int, said: _VerdictWord) -> bool:
        """Applies a verdict to the moves of the group that it is about; returns whether there are any."""
        rule, answers = self.rules[index], self.kinds[index] == "answer"
        if answers and self.asked:
            return False
        if index and _is(self.rules[index - 1], "REFUSED") and not self._awaits_an_answer(index):
            self.entries[-1] = self.entries[-1]._replace(verdict=said.verdict or "refused", end=span(rule)[1])
            return True  # the question mark says the same: dxc5? No
        if self.open:
            before = self.entries[-1]
            both = before.kind == "odd" and meant(" ".join(_words(before.rule)), "persons") == "both"
            if both:  # “Nxd4, Nxe5: both illegal”
                self.entries.pop()
            of_all = both or answers or _is(rule, "IN_VAIN") or self._parted(index - 1, _BEFORE_ALL)
            several = self.open if of_all else self.open[-1:]
            for at in several:
                self.entries[at] = self.entries[at]._replace(verdict=said.verdict or "refused")
            self.entries[-1] = self.entries[-1]._replace(end=span(rule)[1])
            self.open.clear()
            self.head = None
            return True
        following = index + 1
        while following < len(self.rules) and self.kinds[following] == "loose" and not self._parted(following):
            following += 1
        if following < len(self.rules) and self.moves[following]:
            self.head, self.start = said, span(rule)[0]
            self.open.clear()
            return True
        return False

    def _joins(self, index: int) -> bool:
        """Whether an initial of an answer is a conjunction between two moves: ``Nf3? o Nd4?``, ``Nf3? y Nd4?``."""
        beside = self.moves[index - 1 : index] + self.moves[index + 1 : index + 2]
        if beside != [True, True] or not _is(self.rules[index], "Y"):
            return False
        return meant(str(self.rules[index].children[0]), "joints") in ("and", "or")

    def _awaits_an_answer(self, index: int) -> bool:
        """Whether the last question before an entry is not answered yet, or a question follows it."""
        said = [kind for kind in self.kinds[:index] if kind in ("ask", "misasked", "answer")]
        return said[-1:] in (["ask"], ["misasked"]) or not {"ask", "misasked"}.isdisjoint(self.kinds[index:])

    def _parted(self, index: int, by: str = ",;") -> bool:
        """Whether the entry at this index is one of some signs: a comma, a semicolon."""
        return self.kinds[index] == "loose" and str(self.rules[index].children[0])[0] in by

    def _word(self, kind: str, rule: Tree[Token]) -> _VerdictWord | None:
        """The verdict that an entry states; None if it is none."""
        if kind not in ("answer", "tried", "odd"):
            return None
        words = [one for one in rule.children if isinstance(one, Token)]
        if kind == "answer":
            return _VerdictWord("refused", True) if words[0].type in ("NO", "N") else None
        if kind == "tried":
            if len(words) > 1 or words[0].type.startswith(("HOW_OFTEN", "REFUSED")):
                return None
            return _VerdictWord(_BY_TERMINAL.get(words[0].type), words[0].type in _BY_TERMINAL)
        return self._named(words[0]) if len(words) == 1 else None

    def _named(self, word: Token) -> _VerdictWord | None:
        """The verdict of one word that is abbreviated, broken at a line's end, or misspelt."""
        bare = "".join(word.replace("-\n", "").split()).rstrip(".").lower()
        name = meant(bare, "verdicts") or meant(bare, "answers") or _abbreviated(bare, word.endswith("."))
        if name is None and (likely := near(bare)) is not None and (name := meant(likely, "answers")) in _BY_NAME:
            self.slips.append(Slip(word, likely))
        return _VerdictWord(_BY_NAME[name], _BY_NAME[name] is not None) if name in _BY_NAME else None


@lru_cache(maxsize=4096)
def _abbreviated(word: str, stopped: bool) -> str | None:
    """The meaning whose words begin with this abbreviation; None unless they all have the same verdict."""
    if len(word) < (_LEAST_WITH_STOP if stopped else _LEAST_WITHOUT_STOP) or not word.isalpha():
        return None
    known = lexicon().phrases
    names = {
        name.partition(".")[2]
        for words, meanings in known.items()
        if words.startswith(word) and " " not in words
        for name in meanings
        if name.startswith(("answers.", "verdicts."))
    } & _BY_NAME.keys()
    return names.pop() if len({_BY_NAME[name] for name in names}) == 1 else None


def _words(rule: Tree[Token]) -> Iterator[str]:
    return (str(one) for one in rule.children if isinstance(one, Token))


def _is(rule: Tree[Token], kind: str) -> bool:
    return any(isinstance(one, Token) and one.type == kind for one in rule.children)


def _is_move(rule: Tree[Token]) -> bool:
    """Whether an entry names a move that was tried."""
    return _is(rule, "TRIED_MOVE") or _is(rule, "MISREAD_TRY")


def _is_tried(entry: Entry) -> bool:
    """Whether an entry is a move with the verdict on it, or a number of tries."""
    if _is_move(entry.rule):
        return entry.verdict is not None
    return any(isinstance(one, Token) and one.type.startswith("HOW_OFTEN") for one in entry.rule.children)


def _may_be_prose(rule: Tree[Token]) -> bool:
    """Whether an entry is a word that only resembles a move, and no mark says that it was tried."""
    return _is(rule, "MISREAD_TRY") and not _is(rule, "REFUSED")
