"""Findings: what is wrong, where, and what to do next.

A finding is made where the fault is seen, from a code of the table :data:`CODES`, and rendered elsewhere
(:mod:`kriegnote.reporting.rendering`).  Places are lines and columns from 1; both None for a fault of the whole record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from kriegnote.diagnostics.codes import CODES
from kriegnote.model.events import Event

Severity = Literal["error", "warning", "info"]


class Fix(msgspec.Struct, frozen=True):
    """A replacement that can be applied: ``old``, which stands at the finding's place, becomes ``new``."""

    old: str
    new: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault: a stable code, one sentence, its place, the position's truth and a fix where there is one.

    ``number``: the game's number in the file, from 1.
    """

    code: str
    severity: Severity
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    length: int = 1
    note: str | None = None
    fix: Fix | None = None
    number: int | None = None


def finding(
    code: str,
    message: str,
    at: Event | None = None,
    *,
    line: int | None = None,
    column: int | None = None,
    length: int | None = None,
    note: str | None = None,
    fix: tuple[str, str] | None = None,
    severity: Severity | None = None,
) -> Finding:
    """A finding of this code, placed at an event (its words) or at a line and column.

    :raises KeyError: the code is not in the table.
    """
    if at is not None:
        line, column = at.line, at.column
        text = getattr(at, "text", None)
        length = length or (len(text.split("\n", 1)[0]) if text else 1)
    return Finding(
        code=code,
        severity=severity or CODES[code].severity,
        message=message,
        line=line,
        column=column,
        length=max(1, length or 1),
        note=note,
        fix=Fix(*fix) if fix else None,
    )


IN_NO_GAME: Final = "KN112"
"""The code of what is said of a text's lines that stand in none of its games."""
RANK: Final[Mapping[str, int]] = {"error": 2, "warning": 1, "info": 0}
