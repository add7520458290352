"""Findings: what is wrong, where, and what to do next.

A finding is created where the error is found, with a code of the table :data:`CODES`, and rendered elsewhere
(:mod:`kriegnote.reporting.rendering`). Lines and columns count from 1; both are None for an error of the whole record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from kriegnote.diagnostics.codes import CODES
from kriegnote.model.events import Event

Severity = Literal["error", "warning", "info"]


class Fix(msgspec.Struct, frozen=True):
    """A replacement that can be applied: ``old``, found at the finding's place, becomes ``new``."""

    old: str
    new: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One error: a stable code, a one-sentence message, its place, a note with the true facts, and a possible fix.

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
    """A finding with this code, placed at an event's own words or at a line and column.

    :param severity: None: the usual severity of the code.
    :raises KeyError: if the code is not in the table.
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
"""The code of findings on lines of a text that belong to none of its games."""
RANK: Final[Mapping[str, int]] = {"error": 2, "warning": 1, "info": 0}
