"""Conditions: what the umpire says."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

import msgspec

from kriegnote.lexicon import meant, mentions
from kriegnote.problems.builder import DraftFork
from kriegnote.problems.context import SET_OFF, WHOLE_PAGE, formal, is_square, reply_moves
from kriegnote.problems.page import BREAKS
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import AUDIBLE, Captures, Checks, Condition, OneOf, Otherwise, PawnTries, Silent
from kriegnote.problems.sentences import Sentences

_LEADING: Final = ("if", "when", "spoken")


class Announcements(Sentences):
    """The part of a reader that understands what White hears."""

    def _heard(self, i: int) -> None:
        """Something that the umpire says: a condition, or only told of."""
        word, now = self.words[i], self.now
        if self._is_question(i):
            self.question = word.says[0]
            self.used.add(word.start)
            return
        if word.says[0] == Silent() and meant(word.text, "details") == "none":
            if self.asking or self._half_answered(yes=False):
                self._yes_or_no(i)  # “Any?”: none
                return
            if self.page.counted:  # “pawn tries: none …; one …; two …”
                word = replace(word, says=(PawnTries(count=0),))
        if self._answers_question(word):
            return
        if self._is_only_told(i) and self.choices.pick(word.start, "told of", 2, 0):
            self.passed.add(word.start)
            return  # what is said to be heard is never left out
        joined = bool(now.conditions) and self.words[i - 1].kind in ("or", "slash")
        if joined and isinstance(now.conditions[-1], Otherwise):
            self.used.add(word.start)  # “anything else, or nothing”
            return
        said = self._said(i, word)
        if joined and isinstance(said, AUDIBLE) and isinstance(now.conditions[-1], AUDIBLE):
            self._or_else(said, word)
            now.cue = "" if now.cue == "if" else now.cue
            return
        if now.replies and not now.conditions:  # “1...Rxe1, 1...Rxh1: the umpire announces a capture”
            now.defended, now.replies = [*now.defended, *now.replies], []
        self._add(said, word)
        now.cue = "" if now.cue == "if" else now.cue

    def _or_else(self, said: Condition, word: Phrase) -> None:
        """What is announced may also be this."""
        last = self.now.conditions.pop()
        among = last.conditions if isinstance(last, OneOf) else (last,)
        self._add(OneOf(conditions=(*among, said)), word)  # type: ignore[arg-type]

    def _is_only_told(self, i: int) -> bool:
        """Whether an announcement stands where a condition would not: behind its try, in a reason."""
        word, now = self.words[i], self.now
        called = word.says[0] == Captures() and now.cue == "white"  # “try the capture 2.dxe3”
        if now.cue in ("because", "not") or now.part == "reason" or called or (now.tries and now.conditions):
            return True
        if now.tries and (now.cue != "if" or now.black):
            return not self._try_ahead(i)
        return not (now.cue == "if" or now.part == "head" or formal(word))

    def _said(self, i: int, word: Phrase) -> Condition:
        """What is announced, with what other words say of it."""
        said: Condition = self._complement(word) or word.says[self._counts(word)]
        before = self.words[i - 1] if i else None
        if said == Captures() and before and before.kind == "at_square" and before.start not in self.used:
            return before.says[0]  # “on b5 he captures”
        if said == Captures(happened=False) and before and before.kind == "man":
            return msgspec.structs.replace(before.says[0], happened=False)  # “the rook is not taken”
        if isinstance(said, Captures) and said.square and said.man and self.choices.pick(word.start, "man", 0, 2):
            return msgspec.structs.replace(said, man=None)  # “a capture on a1 betrays a queen”
        return said

    def _spoken(self, i: int) -> None:
        """“If the umpire speaks, 2.Ne4”: whatever he says."""
        word, after = self.words[i], self._after(i)
        if not self.build.root or (after is not None and self._heads_branch(self.at[after.start])):
            return  # “if he calls d6, 2.Bxf5#”: the square says what
        now = self.now
        begins = (now.cue == "if" or now.part == "head") and not (now.conditions or now.tries)
        begins = begins or (isinstance(word.says[0], PawnTries) and not now.tries)
        heads = begins or ((now.cue == "if" or now.part == "head") and bool(now.tries) and self._try_ahead(i))
        if heads and after is not None and after.kind in ("comma", "colon", "white_move", "bare_move"):
            self._heard(i)
        elif now.unclear is None:
            self.passed.add(word.start)

    def _answers_question(self, word: Phrase) -> bool:
        """“Pawn tries: 2.dxe3; no pawn tries: 2.Qe6”: what is told of pawn captures may be the answer to “Any?”."""
        now, said = self.now, word.says[0]
        if self.page.counted or now.tries or now.cue in ("because", "not"):
            return False
        if said not in (PawnTries(any=True), PawnTries(count=0)):
            return False
        asked = self.asking or self._half_answered(yes=True) or self._half_answered(yes=False)
        if not self.choices.pick(WHOLE_PAGE, "answered", *((2, 0) if asked else (0, 2))):
            return False
        self._answer(word, yes=said == PawnTries(any=True))
        return True

    @abstractmethod
    def _answer(self, word: Phrase, *, yes: bool) -> None:
        """Open the branch of an answer to “Any?”."""

    @abstractmethod
    def _half_answered(self, *, yes: bool) -> bool:
        """Whether “Any?” was asked, and what to do after this answer is still to be told."""

    @abstractmethod
    def _yes_or_no(self, i: int) -> None:
        """An answer to “Any?”, to a try, or to what the text itself has asked."""

    def _counts(self, word: Phrase) -> int:
        """Whether “one capture”, which may be a capture or a number of captures that are possible, is the number."""
        if len(word.says) == 1:
            return 0
        return self.choices.pick(WHOLE_PAGE, "counts", *((2, 0) if self.page.counted else (0, 2)))

    def _is_question(self, i: int) -> bool:
        """“Does Black capture? If yes …”: whether it is only asked what the next words answer."""
        mark = self._after(i)
        if mark is None or mark.kind != "stop" or "?" not in mark.text or self.now.conditions:
            return False
        answer = self._after(self.at[mark.start], frozenset({"newline", "blank_line", "bullet", "if", "dash"}))
        return answer is not None and answer.kind in ("yes", "no")

    def _more(self, i: int) -> None:
        """“capture at h3 …; at d3 …”, “check on the file …; on the rank …”: a square or a direction alone, after a
        capture or a check, is another one.
        """
        word, now = self.words[i], self.now
        said = word.says[0]
        before = self.words[i - 1].kind if i else ""
        assert isinstance(said, (Captures, Checks))
        if now.conditions[-1:] == [type(said)()]:
            self._add(said, word)
        elif before in ("or", "slash") and now.conditions and isinstance(now.conditions[-1], AUDIBLE):
            self._or_else(said, word)  # “check on the file or on the rank”
        elif self._spoken_of(type(said)):
            plain = before in {"if", "when", "or", "semicolon", "colon", "comma"} | BREAKS
            if self.choices.pick(word.start, "more", *((0, 3) if plain else (2, 0))):
                return
            if now.tries and now.cue == "if" and self._ends_clause(i):
                self._add(said, word)
                self._end()
                return
            if now.tries:
                self._end()
            if not now.conditions:
                self._add(said, word)

    def _ends_clause(self, i: int) -> bool:
        """“2.Qxg7 if on g7, 2.Qxf6 if on d6”: whether a condition behind a try ends there."""
        after = self._after(i)
        following = self._after(i + 1)
        if after is None or after.kind in ("stop", "semicolon"):
            return True
        return after.kind in ("comma", "and") and following is not None and following.kind == "white_move"

    def _man(self, i: int) -> None:
        """“if Black takes the knight …; if the bishop …”: a man alone, after the capture of one, is another one."""
        word = self.words[i]
        forks = [scope.plan[-1] for scope in self.build.scopes if scope.plan]
        last = [each for fork in forks if isinstance(fork, DraftFork) for each in fork.branches[-1].when]
        named = any(isinstance(each, Captures) and each.man for each in last)
        if named and self.now.cue == "if" and not self.now.conditions:
            if self.now.tries:
                self._end()
            self._add(word.says[0], word)

    def _spoken_of(self, kind: type) -> bool:
        """Whether the branch before is for an announcement of this kind."""
        forks = [scope.plan[-1] for scope in self.build.scopes if scope.plan]
        last = [each for fork in forks if isinstance(fork, DraftFork) for each in fork.branches[-1].when]
        return any(isinstance(each, kind) for each in last)

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
        first, *also = [each.move.parts.to or "" for each in squares if each.move is not None]
        said = now.conditions[-1] if now.conditions else None
        if isinstance(said, Captures) and not said.square:  # “no capture c1”
            now.conditions[-1] = msgspec.structs.replace(said, square=first, also=tuple(also))
        elif self.choices.pick(WHOLE_PAGE, "square", 0, 2) == 0:
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
        after = self._after(j - 1, SET_OFF | ({"comma"} if before in _LEADING else frozenset()))
        if before in ("colon", "semicolon", "stop") and parted[:1] in (["comma"], ["then"]):
            after = self._after(j - 1, SET_OFF | {"comma", "then"})  # “Black takes: c3, then 2.Rxc3; e4, then …”
        if after is None or (before in ("white_move", "black_number") and parted[:1] not in (["colon"], ["dash"])):
            return False
        if after.kind == "white_move":
            return bool(self.build.root)
        if after.kind == "bracket":
            return any(each.kind == "white_move" for each in after.inside)
        if before in _LEADING and parted[:1] == ["comma"]:
            return after.kind == "bare_move" and not is_square(after)  # “if he calls d6, Bxf5#”
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
        said = word.says[0]
        the_same = said == Captures(happened=False) and mentions(word.text, "details.taken")  # “if it is not captured”
        if not the_same and (not isinstance(said, Silent) or mentions(word.text, "details.silent")):
            return None
        for scope in reversed(self.build.scopes):
            fork = scope.plan[-1] if scope.plan else None
            if isinstance(fork, DraftFork) and len(fork.branches) == 1 and len(fork.branches[0].when) == 1:
                first = fork.branches[0].when[0]
                named = isinstance(first, Captures) and first.happened and first != Captures()
                if named and self.choices.pick(word.start, "complement", 0, 2) == 0:
                    return msgspec.structs.replace(first, happened=False)
        return None
