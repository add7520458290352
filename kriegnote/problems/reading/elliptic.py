"""Reads announcements that rest on the branch before them: “without check”, “if it is not captured”."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from kriegnote.lexicon import meant, mentions
from kriegnote.problems.policy import Captures, Checks, Condition, Silent
from kriegnote.problems.reading.builder import DraftFork
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase


def capture_again(state: ReaderState, i: int, said: Condition) -> Condition | None:
    """The capture of the branch before, if a check alone divides its case (“…; without check: 2.Qa3”); else None."""
    last = state.build.last_branch()
    if state.now.conditions or not isinstance(said, Checks) or last is None or not last.plan:
        return None
    capture = next((each for each in last.when if isinstance(each, Captures) and each.happened), None)
    divided = any(isinstance(each, Checks) for each in last.when)
    if said.happened:
        lead = [*takewhile(lambda each: each.kind not in BREAKS and each.move is None, state.words_before(i))]
        kinds = {each.kind for each in lead}
        divided = lead[:1] != [] and lead[0].kind == "when" and not kinds.isdisjoint({"comma", "semicolon"})
    elif said.directions:
        return None
    if capture is None or not divided or state.choices.pick("check", "of that capture", state.words[i].start) == "any":
        return None
    return capture


def complement(state: ReaderState, word: Phrase) -> Condition | None:
    """The negation of the capture in the branch before, if a phrase such as “if it is not captured” means that.

    “If he announces nothing” may mean that, too.

    None if it does not, or if there is no such branch.
    """
    said = word.says[0]
    if state.now.conditions:  # “if he takes the rook, or nothing”
        return None
    the_same = said == Captures(happened=False) and mentions(word.text, "details.taken")
    the_same = the_same and not mentions(word.text, "details.nobody")  # “if no man was taken”
    plain = mentions(word.text, "details.silent") or meant(word.text, "details") == "none"
    if not the_same and (plain or not isinstance(said, Silent)):
        return None
    for scope in reversed(state.build.scopes):
        fork = scope.plan[-1] if scope.plan else None
        if isinstance(fork, DraftFork) and len(fork.branches) == 1 and len(fork.branches[0].when) == 1:
            first = fork.branches[0].when[0]
            named = isinstance(first, Captures) and first.happened and first != Captures()
            if named and (the_same or state.choices.pick("nothing", "silence", word.start) == "not that capture"):
                return msgspec.structs.replace(first, happened=False)
    return None
