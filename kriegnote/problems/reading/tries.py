"""Reads White's moves: tries, keys and moves without a number, and what directly follows one."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.model.printed_moves import Parts, Piece
from kriegnote.problems.policy import AUDIBLE, Answer, Captures, Otherwise
from kriegnote.problems.reading.announced import is_made_by_white
from kriegnote.problems.reading.brackets import bracket
from kriegnote.problems.reading.builder import DraftFork, DraftTry, place
from kriegnote.problems.reading.context import MOVES, ReaderState, is_number
from kriegnote.problems.reading.moves import Printed
from kriegnote.problems.reading.page import BREAKS
from kriegnote.problems.reading.phrases import Phrase, is_square
from kriegnote.problems.reading.replies import has_moved, is_hidden, read_replies, suppose
from kriegnote.problems.reading.sentences import add_condition, is_divided, open_branch
from kriegnote.problems.reading.squares import heads_branch

_JOINING: Final = {
    "or", "sor", "then", "and", "comma", "slash", "in_order", "order", "any_order", "refused", "otherwise", "no",
}  # fmt: skip
_LEADS_IN_WORDS: Final = frozenset(
    {"try", "play", "then", "sor", "in_order", "order", "second", "white", "asked", "gap"}
)
_CLAUSE: Final = frozenset({"comma", "colon", "semicolon", "dash"})


def white_move(state: ReaderState, i: int) -> int:
    """Reads a numbered move: a try, a reference to one, a supposed move, or one that is said not to be made."""
    word, now = state.words[i], state.now
    assert word.move is not None
    turn = max((word.number or 1) - state.shift, 1)
    duty = word.move.parts.piece == "P" and word.move.parts.capture and Answer(any=True) in now.conditions
    if (word.move.doubted and not (duty or is_asked_for(state, i))) or now.cue == "not":
        state.passed.add(word.start)
        sure = now.cue == "not" and not word.move.doubted
        if now.conditions and not now.tries and sure and not state.try_ahead(i):
            state.doubts.append((word, word))  # “Capture on d6: hardly 2.Bxf5”: and what else?
        now.cue = "against"
        return i + 1
    if state.is_supposed(word):
        suppose(state, turn, word.move.parts)
        state.passed.add(word.start)
        return i + 1
    known = None if now.replies or now.conditions else state.known_try(word)
    if known is not None and state.is_reference(word):
        bind_to(state, i)
        state.passed.add(word.start)
        state.build.go(turn)
        now.unclear = None
        state.last = known
        state.only = None
        now.then()
        now.cue, now.part = "", "body"
        return behind_try(state, i)
    make_try(state, word, turn)
    return behind_try(state, i)


def bind_to(state: ReaderState, i: int) -> None:
    """Makes the last alternative follow the try named in a condition behind it: “2.A, or 2.B if 2.A is illegal”."""
    if state.now.cue == "if" and state.now.tries and state.words[i + 1].kind == "refused":
        state.build.bind(state.now.tries[-1])


def is_asked_for(state: ReaderState, i: int) -> bool:
    """Whether a move with a question mark is said to the umpire, whose answer follows: “2.Kc4? If not, 2.Kd4”."""
    kinds = [each.kind for each in state.words[i + 1 : i + 5] if each.kind not in ("newline", "stop", "if", "when")]
    return kinds[:1] in (["yes"], ["no"], ["otherwise"], ["sor"])


def make_try(state: ReaderState, word: Phrase, turn: int) -> None:
    """Adds a try of White's, in the branch of the conditions of the sentence."""
    now, move = state.now, word.move
    assert move is not None
    hidden = False
    if now.unclear is not None and not (now.part == "reason" or now.conditions or now.replies):
        hidden = is_hidden(state, now.unclear, word)
        first, last = sorted((now.unclear, word), key=lambda each: each.start)
        (state.hidden if hidden else state.unclear).append((first, last))
    now.unclear = None
    parried = now.threat and is_said_to_be_parried(state, word)
    if parried:
        now.conditions = []
    if now.threat:
        now.threat = False
        if not any(isinstance(each, AUDIBLE) for each in now.conditions):  # “silence: the threat 2.Re5 is tried”
            now.conditions = [*now.conditions, Otherwise(threat=True)]
    if begins_unnamed_case(state, word, turn):
        state.eliminated += 1
        add_condition(state, Otherwise(), word)
    if now.conditions or now.replies:
        open_branch(state, turn=None if now.replies else turn)
    asked = is_asked_for(state, state.at.get(word.start, 0))
    made = DraftTry(
        place(word, text=word.name or word.text), move.parts, turn, figurine=move.figurine, mates=move.mates,
        checks=move.checks, vain=now.vain or (move.doubted and not asked), defences=list(now.defended),
    )  # fmt: skip
    if not hidden:
        note_doubt(state, word, turn)
    settle_whose(state, word, turn)
    state.build.add(made, now.join or "then", only=state.only)
    state.only = None
    state.last = made
    state.used.add(word.start)
    now.tries.append(made)
    now.defended = []
    now.join, now.vain, now.black = "", False, False
    now.cue = "white" if now.order in ("tried", "given") else ""
    now.part = "reason" if now.part == "reason" else "body"
    state.asking = False
    if parried:
        now.conditions, now.tries, now.part = [Captures()], [], "head"


def is_said_to_be_parried(state: ReaderState, word: Phrase) -> bool:
    """Whether a sentence says that captures parry a threat (“three captures stop the threat of 2.A: on e3 2.B”)."""
    first, i = state.now.first, state.at.get(word.start, 0)
    behind = [each.kind for each in takewhile(lambda each: each is not first, state.words_before(i))]
    subject = first is not None and first.kind == "announced" and {"colon", "comma"}.isdisjoint(behind)
    return subject and state.now.conditions == [Captures()]


def begins_unnamed_case(state: ReaderState, word: Phrase, turn: int) -> bool:
    """Whether a sentence without a condition is for the one case that no other branch names.

    An example is “Capture heard: 2.Rc1. Not heard: 2.Qxd4.”, if the second head is not understood.
    """
    now, top = state.now, state.build.top
    if now.tries or now.join or now.conditions or now.replies or state.keyless or not is_divided(state):
        return False
    if top.kind not in ("announced", "reply") or not top.plan or top.turn != turn or top.asked:
        return False
    behind = state.words_before(state.at.get(word.start, 0))
    lead = [each.kind for each in takewhile(lambda each: each.kind not in BREAKS and each.move is None, behind)]
    if not _JOINING.isdisjoint(lead) or "threat" in lead:
        return False
    return state.choices.pick("no head", "goes on", word.start) == "otherwise"


def note_doubt(state: ReaderState, word: Phrase, turn: int) -> None:
    """Records a doubt if unknown words and no joining word stand between a try and the one before it.

    The words may state a condition that was not understood.
    """
    top = state.build.top
    after = bool(top.plan) and top.turn == turn and not isinstance(top.plan[-1], DraftFork)
    if word.led_by is None or not after or state.now.order == "given":
        return
    i = state.at.get(word.start, 0) - 1
    while i >= 0 and state.words[i].move is None:
        if state.words[i].kind in _JOINING:
            return
        i -= 1
    state.doubts.append((word.led_by, word))


def settle_whose(state: ReaderState, word: Phrase, turn: int) -> None:
    """Decides whether the next turn belongs to all tries of the row before it, or to the last one only."""
    row = state.build.row(turn)
    if state.only is not None or len(row) < 2:
        return
    refused = any(each.refused for each in row[:-1]) and not row[-1].refused
    if state.choices.pick("next turn", "last" if refused else "all", word.start) == "last":
        state.only = row[-1]


def behind_try(state: ReaderState, i: int) -> int:
    """Reads what directly follows a move of White's: a bracket, and moves without a number as Black's replies.

    Returns the index of the next phrase.
    """
    j = i + 1
    if not state.words[i].number and [each.kind for each in state.words[j : j + 2]] == ["dash", "bare_move"]:
        return j  # “Qd5 – Rc1”
    while j < len(state.words) and state.words[j].kind in ("newline", "other", "dash"):
        j += 1
    if j < len(state.words) and state.words[j].kind == "bracket":
        bracket(state, j)
        j += 1
        if is_number(state.words[j - 1]):
            return j  # “1.Qb2: (1) Rg4; if refused (2) Qf2”
    elif j < len(state.words) and state.words[j].kind not in MOVES:
        return i + 1
    moves = j < len(state.words) and state.words[j].kind in MOVES and not state.is_prose(state.words[j])
    if moves and heads_branch(state, j):
        return j
    if moves and (bare := state.words[j].move) is not None and bare.mates:
        return j  # Black does not mate
    if moves and "!" in state.words[j - 1].text and state.words[j].start > state.words[j - 1].end + 2:
        return j  # “1.Na3! Does Qg5 go?”
    if moves and state.choices.pick("behind a try", "reply", state.words[j].start) == "reply":
        return read_replies(state, j, (state.words[i].number or 1) - state.shift + 1, own=True)
    return j


def bare_move(state: ReaderState, i: int) -> int:
    """Reads a move without a number: White's, Black's, or only mentioned.  Returns the index of the next phrase."""
    word, now = state.words[i], state.now
    if word.kind != "bare_move" or word.move is None:
        return i + 1
    duty = word.move.parts.piece == "P" and word.move.parts.capture and Answer(any=True) in now.conditions
    if word.move.doubted and not duty:  # “yes: dxe3? (refused), then Qe4”
        return i + 1
    if is_square(word) and (after := place_in_words(state, i)) is not None:
        return after
    if names_capture(state, word):
        return i + 1
    if now.cue == "if" and now.tries and state.is_reference(word):
        bind_to(state, i)
        state.passed.add(word.start)
        state.last, state.only = state.known_try(word), None
        return i + 1
    before = state.words[i - 1].kind
    listed = bool(now.tries) and not now.black and before in ("comma", "or", "slash", "dash")
    headed = state.page.unnumbered and bool(now.conditions) and before in ("comma", "dash")
    first = not is_square(word) and state.opens_turn(i)
    listed = listed or headed or state.keyless or first or (bool(duty) and now.cue not in ("because", "not"))
    tried = is_tried(state, word)  # a certain try is never ignored
    way = "try" if tried else state.choices.pick("bare move", "try" if listed else "prose", word.start)
    if way == "try":
        unplaced = state.words[i - 1].kind == "announced" and state.words[i - 1].end + 1 == word.start
        if (now.cue in ("if", "because", "not") and not (tried or duty)) or (
            unplaced and now.conditions == [Captures()]
        ):
            state.doubts.append((word, word))  # it may be part of the condition
        make_try(state, word, unnumbered_turn(state, i))
        return behind_try(state, i)
    if way == "reply":
        return read_replies(state, i, state.turn_ahead(word), own=False)
    if is_square(word) and now.cue == "white" and not now.black and before in ("try", "play"):
        state.doubts.append((word, word))  # “tries the square d4”: with which man?
    paired = [each.kind for each in state.words[i + 1 : i + 2]] == ["bare_move"]  # “dxc4 Bf3#”
    if state.page.unnumbered and not (paired or is_square(word) or now.black or state.known_try(word)):
        state.doubts.append((word, word))  # nothing says that it is not a try
    return i + 1


def names_capture(state: ReaderState, word: Phrase) -> bool:
    """Adds the square of a move of Black's to the capture that it explains; returns whether it does.

    Examples are “If Black captures with dxc4: 2.A” and “If he captures en passant (dxc3): 2.B”.
    """
    now, move = state.now, word.move
    if now.conditions != [Captures()] or now.tries or move is None or move.mates or not move.parts.capture:
        return False
    after = state.after(state.at[word.start]) if word.start in state.at else None
    if is_square(word) or (after is not None and after.kind not in ("colon", "comma", "or", "white_move")):
        return False
    add_condition(state, Captures(square=move.parts.to), word)
    return True


def is_tried(state: ReaderState, word: Phrase) -> bool:
    """Whether a move without a number is certainly White's, by the words before it or as it mates."""
    now = state.now
    mates = word.move is not None and word.move.mates
    if now.cue == "because" and mates:
        return True  # Black does not mate
    in_a_row = bool(now.tries) and (bool(now.join) or now.order == "given")
    before = state.words[state.at[word.start] - 1]
    near = not is_square(word) or word.start <= before.end + 2  # not “Only d5 is left”
    return (now.cue == "white" and not now.black and near) or in_a_row or mates


def is_try_in_words(state: ReaderState, i: int) -> bool:
    """Whether a move in words is a try: “White tries the rook on g5; if that fails, the queen on e3”."""
    now, lead = state.now, [*takewhile(lambda each: each.kind in _LEADS_IN_WORDS, state.words_before(i))]
    stands = mentions(state.words[i].text, "details.stands")
    said = bool(now.conditions or (state.page.spoken and now.tries))
    spoken = now.cue == "" and said and (state.page.spoken or not state.move_in_sentence(i))
    move = state.words[i].move
    to = move.parts.to if move is not None else None
    idle = stands or has_moved(state.words[i]) or state.is_printed_behind(i, to)
    spoken = spoken or state.opens_turn(i)
    if not (now.cue == "white" or spoken) or now.black or idle:
        return False
    headed = bool(now.conditions) and not now.tries and not state.move_in_sentence(i)
    led = (
        state.page.spoken
        or headed
        or bool(now.tries and now.join)
        or any(each.kind in ("try", "play", "then", "sor") for each in lead)
    )
    return state.choices.pick("in words", "try" if led else "prose", state.words[i].start) == "try"


def place_in_words(state: ReaderState, i: int) -> int | None:
    """Reads a square to which White moves a man that is named before: “The queen tries e2; refused, she goes to h4”.

    Returns the index of the next phrase; None if the square is none of that kind.
    """
    word, now = state.words[i], state.now
    lead = [*takewhile(lambda each: each.kind in _LEADS_IN_WORDS, state.words_before(i))]
    named_before = bool(now.tries) and state.last is not None and state.last is state.named
    led = any(each.kind in ("try", "play", "asked") for each in lead) or (state.page.spoken and now.cue == "white")
    led = led or named_before  # “the queen tries g5 first and d2 second”
    if not led or now.black or now.cue not in ("", "white") or mentions(word.text, "details.stands"):
        return None
    before = takewhile(lambda each: each.kind not in BREAKS | _CLAUSE, state.words_before(i))
    understood = bool(now.conditions)  # “in case of silence the rook mates on h8”
    clause = {each.kind for each in takewhile(lambda each: not (understood and each.says), before)}
    supposed = not clause.isdisjoint({"if", "when", "because"}) and clause.isdisjoint({"refused", "cannot", "no"})
    if supposed:
        return None
    subject = state.words[i - len(lead) - 1] if i > len(lead) else word
    subject = subject_of(state, i - len(lead)) if subject.kind == "colon" and state.keyed() else subject
    named = subject.says[0].man if subject.kind == "man" and isinstance(subject.says[0], Captures) else None
    last = state.last.parts.piece if state.last is not None and not state.keyed() else None
    last = last if state.page.unnumbered or state.page.spoken else None
    piece: Piece | None = named or last  # type: ignore[assignment]
    said = word.says[0] if word.says else Captures(square=word.move.parts.to if word.move else None)
    unnamed = state.page.spoken and bool(now.tries) and now.tries[-1].figurine and piece is None  # “he plays to b4”
    if not (piece or unnamed) or not isinstance(said, Captures) or said.also:
        return None
    if state.is_printed_behind(i, said.square):
        return None
    if word.move is not None and not (named or named_before or (state.page.spoken and now.tries)):
        return None  # a square alone may be a pawn's move
    move = Printed(Parts(piece=piece, to=said.square), figurine=unnamed, mates=False, checks=False, doubted=False)
    make_try(state, replace(word, move=move), unnumbered_turn(state, i))
    state.named = state.named if unnamed else state.last
    return behind_try(state, i)


def subject_of(state: ReaderState, i: int) -> Phrase:
    """The only man of the sentence before an index; otherwise the phrase before it.

    An example is “The queen has two squares: first she tries g5 …”.
    """
    before = takewhile(lambda each: each.kind not in BREAKS and each.move is None, state.words_before(i))
    men = [each for each in before if each.kind == "man"]
    return men[0] if len(men) == 1 else state.words[i - 1]


def is_capture_in_words(state: ReaderState, i: int) -> bool:
    """Whether a capture in words is a try that is not printed as a move: “White tries to take on e2; if refused …”."""
    said = state.words[i].says[0]
    if not is_made_by_white(state, i) or not isinstance(said, Captures) or not said.square or said.also:
        return False
    named = state.is_printed_behind(i, said.square)
    return not named and state.choices.pick("in words", "try", state.words[i].start) == "try"


def capture_in_words(state: ReaderState, i: int) -> Phrase:
    """A phrase for a capture on a square, with a move by the man that is named, or else by any man.

    The man named before is the likeliest then, and goes on (“the queen takes e2; she takes h4; she goes to b4”).
    """
    word, before = state.words[i], state.words[i - 1]
    assert isinstance(word.says[0], Captures)
    subject = before.says[0].man if before.kind == "man" and isinstance(before.says[0], Captures) else None
    named = word.by or subject
    last = state.last.parts.piece if state.last is not None and state.last is state.named else None
    piece: Piece | None = named or last  # type: ignore[assignment]
    parts = Parts(piece=piece, to=word.says[0].square, capture=True)
    return replace(word, move=Printed(parts, figurine=not named, mates=False, checks=False, doubted=False))


def unnumbered_turn(state: ReaderState, i: int) -> int:
    """The turn, from 1, of a try without a number: that of the key, the next numbered move, or the tries before."""
    if state.keyless:
        state.keyless = False
        return 1
    for word in state.words[i + 1 : i + 8]:
        if word.kind in ("stop", "semicolon", "bullet"):
            break
    now, top = state.now, state.build.top
    trying = now.order in ("tried", "given")
    mates = (move := state.words[i].move) is not None and move.mates
    if (mates or not now.tries) and not now.join and state.keyed():
        return 2
    if now.conditions or now.replies:
        return state.turn_ahead(state.words[i])
    if now.tries:
        played = len(now.tries) == 1 and is_simply_played(state, now.tries[0])
        later = played and (trying or (state.keyed() and state.choices.pick("unnumbered", "this turn") == "next turn"))
        return now.tries[-1].turn + later
    return top.turn + (trying and bool(top.plan) and is_simply_played(state, top.plan[-1]))


def is_simply_played(state: ReaderState, stage: object) -> bool:
    """Whether a stage is the key, which is simply played: “1.Qe7! White then tries Qxe2”."""
    return stage is state.build.root[0] if len(state.build.root) == 1 else False
