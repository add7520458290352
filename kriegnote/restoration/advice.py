"""Improves the findings of ``check`` with what repair knows: certain fixes, and the slips after the first one.

If a move has no certain fix, or if the umpire loses the position, the record is repaired with little effort.  The
corrections complete the findings at their places.  If a single game is found, the later announcements are checked
against its boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Move
from kriegnote.model.record import Record

_LITTLE: Final = 0.3  # effort, as a multiple of the usual
_OF_MOVES: Final = frozenset({"KN101", "KN201", "KN202", "KN203", "KN205", "KN208", "KN209"})
_OF_MARKS: Final = frozenset({"KN204", "KN205", "KN206"})  # true of one game only, not of all that are possible
_LOST: Final = "KN210"  # from there on the umpire follows several boards, or none

Place = tuple[int, int]
"""Line and column, both from 1; 0 if unknown."""


def advised(record: Record, findings: list[Finding], again: Callable[[Record], Sequence[Finding]]) -> list[Finding]:
    """The findings on a record, with the fixes and further slips that repair knows.

    They are returned unchanged if the record is not the umpire's, if no move is in doubt, or if repair finds nothing.

    :param again: the function that returns the umpire's findings on a record.
    """
    trouble = [_place(one) for one in findings if one.code in (_LOST, "KN101") or _is_unmended(one)]
    if record.view != "umpire" or not trouble:
        return findings
    from kriegnote.restoration.restorer import repair

    mended = repair([record], effort=_LITTLE)[0]
    if mended.ending == "gave-up" or not mended.corrections:
        return findings
    settled = mended.ending == "settled"
    ends = None if settled else _first_inserted(mended.record)
    known = {
        _place(one): one
        for one in (correction.finding for correction in mended.corrections)
        if settled or (one.code not in _OF_MARKS and (ends is None or _place(one) < ends))
    }
    # unless the umpire lost the position, each fault is where it was found
    if not any(one.code in (_LOST, "KN101") for one in findings):
        return [_with_fix(one, known) for one in findings]
    first = min(trouble)
    kept = [one for one in findings if one.code != _LOST and _stays(one, first, known)] if settled else findings
    places = {_place(one) for one in kept if one.code != _LOST}
    kept = [_with_fix(one, known) for one in kept]
    kept += [one for place, one in known.items() if place not in places and (settled or one.fix is not None)]
    if not settled:  # the board is not certain: later announcements cannot be checked
        return kept
    seen = {one.message for one in kept}
    behind = [one for one in again(mended.record) if _place(one) > first and _place(one) not in known]
    return kept + [one for one in behind if one.message not in seen]


def _first_inserted(record: Record) -> Place | None:
    """The place of the first ply behind one that is not printed: as long as that is not known, it is not certain."""
    inferred = [isinstance(event, Move) and event.text is None for event in record.events]
    if True not in inferred:
        return None
    behind = record.events[inferred.index(True) :]
    return next(((event.line, event.column or 0) for event in behind if event.line), (0, 0))


def _is_unmended(found: Finding) -> bool:
    """Whether a finding is an error in a move for which the umpire has no fix."""
    return found.code in _OF_MOVES and found.severity == "error" and found.fix is None


def _stays(found: Finding, first: Place, known: dict[Place, Finding]) -> bool:
    """Whether a finding of the umpire remains true whatever was misread before it.

    :param first: the place of the first fault.
    :param known: the findings of repair, by their places.
    """
    place = _place(found)
    agreed = found.fix is not None and place in known and known[place].fix == found.fix
    return place <= first or agreed or found.code.startswith("KN1")


def _place(found: Finding) -> Place:
    return found.line or 0, found.column or 0


def _with_fix(found: Finding, known: dict[Place, Finding]) -> Finding:
    """The finding, with the fix that repair has for its place if it is about a move and has none."""
    other = known.get(_place(found))
    if other is None or other.fix is None or found.code not in _OF_MOVES or found.fix is not None:
        return found
    return msgspec.structs.replace(found, fix=other.fix)
