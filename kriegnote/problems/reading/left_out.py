"""Finds what a reading of a text leaves out: moves and conditions, and announcements without a part in the policy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, islice, pairwise, takewhile
from typing import Final, TypeAlias

from kriegnote.lexicon import mentions
from kriegnote.problems.policy import AUDIBLE, Captures, PawnTries
from kriegnote.problems.reading.builder import first_tries
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.denied import flattened
from kriegnote.problems.reading.exceptions import CUES, ENDS
from kriegnote.problems.reading.phrases import Phrase

PhraseRange: TypeAlias = tuple[Phrase, Phrase]
"""A stretch of the text: its first and its last phrase."""

_ANNOUNCED: Final = {"announced", "at_square"}
_GOVERNS: Final = {
    "if", "unless", "or", "refused", "try", "second", "in_order", "order", "otherwise", "sor", "not", "no", "before",
}  # fmt: skip
"""Kinds of phrases that may say when a try is made."""
_SQUARES: Final = {"at_square", "bare_move", "move_in_words"}
_SAID: Final = {"announced", "asked", "answer_yes", "answer_no", "otherwise", "all_other"}


def unread(state: ReaderState) -> list[PhraseRange]:
    """The moves of White's and the conditions that were not understood, in the order of the text."""
    moves = [
        (word, word)
        for word in _unused(state)
        if word.kind == "white_move" or (word.kind == "bare_move" and word.move and word.move.mates)
    ]
    left = [*state.unclear, *state.hidden, *moves, *_last_resort(state), *_first_resort(state)]
    return sorted(left, key=lambda each: each[0].start)


def _first_resort(state: ReaderState) -> Iterator[PhraseRange]:
    """A move in words, or its square alone, that was not read as a try though another follows if it is refused."""
    for n, (before, one) in enumerate(pairwise(state.words), 1):
        if before.kind not in ENDS or mentions(one.text, "details.stands"):
            continue
        named = one.kind in ("move_in_words", "at_square") and one.start not in state.used and not state.is_prose(one)
        if named and state.build.root and state.begins_row(n):
            yield one, one


def _last_resort(state: ReaderState) -> Iterator[PhraseRange]:
    """What is to be done if the last try is refused, if it names a square but no try was read (“if refused, b4”)."""
    tried = max((n for n, each in enumerate(state.words) if each.start in state.used), default=len(state.words))
    refused = dropwhile(lambda each: each.kind != "refused", state.words[tried + 1 :])
    clause = [*takewhile(lambda each: each.kind not in ENDS, refused)]
    if any(each.kind in _SQUARES and not state.is_prose(each) for each in clause):
        yield clause[0], clause[-1]


def doubtful(state: ReaderState) -> list[PhraseRange]:
    """What was read in a way that the words do not clearly say, in the order of the text.

    These are tries after unknown words, and announcements, questions and answers that are not part of the policy.
    """
    idle = {word.start: word for word in _unused(state) if word.kind in _SAID and not _explains(state, word)}
    idle |= {word.start: word for word in _passed_over(state)}
    idle |= {word.start: word for word in _unused(state) if PawnTries(any=True) in word.says and _heads(state, word)}
    empty = {each.place["span"][0] for each in state.build.empty() if any(isinstance(w, AUDIBLE) for w in each.when)}
    idle |= {
        word.start: word
        for word in (each for word in state.words for each in (word, *word.inside))
        if word.start in empty or word.kind == "excepted"
    }
    idle |= {word.start: word for word in _keyless(state)}
    idle |= {word.start: word for word in _places_behind(state)}
    idle |= {word.start: word for word in _supposed_in_cases(state)}
    if state.unanswered is not None and not _is_explained(state, state.unanswered):
        idle[state.unanswered.start] = state.unanswered
    return sorted([*state.doubts, *((each, each) for each in idle.values())], key=lambda each: each[0].start)


def supposed(state: ReaderState) -> list[PhraseRange]:
    """What no refutation may rest on: announcements read as descriptions, and heads of cases without a try read."""
    heads = {
        each.place["span"][0]
        for each in state.build.unfilled()
        if any(isinstance(when, AUDIBLE) for when in each.when) and each.place
    }
    return [
        *state.supposed,
        *((word, word) for word in state.words if word.kind == "announced" and word.start in heads),
    ]


def _places_behind(state: ReaderState) -> Iterator[Phrase]:
    """The squares behind a try that restrict it and have no part in the policy (“2.A, but only on h1”)."""
    for one, comma, place, end in zip(*(state.words[n:] for n in range(4)), strict=False):
        tried = one.start in state.used and one.kind == "white_move" and (one.number or 1) > 1
        if tried and comma.kind == "comma" and place.kind == "at_square" and end.kind in ENDS:
            yield from () if place.start in state.used or state.is_prose(place) else (place,)


def _supposed_in_cases(state: ReaderState) -> Iterator[Phrase]:
    """The tries that are only supposed although they are all that is said of a case (“capture: 2.A would be hasty”)."""
    for head, colon, tried, said in zip(*(state.words[n:] for n in range(4)), strict=False):
        if (colon.kind, tried.kind, said.kind) != ("colon", "white_move", "supposed") or (tried.number or 1) < 2:
            continue
        if head.kind in _SAID | _ANNOUNCED and tried.start not in state.used:
            yield tried


def _keyless(state: ReaderState) -> Iterator[Phrase]:
    """What shows that a text has no key to prove: tries of a later turn without one before, or words that deny the key.

    Such words are in the sentence of the key (“1.Na3! fails”), or in one without a first move (“There is no solution”).
    """
    first = {each.place["span"][0]: each.turn for each in first_tries(state.build.root)}
    words = [*flattened(sorted({each.start: each for each in state.words}.values(), key=lambda each: each.start))]
    sentence: list[Phrase] = []
    keyed = any(each.number == 1 and each.start in first for each in words)
    keyless = 1 not in first.values() or any(each.number == 1 and each.start in state.passed for each in words)
    if state.shift == 1 and not state.keyless:
        yield from _unread_key(words)
    for n, word in enumerate(words):
        before = words[n - 1].start if n else -1
        keyless = keyless and first.get(word.start) != 1
        refused = word.kind == "refused" and words[n - 1].number == 1 and first.get(before) == 1
        if (keyless and first.get(word.start, 1) > 1) or (refused and _is_final(words, n)):
            yield word
        sentence.append(word)
        if word.kind in ENDS - {"semicolon"} or n + 1 == len(words):
            denied = [each for each in sentence if mentions(each.text, "details.unsolved")]
            keys = [each for each in sentence if each.number == 1 and each.kind == "white_move"]
            if denied and (not (keys and keyed) or any(each.start in first for each in keys)):
                yield from denied if all(each.kind != "rulebook" for each in sentence) else ()
            sentence = []


def _unread_key(words: list[Phrase]) -> Iterator[Phrase]:
    """The first square that is named before the first move, in a text whose numbers begin with 2 (“Push to d6. …”)."""
    ahead = takewhile(lambda each: each.kind != "white_move", words)
    yield from islice((one for one in ahead if one.kind in _SQUARES), 1)


def _is_final(words: list[Phrase], n: int) -> bool:
    """Whether a refusal directly behind a key is said of it, not supposed, and no other first try follows."""
    if words[n - 2].kind in CUES:
        return False  # “1.Qxa5 mates once 1.Qe6 has been refused”
    following = next((each.number for each in words[n:] if each.kind == "white_move"), 2)
    return words[n].text[:1].islower() and following != 1


def _is_explained(state: ReaderState, asked: Phrase) -> bool:
    """Whether a question at the end only says how the cases before it are told apart: both answers were read."""
    i = next((n for n, each in enumerate(state.words) if each is asked), 0)
    sentence = [*takewhile(lambda each: each.kind not in ENDS, reversed(state.words[:i]))]
    near = (each for each in (*sentence, *state.words[i + 1 :]) if each.kind != "umpire_speaks")
    alone = not any(each.says or each.move for each in near)
    return alone and state.both_answers()


def _heads(state: ReaderState, word: Phrase) -> bool:
    """Whether a phrase is at the end of a head (“no capture; pawn tries for White: 2.gxf6”)."""
    i = next((n for n, each in enumerate(state.words) if each is word), 0)
    behind = [each.kind for each in state.words[i + 1 : i + 3]]
    return not state.page.counted and (behind[:1] == ["colon"] or behind == ["white", "colon"])


def _explains(state: ReaderState, word: Phrase) -> bool:
    """Whether an announcement only describes a move of Black's in its own sentence (“1...Bf6 allows two captures”)."""
    near = state.words
    i = next((n for n, each in enumerate(near) if each is word), 0)
    behind = takewhile(lambda each: each.kind not in ENDS, near[i:])
    sentence = [*takewhile(lambda each: each.kind not in ENDS, reversed(near[:i])), *behind]
    kinds = {each.kind for each in sentence}
    tried = any(each.kind == "white_move" or (each.move is not None and each.move.mates) for each in sentence)
    return "black_number" in kinds and kinds.isdisjoint(_GOVERNS) and not tried


def _unused(state: ReaderState) -> Iterator[Phrase]:
    """The phrases of the solution that are neither part of the policy nor understood to be no part of it."""
    for word in state.words[state.page.begin :]:
        if not (word.start in state.used or word.start in state.passed or state.is_prose(word)):
            yield word


def _passed_over(state: ReaderState) -> Iterator[Phrase]:
    """The announcements directly after a try, or in a bracket there, that are not part of the policy.

    In a branch for a capture, a remark such as “2.Qd5 (the pawn has taken)” is not one: it says what White cannot hear.
    """
    captured = False  # the last head is for a capture
    for before, word in pairwise(state.words):
        used = before.start in state.used
        if used and before.kind in _ANNOUNCED:
            captured = _is_capture(before)
        if not used or not _may_have_case(before) or state.is_prose(word):
            continue
        for each in takewhile(lambda each: each.kind not in ("mate", "because"), word.inside or (word,)):
            remark = captured and _is_capture(each) and not getattr(each.says[0], "square", None)
            remark = remark or mentions(each.text, "details.taking")  # “2.Qg5 (perhaps capturing)”
            if each.kind in _ANNOUNCED and each.start not in state.used and not remark:
                yield each


def _is_capture(phrase: Phrase) -> bool:
    return any(isinstance(each, Captures) and each.happened for each in phrase.says)


def _may_have_case(tried: Phrase) -> bool:
    """Whether an announcement after a move may be its condition: not after the key, nor after a capture by a pawn."""
    if tried.move is None or tried.move.mates:
        return tried.move is not None
    return tried.number != 1 and not (tried.move.parts.piece == "P" and tried.move.parts.capture)
