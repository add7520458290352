"""Makes findings on problems (the family KN5xx), placed at a node of the policy or at a phrase of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.problems.policy import Node

if TYPE_CHECKING:
    from kriegnote.problems.reading.phrases import Phrase


def fault(code: str, message: str, at: Node | Phrase | None = None, *, note: str | None = None) -> Finding:
    """A finding at a node or a phrase, or without a place; :raises KeyError: the code is not in the table."""
    if at is None:
        return finding(code, message, note=note)
    length = len(at.text.split("\n", 1)[0])
    return finding(code, message, line=at.line or None, column=at.column or None, length=length, note=note)
