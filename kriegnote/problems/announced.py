"""Conditions: what the umpire says, what he answers, and what is left when he says something else."""

from __future__ import annotations

import msgspec

from kriegnote.problems.builder import Draft, DraftFork, answers, place
from kriegnote.problems.context import BREAKS, SET_OFF, WHOLE_PAGE, Context, Sentence, formal, is_square, part_of, reply_moves
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import (
    AUDIBLE,
    Answer,
    Captures,
    Checks,
    Condition,
    OneOf,
    Otherwise,
    Played,
    Reply,
    Silent,
)


class Announcements(Context):
    """The part of a reader that understands what White hears."""

    def _heard(self, i: int) -> None:
        """Something that the umpire says: a condition, or only told of."""
        word, now = self.words[i], self.now
        if self._is_question(i):
            self.question = word.says[0]
            return
        plain = word.says[0] == Captures() and now.cue == "white"  # “try the capture 2.dxe3”
        if now.cue in ("because", "not") or now.explains or plain or (now.tries and now.conditions):
            told = True
        elif now.tries and not (now.cue == "if" and not now.black):
            told = not self._try_ahead(i)
        else:
            told = not (now.cue == "if" or now.head or formal(word))
        if told and self.choices.pick(word.start, "told of", 2, 0):
            return  # what is said to be heard is never left out
        said: Condition = self._complement(word) or word.says[0]
        joined = now.conditions and self.words[i - 1].kind in ("or", "slash")
        if joined and isinstance(said, AUDIBLE) and isinstance(now.conditions[-1], AUDIBLE):
            last = now.conditions.pop()
            among = last.conditions if isinstance(last, OneOf) else (last,)
            said = OneOf(conditions=(*among, said))  # type: ignore[arg-type]
        if now.replies and not now.conditions:  # “1...Rxe1, 1...Rxh1: the umpire announces a capture”
            now.defended, now.replies = [*now.defended, *now.replies], []
        self._add(said, word)
        now.cue = "" if now.cue == "if" else now.cue

    def _at_square(self, i: int) -> None:
        """“capture at h3 …; if at d3 …; on g6 …”: the others are captures too."""
        word, now = self.words[i], self.now
        forks = [scope.plan[-1] for scope in self.build.scopes if scope.plan]
        captures = any(
            isinstance(each, Captures) for fork in forks if isinstance(fork, DraftFork)
            for each in fork.branches[-1].when
        )  # fmt: skip
        before = self.words[i - 1].kind if i else ""
        if now.conditions[-1:] == [Captures()]:
            self._add(word.says[0], word)
        elif captures and before in {"if", "or", "semicolon", "colon", "comma"} | BREAKS:
            if now.tries:
                self._end()
            if not now.conditions:
                self._add(word.says[0], word)

    def _square(self, i: int) -> int:
        """“h3: 2.Rh1#”: a square at the head of what White does is where a capture was, or where Black's pawn went.

        The index of the next phrase; ``i`` when the square is no head.  What squares stand for is the same on a whole
        page.
        """
        squares, j = self._row_of_squares(i)
        if not squares or not self._heads(i, j):
            return i
        if self.now.tries:
            self._end()
        self._squares(squares)
        return j

    def _squares(self, squares: list[Phrase]) -> None:
        """Squares as a condition."""
        now, word = self.now, squares[0]
        first, *also = [each.move.parts.to for each in squares if each.move is not None]
        if self.choices.pick(WHOLE_PAGE, "square", 0, 2) == 0:
            self._add(Captures(square=first, also=tuple(also)), word)
            now.last = squares[-1]
        else:
            self._note(word)
            now.replies += reply_moves(squares)
            now.reply_turn = self._turn_ahead(word)
        self.used |= {each.start for each in squares}
        now.cue, now.unclear = "", None

    def _heads_branch(self, i: int) -> bool:
        """Whether squares from ``i`` on are the head of a branch."""
        squares, j = self._row_of_squares(i)
        return bool(squares) and self._heads(i, j)

    def _row_of_squares(self, i: int) -> tuple[list[Phrase], int]:
        """Squares alone from ``i`` on, with commas, slashes and *or* between them; and where they end."""
        found: list[Phrase] = []
        j = i
        while j < len(self.words) and is_square(self.words[j]):
            found.append(self.words[j])
            i = j = j + 1
            while j < len(self.words) and self.words[j].kind in ("or", "slash", "comma", "and"):
                j += 1
        return found, i

    def _heads(self, i: int, j: int) -> bool:
        """Whether what stands from ``i`` to ``j`` is the head of what White does: something sets it off before and
        after, or a numbered move of White's follows.
        """
        before = self.words[i - 1].kind if i else ""
        parted = [w.kind for w in self.words[j : j + 3]]
        after = self._after(j - 1, SET_OFF)
        if after is None or (before in ("white_move", "black_number") and parted[:1] != ["colon"]):
            return False
        if after.kind == "white_move":
            return bool(self.build.root)
        return parted[:1] in (["colon"], ["or"]) or (parted[:1] == ["dash"] and after.kind in ("bare_move", "asked"))

    def _by(self, i: int) -> None:
        for n, each in enumerate(self.now.conditions):
            if isinstance(each, Captures):
                said = self.words[i].says[0]
                assert isinstance(said, Captures)
                self.now.conditions[n] = msgspec.structs.replace(each, by=said.by)
                self._note(self.words[i])

    def _complement(self, word: Phrase) -> Condition | None:
        """“if he announces the capture of … / if he announces nothing”: the second is what the first is not."""
        said, text = word.says[0], word.text.lower()
        if said == Captures(happened=False) and any(each in text for each in ("catturat", "captured", "taken")):
            weights = (0, 2)  # “if it is not captured”: the man named before
        elif isinstance(said, Silent) and not text.startswith(("silen", "tac")):
            weights = (0, 2)
        else:
            return None
        for scope in reversed(self.build.scopes):
            fork = scope.plan[-1] if scope.plan else None
            if isinstance(fork, DraftFork) and len(fork.branches) == 1 and len(fork.branches[0].when) == 1:
                first = fork.branches[0].when[0]
                named = isinstance(first, Captures) and first.happened and first != Captures()
                if named and self.choices.pick(word.start, "complement", *weights) == 0:
                    return msgspec.structs.replace(first, happened=False)
        return None

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
            kept.append(each)
        self.now.conditions = [*kept, condition]
        self.asking = False

    def _asked(self, i: int) -> None:
        now = self.now
        if now.black or now.cue == "not":
            return
        self.asking = True
        self.used.add(self.words[i].start)
        if now.conditions or now.replies:
            self._open(heading=True)
        self.build.top.asked = True
        now.head = True

    def _scheme_answer(self, i: int) -> None:
        """``Any?y``: the question and its answer in one."""
        word, now = self.words[i], self.now
        if not now.conditions:
            heard = next((each for each in reversed(self.build.scopes) if each.kind == "heard"), None)
            later = now.linked and now.link == "then"
            fresh = heard is not None and heard.plan and not heard.asked and not _has_answers(heard.plan)
            # Swart's scheme: after what is said of “not silent”, the question is put when nothing was heard
            if heard is not None and fresh and not later and not self.choices.pick(word.start, "question", 0, 2):
                self.build.when("heard", heard.turn, [Otherwise()], place(word))
        self._answer(word, word.kind == "answer_yes")

    def _is_question(self, i: int) -> bool:
        """“Does Black capture? If yes …”: whether it is only asked what the next words answer."""
        mark = self._after(i)
        if mark is None or "?" not in mark.text or self.now.conditions:
            return False
        answer = self._after(self.at[mark.start], frozenset({"newline", "blank_line", "bullet", "if", "dash"}))
        return answer is not None and answer.kind in ("yes", "no")

    def _yes_or_no(self, i: int) -> None:
        """An answer to “Any?”, to a try, or to what the text itself has asked."""
        word, now = self.words[i], self.now
        yes = word.kind == "yes"
        if self.question is not None and (now.head or now.cue == "if") and not self.asking:
            self._add(self.question if yes else Otherwise(), word)
            return
        other = self._half_answered(yes=yes)
        if not (now.cue == "if" or now.head or self.asking or other) or now.cue == "because":
            return
        answer = self.asking or other
        if self.choices.pick(word.start, "answer", *((0, 2) if answer else (2, 0))) == 0:
            self._answer(word, yes)
        else:
            self._fate(refused=not yes)
            now.link, now.cue = "then", "white"

    def _answer(self, word: Phrase, yes: bool) -> None:
        for each in self.build.scopes:
            each.asked = True
        self.asking = True
        self.used.add(word.start)
        self._note(word)
        self.now.unclear = None
        self.now.conditions.append(Answer(any=yes))
        self.now.link, self.now.linked, self.now.cue = "then", False, "white"
        self.now.black = False

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
        answered = any(each.kind == "answer" for each in self.build.scopes) and self._half_answered(yes=False)
        refused = bool(now.tries and (now.tried or self.only or not now.opened)) or (
            self.tried_before and not now.tries
        )
        asks = after is not None and after.kind == "asked"
        ways = [n for n, fits in enumerate((True, self._divided() or asks or not refused, answered)) if fits]
        first = 0 if refused else 1 if asks or not answered or self.build.top.kind == "heard" else 2
        first = first if first in ways else 0
        way = ways[self.choices.pick(word.start, "otherwise", *(0 if n == first else 2 for n in ways))]
        if way == 0:
            now.link = "then"
        else:
            now.conditions = [Otherwise() if way == 1 else Answer(any=False)]
            self._note(word)
        self.only = self.only if way else None
        now.cue = "white"

    def _divided(self) -> bool:
        """Whether branches are open that another, for all that is left, may stand beside."""
        forks = [scope.plan[-1] for scope in self.build.scopes if scope.plan]
        return bool(self.now.conditions or self.now.replies) or any(
            isinstance(fork, DraftFork) and not any(Otherwise() in branch.when for branch in fork.branches)
            for fork in forks
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

    def _open(self, *, heading: bool = False, turn: int | None = None, nested: bool = False) -> None:
        """Open the branch of the conditions that were said."""
        now = self.now
        first, last = now.first or self.words[min(self.begin, len(self.words) - 1)], now.last
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

    def _nested(self, first: Phrase) -> bool:
        """Whether what is heard divides the branch that is open, and does not stand beside it."""
        top = self.build.top
        if top.kind != "heard" or top.plan or not top.heading:
            return False
        return bool(self.choices.pick(first.start, "nested", 0, 2))


def _has_answers(plan: Draft) -> bool:
    return any(isinstance(stage, DraftFork) and answers(stage) for stage in plan)
