"""Rearranges the phrases of a text: the condition that is printed behind its tries comes before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, NamedTuple

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.exceptions import (
    ANNOUNCED,
    ANSWERS,
    CUES,
    ENDS,
    JOINTS,
    MATES,
    exceptions_apart,
    is_try,
    made,
    past,
    row_of,
    words_from,
)
from kriegnote.problems.reading.named_twice import printed_once
from kriegnote.problems.reading.phrases import Phrase, is_square

_TRIED: Final = frozenset({"bracket", "in_vain", "in_order", "order", "any_order"})
"""Kinds of phrases that may end a row of tries, after its last move."""
_CHAIN: Final = frozenset({"otherwise", "refused", "sor"})
"""Kinds of phrases that lead to a try to be made if the one before is refused."""
_SUCCEEDS: Final = MATES | {"accepted"}
"""Kinds of phrases that say of a try that it does what it should."""
_SEEN: Final = frozenset({"black_number", "bare_move", "any_of_man"})
_CLAUSE: Final = CUES | ANNOUNCED | ANSWERS | _SEEN | {
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
    said = exceptions_apart(repeated_cases_headed([*_numbered([*printed_once(words)])]))
    return Arranged(conditions_first(said), conditions_first(said, behind=False))


def _numbered(words: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; in a text without numbers behind the key, moves with a condition behind them have that of the turn.

    “1.Kh8! Re5 if there is a check; Qd5 if there is a capture” is “1.Kh8! 2.Re5 if …; 2.Qd5 if …”.
    """
    keyed = {each.number for word in words for each in (word, *word.inside) if each.number} == {1}
    begun = False  # another move was numbered before, so that a square alone is a move, too
    for n, word in enumerate(words):
        led = words[n - 1] if n else word
        begins = led.kind in ENDS | {"colon", "newline"} or (led.number == 1 and led.text.endswith("!"))
        if not (keyed and begins and word.kind == "bare_move" and (begun or not is_square(word))):
            yield word
            continue
        clause = [*takewhile(lambda each: each.kind not in ENDS, words_from(words, n + 1))]
        alone = bool(clause) and clause[0].kind in ("if", "when") and _says_more(clause)
        alone = alone and all(each.kind in _CLAUSE for each in clause)
        begun = begun or alone
        yield replace(word, kind="white_move", number=2) if alone else word


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
        if not _is_heard(clause) and not _CHAIN.isdisjoint(
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
        case = [*takewhile(lambda each: each.kind in _CLAUSE, words_from(words, n))] if alike else []
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
    return any(each.kind in ANNOUNCED | ANSWERS for each in clause)


def _is_heard(clause: Sequence[Phrase]) -> bool:
    """Whether a condition has what White hears, and does not only name Black's move or the man that has captured."""
    said = [each for each in clause if each.kind in ANNOUNCED | ANSWERS]
    return bool(said) and not all(mentions(each.text, "details.has_taken") for each in said)


def _condition_behind(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
    """The condition directly after the try before an index, and the index at which it ends; empty if there is none.

    Between two commas it belongs to the next move: “2.A, if he takes 2.B”.  Behind a word for mate an announcement is
    the condition of the try, as in “2.A, mate if he takes on c4”; a move of Black's only explains it.
    """
    mated = _behind_mate(words, low)
    if mated > low:
        clause, end = _conditionwords_from(words, mated)
        if words[mated - 1].kind in MATES and _is_heard(clause):
            return clause, end
        explains = bool(clause) and not _CHAIN.isdisjoint(each.kind for each in words[end : end + 3])
        return (clause, end) if explains and not _is_heard(clause) else ((), low)
    return _conditionwords_from(words, low)


def _behind_mate(words: Sequence[Phrase], low: int) -> int:
    """The index of the cue behind *mate*, *mates* or *good*, or behind a comma and one; ``low`` if there is none."""
    n = past(words, low, frozenset({"comma"}))
    led = [each.kind for each in words[n : n + 2]]
    return n + 1 if led[1:] and led[0] in _SUCCEEDS and led[1] in CUES else low


def _conditionwords_from(words: Sequence[Phrase], low: int) -> tuple[Sequence[Phrase], int]:
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
    kinds = ANNOUNCED | _SEEN | (ANSWERS if certain else frozenset())
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
