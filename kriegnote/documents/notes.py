"""Notes below a score, put where their marks stand behind a move: ``7. Nf4[2]`` … ``[2] White first tried cxd3.``
So are the tries of a list below it, each before its move: ``Tries: W 3. exd5, 7. dxe5; B 4. dxc5``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.documents.field_names import label, side_named
from kriegnote.documents.turns import MOVES, outside_brackets, words
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, paragraphs
from kriegnote.text.score_words import NUMBERS, black_number, number_of

_FIELDS: Final = Terminals("fields")
_LAYOUT: Final = Terminals("layout")
_COMMENT: Final = (" {", "}")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_OF_ONE_MARK: Final = frozenset("*⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Signs several of which are one mark."""
_NAME: Final = 40
"""Signs of a list's name."""


class _Moved(NamedTuple):
    """Words ``[start, end)`` that are to stand elsewhere, in place of ``[at, behind)`` and between two signs."""

    at: int
    behind: int
    start: int
    end: int
    opens: str
    closes: str


class _Listed(NamedTuple):
    """Tries of one ply in a list: its turn, whose it is where that is said, and where they stand."""

    turn: int
    side: Side | None
    start: int
    end: int


def notes_in_place(plain: Plain) -> Plain:
    """A text whose notes are comments where their marks stand, and whose lists of tries stand before the moves; the
    places of its characters then need not rise."""
    notes = list(_moved(plain.text))
    lists = list(_lists(plain.text))
    moved = [one for one, _, _ in notes] + [one for several, _, _ in lists for one in several]
    if not moved:
        return plain
    taker, at = Taker(plain), 0
    gone = [(start, end, None) for _, start, end in (*notes, *lists)]
    edits: list[tuple[int, int, _Moved | None]] = [*((one.at, one.behind, one) for one in moved), *gone]
    for start, end, one in sorted(edits, key=lambda edit: edit[:2]):
        taker.keep(at, start)
        if one is not None:
            taker.put(one.opens, start)
            taker.keep(one.start, one.end)
            taker.put(one.closes, start)
            if one.opens == _COMMENT[0]:
                taker.mark(one.start, one.end, "note")
        at = end
    taker.keep(at, len(plain.text))
    return taker.done()


# -- lists of tries ----------------------------------------------------------------------------------------------------


def _lists(text: str) -> Iterator[tuple[list[_Moved], int, int]]:
    """The lists of tries below scores all of whose plies the score has: each try's new place, and the list's own."""
    for (_, above), (start, end) in pairwise(paragraphs(text)):
        stop = min((at for sign in ":." if (at := text.find(sign, start, start + _NAME)) > 0), default=-1)
        known = label(text[start:stop]) if stop > 0 else None
        if known is None or known.role != "tried":
            continue
        tries = _tries(text, stop + 1, end, known.side)
        plies = _plies(text[:above]) if tries else {}
        if tries and all(one.side is not None and (one.turn, one.side) in plies for one in tries):
            places = [(plies[one.turn, one.side], one) for one in tries if one.side is not None]
            yield [_Moved(at, at, one.start, one.end, "(No: ", ") ") for at, one in places], start, end


def _tries(text: str, start: int, end: int, side: Side | None) -> list[_Listed]:
    """The tries of a list; none where it has other words."""
    found: list[_Listed] = []
    unsaid = 0  # from which of them on nobody is named yet
    turn = 0
    blacks: Side | None = None
    at = start
    while at < end:
        item = _FIELDS["ITEM"].match(text, at, end)
        if item is None:
            return []
        if item["turn"]:
            turn, blacks = int(item["turn"]), "black" if item["blacks"] else None
        elif item["who"]:
            named = side_named(item["who"])
            if text[:at].rstrip()[-1:] == "(":  # 3. exd5 (White)
                found[unsaid:] = [one._replace(side=one.side or named) for one in found[unsaid:]]
            else:
                side = named
            unsaid = len(found)
        elif item["move"] and not turn:
            return []
        elif item["move"]:
            last = found[-1] if found else None
            if last is not None and last.turn == turn and last.side == (blacks or side) and len(found) > unsaid:
                found[-1] = last._replace(end=item.end())
            else:
                found.append(_Listed(turn, blacks or side, *item.span()))
        at = item.end()
    return found


def _plies(text: str) -> dict[tuple[int, Side], int]:
    """Where each ply of the last score of a text begins, by its turn and side."""
    found: dict[tuple[int, Side], int] = {}
    turn, side = 0, "white"
    for word in outside_brackets(words(text)):
        if word.type in NUMBERS:
            turn = number_of(word)
            side = "black" if black_number(word) else "white"
            if turn == 1 and side == "white":
                found.clear()
        elif word.type in MOVES and turn:
            if side == "white" or (turn, "black") not in found:
                found[turn, side] = word.start_pos or 0  # type: ignore[index]
            side = "black"
    return found


# -- notes -------------------------------------------------------------------------------------------------------------


def _moved(text: str) -> Iterator[tuple[_Moved, int, int]]:
    """Each note to which a mark behind a move refers, and where it stands."""
    since: dict[str, int] = {}  # behind the last note of this mark: numbers begin anew in every chapter
    for note in _LAYOUT["NOTE_BELOW"].finditer(text):
        sign = note["number"].translate(_RAISED) if note["number"] else note["mark"]
        mark = _last(sign, text, since.get(sign, 0), note.start())
        since[sign] = note.end()
        row = text.rfind("\n", 0, max(mark, 0)) + 1
        said = words(text[row:mark]) if mark >= 0 else []
        if said and said[-1].type in MOVES and not set(note["words"]) & set("{}"):
            yield _Moved(mark, mark + len(sign), *note.span("words"), *_COMMENT), *note.span()


def _last(mark: str, text: str, start: int, end: int) -> int:
    """Where a mark stands last in ``[start, end)``, -1 where it does not: two asterisks are no mark of one, nor ¹² of
    ²; those about a word are none."""
    at = text.rfind(mark, start, end)
    while at >= 0 and mark[0] in _OF_ONE_MARK:
        row = text.rfind("\n", 0, at) + 1
        alone = {text[at - 1 : at], text[at + len(mark)]}.isdisjoint(_OF_ONE_MARK)
        if alone and all(text[one - 1].isalnum() or text[one - 1] in "+#*" for one in _stars(text, row, at)):
            break
        at = text.rfind(mark, start, at)
    return at


def _stars(text: str, start: int, end: int) -> Iterator[int]:
    """Where asterisks stand in a stretch and at its end."""
    return (at for at in range(start, end + 1) if text[at] == "*")
