"""Reads announcements that are alternatives in one head: “a capture on e4 without check, one on d6 or one on e6”."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from kriegnote.problems.policy import AllOf, Captures, Checks, Condition, OneOf, Silent
from kriegnote.problems.reading.context import SET_OFF, ReaderState
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.sentences import add_condition

_LISTED: Final = frozenset({"announced", "at_square", "comma", "or", "and", "slash", "by", "man", "newline"})
"""Kinds of phrases in a list of cases."""
TRIES: Final = frozenset({"white_move", "bare_move", "move_in_words"})
"""Kinds of phrases that may be a try."""


def joint(state: ReaderState, i: int) -> str:
    """The kind of the phrase that joins an announcement to the one before it (“a capture, or after silence”)."""
    lead = [*takewhile(lambda word: word.kind in ("if", "when", "umpire_speaks"), state.words_before(i))]
    return state.words[i - len(lead) - 1].kind if i > len(lead) else ""


def is_alternative(state: ReaderState, i: int) -> bool:
    """Whether an announcement is certainly another case of the same head: “silence, as well as a capture on g5: 2.A”.

    After *and* it is if nobody can hear it together with the one before, unless it is the capture that White tries.
    """
    kind, said = joint(state, i), state.words[i].says[0]
    if kind in ("or", "slash") or (kind == "and" and said == Silent()):
        return True
    again = kind == "announced" and state.words[i - 1].kind in ("if", "when")  # “tanto si calla como si anuncia …”
    return (kind == "and" or again) and _never_together(state, said) and not _is_tried(state, i, said)


def may_be_alternative(state: ReaderState, i: int) -> bool:
    """Whether an announcement behind a comma may be another case of the same head: “nothing, capture on g5: 2.A”."""
    said = state.words[i].says[0]
    behind = next((each for each in state.words_from(i + 1) if each.kind not in _LISTED), None)
    headed = behind is not None and (behind.kind in SET_OFF | TRIES | {"try", "play", "white"})
    return joint(state, i) == "comma" and headed and _never_together(state, said) and not _is_tried(state, i, said)


def _never_together(state: ReaderState, said: Condition) -> bool:
    """Whether one of an announcement and the last one of the sentence, which has no try yet, is silence."""
    last = state.now.conditions[-1] if state.now.conditions and not state.now.tries else None
    among = last.conditions if isinstance(last, OneOf) else (last,)
    heard = (Captures, Checks, AllOf)
    if isinstance(said, Silent):
        return all(isinstance(each, heard) and getattr(each, "happened", True) for each in among)
    return Silent() in among and isinstance(said, heard) and getattr(said, "happened", True)


def _is_tried(state: ReaderState, i: int, said: Condition) -> bool:
    """Whether a capture may be the next try, which is one itself: “silence and the capture on d4: 2.Qxd4”."""
    tried = next((each.move.parts for each in state.words_from(i + 1) if each.kind in TRIES and each.move), None)
    if tried is None or not isinstance(said, Captures):
        return False
    return tried.to == said.square if said.square else bool(tried.capture)


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
