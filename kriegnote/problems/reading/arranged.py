"""Rearranges the phrases of a text: conditions before their tries, and exceptions as separate sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, NamedTuple

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.phrases import Kind, Phrase, is_square

CUES: Final = frozenset({"if", "when", "unless"})
ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})
JOINTS: Final = frozenset({"comma", "and", "or", "then", "newline"})
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
_MATES: Final = frozenset({"play", "mate"})
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
    headed = any(each.kind in ANNOUNCED | _ANSWERS for each in inside) and not any(each.move for each in inside)
    return headed and not any(map(is_try, before[-1:]))


def _may_except(words: Sequence[Phrase], n: int) -> bool:
    """Whether an exception may begin at an index, possibly after joints or in a bracket."""
    n = _past(words, n, JOINTS | {"slash"})
    return any(each.kind in _EXCEPTS for word in words[n : n + 1] for each in (word, *word.inside[:2]))


def _is_headed(before: Sequence[Phrase]) -> bool:
    """Whether the unfinished sentence at the end of some phrases has a condition."""
    return any(each.kind in ANNOUNCED for each in takewhile(lambda each: each.kind not in ENDS, reversed(before)))


def _case(words: Sequence[Phrase], low: int, *, more: bool) -> tuple[list[Phrase], int]:
    """The head of an excepted case with a colon and the bracket after it, and the index at which the case continues.

    The head is empty if there is no exception at the index, or one without tries.

    :param more: another exception came directly before, so this one need not begin with *unless* or *except*.
    """
    n = _past(words, low, JOINTS | {"slash"})
    named = n < len(words) and words[n].kind in _EXCEPTS
    if not (named or more):
        return [], low
    unless = named and words[n].kind == "unless"
    start = _past(words, n + 1, frozenset({"when", "if"})) if unless else n
    stated = takewhile(lambda each: each.kind in _CASE or is_square(each), _from(words, start))
    head = [words[n]] if named and not unless else [*stated]
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
    inside = words[behind].inside
    return [*map(_as_announced, head), made("colon", head[-1]), *inside], behind + bool(inside)


def _past(words: Sequence[Phrase], n: int, kinds: frozenset[str]) -> int:
    """The first index, from ``n`` on, of a phrase that is of none of these kinds."""
    return n + sum(1 for _ in takewhile(lambda each: each.kind in kinds, _from(words, n)))


def _from(words: Sequence[Phrase], n: int) -> Iterator[Phrase]:
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


_TRIED: Final = frozenset({"bracket", "in_vain", "in_order", "order", "any_order"})
"""Kinds of phrases that may end a row of tries, after its last move."""
_CHAIN: Final = frozenset({"otherwise", "refused", "sor"})
"""Kinds of phrases that lead to a try to be made if the one before is refused."""
_ANSWERS: Final = frozenset({"yes", "no"})
_SEEN: Final = frozenset({"black_number", "bare_move", "any_of_man"})
_CLAUSE: Final = CUES | ANNOUNCED | _ANSWERS | _SEEN | {
    "or", "and", "slash", "comma", "newline", "black", "man", "any_reply", "umpire_speaks", "moved",
    "black_moved", "not", "by", "gap",
}  # fmt: skip
"""Kinds of phrases in a condition."""


class Arranged(NamedTuple):
    """The phrases of a text, with conditions moved before their tries.

    ``behind``: all conditions were moved that may belong to the tries before them.  ``certain``: only those that
    certainly do.
    """

    behind: Sequence[Phrase]
    certain: Sequence[Phrase]

    @property
    def differ(self) -> bool:
        """Whether the two orders differ."""
        return len(self.behind) != len(self.certain)


def arranged(words: Sequence[Phrase]) -> Arranged:
    """The phrases of a text in the two orders in which they may be read."""
    said = exceptions_apart(repeated_cases_headed(words))
    return Arranged(conditions_first(said), conditions_first(said, behind=False))


def conditions_first(words: Sequence[Phrase], *, behind: bool = True) -> list[Phrase]:
    """The phrases, with each condition moved before the row of tries that it follows.

    “2.A if he takes on c4, 2.B after a capture on c3” becomes “if he takes on c4: 2.A; after a capture on c3: 2.B”.
    In “2.A after 1...d3, otherwise 2.B” the move, which White does not see, is put in brackets instead.

    :param behind: move every condition that may belong to the tries before it; else only those of sentences that end
        with a condition.
    """
    found: list[Phrase] = []
    n = 0
    while n < len(words):
        found.append(words[n])
        n += 1
        clause, end = _condition_behind(words, n) if found[-1].kind in _TRIED or is_try(found[-1]) else ((), n)
        row = row_of(found) if clause else len(found)
        headed = row > 0 and found[row - 1].kind in ANNOUNCED
        if headed and found[row - 1].says == (Captures(),) and [each.kind for each in clause] == ["at_square"]:
            headed = False  # “on a capture 2.A (on d6)”
        if row == len(found) or headed:  # the row has a condition already
            continue
        if not _says_more(clause) and not _CHAIN.isdisjoint(
            each.kind for each in (*found[max(row - 2, 0) :], *words[end : end + 3])
        ):
            found.append(replace(made("bracket", clause[-1]), inside=tuple(clause)))
            n = end
            continue
        if not (behind or _is_certain(words, n)):
            continue
        n = end
        found[row:row] = [*clause, made("colon", clause[-1])]
        if n < len(words) and words[n].kind not in ENDS:
            found.append(made("stop", words[n - 1]))
            n += words[n].kind in JOINTS
    return found


def repeated_cases_headed(words: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases, with each case that is only said to be like the one before as a head in front of that remark.

    “…: 2.A, and so is a check.” becomes “…: 2.A.  A check: ditto.”
    """
    found: list[Phrase] = []
    n = 0
    while n < len(words):
        word, n = words[n], n + 1
        alike = word.kind == "same_case" and not mentions(word.text, "details.as_in")
        case = [*takewhile(lambda each: each.kind in _CLAUSE, _from(words, n))] if alike else []
        end = n + len(case)
        alone = end == len(words) or words[end].kind in ENDS | {"newline"}
        if alone and not ANNOUNCED.isdisjoint(each.kind for each in case):
            while found and found[-1].kind in JOINTS:
                found.pop()
            found += [made("stop", word), *case, made("colon", case[-1])]
            n = end
        found.append(word)
    return found


def _is_certain(words: Sequence[Phrase], n: int) -> bool:
    """Whether the sentence that goes on at an index ends with a condition, which can only be that of its last try."""
    end = next((k for k in range(n, len(words)) if words[k].kind in ENDS), len(words))
    last = max((k for k in range(n - 1, end) if is_try(words[k])), default=end)
    return last < end and _says_more(_condition_behind(words, last + 1)[0])


def _says_more(clause: Sequence[Phrase]) -> bool:
    """Whether a condition has an announcement or an answer, and not only Black's move, which White does not see."""
    return any(each.kind in ANNOUNCED | _ANSWERS for each in clause)


def _is_heard(clause: Sequence[Phrase]) -> bool:
    """Whether a condition has an announcement that White hears, and does not only name the man that has captured."""
    said = [each for each in clause if each.kind in ANNOUNCED]
    return bool(said) and not all(mentions(each.text, "details.has_taken") for each in said)


def _condition_behind(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
    """The condition directly after the try before an index, and the index at which it ends; empty if there is none.

    Between two commas it belongs to the next move: “2.A, if he takes 2.B”.  Behind a word for mate an announcement is
    the condition of the try, as in “2.A, mate if he takes on c4”; a move of Black's only explains it.
    """
    mated = _behind_mate(words, low)
    if mated > low:
        clause, end = _condition_from(words, mated)
        return (clause, end) if _is_heard(clause) else ((), low)
    return _condition_from(words, low)


def _behind_mate(words: Sequence[Phrase], low: int) -> int:
    """The index of the cue behind *mate* or *mates*, or behind a comma and one; ``low`` if there is none."""
    n = _past(words, low, frozenset({"comma"}))
    led = [each.kind for each in words[n : n + 2]]
    return n + 1 if led[1:] and led[0] in _MATES and led[1] in CUES else low


def _condition_from(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
    """As :func:`_condition_behind`, without a word for mate before the condition."""
    if low < len(words) and words[low].kind == "bracket":
        inside = words[low].inside
        alone = [each.kind for each in inside] in (["at_square"], ["direction"], ["otherwise"], ["all_other"])
        return (inside if alone or (inside and _is_condition(inside, ANNOUNCED)) else ()), low + 1
    marked = is_try(words[low - 1]) and low < len(words) and words[low].kind in ("announced", "at_square")
    if marked and words[low + 1 : low + 2] and words[low + 1].kind in ENDS | {"comma"}:
        return words[low : low + 1], low + 1  # “2.A in silence; 2.B on d4”
    parted = low < len(words) and words[low].kind == "comma"
    low += parted
    if low >= len(words) or not (words[low].kind in CUES or _is_announced_reason(words, low)):
        return (), low
    cue = words[low]
    clause = [replace(cue, kind="when") if cue.kind == "because" else cue, *_clause(words, low + 1)]
    while clause and clause[-1].kind in JOINTS:
        clause.pop()
    end = low + len(clause)
    after = words[end].kind if end < len(words) else "stop"
    answered = cue.kind == "when" and mentions(cue.text, "details.answers_what")  # “2.A deals with a no, …”
    certain = answered or after in ENDS or _is_certain(words, end)
    kinds = ANNOUNCED | _SEEN | (_ANSWERS if certain else frozenset())
    ends = after in ENDS or (not parted and (after in JOINTS or is_try(words[end])))
    return (clause if ends and _is_condition(clause, kinds) else ()), end


def _is_announced_reason(words: Sequence[Phrase], n: int) -> bool:
    """Whether an announcement is given as a reason, which is a condition, too: “2.A per la cattura in c4”."""
    return words[n].kind == "because" and n + 1 < len(words) and words[n + 1].kind == "announced"


def _clause(words: Sequence[Phrase], low: int) -> Iterator[Phrase]:
    """The phrases of a clause from an index on; a comma ends it unless another square or reply follows."""
    for n in range(low, len(words)):
        if words[n].kind not in _CLAUSE or is_try(words[n]):
            return
        listed = n + 1 < len(words) and words[n + 1].kind in _SEEN | {"at_square"}
        if words[n].kind == "comma" and not listed:
            return
        yield words[n]


def _is_condition(clause: Sequence[Phrase], wanted: frozenset[str]) -> bool:
    """Whether phrases are a condition: they begin with *if*, *when* or *after*, and one is of a ``wanted`` kind."""
    kinds = {each.kind for each in clause}
    return kinds <= _CLAUSE and clause[0].kind in CUES and not kinds.isdisjoint(wanted)
