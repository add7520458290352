"""Brackets: heads of branches, conditions behind a try, defences, the fate of a try, an aside, or prose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kriegnote.problems.builder import Draft, Scope
from kriegnote.problems.context import SET_OFF, WHOLE_PAGE, Sentence, is_square, reply_moves
from kriegnote.problems.joints import Joints
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.replies import Replies

_ANNOUNCED: Final = {
    "heard", "answer_yes", "answer_no", "asked", "yes", "no", "other", "or", "comma", "slash", "and", "otherwise",
    "all_other",
}  # fmt: skip


class Brackets(Replies, Joints):
    """The part of a reader that understands what stands in brackets."""

    def _bracket(self, i: int) -> None:
        """What stands in brackets: defences behind a try, its fate, tries for when it is refused, or prose."""
        word = self.words[i]
        kinds = {each.kind for each in word.inside}
        mates = any(each.move is not None and each.move.mates and not each.move.doubted for each in word.inside)
        if ("white_move" in kinds or mates) and kinds & {"if", "refused", "threat", "no"}:
            self._aside(word)
            return
        if any(each.move is not None and each.move.doubted for each in word.inside):
            self.passed |= {each.start for each in word.inside}
            return
        if self._bracket_heads(word):
            return
        if kinds == {"any_order"}:
            self._any_order(i)
            return
        if "white_move" in kinds and not self.choices.pick(word.start, "bracket", 0, 3):
            self._run(list(word.inside), 0, len(word.inside))
            return
        if "white_move" in kinds:
            self.passed |= {each.start for each in word.inside}
        self._remarks(word)

    def _remarks(self, word: Phrase) -> None:
        """What is told in brackets of the moves before them: replies, a try's fate, what is heard of a reply."""
        now, moves, kinds = self.now, reply_moves(word.inside), {each.kind for each in word.inside}
        if now.replies and not now.tries:
            now.replies.extend(moves)
        elif self.last is not None and now.tries:
            self.last.defences.extend(each for each in moves if each not in self.last.defences)
        else:
            now.defended.extend(moves)
        told = now.tries or (self.last is not None and now.part != "head")
        if told and kinds & {"refused", "accepted"} and "if" not in kinds:
            self._fate(refused="refused" in kinds or "not" in kinds)
        elif told and "refused" in kinds:
            self._when_refused()
        for each in word.inside:
            if each.kind == "heard" and not now.tries:
                self._add(each.says[0], word)
            elif each.kind == "in_vain" and now.tries:
                now.tries[-1].vain = True

    def _when_refused(self) -> None:
        """“2.A or (if refused) 2.B”, “2.A or 2.B (if refused)”: the order of alternatives, in brackets."""
        now = self.now
        if now.join:
            now.then()
        elif now.tries:
            self.build.bind(now.tries[-1])

    def _bracket_heads(self, word: Phrase) -> bool:
        """“(h3) 2.Rh1#; (silent) 2.Rh8#”: what is announced, as the head of a branch."""
        if self.now.tries and self._condition_behind(word):
            return True
        squares = [each for each in word.inside if is_square(each)]
        others = [each for each in word.inside if each not in squares]
        if not word.inside or not all(each.kind in _ANNOUNCED for each in others):
            return False
        before = self.now.tries[-1] if self.now.tries else None
        after = self._after(self.at[word.start], SET_OFF | {"white", "try", "play"})
        if squares or self.now.part != "head":
            if after is None or after.kind not in ("white_move", "asked", "bare_move", "answer_yes", "answer_no"):
                return False
            keyed = before is None or (before is self.build.root[0] and before.then is None)
            if self.choices.pick(WHOLE_PAGE, "brackets", *((0, 2) if keyed else (2, 0))):
                return False
        if before is not None:
            self._end()
        self._run(sorted(others, key=lambda each: each.kind != "asked"), 0, len(others))  # “(“no” to “Any?”)”
        if squares:
            self._squares(squares)
        return True

    def _condition_behind(self, word: Phrase) -> bool:
        """“2.f4# (after a capture on e3)”: the condition of a try, in brackets behind it."""
        kinds = {each.kind for each in word.inside}
        if not kinds <= _ANNOUNCED | {"when", "if", "any_reply", "black"} or not kinds & {"when", "if"}:
            return False
        if not kinds & {"heard", "otherwise", "all_other", "yes", "no"}:
            return False
        made, plan = self.now.tries[-1], self.build.top.plan
        if not plan or plan[-1] is not made:
            return False
        if self.choices.pick(WHOLE_PAGE, "behind", 0, 2):
            return False
        plan.pop()
        self._end()
        self._run(list(word.inside), 0, len(word.inside))
        if self.now.conditions:
            self._open(turn=made.turn)
        self.build.add(made)
        self.now = Sentence()
        return True

    def _aside(self, word: Phrase) -> None:
        """“(if refused 3.Rb1+ and 4.Ra1+)”: told in brackets, and then back to where it was."""
        build, outer = self.build, self.now
        scopes, last = list(build.scopes), self.last
        made = last.then if last is not None else None
        threat = any(each.kind == "threat" for each in word.inside)
        self.now = Sentence(join="" if threat else "then", tries=list(outer.tries) if not threat else [])
        inside = list(word.inside)
        if inside[0].kind == "no" and outer.tries:
            inside[0] = replace(inside[0], kind="refused")  # “2.gxf6# (no? 2.Qh6#)”
        self._run(inside, 0, len(inside))
        self._end()
        self.now = outer
        build.scopes, self.last = scopes, last
        if last is not None and last.then is made and not (threat or last.mates):
            last.then = made if made is not None else Draft()
            build.scopes.append(Scope("turn", last.turn + 1, last.then))
