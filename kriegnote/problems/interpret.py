"""Phrases, one after the other, made into a policy.

A text has no brackets: to which turn, branch and try a phrase belongs follows from turn numbers, from what was said
before it and from what words lead to it.  Where that leaves more than one way,
:class:`~kriegnote.problems.choices.Choices` decides: a bare move may be White's, Black's or only mentioned, *otherwise*
may mean a refusal or a branch, and so on.  What is no move, condition or joint is prose and has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kriegnote.problems.brackets import Brackets
from kriegnote.problems.builder import DraftFork, DraftTry, Link, place
from kriegnote.problems.context import MOVES
from kriegnote.problems.orders import in_the_repeated_order, printed_order
from kriegnote.problems.page import BREAKS
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import Answer, Otherwise, Plan, Played
from kriegnote.problems.replies import has_moved

_SAID: Final = {"heard", "asked", "answer_yes", "answer_no", "otherwise", "all_other"}
_JOINING: Final = {
    "or",
    "sor",
    "then",
    "and",
    "comma",
    "slash",
    "in_order",
    "order",
    "any_order",
    "refused",
    "otherwise",
    "no",
}


class Interpreter(Brackets):
    """Reads the phrases of one solution; :meth:`read` gives the policy."""

    def read(self) -> Plan:
        """The policy of the text."""
        self._run(self.words, self.page.begin, len(self.words))
        self._end()
        policy = in_the_repeated_order(self.build.freeze())
        return printed_order(policy) if self.ordered else policy

    def unread(self) -> list[tuple[Phrase, Phrase]]:
        """What was not understood, from phrase to phrase: moves of White's that are no part of the policy nor known to
        be none, and conditions.
        """
        known = self.used | self.passed
        moves = [
            (w, w)
            for w in self.words[self.page.begin :]
            if (w.kind == "white_move" or (w.kind == "bare_move" and w.move and w.move.mates))
            and not self._is_prose(w)
            and w.start not in known
        ]
        return sorted([*self.unclear, *self.hidden, *moves], key=lambda each: each[0].start)

    def doubtful(self) -> list[tuple[Phrase, Phrase]]:
        """What was read in a way that its words do not say: tries that unknown words lead to, and what is announced,
        asked or answered and has no part in the policy.
        """
        idle = [
            (w, w)
            for w in self.words[self.page.begin :]
            if w.kind in _SAID and not self._is_prose(w) and w.start not in self.used | self.passed
        ]
        if self.unanswered is not None:
            idle.append((self.unanswered, self.unanswered))
        return sorted([*self.doubts, *idle], key=lambda each: each[0].start)

    def _run(self, words: list[Phrase], i: int, end: int) -> None:
        outer, self.words = self.words, words
        self.at = {w.start: n for n, w in enumerate(words)}
        while i < end:
            i = max(self._take(i), i + 1)
        self.words = outer
        self.at = {w.start: n for n, w in enumerate(outer)}

    def _take(self, i: int) -> int:
        """Take the phrase at ``i``; the index of the next."""
        word = self.words[i]
        if self._is_prose(word):
            if word.kind in ("stop", "blank_line", "bullet"):
                self._end()
        elif word.kind in BREAKS:
            self._break(i)
        elif word.kind == "white_move":
            return self._white_move(i)
        elif word.kind == "black_number":
            return self._black(i)
        elif word.kind in MOVES:
            return self._unnumbered(i)
        elif word.kind == "move_in_words" and self._is_try_in_words(i):
            self._try(word, self._unnumbered_turn(i))
            return self._behind(i)
        elif handler := _HANDLERS.get(word.kind):
            handler(self, i)
        return i + 1

    def _break(self, i: int) -> None:
        """A stop or a new line: the sentence may end, and a twin's part begin."""
        kind = self.words[i].kind
        if kind == "stop" or self._breaks(i):
            self._end(told=kind == "stop" and i > 0 and self.words[i - 1].kind != "colon")
            if kind == "bullet" and self.words[i].start in self.page.twins:
                self._part(i)

    def _unnumbered(self, i: int) -> int:
        """A move without its number, or a square: the head of a branch, or a move by itself."""
        if self._is_answered(i):
            self._end()
            return self._replies(i, self._turn_ahead(self.words[i]), own=False)
        j = self._square(i)
        return j if j > i else self._bare(i)

    def _colon(self, i: int) -> None:
        if not self._answers_in_words(i):
            super()._colon(i)

    # -- White's moves -------------------------------------------------------------------------------------------------

    def _white_move(self, i: int) -> int:
        word, now = self.words[i], self.now
        assert word.move is not None
        turn = max((word.number or 1) - self.shift, 1)
        duty = word.move.parts.piece == "P" and word.move.parts.capture and Answer(any=True) in now.conditions
        if (word.move.doubted and not duty and not self._is_refused_after_all(i)) or now.cue == "not":
            self.passed.add(word.start)
            now.cue = "against"
            return i + 1
        if self._is_supposed(word):
            now.conditions.append(Played(turn=turn, parts=word.move.parts))
            now.unclear = None
            self.passed.add(word.start)
            now.cue = ""
            return i + 1
        known = None if now.replies or now.conditions else self._known(word)
        if known is not None and self._is_reference(word):
            self.passed.add(word.start)
            self.build.go(turn)
            now.unclear = None
            self.last = known
            self.only = None
            now.then()
            now.cue, now.part = "", "body"
            return self._behind(i)
        self._try(word, turn)
        return self._behind(i)

    def _try(self, word: Phrase, turn: int) -> None:
        """A try of White's."""
        now, move = self.now, word.move
        assert move is not None
        if now.unclear is not None and not (now.part == "reason" or now.conditions or now.replies):
            (self.hidden if self._is_hidden(now.unclear, word) else self.unclear).append((now.unclear, word))
        now.unclear = None
        if now.threats == "next":
            now.threats = "told"
            now.conditions = [*now.conditions, Otherwise(threat=True)]
        if self._begins_unnamed_case(word, turn):
            self.eliminated += 1
            self._add(Otherwise(), word)
        if now.conditions or now.replies:
            self._open(turn=None if now.replies else turn)
        made = DraftTry(
            place(word, text=word.name or word.text), move.parts, turn, figurine=move.figurine, mates=move.mates,
            checks=move.checks, vain=now.vain or move.doubted, defences=list(now.defended),
        )  # fmt: skip
        self._doubt(word, turn)
        self._whose(word, turn)
        link: Link = "or" if now.order == "any" and (now.tries or now.join) else now.join or "then"
        self.build.add(made, link, only=self.only)
        self.only = None
        self.last = made
        self.used.add(word.start)
        now.tries.append(made)
        now.defended = []
        now.join, now.vain, now.black = "", False, False
        now.cue = "white" if now.order in ("tried", "given") else ""
        now.part = "reason" if now.part == "reason" else "body"
        self.asking = False

    def _begins_unnamed_case(self, word: Phrase, turn: int) -> bool:
        """Whether a sentence without a head, or with one that is no condition, is for the case that no other names:
        “Capture heard: 2.Rc1. Not heard: 2.Qxd4.”
        """
        now, top = self.now, self.build.top
        if now.tries or now.join or now.conditions or now.replies or self.keyless or not self._divided():
            return False
        if top.kind not in ("heard", "reply") or not top.plan or top.turn != turn or top.asked:
            return False
        lead: list[str] = []
        for n in range(self.at.get(word.start, 0) - 1, -1, -1):
            if self.words[n].kind in BREAKS or self.words[n].move is not None:
                break
            lead.append(self.words[n].kind)
        if not _JOINING.isdisjoint(lead) or "threat" in lead:
            return False
        ways = (0, 2) if "not" in lead else (2, 0) if lead else (3, 0)
        return not self.choices.pick(word.start, "unnamed", *ways)

    def _doubt(self, word: Phrase, turn: int) -> None:
        """A try that stands behind another, with unknown words between them and none that joins, may be meant for
        something that the words say and that was not understood.
        """
        top = self.build.top
        after = bool(top.plan) and top.turn == turn and not isinstance(top.plan[-1], DraftFork)
        if word.led_by is None or not after or self.now.order == "given":
            return
        i = self.at.get(word.start, 0) - 1
        while i >= 0 and self.words[i].move is None:
            if self.words[i].kind in _JOINING:
                return
            i -= 1
        self.doubts.append((word.led_by, word))

    def _whose(self, word: Phrase, turn: int) -> None:
        """Whether a next turn belongs to all tries of the row before it, or to the last alone."""
        row = self.build.row(turn)
        if self.only is not None or len(row) < 2:
            return
        refused = any(each.refused for each in row[:-1]) and not row[-1].refused
        if self.choices.pick(word.start, "whose", *((2, 0) if refused else (0, 2))):
            self.only = row[-1]

    def _behind(self, i: int) -> int:
        """A move without its number right behind one of White's is Black's reply."""
        j = i + 1
        while j < len(self.words) and self.words[j].kind in ("newline", "other", "dash"):
            j += 1
        if j < len(self.words) and self.words[j].kind == "bracket":
            self._bracket(j)
            j += 1
        moves = j < len(self.words) and self.words[j].kind in MOVES and not self._is_prose(self.words[j])
        in_a_row = self.now.order == "given" and any(word.kind == "dash" for word in self.words[i + 1 : j])
        if moves and (in_a_row or self._heads_branch(j) or self._is_answered(j)):
            return j
        if moves and (bare := self.words[j].move) is not None and bare.mates:
            return j  # Black does not mate
        if moves and self.choices.pick(self.words[j].start, "reply", 0, 3) == 0:
            return self._replies(j, (self.words[i].number or 1) - self.shift + 1, own=True)
        return j

    def _bare(self, i: int) -> int:
        """A move without its number: White's, Black's, or only told of."""
        word, now = self.words[i], self.now
        if self._is_any_of_man_replied(word):
            return self._replies(i, self._turn_ahead(word), own=False)
        if word.kind == "any_reply":
            self._any_reply(i)
        if word.kind != "bare_move" or word.move is None:
            return i + 1
        if word.move.doubted and not (word.move.mates and self._is_refused_after_all(i)):
            return i + 1
        if now.cue == "not":
            now.cue = ""
            return i + 1
        if self._captured(i):
            return i + 1
        listed = self.keyless or (now.tries and self.words[i - 1].kind in ("comma", "or", "slash"))
        ways = (0, 3, 2) if listed else (3, 0, 3)
        way = 0 if self._is_tried(word) else self.choices.pick(word.start, "bare", *ways)  # a try is never left out
        if way == 0:
            self._try(word, self._unnumbered_turn(i))
            return self._behind(i)
        if way == 2:
            return self._replies(i, self._turn_ahead(word), own=False)
        return i + 1

    def _is_answered(self, i: int) -> bool:
        """“dxc4 Bf3#”, a line by itself: whether a move of Black's stands there with the mate that answers it."""
        if i + 1 >= len(self.words) or not self.build.root or self.words[i].kind not in MOVES:
            return False
        reply, mate = self.words[i].move, self.words[i + 1].move
        alone = i == 0 or self.words[i - 1].kind in BREAKS
        return (
            alone
            and self.words[i + 1].kind == "bare_move"
            and bool(mate and mate.mates)
            and not (reply and reply.mates)
        )

    def _is_any_of_man_replied(self, word: Phrase) -> bool:
        """“if the knight moves”: whether any move of a man is a reply that a branch is for."""
        now = self.now
        if word.kind != "any_of_man" or now.part == "reason" or not self.build.root:
            return False
        return now.cue == "if" or (now.part == "head" and not has_moved(word))

    def _is_tried(self, word: Phrase) -> bool:
        """Whether what stands before a move without its number says that White makes it."""
        now = self.now
        mates = word.move is not None and word.move.mates
        if now.cue == "because" and mates:
            return True  # Black does not mate
        if now.cue in ("if", "because", "against") or now.part == "reason":
            return False
        in_a_row = bool(now.tries) and (bool(now.join) or now.order == "given")
        return (now.cue == "white" and not now.black) or in_a_row or mates

    def _is_try_in_words(self, i: int) -> bool:
        """“White tries the rook on g5; if that fails, the queen on e3”."""
        now, before = self.now, self.words[i - 1].kind if i else ""
        if now.cue != "white" or now.black or has_moved(self.words[i]):
            return False
        led = before in ("try", "play", "then", "sor")
        return not self.choices.pick(self.words[i].start, "try in words", *((0, 3) if led else (3, 0)))

    def _unnumbered_turn(self, i: int) -> int:
        """A try without a number is of the same turn as the move that is played after it."""
        if self.keyless:
            self.keyless = False
            return 1
        for word in self.words[i + 1 : i + 8]:
            if word.kind in ("stop", "semicolon", "bullet"):
                break
            if word.kind == "white_move":
                return max((word.number or 1) - self.shift, 1)
        now, top = self.now, self.build.top
        trying = now.order in ("tried", "given")
        mates = (move := self.words[i].move) is not None and move.mates
        if (mates or not now.tries) and not now.join and self._keyed():
            return 2
        if now.conditions or now.replies:
            return self._turn_ahead(self.words[i])
        if now.tries:
            return now.tries[-1].turn + (trying and len(now.tries) == 1 and self._firm(now.tries[0]))
        return top.turn + (trying and bool(top.plan) and self._firm(top.plan[-1]))

    def _keyed(self) -> bool:
        """Whether the turn after the key has not begun: “1.Ne3! f4#”."""
        first = self.build.root[0] if len(self.build.root) == 1 else None
        return isinstance(first, DraftTry) and not (first.mates or first.vain or first.then or self.build.top.asked)

    def _firm(self, stage: object) -> bool:
        """Whether a move is simply played, as keys are: “1.Qe7! White then tries Qxe2”."""
        return stage is self.build.root[0] if len(self.build.root) == 1 else False


_HANDLERS: Final[dict[str, Callable[[Interpreter, int], None]]] = {
    # joints
    "or": Interpreter._or,
    "sor": Interpreter._sor,
    "double_slash": Interpreter._double_slash,
    "slash": Interpreter._slash,
    "then": Interpreter._then,
    "semicolon": Interpreter._semicolon,
    "colon": Interpreter._colon,
    "dash": Interpreter._dash,
    "comma": Interpreter._comma,
    "and": Interpreter._and,
    "in_order": Interpreter._in_order,
    "order": Interpreter._order,
    "paired": Interpreter._paired,
    "any_order": Interpreter._any_order,
    # what White does, and how what follows is meant
    "try": Interpreter._tries,
    "play": Interpreter._plays,
    "in_vain": Interpreter._in_vain,
    "threat": Interpreter._threat,
    "threats": Interpreter._threat,
    "if": Interpreter._if,
    "when": Interpreter._when,
    "cannot": Interpreter._cannot,
    "move_in_words": Interpreter._in_words,
    "because": Interpreter._because,
    "moved": Interpreter._moved,
    "black_moved": Interpreter._moved,
    "mate": Interpreter._mate,
    "not": Interpreter._not,
    "black": Interpreter._black_does,
    "white": Interpreter._white_does,
    "gap": Interpreter._gap,
    "refused": Interpreter._refused,
    "accepted": Interpreter._accepted,
    # what the umpire says and answers
    "heard": Interpreter._heard,
    "spoken": Interpreter._spoken,
    "by": Interpreter._by,
    "at_square": Interpreter._more,
    "direction": Interpreter._more,
    "man": Interpreter._man,
    "asked": Interpreter._asked,
    "yes": Interpreter._yes_or_no,
    "no": Interpreter._yes_or_no,
    "answer_yes": Interpreter._scheme_answer,
    "answer_no": Interpreter._scheme_answer,
    "otherwise": Interpreter._otherwise,
    "all_other": Interpreter._all_other,
    # parts
    "twin": Interpreter._part,
    "rulebook": Interpreter._part,
    "bracket": Interpreter._bracket,
}
