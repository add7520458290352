"""Reads sentences: where one ends, and whether its conditions open a branch or belong to the move before them."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import (
    AUDIBLE,
    AllOf,
    Answer,
    Captures,
    Checks,
    Condition,
    NotSilent,
    OneOf,
    Otherwise,
    PawnTries,
    Played,
    Reply,
    Silent,
)
from kriegnote.problems.reading.builder import DraftFork
from kriegnote.problems.reading.context import ReaderState, Sentence
from kriegnote.problems.reading.page import BREAKS, HEADS
from kriegnote.problems.reading.phrases import Phrase

_SAYS_NOTHING_HEARD: Final = frozenset({"white", "newline", "other", "gap", "comma", "try", "play"})
_UNSEEN: Final = frozenset({"man", "not", "black", "moved", "black_moved", "at_square"})
"""Kinds of phrases in a condition on what White cannot see."""
_OPEN: Final = {"comma", "sor", "or", "if", "and", "black_number", "stray_number", "in_vain"}


def end_sentence(state: ReaderState) -> None:
    """Ends the sentence; conditions without a try become the heading of what follows."""
    now = state.now
    if now.tries and now.unclear is not None and now.part != "reason" and _restricts(state, now.unclear):
        state.unclear.append((now.unclear, now.unclear))  # “2.A in half of the cases”
    if now.denies and now.tries and now.conditions and now.first is not None:
        state.doubts.append((now.first, now.last or now.first))  # “2.A unless he has taken on h1”: and then?
        now.conditions = []
    if now.conditions or now.replies:
        open_branch(state, heading=True)
    if now.paired:
        state.build.pair()
    tried = now.order in ("tried", "given") if now.tries or now.opened else now.tried_before
    state.now = Sentence(join="then" if now.join == "then" else "", tried_before=tried)


def _restricts(state: ReaderState, cue: Phrase) -> bool:
    """Whether a clause behind a try is a condition of which nothing is understood.

    One on men is none (“2.Kc4 if the king went to d6”), as White cannot see them, unless the try is for that case only.
    """
    n = state.at.get(cue.start)
    if n is None or not state.now.tries or state.now.tries[-1].place["span"][0] > cue.start:
        return False
    lead = takewhile(lambda each: each.start > state.now.tries[-1].place["span"][0], state.words_before(n))
    if any(each.kind not in ("comma", "mate", "newline") for each in lead):
        return False  # “the queen to d2, taking the knight if it is there”
    clause = {each.kind for each in takewhile(lambda each: each.kind not in BREAKS, state.words_from(n + 1))}
    only = mentions(cue.text, "details.only_if")
    return clause <= _SAYS_NOTHING_HEARD or (only and clause <= _SAYS_NOTHING_HEARD | _UNSEEN)


def _first(state: ReaderState) -> Phrase:
    """The first phrase of the conditions of the sentence."""
    return state.now.first or state.words[min(state.page.begin, len(state.words) - 1)]


def is_break(state: ReaderState, i: int) -> bool:
    """Whether a line break ends a sentence: a head follows, and the phrase before needs no continuation."""
    before = next((each.kind for each in state.words_before(i) if each.kind not in BREAKS or each.kind == "stop"), "")
    after = state.after(i, frozenset({"blank_line", "newline", "dash"}))
    bullet = state.words[i].kind == "bullet"
    if after is None or bullet:
        return bullet
    if before in _OPEN or (before in ("try", "play") and after.kind != "announced"):
        return False
    a_move = after.kind in ("white_move", "bare_move")
    if after.kind == "bullet" or (a_move and state.now.join):
        return False
    following = state.after(state.at[after.start])
    taken = after.kind == "man" and following is not None and following.kind == "announced"  # “Bishop not taken: …”
    return taken or after.kind in HEADS or before == "semicolon" or state.words[i].kind == "blank_line"


def add_condition(state: ReaderState, condition: Condition, word: Phrase) -> None:
    """Adds a condition to the sentence; of two on the same thing, only the more specific one is kept."""
    if state.now.denies and isinstance(condition, AllOf) and mentions(word.text, "solutions.not"):
        state.doubts.append((word, word))  # “unless the capture is not on d6”: what of silence?
    condition = _denied(condition) if state.now.denies else condition
    if PawnTries(any=True) in state.now.conditions and condition == Silent() and mentions(word.text, "details.none"):
        condition = PawnTries(count=0)  # “pawn tries: none 2.A; one 2.B”
    state.used.add(word.start)
    state.note(word)
    if word.apart:
        state.doubts.append((word, word))
    state.now.unclear = None
    kept: list[Condition] = []
    for each in state.now.conditions:
        if state.now.denies and each == Captures() and isinstance(condition, Captures) and not condition.happened:
            state.doubts.append((word, word))  # “capture: 2.A unless it is on h1”: and then?
        if type(each) is type(condition) and isinstance(condition, (Checks, Captures)):
            if condition in (Checks(), Captures()):
                return
            if state.now.cue == "if" and _is_other_place(each, condition) and state.now.last is not None:
                state.doubts.append((state.now.first or word, state.now.last))  # a head without a move
            continue
        if isinstance(condition, Silent) and isinstance(each, (Silent, Captures)):
            return
        if isinstance(condition, NotSilent) and isinstance(each, (Checks, Captures)):
            return  # “a check is announced”
        if isinstance(condition, AUDIBLE) and each == Otherwise():
            continue  # “otherwise he may show himself by a capture”
        if isinstance(each, NotSilent) and isinstance(condition, (Checks, Captures)):
            continue  # “something is announced, a capture”
        if each == PawnTries(any=True) and isinstance(condition, PawnTries):
            continue  # “pawn tries: none …; one …”
        kept.append(each)
    state.now.conditions = [*kept, condition]
    state.asking = False


def _is_other_place(one: Condition, other: Condition) -> bool:
    """Whether two conditions are for captures on squares of which none is the same."""
    if not (isinstance(one, Captures) and isinstance(other, Captures) and one.square and other.square):
        return False
    return {one.square, *one.also}.isdisjoint((other.square, *other.also))


def _denied(condition: Condition) -> Condition:
    """The negation of a condition, as in “unless he takes on e3”; other conditions than announcements are unchanged."""
    if isinstance(condition, (Captures, Checks)):
        return msgspec.structs.replace(condition, happened=not condition.happened)
    if isinstance(condition, AllOf):
        return OneOf(conditions=tuple(map(_denied, condition.conditions)))  # type: ignore[arg-type]
    if isinstance(condition, (Silent, NotSilent)):
        return NotSilent() if isinstance(condition, Silent) else Silent()
    return condition


def open_branch(state: ReaderState, *, heading: bool = False, turn: int | None = None, nested: bool = False) -> None:
    """Opens the branches of the conditions of the sentence: announcement, reply or earlier try, answer, in this order.

    :param heading: the conditions are a heading.
    :param turn: the turn of the branch, from 1; by default, that of the replies or of the next move.
    :param nested: the branch is inside the open one, not beside it.
    """
    now = state.now
    if now.paired and now.tries:
        state.build.pair()
        now.paired = False
    first, last = _first(state), now.last
    now.opened = True
    at = state.place(first, last)
    turn = turn or (now.reply_turn if now.replies else 0) or state.turn_ahead(first)
    answered: list[Condition] = [each for each in now.conditions if isinstance(each, Answer)]
    played: list[Condition] = [each for each in now.conditions if isinstance(each, Played)]
    announced: list[Condition] = [each for each in now.conditions if not isinstance(each, (Answer, Played))]
    if announced:
        nested = nested or divides_what_is_left(state, first, turn)
        heads = heading or bool(now.replies or played)
        state.build.when("announced", turn, announced, at, heading=heads, only=state.only, nested=nested)
    if now.replies or played:
        hidden: list[Condition] = [Reply(moves=tuple(now.replies))] if now.replies else []
        state.build.when("reply", turn, [*hidden, *played], at, only=state.only)
        if announced and not heading and not played:
            state.build.scopes[-2].heading = False
    if answered:
        state.build.when("answer", turn, answered, at)
    now.conditions, now.replies, now.first, now.denies = [], [], None, False
    state.only = None


def is_divided(state: ReaderState) -> bool:
    """Whether an open fork lacks a branch for all other cases, or conditions wait for their branch."""
    forks = [scope.plan[-1] for scope in state.build.scopes if scope.plan]
    return bool(state.now.conditions or state.now.replies) or any(
        isinstance(fork, DraftFork) and not any(Otherwise() in branch.when for branch in fork.branches)
        for fork in forks
    )


def divides_what_is_left(state: ReaderState, first: Phrase, turn: int) -> bool:
    """Whether an announcement matters only after the tries before it were refused.

    An example is “silent 2.d6 sor / 1 possible capture 2.Ne5”.
    """
    top = state.build.top
    behind = state.now.join == "then" and top.kind == "announced" and top.turn == turn and bool(top.plan)
    return behind and state.choices.pick("divided", "branch", first.start) == "branch"


def set_fate(state: ReaderState, *, refused: bool) -> None:
    """Records that the last try was refused or accepted; the next turn belongs to an accepted try alone."""
    state.now.unclear = None
    if state.last is not None:
        if refused:
            state.last.refused = True
        else:
            state.only = state.last


def run(state: ReaderState, words: list[Phrase], i: int, end: int) -> None:
    """Reads phrases from index ``i`` to ``end``, which is not included, and then restores the outer phrases."""
    outer, at, state.words = state.words, state.at, words
    state.at = {w.start: n for n, w in enumerate(words)}
    while i < end:
        handler = _prose if state.is_prose(words[i]) else state.handlers.get(words[i].kind)
        after = handler(state, i) if handler is not None else None
        i = max(after or 0, i + 1)
    state.words, state.at = outer, at


def _prose(state: ReaderState, i: int) -> None:
    """Reads a phrase without effect, which may still end a sentence."""
    if state.words[i].kind in ("stop", "blank_line", "bullet"):
        end_sentence(state)
