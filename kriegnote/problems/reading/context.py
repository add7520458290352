"""The state of a reader of a solution: the phrases, the current sentence, and the open branches of the policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from typing import Any, Final, Literal, TypeAlias

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import Answer, Captures, Checks, Condition, PawnTries, ReplyMove, Twin, Under
from kriegnote.problems.reading.arranged import Arranged
from kriegnote.problems.reading.builder import Draft, DraftEither, DraftTry, PolicyBuilder, place
from kriegnote.problems.reading.choices import Choices
from kriegnote.problems.reading.page import BREAKS, SolutionPage
from kriegnote.problems.reading.phrases import Kind, Phrase

MOVES: Final = {"bare_move", "any_of_man", "any_reply"}
"""Kinds of moves without a number."""
SET_OFF: Final = frozenset({"newline", "blank_line", "other", "colon", "dash"})
"""Kinds of phrases between the head of a branch and what White does there."""
_FATES: Final = ("refused", "accepted", "double_slash")
_JOINS_ROW: Final = frozenset({"comma", "semicolon", "dash", "stop", "or"})
_JOINS_REFUSAL: Final = _JOINS_ROW | {"and", "if", "when", "newline"}
_INSTEAD: Final = frozenset({"otherwise", "sor", "refused", "no", "cannot", "double_slash"})
"""Kinds of phrases that lead to a try to be made instead of the one before."""
_BEFORE_PRINTED: Final = frozenset({"newline", "comma", "colon", "dash", "other", "and", "mate"})
"""Kinds of phrases between a move in words and the same one as it is printed."""
_FAR: Final = 500  # phrases to which a search for related phrases is limited


Cue = Literal["", "white", "if", "because", "not", "against"]
"""The role that the last cue gives to a move without a number.

``white``: White plays it; ``if``: it is supposed; ``because``: it is a reason; ``not``: it is not made; ``against``: it
refutes a move that is not made."""
Join = Literal["", "then", "or"]
"""The relation of the next try to the last one: made if that is refused (``then``), or an alternative (``or``)."""
Part = Literal["head", "body", "reason"]
"""The part of a sentence: a head of a branch may still begin, no more, or the rest only explains a try."""
Order = Literal["", "tried", "given"]
"""The order of the tries of a sentence: White is said to try them, or the text says that the printed order counts."""


@dataclass
class Sentence:
    """What has been read since the sentence began.

    ``conditions``, ``replies`` (at turn ``reply_turn``): those of a branch that is not open yet, printed from phrase
    ``first`` to ``last``.
    ``denies``: the conditions are stated as exceptions.
    ``unclear``: an *if* of which nothing was understood yet.
    ``opened``: a branch was opened.
    ``tries``: those of the sentence.
    ``defended``: replies of Black's against which the next try is meant.
    ``vain``: the next try is only made to be refused.
    ``black``: Black is the last subject.
    ``paired``: each of the tries is for one of the cases.
    ``threat``: the next try is a threat.
    ``tried_before``: White was said to try in the last sentence with a move.
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
        """Makes the next try follow the last one, if it was to be an alternative to it."""
        self.join = self.join and "then"


Handler: TypeAlias = Callable[["ReaderState", int], int | None]
"""Handles a phrase of one kind: updates the state, and returns the index at which to continue (None: the next)."""


class ReaderState:
    """The state of a reader, with queries on it.

    ``used``: the offsets of the phrases that are part of the policy.  ``passed``: the offsets of phrases that were
    understood but are not part of it.
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
        self.question: Condition | None = None  # “Does Black capture?”, to be answered by yes or no
        self.doubts: list[tuple[Phrase, Phrase]] = []  # what was read in a way that the words do not clearly say
        self.unordered: list[tuple[Phrase, Phrase]] = []  # slashes between tries that were read as any order
        self.named: DraftTry | None = None  # the last try of a man that is named, to a square alone
        self.eliminated = 0  # sentences without a head that were read as the case that no other head names
        self.unclear: list[tuple[Phrase, Phrase]] = []  # conditions that were not understood
        self.hidden: list[tuple[Phrase, Phrase]] = []  # conditions that White cannot observe
        self.supposed: list[tuple[Phrase, Phrase]] = []  # announcements after *if* that were read as descriptions
        self.only: DraftTry | None = None  # the only try to which the next turn belongs
        self.offered = False  # the key offers a man, and the text says what follows if it is taken
        self.ordered = False  # the text says that all tries are made in the printed order
        self.last: DraftTry | None = None  # the last try
        self.keyless = self.page.keyless
        """Whether the key has no number, and has not been read yet."""
        self.shift = self.page.shift
        self.now = Sentence()
        self.row = range(0)  # the indices of the squares in a row, with what parts them, that were looked at last
        self.at: dict[int, int] = {}  # the index of each phrase, by its offset

    def is_prose(self, word: Phrase) -> bool:
        """Whether a phrase has no effect."""
        return self.page.is_prose(word)

    def words_from(self, i: int) -> Iterator[Phrase]:
        """The phrases from an index on, at most :data:`_FAR` of them, without copying."""
        return (self.words[n] for n in range(i, min(i + _FAR, len(self.words))))

    def words_before(self, i: int) -> Iterator[Phrase]:
        """The phrases before an index, the last first, at most :data:`_FAR` of them."""
        return (self.words[n] for n in range(i - 1, max(i - 1 - _FAR, -1), -1))

    def near(self, word: Phrase) -> list[Phrase]:
        """The phrases around a given one, at most :data:`_FAR` to each side, in the order of the text."""
        i = self.at.get(word.start, 0)
        return sorted(self.words[max(i - _FAR, 0) : i + _FAR], key=lambda each: each.start)

    def after(
        self, i: int, skip: frozenset[str] = frozenset({"newline", "blank_line", "other", "dash"})
    ) -> Phrase | None:
        """The next phrase after an index of a kind that is not to be skipped; None if there is none."""
        return next((w for w in self.words_from(i + 1) if w.kind not in skip), None)

    def try_ahead(self, i: int) -> bool:
        """Whether a try of White's follows in the sentence."""
        for word in self.words_from(i + 1):
            if (word.kind == "stop" and "?" not in word.text) or word.kind == "bullet":
                return False
            mates = word.move is not None and word.move.mates
            if word.kind == "white_move" or mates or any(each.kind == "white_move" for each in word.inside):
                return True
        return False

    def move_in_sentence(self, i: int) -> bool:
        """Whether a move of White's or a move without a number follows in the sentence."""
        return self.sentence_has(i, "white_move") or self.sentence_has(i, "bare_move")

    def sentence_has(self, i: int, kind: str) -> bool:
        """Whether a phrase of a kind follows in the sentence."""
        before = self.words[i].kind
        for word in self.words_from(i + 1):
            if word.kind in ("stop", "bullet") or (word.kind == "blank_line" and before != "colon"):
                return False
            if word.kind == kind:
                return True
            before = word.kind
        return False

    def move_ahead(self, word: Phrase) -> bool:
        """Whether the next phrase is a move of White's or one without a number."""
        following = self.after(self.at[word.start])
        return following is not None and following.kind in ("white_move", "bare_move")

    def turn_ahead(self, word: Phrase) -> int:
        """The turn that a phrase is about: that of the next numbered move, or else the one that is open."""
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
        """Whether a phrase refers to an earlier try and says its fate, as in “if 2.Qb5 is refused”."""
        i = self.at.get(word.start)
        return i is not None and word.move is not None and self.is_fated(i) and self.known_try(word) is not None

    def is_fated(self, i: int) -> bool:
        """Whether a try at an index is directly followed by its fate."""
        after = [w for w in self.words[i + 1 : i + 4] if w.kind != "newline"][:2]
        if after and after[0].kind == "bracket":
            return any(inner.kind in ("no", *_FATES) for inner in after[0].inside[:1])
        return any(w.kind in _FATES for w in after[:1]) or [w.kind for w in after] == ["not", "accepted"]

    def is_supposed(self, word: Phrase) -> bool:
        """Whether a move is a condition of a later turn, as in “if 1.Ra4, 2.Bd6#; after 1.Ra5 or 1.Ra6, 2.Bc7#”."""
        i = self.at.get(word.start, 0)
        lead = [*takewhile(lambda each: _says_played(each, word), self.words_before(i))]
        cue = self.words[i - len(lead) - 1].kind if i > len(lead) else ""
        known = len(self.build.root) > 1 and self.known_try(word) is not None
        if cue != "if" and not (known and (cue == "when" or cue in BREAKS | {"semicolon", "colon"})):
            return False
        after = [w for w in self.words[i + 1 : i + 9] if w.kind not in ("newline", "other")]
        rest = [*dropwhile(lambda each: _says_played(each, word), after)][:2]
        joint = bool(rest) and rest[0].kind in ("comma", "then", "colon", "dash")
        headed = cue in ("if", "when") or (joint and rest[0].kind in ("colon", "dash"))
        return headed and any(
            w.kind == "white_move" and (w.number or 0) > (word.number or 0) for w in rest[joint : joint + 1]
        )

    def known_try(self, word: Phrase) -> DraftTry | None:
        """The try of the open plan that a phrase repeats: the same move at the same turn; None if there is none."""
        assert word.move is not None
        turn = word.number - self.shift if word.number else self.last.turn if self.last is not None else 1
        scope = next((s for s in reversed(self.build.scopes) if s.turn == turn), None)
        if scope is None:
            return None
        return next((t for t in reversed([*_tries_in(scope.plan)]) if _same(t, word)), None)

    def leads_to_new(self, word: Phrase) -> bool:
        """Whether *with* is before a move without a number that was not tried yet, as in “follow with Kd4”."""
        behind = self.after(self.at[word.start]) if word.kind == "when" else None
        return behind is not None and behind.kind == "bare_move" and self.known_try(behind) is None

    def is_printed_behind(self, i: int, to: str | None) -> bool:
        """Whether a move in words is followed by the same one as it is printed: “she mates on h6: 2.Qh6”.

        Between them may only stand that it captures or mates (“the queen to a5, taking the pawn (1.Qxa5)”).
        """
        among = dropwhile(lambda each: each.kind in _BEFORE_PRINTED or _tells_taking(each), self.words_from(i + 1))
        after = next(among, None)
        behind = [] if after is None else [*after.inside[:1], after]
        return any(each.move is not None and each.move.parts.to == to for each in behind)

    def begins_row(self, i: int) -> bool:
        """Whether a move in words begins a row: another is named if it is refused (“Rook to g5; if refused, …”)."""
        after = [each.kind for each in self.words[i + 1 : i + 6]]
        lead = [*takewhile(_JOINS_REFUSAL.__contains__, after)]
        return not _JOINS_ROW.isdisjoint(lead) and not _INSTEAD.isdisjoint(after[len(lead) : len(lead) + 1])

    def opens_turn(self, i: int) -> bool:
        """Whether a move in words begins the row of tries behind the key, in a text without numbers there."""
        now, man = self.now, self.words[i - 1].kind == "man"
        at = i
        i -= i > 0 and is_number(self.words[i - 1])
        first = self.words[i - 1 - man].kind in BREAKS | {"colon"} if i > man else False
        alone = not (now.tries or now.conditions or now.replies or now.black) and now.cue in ("", "white")
        return first and alone and self.page.unnumbered and self.keyed() and self.begins_row(at)

    def both_answers(self) -> bool:
        """Whether a case for yes and one for no were read, or for pawn tries and for none."""
        said = [condition for each in self.build.branches() for condition in each.when]
        ways = (Answer(any=True), PawnTries(any=True)), (Answer(any=False), PawnTries(count=0))
        return all(any(each in said for each in way) for way in ways)

    def keyed(self) -> bool:
        """Whether only the key was read, and the turn after it has not begun, as in “1.Ne3! f4#”."""
        first = self.build.root[0] if len(self.build.root) == 1 else None
        return isinstance(first, DraftTry) and not (first.mates or first.vain or first.then or self.build.top.asked)

    def note(self, word: Phrase) -> None:
        """Records a phrase as part of the conditions of the sentence."""
        if self.now.first is None or not (self.now.conditions or self.now.replies):
            self.now.first = word
        self.now.last = word

    def place(self, first: Phrase, last: Phrase | None) -> dict[str, Any]:
        """The place of a condition, as the fields of a node, from its first phrase to its last."""
        last = last if last is not None and last.start >= first.start else first
        start = self.at.get(first.start, 0)
        among = [w.text.strip() for w in self.words[start : start + 20] if first.start <= w.start <= last.start]
        return place(first, last, " ".join(filter(None, among)))


def is_number(word: Phrase) -> bool:
    """Whether a phrase is a bracket that only counts what follows: “(1)”, “(a)”."""
    return word.kind == "bracket" and not word.inside


def reply_move(word: Phrase) -> ReplyMove | None:
    """A phrase as a move of Black's; None if it is no move, or marked with ``?``."""
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
    """Whether an announcement can be a heading by itself: anything but a capture or a check that happens."""
    return not isinstance(word.says[0], (Captures, Checks)) or not word.says[0].happened


def _tells_taking(word: Phrase) -> bool:
    return word.kind == "announced" and mentions(word.text, "details.taking")


def _says_played(each: Phrase, word: Phrase) -> bool:
    """Whether a phrase beside a supposed move of White's is an alternative to it, or says that it was played."""
    return each.number == word.number or each.kind in ("or", "accepted", "play", "try", "white", "moved")


def _tries_in(plan: Draft) -> Iterator[DraftTry]:
    """The tries of a plan, those that are alternatives included."""
    for stage in plan:
        if isinstance(stage, DraftTry):
            yield stage
        elif isinstance(stage, DraftEither):
            yield from (option[0] for option in stage.options if option and isinstance(option[0], DraftTry))


def _same(made: DraftTry, word: Phrase) -> bool:
    """Whether a phrase is the same move as a try; figurines may differ."""
    assert word.move is not None
    mine, named_move = (
        Parts(each.piece, each.from_, each.to, each.promotion, each.capture, each.castle)
        for each in (made.parts, word.move.parts)
    )
    if word.move.figurine or made.figurine:  # the scanner prints one man here as a king and there as a rook
        named_move = msgspec.structs.replace(named_move, piece=mine.piece, promotion=mine.promotion)
    return mine == named_move
