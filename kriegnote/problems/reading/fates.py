"""What becomes of a try: it was refused, or accepted, or Black takes what it offers."""

from __future__ import annotations

from itertools import takewhile

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.builder import DraftTry
from kriegnote.problems.reading.context import MOVES, ReaderState
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.sentences import add_condition, set_fate


def try_refused(state: ReaderState, i: int) -> int | None:
    after = state.words[i + 1] if i + 1 < len(state.words) else None
    if after is not None and after.kind == "white_move" and mentions(state.words[i].text, "details.permits"):
        known = state.known_try(after) if state.now.cue == "if" and state.try_ahead(i + 1) else None
        if known is not None:
            refuse(state, known)  # “if the umpire forbids 2.A, 2.B”
            state.passed.add(after.start)
            return i + 2
        if state.now.cue != "if":
            state.now.cue = "not"  # “the defences do not allow 2.A”
            return None
    if is_of_an_offer(state, i):
        add_condition(state, Captures(happened=False), state.words[i])
        return None
    behind = state.last is not None and stands_behind(state, i)
    if state.last is not None and behind:
        state.build.bind(state.last)
    set_fate(state, refused=True)
    state.now.join = "then" if state.last is not None and not behind else ""
    state.now.cue = "white" if state.last is not None else ""
    return None


def refuse(state: ReaderState, made: DraftTry) -> None:
    """A try was refused; what follows is tried next."""
    state.last = made
    set_fate(state, refused=True)
    state.now.join, state.now.cue = "then", "white"


def is_of_an_offer(state: ReaderState, i: int) -> bool:
    """“1.Be3. If the bishop is accepted, 2.A; if it is declined, 2.B”: whether Black is said to take or not."""
    now, word = state.now, state.words[i]
    if now.cue != "if" or now.tries or now.conditions or state.turn_ahead(word) != 2:  # the turn after the key
        return False
    if not (state.offered or state.keyed()) or state.choices.pick("accepted", "offer") == "try":
        return False
    state.offered = True
    return True


def stands_behind(state: ReaderState, i: int) -> bool:
    """“2.A or 2.B if refused”: whether a condition belongs to the move right before it, not to what follows."""
    if state.now.cue != "if" or not state.now.tries:
        return False
    lead = [each.kind for each in takewhile(lambda each: each.kind != "white_move", state.words_before(i))]
    if not (BREAKS | {"semicolon", "colon", "or", "and", "then"}).isdisjoint(lead):
        return False
    after = state.after(i)
    leads = MOVES | {"white_move", "colon"} | ({"comma"} if "comma" in lead else set())
    return after is None or after.kind not in leads


def try_accepted(state: ReaderState, i: int) -> None:
    if is_of_an_offer(state, i):
        add_condition(state, Captures(), state.words[i])
    elif state.now.cue == "if" or state.now.tries:  # “one of these is accepted” says nothing
        if state.now.cue != "if" and state.now.order == "given" and len(state.now.tries) > 1:
            return  # “1.A, 1.B, 1.C in order, until one is accepted”
        if state.now.cue != "if":
            state.now.part = "reason"  # “2.Rg4: succeeds if the bishop has moved”
        set_fate(state, refused=False)
        state.now.then()
