"""Mends damaged scores: the legal game behind unreadable figurines, misprinted squares and lost plies.

Works on records as they were read, before an umpire resolves them, and so on every notation alike.  What is printed
beyond doubt (squares, captures, mates, castling) spans a lattice of legal games (:mod:`kriegnote.lattice`); the dialogue
of the record (:mod:`kriegnote.evidence`) and the page's own confusions (:mod:`kriegnote.channel`) weigh them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from kriegnote import evidence, lattice
from kriegnote.board import LETTERS, Position, uci
from kriegnote.channel import MEN, Arc, Chain, Glyph, learn
from kriegnote.events import AnyEvent, Heard, Junk, Move, Option, Side, Try
from kriegnote.evidence import Told
from kriegnote.findings import Finding, finding
from kriegnote.lattice import Edge, Lattice, Slot
from kriegnote.moves import FIGURINES, Parts, parse_move
from kriegnote.positions import first_position
from kriegnote.record import Record

OPEN_FROM: Final = 0.01  # a move with at least this share of the weight keeps its ply open
MOST_EDGES: Final = 150_000  # of one exact lattice: two to three seconds
MOST_SLIPS: Final = 7
TOGETHER: Final = 32  # records of a file that teach one another what its figurines mean
_APART: Final = 12  # glyphs' worth of distance between two records
_PER_PRICE: Final = -2.5
_PROMOTES: Final = {5: 0.0, 4: -5.0, 3: -5.5, 2: -4.5}
_NEEDLESS: Final = -1.0
_CLEAN: Final = 3.0
_NAMES: Final = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


@dataclass(slots=True)
class Repaired:
    """A mended record; how many legal games fit it (None: too many to count, or nothing could be counted).

    ``open``: the plies that the evidence leaves open, ``{"turn", "side", "text", "options"}`` each, with
    ``{"move", "san", "weight"}`` for every option; ``findings``: what was mended, and what could not be.
    """

    record: Record
    readings: int | None = None
    open: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def repair(records: Sequence[Record]) -> list[Repaired]:
    """Mends records that come from one file: neighbours teach one another what the page's figurines stand for.

    A record that replays as it is printed comes back as the same object.  A player's or the public's record, and one
    whose first position nobody knows, is left alone.
    """
    mended: list[Repaired] = []
    for first in range(0, len(records), TOGETHER):
        mended.extend(_together(records[first : first + TOGETHER]))
    return mended


def _together(records: Sequence[Record]) -> list[Repaired]:
    cases = [_Case(record) for record in records]
    glyphs: list[Glyph] = []
    for case in cases:
        if case.arcs is not None:
            case.first_glyph = len(glyphs)
            glyphs.extend(case.glyphs)
            glyphs.extend([Glyph("", "", False)] * _APART)
    working = [case for case in cases if case.arcs is not None]
    for case in working:
        case.chain()
    table = learn(glyphs, [case.chain_ for case in working if case.chain_ is not None])
    for case in working:
        case.reckon_marks(table)
    table = learn(glyphs, [case.chain_ for case in working if case.chain_ is not None])
    return [case.conclude(table) for case in cases]
