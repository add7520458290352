"""The rulebooks as rows to print: field, value, source, doubt."""

from __future__ import annotations

from typing import NamedTuple

from kriegnote.rules.load import differences
from kriegnote.rules.ruleset import RuleSet, all_fields, word


class FieldRow(NamedTuple):
    """One field of a rulebook as text: its value, the paragraph it comes from, why it may be doubted (or nothing)."""

    name: str
    value: str
    source: str
    doubt: str


def rows(book: RuleSet) -> list[FieldRow]:
    """Every field of a rulebook."""
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
    """A rulebook's fields, one a line, with their paragraphs; a doubt on a line below its field."""
    title = f"{book.title}; source: {book.source}"
    lines = [title, f'in a record: [Rules "{book.id}"]'] if ";" in book.id else [f"{book.id}: {title}"]
    for row in rows(book):
        lines.append(f"{row.name:<20} {row.value}" + (f"   [{row.source}]" if row.source else ""))
        if row.doubt:
            lines.append(f"{'':<20} disputed: {row.doubt}")
    return "\n".join(lines)


def diff_text(one: RuleSet, other: RuleSet) -> str:
    """The fields in which two rulebooks differ, with the value in each; empty when they say the same."""
    rows = [(name, word(left), word(right)) for name, left, right in differences(one, other)]
    if not rows:
        return ""
    rows.insert(0, ("field", one.id, other.id))
    wide = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{name:<{wide[0]}}  {left:<{wide[1]}}  {right}" for name, left, right in rows)
