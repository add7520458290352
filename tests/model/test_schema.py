"""The published JSON Schema is the types', and every record of ours is valid under it."""

from __future__ import annotations

import json

import jsonschema
import msgspec
import pytest

from kriegnote.reporting.rendering import dump
from kriegnote.reporting.schema import FILE, record_schema
from kriegnote.rules import RULES
from kriegnote.umpire.views import view
from tests.support.games import random_record
from tests.support.schemas import published


def test_the_published_schema_is_the_types() -> None:
    assert published(FILE) == dump(record_schema()), "run: python -m tests.generate_docs"


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(published(FILE)))


@pytest.mark.parametrize("rules", sorted(RULES))
def test_records_are_valid(rules: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(published(FILE)))
    for seed in range(4):
        record = random_record(seed, rules=rules)
        for told in (record, view(record, "white"), view(record, "public")):
            validator.validate(json.loads(msgspec.json.encode(told)))


@pytest.mark.parametrize(
    "bad",
    [
        {"schema": "kriegnote/2"},
        {"events": [{"type": "move", "side": "red", "turn": 1, "move": None, "text": None, "san": None}]},
        {"events": [{"type": "check", "side": "white", "turn": 1, "directions": ["up"]}]},
        {"events": [{"type": "castle"}]},
        {"result": "2-0"},
    ],
)
def test_what_is_no_record_is_not_valid(bad: dict[str, object]) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(published(FILE)))
    assert not validator.is_valid(bad)


def test_every_field_has_one_type() -> None:
    """Of the types that a field may have in JSON all but null are one."""

    def types(field: dict[str, object], defs: dict[str, dict[str, object]]) -> set[object]:
        if "$ref" in field:
            return types(defs[str(field["$ref"]).rsplit("/", 1)[1]], defs)
        if "anyOf" in field:
            return {kind for one in field["anyOf"] for kind in types(one, defs)}  # type: ignore[attr-defined]
        if "enum" in field:
            return {"string" if isinstance(one, str) else "null" for one in field["enum"]}  # type: ignore[attr-defined]
        return {field.get("type", "string")}

    schema = json.loads(published(FILE))
    defs = schema["$defs"]
    for name, definition in {"Record": schema, **defs}.items():
        for field, told in definition.get("properties", {}).items():
            assert len(types(told, defs) - {"null"}) <= 1, f"{name}.{field}"
