"""The JSON Schema of ``kriegnote/1``, generated from the types.

``python -m tests.generate_docs`` writes it to ``kriegnote-1.schema.json`` in the package; a test checks that the file
is up to date.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, Final

import msgspec

from kriegnote.model.record import Record

ID: Final = "urn:kriegnote:schema:1"
FILE: Final = "kriegnote-1.schema.json"


def record_schema() -> dict[str, Any]:
    """The schema of a record (JSON Schema 2020-12); unknown fields are allowed, since kriegnote/1 may gain fields."""
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
    """Describes a range of ``times`` as two numbers, as in JSON (:mod:`kriegnote.notations.json.how_often`)."""
    fields["times"] = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 1}
    fields["most"] = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}
