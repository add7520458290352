"""Writes the tables of the documentation and the published schemas; tests keep them fresh.

``python -m tests.generate_docs`` writes them all.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import partial
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple

from kriegnote.diagnostics.codes import CODES, explanation
from kriegnote.feeds.tables import TABLES
from kriegnote.model.events import EVENT_TYPES, REMARKS
from kriegnote.notations.loss import DROP, FIELDS, Says
from kriegnote.notations.registry import notations
from kriegnote.operations.checking import demonstrated
from kriegnote.problems import policy
from kriegnote.reporting.rendering import dump
from kriegnote.reporting.schema import record_schema
from kriegnote.rules import RULES, VARIANTS, RuleSet, all_names
from kriegnote.rules.ruleset import Field, all_fields
from kriegnote.rules.schema import written
from kriegnote.rules.table import rows
from kriegnote.umpire.hearing import HEARD_BY
from tests import grammar_pages
from tests.command_page import commands

DOCS = Path(__file__).parent.parent / "docs"
PACKAGE = DOCS.parent / "kriegnote"


def coverage() -> str:
    written = list(notations().values())
    lines = [
        "# What each notation carries",
        "",
        "Generated from the table that the converter uses (`kriegnote/notations/<id>/row.py`). **whole**: every field;",
        "otherwise the fields that are written, and what values become; a dash: the event is dropped, and reported.",
        "",
        "| | " + " | ".join(row.id for row in written) + " |",
        "| --- |" + " --- |" * len(written),
        "| view | " + " | ".join(", ".join(row.views) for row in written) + " |",
    ]
    for kind, names in FIELDS.items():
        cells = [_cell(row.carries.events.get(kind), names) for row in written]
        lines.append(f"| `{kind}` | " + " | ".join(cells) + " |")
    cells = [_flag(row.carries.unplaced) for row in written]
    lines.append("| an unsaid side or turn | " + " | ".join(cells) + " |")
    for name in ("headers", "rules", "start", "result"):
        cells = [_flag(getattr(row.carries, name)) for row in written]
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
    columns = [{row.name: row.value for row in rows(book)} for book in books]
    lines = [
        "# The rulebooks",
        "",
        "Generated from the files in `kriegnote/rules/books/`. `kriegnote rules NAME` prints one of them, and",
        "`kriegnote rules --diff A B` the fields in which two differ.",
        "",
        "| field | " + " | ".join(book.id for book in books) + " |",
        "| --- |" + " --- |" * len(books),
    ]
    lines += [f"| {name} | " + " | ".join(column[name] for column in columns) + " |" for name in all_fields()]
    lines += ["", *RULEBOOK_OF_ONES_OWN.splitlines(), "", "## What the fields mean", "", "| field | values | meaning |"]
    lines.append("| --- | --- | --- |")
    lines += [f"| `{one.name}` | {_words(one)} | {one.text} |" for one in all_fields().values()]
    lines += ["", "## Where each choice comes from", ""]
    for book in [*books, *(RULES[name] for name in VARIANTS)]:
        lines += [f"### {book.id}", "", f"{book.title}. Source: {book.source}.", ""]
        lines += [f"- `{row.name}` = {row.value}: {row.source or 'not said'}" for row in rows(book) if row.source]
        lines += [f"- *disputed:* `{row.name}`: {row.doubt}" for row in rows(book) if row.doubt]
        lines.append("")
    return "\n".join(lines)


class Paragraph(NamedTuple):
    """A paragraph of a rulebook: what it says, the fields that hold it (``rulebook: field``), what else there is."""

    book: str
    id: str
    says: str
    fields: tuple[str, ...]
    how: str


def paragraphs_of(book: dict[str, Any]) -> list[Paragraph]:
    """The paragraphs of one of the books in ``docs/paragraphs.toml``, with the fields whose sources cite them."""
    citing = [(name, field, said) for name in all_names() for field, said in _cited(RULES[name]).items()]
    found = []
    for one in book["paragraphs"]:
        held = [f"`{name}`: `{field}`" for name, field, said in citing if _cites(said, book["name"], one)]
        found.append(Paragraph(book["name"], one["id"], one["says"], tuple(dict.fromkeys(held)), one.get("how", "")))
    return found


def _cited(rules: RuleSet) -> dict[str, str]:
    """What a rulebook itself cites (not what it has from another), field by field."""
    below = RULES[rules.extends] if rules.extends else None
    own = {
        name: f"{rules.sources.get(name, '')}; {rules.doubts[name].note if name in rules.doubts else ''}"
        for name in all_fields()
    }
    return {
        name: said for name, said in own.items() if below is None or rules.sources.get(name) != below.sources.get(name)
    }


def _cites(said: str, book: str, paragraph: dict[str, str]) -> bool:
    if "cited" in paragraph:
        return any(words in said for words in paragraph["cited"].split("|"))
    if book.startswith("§"):
        return paragraph["id"] in said
    numbers = r"(?:prohibitions? )?\d+[a-z]?"
    for run in re.findall(rf"{book},? ({numbers}(?:(?:,| and) {numbers})*)", said):
        if paragraph["id"] in re.split(r", | and ", run):
            return True
    return False


def paragraphs() -> str:
    lines = [
        "# The rulebooks, paragraph by paragraph",
        "",
        "Generated from the sources that the files in `kriegnote/rules/books/` cite and from `docs/paragraphs.toml`.",
        "For each paragraph: the fields that express it, what the record has for it, or that it does not concern the",
        "record of a game.",
    ]
    for book in tomllib.loads((DOCS / "paragraphs.toml").read_text("utf-8"))["book"]:
        lines += ["", f"## {book['title']}", "", "| paragraph | says | expressed by |", "| --- | --- | --- |"]
        for one in paragraphs_of(book):
            held = "; ".join(part for part in (", ".join(one.fields), one.how) if part)
            lines.append(f"| {one.id} | {one.says} | {held} |")
    return "\n".join(lines) + "\n"


def _words(one: Field) -> str:
    if one.kind == "number":
        return "a number from 0"
    if one.kind == "text":
        return "a text"
    listed = " ".join(f"`{word}`" for word in one.words)
    return f"some of {listed}, or `none`" if one.kind == "set" else listed


RULEBOOK_OF_ONES_OWN = """\
## A rulebook of your own

A club's rulebook is a TOML file. It names the rulebook that it starts from and the fields that differ; it can also
cite the source of each rule and say what is in doubt. `kriegnote/kriegnote-rulebook-1.schema.json` is its JSON
Schema.

```toml
id = "club"
title = "Tuesday evenings"
source = "our notice board, 3"
extends = "english"

[fields]
captured = "category"
refusals = "player"
tries_limit = 5

[sources]
captured = "notice board, 3b"

[disputed]
refusals = { note = "the secretary remembers otherwise", values = ["both"] }
```

Some things have no field, because they are the same under every rulebook: whose turn it is, mate and stalemate are
announced; castling, what a pawn becomes, and captures that a piece could make are not.

Flags are `true` and `false` (or "yes" and "no"); several words are a list (or "none"). What the men may do, how many
moves a turn has, what a player is shown and what wins are in a separate table, `[game]`, with the fields from `goal`
on in the list below ([Variants](variants.md) has the games of the book):

```toml
extends = "english"

[game]
knights = "spy"
sight = "spies"
```

`--rules club.toml` uses it, and `kriegnote rules club.toml` prints it. To change one or two fields you need no file:
`--rules "rand; doubles=no"`. Tags are written in the same way, `[Rules "rand; doubles=no"]`, and so is `rules` in JSON.
A record made under the rules of a file names the built-in rulebook and the fields that differ
(`[Rules "english; captured=category; refusals=player; tries_limit=5"]`), so that it can be read without the file. If
`grammars/lexicon.toml` does not have the rulebook's word for a refusal, dialogues use “illegal move” and “impossible
move” instead, so that they can be read back.

In Python: `kriegnote.rules.rulebook("club.toml")`, or `dataclasses.replace(RULES["english"], captured="man")`.
"""


def raised_in() -> dict[str, list[str]]:
    """The modules that raise each finding: those that call something with its code, or name it for such a call."""
    calls: dict[str, list[str]] = {code: [] for code in CODES}
    names: dict[str, list[str]] = {code: [] for code in CODES}
    for module in sorted(PACKAGE.rglob("*.py")):
        name = module.relative_to(PACKAGE).as_posix()
        if name == "diagnostics/codes.py":
            continue
        tree = ast.parse(module.read_text("utf-8"))
        arguments = [one for call in ast.walk(tree) if isinstance(call, ast.Call) for one in call.args[:1]]
        for nodes, found in (([*ast.walk(tree)], names), (arguments, calls)):
            for code in {node.value for node in nodes if isinstance(node, ast.Constant)} & found.keys():
                found[code].append(name)
    return {code: modules or names[code] for code, modules in calls.items()}


def findings() -> str:
    families = {
        "1": "Text",
        "2": "Moves",
        "3": "Announcements, questions and tries",
        "4": "The record",
        "5": "Problems",
        "7": "Joined and completed records",
    }
    lines = [
        "# Findings",
        "",
        "Generated from `codes.py` and `explanations.toml` of `kriegnote/diagnostics`; `kriegnote explain CODE` prints",
        "the same.  Errors and warnings give exit status 1; remarks (info) do not.",
        "",
    ]
    family, raised = "", raised_in()
    for code, row in CODES.items():
        if code[2] != family:
            family = code[2]
            lines += [f"## KN{family}xx: {families[family]}", ""]
        taught = explanation(code)
        lines += [f"### {code}: {row.title}", "", f"*{row.severity}.* {taught.text}", ""]
        lines += [f"Raised in {', '.join(f'`{module}`' for module in raised[code])}.", ""]
        if taught.example:
            lines += ["```text", taught.example, "```", ""]
        if taught.notation:
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
        lines += ["", f"## `{kind}`", "", definition["description"], ""]
        if (hearing := HEARD_BY.get(EVENT_TYPES[kind])) is not None:
            remark = " A [remark](remarks.md)." if EVENT_TYPES[kind] in REMARKS else ""
            lines += [f"Heard by {_HEARERS[hearing]}.{remark}", ""]
        lines += _table(definition["properties"], definition)
    lines += ["", "## `parts` of a printed move", "", schema["$defs"]["Parts"]["description"], ""]
    return "\n".join(lines)


_HEARERS = {
    "all": "both players and the public",
    "own": "the player of its side only",
    "as said": "those it names",
    "nobody": "nobody",
}


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
        left_out = "left out" if name not in definition.get("required", ()) else "required"
        default = left_out if "default" not in one else f"`{one['default']!s}`".replace("None", "null")
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


def tables() -> str:
    lines = [
        "# The tables of an archive",
        "",
        "`kriegnote export` writes these, in Parquet, Arrow or CSV. Any column may be null. Columns are only ever",
        "added, at the end; none changes its name or type. In CSV null is an empty cell, and a list its elements with",
        "blanks between, but in JSON where they may have blanks of their own (`headers`, `comments`, `tries`).",
    ]
    kinds = {"int": "integer", "float": "number", "bool": "true or false", "text": "text", "texts": "list of text"}
    for name, columns in TABLES.items():
        lines += ["", f"## `{name}`", "", "| column | type | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{column.name}` | {kinds[column.kind]} | {column.text} |" for column in columns]
    return "\n".join(lines) + "\n"


PAGES = {
    "commands.md": commands,
    "tables.md": tables,
    "coverage.md": coverage,
    "rules.md": rulebooks,
    "paragraphs.md": paragraphs,
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


SCHEMAS = {
    "kriegnote-1": lambda: dump(record_schema()),
    "kriegnote-problem-1": lambda: dump(policy.schema()),
    "kriegnote-rulebook-1": written,
}


if __name__ == "__main__":
    (DOCS / "notations" / "syntax").mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
    for name, schema in SCHEMAS.items():
        (PACKAGE / f"{name}.schema.json").write_text(schema(), "utf-8")
