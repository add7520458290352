"""Finds plies of one player that are printed in each other's place: a hand copied a column, or wrote from memory.

The search takes the plies in their order (:mod:`kriegnote.restoration.restorer`).  Where it gives up, the plies around
are tried in the other order, on a part of the game and with little work; an order is taken if the game goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.restoration.restorer import Repaired, repair

_NEAR: Final = 4  # plies before the one at which the search gave up, and behind it
_BEYOND: Final = 12  # plies behind it that are read to judge an order
_LEAST: Final = 2  # plies that are to be read more, or pairs of slips less
_MOST: Final = 4  # pairs of plies in a game
_EFFORT: Final = 0.05  # of the usual work for a record, to judge an order


def unswapped(record: Record, given_up: Repaired, *, effort: float = 1) -> Repaired:
    """The record with some of its plies in the other order, mended; ``given_up`` if that does not help.

    There are no corrections of single words: they alone do not make the page a game.

    :param given_up: what became of the record in its printed order.
    :param effort: as for :func:`~kriegnote.restoration.restorer.repair`.
    """
    best, reached = given_up, -1
    findings: list[Finding] = []
    while best.ending == "gave-up" and best.reached > reached and len(findings) < _MOST:
        found = _swapped(record, best.reached)
        if found is None:
            break
        record, why = found
        findings.append(why)
        best, reached = repair([record], effort=effort)[0], best.reached
    if best.ending == "gave-up":
        return given_up
    return replace(
        best, findings=[*findings, *best.findings], reread=given_up.reread, divided=given_up.divided, corrections=[]
    )


def _swapped(record: Record, reached: int) -> tuple[Record, Finding] | None:
    """The record with the pair of plies swapped with which the game goes on best, and the finding that says so."""
    places = [at for at, event in enumerate(record.events) if isinstance(event, Move)]
    places = places[: reached + _BEYOND]
    best: tuple[Record, Finding] | None = None
    most = _worth(record, places) + _LEAST
    for first, second in zip(places[max(0, reached - _NEAR) :], places[max(0, reached - _NEAR) + 2 :], strict=False):
        one, two = record.events[first], record.events[second]
        assert isinstance(one, Move) and isinstance(two, Move)
        if one.side != two.side or one.text == two.text or first > places[min(reached + _NEAR, len(places) - 1)]:
            continue
        events = list(record.events)
        events[first] = msgspec.structs.replace(two, side=one.side, turn=one.turn)
        events[second] = msgspec.structs.replace(one, side=two.side, turn=two.turn)
        swapped = record.replace(events=tuple(events))
        worth = _worth(swapped, places)
        if worth > most:
            why = finding("KN110", f"{two.text} is read before {one.text}: they are printed in each other's place", one)
            best, most = (swapped, why), worth
    return best


def _worth(record: Record, places: list[int]) -> float:
    """How far the beginning of a record is read with little work, less its slips."""
    if not places:
        return 0.0
    begins = record.replace(events=record.events[: places[-1] + 1], result=None)
    read = repair([begins], effort=_EFFORT)[0]
    return read.reached - read.slips / 2
