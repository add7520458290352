"""Numbered prose and Swart's scheme: words, one after the other, made into a policy.

What is not a move, a condition or a link between moves is prose and has no effect.  A clause that speaks of what could
be (*potrebbe*, *sarebbe*) and a paragraph that begins as a remark (*Nota*, *Domanda*) are prose throughout; where a
text names its key (*La chiave è*), so is all that stands before.
"""

from __future__ import annotations

import re
from typing import Any, Final

from kriegnote.model.printed_moves import Language, Parts
from kriegnote.problems.build import Builder, Draft, DraftFork, DraftTry, Link, answers, place, reply
from kriegnote.problems.policy import (
    Answer,
    Captures,
    Checks,
    Condition,
    Otherwise,
    Plan,
    Played,
    ReplyMove,
    Silent,
    Twin,
    Under,
)
from kriegnote.problems.said import audible
from kriegnote.problems.sift import HEADS, Sifted
from kriegnote.problems.tokens import Token, man, printed
from kriegnote.text.source import whole_number

_LINKS: Final = {"SOR", "OR", "THEN", "AND", "COMMA", "IN_ORDER", "SEMICOLON", "TRY_VERB", "PLAY_VERB", "VAIN"}
_SEPARATORS: Final = {"OR", "COMMA", "SLASH", "AND"}
_AUDIBLE: Final = {"SILENT", "NOT_SILENT", "CAPTURE", "NO_CAPTURE", "CHECK", "DIRECTION", "COUNT"}
_FAR: Final = 500  # words, within which the move comes that a condition is about
_NOT: Final = re.compile(r"(?i)^(?:non|nemmeno|neppure|né|not|never|nor|cannot|neither)$")


class Prose(Sifted):
    """Reads the words of one solution; :meth:`read` gives the policy, ``used`` the words that it is made of."""

    def __init__(self, words: list[Token], language: Language = "en") -> None:
        super().__init__(words, language)
        self.index = {word.start: i for i, word in enumerate(self.words)}
        self.build = Builder()
        self.used: list[Token] = []
        self.passed: list[Token] = []  # moves that are told only not to be made, or told again
        self.remarks: list[tuple[int, int]] = []
        self.inside = False  # in brackets that tell what to do when a try is refused
        self.asking = False  # the last question was “Any?”, not a try
        numbers = [
            whole_number(re.sub(r"\D", "", word.text)) for i, word in enumerate(self.words)
            if i >= self.begin and word.kind == "WHITE_NUMBER" and self._move_after(i) and not self.prose[i]
        ]  # fmt: skip
        self.shift = min(numbers, default=1) - 1
        self.tried_before = False  # the sentence before told of tries
        self.firm: DraftTry | None = None  # a move that is simply played, as keys are
        self.verb = False  # and after it somebody tries or plays
        self._fresh()

    # -- a sentence ----------------------------------------------------------------------------------------------

    def _fresh(self) -> None:
        """A new sentence: nothing has been said in it yet."""
        self.conditions: list[Condition] = []
        self.replies: list[ReplyMove] = []
        self.reply_turn = 0
        self.first: Token | None = None  # of the conditions
        self.link: Link = "then"
        self.strong = False  # the link is said, not assumed
        self.licence = False  # a move may come without its number
        self.condition_mode = False
        self.negated = False
        self.against = False  # what was told last is not to be done
        self.vain = False
        self.threat = False
        self.because = False
        self.black = False
        self.ordered = False
        self.tries: list[DraftTry] = []
        self.try_said = False
        self.defended: list[ReplyMove] = []
        self.after_white = False
        self.head = True
        self.opened = False  # a condition, in this sentence
        self.accepted = False

    def read(self) -> Plan:
        """The policy of the text."""
        i = self.begin
        while i < len(self.words):
            i = self._word(i)
        self._end()
        return self.build.freeze()

    def _end(self) -> None:
        """The sentence ends: what was said without a move is a heading for what comes."""
        if self.conditions and self.tries:
            self._postfix()
        elif self.conditions or self.replies:
            self._open(heading=True)
        link, strong = self.link, self.strong
        said = self.tries or self.conditions or self.replies
        tried = self.try_said if said else self.tried_before
        self._fresh()
        self.tried_before = tried
        if strong and link == "then":
            self.strong = True

    def _postfix(self) -> None:
        """“2.Qc2 if the answer is yes”: the condition comes after its move."""
        made = self.tries[-1]
        if not any(isinstance(each, Answer) for each in self.conditions):
            return
        plan = self.build.top.plan
        if plan and plan[-1] is made:
            plan.pop()
            self._open()
            self.build.top.plan.append(made)

    def _word(self, i: int) -> int:
        """Take the word at ``i``; the index of the next."""
        word = self.words[i]
        kind = word.kind
        if self.prose[i]:
            if kind in ("STOP", "BLANK_LINE", "BULLET"):
                self._end()
            return i + 1
        if kind in ("STOP", "BLANK_LINE", "BULLET") or (
            kind == "NEWLINE" and i + 1 < len(self.words) and self._starts_line(i + 1)
        ):
            if kind == "BLANK_LINE" and self.words[i - 1].kind == "COLON" and (self.try_said or self.ordered):
                return i + 1  # “to be tried in this order:”, and then the tries
            self._end()
            return i + 1
        after_white, self.after_white = self.after_white, False
        if kind in ("MOVE", "MAN_ANY", "ANY_MOVE"):
            return self._plain_move(i, after_white)
        if kind == "WHITE_NUMBER":
            return self._numbered(i)
        if kind == "BLACK_NUMBER":
            return self._black(i)
        if kind == "OPEN":
            return self._bracket(i, after_white)
        if kind in _AUDIBLE or kind in ("YES", "NO", "ASK_YES", "ASK_NO", "CATEGORY"):
            self._said(i)
        elif kind in ("TWIN", "EASTERN", "WESTERN"):
            self._part(i)
        else:
            self._linking(i)
            if kind == "NEWLINE":
                self.after_white = after_white
        if kind not in ("NEWLINE", "OTHER", "WORD", "IF") or (kind == "WORD" and len(word.text) > 12):
            self.head = self.head and kind in ("COLON", "WHITE", "IF")
        return i + 1

    def _starts_line(self, i: int) -> bool:
        """Whether a line that starts with this word starts a sentence."""
        if self.strong and self.words[i].kind in ("WHITE_NUMBER", "MOVE"):
            return False
        before = self.words[i - 2].kind if i >= 2 else ""
        if before in ("COMMA", "SOR", "OR", "IF", "BLACK_NUMBER", "WHITE_NUMBER", "OPEN"):
            return False
        if self.words[i].kind == "WHITE_NUMBER":
            return True
        return self.words[i].kind in HEADS - {"IF"} or before == "SEMICOLON"

    def _linking(self, i: int) -> None:
        """A word that joins, orders or colours what follows."""
        word = self.words[i]
        kind = word.kind
        if kind == "IF":
            self.condition_mode = True
            self._note_first(word)
        elif kind == "COLON":
            self.condition_mode = self.because = self.black = False
        elif kind == "COMMA":
            self.condition_mode = False
        elif kind == "SEMICOLON":
            self.condition_mode = self.because = self.black = self.threat = False
            if self._next_kind(i) in ("WHITE_NUMBER", "OR"):
                self.link, self.strong, self.licence = "or", True, False
        elif kind == "SOR":
            self.link, self.strong, self.licence = "then", True, True
        elif kind == "OR":
            self.link, self.licence = "or", self.licence or bool(self.tries)
            self.strong = bool(self.tries) or self.head
        elif kind in ("THEN", "AND"):
            self.condition_mode = self.condition_mode and kind == "AND"
            self.negated = self.negated and kind == "AND"
            if kind == "THEN":
                self.because = False
                self.black = False
                self.licence = self.licence or bool(self.tries) or bool(self.conditions)
                if self.tries:
                    self.link = "then"
        elif kind == "OTHERWISE":
            self._otherwise(i)
        elif kind in ("TRY_VERB", "PLAY_VERB") and not self.black:
            self.verb = self.firm is not None
        if kind == "TRY_VERB":
            self.licence, self.condition_mode, self.try_said = not self.black, False, True
        elif kind == "PLAY_VERB":
            self.licence, self.condition_mode = not self.black, False
        elif kind == "IN_ORDER":
            self.ordered = True
            if self.link == "or" and self.strong:
                self.build.option(self._turn_ahead(i))
                self.link, self.strong = "then", False
        elif kind == "VAIN":
            self.vain = self.licence = True
            if self.tries and self._next_kind(i) not in ("WHITE_NUMBER", "MOVE"):
                self.tries[-1].vain = True
                self.vain = False
        elif kind == "THREAT":
            self.threat = self.licence = True
            self._note_first(word)
        elif kind == "BECAUSE":
            self.because = True
        elif kind == "BLACK":
            self.black = True
        elif kind == "WHITE":
            self.black = False
        elif kind == "REFUSED":
            self.link, self.strong, self.condition_mode = "then", False, False
            self.licence = self.licence or bool(self.tries)
        elif kind == "ACCEPTED":
            self.accepted = True
        elif kind == "ASK":
            if not self.black and not self.negated:
                self._ask(i)
        elif kind == "WORD" and _NOT.match(word.text):
            self.negated = True

    def _next_kind(self, i: int) -> str:
        return next((w.kind for w in self.words[i + 1 :] if w.kind not in ("NEWLINE", "OTHER")), "")

    def _note_first(self, word: Token) -> None:
        if self.first is None:
            self.first = word

    def _otherwise(self, i: int) -> None:
        answers = [each for each in self.build.scopes if each.kind == "answer"]
        if (self.tries and (self.try_said or self.accepted or not self.opened)) or (
            self.tried_before and not self.tries
        ):
            self.link = "then"
        elif self._next_kind(i) == "ASK" or not answers or self.build.top.kind == "heard":
            self.conditions = [Otherwise()]
            self._note_first(self.words[i])
        else:
            self.link = "then"
            last = self.build.top
            if last.kind == "answer":
                self.conditions = [Answer(any=False)]
                self._note_first(self.words[i])
        self.licence = True
        self.condition_mode = False

    def _ask(self, i: int) -> None:
        self.asking = True
        self.used.append(self.words[i])
        if self.conditions or self.replies:
            self._open(heading=True)
        self.build.top.asked = True

    # -- conditions ----------------------------------------------------------------------------------------------

    def _said(self, i: int) -> None:
        """Something that the umpire says: a condition, where it is one."""
        word = self.words[i]
        kind = word.kind
        if kind in ("ASK_YES", "ASK_NO"):
            self._answer(word, kind == "ASK_YES", scheme=True)
        elif kind in ("YES", "NO"):
            if not (self.condition_mode or self.head or (self.asking and not self.because)):
                return
            if self.asking or self._half_answered(kind == "YES"):
                self._answer(word, kind == "YES", scheme=False)
            else:
                self.accepted = kind == "YES"
                self.link = "then"
                self.licence = True
        elif kind == "CATEGORY":
            for n, each in enumerate(self.conditions):
                if isinstance(each, Captures):
                    by = "pawn" if re.search("pedone|pawn", word.text, re.I) else "piece"
                    self.conditions[n] = Captures(square=each.square, man=each.man, by=by, happened=each.happened)  # type: ignore[arg-type]
        elif self.condition_mode or self.head or kind in ("NOT_SILENT", "COUNT", "SILENT", "NO_CAPTURE"):
            if self.because or self.negated:
                return
            if self.conditions and self.tries:
                return
            self._add(self._complement(word) or audible(word), word)

    def _complement(self, word: Token) -> Condition | None:
        """“if he announces the capture of … / if he does not”: the second is what the first is not."""
        if word.kind != "SILENT" or not re.match(r"(?i)non\s+(?:fa|d[àa])|does\s+not", word.text):
            return None
        for scope in reversed(self.build.scopes):
            fork = scope.plan[-1] if scope.plan else None
            if isinstance(fork, DraftFork) and len(fork.branches) == 1 and len(fork.branches[0].when) == 1:
                first = fork.branches[0].when[0]
                if isinstance(first, Captures) and first.happened:
                    return Captures(square=first.square, man=first.man, by=first.by, happened=False)
        return None

    def _half_answered(self, yes: bool) -> bool:
        """Whether “Any?” was asked in an open scope, and what to do after the other answer has been told."""
        for scope in reversed(self.build.scopes):
            if scope.kind == "answer":
                below = self.build.scopes[self.build.scopes.index(scope) - 1].plan
                fork = below[-1] if below else None
                return isinstance(fork, DraftFork) and not any(Answer(any=yes) in each.when for each in fork.branches)
        return False

    def _add(self, condition: Condition, word: Token) -> None:
        self.used.append(word)
        self._note_first(word)
        if isinstance(condition, Checks) and any(isinstance(each, Checks) for each in self.conditions):
            if condition.directions:
                self.conditions = [each for each in self.conditions if not isinstance(each, Checks)]
            else:
                return
        if isinstance(condition, Captures) and any(isinstance(each, Captures) for each in self.conditions):
            if condition.square is None and condition.man is None:
                return
            self.conditions = [each for each in self.conditions if not isinstance(each, Captures)]
        if isinstance(condition, Silent) and any(isinstance(each, (Silent, Captures)) for each in self.conditions):
            return
        self.conditions.append(condition)
        self.asking = False

    def _answer(self, word: Token, yes: bool, *, scheme: bool) -> None:
        self.used.append(word)
        if scheme and not self.conditions:
            heard = next((each for each in reversed(self.build.scopes) if each.kind == "heard"), None)
            after_sor = self.strong and self.link == "then"
            if heard is not None and heard.plan and not after_sor and not heard.asked and not _has_answers(heard.plan):
                # Swart's scheme: after what is said of “not silent”, the question is put when nothing was heard
                self.build.when("heard", heard.turn, [Otherwise()], place(word))
        for each in self.build.scopes:
            each.asked = True
        self.asking = True
        self.licence = True
        self._note_first(word)
        self.conditions.append(Answer(any=yes))
        self.link, self.strong = "then", False

    def _part(self, i: int) -> None:
        """A heading: this part is for one twin, or for one rulebook."""
        word = self.words[i]
        if word.kind == "TWIN":
            name = re.sub(r"(?i)^\w+\s+|[\s):]+$", "", word.text).lower()
            rest = self.words[i + 1].kind if i + 1 < len(self.words) else ""
            if ":" in word.text or rest == "COLON":
                self._fresh()
                self.build.when("twin", self._turn_ahead(i), [Twin(name)], place(word))
                self.used.append(word)
        elif self._next_kind(i) in ("BLANK_LINE", "", "COLON", "STOP") or self.words[i + 1].kind == "NEWLINE":
            said = Under("eastern" if word.kind == "EASTERN" else "western")
            self._fresh()
            self.build.when("twin", self._turn_ahead(i), [said], place(word))
            self.used.append(word)

    def _open(self, *, heading: bool = False, turn: int | None = None) -> None:
        """Open the branch of the conditions that were said."""
        first = self.first or self.words[min(self.begin, len(self.words) - 1)]
        self.opened = True
        at = self._place(first)
        turn = turn or self._turn_of(first)
        answers: list[Condition] = [each for each in self.conditions if isinstance(each, Answer)]
        heard: list[Condition] = [each for each in self.conditions if not isinstance(each, (Answer, Played))]
        played: list[Condition] = [each for each in self.conditions if isinstance(each, Played)]
        if heard:
            self.build.when("heard", turn, heard, at, heading=heading or bool(self.replies), only_last=self.accepted)
        if self.replies or played:
            hidden: list[Condition] = [reply(self.replies)] if self.replies else []
            self.build.when("reply", turn, [*hidden, *played], at, only_last=self.accepted)
            if heard and not heading:
                self.build.scopes[-2].heading = False
        if answers:
            self.build.when("answer", turn, answers, at)
        self.conditions, self.replies, self.first = [], [], None

    def _place(self, first: Token) -> dict[str, Any]:
        """Where a condition stands: from its first word to its last."""
        last = max(
            (word for word in self.used[-8:] if word.start >= first.start), key=lambda word: word.end, default=first
        )
        words = self.words[self.index[first.start] : self.index.get(last.start, self.index[first.start]) + 1]
        said = [word.text.strip() for word in words[:20]]
        return place(first, last, " ".join(filter(None, said)))

    def _turn_of(self, first: Token) -> int:
        return self._turn_ahead(self.index[first.start])

    def _turn_ahead(self, i: int) -> int:
        """The turn that a condition at ``i`` is about: that of the next numbered move."""
        if self.replies and self.reply_turn:
            return self.reply_turn
        for j in range(i, min(i + _FAR, len(self.words) - 1)):
            word = self.words[j]
            if self.prose[j] or word.kind not in ("WHITE_NUMBER", "BLACK_NUMBER"):
                continue
            digits = re.sub(r"\D", "", word.text)
            if word.kind == "WHITE_NUMBER" and self._move_after(j) and not self._is_reference(j):
                return whole_number(digits) - self.shift
            if word.kind == "BLACK_NUMBER" and digits:
                return whole_number(digits) + 1 - self.shift
        if self.build.top.kind == "turn" and self.build.top.plan and not self.build.top.asked:
            return self.build.top.turn + 1
        return self.build.top.turn

    # -- moves ---------------------------------------------------------------------------------------------------

    def _numbered(self, i: int) -> int:
        """``2.`` and a move."""
        if not self._number_has_move(i):
            return i + 1
        j = i + 1
        while self.words[j].kind != "MOVE":
            j += 1
        turn = whole_number(re.sub(r"\D", "", self.words[i].text)) - self.shift
        read = printed(self.words[j].text, self.language)
        if read is None or read.doubted or self.negated:
            self.against, self.negated = True, False
            self.passed.append(self.words[i])
            return j + 1
        if self.condition_mode and self.words[i - 1].kind == "IF" and not self._is_reference(i):
            later = self._turn_ahead(j + 1)
            if later > turn and self._next_kind(j) in ("COMMA", "THEN", "COLON"):
                self.conditions.append(Played(turn=turn, parts=read.parts))
                self.passed.append(self.words[i])
                self.condition_mode = False
                return j + 1
        if self._is_reference(i):
            self.link = "then"
            self.passed.append(self.words[i])
            return j + 1
        self._white(i, j, turn)
        return j + 1

    def _number_has_move(self, i: int) -> bool:
        j = i + 1
        while j < len(self.words) and self.words[j].kind in ("NEWLINE", "OTHER"):
            j += 1
        return j < len(self.words) and self.words[j].kind == "MOVE"

    def _is_reference(self, i: int) -> bool:
        """“if 2.Qb5 is refused”: a try that was told before."""
        j = i + 1
        while j < len(self.words) and self.words[j].kind in ("NEWLINE", "OTHER"):
            j += 1
        near = [word.kind for word in self.words[j + 1 : j + 4]]
        before = {word.kind for word in self.words[max(i - 8, 0) : i]}
        kinds = {"REFUSED", "ACCEPTED"}
        if not kinds.intersection(near[1:2] if near[:1] == ["WORD"] else near[:1]):
            return False
        if "IF" in before and self.words[i - 1].kind == "IF":
            return True
        read = printed(self.words[j].text, self.language)
        return read is not None and any(
            isinstance(each, DraftTry) and each.parts.to == read.parts.to for each in self.build.top.plan
        )

    def _plain_move(self, i: int, after_white: bool) -> int:
        """A move without its number: a try where one is expected, Black's reply right behind a move of White's."""
        word = self.words[i]
        if word.kind != "MOVE" or after_white:
            if after_white:
                return self._reply_list(i, self.build.top.turn + 1, only_last=True)
            return i + 1
        read = printed(word.text, self.language)
        if read is None or read.doubted or self.negated:
            self.negated = False
            return i + 1
        if self.condition_mode or self.black or (self.because and not read.mates):
            return i + 1
        if not (self.licence or read.mates):
            return i + 1
        self._white(i, i, self._unnumbered_turn(i))
        return i + 1

    def _unnumbered_turn(self, i: int) -> int:
        """A try without a number is of the same turn as the move that is played after it."""
        for j in range(i + 1, min(i + 8, len(self.words))):
            word = self.words[j]
            if word.kind in ("STOP", "BLANK_LINE", "SEMICOLON", "BULLET"):
                break
            if word.kind == "WHITE_NUMBER" and self._move_after(j):
                return whole_number(re.sub(r"\D", "", word.text)) - self.shift
        if self.conditions or self.replies:
            return self._turn_ahead(i)
        last = self.build.top.plan[-1] if self.build.top.plan else None
        if self.verb and last is self.firm and last is not None:  # “1.Qe7! White then tries Qxe2”
            return self.build.top.turn + 1
        if self.tries:
            return self.tries[-1].turn
        return self.build.top.turn

    def _white(self, i: int, j: int, turn: int) -> None:
        """A try of White's, its number (if any) at ``i`` and its move at ``j``."""
        word = self.words[j]
        read = printed(word.text, self.language)
        assert read is not None
        turn = max(turn, 1)
        if self.threat:
            self.threat = False
            self.conditions = [*self.conditions, Otherwise(threat=True)]
        if self.conditions or self.replies:
            self._open(turn=turn if not self.replies else None)
        made = DraftTry(
            place(self.words[i], word, word.text.strip()), read.parts, turn, figurine=read.figurine,
            mates=read.mates, checks=read.checks, vain=self.vain, defences=list(self.defended),
        )  # fmt: skip
        if (self.accepted or self.inside) and self.build.top.turn == turn - 1:
            self.build.go(turn, only_last=True)
        alone = not (self.try_said or self.strong or self.tries or self.build.go(made.turn).plan)
        self.firm, self.verb = made if alone else None, False
        self.build.add(made, self.link if self.tries or self.strong else "then")
        self.used.extend(self.words[n] for n in range(i, j + 1) if self.words[n].kind in ("WHITE_NUMBER", "MOVE"))
        self.tries.append(made)
        self.defended = []
        self.vain = self.because = self.condition_mode = self.black = self.accepted = self.negated = False
        self.asking = False
        self.link, self.strong = "then", False
        self.licence = self.licence or self.ordered or self.try_said
        self.after_white = True

    def _black(self, i: int) -> int:
        """``1...`` and moves of Black's: what he may have done, or why a try was refused."""
        digits = re.sub(r"\D", "", self.words[i].text)
        turn = whole_number(digits) + 1 - self.shift if digits else self._turn_ahead(i)
        if self.threat:
            self.threat = False
        if self.because or self.negated or self.against:
            moves, j = self._moves(i + 1)
            if not self.negated and not self.against:
                self.defended.extend(moves)
            self.against = False
            return max(j, i + 1)
        return self._reply_list(i + 1, turn, only_last=False)

    def _reply_list(self, i: int, turn: int, *, only_last: bool) -> int:
        moves, j = self._moves(i)
        if not moves:
            return i + (self.words[i].kind in ("MOVE", "MAN_ANY", "ANY_MOVE") if i < len(self.words) else 0)
        if (self.tries and self.tries[-1].turn == turn - 1) or only_last:
            self.build.go(turn, only_last=True)
            self.tries = []
        self._note_first(self.words[i])
        self.replies.extend(moves)
        self.reply_turn = turn
        self.licence = False
        return j

    def _moves(self, i: int) -> tuple[list[ReplyMove], int]:
        """Moves of Black's from ``i`` on, with commas, slashes and *or* between them; and where they end."""
        found: list[ReplyMove] = []
        j = i
        while j < len(self.words):
            made = self._reply_move(j)
            if made is None:
                break
            if made is not False:
                assert isinstance(made, ReplyMove)
                found.append(made)
            self.used.append(self.words[j])
            i = j = j + 1
            while j < len(self.words) and self.words[j].kind in _SEPARATORS | {"NEWLINE", "BLACK_NUMBER", "OTHER"}:
                j += 1
        return found, i

    def _reply_move(self, i: int) -> ReplyMove | bool | None:
        """The move at ``i``; False when it is one that is doubted, None when there is none."""
        word = self.words[i]
        if word.kind == "ANY_MOVE":
            return ReplyMove(**place(word))
        if word.kind == "MAN_ANY":
            drawn = not word.text[0].isascii()
            return ReplyMove(**place(word), parts=Parts(piece=man(word.text[0])), figurine=drawn)
        if word.kind != "MOVE":
            return None
        read = printed(word.text, self.language)
        if read is None:
            return None
        if read.doubted:
            return False
        return ReplyMove(**place(word, text=word.text.strip()), parts=read.parts, figurine=read.figurine)

    def _bracket(self, i: int, after_white: bool) -> int:
        """What stands in brackets: defences behind a try, tries for when it is refused, or prose."""
        end = next((j for j in range(i, len(self.words)) if self.words[j].kind == "CLOSE"), len(self.words) - 1)
        inside = self.words[i + 1 : end]
        if any(word.kind in ("IF", "REFUSED", "THREAT") for word in inside) and any(
            word.kind == "WHITE_NUMBER" and self._move_after(i + 1 + n) for n, word in enumerate(inside)
        ):
            self._aside(i + 1, end)
            self.after_white = after_white
            return end + 1
        if any(word.kind == "MOVE" and "?" in word.text for word in inside):
            self.passed.extend(inside)
            return end + 1
        moves: list[ReplyMove] = []
        j = i + 1
        while j < end:
            some, after = self._moves(j)
            moves.extend(some)
            j = max(after, j + 1)
        if self.replies and not self.tries:
            self.replies.extend(moves)
        elif self.tries:
            self.tries[-1].defences.extend(moves)
        else:
            self.defended.extend(moves)
        if any(
            (word.kind == "SILENT" and "unk" in word.text) or word.text.lower().startswith("sconosciut")
            for word in inside
        ):
            self._add(Silent(), self.words[i])
        self.after_white = after_white
        return end + 1

    def _aside(self, i: int, end: int) -> None:
        """“(if refused 3.Rb1+ and 4.Ra1+)”: told in brackets, and then back to where it was."""
        build = self.build
        scopes, last = list(build.scopes), build.last
        made = last.then if last is not None else None
        self.link, self.strong, self.inside = "then", True, True
        while i < end:
            i = self._word(i)
        self.inside = False
        build.scopes, build.last = scopes, last
        if last is not None and last.then is made:
            last.then = made or Draft()
            build.scopes.append(type(build.top)("turn", last.turn + 1, last.then))
        self.link, self.strong = "then", False


def _has_answers(plan: Draft) -> bool:
    return any(isinstance(stage, DraftFork) and answers(stage) for stage in plan)
