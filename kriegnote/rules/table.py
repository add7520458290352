"""Rulebooks as printable rows: field, value, source, doubt."""

from __future__ import annotations

from typing import NamedTuple

from kriegnote.rules.load import differences
from kriegnote.rules.ruleset import RuleSet, all_fields, word


class FieldRow(NamedTuple):
    """A field of a rulebook as text: its value, its source, and why it is disputed (or empty)."""

    name: str
    value: str
    source: str
    doubt: str


def rows(book: RuleSet) -> list[FieldRow]:
    """The rows of all fields of a rulebook."""
    return [
        FieldRow(name, word(book.get(name)), book.sources.get(name, ""), _doubt(book, name)) for name in all_fields()
    ]


def _doubt(book: RuleSet, name: str) -> str:
    doubt = book.doubts.get(name)
    if doubt is None:
        return ""
    others = " or ".join(word(value) for value in doubt.values)
    return f"{doubt.note} (then {others})" if others else doubt.note


def as_text(book: RuleSet) -> str:
    """The fields of a rulebook, one per line with their sources; a dispute is on a line of its own below the field."""
    title = f"{book.title}; source: {book.source}"
    lines = [title, f'in a record: [Rules "{book.id}"]'] if ";" in book.id else [f"{book.id}: {title}"]
    for row in rows(book):
        lines.append(f"{row.name:<20} {row.value}" + (f"   [{row.source}]" if row.source else ""))
        if row.doubt:
            lines.append(f"{'':<20} disputed: {row.doubt}")
    return "\n".join(lines)


def diff_text(one: RuleSet, other: RuleSet) -> str:
    """The fields in which two rulebooks differ, with both values; empty if there are none."""
    rows = [(name, word(left), word(right)) for name, left, right in differences(one, other)]
    if not rows:
        return ""
    rows.insert(0, ("field", one.id, other.id))
    wide = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{name:<{wide[0]}}  {left:<{wide[1]}}  {right}" for name, left, right in rows)
