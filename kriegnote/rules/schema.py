"""The JSON Schema of a rulebook file, generated from the fields.

``python -m tests.generate_docs`` writes it to ``kriegnote-rulebook-1.schema.json`` in the package; a test checks that
the file is up to date.
"""

from __future__ import annotations

import json
from typing import Any, Final

from kriegnote.rules.ruleset import Field, all_fields, game_fields, rule_fields

ID: Final = "urn:kriegnote:rulebook:1"
FILE: Final = "kriegnote-rulebook-1.schema.json"


def rulebook_schema() -> dict[str, Any]:
    """The schema of a rulebook file (JSON Schema 2020-12)."""
    text = {"type": "string"}
    names = list(all_fields())
    words = {one.name: _value(one) for one in rule_fields().values()}
    game = {one.name: _value(one) for one in game_fields().values()}
    doubt = {
        "anyOf": [
            text,
            {
                "type": "object",
                "properties": {"note": text, "values": {"type": "array"}},
                "required": ["note"],
                "additionalProperties": False,
            },
        ]
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "A rulebook of Kriegspiel, as a TOML file",
        "type": "object",
        "properties": {
            "id": text | {"description": "The rulebook's name."},
            "names": {
                "description": "Names of the game in headings and in the tag Variant.",
                "type": "array",
                "items": text,
            },
            "title": text | {"description": "The title that `kriegnote rules` prints after the name."},
            "source": text | {"description": "Where the rules are published."},
            "extends": text
            | {"description": "The rulebook whose fields apply unless this file changes them: a name or a file."},
            "fields": {
                "description": "What the umpire says and to whom, and when the game ends.",
                "type": "object",
                "properties": words,
                "additionalProperties": False,
            },
            "game": {
                "description": "The game that is played, if it is not chess.",
                "type": "object",
                "properties": game,
                "additionalProperties": False,
            },
            "sources": {
                "description": "The paragraph that each field comes from.",
                "type": "object",
                "propertyNames": {"enum": names},
                "additionalProperties": text,
            },
            "disputed": {
                "description": "The fields whose value is in doubt: why, and the other values that are accepted.",
                "type": "object",
                "propertyNames": {"enum": names},
                "additionalProperties": doubt,
            },
        },
        "additionalProperties": False,
    }


def _value(field: Field) -> dict[str, Any]:
    described: dict[str, Any] = {"description": field.text}
    if field.kind == "flag":
        return described | {"enum": [True, False, "yes", "no"]}
    if field.kind == "number":
        return described | {"type": "integer", "minimum": 0}
    if field.kind == "text":
        return described | {"type": "string", "pattern": '^[^;="\\n]+$'}
    if field.kind == "set":
        several = {"type": "array", "items": {"enum": list(field.words)}, "uniqueItems": True}
        return described | {"anyOf": [several, {"type": "string"}]}
    plain = [{"yes": True, "no": False}[word] for word in field.words if word in ("yes", "no")]
    return described | {"enum": [*field.words, *plain]}


def written() -> str:
    """The schema as JSON text, as it is published."""
    return json.dumps(rulebook_schema(), indent=1, ensure_ascii=False) + "\n"
