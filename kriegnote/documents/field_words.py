"""What the words of a field tell: questions and tries, the move that was made, and what is said of it.

any? n. exf5 n. exd5 pawn gone d5
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

_FIELDS: Final = Terminals("fields")
_LONGEST: Final = 300
"""Signs of a field."""

_Range = tuple[int, int]


class Written(NamedTuple):
    """Words ``[start, end)`` of a text between the signs with which a score has them."""

    opens: str
    start: int
    end: int
    closes: str


class Parted(NamedTuple):
    """The words about one move, by where they stand: before it, the move itself, and behind it."""

    before: _Range
    made: _Range
    behind: _Range


def parted(text: str, start: int, end: int) -> Parted | None:
    """``any? n. exf5 n. exd5 pawn gone d5``: the one move of a stretch that was not refused, questions and tries before
    it, and what is said behind it; None where the stretch has other words, or no one move was made."""
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
    return Parted((start, move.start()), move.span(), (done.end() if done else move.end(), end))


def _is_the_one_made(text: str, moves: Sequence[re.Match[str]], end: int) -> bool:
    """Whether the last of these moves was made, and all others refused: each by itself or with the one behind it."""
    if was_refused(text, moves[-1], end):
        return False
    refused = False
    for move, behind in reversed([*pairwise(moves)]):
        if text[move.end() : behind.start()].strip(" ,/&"):
            refused = was_refused(text, move, end)
        else:  # exd5, exf5 no
            refused = refused or move.group().endswith("?")
        if not refused:
            return False
    return True


def was_refused(text: str, move: re.Match[str], end: int) -> bool:
    return is_refused(text, move.end(), end) or move.group().endswith("?")


def is_refused(text: str, at: int, end: int) -> bool:
    """Whether what stands behind a move refuses it: more than commas."""
    return bool(text[at:end].strip(" ,\n")) and _FIELDS["REFUSED_BEHIND"].match(text, at, end) is not None


def ends_with_a_move(words: str) -> bool:
    """Whether the last move that words name was not refused."""
    moves = list(_FIELDS["A_MOVE"].finditer(words))
    return bool(moves) and not was_refused(words, moves[-1], len(words))


def listed(text: str, start: int, end: int) -> list[Written]:
    """The questions and tries of a stretch, each in brackets of its own with what is said of it; a try of which nothing
    is said was refused.  What has other words stands in one bracket as it is."""
    if not bare(text, start, end):
        return []
    heads = [*_FIELDS["OF_A_LIST"].finditer(text, start, end)]
    led = not heads or text[start : heads[0].start()].strip(" (") or _FIELDS["CROSSED_OUT"].search(text, start, end)
    if led or _FIELDS["BEFORE_A_MOVE"].fullmatch(text, start, end) is None:
        return [Written("(", start, end, ")")]
    made = []
    for head, stop in zip(heads, [*(one.start() for one in heads[1:]), end], strict=True):
        if head["called"]:
            made.append(Written("(a? ", head.end(), stop, ")"))
        elif head["question"]:
            made.append(Written("(", head.start(), stop, ")"))
        else:
            made.append(Written("(" if was_refused(text, head, stop) else "(No: ", head.start(), stop, ")"))
    return made


def bare(text: str, start: int, end: int) -> str:
    return text[start:end].strip(" \t\n,;:()[]-–—/").lstrip(".")
