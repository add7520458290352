"""Reads Black's moves, as conditions or as reasons for a refusal, and White's earlier moves as conditions."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

import msgspec

from kriegnote.lexicon import mentions
from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import Captures, Otherwise, Played, ReplyMove
from kriegnote.problems.reading.builder import DraftTry
from kriegnote.problems.reading.context import MOVES, ReaderState, reply_move
from kriegnote.problems.reading.phrases import Phrase
from kriegnote.problems.reading.sentences import add_condition, end_sentence

_SEPARATORS: Final = {"or", "comma", "slash", "and", "newline", "blank_line", "black_number", "other"}

_OF_MEN: Final = {"man", "any_of_man", "move_in_words"}
_ABOUT_MEN: Final = {"black", "at_square", "moved", "goes", "comma", "direction", "newline", "and", "not"}
"""Kinds of phrases, other than names of men, in a condition on men that White does not see."""
_ENDS_OF_CONDITION: Final = frozenset({"comma", "semicolon", "colon", "stop", "white_move"})


def black_number(state: ReaderState, i: int) -> int:
    """Reads ``1...`` and Black's moves after it: a condition, or the reason why a try is refused.

    Returns the index of the next phrase.
    """
    word, now = state.words[i], state.now
    turn = max(word.number + 1 - state.shift, 1) if word.number else state.turn_ahead(word)
    if now.cue in ("because", "not", "against"):
        moves, j = moves_from(state, i + 1)
        if now.cue == "because":
            now.defended.extend(moves)
        now.cue = ""
        return max(j, i + 1)
    behind = bool(now.tries) and now.tries[-1].turn == turn and now.part != "head"
    expected = "reason" if now.part == "reason" else "condition"
    if behind and state.choices.pick("replies behind", expected, word.start) == "reason":
        moves, j = moves_from(state, i + 1)  # “2.Qg5#, which only 1...Nf6 prevents; then 2.Qd2#”
        now.tries[-1].defences.extend(moves)
        now.black = False
        return max(j, i + 1)
    after = state.words[i + 1] if i + 1 < len(state.words) else None
    if after is not None and after.kind in ("dash", "colon") and not word.number:
        add_condition(state, Otherwise(), word)  # “x c4 → 2.Bf3; ... → 2.Qh8”
        return i + 1
    return read_replies(state, i + 1, turn, own=False)


def read_replies(state: ReaderState, i: int, turn: int, *, own: bool) -> int:
    """Reads Black's moves from an index on as a condition, and returns the index of the next phrase.

    :param turn: the turn of White's after them, from 1.
    :param own: they are replies to the last try alone.
    """
    moves, j = moves_from(state, i)
    if not moves:
        return i
    now = state.now
    if own or (now.tries and now.tries[-1].turn == turn - 1):
        state.only = state.only or state.last
        state.build.go(turn, only=state.only)
        now.tries = []
    state.note(state.words[i])
    now.replies.extend(moves)
    now.reply_turn = turn
    now.cue, now.unclear = "", None
    return j


def moves_from(state: ReaderState, i: int) -> tuple[list[ReplyMove], int]:
    """Black's moves from an index on, separated by commas, slashes, *and* or *or*, and the index at which they end."""
    found: list[ReplyMove] = []
    j = i
    while j < len(state.words) and state.words[j].kind in MOVES:
        if found and (move := state.words[j].move) is not None and move.mates:
            break  # “dxc4 Bf3#”: Black does not mate
        made = reply_move(state.words[j])
        if made is not None:
            found.append(made)
        state.used.add(state.words[j].start)
        i = j = j + 1
        while j < len(state.words) and state.words[j].kind in _SEPARATORS:
            j += 1
    return found, i


def in_words(state: ReaderState, i: int) -> None:
    """Reads a move in words (“if the king is on b3”) as Black's move, or ignores it."""
    word, now = state.words[i], state.now
    if state.choices.pick("man in words", "prose", word.start) == "reply":
        state.note(word)
        made = reply_move(word)
        assert made is not None
        now.replies.append(made)
        now.reply_turn = state.turn_ahead(word)
        now.unclear = None
        state.used.add(word.start)


def is_hidden(state: ReaderState, condition: Phrase, word: Phrase) -> bool:
    """Whether a condition is about men that White does not see, as in “2.A or, if a rook has interposed, 2.B”.

    White can only proceed as if the try before was refused.  No other condition is taken for a refusal: what is not
    understood may be that the try is accepted.

    :param condition: the *if* of the condition.
    :param word: the try after it.
    """
    near = [each for each in state.near(word) if each.start > condition.start]
    if word.start > condition.start:
        among = [each for each in near if each.start <= word.start]
    else:  # “2.A if the king is on d6, 2.B if he is on b5”
        among = [*takewhile(lambda each: each.kind not in _ENDS_OF_CONDITION, near), word]
    if among == [word] and word.kind == "bare_move":
        return True  # “2.A (if Nf6 then illegal)”: it may be Black's
    who = [each for each in among if each.kind == "announced" and each.start in state.passed]  # “if a bishop has taken”
    kinds = {each.kind for each in among[:-1] if each not in who}
    about_men = bool(who or kinds & _OF_MEN or "at_square" in kinds)
    return about_men and kinds <= _OF_MEN | _ABOUT_MEN and not any(each.led_by for each in among)


def has_moved(word: Phrase) -> bool:
    """Whether a phrase says that a man has moved, not that it is to move."""
    return mentions(word.text, "details.moved")


def suppose(state: ReaderState, turn: int, *played: Parts) -> None:
    """Adds tries of an earlier turn, one of which was accepted, as a condition, or as alternatives to the last one."""
    now = state.now
    last = now.conditions[-1] if now.conditions else None
    if isinstance(last, Played):
        now.conditions[-1] = msgspec.structs.replace(last, also=(*last.also, *played))
    else:
        now.conditions.append(Played(turn=turn, parts=played[0], also=played[1:]))
    now.unclear, now.cue = None, ""


def read_as_place_again(state: ReaderState, said: object) -> bool:
    """Adds a square as a place of the man of the branch before (“with the rook on a4 2.A, on a5 2.B”), if it is one."""
    last = state.build.last_branch()
    if last is None or not isinstance(said, Captures) or not any(isinstance(each, Played) for each in last.when):
        return False
    row = [each.parts for each in state.build.root if isinstance(each, DraftTry) and each.parts.to == said.square]
    if row:
        end_sentence(state)
        suppose(state, 1, *row)
    return bool(row)


def read_as_place(state: ReaderState, word: Phrase) -> bool:
    """Adds a phrase as a condition if it says that a man is where White tried to move it; returns whether it does.

    An example is “With the rook on a4 2.Bd6”, after the keys 1.Ra4 and 1.Ra5.
    """
    where = word.move.parts if word.move is not None else Parts()
    row = [each for each in state.build.root if isinstance(each, DraftTry)]
    played = [each for each in row if (each.parts.piece, each.parts.to) == (where.piece, where.to)]
    if len(row) < 2 or not played or state.turn_ahead(word) <= row[0].turn:
        return False
    suppose(state, row[0].turn, *(each.parts for each in played))
    state.used.add(word.start)
    state.note(word)
    return True
