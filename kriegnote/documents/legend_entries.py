"""Finds where a page explains its own signs: in sentences, in lists, and in paragraphs that are called a key.

"vers." = tried, refused by the umpire            Key:  A+  asked, told yes     h  capture, with the square
?y / ?n = asked Any, told yes / told no           (pr. ...) per la presa annunciata; (sc. ...) per lo scacco
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.documents.legend_meanings import SignMeaning, meaning
from kriegnote.lexicon import lexicon, meant
from kriegnote.parsing import Terminals
from kriegnote.text.ranges import Ranges

_LEGEND: Final = Terminals("legend")
_FAR: Final = 120
"""The greatest length of a clause with a sign, or of a meaning, in characters."""
_BRACKETS: Final = frozenset("()[]{}<>")
_LISTS: Final = ("EXPLAINED_AS", "EXPLAINED_IN_BRACKETS", "EXPLAINED_IN_QUOTES")
_UNNAMED: Final = ("LINES_OF_SIGNS", "TABLE_OF_SIGNS")
"""What may be a key, though it is not called so."""
_PARTS_MEANINGS: Final = ("/", ",")
_MOST: Final = 64
"""The greatest number of signs that a legend explains: each is looked for in the whole text."""


class LegendEntry(NamedTuple):
    """A sign and its meaning, and the range of the text that explains it.

    :param before: the sign, up to the room that it has for a move or a square.
    :param behind: the rest of the sign; None if it has no such room.
    :param follows: the text says that the sign stands behind a move.
    :param listed: the range is that of a whole list, which is nothing but a legend.
    """

    before: str
    meaning: SignMeaning
    start: int
    end: int
    behind: str | None = None
    follows: bool = False
    listed: bool = False

    @property
    def said(self) -> tuple[int, int]:
        """The range of the text that explains the sign."""
        return self.start, self.end

    @property
    def is_letter(self) -> bool:
        """Whether the sign is a single letter."""
        return len(self.before) == 1 and self.before.isalpha()

    @property
    def is_bare_check(self) -> bool:
        """Whether it is the sign for a check without a direction."""
        return self.meaning == SignMeaning("check") and self.behind is None

    def words(self, room: str | None) -> str:
        """The words for the sign; in the room that it has may stand the direction of a check."""
        said = meaning(room, self.meaning) if room else None
        return (said or self.meaning).words()


@lru_cache(maxsize=4)  # a text is asked several times for its legend
def legend_entries(text: str) -> tuple[LegendEntry, ...]:
    """The entries of a text's legend that have a meaning for a game: those of lists, then those of sentences."""
    listed = [*_listed(text)]
    lists = Ranges((one.start, one.end) for one in listed)
    found = [*listed, *(one for one in _said(text) if not lists.meet(one.start, one.end))]
    signs = [*dict.fromkeys(one.before for one in found)]
    first = {*signs[:_MOST]}
    return tuple(one for one in found if one.before in first)


# -- lists -------------------------------------------------------------------------------------------------------------


def _listed(text: str) -> Iterator[LegendEntry]:
    keys: list[tuple[int, int]] = []
    for name in ("KEY_TO_SIGNS", *_UNNAMED):
        before = Ranges(keys)
        for key in _LEGEND[name].finditer(text):
            if before.meet(*key.span()):
                continue
            found = _found(text, ("ENTRY_OF_KEY", "ENTRY_WITH_SYMBOLS", *_LISTS), *key.span("entries"))
            if name in _UNNAMED and len({one["signs"] for one in found}) < len(found):
                continue  # the speakers of a dialogue
            keys.append(key.span())
            yield from (one._replace(start=key.start(), end=key.end(), listed=True) for one in _entries(found))
    inside = Ranges(keys)
    found = [one for one in _found(text, _LISTS) if not inside.hold(one.start())]
    entries = [*_entries(found)]
    starts = [one.start for one in entries]
    for start, end in _ranges(text, found):
        several = entries[bisect_left(starts, start) : bisect_left(starts, end)]
        is_list = len({one.start for one in several}) > 1
        yield from (one._replace(start=start, end=end, listed=True) if is_list else one for one in several)


def _ranges(text: str, found: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """The ranges of lists: of what was found with nothing but blanks and signs between."""
    for number, one in enumerate(found):
        if number == 0 or any(sign.isalnum() for sign in text[found[number - 1].end() : one.start()]):
            start = one.start()
        if number + 1 == len(found) or any(sign.isalnum() for sign in text[one.end() : found[number + 1].start()]):
            yield start, one.end()


def _found(text: str, names: Iterable[str], start: int = 0, end: int = sys.maxsize) -> list[re.Match[str]]:
    """What is found of several terminals, in the order of the text, without what begins inside another."""
    found = [one for name in names for one in _LEGEND[name].finditer(text, start, end)]
    made: list[re.Match[str]] = []
    for one in sorted(found, key=lambda one: (one.start("signs"), -one.end("signs"))):
        if not made or one.start("signs") >= made[-1].end():
            made.append(one)
    return made


def _entries(found: Iterable[re.Match[str]]) -> Iterator[LegendEntry]:
    """The signs of lists, each with its meaning; what a later meaning does not say the one before it does."""
    last: SignMeaning | None = None
    for one in found:
        for sign, words in _pairs(one["signs"], one["meaning"].strip(" .)")):
            means = meaning(words, last)
            if means is not None and means.kind == "question" and means.detail is None:
                means = means._replace(detail=_own_answer(sign))
            if means is not None:
                yield _entry(sign, means, *one.span())
            last = means


def _pairs(signs: str, words: str) -> list[tuple[str, str]]:
    """Signs with the words for their meanings: each its own, in the same order, or all the same if they are a question.

    Blanks part signs if there are as many meanings then.
    """
    several = _LEGEND["JOINS_SIGNS"].split(signs)
    for parts in (several, signs.split()):
        lists = (meanings for joint in _PARTS_MEANINGS if len(meanings := words.split(joint)) == len(parts) > 1)
        if meanings := next(lists, []):
            return list(zip(parts, meanings, strict=True))
    asked = meaning(words)
    if len(several) > 1 and (asked is None or asked.kind != "question"):
        return []
    return [(sign, words) for sign in several if _LEGEND["ONE_SIGN"].fullmatch(sign) and not _is_an_answer(sign)]


def _is_an_answer(sign: str) -> bool:
    return meant(sign.strip(" .!"), "answers") is not None


def _own_answer(sign: str) -> str | None:
    """The answer that a sign for a question is written with: “?no”, “Q+”, “(D. sì)”."""
    bare = sign.strip("()[]{}")
    *asks, last = re.split(r"(?<=[\W_])(?=\w)|(?<=\w)(?=[+–−-]$)|\s", bare)
    if not asks and bare == sign:
        return None
    answer = meant(last, "answers")
    if answer in ("yes", "no"):
        return answer
    return next((one for one in ("yes", "no") if _LEGEND[f"SIGN_FOR_{one.upper()}"].fullmatch(last)), None)


def _entry(sign: str, means: SignMeaning, start: int, end: int) -> LegendEntry:
    """An entry; in the sign for a capture, a try or a check there may be room for what it is about."""
    rooms = {"refused": "ROOM_FOR_A_MOVE", "capture": "ROOM", "check": "ROOM"}
    room = _LEGEND[rooms[means.kind]].search(sign) if means.kind in rooms else None
    if room is None or room.span() == (0, len(sign)):
        return LegendEntry(sign, means, start, end)
    return LegendEntry(sign[: room.start()], means, start, end, sign[room.end() :])


# -- sentences ---------------------------------------------------------------------------------------------------------


def _said(text: str) -> Iterator[LegendEntry]:
    found = list(_LEGEND["MEANS"].finditer(text))
    clauses = [_clause(text, one.start()) for one in found]
    for at, (one, start) in enumerate(zip(found, clauses, strict=True)):
        clause = text[start : one.start()].strip()
        sign = _sign(clause)
        if sign is None:
            continue
        stop = min(one.end() + _FAR, clauses[at + 1] if at + 1 < len(found) else len(text))
        ends = _LEGEND["MEANING_ENDS"].search(text, one.end(), max(stop, one.end()))
        end = ends.start() if ends else stop
        means = meaning(text[one.end() : end])
        if means is not None:
            follows = _LEGEND["SIGN_BEHIND"].search(clause) is not None
            yield LegendEntry(sign, means, start, end, follows=follows)
            yield from _answered(text, sign, means, start, one.end())
    for one in _LEGEND["IS_WRITTEN"].finditer(text):
        if (means := meaning(one["meaning"])) is not None:
            yield LegendEntry(one["sign"], means, one.start("meaning"), one.end("sign"))
    for one in _LEGEND["ANSWERED_SIGNS"].finditer(text):
        ends = _LEGEND["SENTENCE_ENDS"].search(text, one.end(), one.end() + _FAR)
        end = ends.start() if ends else min(one.end() + _FAR, len(text))
        if (means := meaning(text[one.end() : end])) is not None and means.kind == "question":
            for answer in ("yes", "no"):
                yield LegendEntry(one["asks"] + one[answer], SignMeaning("question", answer), one.start(), end)
    for one in _LEGEND["A_SENTENCE"].finditer(text):
        named = [*_LEGEND["NAMES_A_SIGN"].finditer(one[0])]
        if len(named) == 1 and lexicon().mentions(one[0], "documents.marked"):
            means = meaning(one[0])
            if means is not None and means.kind == "refused":
                yield LegendEntry(named[0]["sign"], means, *one.span(), follows=True)
    before: SignMeaning | None = None
    for one in _LEGEND["IS_WRITTEN_WHEN"].finditer(text):
        before = meaning(one["meaning"], before)
        if before is not None:
            yield LegendEntry(one["sign"], before, *one.span())


def _answered(text: str, sign: str, means: SignMeaning, start: int, at: int) -> Iterator[LegendEntry]:
    """The signs for a question with its answer, if the sentence that explains the question at ``at`` names both."""
    ends = _LEGEND["SENTENCE_ENDS"].search(text, at, at + _FAR)
    named = _LEGEND["ANSWERS_NAMED"].search(text, at, ends.start() if ends else at + _FAR)
    if means == SignMeaning("question") and named is not None:
        for answer in ("yes", "no"):
            yield LegendEntry(sign + named[answer], means._replace(detail=answer), start, named.end())


def _clause(text: str, end: int) -> int:
    """The offset at which the clause begins that ends at another one."""
    ends = [one.end() for one in _LEGEND["CLAUSE"].finditer(text, max(0, end - _FAR), end)]
    return ends[-1] if ends else max(0, end - _FAR)


def _sign(clause: str) -> str | None:
    """The sign that a clause is about."""
    for terminal in ("SIGN_BEHIND", "SIGN_BEFORE", "QUOTED_SIGN", "SIGN_IN_BRACKETS", "ONLY_WORD"):
        if (found := _LEGEND[terminal].search(clause)) is not None:
            sign = found["sign"]
            return None if _LEGEND["A_MOVE"].fullmatch(sign) or sign in _BRACKETS else sign
    among = list(_LEGEND["SIGN_AMONG_WORDS"].finditer(clause))
    return among[0]["sign"] if len(among) == 1 else None
