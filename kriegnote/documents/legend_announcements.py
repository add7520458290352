"""Replaces signs that a page explains as announcements, or as questions with their answer, by the words for them.

    ?y / ?n = asked Any, told yes / told no        *e5 = capture on e5        !F !R = check on file, rank

Several signs and their meanings may be listed in the same order; what a later meaning does not say the one before it
does. A sign may be explained with a square, which is then any square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.chess.squares import NAMES
from kriegnote.documents.legend_entries import legend_entries
from kriegnote.lexicon import lexicon, printed

_LEAST: Final = 3
"""The least number of times that all these signs together stand in a text."""
QUESTION: Final = ("fields.question", "fields.asked", "acts.any", "acts.whether_any", "acts.question")
_DIRECTIONS: Final = (
    "announcements.long", "announcements.short", "announcements.file", "announcements.rank", "men.knight",
)  # fmt: skip
_SQUARE: Final = "[a-h][1-8]"
_JOINTS: Final = ("/", ",")
"""What parts the meanings of several signs."""
_PARTED: Final = str.maketrans(dict.fromkeys(_JOINTS, " "))


class AnnouncementSign(NamedTuple):
    """A sign and the words for it, and the range of the legend's entry."""

    sign: str
    words: str
    start: int
    end: int

    @property
    def letter(self) -> bool:
        """Whether it is a single letter: a sign only in brackets or, if it is small, before a square."""
        return len(self.sign) == 1 and self.sign.isalpha()


class _Meaning(NamedTuple):
    """What a legend says of a sign."""

    question: bool = False
    answer: str | None = None
    capture: bool = False
    check: bool = False
    direction: str | None = None

    def words(self) -> str:
        """The words for it; empty if it has none."""
        if self.question:
            return f"any? {printed(f'answers.{self.answer}', 'en')}" if self.answer else ""
        if self.capture:
            return printed("announcements.capture", "en")
        if self.direction is not None:
            return f"{printed('announcements.check', 'en')} {printed(self.direction, 'en')}"
        return printed("announcements.check", "en") if self.check else ""


def announcement_signs(text: str) -> list[AnnouncementSign]:
    """The signs of a text that its legend explains so; none if they hardly occur in it."""
    entries = [*_entries(text)]
    uses = sum(1 for _ in _uses(text, entries))
    return entries if uses >= _LEAST else []


def announced_in_words(text: str, entries: Sequence[AnnouncementSign]) -> Iterator[tuple[int, int, str]]:
    """The words that replace the ranges with the signs, in brackets where there are none."""
    for found, words in _uses(text, entries):
        yield *found.span(), words if _is_in_brackets(text, found) else f"({words})"


def _entries(text: str) -> Iterator[AnnouncementSign]:
    """The entries of a legend."""
    last = _Meaning()
    for entry in legend_entries(text):
        signs = entry.signs.translate(_PARTED).split()
        said = entry.meaning.strip(" .)")
        lists = (parts for joint in _JOINTS if len(parts := said.split(joint)) == len(signs))
        for sign, words in zip(signs, next(lists, [said] * (len(signs) == 1)), strict=False):
            last = _meaning(words, last)
            bare = sign[:-2] if sign[-2:] in NAMES and sign[-2:] in words else sign
            if bare and last.words():
                yield AnnouncementSign(bare, last.words(), entry.start, entry.end)


def _meaning(words: str, before: _Meaning) -> _Meaning:
    """What words say of a sign; like the meaning before it, as far as they do not."""
    said = {*lexicon().mentioned(words, "announcements")}
    answer = next((one for one in ("yes", "no") if lexicon().mentions(words, f"answers.{one}")), None)
    if answer is not None:
        asked = before.question or any(lexicon().mentions(words, name) for name in QUESTION)
        return _Meaning(question=asked, answer=answer)
    direction = next((one for one in _DIRECTIONS if lexicon().mentions(words, one)), None)
    if "check" in said or (direction is not None and before.check):
        return _Meaning(check=True, direction=direction)
    return _Meaning(capture=not said.isdisjoint(("capture", "captured")))


def _uses(text: str, entries: Sequence[AnnouncementSign]) -> Iterator[tuple[re.Match[str], str]]:
    """The signs outside the legend, with the words for them; a check and its direction are one."""
    if not entries:
        return
    legend = [(one.start, one.end) for one in entries]
    known = {one.sign: one for one in entries}
    for found in _pattern(entries).finditer(text):
        if any(start <= found.start() < end for start, end in legend):
            continue
        signs = [known[each] for each in (found["taken"] or found["signs"]).split()]
        of_no_man = found["square"] is not None and signs[0].sign.islower()
        if signs[0].letter and not (of_no_man or _is_in_brackets(text, found)):
            continue
        yield found, " ".join((signs[-1].words, found["square"] or "")).strip()


def _pattern(entries: Sequence[AnnouncementSign]) -> re.Pattern[str]:
    """The places of the signs of a page: such a pattern cannot be written down before the page is read."""
    longest_first = sorted(entries, key=lambda one: -len(one.sign))
    signs, captures, checks = (
        "|".join(re.escape(one.sign) for one in longest_first if one.words.startswith(words)) or "(?!)"
        for words in ("", printed("announcements.capture", "en"), printed("announcements.check", "en"))
    )
    return re.compile(
        rf"(?<![\w♔-♟])(?:(?P<taken>{captures})[ ]?(?P<square>{_SQUARE})|(?P<signs>(?:{checks})\s(?:{checks})|{signs}))"
        r"(?!\w)"
    )


def _is_in_brackets(text: str, found: re.Match[str]) -> bool:
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    return any(line.count(opens) > line.count(closes) for opens, closes in ("()", "[]"))
