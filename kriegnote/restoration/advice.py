"""What repair knows of the faults that ``check`` finds: a certain fix, and the slips behind the first one.

Where the umpire's board is no longer certain, the record is mended with a little work; if one game is found, its
corrections stand beside the findings at their places, and what is announced later is compared with its boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.record import Record
from kriegnote.restoration.restorer import repair

_LITTLE: Final = 0.15  # of the usual work
_OF_MOVES: Final = frozenset({"KN101", "KN201", "KN202", "KN203", "KN205", "KN208", "KN209"})
_BOARD: Final = ("KN1", "KN2", "KN4")  # findings that repair makes itself
_LOST: Final = frozenset({"KN210"})  # from there on the umpire's board is one of several, or none


def advised(record: Record, findings: list[Finding], again: Callable[[Record], Sequence[Finding]]) -> list[Finding]:
    """The findings on a record, with the fixes and the slips that repair knows.

    :param again: what the umpire finds in a record.
    """
    lost = [(one.line or 0, one.column or 0) for one in findings if one.code in _LOST]
    if record.view != "umpire" or not (lost or any(one.code == "KN101" for one in findings)):
        return findings
    mended = repair([record], effort=_LITTLE)[0]
    if mended.ending == "gave-up" or not mended.corrections:
        return findings
    known = {(one.finding.line, one.finding.column): one.finding for one in mended.corrections}
    advice = [_with_fix(one, known) for one in findings]
    places = {(one.line, one.column) for one in advice}
    if lost and mended.ending == "settled":
        advice = [one for one in advice if one.code not in _LOST]
        advice += [one for place, one in known.items() if place not in places]
        advice += [
            one
            for one in again(mended.record)
            if not one.code.startswith(_BOARD) and (one.line or 0, one.column or 0) > min(lost) and one not in advice
        ]
    return advice


def _with_fix(found: Finding, known: dict[tuple[int | None, int | None], Finding]) -> Finding:
    """The finding with the fix that repair has for its place; its own where that is another sign of the same word."""
    other = known.get((found.line, found.column))
    if other is None or other.fix is None or found.code not in _OF_MOVES or found.fix is not None:
        return found
    return msgspec.structs.replace(found, fix=other.fix)
