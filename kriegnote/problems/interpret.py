"""Phrases, one after the other, made into a policy.

A text has no brackets: to which turn, branch and try a phrase belongs follows from turn numbers, from what was said
before it and from what words lead to it.  Where that leaves more than one way,
:class:`~kriegnote.problems.choices.Choices` decides: a bare move may be White's, Black's or only mentioned, *otherwise*
may mean a refusal or a branch, and so on.  What is no move, condition or joint is prose and has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from kriegnote.problems.announced import Announcements
from kriegnote.problems.builder import Draft, DraftTry, Link, Scope, place
from kriegnote.problems.context import BREAKS, HEADS, MOVES, SET_OFF, WHOLE_PAGE, Sentence, is_square, reply_move, reply_moves
from kriegnote.problems.joints import Joints
from kriegnote.problems.phrases import Phrase
from kriegnote.problems.policy import Answer, Captures, Otherwise, Plan, Played, ReplyMove

_SEPARATORS: Final = {"or", "comma", "slash", "and", "newline", "blank_line", "black_number", "other"}
_ANNOUNCED: Final = {
    "heard", "answer_yes", "answer_no", "asked", "yes", "no", "other", "or", "comma", "slash", "and", "otherwise", "all_other",
}
_OPEN: Final = {"comma", "sor", "or", "if", "and", "black_number", "stray_number", "try", "play", "in_vain"}


class Interpreter(Announcements, Joints):
    """Reads the phrases of one solution; :meth:`read` gives the policy."""

    def read(self) -> Plan:
        """The policy of the text."""
        self._run(self.words, self.begin, len(self.words))
        self._end()
        return self.build.freeze()

    def unread(self) -> list[tuple[Phrase, Phrase]]:
        """What was not understood, from phrase to phrase: moves of White's that are no part of the policy nor known to
        be none, and conditions.
        """
        moves = [
            (w, w)
            for w in self.words[self.begin :]
            if (w.kind == "white_move" or (w.kind == "bare_move" and w.move and w.move.mates))
            and not self._is_prose(w)
            and w.start not in self.used | self.passed
        ]
        return sorted([*self.unclear, *moves], key=lambda each: each[0].start)

    def _run(self, words: list[Phrase], i: int, end: int) -> None:
        outer, self.words = self.words, words
        self.at = {w.start: n for n, w in enumerate(words)}
        while i < end:
            i = max(self._take(i), i + 1)
        self.words = outer
        self.at = {w.start: n for n, w in enumerate(outer)}

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
        tried = now.tried if now.tries or now.opened else self.tried_before
        carried = now.linked and not now.tries and now.link == "then"
        self.now = Sentence(linked=carried)
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
        before = next((w.kind for w in reversed(self.words[:i]) if w.kind not in BREAKS or w.kind == "stop"), "")
        after = next((w for w in self.words[i + 1 :] if w.kind not in ("blank_line", "newline")), None)
        bullet = self.words[i].kind == "bullet"
        if after is None or (before in _OPEN and not bullet):
            return bullet
        if after.kind == "bullet":
            return False
        if self.now.linked and after.kind in ("white_move", "bare_move") and not bullet:
            return False
        if before == "colon" and (self.now.tried or self.now.ordered) and after.kind in ("white_move", "bare_move"):
            return False
        return bullet or after.kind in HEADS or before == "semicolon" or self.words[i].kind == "blank_line"

    def _take(self, i: int) -> int:
        """Take the phrase at ``i``; the index of the next."""
        word = self.words[i]
        kind = word.kind
        if self._is_prose(word):
            if kind in ("stop", "blank_line", "bullet"):
                self._end()
        elif kind in BREAKS:
            if kind == "stop" or self._breaks(i):
                self._end(told=kind == "stop" and i > 0 and self.words[i - 1].kind != "colon")
                if kind == "bullet" and word.start in self.twins:
                    self._part(i)
        elif kind == "white_move":
            return self._white_move(i)
        elif kind in MOVES:
            j = self._square(i)
            return j if j > i else self._bare(i)
        elif kind == "black_number":
            return self._black(i)
        elif handler := _HANDLERS.get(kind):
            handler(self, i)
        return i + 1

    # -- White's moves -------------------------------------------------------------------------------------------------

    def _white_move(self, i: int) -> int:
        word, now = self.words[i], self.now
        assert word.move is not None
        turn = max((word.number or 1) - self.shift, 1)
        if (word.move.doubted and not self._is_fated(i)) or now.cue == "not":
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
            now.link, now.cue, now.head = "then", "", False
            return self._behind(i)
        self._try(word, turn)
        return self._behind(i)

    def _try(self, word: Phrase, turn: int) -> None:
        """A try of White's."""
        now, move = self.now, word.move
        assert move is not None
        if now.unclear is not None and not (now.explains or now.conditions or now.replies):
            self.unclear.append((now.unclear, word))
        now.unclear = None
        if now.threat:
            now.threat, now.threats = False, True
            now.conditions = [*now.conditions, Otherwise(threat=True)]
        if now.conditions or now.replies:
            self._open(turn=None if now.replies else turn)
        made = DraftTry(
            place(word, text=word.name), move.parts, turn, figurine=move.figurine, mates=move.mates, checks=move.checks,
            vain=now.vain, defences=list(now.defended),
        )  # fmt: skip
        self._whose(word, turn)
        link: Link = "or" if now.free else now.link
        self.build.add(made, link if now.tries or now.linked else "then", only=self.only)
        self.only = None
        self.last = made
        self.used.add(word.start)
        now.tries.append(made)
        now.defended = []
        now.link, now.linked, now.vain, now.black = "then", False, False, False
        now.cue = "white" if now.ordered or now.tried else ""
        now.head = False
        self.asking = False

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
        if moves and self._heads_branch(j):
            return j
        if moves and (bare := self.words[j].move) is not None and bare.mates:
            return j  # Black does not mate
        if moves and self.choices.pick(self.words[j].start, "reply", 0, 3) == 0:
            return self._replies(j, (self.words[i].number or 1) - self.shift + 1, own=True)
        return j

    def _bare(self, i: int) -> int:
        """A move without its number: White's, Black's, or only told of."""
        word, now = self.words[i], self.now
        if word.kind == "any_of_man" and not now.explains and (now.cue == "if" or (now.head and not _moved(word))):
            return self._replies(i, self._turn_ahead(word), own=False)
        if word.kind != "bare_move" or word.move is None or word.move.doubted:
            return i + 1
        if now.cue == "not":
            now.cue = ""
            return i + 1
        if self._captured(i):
            return i + 1
        mates = word.move.mates
        tried = (now.cue == "white" and not now.black) or (now.tries and (now.linked or now.ordered)) or mates
        if (now.cue in ("if", "because", "against") or now.explains) and not (mates and now.cue == "because"):
            tried = False
        way = 0 if tried else self.choices.pick(word.start, "bare", 3, 0, 3)  # a try is never left out
        if way == 0:
            self._try(word, self._unnumbered_turn(i))
            return self._behind(i)
        if way == 2:
            return self._replies(i, self._turn_ahead(word), own=False)
        return i + 1

    def _captured(self, i: int) -> bool:
        """“the capture of the ♖c1”: the man that was taken, and where."""
        word, now = self.words[i], self.now
        assert word.move is not None
        last = now.conditions[-1] if now.conditions else None
        if not isinstance(last, Captures) or last.square or last.man or self.words[i - 1].kind != "heard":
            return False
        if word.move.parts.capture or word.move.parts.piece == "P" or now.cue == "white":
            return False
        now.conditions[-1] = msgspec.structs.replace(last, square=word.move.parts.to)
        self.used.add(word.start)
        return True

    def _in_words(self, i: int) -> None:
        """“if the king is on b3”: Black's move, or only where a man stands."""
        word, now = self.words[i], self.now
        supposed = now.cue == "if" and (now.black or _moved(word)) and not now.explains and not now.tries
        if self.choices.pick(word.start, "in words", *((0, 2) if supposed else (2, 0))) == 0:
            self._note(word)
            made = reply_move(word)
            assert made is not None
            now.replies.append(made)
            now.reply_turn = self._turn_ahead(word)
            now.unclear = None
            self.used.add(word.start)

    def _unnumbered_turn(self, i: int) -> int:
        """A try without a number is of the same turn as the move that is played after it."""
        for word in self.words[i + 1 : i + 8]:
            if word.kind in ("stop", "semicolon", "bullet"):
                break
            if word.kind == "white_move":
                return max((word.number or 1) - self.shift, 1)
        now, top = self.now, self.build.top
        mates = (move := self.words[i].move) is not None and move.mates
        if mates and not now.linked and self._keyed():
            return 2
        if now.conditions or now.replies:
            return self._turn_ahead(self.words[i])
        if now.tries:
            return now.tries[-1].turn + (now.tried and len(now.tries) == 1 and self._firm(now.tries[0]))
        return top.turn + (now.tried and bool(top.plan) and self._firm(top.plan[-1]))

    def _keyed(self) -> bool:
        """Whether the turn after the key has not begun: “1.Ne3! f4#”."""
        first = self.build.root[0] if len(self.build.root) == 1 else None
        return isinstance(first, DraftTry) and not (first.mates or first.vain or first.then or self.build.top.asked)

    def _firm(self, stage: object) -> bool:
        """Whether a move is simply played, as keys are: “1.Qe7! White then tries Qxe2”."""
        return stage is self.build.root[0] if len(self.build.root) == 1 else False

    # -- Black's moves, and brackets -----------------------------------------------------------------------------------

    def _black(self, i: int) -> int:
        """``1...`` and moves of Black's: what he may have done, or why a try was refused."""
        word, now = self.words[i], self.now
        turn = max(word.number + 1 - self.shift, 1) if word.number else self._turn_ahead(word)
        if now.cue in ("because", "not", "against"):
            moves, j = self._moves(i + 1)
            if now.cue == "because":
                (now.tries[-1].defences if now.tries and not self._try_ahead(i) else now.defended).extend(moves)
            now.cue = ""
            return max(j, i + 1)
        now.threat = False
        after = self.words[i + 1] if i + 1 < len(self.words) else None
        if after is not None and after.kind in ("all_other", "otherwise"):
            self._note(word)
            now.replies, now.reply_turn = [ReplyMove(**place(after))], turn
            return i + 2
        return self._replies(i + 1, turn, own=False)

    def _replies(self, i: int, turn: int, *, own: bool) -> int:
        moves, j = self._moves(i)
        if not moves:
            return i
        now = self.now
        if own or (now.tries and now.tries[-1].turn == turn - 1):
            self.only = self.only or self.last
            self.build.go(turn, only=self.only)
            now.tries = []
        self._note(self.words[i])
        now.replies.extend(moves)
        now.reply_turn = turn
        now.cue, now.unclear = "", None
        return j

    def _moves(self, i: int) -> tuple[list[ReplyMove], int]:
        """Moves of Black's from ``i`` on, with commas, slashes and *or* between them; and where they end."""
        found: list[ReplyMove] = []
        j = i
        while j < len(self.words) and self.words[j].kind in MOVES:
            made = reply_move(self.words[j])
            if made is not None:
                found.append(made)
            self.used.add(self.words[j].start)
            i = j = j + 1
            while j < len(self.words) and self.words[j].kind in _SEPARATORS:
                j += 1
        return found, i

    def _bracket(self, i: int) -> None:
        """What stands in brackets: defences behind a try, its fate, tries for when it is refused, or prose."""
        word = self.words[i]
        kinds = {each.kind for each in word.inside}
        now = self.now
        if "white_move" in kinds and kinds & {"if", "refused", "threat"}:
            self._aside(word)
            return
        if any(each.move is not None and each.move.doubted for each in word.inside):
            self.passed |= {each.start for each in word.inside}
            return
        if self._bracket_heads(word):
            return
        if kinds in ({"any_order"}, {"in_order"}):
            self._any_order(i) if "any_order" in kinds else None
            return
        moves = reply_moves(word.inside)
        if "white_move" in kinds and not self.choices.pick(word.start, "bracket", 0, 3):
            self._run(list(word.inside), 0, len(word.inside))
            return
        if "white_move" in kinds:
            self.passed |= {each.start for each in word.inside}
        if now.replies and not now.tries:
            now.replies.extend(moves)
        elif self.last is not None and now.tries:
            self.last.defences.extend(each for each in moves if each not in self.last.defences)
        else:
            now.defended.extend(moves)
        told = now.tries or (self.last is not None and not now.head)
        if told and kinds & {"refused", "accepted"} and "if" not in kinds:
            self._fate(refused="refused" in kinds or "not" in kinds)
        for each in word.inside:
            if each.kind == "heard" and not now.tries:
                self._add(each.says[0], word)
            elif each.kind == "in_vain" and now.tries:
                now.tries[-1].vain = True

    def _bracket_heads(self, word: Phrase) -> bool:
        """“(h3) 2.Rh1#; (silent) 2.Rh8#”: what is announced, as the head of a branch."""
        squares = [each for each in word.inside if is_square(each)]
        others = [each for each in word.inside if each not in squares]
        if not word.inside or not all(each.kind in _ANNOUNCED for each in others):
            return False
        before = self.now.tries[-1] if self.now.tries else None
        after = self._after(self.at[word.start], SET_OFF)
        if squares or not self.now.head:
            if after is None or after.kind not in ("white_move", "asked", "bare_move", "answer_yes", "answer_no"):
                return False
            keyed = before is None or (before is self.build.root[0] and before.then is None)
            if self.choices.pick(WHOLE_PAGE, "brackets", *((0, 2) if keyed else (2, 0))):
                return False
        if before is not None:
            self._end()
        if squares:
            self._squares(squares)
        self._run(others, 0, len(others))
        return True

    def _aside(self, word: Phrase) -> None:
        """“(if refused 3.Rb1+ and 4.Ra1+)”: told in brackets, and then back to where it was."""
        build, outer = self.build, self.now
        scopes, last = list(build.scopes), self.last
        made = last.then if last is not None else None
        threat = any(each.kind == "threat" for each in word.inside)
        self.now = Sentence(linked=not threat, tries=list(outer.tries) if not threat else [])
        self._run(list(word.inside), 0, len(word.inside))
        self._end()
        self.now = outer
        build.scopes, self.last = scopes, last
        if last is not None and last.then is made and not threat:
            last.then = made if made is not None else Draft()
            build.scopes.append(Scope("turn", last.turn + 1, last.then))


def _moved(word: Phrase) -> bool:
    """Whether a man is told to have moved, not said to move anywhere."""
    return any(each in word.text.lower() for each in ("mosso", "moved"))


_HANDLERS: Final[dict[str, Callable[[Interpreter, int], None]]] = {
    # joints
    "or": Interpreter._or,
    "sor": Interpreter._sor,
    "double_slash": Interpreter._double_slash,
    "then": Interpreter._then,
    "semicolon": Interpreter._semicolon,
    "colon": Interpreter._colon,
    "comma": Interpreter._comma,
    "and": Interpreter._and,
    "in_order": Interpreter._in_order,
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
    "by": Interpreter._by,
    "at_square": Interpreter._at_square,
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
