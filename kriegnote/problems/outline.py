"""The indented tree in full: a line a try or a condition, what belongs to it indented under it.

Lines at the same depth under one line are what White does there one after the other; tries refused before stand in
front of their line, with ``//``.  A line that ends with a colon is a condition (``capture at d6:``, ``Any?y:``,
``1... Kc7:``, conditions joined with ``&``) or ``or:``, an alternative.  :mod:`kriegnote.problems.writer` writes it.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from kriegnote.model.printed_moves import Language
from kriegnote.problems.build import Draft, DraftBranch, DraftEither, DraftFork, DraftTry, answers, freeze, place, reply
from kriegnote.problems.policy import Answer, Captures, Condition, Otherwise, Plan, Played, ReplyMove, Twin, Under
from kriegnote.problems.prose import Prose
from kriegnote.problems.said import audible
from kriegnote.problems.tokens import Token, printed
from kriegnote.text.source import whole_number

_TRY: Final = re.compile(r"\d+\.\s*\S")
_CONTINUED: Final = re.compile(r"\((?:accept|accett)|\)[ \t]*:[ \t]*\S|\([^()\n]*\)[ \t]*:[ \t]*$", re.M)
_AUDIBLE: Final = ("SILENT", "NOT_SILENT", "CAPTURE", "NO_CAPTURE", "CHECK", "DIRECTION", "COUNT")


def is_outline(text: str) -> bool:
    """Whether every line of a solution is a try or a condition with its colon, and one is indented."""
    lines = [line for line in text.splitlines() if line.strip(" :.\t\r")]
    fits = all(line.rstrip().endswith(":") or _TRY.match(line.lstrip()) for line in lines)
    told = _CONTINUED.search(text)  # as in diagram 6.10, whose lines are no outline
    return bool(lines) and fits and not told and any(line.startswith("  ") for line in lines)


class Outline:
    """Reads an outline; the same face as :class:`~kriegnote.problems.prose.Prose`."""

    def __init__(self, words: list[Token], language: Language = "en") -> None:
        self.language = language
        self.helper = Prose(words, language)
        self.words = self.helper.words
        self.used: list[Token] = []
        self.root = Draft()

    def read(self) -> Plan:
        """The policy of the text."""
        open_: list[tuple[int, Draft]] = [(-1, self.root)]
        indices = [i for i, word in enumerate(self.words) if word.kind not in ("NEWLINE", "BLANK_LINE")]
        for _, group in groupby(indices, key=lambda i: self.words[i].line):
            line = list(group)
            words = [self.words[i] for i in line]
            if all(word.kind in ("COLON", "STOP", "OTHER") for word in words):
                continue
            depth = words[0].column
            while open_[-1][0] >= depth:
                open_.pop()
            if words[-1].kind == "COLON":
                inner: Draft | None = self._condition(line[:-1], open_[-1][1])
            else:
                inner = self._tried(line, open_[-1][1])
            if inner is not None:
                open_.append((depth, inner))
        return freeze(self.root)

    def _tried(self, line: list[int], plan: Draft) -> Draft | None:
        """The plan behind the last try of a line; those before it were refused."""
        starts = [n for n, i in enumerate(line) if self.words[i].kind == "WHITE_NUMBER"]
        self.used += [self.words[i] for i in line]
        inner = None
        for place_, n in enumerate(starts):
            end = starts[place_ + 1] if place_ + 1 < len(starts) else len(line)
            made = self._try(line[n:end])
            if made is None:
                continue
            told = [stage for stage in plan if isinstance(stage, DraftTry)][place_:]
            same = next((stage for stage in told[:1] if stage.parts.unmarked() == made.parts.unmarked()), None)
            if same is None:
                plan.append(made)
                same = made
            elif made.defences and not same.defences:
                same.defences = made.defences
            inner = same.then
        return inner

    def _try(self, line: list[int]) -> DraftTry | None:
        """A number, a move and what stands behind it."""
        number, *rest = line
        if not rest or self.words[rest[0]].kind != "MOVE":
            return None
        first, word = self.words[number], self.words[rest[0]]
        read = printed(word.text, self.language)
        if read is None:
            return None
        return DraftTry(
            place(first, word, word.text.strip()), read.parts, whole_number(re.sub(r"\D", "", first.text)),
            figurine=read.figurine, mates=read.mates, checks=read.checks,
            vain=any(self.words[i].kind == "VAIN" for i in rest), defences=self._replies(rest[1:]), then=Draft(),
        )  # fmt: skip

    def _replies(self, line: list[int]) -> list[ReplyMove]:
        made = (self.helper._reply_move(i) for i in line)
        return [each for each in made if isinstance(each, ReplyMove)]

    def _condition(self, line: list[int], plan: Draft) -> Draft:
        """The plan of a line that ends with a colon."""
        words = [self.words[i] for i in line]
        self.used += words
        if len(words) == 1 and words[0].kind == "OR":
            last = plan[-1] if plan else None
            if not isinstance(last, DraftEither):
                last = DraftEither([])
                plan.append(last)
            last.options.append(Draft())
            return last.options[-1]
        when = self._when(line)
        fork = plan[-1] if plan else None
        if not isinstance(fork, DraftFork) or answers(fork) != any(isinstance(each, Answer) for each in when):
            fork = DraftFork()
            plan.append(fork)
        fork.branches.append(
            DraftBranch(place(words[0], words[-1], " ".join(each.text.strip() for each in words)), when, Draft())
        )
        return fork.branches[-1].plan

    def _when(self, line: list[int]) -> list[Condition]:
        when: list[Condition] = []
        for n, i in enumerate(line):
            word = self.words[i]
            if word.kind in _AUDIBLE:
                when.append(audible(word))
            elif word.kind == "CATEGORY" and when and isinstance(when[-1], Captures):
                by = "pawn" if re.search("pedone|pawn", word.text, re.I) else "piece"
                last = when[-1]
                when[-1] = Captures(square=last.square, man=last.man, by=by, happened=last.happened)  # type: ignore[arg-type]
            elif word.kind in ("ASK_YES", "ASK_NO"):
                when.append(Answer(any=word.kind == "ASK_YES"))
            elif word.kind in ("OTHERWISE", "THREAT"):
                when.append(Otherwise(threat=word.kind == "THREAT"))
            elif word.kind in ("EASTERN", "WESTERN"):
                when.append(Under("eastern" if word.kind == "EASTERN" else "western"))
            elif word.kind == "TWIN":
                when.append(Twin(re.sub(r"(?i)^\w+\s+|[\s):]+$", "", word.text).lower()))
            elif word.kind == "BLACK_NUMBER":
                when.append(reply(self._replies(line[n + 1 :])))
            elif word.kind == "WHITE_NUMBER" and n + 1 < len(line):
                read = printed(self.words[line[n + 1]].text, self.language)
                if read is not None:
                    when.append(Played(turn=whole_number(re.sub(r"\D", "", word.text)), parts=read.parts))
        return when
