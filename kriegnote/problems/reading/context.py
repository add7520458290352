"""What a reader of a solution knows while he reads: the phrases, the sentence so far, the branches that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from typing import Any, Final, Literal, TypeAlias

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import Captures, Checks, Condition, ReplyMove, Twin, Under
from kriegnote.problems.reading.arranged import Arranged
from kriegnote.problems.reading.builder import DraftTry, PolicyBuilder, place
from kriegnote.problems.reading.choices import Choices
from kriegnote.problems.reading.page import BREAKS, SolutionPage
from kriegnote.problems.reading.phrases import Kind, Phrase

MOVES: Final = {"bare_move", "any_of_man", "any_reply"}
SET_OFF: Final = frozenset({"newline", "blank_line", "other", "colon", "dash"})
"""What may stand between the head of a branch and what White does there."""
_FATES: Final = ("refused", "accepted", "double_slash")
_FAR: Final = 500  # phrases, within which what belongs together stands


Cue = Literal["", "white", "if", "because", "not", "against"]
"""What the last guiding word makes of a move that comes without its number: ``white`` plays it, ``if`` it is supposed,
``because`` it is a reason, ``not`` it is not made, ``against`` it is what speaks against one that is not."""
Join = Literal["", "then", "or"]
"""What a word makes of the next try: it comes after the last one (``then``) or may be made in its place (``or``)."""
Part = Literal["head", "body", "reason"]
"""What comes next: the head of a branch may still begin, or not; or what is said only explains a try."""
Order = Literal["", "tried", "given"]
"""How the tries of a sentence are made: White is said to try them, or in the order of the page."""


@dataclass
class Sentence:
    """What has been said since the sentence began.

    ``conditions`` and ``replies`` (at ``reply_turn``), from phrase ``first`` to ``last``, are those of a branch that is
    not open yet; ``denies``: they are told as exceptions; ``opened``: one was; ``unclear``: an *if* of which nothing
    was understood.  ``tries`` were made; ``defended`` are Black's replies that the next try is for; ``vain``: that try
    is only made to be refused.  ``paired``: each of them is for one of the cases.  ``black``: he is the last subject.
    ``threat``: the next try is one; ``tried_before``: White was said to try in the last sentence with a move.
    """

    conditions: list[Condition] = field(default_factory=list)
    replies: list[ReplyMove] = field(default_factory=list)
    reply_turn: int = 0
    denies: bool = False
    first: Phrase | None = None
    last: Phrase | None = None
    unclear: Phrase | None = None
    opened: bool = False
    tries: list[DraftTry] = field(default_factory=list)
    defended: list[ReplyMove] = field(default_factory=list)
    vain: bool = False
    black: bool = False
    part: Part = "head"
    cue: Cue = ""
    join: Join = ""
    order: Order = ""
    paired: bool = False
    threat: bool = False
    tried_before: bool = False

    def then(self) -> None:
        """What was joined to the last try as another way is now what follows it."""
        self.join = self.join and "then"


Handler: TypeAlias = Callable[["ReaderState", int], int | None]
"""What a phrase of one kind does to a reader's state, and the index of the phrase after it (None: the next)."""


class ReaderState:
    """The state of a reader, and what can be looked up in it.

    ``used`` are the phrases that the policy is made of, ``passed`` those understood to be no part of it (offsets).
    """

    def __init__(self, phrases: Arranged, choices: Choices, handlers: Mapping[Kind, Handler]) -> None:
        self.handlers = handlers
        moved = phrases.differ and choices.pick("conditions", "may follow") == "may follow"
        self.page = SolutionPage(phrases.behind if moved else phrases.certain)
        self.words = self.page.words
        self.choices = choices
        self.build = PolicyBuilder()
        self.used: set[int] = set()
        self.passed: set[int] = set()
        self.asking = False  # the last question was “Any?”
        self.unanswered: Phrase | None = None  # a question whose answers are still to come
        self.question: Condition | None = None  # “Does Black capture?”, which yes and no answer
        self.doubts: list[tuple[Phrase, Phrase]] = []  # what was read in a way that its words do not say
        self.unordered: list[tuple[Phrase, Phrase]] = []  # slashes between tries that were read as no order
        self.eliminated = 0  # sentences without a head, each read as the one case that no other head names
        self.unclear: list[tuple[Phrase, Phrase]] = []  # conditions that were not understood
        self.hidden: list[tuple[Phrase, Phrase]] = []  # conditions that White cannot see
        self.only: DraftTry | None = None  # the try that a next turn belongs to alone
        self.offered = False  # the key offers a man, and the text says what follows when he is accepted
        self.ordered = False  # the text says of all its tries that they are made in the order of the page
        self.last: DraftTry | None = None
        self.keyless = self.page.keyless
        """Whether the key has no number, and has not come yet."""
        self.shift = self.page.shift
        self.now = Sentence()
        self.at: dict[int, int] = {}

    def is_prose(self, word: Phrase) -> bool:
        return self.page.is_prose(word)

    def words_from(self, i: int) -> Iterator[Phrase]:
        """The phrases from an index on, none copied; those that are too far from it are left out."""
        return (self.words[n] for n in range(i, min(i + _FAR, len(self.words))))

    def words_before(self, i: int) -> Iterator[Phrase]:
        """The phrases before an index, the last first, as :meth:`words_from`."""
        return (self.words[n] for n in range(i - 1, max(i - 1 - _FAR, -1), -1))

    def near(self, word: Phrase) -> list[Phrase]:
        """The phrases about one in the order of the text, those that are too far from it left out."""
        i = self.at.get(word.start, 0)
        return sorted(self.words[max(i - _FAR, 0) : i + _FAR], key=lambda each: each.start)

    def after(
        self, i: int, skip: frozenset[str] = frozenset({"newline", "blank_line", "other", "dash"})
    ) -> Phrase | None:
        return next((w for w in self.words_from(i + 1) if w.kind not in skip), None)

    def try_ahead(self, i: int) -> bool:
        """Whether a try of White's follows in this sentence."""
        for word in self.words_from(i + 1):
            if (word.kind == "stop" and "?" not in word.text) or word.kind == "bullet":
                return False
            mates = word.move is not None and word.move.mates
            if word.kind == "white_move" or mates or any(each.kind == "white_move" for each in word.inside):
                return True
        return False

    def move_in_sentence(self, i: int) -> bool:
        """Whether a move of White's or one without a number stands further on in the sentence."""
        return self.sentence_has(i, "white_move") or self.sentence_has(i, "bare_move")

    def sentence_has(self, i: int, kind: str) -> bool:
        """Whether a word of this kind stands further on in the sentence."""
        before = self.words[i].kind
        for word in self.words_from(i + 1):
            if word.kind in ("stop", "bullet") or (word.kind == "blank_line" and before != "colon"):
                return False
            if word.kind == kind:
                return True
            before = word.kind
        return False

    def move_ahead(self, word: Phrase) -> bool:
        following = self.after(self.at[word.start])
        return following is not None and following.kind in ("white_move", "bare_move")

    def turn_ahead(self, word: Phrase) -> int:
        """The turn that a phrase is about: that of the next numbered move."""
        start = self.at.get(word.start)
        if start is None:  # a phrase in brackets
            start = next((n for n, each in enumerate(self.words) if each.start >= word.start), len(self.words))
        for after in self.words_from(start):
            if after.kind == "white_move" and not self.is_reference(after) and not self.is_supposed(after):
                return max((after.number or 1) - self.shift, 1)
            if after.kind == "black_number" and after.number:
                return max(after.number + 1 - self.shift, 1)
        top = self.build.top
        return top.turn + (top.kind == "turn" and bool(top.plan) and not top.asked)

    def is_reference(self, word: Phrase) -> bool:
        """“if 2.Qb5 is refused”: a try that was named before, and what the umpire said to it."""
        i = self.at.get(word.start)
        return i is not None and word.move is not None and self.is_fated(i) and self.known_try(word) is not None

    def is_fated(self, i: int) -> bool:
        """Whether what the umpire says to a try stands right behind it."""
        after = [w for w in self.words[i + 1 : i + 4] if w.kind != "newline"][:2]
        if after and after[0].kind == "bracket":
            return any(inner.kind in ("no", *_FATES) for inner in after[0].inside[:1])
        return any(w.kind in _FATES for w in after[:1]) or [w.kind for w in after] == ["not", "accepted"]

    def is_supposed(self, word: Phrase) -> bool:
        """“if 1.Ra4, 2.Bd6#; after 1.Ra5 or 1.Ra6, 2.Bc7#”: what was played is a condition of a later turn."""
        i = self.at.get(word.start, 0)
        lead = [*takewhile(lambda each: _tells_played(each, word), self.words_before(i))]
        cue = self.words[i - len(lead) - 1].kind if i > len(lead) else ""
        known = len(self.build.root) > 1 and self.known_try(word) is not None
        if cue != "if" and not (known and (cue == "when" or cue in BREAKS | {"semicolon", "colon"})):
            return False
        after = [w for w in self.words[i + 1 : i + 9] if w.kind not in ("newline", "other")]
        rest = [*dropwhile(lambda each: _tells_played(each, word), after)][:2]
        joint = bool(rest) and rest[0].kind in ("comma", "then", "colon", "dash")
        headed = cue in ("if", "when") or (joint and rest[0].kind in ("colon", "dash"))
        return headed and any(
            w.kind == "white_move" and (w.number or 0) > (word.number or 0) for w in rest[joint : joint + 1]
        )

    def known_try(self, word: Phrase) -> DraftTry | None:
        """The try of the open plan that a phrase tells again: the same square at the same turn."""
        assert word.move is not None
        turn = (word.number or 1) - self.shift
        scope = next((s for s in reversed(self.build.scopes) if s.turn == turn), None)
        if scope is None:
            return None
        return next((t for t in reversed(scope.plan) if isinstance(t, DraftTry) and _same(t, word)), None)

    def keyed(self) -> bool:
        """Whether the turn after the key has not begun: “1.Ne3! f4#”."""
        first = self.build.root[0] if len(self.build.root) == 1 else None
        return isinstance(first, DraftTry) and not (first.mates or first.vain or first.then or self.build.top.asked)

    def note(self, word: Phrase) -> None:
        if self.now.first is None or not (self.now.conditions or self.now.replies):
            self.now.first = word
        self.now.last = word

    def place(self, first: Phrase, last: Phrase | None) -> dict[str, Any]:
        """Where a condition stands: from its first phrase to its last."""
        last = last if last is not None and last.start >= first.start else first
        start = self.at.get(first.start, 0)
        among = [w.text.strip() for w in self.words[start : start + 20] if first.start <= w.start <= last.start]
        return place(first, last, " ".join(filter(None, among)))


def reply_move(word: Phrase) -> ReplyMove | None:
    """A phrase as a move of Black's; None when it is doubted."""
    if word.kind == "any_reply":
        return ReplyMove(**place(word))
    if word.move is None or word.move.doubted:
        return None
    return ReplyMove(**place(word, text=word.text.strip()), parts=word.move.parts, figurine=word.move.figurine)


def reply_moves(words: Sequence[Phrase]) -> list[ReplyMove]:
    """The moves of Black's among some phrases."""
    return [made for each in words if each.kind in MOVES and (made := reply_move(each))]


def part_of(word: Phrase) -> Condition:
    """The twin or the rulebook that a heading names."""
    if word.kind == "twin":
        return Twin(word.text.split()[-1].rstrip("):").lower())
    return Under("eastern" if mentions(word.text, "solutions.eastern") else "western")


def formal(word: Phrase) -> bool:
    """Whether an announcement stands as a heading does, not as a sentence."""
    return not isinstance(word.says[0], (Captures, Checks)) or not word.says[0].happened


def _tells_played(each: Phrase, word: Phrase) -> bool:
    """Whether a phrase beside a move of White's that is supposed is another one, or says that it was played."""
    return each.number == word.number or each.kind in ("or", "accepted", "play", "try", "white", "moved")


def _same(made: DraftTry, word: Phrase) -> bool:
    assert word.move is not None
    mine, named_move = (
        Parts(each.piece, each.from_, each.to, each.promotion, each.capture, each.castle)
        for each in (made.parts, word.move.parts)
    )
    if word.move.figurine or made.figurine:  # the scanner prints one man here as a king and there as a rook
        named_move = msgspec.structs.replace(named_move, piece=mine.piece, promotion=mine.promotion)
    return mine == named_move
