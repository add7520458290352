"""A group in brackets beside a move: a list of questions, answers and tries, and words that say how tries ended.

A word such as *no*, *illegal*, *refused* or *tried* is never a try where the group names moves, nor an answer unless a
question stands before it: behind a move it is that move's verdict (``Nf6 no``; ``PxP, No``), at the head of a list that
of all of it (``illegal: exd5, fxe5``).  A later word says more of a move than “tried” at the head.  Where there is no
move for it to speak of it stands for a try that nobody saw.
"""

from __future__ import annotations

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
"""What the meanings of ``answers`` and ``verdicts`` in the lexicon say of a try; “tried” says nothing of its fate."""
_BY_TERMINAL: Final[dict[str, Verdict]] = {
    **{name.upper(): verdict for name, verdict in _BY_NAME.items() if verdict is not None},
    "N": "refused",
}
"""The same by the terminals of ``grammars/tries.lark``."""
_SHORTEST: Final = 2
"""Letters of an abbreviation with its stop: ``imp.``"""
_CLEAR: Final = 4
"""Letters of one without: ``illeg``"""


class Slip(NamedTuple):
    """A word that is read as another one."""

    word: Token
    read: str


class Entry(NamedTuple):
    """One entry of a group: what it is (``ask``, ``misasked``, ``answer``, ``tried``, ``comment``, ``odd``), how a try
    ended, and the offsets between which the entry stands with the words that say so."""

    kind: str
    rule: Tree[Token]
    verdict: Verdict | None
    start: int
    end: int


class TryGroup(NamedTuple):
    """What a group says, in the order of its moves, and the words of it that are misspelt.

    :param prose: it has more words that are nothing of it than entries.
    """

    entries: list[Entry]
    slips: list[Slip]
    prose: bool

    @property
    def tried(self) -> bool:
        """Whether it tells how moves fared that were tried, and nothing is asked in it."""
        return any(_is_move(one.rule) and one.verdict for one in self.entries) and not self.asked

    @property
    def asked(self) -> bool:
        """Whether a question is asked in it."""
        return any(one.kind in ("ask", "misasked") for one in self.entries)


def grouped(tree: Tree[Token]) -> TryGroup:
    """The entries of a group's tree (rule ``group`` of ``grammars/tries.lark``)."""
    reading = _Reading([one for one in tree.children if isinstance(one, Tree)])
    entries = reading.run()
    odd = sum(len(one.rule.children) for one in entries if one.kind == "odd")
    in_vain = all(_is(one.rule, "IN_VAIN") for one in entries)  # of what, stands elsewhere
    said = sum(kind not in ("odd", "loose") for kind in reading.kinds)
    return TryGroup(entries, reading.slips, in_vain or odd > said)


class _Word(NamedTuple):
    """A word that says how a try ended; ``firm``: more than that it was tried."""

    verdict: Verdict | None
    firm: bool


class _Reading:
    """One pass over a group's entries."""

    def __init__(self, rules: list[Tree[Token]]) -> None:
        self.rules = rules
        self.kinds = [str(rule.data) for rule in rules]
        self.slips: list[Slip] = []
        self.entries: list[Entry] = []
        self.head: _Word | None = None
        self.start: int | None = None  # where the word at the head begins, until its first move comes
        self.open: list[int] = []  # the entries that are moves of which nothing firm is said yet
        self.asked = False
        self.moves = [_is_move(rule) for rule in rules]
        self.names_moves = any(self.moves)

    def run(self) -> list[Entry]:
        """The entries, each with what is said of it."""
        for index, (kind, rule) in enumerate(zip(self.kinds, self.rules, strict=True)):
            if self.moves[index]:
                self.asked = False
                self._move(rule)
                continue
            said = self._word(kind, rule) if self.names_moves else None
            if kind == "loose" or (said is not None and self._speaks(index, said)):
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

    def _speaks(self, index: int, said: _Word) -> bool:
        """Whether a word says something of moves in the group; what it says is kept."""
        rule, answers = self.rules[index], self.kinds[index] == "answer"
        if answers and self.asked:
            return False
        if index and _is(self.rules[index - 1], "REFUSED") and {"ask", "misasked"}.isdisjoint(self.kinds):
            self.entries[-1] = self.entries[-1]._replace(verdict=said.verdict or "refused", end=span(rule)[1])
            return True  # what the question mark says, too: dxc5? No
        if self.open:
            of_all = answers or _is(rule, "IN_VAIN") or self._parted(index - 1)
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

    def _parted(self, index: int) -> bool:
        """Whether a comma stands there."""
        return self.kinds[index] == "loose" and str(self.rules[index].children[0])[0] in ",;"

    def _word(self, kind: str, rule: Tree[Token]) -> _Word | None:
        """What a word or a few say of tries; None where they say nothing."""
        if kind not in ("answer", "tried", "odd"):
            return None
        words = [one for one in rule.children if isinstance(one, Token)]
        if kind == "answer":
            return _Word("refused", True) if words[0].type in ("NO", "N") else None
        if kind == "tried":
            if len(words) > 1 or words[0].type in ("HOW_OFTEN", "REFUSED"):
                return None
            return _Word(_BY_TERMINAL.get(words[0].type), words[0].type in _BY_TERMINAL)
        return self._named(words[0]) if len(words) == 1 else None

    def _named(self, word: Token) -> _Word | None:
        """What one word says that is not spelt as the lexicon has it: abbreviated, torn at a line's end, misspelt."""
        bare = "".join(word.replace("-\n", "").split()).rstrip(".").lower()
        name = meant(bare, "verdicts") or meant(bare, "answers") or _abbreviated(bare, word.endswith("."))
        if name is None and (likely := near(bare)) is not None and (name := meant(likely, "answers")) in _BY_NAME:
            self.slips.append(Slip(word, likely))
        return _Word(_BY_NAME[name], _BY_NAME[name] is not None) if name in _BY_NAME else None


def _abbreviated(word: str, stopped: bool) -> str | None:
    """What the one meaning is called whose words begin so."""
    if len(word) < (_SHORTEST if stopped else _CLEAR) or not word.isalpha():
        return None
    known = lexicon().said
    names = {
        name.partition(".")[2]
        for words, meanings in known.items()
        if words.startswith(word) and " " not in words
        for name in meanings
        if name.startswith(("answers.", "verdicts."))
    } & _BY_NAME.keys()
    return names.pop() if len({_BY_NAME[name] for name in names}) == 1 else None


def _is(rule: Tree[Token], kind: str) -> bool:
    return any(isinstance(one, Token) and one.type == kind for one in rule.children)


def _is_move(rule: Tree[Token]) -> bool:
    """Whether an entry names a move that was tried."""
    return _is(rule, "TRIED_MOVE")
