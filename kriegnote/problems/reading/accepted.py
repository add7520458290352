"""Finds tries that are to be made if another one of the same turn is accepted, which no plan can mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase

_LEADS: Final = frozenset({"comma", "colon", "then", "dash", "newline", "white", "try", "play", "umpire_speaks"})
_DENIES: Final = frozenset({"not", "no", "cannot", "refused", "otherwise", "all_other"})
_PARTS: Final = BREAKS | {"comma", "colon", "semicolon", "dash"}


def is_led_by_acceptance(state: ReaderState, word: Phrase, turn: int) -> bool:
    """Whether a try is to be made if another one of its turn is accepted, as in “2.A; if it is accepted, 2.B”.

    What is said of a try in its own clause is no condition of the next one (“2.A succeeds, then 2.B”).
    """
    if state.last is None or state.last.turn != turn or state.now.conditions:
        return False
    if state.now.accepted or state.now.replies:
        return state.now.accepted
    behind = [*_flat(state.words_before(state.at.get(word.start, 0)))]
    lead = [*dropwhile(lambda each: each.kind in _LEADS or (each.kind == "stop" and "?" in each.text), behind)]
    if not lead or lead[0].kind not in ("accepted", "yes"):
        return False
    before = next((each for each in lead if each.move is not None), None)
    if before is not None and before.kind == "bare_move" and mentions(lead[0].text, "details.permits"):
        return False  # “1...Nf6, which permits 2.B”
    clause = [*takewhile(lambda each: each.kind not in _PARTS and each.move is None, lead)]
    if not _DENIES.isdisjoint(each.kind for each in clause):
        return False  # “neither is accepted”
    before = lead[len(clause)] if len(lead) > len(clause) else None
    return before is None or before.move is None or before.start in state.passed


def _flat(phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases, the last first, with the contents of brackets in place of them."""
    for each in phrases:
        yield from reversed(each.inside) if each.inside else (each,)
