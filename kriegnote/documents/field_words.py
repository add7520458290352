"""Analyses the words of a field: questions and tries, the move that was made, and announcements.

An example is ``any? n. exf5 n. exd5 pawn gone d5``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

_FIELDS: Final = Terminals("fields")
_OPENING: Final = ("(", "[")
_CLOSING: Final = (")", "]")
_LONGEST: Final = 300
"""The greatest length of a field, in characters."""

_Range = tuple[int, int]


class Written(NamedTuple):
    """The range ``[start, end)`` of a text with the signs that enclose it in a score."""

    opens: str
    start: int
    end: int
    closes: str


class Parted(NamedTuple):
    """The ranges of the words about one move: before it, the move itself, after it."""

    before: _Range
    made: _Range
    behind: _Range


def parted(text: str, start: int, end: int) -> Parted | None:
    """The parts of ``any? n. exf5 n. exd5 pawn gone d5``: questions and tries, the move made, what follows.

    None if there are other words, or not exactly one move that was not refused.
    """
    if end - start > _LONGEST:
        return None
    places = {at.start("square") for at in _FIELDS["ON_A_SQUARE"].finditer(text, start, end)}
    moves = [at for at in _FIELDS["A_MOVE"].finditer(text, start, end) if at.start() not in places]
    if not moves or not _is_the_one_made(text, moves, end):
        return None
    move = moves[-1]
    if _FIELDS["BEFORE_A_MOVE"].fullmatch(text, start, move.start()) is None:
        return None
    done = _FIELDS["MADE"].match(text, move.end(), end)
    plays = _FIELDS["PLAYS"].search(text[start : move.start()])
    before = (start, start + plays.start() if plays else move.start())
    return Parted(before, move.span(), (done.end() if done else move.end(), end))


def _is_the_one_made(text: str, moves: Sequence[re.Match[str]], end: int) -> bool:
    """Whether the last of these moves was made, and all others were refused, singly or together with the next."""
    if was_refused(text, moves[-1], end):
        return False
    refused = False
    for move, behind in reversed([*pairwise(moves)]):
        if _in_brackets_alone(text, moves, move):
            refused = True
        elif text[move.end() : behind.start()].strip(" ,/&"):
            refused = was_refused(text, move, end)
        else:  # exd5, exf5 no
            refused = refused or move.group().endswith("?")
        if not refused:
            return False
    return True


def _in_brackets_alone(text: str, moves: Sequence[re.Match[str]], last: re.Match[str]) -> bool:
    """Whether a move is the last in brackets that hold nothing but moves: (exd5, exf5)."""
    if text[last.end() :].lstrip()[:1] not in _CLOSING:
        return False
    opened = max(text.rfind(sign, 0, last.start()) for sign in _OPENING)
    held = [move for move in moves if opened < move.start() <= last.start()]
    ends = [opened + 1, *(move.end() for move in held)]
    return opened >= 0 and not any(
        text[end : move.start()].strip(" ,;/\n") for end, move in zip(ends, held, strict=False)
    )


def was_refused(text: str, move: re.Match[str], end: int) -> bool:
    return is_refused(text, move.end(), end) or move.group().endswith("?")


def is_refused(text: str, at: int, end: int) -> bool:
    """Whether the words after a move, other than commas, refuse it."""
    return bool(text[at:end].strip(" ,\n")) and _FIELDS["REFUSED_BEHIND"].match(text, at, end) is not None


def ends_with_a_move(words: str) -> bool:
    """Whether the last move in some words was not refused."""
    moves = list(_FIELDS["A_MOVE"].finditer(words))
    return bool(moves) and not was_refused(words, moves[-1], len(words))


def listed(text: str, start: int, end: int) -> list[Written]:
    """The questions and tries of a range, each with its answer in brackets; tries without an answer were refused.

    A range with other words is kept in one bracket.
    """
    if not bare(text, start, end):
        return []
    heads = [*_FIELDS["OF_A_LIST"].finditer(text, start, end)]
    led = not heads or text[start : heads[0].start()].strip(" ([{<") or _FIELDS["CROSSED_OUT"].search(text, start, end)
    if led or _FIELDS["BEFORE_A_MOVE"].fullmatch(text, start, end) is None:
        return [Written("(", start, end, ")")]
    made = []
    for head, stop in zip(heads, [*(one.start() for one in heads[1:]), end], strict=True):
        if (leads := _FIELDS["LEADS_ON"].search(text[head.end() : stop])) is not None:
            stop = head.end() + leads.start()
        if head["called"]:
            made.append(Written("(a? ", head.end(), stop, ")"))
        elif head["question"]:
            made.append(Written("(", head.start(), stop, ")"))
        else:
            made.append(Written("(" if was_refused(text, head, stop) else "(No: ", head.start(), stop, ")"))
    return made


def bare(text: str, start: int, end: int) -> str:
    return text[start:end].strip(" \t\n,;:()[]-–—/").lstrip(".")
