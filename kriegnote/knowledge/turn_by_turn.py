"""Joins two records turn by turn, where no board can follow the game: series, simultaneous moves, no starting position.

Each player's own moves and tries come from his record; what both heard appears once. Nothing else decides between them:
if they have different entries for the same thing, the one of the player who knows it is kept, with a finding that names
both places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.knowledge.entries import contrasted
from kriegnote.knowledge.merging import Placed, alike, ends_agree, merge, own_tries
from kriegnote.knowledge.results import Joined
from kriegnote.knowledge.witness import Witness, finished
from kriegnote.model.events import AnyEvent, Capture, Check, End, Junk, Move, PawnTries
from kriegnote.model.order import is_before_move
from kriegnote.model.record import Record

_Key = tuple[int, bool, int]
"""The identity of a move: its turn, whether it is Black's, and the number of his earlier moves in that turn."""
_START: _Key = (-1, False, 0)


def join_turns(witnesses: Sequence[Witness], why: Finding) -> Joined:
    """The joined record; moves are matched by turn, side and place in the turn.

    :param why: the finding that says why no board decides between the records.
    """
    parts = [_cut(witness.record) for witness in witnesses]
    placed: list[Placed] = []
    findings: list[Finding] = [why]
    contradictions = 0
    for key in sorted({key for part in parts for key in part}):
        white = not key[1]
        order = sorted(range(len(witnesses)), key=lambda number: not witnesses[number].knows(white))
        first: list[Placed] = [(event, (order[0] + 1,)) for event in parts[order[0]].get(key, ())]
        second: list[Placed] = [(event, (order[1] + 1,)) for event in parts[order[1]].get(key, ())]
        clashes = list(_clashes(first, second))
        contradictions += len(clashes)
        findings += [_finding(*clash, order[0] + 1, order[1] + 1) for clash in clashes]
        merged = merge(first, [one for one in second if not any(one[0] is other for _, other in clashes)])
        placed += own_tries(merged, "white" if white else "black")
    return finished(witnesses, placed, findings, contradictions, readings=0)


def _cut(record: Record) -> dict[_Key, list[AnyEvent]]:
    """The events of each move: those before it, the move itself, those after it."""
    parts: defaultdict[_Key, list[AnyEvent]] = defaultdict(list)
    made: defaultdict[tuple[int, bool], int] = defaultdict(int)
    at, moved = _START, False
    for event in record.events:
        opens = isinstance(event, Move) or is_before_move(event)
        side, turn = getattr(event, "side", None), getattr(event, "turn", None)
        if opens and turn is not None and side is not None and (moved or (turn, side == "black") != at[:2]):
            black = side == "black"
            at, moved = (turn, black, made[turn, black]), False
        if isinstance(event, Move):
            moved = True
            made[at[:2]] += 1
        if not isinstance(event, Junk):
            parts[at].append(event)
    return parts


def _clashes(first: list[Placed], second: list[Placed]) -> list[tuple[AnyEvent, AnyEvent]]:
    """Pairs of different entries about the same thing."""
    found: list[tuple[AnyEvent, AnyEvent]] = []
    for kind in (Move, PawnTries, Capture, Check, End):
        one = next((event for event, _ in first if isinstance(event, kind)), None)
        other = next((event for event, _ in second if isinstance(event, kind)), None)
        if one is not None and other is not None and not _agree(one, other):
            found.append((one, other))
    return found


def _agree(one: AnyEvent, other: AnyEvent) -> bool:
    """Whether two entries are compatible; a move that one of them does not show is no contradiction."""
    if isinstance(one, Move) and isinstance(other, Move):
        said = [move.move or move.text for move in (one, other)]
        return None in said or said[0] == said[1] or one.text == other.text
    return ends_agree(one, other) if isinstance(one, End) and isinstance(other, End) else alike(one, other)


def _finding(one: AnyEvent, other: AnyEvent, first: int, second: int) -> Finding:
    wrong, right = contrasted(other, one)
    message = f"record {second} has {wrong}, but record {first} has {right}"
    return finding("KN703", message, other, note=f"the entry of record {second} is ignored")
