"""Sets exceptions and places in brackets apart as cases of their own; finds rows of tries among phrases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.phrases import Kind, Phrase, is_square

CUES: Final = frozenset({"if", "when", "unless"})
ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})
JOINTS: Final = frozenset({"comma", "and", "or", "then", "newline"})
ANSWERS: Final = frozenset({"yes", "no"})
_ROW: Final = JOINTS | {"sor", "in_order", "order", "bracket", "slash", "refused", "otherwise", "in_vain"}
"""Kinds of phrases in a row of tries."""
ANNOUNCED: Final = frozenset({"announced", "at_square", "direction", "otherwise", "all_other"})


def row_of(words: Sequence[Phrase]) -> int:
    """The index at which the row of tries at the end of some phrases begins; their number if there is none."""
    low = len(words)
    while low and _is_of_row(words, low - 1):
        low -= 1
    while low < len(words) and not is_try(words[low]):
        low += 1
    return low


def is_try(word: Phrase) -> bool:
    """Whether a phrase is certainly a move of White's other than the key."""
    marked = word.kind == "bare_move" and word.move is not None and word.move.mates
    return marked or (word.kind == "white_move" and word.number != 1)


def _is_of_row(words: Sequence[Phrase], n: int) -> bool:
    """Whether the phrase at an index may be part of a row of tries."""
    word = words[n]
    led = word.kind in CUES and n + 1 < len(words) and words[n + 1].kind == "refused"
    return led or word.kind in _ROW or is_try(word)


def made(kind: Kind, at: Phrase) -> Phrase:
    """An inserted phrase without text, directly after another one."""
    return Phrase(kind, "", at.end, at.end, at.line, at.column)


_EXCEPTS: Final = frozenset({"unless", "excepted"})
_CASE: Final = ANNOUNCED | {"by", "man", "or", "slash", "black", "newline", "umpire_speaks"}
"""Kinds of phrases in the head of an excepted case."""
MATES: Final = frozenset({"play", "mate"})
"""Verbs that say what a try does."""
_LEADS: Final = frozenset({"when", "if", "then", "colon", "dash", "comma", "newline"})
"""Kinds of phrases between an exception and its tries."""


def exceptions_apart(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases of a text, with each exception that has tries of its own as a separate sentence.

    The row of tries before the exception becomes the one for all other cases, unless it has a condition already.
    """
    words = [*_without_brackets([*places_in_brackets(words)])]
    if not any(each.kind in _EXCEPTS for word in words for each in (word, *word.inside)):
        return words
    found: list[Phrase] = []
    n, excepting = 0, False
    while n < len(words):
        if not (excepting or _may_except(words, n)):
            found.append(words[n])
            n += 1
            continue
        row, size = row_of(found), len(found)
        if row == size and found[-1:] and found[-1].kind in MATES:
            row, size = row_of(found[:-1]), size - 1  # “2.Ng4 mates unless …”
        case, end = _case(words, n, more=excepting) if row < size else ([], n)
        if case:
            del found[size:]
            if not (excepting or _is_headed(found[:row])):
                found[row:row] = [made("all_other", found[row]), made("colon", found[row])]
            found += [made("stop", found[-1]), *case]
            n, excepting = end, True
            continue
        excepting = excepting and words[n].kind not in ENDS
        found.append(words[n])
        n += 1
    return found


def places_in_brackets(words: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; in a case for a capture without a square, squares in brackets behind its tries are its places.

    “On a capture 2.A (d6), 2.B (h8)” is “on a capture 2.A (on d6), 2.B (on h8)”.
    """
    captured = False
    for n, word in enumerate(words):
        if word.kind in ENDS:
            captured = False
        elif any(isinstance(each, Captures) for each in word.says):
            captured = word.says == (Captures(),)
        squares = [each for each in word.inside if is_square(each) and each.move is not None and not each.move.mates]
        places = [each.move.parts.to for each in squares if each.move is not None]
        alone = bool(places) and all(each in squares or each.kind in JOINTS | {"slash"} for each in word.inside)
        if captured and alone and n and is_try(words[n - 1]):
            said = Captures(square=places[0], also=tuple(filter(None, places[1:])))
            yield replace(word, inside=(replace(squares[0], kind="at_square", says=(said,), move=None),))
        else:
            yield word


def _without_brackets(words: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases, without the brackets around exceptions that have tries of their own.

    A refused try at the end of a head in brackets is put behind it: “1...Bh6 (silence; 2.gxf6 refused) 2.Qxh6”.
    """
    for n, word in enumerate(words):
        kinds = [each.kind for each in word.inside]
        after = words[n + 1].kind if n + 1 < len(words) else "stop"
        if kinds[:1] in (["unless"], ["excepted"]) and "white_move" in kinds:
            yield from (made("comma", word), *word.inside, made("stop", word))
        elif (
            after in ENDS
            and kinds[:1] == ["white_move"]
            and kinds.count("white_move") == 1
            and (kinds[1:2] and kinds[1] in CUES and not ANNOUNCED.isdisjoint(kinds))
        ):  # “2.Qe6 (but 2.e5 if on d4)”
            case = map(_as_announced, word.inside[1:])
            yield from (made("stop", word), *case, made("colon", word), word.inside[0], made("stop", word))
        elif (
            after == "white_move" and kinds[-2:] == ["white_move", "refused"] and _is_head(words[:n], word.inside[:-2])
        ):
            yield from (replace(word, inside=word.inside[:-2]), *word.inside[-2:], made("semicolon", word))
        else:
            yield word


def _is_head(before: Sequence[Phrase], inside: Sequence[Phrase]) -> bool:
    """Whether the phrases in a bracket, up to a try, are the head of a case and no remark on the try before them."""
    headed = any(each.kind in ANNOUNCED | ANSWERS for each in inside) and not any(each.move for each in inside)
    return headed and not any(map(is_try, before[-1:]))


def _may_except(words: Sequence[Phrase], n: int) -> bool:
    """Whether an exception may begin at an index, possibly after joints or in a bracket."""
    n = past(words, n, JOINTS | {"slash"})
    return any(each.kind in _EXCEPTS for word in words[n : n + 1] for each in (word, *word.inside[:2]))


def _is_headed(before: Sequence[Phrase]) -> bool:
    """Whether the unfinished sentence at the end of some phrases has a condition."""
    return any(each.kind in ANNOUNCED for each in takewhile(lambda each: each.kind not in ENDS, reversed(before)))


def _case(words: Sequence[Phrase], low: int, *, more: bool) -> tuple[list[Phrase], int]:
    """The head of an excepted case with a colon and the bracket after it, and the index at which the case continues.

    The head is empty if there is no exception at the index, or one without tries.

    :param more: another exception came directly before, so this one need not begin with *unless* or *except*.
    """
    n = past(words, low, JOINTS | {"slash"})
    named = n < len(words) and words[n].kind in _EXCEPTS
    if not (named or more):
        return [], low
    unless = named and words[n].kind == "unless"
    start = past(words, n + 1, frozenset({"when", "if"})) if unless else n
    stated = takewhile(lambda each: each.kind in _CASE or is_square(each), words_from(words, start))
    head = [words[n]] if named and not unless else [*stated]
    end = start + len(head)
    if head and [each.kind for each in words[end : end + 2]] in (["colon", "at_square"], ["colon", "bare_move"]):
        case, behind = _case(words, end + 1, more=True)  # “except captures: on e3 2.f4#”
        return (case, behind) if case else ([], low)
    behind = past(words, end, _LEADS)
    if not any(each.says or is_square(each) for each in head) or not _is_tried(words[behind : behind + 1]):
        return [], low
    led = {each.kind for each in words[end:behind]} - {"newline"}
    if words[n].kind == "unless" and led <= {"comma"} and not words[behind].inside:
        return [], low  # “2.A; unless he takes on e3, 2.B”
    inside = words[behind].inside
    return [*map(_as_announced, head), made("colon", head[-1]), *inside], behind + bool(inside)


def past(words: Sequence[Phrase], n: int, kinds: frozenset[str]) -> int:
    """The first index, from ``n`` on, of a phrase that is of none of these kinds."""
    return n + sum(1 for _ in takewhile(lambda each: each.kind in kinds, words_from(words, n)))


def words_from(words: Sequence[Phrase], n: int) -> Iterator[Phrase]:
    """The phrases from an index on, without copying."""
    return (words[k] for k in range(n, len(words)))


def _is_tried(behind: Sequence[Phrase]) -> bool:
    """Whether one of the phrases is a try, or a bracket that begins with one."""
    return any(is_try(each) or any(map(is_try, each.inside[:1])) for each in behind)


def _as_announced(word: Phrase) -> Phrase:
    """The phrase as an announcement: a square alone becomes a capture there."""
    if is_square(word) and word.move is not None:
        return replace(word, kind="announced", says=(Captures(square=word.move.parts.to),), move=None)
    return replace(word, kind="announced") if word.kind in ("at_square", "excepted") else word
