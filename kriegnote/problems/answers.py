"""Questions and answers, what is left when something else is heard, and the parts for twins and rulebooks."""

from __future__ import annotations

from itertools import takewhile

from kriegnote.problems.announced import Announcements
from kriegnote.problems.builder import Draft, DraftFork, answers, place
from kriegnote.problems.context import Sentence, part_of
from kriegnote.problems.page import BREAKS
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import Answer, Otherwise, PawnTries


class Answers(Announcements):
    """The part of a reader that understands answers, and *otherwise*."""

    def _asked(self, i: int) -> None:
        now = self.now
        if now.cue == "not":
            self.passed.add(self.words[i].start)  # “White must not ask but play 2.A”
            now.cue = ""
            return
        if now.black and not now.conditions:
            return
        self.asking, self.unanswered = True, self.words[i]
        self.used.add(self.words[i].start)
        if now.unclear is not None and self._divided() and not now.conditions:
            self._add(Otherwise(), now.unclear)  # “If the referee announces a capture …; if he doesn't, ask”
        if now.conditions or now.replies:
            self._open(heading=True)
        self.build.top.asked = True
        now.part = "head"

    def _scheme_answer(self, i: int) -> None:
        """``Any?y``: the question and its answer in one."""
        word, now = self.words[i], self.now
        if not now.conditions:
            heard = next((each for each in reversed(self.build.scopes) if each.kind == "heard"), None)
            later = now.join == "then"
            fresh = heard is not None and heard.plan and not heard.asked and not _has_answers(heard.plan)
            # Swart's scheme: after what is said of “not silent”, the question is put when nothing was heard
            if heard is not None and fresh and not later and not self.choices.pick(word.start, "question", 0, 2):
                self.build.when("heard", heard.turn, [Otherwise()], place(word))
        self._answer(word, yes=word.kind == "answer_yes")

    def _yes_or_no(self, i: int) -> None:
        """An answer to “Any?”, to a try, or to what the text itself has asked."""
        word, now = self.words[i], self.now
        yes = word.kind == "yes"
        if self.question is not None and (now.part == "head" or now.cue == "if") and not self.asking:
            self._add(self.question if yes else Otherwise(), word)
            return
        other = self._half_answered(yes=yes)
        heading = bool(now.conditions) and not now.tries  # “no capture, and there are some: 2.dxe3”
        if not (now.cue == "if" or now.part == "head" or self.asking or other or heading) or now.cue == "because":
            return
        answer = self.asking or other or heading
        if self.choices.pick(word.start, "answer", *((0, 2) if answer else (2, 0))) == 0:
            self._answer(word, yes=yes)
        else:
            self._fate(refused=not yes)
            self.used.add(word.start)
            now.then()
            now.cue = "white"

    def _any_reply(self, i: int) -> None:
        """“Then ask. Any: 2.dxe3; none: …”: a yes."""
        after = self._after(i)
        if self.asking and after is not None and after.kind == "colon" and self.now.part == "head":
            self._answer(self.words[i], yes=True)

    def _answer(self, word: Phrase, *, yes: bool) -> None:
        for each in self.build.scopes:
            each.asked = True
        self.asking, self.unanswered = True, None
        self.used.add(word.start)
        self._note(word)
        self.now.unclear = None
        self.now.conditions.append(Answer(any=yes))
        self.now.join, self.now.cue = "", "white"
        self.now.black = False

    def _answers_in_words(self, i: int) -> bool:
        """“Ask. With tries: 2.gxf6; without: 2.Bxf5”: heads behind a question that say whether there are any."""
        now = self.now
        if now.conditions or now.replies or now.tries or not (self.asking or self._half_answered(yes=False)):
            return False
        head = list(takewhile(lambda word: word.kind not in BREAKS, (self.words[n] for n in range(i - 1, -1, -1))))
        kinds = {word.kind for word in head}
        if not kinds or not kinds <= {"when", "if", "not", "try", "spoken", "heard", "accepted"}:
            return False
        self._answer(head[-1], yes="not" not in kinds and not any(PawnTries(count=0) in word.says for word in head))
        return True

    def _half_answered(self, *, yes: bool) -> bool:
        """Whether “Any?” was asked in an open scope, and what to do after the other answer has been told."""
        for n, scope in enumerate(self.build.scopes):
            if scope.kind == "answer":
                below = self.build.scopes[n - 1].plan
                fork = below[-1] if below else None
                if isinstance(fork, DraftFork) and not any(Answer(any=yes) in each.when for each in fork.branches):
                    return True
        return False

    def _otherwise(self, i: int) -> None:
        """*Otherwise*: when the try is refused, when no other branch is for it, or after the other answer."""
        word, now = self.words[i], self.now
        after = self._after(i)
        asked = self.asking and self.unanswered is not None and not now.tries
        answered = asked or (
            any(each.kind == "answer" for each in self.build.scopes) and self._half_answered(yes=False)
        )
        refused = bool(now.tries and (now.order in ("tried", "given") or self.only or not now.opened)) or (
            self.tried_before and not now.tries
        )
        refused = refused or (bool(now.tries) and self._is_chained(i))
        asks = after is not None and after.kind == "asked"
        ways = [n for n, fits in enumerate((True, self._divided() or asks or not refused, answered)) if fits]
        first = 0 if refused else 1 if asks or not answered or self.build.top.kind == "heard" else 2
        first = 2 if asked else first if first in ways else 0
        self.used.add(word.start)
        way = ways[self.choices.pick(word.start, "otherwise", *(0 if n == first else 2 for n in ways))]
        if way == 0:
            now.then()
        elif way == 1:
            now.conditions = [Otherwise()]
            self._note(word)
        else:
            self._answer(word, yes=False)
        self.only = self.only if way else None
        now.cue = "white"

    def _is_chained(self, i: int) -> bool:
        """“2.Qc6, otherwise 2.Bxc7, otherwise 2.Qxe5”: whether the sentence has more of them."""
        return self._sentence_has(i, "otherwise") or any(
            self.words[n].kind == "otherwise" and self.words[n].start > self.now.tries[0].place["span"][0]
            for n in range(max(i - 8, 0), i)
        )

    def _all_other(self, i: int) -> None:
        self._add(Otherwise(), self.words[i])
        self.now.cue = ""

    def _part(self, i: int) -> None:
        """A heading: this part is for one twin, or for one rulebook."""
        word = self.words[i]
        after = self.words[i + 1].kind if i + 1 < len(self.words) else ""
        before = self.words[i - 1].kind if i else "stop"
        if word.kind == "bullet":
            heads = True
        elif word.kind == "twin":
            heads = ":" in word.text or after == "colon" or (before in BREAKS and after in ("blank_line", "newline"))
        else:
            heads = after in ("blank_line", "newline", "colon", "stop", "", "heard", "answer_yes", "answer_no")
        if heads:
            if self.now.conditions and not self.now.tries:
                self._open(heading=True)
            self.now = Sentence()
            self.only = None
            self.build.when("twin", self._turn_ahead(word), [part_of(word)], place(word))
            self.used.add(word.start)


def _has_answers(plan: Draft) -> bool:
    return any(isinstance(stage, DraftFork) and answers(stage) for stage in plan)
