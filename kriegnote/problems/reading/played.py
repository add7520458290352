"""Conditions on what White himself has played: “if 1.Ra4 was accepted”, “1.Ra5: 2.Bc7”, “with the rook on a7”."""

from __future__ import annotations

import msgspec

from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import Played
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
    """“With the rook on a4 2.Bd6”: whether a man stands where White has tried to go with him; it is a condition."""
    where = word.move.parts if word.move is not None else Parts()
    row = [each for each in state.build.root if isinstance(each, DraftTry)]
    played = [each for each in row if (each.parts.piece, each.parts.to) == (where.piece, where.to)]
    if len(row) < 2 or not played or state.turn_ahead(word) <= row[0].turn:
        return False
    suppose(state, row[0].turn, *(each.parts for each in played))
    state.used.add(word.start)
    state.note(word)
    return True
