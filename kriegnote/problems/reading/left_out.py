"""What of a text has no part in one reading of it: moves and conditions left out, and what is announced idly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from kriegnote.problems.policy import AUDIBLE, Branch, Captures, Fork, Plan, walk
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
    heads = _Heads(state.build.freeze())
    idle = {word.start: word for word in _unused(state) if word.kind in _SAID}
    idle |= {word.start: word for word in _passed_over(state, heads)}
    empty = {each.place["span"][0] for each in state.build.empty() if any(isinstance(w, AUDIBLE) for w in each.when)}
    idle |= {
        word.start: word
        for word in (each for word in state.words for each in (word, *word.inside))
        if word.start in empty or (word.kind == "excepted" and not heads.name(word))
    }
    if state.unanswered is not None:
        idle[state.unanswered.start] = state.unanswered
    return sorted([*state.doubts, *((each, each) for each in idle.values())], key=lambda each: each[0].start)


def _unused(state: ReaderState) -> Iterator[Phrase]:
    """The phrases of the solution that have no part in the policy, nor are known to have none."""
    for word in state.words[state.page.begin :]:
        if not (word.start in state.used or word.start in state.passed or state.is_prose(word)):
            yield word


class _Heads:
    """The branches of a policy in the order of the text."""

    def __init__(self, policy: Plan) -> None:
        forks = [each for each in walk(policy) if isinstance(each, Fork)]
        heads = [(each, fork) for fork in reversed(forks) for each in reversed(fork.branches)]
        self.branches = sorted(heads, key=_begins)  # the outer behind the inner where both begin
        self.squares: Mapping[int, set[str]] = {id(fork): set(_squares(fork)) for fork in forks}

    def before(self, phrase: Phrase) -> tuple[Branch, Fork] | None:
        """The last branch before a phrase, and the fork in which it stands."""
        n = bisect_right(self.branches, phrase.start, key=_begins)
        return self.branches[n - 1] if n else None

    def name(self, excepted: Phrase) -> bool:
        """“A capture other than on d4 or a4”: whether branches beside the one it stands in are for each square."""
        last = self.before(excepted)
        named: set[str] = self.squares[id(last[1])] if last else set()
        return all({each.square, *each.also} <= named for each in excepted.says if isinstance(each, Captures))

    def tell_who_took(self, heard: Phrase) -> bool:
        """“Capture on c1: 2.Qb5 (the pawn has taken), if refused 2.Nf4 (the knight)”: what White does not hear."""
        said, last = heard.says[0] if heard.says else None, self.before(heard)
        if last is None or not isinstance(said, Captures) or said.square or not said.happened:
            return False
        return any(isinstance(each, Captures) and each.happened for each in last[0].when)


def _begins(head: tuple[Branch, Fork]) -> int:
    return head[0].span[0]


def _squares(fork: Fork) -> Iterator[str]:
    """The squares on which a capture is a case of a fork."""
    for captured in (each for branch in fork.branches for each in branch.when if isinstance(each, Captures)):
        yield from ([captured.square] if captured.square else [])
        yield from captured.also


def _passed_over(state: ReaderState, heads: _Heads) -> Iterator[Phrase]:
    """What is heard according to a text, right behind a try or in a bracket there, and has no part in the policy."""
    for before, word in pairwise(state.words):
        if before.start not in state.used or not _may_have_case(before) or state.is_prose(word):
            continue
        for each in takewhile(lambda each: each.kind != "mate", word.inside or (word,)):
            if each.kind in _HEARD and each.start not in state.used and not heads.tell_who_took(each):
                yield each


def _may_have_case(tried: Phrase) -> bool:
    """Whether what is heard behind a try may be its case: not so behind the key, nor behind a capture made in vain."""
    if tried.move is None or tried.move.mates:
        return tried.move is not None
    return tried.number != 1 and not (tried.move.parts.piece == "P" and tried.move.parts.capture)
