"""Reads brackets: heads of branches, defences and fates of tries, asides, or prose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kriegnote.problems.policy import AUDIBLE, Captures, NotSilent, PawnTries
from kriegnote.problems.reading.alternatives import or_else
from kriegnote.problems.reading.builder import Draft, Scope
from kriegnote.problems.reading.context import SET_OFF, ReaderState, Sentence, reply_moves
from kriegnote.problems.reading.joints import any_order
from kriegnote.problems.reading.page import JOINING
from kriegnote.problems.reading.phrases import Phrase, is_square
from kriegnote.problems.reading.sentences import add_condition, end_sentence, run, set_fate
from kriegnote.problems.reading.squares import squares_as_condition

_ANNOUNCED: Final = {
    "announced", "answer_yes", "answer_no", "asked", "yes", "no", "other", "or", "comma", "slash", "and", "otherwise",
    "all_other", "any_reply",
}  # fmt: skip
_FATES: Final = {"if", "when", "unless", "refused", "accepted"}


def bracket(state: ReaderState, i: int) -> None:
    """Reads a bracket: the head of a branch, defences against a try, its fate, further tries, or prose."""
    word = state.words[i]
    kinds = {each.kind for each in word.inside}
    mates = any(each.move is not None and each.move.mates and not each.move.doubted for each in word.inside)
    begins = [each.kind for each in word.inside[:1]]
    is_answer = bool(state.now.conditions) and begins == ["white_move"]  # “silence (2.A, if refused 2.B)”
    if ("white_move" in kinds or mates) and kinds & {"if", "refused", "threat", "no"} and not is_answer:
        aside(state, word)
        return
    if state.page.unnumbered and state.now.tries and _is_made_when_refused(word):
        run(state, list(word.inside), 0, len(word.inside))  # “Qa8 (if illegal Qc6)”
        return
    if read_as_head(state, word):
        return
    named, last = next((each for each in word.inside if each.kind == "white_move"), None), state.last
    in_words = last is not None and state.words[i - 1].start == last.place["span"][0] and not state.words[i - 1].name
    if in_words and last is not None and named and named.move and named.move.parts.to != last.parts.to:
        start = named.move.parts.from_
        if not (start and start in (last.parts.to or "")):  # “the knight on e2 (2.Ned4)”
            state.doubts.append((named, named))  # “the rook to c4 (2.dxc3)”
    if kinds == {"any_order"}:
        any_order(state, i)
        return
    if not kinds.isdisjoint(_FATES) and state.words[i - 1].kind in JOINING and state.move_ahead(word):
        run(state, list(word.inside), 0, len(word.inside))  # “2.A, then (if it is refused) 2.B”
        return
    answers = state.page.unnumbered and bool(state.now.conditions) and not state.now.tries
    tries = (each for each in word.inside if each.kind == "bare_move" and each.move is not None)
    answers = answers and any(not is_square(each) or (each.move is not None and each.move.mates) for each in tries)
    if ("white_move" in kinds or answers) and state.choices.pick("bracket", "tries", word.start) == "tries":
        run(state, list(word.inside), 0, len(word.inside))
        return
    if "white_move" in kinds:
        state.passed |= {each.start for each in word.inside}
        if state.now.conditions:  # “on b4 (then 2.Qa1)”
            state.doubts.append((word, word))
    remarks_in(state, word)


def _is_made_when_refused(word: Phrase) -> bool:
    """Whether a bracket says what is tried if the try before it is refused: a refusal and directly a move."""
    kinds = [each.kind for each in word.inside if each.kind not in ("if", "when", "comma", "then")]
    return kinds == ["refused", "bare_move"] and not is_square(word.inside[-1])


def remarks_in(state: ReaderState, word: Phrase) -> None:
    """Reads remarks in a bracket on the moves before it: replies, the fate of a try, or an announcement."""
    now, moves, kinds = state.now, reply_moves(word.inside), {each.kind for each in word.inside}
    if state.last is not None and now.tries:
        state.last.defences.extend(each for each in moves if each not in state.last.defences)
    else:
        now.defended.extend(moves)
    follows = now.tries or (state.last is not None and now.part != "head")
    if follows and kinds & {"refused", "accepted"} and "if" not in kinds:
        set_fate(state, refused="refused" in kinds or "not" in kinds)
    elif follows and "refused" in kinds:
        when_refused(state)
    last = state.build.last_branch()
    listed = bool(now.tries) and last is not None and last.when in ([NotSilent()], [Captures()])
    for n, each in enumerate(word.inside):
        if each.kind == "announced" and listed:
            state.used.add(each.start)  # “not silent: 2.dxc3 (Nxc3) or 2.Rc4 (captures on a7 and d7)”
        elif each.kind == "announced" and (now.replies or not now.tries):
            state.used.add(each.start)
            listed_before = (
                n and word.inside[n - 1].kind in ("or", "slash", "comma") and word.inside[0].kind == "announced"
            )
            if now.conditions and (listed_before or any(before.kind == "or" for before in word.inside[:n])):
                or_else(state, each.says[0], word)  # “if he takes on a4 (or if nothing is taken)”
            else:
                add_condition(state, each.says[0], word)
        elif each.kind == "in_vain" and now.tries:
            now.tries[-1].vain = True


def when_refused(state: ReaderState) -> None:
    """Makes an alternative follow the try before, as in “2.A or (if refused) 2.B” or “2.A or 2.B (if refused)”."""
    now = state.now
    now.then()
    if now.tries:
        state.build.bind(now.tries[-1])


def read_as_head(state: ReaderState, word: Phrase) -> bool:
    """Reads a bracket as the head of a branch, “(h3) 2.Rh1#; (silent) 2.Rh8#”; returns whether it is one."""
    squares = [each for each in word.inside if is_square(each)]
    others = _as_list([each for each in word.inside if each not in squares])
    if not word.inside or not all(each.kind in _ANNOUNCED for each in others):
        return False
    if state.now.replies and not state.now.conditions and all(_is_audible(each) for each in word.inside):
        return False  # “1...Kf4 (silence)”
    before = state.now.tries[-1] if state.now.tries else None
    after = state.after(state.at[word.start], SET_OFF | {"white", "try", "play"})
    leads = after is not None and after.kind in ("white_move", "asked", "bare_move", "answer_yes", "answer_no")
    if (squares or state.now.part != "head") and not leads:
        return False
    n = state.at[word.start]
    behind = n > 0 and state.words[n - 1].kind == "white_move" and state.words[n + 1].kind == "newline"
    if squares and behind and after is not None and after.kind in ("asked", "answer_yes", "answer_no"):
        return False  # “2.Qf4 (g4)⏎ Any? no: …”
    if before is not None:
        end_sentence(state)
    run(state, sorted(others, key=lambda each: each.kind != "asked"), 0, len(others))  # “(“no” to “Any?”)”
    if squares:
        squares_as_condition(state, squares)
    return True


def _as_list(words: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, with *or* for a comma between two announcements, which are then a list."""
    kinds = [each.kind for each in words]
    lists = {n for n, kind in enumerate(kinds) if kind == "comma" and kinds[n - 1 : n + 2 : 2] == ["announced"] * 2}
    return [replace(each, kind="or") if n in lists else each for n, each in enumerate(words)]


def _is_audible(word: Phrase) -> bool:
    """Whether a phrase is an announcement of a capture or a check, or of silence."""
    return word.kind == "announced" and isinstance(word.says[0], AUDIBLE) and not isinstance(word.says[0], PawnTries)


def aside(state: ReaderState, word: Phrase) -> None:
    """Reads a bracket as an aside (“(if refused 3.Rb1+ and 4.Ra1+)”), and then restores the state before it."""
    build, outer = state.build, state.now
    scopes, last = list(build.scopes), state.last
    made = last.then if last is not None else None
    threat = any(each.kind == "threat" for each in word.inside)
    state.now = Sentence() if threat else Sentence(join="then", tries=list(outer.tries))
    run(state, list(word.inside), 0, len(word.inside))
    end_sentence(state)
    tried = any(each.start in state.used for each in word.inside if each.move is not None)
    for each in word.inside if tried else ():
        if each.kind in ("announced", "at_square") and each.start not in state.used | state.passed:
            state.doubts.append((each, each))  # it may be the case of a try in the bracket
    state.now = outer
    build.scopes, state.last = scopes, last
    if last is not None and last.then is made and not (threat or last.mates):
        last.then = made if made is not None else Draft()
        build.scopes.append(Scope("turn", last.turn + 1, last.then))
