"""Exceptions that have tries of their own, as cases of their own: “2.A, except on d6 (2.B)” as “2.A.  On d6: 2.B”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.phrases import Phrase, is_square
from kriegnote.problems.reading.rows import ENDS, HEARD, JOINTS, is_try, made, row_of

_EXCEPTS: Final = frozenset({"unless", "excepted"})
_CASE: Final = HEARD | {"by", "man", "or", "slash", "black", "newline", "spoken"}
"""What the head of a case is made of."""
_MATES: Final = frozenset({"play", "mate"})
"""Verbs that say what a try does."""
_LEADS: Final = frozenset({"when", "if", "then", "colon", "dash", "comma", "newline"})
"""What leads from what is excepted to what is tried then."""


def exceptions_apart(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases of a text with a sentence of its own for each exception that has tries of its own.

    The row that it is an exception from gets a head where it has none: it is for all other cases.
    """
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
        if row == size and found[-1:] and found[-1].kind in _MATES:
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


def _may_except(words: Sequence[Phrase], n: int) -> bool:
    """Whether an exception may begin at an index, behind joints or in a bracket."""
    n = _past(words, n, JOINTS | {"slash"})
    return any(each.kind in _EXCEPTS for word in words[n : n + 1] for each in (word, *word.inside[:2]))


def _is_headed(before: Sequence[Phrase]) -> bool:
    """Whether the sentence that some phrases begin says for which case it is."""
    return any(each.kind in HEARD for each in takewhile(lambda each: each.kind not in ENDS, reversed(before)))


def _case(words: Sequence[Phrase], low: int, *, more: bool) -> tuple[list[Phrase], int]:
    """The head of an excepted case and its colon, with what stands in a bracket behind it, and where the case goes on;
    nothing where an index is at no exception, or at one without tries.

    :param more: an exception was told right before, and another may follow it without a word that says so.
    """
    n = _past(words, low, JOINTS | {"slash"})
    if n < len(words) and words[n].kind == "bracket" and not more:
        inside = words[n].inside
        case, end = _case(inside, 0, more=False)
        return ([*case, *inside[end:], made("stop", words[n])], n + 1) if case else ([], low)
    named = n < len(words) and words[n].kind in _EXCEPTS
    if not (named or more):
        return [], low
    unless = named and words[n].kind == "unless"
    start = _past(words, n + 1, frozenset({"when", "if"})) if unless else n
    head = (
        [*takewhile(lambda each: each.kind in _CASE or is_square(each), _from(words, start))]
        if unless or not named
        else []
    )
    head = [words[n]] if named and words[n].kind == "excepted" else head
    end = start + len(head)
    if head and [each.kind for each in words[end : end + 2]] in (["colon", "at_square"], ["colon", "bare_move"]):
        case, behind = _case(words, end + 1, more=True)  # “except captures: on e3 2.f4#”
        return (case, behind) if case else ([], low)
    behind = _past(words, end, _LEADS)
    if not any(each.says or is_square(each) for each in head) or not _is_tried(words[behind : behind + 1]):
        return [], low
    led = {each.kind for each in words[end:behind]} - {"newline"}
    if words[n].kind == "unless" and led <= {"comma"} and not words[behind].inside:
        return [], low  # “2.A; unless he takes on e3, 2.B”
    opened = [_heard(each) for each in head]
    colon = made("colon", head[-1])
    if words[behind].inside:
        return [*opened, colon, *words[behind].inside], behind + 1
    return [*opened, colon], behind


def _past(words: Sequence[Phrase], n: int, kinds: frozenset[str]) -> int:
    """The first index from one on at which a phrase of another kind stands."""
    return n + sum(1 for _ in takewhile(lambda each: each.kind in kinds, _from(words, n)))


def _from(words: Sequence[Phrase], n: int) -> Iterator[Phrase]:
    """The phrases from an index on, none copied."""
    return (words[k] for k in range(n, len(words)))


def _is_tried(behind: Sequence[Phrase]) -> bool:
    """Whether a try follows, by itself or in a bracket."""
    return any(is_try(each) or any(map(is_try, each.inside[:1])) for each in behind)


def _heard(word: Phrase) -> Phrase:
    """A square as the announcement of a capture there."""
    if is_square(word) and word.move is not None:
        return replace(word, kind="heard", says=(Captures(square=word.move.parts.to),), move=None)
    return replace(word, kind="heard") if word.kind in ("at_square", "excepted") else word
