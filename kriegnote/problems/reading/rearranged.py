"""Phrases put where a reader looks for them: a condition before the tries that it stands behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures, Checks, NotSilent, Silent
from kriegnote.problems.reading.exceptions import exceptions_apart
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.rows import CUES, ENDS, HEARD, JOINTS, is_try, made, row_of

_TRIED: Final = frozenset({"bracket", "in_vain", "in_order", "order", "any_order"})
"""What may stand behind its last move."""
_CHAIN: Final = frozenset({"otherwise", "refused", "sor"})
"""What leads to a try that is made when the one before is refused."""
_ANSWERS: Final = frozenset({"yes", "no"})
_SEEN: Final = frozenset({"black_number", "bare_move", "any_of_man"})
_CLAUSE: Final = CUES | HEARD | _ANSWERS | _SEEN | {
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
    said = exceptions_apart(without_idle_negations(words))
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
        clause, end = _condition_behind(words, n) if found[-1].kind in _TRIED or is_try(found[-1]) else ((), n)
        row = row_of(found) if clause else len(found)
        if row == len(found) or (row and found[row - 1].kind in HEARD):  # it has a head already
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


def without_idle_negations(words: Sequence[Phrase]) -> list[Phrase]:
    """“A meno che non taccia”: behind some words for *unless* a negation says no more than they do."""
    found: list[Phrase] = []
    idle = False
    for n, word in enumerate(words):
        idle = mentions(word.text, "details.denying") if word.kind == "unless" else idle and word.kind not in ENDS
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


def _is_certain(words: Sequence[Phrase], n: int) -> bool:
    """Whether a condition stands behind the last try of the sentence: it cannot be the next one's."""
    end = next((k for k in range(n, len(words)) if words[k].kind in ENDS), len(words))
    last = max((k for k in range(n - 1, end) if is_try(words[k])), default=end)
    return last < end and _says_more(_condition_behind(words, last + 1)[0])


def _says_more(clause: Sequence[Phrase]) -> bool:
    """Whether a condition says more than how Black moved, which White does not see."""
    return any(each.kind in HEARD | _ANSWERS for each in clause)


def _condition_behind(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
    """The condition right behind the try that stands before an index, and where it ends; empty where there is none.

    It is the next move's own where a comma parts it from both: “2.A, if he takes 2.B”.
    """
    if low < len(words) and words[low].kind == "bracket":
        inside = words[low].inside
        alone = [each.kind for each in inside] in (["at_square"], ["otherwise"], ["all_other"])
        return (inside if alone or (inside and _is_condition(inside, HEARD)) else ()), low + 1
    heard = is_try(words[low - 1]) and low < len(words) and words[low].kind in ("heard", "at_square")
    if heard and words[low + 1 : low + 2] and words[low + 1].kind in ENDS | {"comma"}:
        return words[low : low + 1], low + 1  # “2.A in silence; 2.B on d4”
    parted = low < len(words) and words[low].kind == "comma"
    low += parted
    if low >= len(words) or not (words[low].kind in CUES or _is_reason_heard(words, low)):
        return (), low
    cue = words[low]
    clause = [replace(cue, kind="when") if cue.kind == "because" else cue, *_clause(words, low + 1)]
    while clause and clause[-1].kind in JOINTS:
        clause.pop()
    end = low + len(clause)
    after = words[end].kind if end < len(words) else "stop"
    told = HEARD | _SEEN | (_ANSWERS if after in ENDS or _is_certain(words, end) else frozenset())
    ends = after in ENDS or (not parted and (after in JOINTS or is_try(words[end])))
    return (clause if ends and _is_condition(clause, told) else ()), end


def _is_reason_heard(words: Sequence[Phrase], n: int) -> bool:
    """“2.A per la cattura in c4”: whether something heard is given as a reason, which is a condition as well."""
    return words[n].kind == "because" and n + 1 < len(words) and words[n + 1].kind == "heard"


def _clause(words: Sequence[Phrase], low: int) -> Iterator[Phrase]:
    """The phrases of a clause; what a comma parts from it belongs to it where it is another square or reply."""
    for n in range(low, len(words)):
        if words[n].kind not in _CLAUSE or is_try(words[n]):
            return
        listed = n + 1 < len(words) and words[n + 1].kind in _SEEN | {"at_square"}
        if words[n].kind == "comma" and not listed:
            return
        yield words[n]


def _is_condition(clause: Sequence[Phrase], told: frozenset[str]) -> bool:
    """Whether phrases are a condition that begins with *if*, *when* or *after* and says one of these."""
    kinds = {each.kind for each in clause}
    return kinds <= _CLAUSE and clause[0].kind in CUES and not kinds.isdisjoint(told)
