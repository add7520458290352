"""Reads the fate of a try: *refused*, *accepted*, and what Black does with a man that the key offers."""

from __future__ import annotations

from itertools import takewhile

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import Captures
from kriegnote.problems.reading.answers import open_answer
from kriegnote.problems.reading.builder import DraftTry
from kriegnote.problems.reading.context import MOVES, ReaderState
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.sentences import add_condition, set_fate


def try_refused(state: ReaderState, i: int) -> int | None:
    """Reads that a try is refused, that Black declines an offer, or that a move is not possible."""
    after = state.words[i + 1] if i + 1 < len(state.words) else None
    named = after is not None and after.kind == "bare_move" and state.now.cue == "if" and state.known_try(after)
    if after is not None and named:
        refuse(state, named)  # “se è rifiutata anche Db8, Cb5”
        state.passed.add(after.start)
        return i + 2
    if after is not None and after.kind == "white_move" and mentions(state.words[i].text, "details.permits"):
        begins = not i or state.words[i - 1].kind in BREAKS | {"semicolon"}  # “Scheitert 2.A, so 2.B”
        supposed = (state.now.cue == "if" or begins) and state.try_ahead(i + 1)
        known = state.known_try(after) if supposed else None
        if known is not None:
            refuse(state, known)  # “if the umpire forbids 2.A, 2.B”
            state.passed.add(after.start)
            return i + 2
        if state.now.cue != "if":
            state.now.cue = "not"  # “the defences do not allow 2.A”
            return None
    if state.unanswered is not None and not state.now.tries and mentions(state.words[i].text, "details.none"):
        open_answer(state, state.words[i], yes=False)  # “Any?” None available: 2.Qb6
        return None
    if read_as_reply_to_offer(state, i, accepted=False):
        return None
    behind = state.last is not None and stands_behind(state, i)
    if state.last is not None and behind:
        state.build.bind(state.last)
    set_fate(state, refused=True)
    state.now.join = "then" if state.last is not None and not behind else ""
    state.now.cue = "white" if state.last is not None else ""
    return None


def refuse(state: ReaderState, made: DraftTry) -> None:
    """Marks a try as refused; the next one follows it."""
    state.last = made
    set_fate(state, refused=True)
    state.now.join, state.now.cue = "then", "white"


def read_as_reply_to_offer(state: ReaderState, i: int, *, accepted: bool) -> bool:
    """Adds *accepted* or *refused* as a condition if it is about the man that the key offers; returns whether it is.

    An example is “1.Be3. If the bishop is accepted, 2.A; if it is declined, 2.B”.
    """
    now, word = state.now, state.words[i]
    begins = bool(i) and state.words[i - 1].kind in BREAKS and mentions(word.text, "details.declined")
    supposed = now.cue == "if" or begins  # “Bleibt er stehen, …”
    if not supposed or now.tries or now.conditions or state.turn_ahead(word) != 2:  # the turn after the key
        return False
    before = state.build.last_branch()
    taken = before is not None and any(isinstance(each, Captures) and each.happened for each in before.when)
    declined = taken and not accepted and mentions(word.text, "details.declined")
    if not (state.offered or state.keyed() or declined) or state.choices.pick("accepted", "offer") == "try":
        return False
    state.offered = True
    add_condition(state, Captures(happened=accepted), word)
    return True


def stands_behind(state: ReaderState, i: int) -> bool:
    """Whether a refusal belongs to the move directly before it, as in “2.A or 2.B if refused”, not to what follows."""
    if state.now.cue != "if" or not state.now.tries:
        return False
    lead = [each.kind for each in takewhile(lambda each: each.kind != "white_move", state.words_before(i))]
    if not (BREAKS | {"semicolon", "colon", "or", "and", "then"}).isdisjoint(lead):
        return False
    after = state.after(i)
    leads = MOVES | {"white_move", "colon"} | ({"comma"} if "comma" in lead else set())
    return after is None or after.kind not in leads


def try_accepted(state: ReaderState, i: int) -> None:
    """Reads that a try is accepted, or that Black accepts an offer."""
    if read_as_reply_to_offer(state, i, accepted=True):
        return
    if state.now.cue == "if" or state.now.tries:  # “one of these is accepted” says nothing
        if state.now.cue != "if" and state.now.order == "given" and len(state.now.tries) > 1:
            return  # “1.A, 1.B, 1.C in order, until one is accepted”
        if state.now.cue != "if":
            state.now.part = "reason"  # “2.Rg4: succeeds if the bishop has moved”
        set_fate(state, refused=False)
        state.now.then()
