"""The indented tree of the problemists (diagram 6.10): a line for each way that a turn's tries may go.

``3.Kf2 (illegal) // 3.Kf3 (illegal) // 3.Re3 (case 2...Kg2): …`` are the tries of one turn in their order; what follows
them is told behind the colon, or on the lines below, whose turn number is the next one.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from kriegnote.model.printed_moves import Language
from kriegnote.problems.build import Draft, DraftBranch, DraftFork, DraftTry, freeze, place, reply
from kriegnote.problems.policy import Plan, ReplyMove
from kriegnote.problems.prose import Prose
from kriegnote.problems.tokens import Printed, Token, printed
from kriegnote.text.source import whole_number

_LINE: Final = re.compile(
    r"(?m)^[ \t]*\d+[ \t]*\.[ \t]*\S+[ \t]*(?:\((?:illegal|accett|accept|rifiut|refus)[^)\n]*\)|//)"
)


def is_indented(text: str) -> bool:
    """Whether a solution is written as an indented tree: lines that begin with a try and its fate."""
    return "//" in text or bool(_LINE.search(text))


class Indented:
    """Reads an indented tree; the same face as :class:`~kriegnote.problems.prose.Prose`."""

    def __init__(self, words: list[Token], language: Language = "en") -> None:
        self.language = language
        self.helper = Prose(words, language)
        self.words = self.helper.words
        self.prose = self.helper.prose
        self.used: list[Token] = []
        self.root = Draft()
        self.last: dict[int, DraftTry] = {}

    def read(self) -> Plan:
        """The policy of the text."""
        line: list[int] = []
        begin = self.helper.begin
        for i in range(begin, len(self.words)):
            word = self.words[i]
            new = word.kind in ("BLANK_LINE", "NEWLINE") and (
                word.kind == "BLANK_LINE"
                or (i + 1 < len(self.words) and self.words[i + 1].kind in ("WHITE_NUMBER", "BULLET"))
            )
            if new:
                self._line(line)
                line = []
            else:
                line.append(i)
        self._line(line)
        return freeze(self.root)

    def _line(self, line: list[int]) -> None:
        """One line: tries with their fates, then moves that follow the last of them."""
        number = path = 0
        at: DraftTry | None = None
        fate = ""
        turn_plan: Draft | None = None
        replies: list[ReplyMove] = []
        black_next = False
        k = 0
        while k < len(line):
            i = line[k]
            word = self.words[i]
            k += 1
            if self.prose[i]:
                continue
            if word.kind == "WHITE_NUMBER":
                number = whole_number(re.sub(r"\D", "", word.text)) - self.helper.shift
                black_next = False
                continue
            if word.kind == "BLACK_NUMBER":
                black_next = True
                continue
            if word.kind == "DOUBLE_SLASH":
                fate, black_next = "refused", False
                continue
            if word.kind == "OPEN":
                end = next((n for n in range(k, len(line)) if self.words[line[n]].kind == "CLOSE"), len(line) - 1)
                inside = line[k:end]
                k = end + 1
                fate = self._fate(inside) or fate
                if at is not None:
                    self._note(at, inside)
                continue
            if word.kind not in ("MOVE", "MAN_ANY", "ANY_MOVE"):
                continue
            again = at is not None and number == at.turn and fate != "refused" and not replies
            if word.kind != "MOVE" or black_next or (again
                                                     and not self._next_try(line, k - 1)):  # fmt: skip
                made = self.helper._reply_move(i)
                if isinstance(made, ReplyMove):
                    replies.append(made)
                    self.used.append(word)
                black_next = False
                continue
            read = printed(word.text, self.language)
            if read is None or read.doubted or number < 1:
                continue
            if at is None or number != at.turn:
                turn_plan, replies, path = self._plan_of(number, at, replies, word), [], 0
            else:
                path += 1
            assert turn_plan is not None
            at = self._try(turn_plan, path, i, number, read)
            self.last[number] = at
            for later in [each for each in self.last if each > number]:
                del self.last[later]
            fate = ""
            black_next = False

    def _next_try(self, line: list[int], k: int) -> bool:
        """Whether a move without a number is White's next try: it follows ``//`` or its number."""
        before = self.words[line[k - 1]].kind if k else ""
        return before in ("DOUBLE_SLASH", "WHITE_NUMBER")

    def _fate(self, inside: list[int]) -> str:
        kinds = [self.words[i].kind for i in inside]
        if "REFUSED" in kinds:
            return "refused"
        return "accepted" if "ACCEPTED" in kinds else ""

    def _note(self, at: DraftTry, inside: list[int]) -> None:
        """Cases named in brackets: the replies that a try is meant for (those of the turn before it)."""
        if not any(self.words[i].kind == "BLACK_NUMBER" for i in inside):
            return
        for i in inside:
            made = self.helper._reply_move(i) if self.words[i].kind == "MOVE" else None
            if isinstance(made, ReplyMove):
                if made not in at.defences:
                    at.defences.append(made)
                self.used.append(self.words[i])

    def _plan_of(self, turn: int, at: DraftTry | None, replies: list[ReplyMove], word: Token) -> Draft:
        """The plan of a turn: behind the try before it on this line, or behind the last one told of the turn before."""
        before = at if at is not None and at.turn < turn else self.last.get(turn - 1)
        if before is None:
            return self.root
        if before.then is None:
            before.then = Draft()
        plan = before.then
        if not replies:
            return plan
        fork = plan[-1] if plan and isinstance(plan[-1], DraftFork) else None
        if fork is None:
            fork = DraftFork()
            plan.append(fork)
        branch = DraftBranch(place(word), [reply(replies)], Draft())
        fork.branches.append(branch)
        return branch.plan

    def _try(self, plan: Draft, path: int, i: int, turn: int, read: Printed) -> DraftTry:
        """The try of a plan that stands after so many others: the one that is there, or a new one.

        The same square is the same try: the scanner prints one man here as a king and there as a rook.
        """
        word = self.words[i]
        first = self.words[i - 1] if i and self.words[i - 1].kind == "WHITE_NUMBER" else word
        self.used += [first, word]
        tries = [stage for stage in plan if isinstance(stage, DraftTry)]
        for stage in tries[path:]:
            same = read.parts if not read.figurine else msgspec.structs.replace(read.parts, piece=stage.parts.piece)
            if stage.parts.unmarked() == same.unmarked():
                return stage
        made = DraftTry(
            place(first, word, word.text.strip()),
            read.parts,
            turn,
            figurine=read.figurine,
            mates=read.mates,
            checks=read.checks,
        )
        plan.append(made)
        return made
