"""Writes the documentation's tables from the code: ``python -m tests.generate_docs``; a test keeps them fresh."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from inspect import cleandoc
from pathlib import Path
from typing import Any

from kriegnote.diagnostics.codes import CODES
from kriegnote.notations.loss import DROP, FIELDS, Says
from kriegnote.notations.registry import notations
from kriegnote.operations.checking import demonstrated
from kriegnote.reporting.schema import record_schema
from kriegnote.rules import RULES
from kriegnote.rules.table import fields_of
from tests import grammar_pages

DOCS = Path(__file__).parent.parent / "docs"


def coverage() -> str:
    rows = list(notations().values())
    lines = [
        "# What each notation carries",
        "",
        "Generated from the table that the converter itself works by (`kriegnote/notations/registry.py`). **whole**:",
        "every field; otherwise the fields told, and what values become; a dash: the event is dropped, and reported.",
        "",
        "| | " + " | ".join(row.id for row in rows) + " |",
        "| --- |" + " --- |" * len(rows),
        "| view | " + " | ".join(", ".join(row.views) for row in rows) + " |",
    ]
    for kind, names in FIELDS.items():
        cells = [_cell(row.carries.events.get(kind), names) for row in rows]
        lines.append(f"| `{kind}` | " + " | ".join(cells) + " |")
    for name in ("headers", "rules", "start", "result"):
        cells = [_flag(getattr(row.carries, name)) for row in rows]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _flag(value: Any) -> str:
    if isinstance(value, frozenset):
        return ", ".join(f"`{one}`" for one in sorted(value)) or "–"
    return "yes" if value else "–"


def _cell(table: Mapping[str, Says] | None, names: tuple[str, ...]) -> str:
    if table is None:
        return "–"
    if all(table.get(name) is True for name in names):
        return "whole"
    told = [name if table[name] is True else f"{name} ({_values(table[name])})" for name in names if table.get(name)]
    return "; ".join(told) or "the fact alone"


def _values(says: Says) -> str:
    assert isinstance(says, Mapping)
    parts = []
    for value, told in says.items():
        name = "others" if value is ... else _word(value)
        parts.append(
            name if told == value or told is True else f"{name} → {'dropped' if told is DROP else _word(told)}"
        )
    return ", ".join(parts)


def _word(value: Any) -> str:
    return "unsaid" if value is None else "no" if value is False else "yes" if value is True else str(value)


def rulebooks() -> str:
    books = list(RULES.values())
    lines = [
        "# The rulebooks",
        "",
        'Generated from `kriegnote/rules.py`. Vary one field with `dataclasses.replace(RULES["english"], …)`.',
        "",
        "| field | " + " | ".join(book.id for book in books) + " |",
        "| --- |" + " --- |" * len(books),
    ]
    names = [one.name for one in fields(books[0]) if one.name not in ("id", "title", "notes")]
    columns = [{name: value for name, value, _ in fields_of(book)} for book in books]
    lines += [f"| {name} | " + " | ".join(column[name] for column in columns) + " |" for name in names]
    lines += ["", "## Where each choice comes from", ""]
    for book in books:
        lines += [f"**{book.id}**: {book.title}. Source: {book.source}.", ""]
        lines += [f"- `{name}`: {note}" for name, note in book.notes.items()]
        lines.append("")
    lines += [
        "## What the fields mean",
        "",
        "::: kriegnote.rules.RuleSet",
        "    options:",
        "      heading_level: 3",
        "",
    ]
    return "\n".join(lines)


def findings() -> str:
    families = {
        "1": "Text",
        "2": "Moves",
        "3": "Announcements, questions and tries",
        "4": "The record",
        "5": "Problems",
    }
    lines = [
        "# Findings",
        "",
        "Generated from `kriegnote/diagnostics/codes.py`; `kriegnote explain CODE` prints the same.  Errors and",
        "warnings make the exit status 1, remarks (info) do not.",
        "",
    ]
    family = ""
    for code, row in CODES.items():
        if code[2] != family:
            family = code[2]
            lines += [f"## KN{family}xx: {families[family]}", ""]
        lines += [f"### {code}: {row.title}", "", f"*{row.severity}.* {row.text}", ""]
        if row.example:
            lines += ["```text", row.example, "```", ""]
        if row.notation:
            lines += ["```text", demonstrated(code).rstrip("\n"), "```", ""]
    return "\n".join(lines)


def events() -> str:
    schema = record_schema()
    lines = [
        "# The event model",
        "",
        cleandoc(_module_doc()),
        "",
        "The JSON Schema (2020-12) is `kriegnote/kriegnote-1.schema.json` in the package; it is free for any use.",
        "`kriegnote/1` only ever gains fields.",
        "",
        "## The record",
        "",
        schema["description"],
        "",
        *_table(schema["properties"], {}),
    ]
    for kind in FIELDS:
        name = next(key for key, one in schema["$defs"].items() if _tag(one) == kind)
        definition = schema["$defs"][name]
        lines += ["", f"## `{kind}`", "", definition["description"], "", *_table(definition["properties"], definition)]
    lines += ["", "## `parts` of a printed move", "", schema["$defs"]["Parts"]["description"], ""]
    return "\n".join(lines)


def _module_doc() -> str:
    from kriegnote.model import events as module

    text = cleandoc(module.__doc__ or "").replace("``", "`")
    return text.split("\n", 1)[1].strip()


def _tag(definition: dict[str, Any]) -> str | None:
    enum = definition.get("properties", {}).get("type", {}).get("enum")
    return enum[0] if enum and len(enum) == 1 else None


def _table(properties: dict[str, Any], definition: dict[str, Any]) -> list[str]:
    lines = ["| field | values | when absent |", "| --- | --- | --- |"]
    for name, one in properties.items():
        if name in ("type", "source", "line", "column", "span"):
            continue
        default = "required" if "default" not in one else f"`{one['default']!s}`".replace("None", "null")
        lines.append(f"| `{name}` | {_values_of(one)} | {default} |")
    return lines


def _values_of(one: dict[str, Any]) -> str:
    if "enum" in one:
        return " ".join(f"`{value}`" for value in one["enum"])
    if "anyOf" in one:
        return " or ".join(_values_of(part) for part in one["anyOf"])
    if "$ref" in one:
        return one["$ref"].rsplit("/", 1)[-1]
    if one.get("type") == "array":
        return "list"
    return str(one.get("type", "any"))


PAGES = {
    "coverage.md": coverage,
    "rules.md": rulebooks,
    "findings.md": findings,
    "events.md": events,
    **{
        f"notations/{name}.md": partial(grammar_pages.page, DOCS / "notations" / f"{name}.md", name)
        for name in grammar_pages.GRAMMARS
    },
    **{
        f"notations/syntax/{name}.svg": partial(grammar_pages.diagrams_of, grammar)
        for name, grammar in grammar_pages.GRAMMARS.items()
    },
}


if __name__ == "__main__":
    (DOCS / "notations" / "syntax").mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
