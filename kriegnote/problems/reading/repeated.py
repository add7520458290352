"""Reads what refers to the tries of another case: “the same move”, “ditto”, “as after the capture on d6”."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Answer, Condition, OneOf
from kriegnote.problems.reading.builder import DraftBranch, DraftTry
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.moves import Printed
from kriegnote.problems.reading.tries import behind_try, make_try

_NAMED: Final = frozenset({"announced", "at_square", "direction", "yes", "no"})
"""Kinds of phrases that name the case that is referred to."""


def same_move(state: ReaderState, i: int) -> int | None:
    """Reads “the same move” as the last try, made again in another case."""
    now, last, word = state.now, state.last, state.words[i]
    if now.cue != "white" or now.black or last is None or state.keyed():
        return None
    move = Printed(last.parts, last.figurine, mates=False, checks=False, doubted=False)
    make_try(state, replace(word, move=move), last.turn)
    return behind_try(state, i)


def same_case(state: ReaderState, i: int) -> int | None:
    """Reads “ditto” behind a head as the tries of the branch before, “as after …” as those of the branch it names."""
    word, now = state.words[i], state.now
    if not mentions(word.text, "details.as_in"):
        return repeat_case(state, i, state.build.last_branch())
    if now.tries or not now.conditions:
        return None
    named = state.after(i)
    said = _case(state, i)
    found = [each for each in state.build.branches() if said is not None and _is_for(each, said)]
    if named is None or len(found) != 1 or repeat_case(state, i, found[0]) is None:
        state.doubts.append((word, named or word))
        return None
    state.passed.add(named.start)
    return state.at[named.start] + 1


def _case(state: ReaderState, i: int) -> Condition | None:
    """The case that is named behind “as after”; None if none is."""
    named = state.after(i)
    if named is None or named.kind not in _NAMED or named.apart:
        return None
    return named.says[0] if named.says else Answer(any=named.kind == "yes")


def _is_for(branch: DraftBranch, said: Condition) -> bool:
    """Whether a branch is for a case, alone or among others."""
    among = [one for each in branch.when for one in (each, *(each.conditions if isinstance(each, OneOf) else ()))]
    return len(branch.when) == 1 and said in among and bool(branch.plan)


def reverse_order(state: ReaderState, i: int) -> int | None:
    """Reads “in reverse order” without tries in its sentence as the tries of the branch before, from the last.

    Beside tries it is about their order, which :mod:`kriegnote.problems.reading.said_order` finds.
    """
    return repeat_case(state, i, state.build.last_branch(), step=-1) if not state.now.tries else None


def repeat_case(state: ReaderState, i: int, before: DraftBranch | None, *, step: Literal[1, -1] = 1) -> int | None:
    """Makes the tries of a branch before in that of the sentence, in their order or (``step`` -1) from the last.

    If they are no simple row, it gives a doubt.
    """
    now, word = state.now, state.words[i]
    if now.tries or not now.conditions or before is None or state.move_in_sentence(i):
        return None
    row = [stage for stage in before.plan if isinstance(stage, DraftTry) and stage.then is None]
    denied = now.cue == "not" or state.words[i - 1].kind in ("not", "no", "cannot")  # “a check: not the same”
    if denied or not row or len(row) < len(before.plan):
        state.doubts.append((word, word))
        return None
    for last in row[::step]:
        move = Printed(last.parts, last.figurine, mates=last.mates, checks=False, doubted=False)
        make_try(state, replace(word, move=move), last.turn)
        now.tries[-1].vain, now.join = last.vain, "then"
    now.join = ""
    return behind_try(state, i)
