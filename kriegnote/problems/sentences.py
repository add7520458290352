"""Sentences: what was said in one opens a branch, or belongs to the move before it."""

from __future__ import annotations

from typing import Final

from kriegnote.problems.builder import DraftFork
from kriegnote.problems.context import Context, Sentence
from kriegnote.problems.page import BREAKS, HEADS
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import Answer, Captures, Checks, Condition, NotSilent, Otherwise, Played, Reply, Silent

_OPEN: Final = {"comma", "sor", "or", "if", "and", "black_number", "stray_number", "try", "play", "in_vain"}


class Sentences(Context):
    """The part of a reader that begins and ends sentences, and opens branches."""

    def _end(self, *, told: bool = False) -> None:
        """The sentence ends: what was said without a move is a heading for what comes.

        :param told: it ends like one that only tells what Black can do.
        """
        now = self.now
        if told and now.replies and not now.conditions and not now.tries:
            first = now.first or self.words[0]
            if not self.choices.pick(first.start, "replies", 0, 2):
                now.replies = []
        if now.conditions and now.tries and not now.replies:
            self._postfix()
        elif now.conditions or now.replies:
            self._open(heading=True)
        if now.paired:
            self.build.pair()
        tried = now.order in ("tried", "given") if now.tries or now.opened else self.tried_before
        carried = now.join == "then" and not now.tries
        self.now = Sentence(join="then" if carried else "")
        self.tried_before = tried

    def _postfix(self) -> None:
        """“2.Qc2 if the answer is yes”: the condition comes after its move."""
        made = self.now.tries[-1]
        plan = self.build.top.plan
        first = self.now.first or self.words[-1]
        answered = any(isinstance(each, Answer) for each in self.now.conditions)
        way = self.choices.pick(first.start, "postfix", *((0, 3) if answered else (3, 0)))
        if way == 0 and plan and plan[-1] is made:
            plan.pop()
            self._open(nested=True)
            self.build.top.plan.append(made)
        elif way == 1:
            self._open(heading=True)

    def _breaks(self, i: int) -> bool:
        """Whether a line break ends a sentence: what follows is a head, and nothing before it waits for more."""
        before = next(
            (k for k in (self.words[n].kind for n in range(i - 1, -1, -1)) if k not in BREAKS or k == "stop"), ""
        )
        after = self._after(i, frozenset({"blank_line", "newline"}))
        bullet = self.words[i].kind == "bullet"
        if after is None or (before in _OPEN and not bullet):
            return bullet
        if after.kind == "bullet":
            return False
        if self.now.join and after.kind in ("white_move", "bare_move") and not bullet:
            return False
        if before == "colon" and self.now.order in ("tried", "given") and after.kind in ("white_move", "bare_move"):
            return False
        return bullet or after.kind in HEADS or before == "semicolon" or self.words[i].kind == "blank_line"

    def _add(self, condition: Condition, word: Phrase) -> None:
        """A condition more; what says less than one that is there adds nothing."""
        self.used.add(word.start)
        self._note(word)
        self.now.unclear = None
        kept: list[Condition] = []
        for each in self.now.conditions:
            if type(each) is type(condition) and isinstance(condition, (Checks, Captures)):
                if condition in (Checks(), Captures()):
                    return
                continue
            if isinstance(condition, Silent) and isinstance(each, (Silent, Captures)):
                return
            if isinstance(each, NotSilent) and isinstance(condition, (Checks, Captures)):
                continue  # “something is announced, a capture”
            kept.append(each)
        self.now.conditions = [*kept, condition]
        self.asking = False

    def _open(self, *, heading: bool = False, turn: int | None = None, nested: bool = False) -> None:
        """Open the branch of the conditions that were said."""
        now = self.now
        first, last = now.first or self.words[min(self.page.begin, len(self.words) - 1)], now.last
        now.opened = True
        at = self._place(first, last)
        turn = turn or (now.reply_turn if now.replies else 0) or self._turn_ahead(first)
        answered: list[Condition] = [each for each in now.conditions if isinstance(each, Answer)]
        played: list[Condition] = [each for each in now.conditions if isinstance(each, Played)]
        heard: list[Condition] = [each for each in now.conditions if not isinstance(each, (Answer, Played))]
        if heard:
            nested = nested or self._nested(first)
            self.build.when(
                "heard", turn, heard, at, heading=heading or bool(now.replies), only=self.only, nested=nested
            )
        if now.replies or played:
            hidden: list[Condition] = [Reply(moves=tuple(now.replies))] if now.replies else []
            self.build.when("reply", turn, [*hidden, *played], at, only=self.only)
            if heard and not heading:
                self.build.scopes[-2].heading = False
        if answered:
            self.build.when("answer", turn, answered, at)
        now.conditions, now.replies, now.first = [], [], None
        self.only = None

    def _divided(self) -> bool:
        """Whether branches are open that another, for all that is left, may stand beside."""
        forks = [scope.plan[-1] for scope in self.build.scopes if scope.plan]
        return bool(self.now.conditions or self.now.replies) or any(
            isinstance(fork, DraftFork) and not any(Otherwise() in branch.when for branch in fork.branches)
            for fork in forks
        )

    def _nested(self, first: Phrase) -> bool:
        """Whether what is heard divides the branch that is open, and does not stand beside it."""
        top = self.build.top
        if top.kind != "heard" or top.plan or not top.heading:
            return False
        return bool(self.choices.pick(first.start, "nested", 0, 2))

    def _fate(self, *, refused: bool) -> None:
        """The last try was refused or accepted: what follows in the next turn belongs to the accepted one alone."""
        self.now.unclear = None
        if self.last is not None:
            if refused:
                self.last.refused = True
                if self.only is self.last:
                    self.only = None
            else:
                self.only = self.last
