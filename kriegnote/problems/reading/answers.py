"""Reads questions and answers, *otherwise*, and the headings of parts for twins and rulebooks."""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import AllOf, Answer, Captures, Checks, Condition, OneOf, Otherwise, PawnTries, Silent
from kriegnote.problems.reading.builder import Draft, DraftFork, answers, place
from kriegnote.problems.reading.context import ReaderState, Sentence, part_of
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.sentences import add_condition, is_divided, open_branch, set_fate

_CLAUSE_ENDS: Final = frozenset({"comma", "semicolon", "dash"})
_BETWEEN: Final = ("then", "in_order", "gap", "man", "white", "play", "try")
"""Kinds of phrases between *asks* and the move that is asked for."""


def question(state: ReaderState, i: int) -> None:
    """Reads the question “Any?”, whose answers follow."""
    now = state.now
    after = state.after(i)
    if now.cue == "not" or (after is not None and after.kind == "in_vain"):
        state.passed.add(state.words[i].start)  # “White must not ask”, “the question is useless”
        now.cue = ""
        return
    if is_try_for(state, i):
        state.passed.add(state.words[i].start)
        now.cue, now.order = "white", now.order or "tried"
        return
    state.asking, state.unanswered = True, state.words[i]
    state.used.add(state.words[i].start)
    if now.unclear is not None and is_divided(state) and not now.conditions:
        tried = state.last is not None and now.tried_before
        among = ("refused", "otherwise") if tried else ("otherwise",)
        if state.choices.pick("denied", "otherwise", now.unclear.start, among=among) == "otherwise":
            _doubt_of_head(state, now.unclear, state.words[i])
            add_condition(state, Otherwise(), now.unclear)  # “If the referee announces a capture …; if he doesn't, ask”
        now.unclear = None
    if now.conditions or now.replies:
        open_branch(state, heading=True)
    state.build.top.asked = True
    now.part = "head"


def _doubt_of_head(state: ReaderState, cue: Phrase, asked: Phrase) -> None:
    """Adds a doubt if unknown words are the condition under which White asks (“If the umpire coughs White asks”)."""
    clause = [each for each in state.near(cue) if cue.start < each.start <= asked.start]
    led = next((each.led_by for each in clause if each.led_by is not None), None)
    if led is not None and all(each.kind in ("white", "comma", "colon", "asked", "newline") for each in clause):
        state.doubts.append((cue, led))


def is_try_for(state: ReaderState, i: int) -> bool:
    """Whether a verb of asking is about a move, as in “White asks for 2.Kc4”, “he asks to take on h4”."""
    between = _BETWEEN if mentions(state.words[i].text, "solutions.any") else (*_BETWEEN, "comma", "colon")
    after = next((each for each in state.words_from(i + 1) if each.kind not in between), None)
    if after is None or "?" in state.words[i].text or mentions(state.words[i].text, "solutions.if"):
        return False
    said = after.says[0] if after.says else None
    taken = after.kind == "announced" and isinstance(said, Captures) and bool(said.square)
    return taken or after.kind in ("white_move", "bare_move", "move_in_words")


def scheme_answer(state: ReaderState, i: int) -> None:
    """Reads ``Any?y``: the question together with its answer."""
    word, now = state.words[i], state.now
    if not now.conditions:
        branch = next((each for each in reversed(state.build.scopes) if each.kind == "announced"), None)
        later = now.join == "then"
        fresh = branch is not None and branch.plan and not branch.asked and not _has_answers(branch.plan)
        # Swart's scheme: after the branch for “not silent”, the question is asked if nothing was announced
        nothing = branch is not None and fresh and not later
        if branch is not None and nothing and state.choices.pick("question", "silence", word.start) == "silence":
            state.build.when("announced", branch.turn, [Otherwise()], place(word))
    open_answer(state, word, yes=word.kind == "answer_yes")


def yes_or_no(state: ReaderState, i: int) -> None:
    """Reads *yes* or *no*: the answer to “Any?”, the fate of a try, or the answer to a question of the text itself."""
    word, now = state.words[i], state.now
    yes = word.kind == "yes"
    if state.question is not None and (now.part == "head" or now.cue == "if") and not state.asking:
        add_condition(state, state.question if yes else Otherwise(), word)
        return
    other = half_answered(state, yes=yes)
    heading = bool(now.conditions) and not now.tries  # “no capture, and there are some: 2.dxe3”
    behind = bool(now.tries) and is_asked_alone(state, i)
    if not (now.cue == "if" or now.part == "head" or state.asking or other or heading or behind):
        return
    if now.cue == "because":
        return
    idle = now.cue == "if" and not now.tries and not state.build.top.plan  # no try of this case can be refused
    answer = state.asking or other or heading or idle
    rest = now.cue == "if" and not (yes or answer or now.tries) and is_divided(state)
    among = ("answer", "fate", "otherwise") if rest else ("answer", "fate")
    way = state.choices.pick("answer", "answer" if answer else "fate", word.start, among=among)
    if way == "answer":
        open_answer(state, word, yes=yes)
    elif way == "otherwise":
        add_condition(state, Otherwise(), word)  # “2.A after a capture, 2.B if there is none”
    else:
        set_fate(state, refused=not yes)
        state.used.add(word.start)
        now.then()
        now.join = "then" if behind and not yes else now.join
        now.cue = "white"


def is_asked_alone(state: ReaderState, i: int) -> bool:
    """Whether an answer is a question of one word, behind a try (“Rg4; no? Then Qf2”)."""
    stops = [each.text for each in state.words[i + 1 : i + 2] if each.kind == "stop"]
    return any("?" in each for each in stops) and i > 0 and state.words[i - 1].kind in BREAKS | _CLAUSE_ENDS


def open_answer(state: ReaderState, word: Phrase, *, yes: bool) -> None:
    """Adds an answer to “Any?” as a condition; in all open scopes the question counts as asked."""
    for each in state.build.scopes:
        each.asked = True
    state.asking, state.unanswered = True, None
    state.used.add(word.start)
    state.note(word)
    state.now.unclear = None
    state.now.conditions.append(Answer(any=yes is not state.now.denies))  # “unless the answer is yes”
    state.now.join, state.now.cue = "", "white"
    state.now.black = False


def half_answered(state: ReaderState, *, yes: bool) -> bool:
    """Whether a branch for the other answer to “Any?” is open, and none for this one exists."""
    for n, scope in enumerate(state.build.scopes):
        if scope.kind == "answer":
            below = state.build.scopes[n - 1].plan
            fork = below[-1] if below else None
            if isinstance(fork, DraftFork) and not any(Answer(any=yes) in each.when for each in fork.branches):
                return True
    return False


def otherwise(state: ReaderState, i: int) -> int | None:
    """Reads *otherwise*: if the try is refused, if no other condition holds, or after the other answer."""
    word, now = state.words[i], state.now
    if word.affirms is not None and state.question is not None and not (now.tries or denies(state.question)):
        add_condition(state, state.question if word.affirms else Otherwise(), word)
        return None
    after = state.after(i)
    if now.cue == "if" and now.tries and [each.kind for each in state.words[i + 1 : i + 2]] == ["accepted"]:
        return none_accepted(state, i)  # “2.A or 2.B, and if neither is possible 2.C”
    asked = state.asking and state.unanswered is not None and not now.tries
    in_answer = any(each.kind == "answer" for each in state.build.scopes)
    yes = in_answer and half_answered(state, yes=True) and not half_answered(state, yes=False)
    answered = asked or (in_answer and (yes or half_answered(state, yes=False)))
    refused = bool(now.tries and (now.order in ("tried", "given") or state.only or not now.opened)) or (
        now.tried_before and not now.tries
    )
    refused = refused or (bool(now.tries) and is_chained(state, i))
    asks = after is not None and after.kind == "asked"
    listed = not refused and is_divided(state) and bool(i) and state.words[i - 1].kind in BREAKS - {"stop"}
    fits = {"refused": not listed, "otherwise": is_divided(state) or asks or not refused, "answer": answered}
    among = [way for way in fits if fits[way]]
    expected = "refused" if refused else "answer" if answered and not asks else "otherwise"
    expected = expected if expected in among else among[0]
    state.used.add(word.start)
    if mentions(word.text, "details.elsewhere") and not refused and captured_before(state):
        add_condition(state, Captures(), word)  # “taken on d4: 2.A; elsewhere: 2.B”
        now.cue = "white"
        return None
    way = state.choices.pick("otherwise", expected, word.start, among=among)
    heads = way == "otherwise" and (word.affirms is None or is_contrary(state, affirms=word.affirms))
    if word.affirms is not None and (word.affirms if way != "otherwise" else not heads):
        state.doubts.append((word, word))
    if way == "refused":
        now.then()
        now.unclear = None  # “in case it is not”
    elif way == "otherwise":
        now.conditions = [affirmed(state) if word.affirms else Otherwise()]
        state.note(word)
    else:
        open_answer(state, word, yes=yes and not asked)
    state.only = None if way == "refused" else state.only
    now.cue = "white"
    return None


def captured_before(state: ReaderState) -> bool:
    """Whether the branch before is for a capture on a square."""
    last = state.build.last_branch()
    return last is not None and any(isinstance(each, Captures) and bool(each.square) for each in last.when)


def is_contrary(state: ReaderState, *, affirms: bool) -> bool:
    """Whether the branch before is for the contrary of “if he does” (``affirms``) or “if he does not”."""
    last = state.build.last_branch()
    if last is None or not last.plan or state.now.conditions:
        return False
    return any(map(denies, last.when)) is affirms


def denies(condition: Condition) -> bool:
    """Whether a condition says that something is not announced."""
    return isinstance(condition, Silent) or any(not each.happened for each in _captures_and_checks(condition))


def _captures_and_checks(condition: Condition) -> tuple[Captures | Checks, ...]:
    """The captures and checks of which an announcement consists."""
    among = condition.conditions if isinstance(condition, AllOf) else (condition,)
    return tuple(each for each in among if isinstance(each, (Captures, Checks)))


def affirmed(state: ReaderState) -> Condition:
    """What “if it is” affirms, if the branch before is for the contrary: what that denies, or else any other case."""
    last = state.build.last_branch()
    said = [
        each
        for when in (last.when if last is not None else ())
        for each in _captures_and_checks(when)
        if not each.happened
    ]
    alone = last is not None and len(last.when) == 1 and len(said) == 1
    return msgspec.structs.replace(said[0], happened=True) if alone else Otherwise()


def is_chained(state: ReaderState, i: int) -> bool:
    """Whether the sentence has another *otherwise*: “2.Qc6, otherwise 2.Bxc7, otherwise 2.Qxe5”."""
    return state.sentence_has(i, "otherwise") or any(
        state.words[n].kind == "otherwise" and state.words[n].start > state.now.tries[0].place["span"][0]
        for n in range(max(i - 8, 0), i)
    )


def all_other(state: ReaderState, i: int) -> int | None:
    """Reads a phrase for all other cases; “neither of them is accepted” is a refusal of all tries before it."""
    if state.now.cue == "if" and [each.kind for each in state.words[i + 1 : i + 2]] == ["accepted"]:
        return none_accepted(state, i)
    add_condition(state, Otherwise(), state.words[i])
    state.now.cue = ""
    return None


def none_accepted(state: ReaderState, i: int) -> int:
    """Reads “neither of them is accepted” as a refusal of all tries before it; returns the index behind it."""
    set_fate(state, refused=True)
    state.used.add(state.words[i].start)
    state.now.join, state.now.cue = "then", "white"
    return i + 2


def begin_part(state: ReaderState, i: int) -> None:
    """Reads a heading that begins the part for a twin or a rulebook; the same words elsewhere have no effect."""
    word = state.words[i]
    after = state.words[i + 1].kind if i + 1 < len(state.words) else ""
    before = state.words[i - 1].kind if i else "stop"
    if word.kind == "twin":
        behind = ("blank_line", "newline", *(("stop", "white_move") if word.text.endswith(")") else ()))
        heads = ":" in word.text or after == "colon" or (before in BREAKS and after in behind)
    else:
        heads = after in ("blank_line", "newline", "colon", "stop", "", "announced", "answer_yes", "answer_no")
    if heads:
        state.now = Sentence()
        state.only = None
        state.build.when("twin", state.turn_ahead(word), [part_of(word)], place(word))
        state.used.add(word.start)


def _has_answers(plan: Draft) -> bool:
    """Whether a plan has branches for answers to “Any?”."""
    return any(isinstance(stage, DraftFork) and answers(stage) for stage in plan)


def read_as_answer(state: ReaderState, word: Phrase) -> bool:
    """Adds a phrase on captures as a condition if it is the answer to “Any?”; returns whether it is.

    Examples are “Pawn tries: 2.dxe3; no pawn tries: 2.Qe6” and “White asks. If there is nothing to take …”.
    """
    now, said = state.now, word.says[0]
    if state.page.counted or now.tries or now.cue in ("because", "not"):
        return False
    idle = _is_idle(state, said)
    of_pawns = idle or said in (PawnTries(any=True), PawnTries(count=0))
    if not (of_pawns or (state.unanswered is not None and said in (Captures(), Captures(happened=False)))):
        return False
    asked = idle or state.asking or half_answered(state, yes=True) or half_answered(state, yes=False)
    if state.choices.pick("no captures", "answer" if asked else "announced") == "announced":
        return False
    open_answer(state, word, yes=said in (PawnTries(any=True), Captures()))
    return True


def _is_idle(state: ReaderState, said: Condition) -> bool:
    """Whether “no captures” adds nothing to silence, as in “if he is silent and there are no captures”."""
    last = state.now.conditions[-1:]
    among = [each for one in last for each in (one.conditions if isinstance(one, OneOf) else (one,))]
    return said == Captures(happened=False) and among[-1:] == [Silent()]


def read_as_question(state: ReaderState, i: int) -> bool:
    """Keeps an announcement as ``state.question`` if it is one that the next words answer; returns whether it is.

    Examples are “Does Black capture? If yes …”, “White hears whether he does. If he does …” and “Announcement? Y: …”.
    """
    mark = state.after(i)
    if mark is None or mark.kind not in ("stop", "colon", "semicolon") or state.now.conditions:
        return False
    answer = state.after(state.at[mark.start], frozenset({"newline", "blank_line", "bullet", "if", "dash"}))
    if answer is None or (
        not (answer.kind in ("yes", "no") or answer.affirms is not None)
        if "?" in mark.text
        else answer.affirms is None or bool(state.now.tries)
    ):
        return False
    state.question = state.words[i].says[0]
    state.used.add(state.words[i].start)
    return True
