"""What of a text has no part in one reading of it: moves and conditions left out, and what is announced idly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from kriegnote.problems.policy import AUDIBLE, Captures
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.phrases import Phrase

Stretch: TypeAlias = tuple[Phrase, Phrase]
"""From phrase to phrase."""

_HEARD: Final = {"heard", "at_square"}
_SAID: Final = {"heard", "asked", "answer_yes", "answer_no", "otherwise", "all_other"}


def unread(state: ReaderState) -> list[Stretch]:
    """What was not understood: moves of White's that are no part of the policy nor known to be none, and conditions."""
    moves = [
        (word, word)
        for word in _unused(state)
        if word.kind == "white_move" or (word.kind == "bare_move" and word.move and word.move.mates)
    ]
    return sorted([*state.unclear, *state.hidden, *moves], key=lambda each: each[0].start)


def doubtful(state: ReaderState) -> list[Stretch]:
    """What was read in a way that its words do not say: tries that unknown words lead to, and what is announced,
    asked or answered and has no part in the policy.
    """
    idle = {word.start: word for word in _unused(state) if word.kind in _SAID}
    idle |= {word.start: word for word in _passed_over(state)}
    empty = {each.place["span"][0] for each in state.build.empty() if any(isinstance(w, AUDIBLE) for w in each.when)}
    idle |= {
        word.start: word
        for word in (each for word in state.words for each in (word, *word.inside))
        if word.start in empty or word.kind == "excepted"
    }
    if state.unanswered is not None:
        idle[state.unanswered.start] = state.unanswered
    return sorted([*state.doubts, *((each, each) for each in idle.values())], key=lambda each: each[0].start)


def _unused(state: ReaderState) -> Iterator[Phrase]:
    """The phrases of the solution that have no part in the policy, nor are known to have none."""
    for word in state.words[state.page.begin :]:
        if not (word.start in state.used or word.start in state.passed or state.is_prose(word)):
            yield word


def _passed_over(state: ReaderState) -> Iterator[Phrase]:
    """What is heard according to a text, right behind a try or in a bracket there, and has no part in the policy.

    Under the head of a capture “2.Qd5 (the pawn has taken)” tells what White does not hear.
    """
    captured = False  # the last head is for a capture
    for before, word in pairwise(state.words):
        used = before.start in state.used
        if used and before.kind in _HEARD:
            captured = _is_capture(before)
        if not used or not _may_have_case(before) or state.is_prose(word):
            continue
        for each in takewhile(lambda each: each.kind != "mate", word.inside or (word,)):
            told = captured and _is_capture(each) and not getattr(each.says[0], "square", None)
            if each.kind in _HEARD and each.start not in state.used and not told:
                yield each


def _is_capture(heard: Phrase) -> bool:
    return any(isinstance(each, Captures) and each.happened for each in heard.says)


def _may_have_case(tried: Phrase) -> bool:
    """Whether what is heard behind a try may be its case: not so behind the key, nor behind a capture made in vain."""
    if tried.move is None or tried.move.mates:
        return tried.move is not None
    return tried.number != 1 and not (tried.move.parts.piece == "P" and tried.move.parts.capture)
