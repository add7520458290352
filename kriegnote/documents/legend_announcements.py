"""Replaces signs that a page explains as announcements, or as questions with their answer, by the words for them.

    ?y / ?n = asked Any, told yes / told no        *e5 = capture on e5        (sc. ...) = scacco

The direction of a check may have a sign of its own behind that of the check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kriegnote.documents.legend_entries import LegendEntry
from kriegnote.documents.legend_places import Edit, SignPlaces, SignUse
from kriegnote.parsing import Terminals

_LEGEND: Final = Terminals("legend")
_SQUARE: Final = "[a-h][1-8]"
_BEFORE_SIGNS: Final = "([{.…"
"""Opening brackets, and what stands behind the number of a turn."""
_OF_MOVES: Final = frozenset("+#x×:†‡")
"""Signs that belong to moves, whatever else they are said to be."""
_FAR: Final = 80
"""The greatest distance of a sign from the move that it stands behind, in characters."""
_WITHIN_BRACKETS: Final = r"[^()\n]{2,24}"


def announced(places: SignPlaces) -> Iterator[SignUse]:
    """The words for the signs that stand outside the legend, in brackets unless they stand in some."""
    text = places.text
    entries = sorted(
        (one for one in places.signs if one.meaning.words()), key=lambda one: (one.is_bare_check, -len(one.before))
    )
    checks = [one.before for one in entries if one.is_bare_check]
    taken = bytearray(len(text))
    for entry in entries:
        for found in _pattern(entry, checks).finditer(text):
            start, end = found.span()
            glued = start > 0 and not text[start - 1].isspace() and text[start - 1] not in _BEFORE_SIGNS
            if (
                any(taken[start:end])
                or places.is_longer(entry.before, start)
                or (glued and not _ends_a_move(text, found))
                or not places.may_stand(start, end)
            ):
                continue
            in_brackets = places.is_in_brackets(start)
            if entry.is_letter and not in_brackets and not _is_a_sign(text, entry, found):
                continue
            taken[start:end] = b"\1" * (end - start)
            square = found["square"] or (_square_before(text, start) if entry.meaning.kind == "capture" else "")
            words = f"{entry.words(found['room'])} {square}".strip()
            yield SignUse((Edit(start, end, words if in_brackets else f"{' ' * glued}({words})"),), entry.said)


def _is_a_sign(text: str, entry: LegendEntry, found: re.Match[str]) -> bool:
    """Whether a letter is a sign outside brackets: a question before a move, or a small letter before a square."""
    if entry.meaning.kind == "question":
        return _LEGEND["STANDS_BEFORE_A_MOVE"].match(text, found.end()) is not None
    return found["square"] is not None and entry.before.islower()


def _square_before(text: str, at: int) -> str:
    """The square of the move before an offset: that of a capture whose sign does not name it."""
    squares = re.findall(_SQUARE, _word_before(text[max(0, at - _FAR) : at].rstrip()))
    return squares[-1] if squares else ""


def _ends_a_move(text: str, found: re.Match[str]) -> bool:
    """Whether a sign stands at the end of a move, and is no sign that belongs to moves."""
    word = _word_before(text[max(0, found.start() - _FAR) : found.start()])
    return _LEGEND["A_MOVE"].fullmatch(word) is not None and found.group() not in _OF_MOVES


def _word_before(text: str) -> str:
    """The word at the end of a text; empty if there is none."""
    found = _LEGEND["WORD_AT_THE_END"].search(text)
    return found.group() if found is not None else ""


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
