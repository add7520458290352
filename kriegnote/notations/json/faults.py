"""Findings on a text that is not JSON, or JSON that is not a record, in plain words."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from types import NoneType
from typing import Any, get_args, get_type_hints

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.events import EVENT_TYPES
from kriegnote.model.printed_moves import Parts
from kriegnote.model.record import Record
from kriegnote.notations.json.locations import Value, follow
from kriegnote.text.source import Lines

MOST_NESTED = 100
_PATH = re.compile(r" - at `(?:key in `)?(\$[^`]*)`+$")
_BYTE = re.compile(r" \(byte (\d+)\)")
_GOT = re.compile(r"Expected `([^`]*)`(?:, got| of length (\d+))?")
_MISSING = re.compile(r"missing required field `(\w+)`")
_PLAIN = {
    "bool": "true or false", "str": "text", "int": "a number", "array": "a list", "object": "an object", "null": "null",
    "float": "a number",
}  # fmt: skip


def with_article(kind: type) -> str:
    """The name of a type of the model in a sentence."""
    if kind is Parts:
        return "what a printed move says"
    name = str(kind.__struct_config__.tag or "record")  # type: ignore[attr-defined]
    return f"an {name}" if name[0] in "ae" else f"a {name}"


def short(value: object) -> str:
    """A value of JSON as a message quotes it."""
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else repr(value)
    return shortened(text)


def _either(words: list[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _literals(hint: Any) -> list[str]:
    """The values that a type admits if it is an enumeration, null last."""
    if hint is NoneType:
        return ["null"]
    if isinstance(hint, str):
        return [hint]
    found = [word for part in get_args(hint) for word in _literals(part)]
    words = sorted(dict.fromkeys(found), key=lambda word: word == "null")
    return [] if words == ["null"] else words


def _admitted(way: list[Value]) -> list[str]:
    """The values that the field at the end of a path admits; empty if it is not an enumeration."""
    owner: Any = None
    name = None
    for outer, inner in pairwise(way):
        if inner.name is not None:
            kind = dict(outer.value).get("type") if isinstance(outer.value, tuple) else None
            owner, name = EVENT_TYPES.get(kind, Record) if isinstance(kind, str) else Record, inner.name
    if name == "type":
        return list(EVENT_TYPES)
    hints = get_type_hints(owner) if owner is not None else {}
    return _literals(hints.get(name)) if name in hints else []


def _event(path: str) -> str:
    numbers = [int(number) + 1 for number in re.findall(r"\.events\[(\d+)\]", path)]
    return f" (event {'.'.join(map(str, numbers))})" if numbers else ""


def wrong_value(text: str, lines: Lines, path: str, why: str) -> Finding:
    """The finding on a value that is not valid in a record: its place, what it is and what it should be.

    :param path: the path of the value, as in ``$.events[3].side``.
    :param why: what is expected.
    """
    way = follow(text, path)
    if not way:
        return finding("KN107", f"not a record: {why}", line=lines.place(0)[0], column=1)
    last = way[-1]
    named = next((one.name for one in reversed(way) if one.name is not None), "the record")
    said = "is " + short(last.value) if not isinstance(last.value, tuple | list) else "is wrong"
    length = len(text[last.at : last.end].split("\n", 1)[0])
    line, column = lines.place(last.at)
    return finding("KN107", f"{named} {said}; {why}{_event(path)}", line=line, column=column, length=length)


def not_valid(text: str, lines: Lines, message: str) -> Finding:
    """The finding, in plain words, on JSON that the types of the model reject.

    :param message: the message of msgspec.
    """
    found = _PATH.search(message)
    path = found[1] if found else "$"
    way = follow(text, path)
    if (missing := _MISSING.search(message)) and way:
        line, column = lines.place(way[-1].at)
        kind = dict(way[-1].value).get("type") if isinstance(way[-1].value, tuple) else None
        whose = with_article(EVENT_TYPES[kind]) if isinstance(kind, str) and kind in EVENT_TYPES else "an event"
        words = f"{whose} needs the field {missing[1]!r}, which is missing here"
        note = "write null for what the source does not say" if missing[1] != "type" else None
        return finding("KN107", words + _event(path), line=line, column=column, note=note)
    words = _either(_admitted(way))
    got = _GOT.search(message)
    if got and (not words or way[-1].value is None):
        words = _either([_PLAIN.get(one, one) for one in got[1].split(" | ")])
    if got and got[2]:
        words = f"a list of {got[2]}"
    why = f"expected {words}" if words else message[: found.start()] if found else message
    return wrong_value(text, lines, path, why)


def not_json(text: str, lines: Lines, message: str) -> Finding:
    """The finding on a text that is not JSON, at the place where parsing stops.

    :param message: the message of msgspec.
    """
    found = _BYTE.search(message)
    at = len(text.encode()[: int(found[1])].decode(errors="ignore")) if found else 0
    note = None
    if "truncated" in message:
        at = max(0, len(text.rstrip()) - 1)
        message = "the JSON ends here, but not all its brackets are closed"
    elif text[at : at + 1] in ("“", "”", "„", "«", "»", "‘", "’", "'"):
        message = "JSON does not use these quotation marks"
        note = 'write "…"'
    elif "nested" in message or "recursion" in message.lower():
        return finding("KN103", f"nested more than {MOST_NESTED} deep", line=lines.place(0)[0], column=1)
    else:
        message = "not JSON: " + _BYTE.sub("", message).removeprefix("JSON is malformed: ")
    line, column = lines.place(at)
    return finding("KN107", message, line=line, column=column, note=note)
