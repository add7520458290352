"""Moves the notes and lists of tries below a score to their places.

A note is put at its mark after a move: ``7. Nf4[2]`` … ``[2] White first tried cxd3.``

A try of a list is put before its move: ``Tries: W 3. exd5, 7. dxe5; B 4. dxc5``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.documents.listed_events import Listed, event_lists
from kriegnote.documents.turns import MOVES, outside_brackets, words
from kriegnote.lexicon import printed
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.score_words import NUMBERS, black_number, number_of

_LAYOUT: Final = Terminals("layout")
_COMMENT: Final = (" {", "}")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_OF_ONE_MARK: Final = frozenset("*⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Characters of which several form one mark."""


class _Moved(NamedTuple):
    """Words ``[start, end)`` to be moved to ``[at, behind)``, which they replace, between two signs."""

    at: int
    behind: int
    start: int
    end: int
    opens: str
    closes: str


class NoteAtMove(NamedTuple):
    """A note in ``[start, end)`` with the range of its words, and its mark behind a move in ``[mark, behind)``."""

    mark: int
    behind: int
    words: tuple[int, int]
    start: int
    end: int


def notes_in_place(plain: Plain) -> Plain:
    """A text with its notes as comments at their marks, and its listed tries before their moves.

    Its characters may change their order.
    """
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
    """The lists below scores that have all of their plies: the new place of each entry, and the list's range."""
    above, before = "", 0  # the score above the lists, and the end of the last one
    for start, end, entries in event_lists(text):
        if not above or text[before:start].strip():
            above = text[:start]
        before = end
        plies = _plies(above)
        if plies and all(one.side is not None and (one.turn, one.side) in plies for one in entries):
            yield [_put(plies[one.turn, one.side], one) for one in entries if one.side is not None], start, end


def _put(ply: tuple[int, int], one: Listed) -> _Moved:
    """An entry at its ply: a try before its move, an announcement behind it."""
    start, end = ply
    if one.kind == "tried":
        return _Moved(start, start, one.start, one.end, "(No: ", ") ")
    return _Moved(end, end, one.start, one.end, f" [{printed(f'announcements.{one.kind}', 'en')} ", "]")


def _plies(text: str) -> dict[tuple[int, Side], tuple[int, int]]:
    """The range of each ply of the last score of a text, by turn and side."""
    found: dict[tuple[int, Side], tuple[int, int]] = {}
    turn, side = 0, "white"
    for word in outside_brackets(words(text)):
        if word.type in NUMBERS:
            turn = number_of(word)
            side = "black" if black_number(word) else "white"
            if turn == 1 and side == "white":
                found.clear()
        elif word.type in MOVES and turn:
            if side == "white" or (turn, "black") not in found:
                found[turn, side] = word.start_pos or 0, word.end_pos or 0  # type: ignore[index]
            side = "black"
    return found


# -- notes -------------------------------------------------------------------------------------------------------------


def _moved(text: str) -> Iterator[tuple[_Moved, int, int]]:
    """Each note to which a mark after a move refers, and its range."""
    for mark, behind, said, start, end in notes_at_moves(text):
        yield _Moved(mark, behind, *said, *_COMMENT), start, end


def notes_at_moves(text: str) -> Iterator[NoteAtMove]:
    """Each note to which a mark after a move refers."""
    since: dict[str, int] = {}  # the end of the last note with each mark, since chapters and pages begin again at 1
    for note in _LAYOUT["NOTE_BELOW"].finditer(text):
        name = next(filter(None, note.group("name", "within", "number")), note["mark"]).removeprefix("^")
        places = ((_last(sign, text, since.get(name, 0), note.start()), sign) for sign in _signs(name, note["mark"]))
        mark, sign = max(places)
        if mark < 0:
            continue  # it may itself be the mark of a note, behind a move at the end of the line above
        since[name] = note.end()
        said = words(text[row_before(text, mark) : mark])
        if said and said[-1].type in MOVES and not set(note["words"]) & set("{}"):
            yield NoteAtMove(mark, mark + len(sign), note.span("words"), *note.span())


def row_before(text: str, at: int) -> int:
    """The offset at which the line with the word before an offset begins: that above, if the offset begins a line."""
    row = text.rfind("\n", 0, at) + 1
    return row if text[row:at].strip() else text.rfind("\n", 0, max(row - 1, 0)) + 1


def _signs(name: str, printed: str) -> set[str]:
    """The marks that may stand behind a move for a note of a name, whose own mark may have other brackets."""
    if not name.isalnum() or name[0] in _OF_ONE_MARK:
        return {printed}
    raised = {name.translate(_RAISED)} if name.isdecimal() else set()
    return {f"[{name}]", f"[^{name}]", f"({name})"} | raised


def _last(mark: str, text: str, start: int, end: int) -> int:
    """The offset of the last occurrence of a mark in ``[start, end)``, -1 for none.

    One of two adjoining asterisks is no mark, nor is ² in ¹², nor are asterisks around a word.
    """
    at = text.rfind(mark, start, end)
    while at >= 0 and mark[0] in _OF_ONE_MARK:
        row = text.rfind("\n", 0, at) + 1
        alone = {text[at - 1 : at], text[at + len(mark)]}.isdisjoint(_OF_ONE_MARK)
        if alone and all(text[one - 1].isalnum() or text[one - 1] in "+#*" for one in _stars(text, row, at)):
            break
        at = text.rfind(mark, start, at)
    return at


def _stars(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets of asterisks in a range and at its end."""
    return (at for at in range(start, end + 1) if text[at] == "*")
