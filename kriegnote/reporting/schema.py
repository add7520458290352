"""The JSON Schema of ``kriegnote/1``, generated from the types.

The package carries it as ``kriegnote-1.schema.json``; ``python -m tests.generate_docs`` writes
it, and a test keeps the two the same.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, Final

import msgspec

from kriegnote.model.record import Record

ID: Final = "urn:kriegnote:schema:1"
FILE: Final = "kriegnote-1.schema.json"


def record_schema() -> dict[str, Any]:
    """The schema of one record, JSON Schema 2020-12; unknown fields are allowed: kriegnote/1 gains fields."""
    _, components = msgspec.json.schema_components([Record], ref_template="#/$defs/{name}")
    definitions = dict(sorted(components.items()))
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"]).replace("``", "`")
    _one_type_of_times(definitions["Try"]["properties"])
    top = definitions.pop("Record")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        **top,
        "title": "kriegnote/1: one game of Kriegspiel as a dialogue",
        "$defs": definitions,
    }


def _one_type_of_times(fields: dict[str, Any]) -> None:
    """In JSON a range of times is two numbers (:mod:`kriegnote.notations.json.how_often`)."""
    fields["times"] = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 1}
    fields["most"] = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}
