"""Replaces signs that a page explains as announcements, or as questions with their answer, by the words for them.

    ?y / ?n = asked Any, told yes / told no        *e5 = capture on e5        (sc. ...) = scacco

The direction of a check may have a sign of its own behind that of the check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.documents.legend_entries import LegendEntry
from kriegnote.documents.legend_meanings import SignMeaning, meaning
from kriegnote.parsing import Terminals

_LEGEND: Final = Terminals("legend")
_SQUARE: Final = "[a-h][1-8]"
_BRACKETS: Final = "([{"
_OF_MOVES: Final = frozenset("+#x×:†‡")
"""Signs that belong to moves, whatever else they are said to be."""
_WITHIN_BRACKETS: Final = r"[^()\n]{2,24}"


class AnnouncedWords(NamedTuple):
    """The words that replace the range ``[start, end)``."""

    start: int
    end: int
    words: str


def announced(text: str, legend: Sequence[LegendEntry]) -> Iterator[AnnouncedWords]:
    """The words for the signs that stand outside the legend, in brackets unless they stand in some."""
    entries = sorted((one for one in legend if one.meaning.words()), key=lambda one: (_is_bare(one), -len(one.before)))
    checks = [one.before for one in entries if _is_bare(one)]
    taken = [(one.start, one.end) for one in legend]
    for entry in entries:
        for found in _pattern(entry, checks).finditer(text):
            start, end = found.span()
            glued = start > 0 and not text[start - 1].isspace() and text[start - 1] not in _BRACKETS
            if any(first < end and start < last for first, last in taken) or (glued and not _ends_a_move(text, found)):
                continue
            in_brackets = _is_in_brackets(text, start)
            if _is_a_letter(entry) and not in_brackets and not _is_a_sign(text, entry, found):
                continue
            taken.append((start, end))
            square = found["square"] or (_square_before(text, start) if entry.meaning.kind == "capture" else "")
            words = f"{_said(entry, found['room'])} {square}".strip()
            yield AnnouncedWords(start, end, words if in_brackets else f"{' ' * glued}({words})")


def _is_bare(entry: LegendEntry) -> bool:
    """Whether it is a sign for a check without a direction."""
    return entry.meaning == SignMeaning("check") and entry.behind is None


def _said(entry: LegendEntry, room: str | None) -> str:
    """The words for a sign; in the room that it has may stand the direction of a check."""
    said = meaning(room, entry.meaning) if room else None
    return (said or entry.meaning).words()


def _is_a_sign(text: str, entry: LegendEntry, found: re.Match[str]) -> bool:
    """Whether a letter is a sign outside brackets: a question before a move, or a small letter before a square."""
    if entry.meaning.kind == "question":
        return _LEGEND["STANDS_BEFORE_A_MOVE"].match(text, found.end()) is not None
    return found["square"] is not None and entry.before.islower()


def _square_before(text: str, at: int) -> str:
    """The square of the move before an offset: that of a capture whose sign does not name it."""
    before = _LEGEND["WORD_AT_THE_END"].search(text[:at].rstrip())
    squares = re.findall(_SQUARE, before.group()) if before is not None else []
    return squares[-1] if squares else ""


def _ends_a_move(text: str, found: re.Match[str]) -> bool:
    """Whether a sign stands at the end of a move, and is no sign that belongs to moves."""
    before = _LEGEND["WORD_AT_THE_END"].search(text, 0, found.start())
    return (
        before is not None
        and _LEGEND["A_MOVE"].fullmatch(before.group()) is not None
        and found.group() not in _OF_MOVES
    )


def _is_a_letter(entry: LegendEntry) -> bool:
    return len(entry.before) == 1 and entry.before.isalpha()


def _pattern(entry: LegendEntry, checks: Sequence[str]) -> re.Pattern[str]:
    """The places of a sign: such a pattern cannot be written down before the page is read.

    :param checks: the signs for checks without a direction, of which one may stand before a direction.
    """
    left = r"(?<![\w♔-♟])" if entry.before[:1].isalnum() else ""
    if entry.meaning.kind == "check" and entry.meaning.detail and checks:
        left += rf"(?:(?:{'|'.join(map(_escaped, checks))})\s)?"
    blank = "[ ]" if entry.before.endswith(" ") else "[ ]?"
    square, room = rf"{blank}(?P<square>{_SQUARE})", "(?P<room>(?!))?"
    if entry.behind is None:
        square = f"(?:{square})?" if entry.meaning.kind == "capture" else "(?P<square>(?!))?"
    elif entry.meaning.kind == "check":
        square, room = "(?P<square>(?!))?", rf"\s*(?P<room>{_WITHIN_BRACKETS})"
    return re.compile(rf"{left}{_escaped(entry.before)}{square}{room}{_escaped(entry.behind or '')}(?!\w)")


def _escaped(sign: str) -> str:
    return r"\s+".join(map(re.escape, sign.split()))


def _is_in_brackets(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return any(line.count(opens) > line.count(closes) for opens, closes in ("()", "[]"))
