"""Finds which moves of a score are refused tries, by marks whose meaning the page itself shows.

A page may mark its tries by any sign: before the move (``*exd5``, ``-exd5``), after it (``exd5?``, ``exd5*``), around
it (``[exd5, fxe5]``), or in separate columns with a dash where nothing was tried. No sign is known beforehand: a sign
marks tries if the turns have their plies, one of each side, without the moves that bear it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.parsing import Terminals
from kriegnote.scanner import ScannedToken, joined
from kriegnote.text.plain import paragraphs
from kriegnote.text.score_words import black_number, number_of
from kriegnote.text.speech.clauses import refusal

_TERMINALS: Final = Terminals("score_words")
_PLIES: Final = ("PLY", "UNSHOWN")
_PARTNERS: Final = dict(zip("[<«“", "]>»”", strict=True))
_BEFORE_A_WORD: Final = " \t\r\n\xa0.("
_BEHIND_A_WORD: Final = " \t\r\n\xa0,;.)"
_EMPHASIS: Final = frozenset("*_")
_TAKES: Final = frozenset("x×:")
_REMARKS: Final = frozenset({"SAYS", "BRACES", "PARENTHESIS", "PROSE_WORD"})
_OF_PROSE: Final = frozenset({"PROSE_WORD", "STOPS"})
_BEFORE_A_REFUSAL: Final = frozenset({"GLYPH", "STOPS", "ANY_DASH"})
_LONGEST_REFUSAL: Final = 40  # the greatest number of characters in which a refusal is looked for


class _Marked(NamedTuple):
    """A move with a mark, or several that one mark encloses.

    ``start``, ``end``: the range in the text; ``mark``: the signs before and after.
    """

    start: int
    end: int
    mark: tuple[str, str]


class _Turn(NamedTuple):
    """The words of a turn, by index, from its number to the next number."""

    number: int
    end: int
    room: int | None
    """The number of its plies; None if the move numbers do not determine it."""


def with_tries(text: str, words: list[Token], start: int = 0) -> list[Token]:
    """The words of a score, with refused tries as ``CROSSED`` and unexplained signs before moves as ``STRAY``.

    :param start: the offset at which the score begins.
    """
    words = _answered(text, words)
    crossed = {at for word in words if word.type == "CROSSED" for at in range(word.start_pos or 0, word.end_pos or 0)}
    marked = [one for one in _marked(text, start) if one.start not in crossed]
    queried = any(word.type == "GLYPH" and word[0] == "?" for word in words)
    empty = any(word.type in ("UNSHOWN", "ANY_DASH") for word in words)
    if not (marked or queried or empty):
        return words
    if marked:
        words = _by_marks(text, words, marked)
    turns = list(_turns(words)) if queried or empty else []
    if queried:
        spans = {first: last for turn in turns for first, last in _queried(words, turn)}
        words = joined(text, words, spans, "CROSSED")
    return _in_columns(words, turns) if empty and not queried else words


def _turns(words: Sequence[Token], more: Iterable[int] = ()) -> Iterator[_Turn]:
    """The numbered turns.

    :param more: the indices of other words that are numbers.
    """
    numbers = sorted({at for at, word in enumerate(words) if word.type in ("NUMBER", "BARE_NUMBER")} | {*more})
    for at, end in pairwise([*numbers, len(words)]):
        room: int | None = 1 if black_number(words[at]) else 2
        if end < len(words):
            step = number_of(words[end]) - number_of(words[at])
            if not step:  # the turn is repeated, or its second half follows
                room = 1 if black_number(words[end]) and room == 2 else 0
            elif step != 1:
                room = None  # turns are missing, and their plies may stand here
        yield _Turn(at, end, room)


def _answered(text: str, words: list[Token]) -> list[Token]:
    """The words, with moves that words directly after them refuse, ``dxe4 [no] dxc4``, as tries.

    They are tries if the turn has its plies without them, as it has if its number is printed again: ``6. Kf2 {No.} 6.
    Ke2``.
    """
    ends: dict[int, int] = {}
    for turn in _turns(words):
        plies = [at for at in range(turn.number + 1, turn.end) if words[at].type in _PLIES]
        last = turn.end == len(words)
        if not plies or (turn.room is not None and not last and len(plies) <= turn.room):
            continue
        denied = {at: end for at in plies if (end := _refused_at(text, words, at)) is not None}
        if turn.room is None or last or len(plies) - len(denied) == turn.room:
            ends |= denied
    return joined(text, words, ends, "CROSSED") if ends else words


def _refused_at(text: str, words: Sequence[Token], ply: int) -> int | None:
    """The index of the last word of a refusal that stands directly after a ply; None if none does."""
    at = ply + 1
    while at < len(words) and words[at].type in _BEFORE_A_REFUSAL:
        at += 1
    if at == len(words) or words[at].type not in _REMARKS:
        return None
    start, end = words[at].start_pos or 0, words[at].end_pos or 0
    if words[at].type != "PROSE_WORD":
        said = refusal(text[start + 1 : end - 1]) if end - start <= _LONGEST_REFUSAL else None
        return None if said is None or text[start + 1 + said.end : end - 1].strip(" .!") else at
    after, far = at, start + _LONGEST_REFUSAL
    while after < len(words) and words[after].type in _OF_PROSE and (words[after].end_pos or 0) <= far:
        after += 1
    said = refusal(text[start : words[after - 1].end_pos or 0])
    if said is None:
        return None
    found = next(each for each in range(at, after) if (words[each].end_pos or 0) >= start + said.end)
    return None if found + 1 < after and words[found + 1][0].isdigit() else found  # “No. 410” is a number


# -- a sign of the page's own ------------------------------------------------------------------------------------------


def _marked(text: str, start: int) -> Iterator[_Marked]:
    end = start
    for sign in _TERMINALS["MARKED_SOMEWHERE"].finditer(text, start):
        at = sign.start()
        while at > end and text[at - 1] not in _BEFORE_A_WORD:
            at -= 1
        if at >= end and (found := _enclosed(text, at) or _single(text, at)):
            end = found.end
            yield found


def _enclosed(text: str, start: int) -> _Marked | None:
    """The moves at an offset, one or several, that a sign encloses; None if there are none."""
    opens = _TERMINALS["ENCLOSES"].match(text, start)
    ends: list[int] = []
    between = opens
    while between is not None and (ply := _TERMINALS["ANY_PLY"].match(text, between.end())):
        ends.append(ply.end())
        between = _TERMINALS["BETWEEN_PLIES"].match(text, ply.end())
    if opens is None:
        return None
    closing = "".join(_PARTNERS.get(sign, sign) for sign in opens[0])
    stops = (end + len(closing) for end in reversed(ends) if text.startswith(closing, end))
    stop = next((stop for stop in stops if text[stop : stop + 1] in _BEHIND_A_WORD), None)
    return None if stop is None else _Marked(start, stop, (opens[0], closing))


def _single(text: str, start: int) -> _Marked | None:
    """The move at an offset that has a sign before it, after it, or both; None if there is none."""
    before = _TERMINALS["PAGE_SIGN"].match(text, start)
    ply = _TERMINALS["ANY_PLY"].match(text, before.end() if before else start)
    if ply is None:
        return None
    behind = _TERMINALS["PAGE_SIGN"].match(text, ply.end())
    end = behind.end() if behind else ply.end()
    if not (before or behind) or text[end : end + 1] not in _BEHIND_A_WORD:
        return None
    return _Marked(start, end, (before[0] if before else "", behind[0] if behind else ""))


def _by_marks(text: str, words: list[Token], marked: list[_Marked]) -> list[Token]:
    """The words, with moves as tries if their marks are those of tries."""
    starts = {one.start for one in marked}
    numbers = [
        at for at, (word, following) in enumerate(pairwise(words)) if word.isdecimal() and following.start_pos in starts
    ]
    turns = [turn for turn in _turns(words, numbers) if turn.room is not None]
    kinds: dict[tuple[str, str], list[_Marked]] = defaultdict(list)
    for one in _among_moves(words, marked):
        kinds[one.mark].append(one)
    tried: list[_Marked] = []
    for several in sorted(kinds.values(), key=len, reverse=True):
        if _fits(words, turns, several, tried):
            tried += several
    explained = {one.start for one in tried}
    stray = _unexplained(text, [one for one in marked if one.start not in explained])
    return _replaced(
        text, [_called(word, "STRAY") if word.start_pos in stray else word for word in words], sorted(tried)
    )


def _among_moves(words: Sequence[Token], marked: Sequence[_Marked]) -> Iterator[_Marked]:
    """The marked moves that are separate words and not next to prose."""
    starts, ends = [word.start_pos or 0 for word in words], [word.end_pos or 0 for word in words]
    of_marks = {at for one in marked for at in range(bisect_left(starts, one.start), bisect_left(starts, one.end))}
    for one in marked:
        beside = {bisect_right(ends, one.start) - 1, bisect_left(starts, one.end)} - of_marks
        near = [words[at] for at in beside if 0 <= at < len(words)]
        first = bisect_left(starts, one.start)
        alone = first < len(words) and starts[first] == one.start
        if (
            alone
            and first
            and words[first - 1].type == "PLY"
            and _says_what_was_taken(words[first - 1 : first + 4], one)
        ):
            continue
        if alone and not any(word.type == "PROSE_WORD" and not word.isdecimal() for word in near):
            yield one


def _says_what_was_taken(words: Sequence[Token], one: _Marked) -> bool:
    """Whether a bare capture in brackets, ``exd6 [xd6]``, names the target of the ply before it."""
    ply, *marked = words
    before, behind = one.mark
    inside = "".join(word for word in marked if one.start <= (word.start_pos or 0) < one.end).strip(before + behind)
    return ply.type == "PLY" and bool(behind) and inside[:1] in _TAKES and inside[1:] == ply.rstrip("+#!?")[-2:]


def _fits(words: Sequence[Token], turns: Sequence[_Turn], several: list[_Marked], tried: list[_Marked]) -> bool:
    """Whether, of the turns with this mark, more are complete without the marked moves than are not."""
    starts = [one.start for one in several]
    gone = sorted([*several, *tried])
    whole = 0
    for turn in turns:
        start = words[turn.number].end_pos or 0
        end = (words[turn.end - 1].end_pos or 0) if turn.end else 0
        if bisect_left(starts, start) >= bisect_left(starts, end):
            continue
        plies = [word.start_pos or 0 for word in words[turn.number + 1 : turn.end] if word.type in _PLIES]
        whole += 1 if sum(not _within(gone, at) for at in plies) == turn.room else -1
    return whole > 0


def _within(marked: Sequence[_Marked], at: int) -> bool:
    """Whether an offset lies in one of these ranges, which are sorted."""
    before = bisect_right(marked, at, key=lambda one: one.start) - 1
    return before >= 0 and at < marked[before].end


def _replaced(text: str, words: Sequence[Token], tried: Sequence[_Marked]) -> list[Token]:
    """The words with one ``CROSSED`` for each of these ranges; a number before one becomes ``BARE_NUMBER``."""
    made: list[Token] = []
    index = 0
    for one in tried:
        while index < len(words) and (words[index].start_pos or 0) < one.start:
            made.append(words[index])
            index += 1
        if made and made[-1].type == "PROSE_WORD" and made[-1].isdecimal():
            made[-1] = _called(made[-1], "BARE_NUMBER")
        made.append(ScannedToken("CROSSED", text[one.start : one.end], one.start, one.end))
        while index < len(words) and (words[index].end_pos or 0) <= one.end:
            index += 1
        if index < len(words) and (start := words[index].start_pos or 0) < one.end:  # a comma after the mark
            made.append(
                ScannedToken("STOPS", text[one.end : words[index].end_pos], one.end, words[index].end_pos or start)
            )
            index += 1
    made.extend(words[index:])
    return made


def _unexplained(text: str, marked: Sequence[_Marked]) -> set[int]:
    """The offsets of signs of emphasis before moves that have no partner in their paragraph."""
    held = list(paragraphs(text))
    counts: dict[tuple[int, str], int] = {}
    stray: set[int] = set()
    for one in marked:
        before, behind = one.mark
        if behind or not _EMPHASIS.issuperset(before):
            continue
        at = bisect_right(held, (one.start, len(text))) - 1
        if (at, before) not in counts:
            counts[at, before] = text.count(before, *held[at])
        if counts[at, before] % 2:
            stray.add(one.start)
    return stray


def _called(word: Token, kind: str) -> Token:
    """A word with another token type."""
    return ScannedToken(kind, str(word), word.start_pos or 0, word.end_pos or 0)


# -- question marks ----------------------------------------------------------------------------------------------------


def _queried(words: Sequence[Token], turn: _Turn) -> Iterator[tuple[int, int]]:
    """The refused tries of a turn: queried moves in addition to its plies.

    :returns: the indices of the first and the last word of each.
    """
    end = turn.end
    plies = [at for at in range(turn.number + 1, end) if words[at].type in _PLIES]
    marked = [at for at in plies if at + 1 < end and words[at + 1] in ("?", "??")]
    queried = [at for at in marked if at + 2 == end or words[at + 2].type in ("PLY", "CROSSED")]
    if not queried or turn.room is None or len(plies) - len(queried) != turn.room:
        return
    if not turn.room or queried[-1] != plies[-1]:
        yield from ((at, at + 1) for at in queried)


# -- columns -----------------------------------------------------------------------------------------------------------


def _in_columns(words: list[Token], turns: Sequence[_Turn]) -> list[Token]:
    """The words, with the entries of columns of tries as such.

    Each side has two columns; that of the tries has dashes here and there.
    """
    rows = [cells for turn in turns if (cells := _cells(words, turn))]
    wide = [len(cells) for cells in rows]
    if not len(turns) == len(rows) > 1 or {*wide[:-1]} != {4} or wide[-1] not in (2, 4):
        return words
    for column in (0, 1):
        tries = [cell for cells in rows for cell in cells[column::2]]
        made = [cell for cells in rows for cell in cells[1 - column :: 2]]
        empty = [words[cell[0]].type != "PLY" for cell in tries if len(cell) == 1]
        if any(empty) and all(len(cell) == 1 and words[cell[0]].type == "PLY" for cell in made):
            called = {at: "CROSSED" if words[at].type == "PLY" else "MARKUP" for cell in tries for at in cell}
            return [_called(word, called[at]) if at in called else word for at, word in enumerate(words)]
    return words


def _cells(words: Sequence[Token], turn: _Turn) -> list[list[int]] | None:
    """The plies and dashes of a turn by index, grouped if a comma joins them; None if it has other words."""
    cells: list[list[int]] = []
    joins = False
    for at in range(turn.number + 1, turn.end):
        kind = words[at].type
        if kind in _PLIES or kind == "ANY_DASH":
            if joins and cells:
                cells[-1].append(at)
            else:
                cells.append([at])
            joins = False
        elif kind == "STOPS":
            joins = words[at][0] in ",;"
        elif kind not in ("MARKUP", "RESULT", "END"):
            return None
    return cells
