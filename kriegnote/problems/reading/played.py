"""Conditions on what White himself has played: “if 1.Ra4 was accepted”, “1.Ra5: 2.Bc7”, “with the rook on a7”."""

from __future__ import annotations

import msgspec

from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import Captures, Played
from kriegnote.problems.reading.builder import DraftTry
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.phrases import Phrase


def suppose(state: ReaderState, turn: int, *played: Parts) -> None:
    """The tries of an earlier turn, one of which was accepted, are a condition, or more of the last one."""
    now = state.now
    last = now.conditions[-1] if now.conditions else None
    if isinstance(last, Played):
        now.conditions[-1] = msgspec.structs.replace(last, also=(*last.also, *played))
    else:
        now.conditions.append(Played(turn=turn, parts=played[0], also=played[1:]))
    now.unclear, now.cue = None, ""


def stands_there(state: ReaderState, word: Phrase) -> bool:
    """“With the rook on a4 2.Bd6, on a5 or a6 2.Bc7”: whether a square is where a man went that White has tried.

    Then it is a condition; a square without a man is one behind another only.
    """
    said = word.says[0] if word.says else None
    if word.move is not None:
        squares, man = [word.move.parts.to], word.move.parts.piece
    elif isinstance(said, Captures) and _is_of_a_case(state):
        squares, man = [said.square, *said.also], None
    else:
        return False
    row = [each for each in state.build.root if isinstance(each, DraftTry)]
    played = [each for each in row if each.parts.to in squares and man in (None, each.parts.piece)]
    if len(row) < 2 or len({each.parts.to for each in played}) < len(squares) or state.turn_ahead(word) <= row[0].turn:
        return False
    suppose(state, row[0].turn, *(each.parts for each in played))
    state.used.add(word.start)
    state.note(word)
    return True


def _is_of_a_case(state: ReaderState) -> bool:
    """Whether what White played is the case that was told last."""
    if state.now.conditions:
        return isinstance(state.now.conditions[-1], Played)
    last = state.build.last_branch()
    return last is not None and any(isinstance(each, Played) for each in last.when)
