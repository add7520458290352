"""Reads squares without a preposition as the head of a branch: “h3: 2.Rh1#”, “Captures: f6, Qe3; a3, Rc4”."""

from __future__ import annotations

from typing import Final

from kriegnote.problems.policy import AUDIBLE, Captures, Silent
from kriegnote.problems.reading.alternatives import joint, or_else
from kriegnote.problems.reading.announced import conditions_before
from kriegnote.problems.reading.context import SET_OFF, ReaderState, reply_moves
from kriegnote.problems.reading.phrases import Phrase, is_square
from kriegnote.problems.reading.sentences import add_condition

_LEADING: Final = ("if", "when", "umpire_speaks")


def square_head(state: ReaderState, i: int) -> int:
    """Reads squares as the head of a branch, as in “h3: 2.Rh1#”: captures there, or pawn moves of Black's.

    Returns the index of the next phrase, or ``i`` if the squares are not a head.  All squares on a page are read in the
    same way.
    """
    j = end_of_squares(state, i)
    if not heads_branch(state, i):
        return i
    squares_as_condition(state, [word for word in state.words[i:j] if is_square(word)])
    return j


def squares_as_condition(state: ReaderState, squares: list[Phrase]) -> None:
    """Adds squares as a condition: captures on them, or replies to them."""
    now, word = state.now, squares[0]
    joined = joint(state, state.at.get(word.start, 0)) == "or"
    placed = any(isinstance(each, Captures) and each.square for each in now.conditions)
    if placed and not joined:
        state.doubts.append((word, word))  # “e4 without check, d6 2.Qa3”
    first, *also = [each.move.parts.to or "" for each in squares if each.move is not None]
    if state.choices.pick("square", "capture") == "capture":
        said = Captures(square=first, also=tuple(also))
        if joined and (now.conditions == [Silent()] or (placed and isinstance(now.conditions[-1], AUDIBLE))):
            or_else(state, said, word)  # “silence or g5: 2.Ng4”, “taken there, or should d2 be”
        else:
            add_condition(state, said, word)
        now.last = squares[-1]
    else:
        state.note(word)
        now.replies += reply_moves(squares)
        now.reply_turn = state.turn_ahead(word)
    state.used |= {each.start for each in squares}
    now.cue, now.unclear = "", None


def heads_branch(state: ReaderState, i: int) -> bool:
    """Whether the squares from an index on are the head of a branch."""
    j = end_of_squares(state, i)
    return j > i and stands_at_head(state, i, j)


def end_of_squares(state: ReaderState, i: int) -> int:
    """The index behind the squares from an index on, parted by commas, slashes, *and* or *or*; ``i`` without one."""
    if i == len(state.words) or not is_square(state.words[i]):
        return i
    if i not in state.row:  # the end of a row is looked for once, not from each of its squares
        j = end = i
        while j < len(state.words) and is_square(state.words[j]):
            j = end = j + 1
            while j < len(state.words) and state.words[j].kind in ("or", "slash", "comma", "and"):
                j += 1
        state.row = range(i, end)
    return state.row.stop


def is_remarked_on(square: Phrase, after: Phrase) -> bool:
    """Whether words are between a square and the move directly behind it (“leaves e4 free for 2.Qe4”)."""
    return after.kind == "white_move" and after.start > square.end + 2


def stands_at_head(state: ReaderState, i: int, j: int) -> bool:
    """Whether the squares from ``i`` to ``j`` are the head of a branch: White's numbered move or a colon follows."""
    before = state.words[i - 1].kind if i else ""
    parted = [w.kind for w in state.words[j : j + 3]]
    after = state.after(j - 1, SET_OFF | ({"comma"} if before in (*_LEADING, "announced") else frozenset()))
    if before in ("colon", "semicolon", "stop") and parted[:1] in (["comma"], ["then"]):
        after = state.after(j - 1, SET_OFF | {"comma", "then"})  # “Black takes: c3, then 2.Rxc3; e4, then …”
    if after is None or parted[:2] == ["colon", "mate"]:  # “Qh2, Qf4, d4: mate”
        return False
    if after.kind == "white_move":
        return bool(state.build.root) and not is_remarked_on(state.words[j - 1], state.words[j])
    if parted[:1] == ["comma"] and state.page.unnumbered and after.kind == "bare_move" and not is_square(after):
        said = state.now.conditions if before == "colon" else conditions_before(state) if before == "semicolon" else []
        return bool(said) and all(isinstance(each, Captures) for each in said)  # “Captures: f6, Qe3; a3, Rc4”
    if after.kind == "bracket" and parted[:1] not in (["colon"], ["dash"]):
        return any(each.kind == "white_move" for each in after.inside)
    return (
        parted[:1] in (["colon"], ["or"])
        or parted[:2] == ["comma", "or"]
        or (parted[:1] == ["dash"] and after.kind in ("bare_move", "asked"))
    )
