"""Reads announcements that are alternatives in one head: “a capture on e4 without check, one on d6 or one on e6”."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from kriegnote.problems.policy import AllOf, Captures, Checks, Condition, OneOf
from kriegnote.problems.reading.context import SET_OFF, ReaderState
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.sentences import add_condition

_LISTED: Final = frozenset({"announced", "at_square", "comma", "or", "and", "slash", "by", "man", "newline"})
"""Kinds of phrases in a list of cases."""
TRIES: Final = frozenset({"white_move", "bare_move", "move_in_words"})
"""Kinds of phrases that may be a try."""


def joint(state: ReaderState, i: int) -> str:
    """The kind of the phrase that joins an announcement to the one before it (“a capture, or after silence”)."""
    lead = [*takewhile(lambda word: word.kind in ("if", "when"), state.words_before(i))]
    return state.words[i - len(lead) - 1].kind if i > len(lead) else ""


def is_listed(state: ReaderState, i: int, said: Condition) -> bool:
    """Whether a capture is one of a list of cases: “a capture on e4 without check, one on d6 or one on e6: 2.Qa3”."""
    now, before = state.now, state.words[i - 1].kind if i else ""
    if before not in ("comma", "and", "or", "slash") or now.tries or not isinstance(said, Captures):
        return False
    if not (said.square and said.happened):
        return False
    last = next((each for each in reversed(now.conditions) if isinstance(each, (Captures, OneOf))), None)
    among = last.conditions if isinstance(last, OneOf) else (last,)
    taken = [each for case in among for each in (case.conditions if isinstance(case, AllOf) else (case,))]
    squares = {square for each in taken if isinstance(each, Captures) for square in (each.square, *each.also)}
    behind = next((each for each in state.words_from(i + 1) if each.kind not in _LISTED), None)
    tried = behind is not None and (behind.kind in SET_OFF or behind.kind in TRIES)
    return tried and bool(squares) and squares.isdisjoint({None, said.square, *said.also})


def or_else(state: ReaderState, said: Condition, word: Phrase) -> None:
    """Adds an alternative to the last condition of the sentence, or to all that are said of the last case.

    In “a capture on e4 without check, or one on d6” the check is said of the first capture only.
    """
    conditions = state.now.conditions
    last = conditions.pop()
    among = last.conditions if isinstance(last, OneOf) else (last,)
    before = conditions[-1] if conditions else None
    if isinstance(last, Checks) and isinstance(before, Captures) and isinstance(said, Captures):
        among = (AllOf(conditions=(before, last)),)
        state.doubts += [(word, word)] * state.now.denies
        conditions.pop()
    elif isinstance(last, Checks) and isinstance(before, OneOf) and isinstance(said, Captures):
        among = (*before.conditions[:-1], AllOf(conditions=(before.conditions[-1], last)))  # type: ignore[arg-type]
        conditions.pop()
    add_condition(state, OneOf(conditions=(*among, said)), word)  # type: ignore[arg-type]
