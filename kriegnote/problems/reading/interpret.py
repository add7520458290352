"""Interprets the phrases of a solution, one after the other, as a policy.

To which turn, branch and try a phrase belongs follows from turn numbers and from the phrases before it.  Where that is
ambiguous, :class:`~kriegnote.problems.reading.choices.Choices` decides: a move without a number may be White's, Black's
or only mentioned, *otherwise* may mean a refusal or a branch, and so on.  Phrases that are not moves, conditions or
joints are prose and have no effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.problems.orders import in_the_repeated_order, printed_order
from kriegnote.problems.policy import Branch, Captures, Plan, captures, rewritten, walk
from kriegnote.problems.reading import announced, answers, brackets, fates, joints, repeated, replies, squares, tries
from kriegnote.problems.reading.arranged import Arranged
from kriegnote.problems.reading.choices import Choices
from kriegnote.problems.reading.context import Handler, ReaderState
from kriegnote.problems.reading.phrases import Kind, Phrase
from kriegnote.problems.reading.replies import read_as_place
from kriegnote.problems.reading.said_order import put_in_order
from kriegnote.problems.reading.sentences import end_sentence, is_break, run

_PASSED: Final = {"4": "3", "3": "4", "5": "6", "6": "5"}
"""The ranks of a pawn that has just advanced two squares and of the square behind it, each with the other one."""


def read(phrases: Arranged, choices: Choices) -> tuple[Plan, ReaderState]:
    """The policy of a text under one set of choices, and the state of the reader at its end."""
    state = ReaderState(phrases, choices, _HANDLERS)
    run(state, state.words, state.page.begin, len(state.words))
    end_sentence(state)
    put_in_order(state)
    policy = in_the_repeated_order(state.build.freeze())
    passing = with_pawns_in_passing(policy)
    if passing is not policy and choices.pick("en passant", "as announced") == "either square":
        policy = passing
    return printed_order(policy) if state.ordered else policy, state


def with_pawns_in_passing(policy: Plan) -> Plan:
    """The policy, in which a capture en passant may be meant by either of its squares.

    It is the same object if no square can be of such a capture.  Where the policy names both, each is meant as it is.
    """
    said = [each for node in walk(policy) if isinstance(node, Branch) for each in captures(node.when)]
    named = {square for each in said for square in (each.square, *each.also) if square}
    passed = {each for each in named if each[1] in _PASSED and each[0] + _PASSED[each[1]] not in named}
    if not passed:
        return policy

    def change(node: Any) -> Any:
        taken = isinstance(node, Captures) and not passed.isdisjoint((node.square, *node.also))
        return msgspec.structs.replace(node, passing=True) if taken else node

    changed: Plan = rewritten(policy, change)
    return changed


def line_break(state: ReaderState, i: int) -> None:
    """Handles a stop or a line break: ends the sentence, unless the line break is within one."""
    word, now = state.words[i], state.now
    if word.kind == "stop" or is_break(state, i):
        asked = "?" in word.text
        headed = (now.conditions and asked and not now.tries) or (now.join == "then" and (asked or not now.tries))
        end_sentence(state)
        if headed:
            state.now.cue = "white"  # “Silence? Qd4. Refused? Bd4. Illegal. Kd4.”


def unnumbered(state: ReaderState, i: int) -> int:
    """Handles a move without a number, or a square: the head of a branch, or a move by itself."""
    j = squares.square_head(state, i)
    return j if j > i else tries.bare_move(state, i)


def said(state: ReaderState, i: int) -> int | None:
    """Handles an announcement, or a capture that White makes."""
    if not tries.is_capture_in_words(state, i):
        announced.announcement(state, i)
        return None
    tries.make_try(state, tries.capture_in_words(state, i), tries.unnumbered_turn(state, i))
    state.named = state.last if state.last is not None and state.last.parts.piece else state.named
    return tries.behind_try(state, i)


def _square_named(word: Phrase) -> str | None:
    """The first square that a phrase names."""
    return next((each.square for each in word.says if isinstance(each, Captures)), None)


def place(state: ReaderState, i: int) -> int | None:
    """Handles a square with a preposition: where White moves a man, or another place of a capture."""
    after = tries.place_in_words(state, i)
    led = state.page.spoken and state.now.cue == "white" and state.words[i - 1].kind in ("try", "play", "then")
    said = _square_named(state.words[i])
    if after is None and led and not state.is_printed_behind(i, said):
        state.doubts.append((state.words[i], state.words[i]))  # “tries the square c4”: with which man?
    if after is None and not mentions(state.words[i].text.rpartition(" ")[0], "details.square_name"):
        announced.another_place(state, i)  # “the square e4” alone is no place of a capture
    return after


def move_in_words(state: ReaderState, i: int) -> int | None:
    """Handles a move in words (“the rook on g5”): a try of White's, a move of Black's, or a condition."""
    if read_as_place(state, state.words[i]) or announced.man_with_place(state, i):
        return None
    if not tries.is_try_in_words(state, i):
        replies.in_words(state, i)
        return None
    tries.make_try(state, state.words[i], tries.unnumbered_turn(state, i))
    return tries.behind_try(state, i)


_HANDLERS: Final[Mapping[Kind, Handler]] = {
    # where a sentence may end
    "stop": line_break,
    "bullet": line_break,
    "blank_line": line_break,
    "newline": line_break,
    # moves
    "white_move": tries.white_move,
    "bare_move": unnumbered,
    "any_of_man": unnumbered,
    "any_reply": unnumbered,
    "move_in_words": move_in_words,
    "black_number": replies.black_number,
    "same_move": repeated.same_move,
    "same_case": repeated.same_case,
    # joints
    "or": joints.or_,
    "sor": joints.sor,
    "double_slash": joints.double_slash,
    "slash": joints.slash,
    "then": joints.then,
    "semicolon": joints.semicolon,
    "colon": joints.colon,
    "dash": joints.dash,
    "comma": joints.comma,
    "in_order": joints.in_order,
    "order": joints.order_stated,
    "reversed": repeated.reverse_order,
    "paired": joints.paired,
    "any_order": joints.any_order,
    # what White does, and words that govern what follows
    "try": joints.white_tries,
    "play": joints.white_plays,
    "in_vain": joints.in_vain,
    "threat": joints.threatens,
    "threats": joints.threatens,
    "if": joints.if_,
    "when": joints.when,
    "unless": joints.unless,
    "cannot": joints.cannot,
    "because": joints.because,
    "moved": joints.moved_already,
    "black_moved": joints.moved_already,
    "mate": joints.mates,
    "not": joints.not_,
    "black": joints.black_does,
    "white": joints.white_does,
    "gap": joints.gap,
    "refused": fates.try_refused,
    "accepted": fates.try_accepted,
    # announcements and answers
    "announced": said,
    "umpire_speaks": announced.umpire_speaks,
    "at_square": place,
    "direction": announced.another_place,
    "man": announced.man_alone,
    "asked": answers.question,
    "yes": answers.yes_or_no,
    "no": answers.yes_or_no,
    "answer_yes": answers.scheme_answer,
    "answer_no": answers.scheme_answer,
    "otherwise": answers.otherwise,
    "all_other": answers.all_other,
    # parts
    "twin": answers.begin_part,
    "rulebook": answers.begin_part,
    "bracket": brackets.bracket,
}
