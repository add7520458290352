"""Renders findings: as text with the source line and carets, JSON, SARIF, or GitHub annotations."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from kriegnote.diagnostics.codes import CODES, explanation
from kriegnote.diagnostics.findings import Finding
from kriegnote.text.source import Chunk

_LEVEL: Final = {"error": "error", "warning": "warning", "info": "note"}
_WIDEST: Final = 110  # the most characters shown of a source line
_GITHUB: Final = {"error": "error", "warning": "warning", "info": "notice"}


def visible(text: str) -> str:
    """Text that is safe on a terminal: control characters and invisible characters are escaped."""
    return "".join(
        letter if letter.isprintable() or letter in "\t\ufe0e\ufe0f" else f"\\x{ord(letter):02x}" for letter in text
    )


def counted(count: int, one: str, more: str = "") -> str:
    """A number with its noun: ``1 record``, ``2 records``; ``more`` is the plural if it is irregular.

    >>> counted(1, "try", "tries"), counted(2, "try", "tries"), counted(0, "header")
    ('1 try', '2 tries', '0 headers')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def as_text(found: Finding, chunk: Chunk | None = None) -> str:
    """``file:line:column: severity[code]: message``, the line with carets, note and fix; ends with a line break.

    :param chunk: the text that contains the line; None: the line is not quoted.
    """
    place = ":".join(str(part) for part in (visible(found.file or "-"), found.line, found.column) if part is not None)
    lines = [f"{place}: {found.severity}[{found.code}]: {visible(found.message)}"]
    if chunk is not None and found.line is not None:
        row = found.line - chunk.line
        rows = chunk.text.split("\n")
        if 0 <= row < len(rows):
            lines += _quoted(rows[row], found)
    if found.note:
        lines.append(f"  = note: {visible(found.note)}")
    if found.fix:
        lines.append(f"  = fix: write {visible(found.fix.new)}")
    return "\n".join(lines) + "\n"


def _quoted(row: str, found: Finding) -> list[str]:
    """The source line (if it is long, the part around the error) and the line of carets under it."""
    at = (found.column or 1) - 1
    begin = max(0, at - 50) if len(row) > _WIDEST else 0
    end = begin + _WIDEST if len(row) > begin + _WIDEST else len(row)
    before, after = "…" if begin else "", "…" if end < len(row) else ""
    ahead = before + visible(row[begin:at]).replace("\t", " ")
    marked = visible(row[at : min(at + found.length, end)])
    shown = before + visible(row[begin:end]).replace("\t", " ") + after
    number = str(found.line)
    return [
        f" {number} | {shown}",
        f" {' ' * len(number)} | {' ' * _width(ahead)}{'^' * max(1, _width(marked))}",
    ]


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(letter in "\ufe0e\ufe0f" or bool(unicodedata.combining(letter)) for letter in text)


def as_json(found: Finding) -> dict[str, Any]:
    """A finding as a JSON object; ``end_column`` is the column after its last character."""
    return {
        "code": found.code,
        "severity": found.severity,
        "file": found.file,
        "number": found.number,
        "line": found.line,
        "column": found.column,
        "end_column": None if found.column is None else found.column + found.length,
        "message": found.message,
        "note": found.note,
        "fix": {"old": found.fix.old, "new": found.fix.new} if found.fix else None,
    }


def as_github(found: Finding) -> str:
    """A finding as a GitHub workflow command; ends with a line break."""

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def prop(text: str) -> str:
        return data(text).replace(":", "%3A").replace(",", "%2C")

    parts = [f"file={prop(found.file or '-')}"]
    if found.line is not None:
        parts.append(f"line={found.line}")
    if found.column is not None:
        parts.append(f"col={found.column}")
    parts.append(f"title={prop(found.code + ' ' + CODES[found.code].title)}")
    text = found.message + (f" ({found.note})" if found.note else "")
    return f"::{_GITHUB[found.severity]} {','.join(parts)}::{data(text)}\n"


def as_sarif(findings: Iterable[Finding], version: str) -> dict[str, Any]:
    """The findings as a SARIF 2.1.0 log with one run."""
    results: list[dict[str, Any]] = []
    used: dict[str, int] = {}
    for found in findings:
        used.setdefault(found.code, len(used))
        region: dict[str, int] = {}
        if found.line is not None:
            region = {"startLine": found.line, "startColumn": found.column or 1}
            region["endColumn"] = region["startColumn"] + found.length
        location: dict[str, Any] = {"artifactLocation": {"uri": quote(found.file or "-")}}
        if region:
            location["region"] = region
        message = found.message + (f" ({found.note})" if found.note else "")
        result: dict[str, Any] = {
            "ruleId": found.code,
            "ruleIndex": used[found.code],
            "level": _LEVEL[found.severity],
            "message": {"text": message},
            "locations": [{"physicalLocation": location}],
        }
        if found.fix and region:
            replacement = {"deletedRegion": region, "insertedContent": {"text": found.fix.new}}
            change = {"artifactLocation": location["artifactLocation"], "replacements": [replacement]}
            result["fixes"] = [{"description": {"text": f"write {found.fix.new}"}, "artifactChanges": [change]}]
        results.append(result)
    rules = [
        {
            "id": code,
            "shortDescription": {"text": CODES[code].title},
            "fullDescription": {"text": explanation(code).text},
            "defaultConfiguration": {"level": _LEVEL[CODES[code].severity]},
        }
        for code in used
    ]
    driver = {"name": "kriegnote", "version": version, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}],
    }


def dump(value: object) -> str:
    """JSON text, indented by two blanks, with a line break at the end."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
