"""Completes the fixes of a list of tries, whose last one is the move that was made."""

from __future__ import annotations

import msgspec

from kriegnote.diagnostics.findings import Finding, Fix
from kriegnote.text.source import Chunk


def in_its_list(found: Finding, chunk: Chunk) -> Finding:
    """A finding whose fix also corrects the move where the list of tries after it ends with the same move."""
    if found.fix is None or found.line is None or found.column is None:
        return found
    rows, at = chunk.text.split("\n"), found.line - chunk.line
    row = rows[at] if 0 <= at < len(rows) else ""
    old, new = found.fix.old, found.fix.new
    rest = row[found.column - 1 + len(old) :]
    listed = rest.partition(")")[0]
    if not rest.lstrip().startswith("(") or not listed.endswith((f" {old}", f"({old}")):
        return found
    fix = Fix(old + listed, new + listed.removesuffix(old) + new)
    return msgspec.structs.replace(found, fix=fix)
