"""The rulebooks as rows to print: field, value, source."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from kriegnote.rules import RuleSet


def fields_of(book: RuleSet) -> list[tuple[str, str, str]]:
    """(field, value, source of the choice or nothing) for every field of a rulebook."""
    return [
        (one.name, _word(getattr(book, one.name)), book.notes.get(one.name, ""))
        for one in fields(book)
        if one.name != "notes"
    ]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    return str(value)
