"""Reads announcements, squares and men as conditions of branches."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Final

import msgspec

from kriegnote.lexicon import meant, mentions
from kriegnote.problems.policy import (
    AUDIBLE,
    AllOf,
    Answer,
    Captures,
    Checks,
    Condition,
    Otherwise,
    PawnTries,
    Silent,
)
from kriegnote.problems.reading.alternatives import TRIES, is_alternative, is_listed, joint, may_be_alternative, or_else
from kriegnote.problems.reading.answers import half_answered, read_as_answer, read_as_question, yes_or_no
from kriegnote.problems.reading.builder import DraftFork
from kriegnote.problems.reading.choices import WHOLE_PAGE
from kriegnote.problems.reading.context import ReaderState, formal
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.replies import read_as_place_again
from kriegnote.problems.reading.sentences import add_condition, end_sentence

_CLAUSE: Final = frozenset({"if", "when", "semicolon", *BREAKS})
_REFUSES: Final = frozenset({"refused", "accepted", "cannot", "no"})
_PUT_IN: Final = frozenset({"in_order", "order", "second", "white", "then"})
"""Kinds of phrases that may stand between *try* and what is tried."""


def announcement(state: ReaderState, i: int) -> None:
    """Reads an announcement as a condition, as an answer, or as a mere description."""
    word, now = state.words[i], state.now
    impersonal = now.cue != "if" and mentions(word.text, "details.one_takes")  # “si cattura il pedone”: White does
    impersonal = impersonal and not (now.conditions and joint(state, i) == "or")
    lead = [each.kind for each in state.words_before(i)][:2]
    behind = not TRIES.isdisjoint(lead if lead[:1] == ["comma"] else lead[:1])  # “2.Rxe2, capturing the knight”
    if impersonal or (behind and mentions(word.text, "details.taking")):
        state.passed.add(word.start)
        taken = word.says != (Captures(happened=False),)
        now.cue = "white" if impersonal and taken else now.cue
        return
    if read_as_question(state, i):
        return
    none = word.says[0] == Silent() and meant(word.text, "details") == "none"
    if none and (state.asking or half_answered(state, yes=False)):
        yes_or_no(state, i)  # “Any?”: none
        return
    if read_as_answer(state, word):
        return
    if names_only_the_capturer(state, i):
        state.passed.add(word.start)
        return
    divided = any(isinstance(each, PawnTries) for each in word.says) and takes_nothing(state)  # “silent, 1 pawn try: …”
    listed = may_be_alternative(state, i)
    if is_only_described(state, i) and (
        state.choices.pick("announcement", "condition" if divided or listed else "description", word.start)
        == "description"
    ):
        state.passed.add(word.start)
        square = getattr(word.says[0], "square", None)
        if state.page.spoken and square and not state.is_printed_behind(i, square):
            state.doubts.append((word, word))  # it may be White's
        if now.cue == "if" and not is_concluded(state, i):
            state.supposed.append((word, word))
        return  # otherwise it is a condition: announcements are not ignored
    if word.apart:
        state.doubts.append((word, word))
    said = word.says[0]
    joined = bool(now.conditions) and (listed or is_alternative(state, i) or is_listed(state, i, said))
    if joined and isinstance(now.conditions[-1], Otherwise):
        state.used.add(word.start)  # “anything else, or nothing”
        return
    said = what_is_said(state, i, word)
    if joined and isinstance(said, AUDIBLE) and isinstance(now.conditions[-1], AUDIBLE):
        or_else(state, said, word)
        return
    add_condition(state, said, word)
    now.cue = "" if now.cue == "if" else now.cue


def names_only_the_capturer(state: ReaderState, i: int) -> bool:
    """Whether a phrase only says which man has captured, or was, in or behind a branch for that capture.

    In “Capture: 2.A; if a bishop has taken, 2.B” White does not hear this, so it remains a hidden condition; in “a
    capture on c3.  He has taken the knight, and 2.Nf4” it follows from the capture.
    """
    word, last = state.words[i], state.build.last_branch()
    said = word.says[0]
    heads = state.build.top.heading and not state.now.conditions
    of_a_man = isinstance(said, Captures) and said.man is not None and said == Captures(man=said.man)
    if heads and of_a_man and last is not None and not last.plan:
        return any(isinstance(each, Captures) and each.square for each in last.when)
    taken = last is not None and last.plan and any(isinstance(each, Captures) and each.happened for each in last.when)
    return (
        bool(taken)
        and state.now.unclear is not None
        and isinstance(said, Captures)
        and said == Captures(man=said.man)
        and mentions(word.text, "details.has_taken")
        and state.turn_ahead(word) == state.build.top.turn
    )


def is_only_described(state: ReaderState, i: int) -> bool:
    """Whether an announcement is where a condition would not be: after its try, in a reason, as White's own move."""
    word, now = state.words[i], state.now
    if is_listed(state, i, word.says[0]):
        return False
    led = state.words[i - 1].kind not in BREAKS | {"colon", "and", "or", "comma", "semicolon"}
    called = word.says[0] == Captures() and now.cue == "white" and led  # “try the capture 2.dxe3”
    joined = joint(state, i) in ("or", "slash") or (bool(now.conditions) and is_alternative(state, i))
    if joined and now.conditions and not now.tries:
        return False  # “silence, or a capture on a4”
    behind = now.tries and now.conditions and now.part != "head" and not joined
    if now.cue in ("because", "not") or now.part == "reason" or called or behind:
        return True
    if Silent() in now.conditions and not joined and isinstance(word.says[0], AUDIBLE):
        return True  # “when nothing is announced the pawn is taken, 2.Qxd4”
    acting = now.conditions and state.words[i - 1].kind == "man"  # “check: the king takes the queen”
    if acting or is_concluded(state, i) or is_made_by_white(state, i) or is_in_silence(state):
        return True
    if now.tries and (now.cue != "if" or now.black):
        return not state.try_ahead(i)
    return not (now.cue == "if" or now.part == "head" or formal(word))


def is_in_silence(state: ReaderState) -> bool:
    """Whether the open branch is for silence, as in “Nothing is said? White takes on d4: 2.Qxd4”."""
    top, last = state.build.top, state.build.last_branch()
    return top.heading and not top.plan and last is not None and last.when == [Silent()]


def is_concluded(state: ReaderState, i: int) -> bool:
    """Whether an announcement follows a refusal, as in “2.Qb5; if refused, the knight has taken and 2.Nf4”.

    Between a refusal and the next try nothing else can be heard.
    """
    clause = takewhile(lambda word: word.kind not in _CLAUSE and _is_no_move(word), state.words_before(i))
    return bool(state.now.tries) and any(word.kind in _REFUSES for word in clause)


def _is_no_move(word: Phrase) -> bool:
    """Whether a phrase is no move, or only says where a man stands (“the knight is on e4 and is taken”)."""
    return word.move is None or (word.kind == "move_in_words" and mentions(word.text, "details.stands"))


def is_made_by_white(state: ReaderState, i: int) -> bool:
    """Whether a capture is White's: “White tries to take on e2”, “first the capture of the pawn is tried, 2.Qxe2”."""
    word = state.words[i]
    if not isinstance(word.says[0], Captures) or not word.says[0].happened or mentions(word.text, "solutions.speak"):
        return False
    now = state.now
    before = state.words[i - 1].kind if i else ""
    if before == "man" and (now.cue == "white" or (state.page.spoken and now.conditions) or state.opens_turn(i)):
        return not now.black  # “if it is refused, the queen takes on e7”
    if before == "white" and now.cue != "if" and mentions(word.text, "solutions.capture"):
        return True  # “White takes e2”
    if before == "colon" and state.page.spoken and now.cue == "white" and now.conditions:
        return True  # “silence: take on d3 with the pawn”
    refused = now.join == "then" or is_concluded(state, i)
    if state.page.spoken and now.cue == "white" and not now.black and refused:
        return True  # “if both are refused she takes on c3”
    lead = next((each for each in state.words_before(i) if each.kind not in _PUT_IN), state.words[i])
    asks = lead.kind == "asked" and lead.start in state.passed  # “he asks to take on h4”
    answered = any(isinstance(each, Answer) for each in now.conditions)  # after an answer nothing is announced
    replies = lead.kind == "play" and bool(now.conditions)  # “to a check White replies by taking on c3”
    listed = bool(now.tries) and now.order in ("tried", "given") and before in ("comma", "and", "then")
    if listed and state.page.spoken and not now.conditions:
        return not now.black
    return (replies or lead.kind in ("try", "in_vain") or asks or answered) and not now.black


def what_is_said(state: ReaderState, i: int, word: Phrase) -> Condition:
    """The condition that an announcement expresses, completed by the phrases beside it."""
    said: Condition = complement(state, word) or word.says[way_of_counting(state, word)]
    before = state.words[i - 1] if i else None
    counted = meant(word.text, "details") == "none" and not mentions(word.text, "details.nothing")
    if said == Silent() and counted and begins_count(state, i):
        return PawnTries(count=0)
    if said == Captures(happened=False) and before and before.kind == "man":
        return msgspec.structs.replace(before.says[0], happened=False)  # “the rook is not taken”
    if isinstance(said, Captures) and said.square and (said.man or "(" in word.text):
        among = ["this man", *["any man"] * bool(said.man), *["any square"] * ("(" in word.text)]
        way = state.choices.pick("captured", "this man", word.start, among=among)
        if way == "any square":
            return Captures()  # “if he captures (on h1 or h3)”
        if way == "any man":
            return msgspec.structs.replace(said, man=None)  # “a capture on a1 betrays a queen”
    return said


def begins_count(state: ReaderState, i: int) -> bool:
    """Whether *none* is the first of several numbers of pawn tries (“none, and 2.Qa8; one, …; two, …”)."""
    after = next((each for each in state.words_from(i + 1) if each.kind == "announced"), None)
    return after is not None and all(isinstance(each, PawnTries) for each in after.says)


def complement(state: ReaderState, word: Phrase) -> Condition | None:
    """The negation of the capture in the branch before, if a phrase such as “if it is not captured” means that.

    “If he announces none” may mean that, too.

    None if it does not, or if there is no such branch.
    """
    said = word.says[0]
    if state.now.conditions:  # “if he takes the rook, or nothing”
        return None
    the_same = said == Captures(happened=False) and mentions(word.text, "details.taken")
    the_same = the_same and not mentions(word.text, "details.nobody")  # “if no man was taken”
    plain = mentions(word.text, "details.silent") or mentions(word.text, "details.nothing")
    plain = plain or meant(word.text, "details") == "none"
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


def umpire_speaks(state: ReaderState, i: int) -> None:
    """Reads “if the umpire speaks, 2.Ne4”: any announcement."""
    if read_as_question(state, i):
        return
    word, after, now = state.words[i], state.after(i), state.now
    label = state.after(state.at[after.start]) if after is not None and after.kind == "colon" else None
    if not state.build.root or (label is not None and label.kind == "announced"):
        if label is not None and {type(each) for each in (*word.says, *label.says)} == {PawnTries}:
            state.passed.add(word.start)  # “Pawn tries: none – 2.A; one – 2.B”
        return  # “Announcement: capture on c3.”
    begins = (now.cue == "if" or now.part == "head") and not (now.conditions or now.tries)
    begins = begins or (isinstance(word.says[0], PawnTries) and (not now.tries or bool(now.conditions)))
    heads = begins or ((now.cue == "if" or now.part == "head") and bool(now.tries) and state.try_ahead(i))
    follows = {"comma", "colon", "white_move", "bare_move"} | ({"move_in_words", "white"} if begins else set())
    if heads and after is not None and after.kind in follows:
        announcement(state, i)


def way_of_counting(state: ReaderState, word: Phrase) -> int:
    """The index in ``says`` of what “one capture” or “a pawn capture” means: a capture that was made, or pawn tries."""
    if len(word.says) == 1:
        return 0
    if word.says == (PawnTries(any=True), PawnTries(count=1)):
        return int(state.choices.pick("a pawn try", "one" if state.page.counted else "any", word.start) == "one")
    possible = isinstance(word.says[0], PawnTries)  # it says so
    if takes_nothing(state):
        return int(not possible)
    at = word.start if possible else WHOLE_PAGE
    way = state.choices.pick("one capture", "possible" if possible or state.page.counted else "happened", at)
    return int((way == "possible") is not possible)


def takes_nothing(state: ReaderState) -> bool:
    """Whether the conditions of the sentence say that nothing is taken, so that captures beside them are pawn tries."""
    return not {Silent(), Captures(happened=False)}.isdisjoint(state.now.conditions)


def another_place(state: ReaderState, i: int) -> None:
    """Reads a square or a direction alone as another capture or check, if one was mentioned before.

    Examples are “capture at h3 …; at d3 …” and “check on the file …; on the rank …”.
    """
    word, now = state.words[i], state.now
    said = word.says[0]
    assert isinstance(said, (Captures, Checks))
    if i and state.words[i - 1].kind == "mate":
        return  # “mate on e4”
    if read_as_place_again(state, said):
        return
    if mentions(word.text, "details.stands") and now.conditions and now.conditions[-1] != Captures():
        return  # “it must be on d5”
    led_by = state.words[i - 1].kind if i else "opened"
    if type(said)() in now.conditions:
        add_condition(state, said, word)
    elif (
        now.conditions
        and isinstance(now.conditions[-1], AUDIBLE)
        and (led_by in ("or", "slash", "and") or is_listed(state, i, said))
    ):
        or_else(state, said, word)  # “check on the file or on the rank”
    elif isinstance(said, Captures) and is_alone(state, i) and not (now.conditions or now.replies):
        end_sentence(state)
        add_condition(state, said, word)  # “On c4: 2.Bf3#”
    elif any(isinstance(each, type(said)) for each in conditions_before(state)):
        plain = led_by in {"if", "when", "umpire_speaks", "or", "semicolon", "colon", "comma", "opened"} | BREAKS
        if state.choices.pick("another", "condition" if plain else "description", word.start) == "description":
            if plain and (after := state.after(i)) is not None and after.kind != "announced":
                state.doubts.append((word, word))
            return
        if now.tries:
            end_sentence(state)
        if not now.conditions:
            add_condition(state, said, word)


def man_with_place(state: ReaderState, i: int) -> bool:
    """Reads a man on a square as the place of a capture (“captures: the bishop’s on e3 (2.f4)”), if it is that."""
    word = state.words[i]
    to = word.move.parts.to if word.move is not None else None
    behind = [one.kind for each in state.words[i + 1 : i + 2] for one in (each, *each.inside)]
    leads = not {"colon", "white_move"}.isdisjoint(behind) and state.words[i - 1].kind not in ("play", "try", "white")
    listed = state.words[i - 1].kind == "comma" and any(isinstance(each, Captures) for each in conditions_before(state))
    last = state.now.conditions[-1] if state.now.conditions else None
    joined = state.words[i - 1].kind in ("or", "slash") and isinstance(last, Captures) and last.man is not None
    if not (to and (joined or (leads and (listed or last == Captures())))):
        return False
    state.words[i] = replace(word, kind="at_square", says=(Captures(square=to),), move=None)
    another_place(state, i)
    return True


def is_alone(state: ReaderState, i: int) -> bool:
    """Whether a head consists of a square only (“On c4: 2.Bf3#”, “2.Bf3# (on c4)”), unlike “The man on g6: …”."""
    if not i or [each.kind for each in state.words[i + 1 : i + 2]] != ["colon"]:
        return False
    before, word, after = state.words[i - 1 : i + 2]
    return before.kind in BREAKS | {"semicolon"} and (not after.text or word.start <= before.end + 1)


def man_alone(state: ReaderState, i: int) -> None:
    """Reads a man alone as another capture, as in “if Black takes the knight …; if the bishop …”."""
    word = state.words[i]
    named = any(isinstance(each, Captures) and each.man for each in conditions_before(state))
    if named and state.now.cue == "if" and not state.now.conditions:
        add_condition(state, word.says[0], word)


def conditions_before(state: ReaderState) -> list[Condition]:
    """The conditions of the last branch of each open fork, and those of which they consist."""
    forks = (scope.plan[-1] for scope in state.build.scopes if scope.plan)
    found = [each for fork in forks if isinstance(fork, DraftFork) for each in fork.branches[-1].when]
    return [one for each in found for one in (each, *(each.conditions if isinstance(each, AllOf) else ()))]
