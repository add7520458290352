"""Phrases put where a reader looks for them: a condition before the tries that it stands behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures, Checks, NotSilent, Silent
from kriegnote.problems.reading.phrases import Kind, Phrase

_CUES: Final = frozenset({"if", "when", "unless"})
_ENDS: Final = frozenset({"stop", "semicolon", "bullet", "blank_line"})
_JOINTS: Final = frozenset({"comma", "and", "or", "then", "newline"})
_ROW: Final = _JOINTS | {"sor", "in_order", "order", "bracket", "slash", "refused", "otherwise", "in_vain"}
"""What a row of tries is made of."""
_TRIED: Final = frozenset({"bracket", "in_vain", "in_order", "order", "any_order"})
"""What may stand behind its last move."""
_CHAIN: Final = frozenset({"otherwise", "refused", "sor"})
"""What leads to a try that is made when the one before is refused."""
_HEARD: Final = frozenset({"heard", "at_square", "direction", "otherwise", "all_other"})
_ANSWERS: Final = frozenset({"yes", "no"})
_SEEN: Final = frozenset({"black_number", "bare_move", "any_of_man"})
_CLAUSE: Final = _CUES | _HEARD | _ANSWERS | _SEEN | {
    "or", "and", "slash", "comma", "newline", "black", "man", "any_reply", "spoken", "moved",
    "black_moved", "not", "by", "gap",
}  # fmt: skip
"""What a condition is made of."""


class Arranged(NamedTuple):
    """The phrases of a text with conditions before their tries: ``behind``, all that may stand behind them were moved;
    ``certain``, those of which that is certain.  ``differ``: these are not the same."""

    behind: Sequence[Phrase]
    certain: Sequence[Phrase]

    @property
    def differ(self) -> bool:
        return len(self.behind) != len(self.certain)


def arranged(words: Sequence[Phrase]) -> Arranged:
    """The phrases of a text in the orders in which they may be read."""
    said = without_idle_negations(words)
    return Arranged(conditions_first(said), conditions_first(said, behind=False))


def conditions_first(words: Sequence[Phrase], *, behind: bool = True) -> list[Phrase]:
    """“2.A if he takes on c4, 2.B after a capture on c3”: each condition before the row of tries that it stands
    behind, as in “if he takes on c4: 2.A; after a capture on c3: 2.B”.

    In “2.A after 1...d3, otherwise 2.B” the move, which White does not see, is put in brackets.  If conditions do not
    stand ``behind`` their tries, only those are moved with which a sentence ends, and those before them.
    """
    found: list[Phrase] = []
    n = 0
    while n < len(words):
        found.append(words[n])
        n += 1
        if _mates_unless(words, n):
            found.pop()
        clause, end = _condition_behind(words, n) if found[-1].kind in _TRIED or _is_try(found[-1]) else ((), n)
        row = _row(found) if clause else len(found)
        if row < len(found) and clause[0].kind == "unless" and _answers(words[end : end + 2]):
            found[row:row] = [_made("all_other", found[row]), _made("colon", found[row])]
            found.append(_made("stop", found[-1]))
            n += words[n].kind == "comma"
            n += words[n].kind == "unless"
            continue
        if row == len(found) or (row and found[row - 1].kind in _HEARD):  # it has a head already
            continue
        if not _says_more(clause) and not _CHAIN.isdisjoint(
            each.kind for each in (*found[max(row - 2, 0) :], *words[end : end + 3])
        ):
            found.append(replace(_made("bracket", clause[-1]), inside=tuple(clause)))
            n = end
            continue
        if not (behind or _is_certain(words, n)):
            continue
        n = end
        found[row:row] = [*clause, _made("colon", clause[-1])]
        if n < len(words) and words[n].kind not in _ENDS:
            found.append(_made("stop", words[n - 1]))
            n += words[n].kind in _JOINTS
    return found


def without_idle_negations(words: Sequence[Phrase]) -> list[Phrase]:
    """“A meno che non taccia”: behind some words for *unless* a negation says no more than they do."""
    found: list[Phrase] = []
    idle = False
    for n, word in enumerate(words):
        idle = mentions(word.text, "details.denying") if word.kind == "unless" else idle and word.kind not in _ENDS
        if idle and word.kind == "heard":
            idle, (said, *_) = False, word.says
            if said == Silent() and [each.kind for each in words[n + 1 : n + 2]] == ["heard"]:
                continue  # “non annunci una cattura”
            if said == NotSilent():
                word = replace(word, says=(Silent(),))
            elif isinstance(said, (Captures, Checks)) and not said.happened:
                word = replace(word, says=(msgspec.structs.replace(said, happened=True),))
        found.append(word)
    return found


def _mates_unless(words: Sequence[Phrase], n: int) -> bool:
    """“2.Ng4 mates unless …”: whether the verb before an index only tells what the try before it does."""
    kinds = [each.kind for each in words[n - 1 : n + 1]]
    return kinds in (["play", "unless"], ["mate", "unless"]) and n > 1 and _is_try(words[n - 2])


def _answers(behind: Sequence[Phrase]) -> bool:
    """“… unless he takes on e3 (2.f4#) or d6 (2.Qe8#)”, “… except captures: on e3 2.f4#”: whether what is excepted has
    its own tries, in brackets or behind a colon.
    """
    listed = [each.kind for each in behind] in (["colon", "at_square"], ["colon", "bare_move"])
    return listed or any(_is_try(inner) for word in behind[:1] for inner in word.inside)


def _is_certain(words: Sequence[Phrase], n: int) -> bool:
    """Whether a condition stands behind the last try of the sentence: it cannot be the next one's."""
    end = next((k for k in range(n, len(words)) if words[k].kind in _ENDS), len(words))
    last = max((k for k in range(n - 1, end) if _is_try(words[k])), default=end)
    return last < end and _says_more(_condition_behind(words, last + 1)[0])


def _says_more(clause: Sequence[Phrase]) -> bool:
    """Whether a condition says more than how Black moved, which White does not see."""
    return any(each.kind in _HEARD | _ANSWERS for each in clause)


def _made(kind: Kind, at: Phrase) -> Phrase:
    """A mark that nobody printed, right behind a phrase."""
    return Phrase(kind, "", at.end, at.end, at.line, at.column)


def _row(words: Sequence[Phrase]) -> int:
    """Where the row of tries begins with which some phrases end; their number where they end with none."""
    low = len(words)
    while low and _is_of_row(words, low - 1):
        low -= 1
    while low < len(words) and not _is_try(words[low]):
        low += 1
    return low


def _is_try(word: Phrase) -> bool:
    """Whether a move is certainly White's, and not the key."""
    marked = word.kind == "bare_move" and word.move is not None and word.move.mates
    return marked or (word.kind == "white_move" and word.number != 1)


def _is_of_row(words: Sequence[Phrase], n: int) -> bool:
    word = words[n]
    led = word.kind in _CUES and n + 1 < len(words) and words[n + 1].kind == "refused"
    return led or word.kind in _ROW or _is_try(word)


def _condition_behind(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
    """The condition right behind the try that stands before an index, and where it ends; empty where there is none.

    It is the next move's own where a comma parts it from both: “2.A, if he takes 2.B”.
    """
    if low < len(words) and words[low].kind == "bracket":
        inside = words[low].inside
        alone = [each.kind for each in inside] in (["at_square"], ["otherwise"], ["all_other"])
        return (inside if alone or (inside and _is_condition(inside, _HEARD)) else ()), low + 1
    heard = _is_try(words[low - 1]) and low < len(words) and words[low].kind in ("heard", "at_square")
    if heard and words[low + 1 : low + 2] and words[low + 1].kind in _ENDS | {"comma"}:
        return words[low : low + 1], low + 1  # “2.A in silence; 2.B on d4”
    parted = low < len(words) and words[low].kind == "comma"
    low += parted
    if low >= len(words) or not (words[low].kind in _CUES or _is_reason_heard(words, low)):
        return (), low
    cue = words[low]
    clause = [replace(cue, kind="when") if cue.kind == "because" else cue, *_clause(words, low + 1)]
    while clause and clause[-1].kind in _JOINTS:
        clause.pop()
    end = low + len(clause)
    after = words[end].kind if end < len(words) else "stop"
    told = _HEARD | _SEEN | (_ANSWERS if after in _ENDS or _is_certain(words, end) else frozenset())
    ends = after in _ENDS or (not parted and (after in _JOINTS or _is_try(words[end])))
    ends = ends or (cue.kind == "unless" and _answers(words[end : end + 2]))
    return (clause if ends and _is_condition(clause, told) else ()), end


def _is_reason_heard(words: Sequence[Phrase], n: int) -> bool:
    """“2.A per la cattura in c4”: whether something heard is given as a reason, which is a condition as well."""
    return words[n].kind == "because" and n + 1 < len(words) and words[n + 1].kind == "heard"


def _clause(words: Sequence[Phrase], low: int) -> Iterator[Phrase]:
    """The phrases of a clause; what a comma parts from it belongs to it where it is another square or reply."""
    for n in range(low, len(words)):
        if words[n].kind not in _CLAUSE or _is_try(words[n]):
            return
        listed = n + 1 < len(words) and words[n + 1].kind in _SEEN | {"at_square"}
        if words[n].kind == "comma" and not listed:
            return
        yield words[n]


def _is_condition(clause: Sequence[Phrase], told: frozenset[str]) -> bool:
    """Whether phrases are a condition that begins with *if*, *when* or *after* and says one of these."""
    kinds = {each.kind for each in clause}
    return kinds <= _CLAUSE and clause[0].kind in _CUES and not kinds.isdisjoint(told)
