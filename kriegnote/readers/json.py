"""Reads ``kriegnote/1``: one record, one a line (``.jsonl``), or an array of records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from kriegnote.events import AnyEvent, Comment, Variation
from kriegnote.findings import finding
from kriegnote.record import Record
from kriegnote.source import Chunk, Read

_DECODER = msgspec.json.Decoder(Record)
_WHERE = re.compile(r"\(byte (\d+)\)")
MOST_NESTED = 100


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a record: a line of its own, or as many lines as its braces need."""
    held: list[str] = []
    first, offset, depth = 1, 0, 0
    for number, line in enumerate(lines, 1):
        if not held:
            first = number
        if not held and not line.strip():
            offset += len(line)
            continue
        held.append(line)
        depth += _depth(line)
        if depth <= 0:
            text = "".join(held)
            yield Chunk(text, first, offset)
            offset += len(text)
            held, depth = [], 0
    if held:
        yield Chunk("".join(held), first, offset)


_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def _depth(line: str) -> int:
    bare = _STRING.sub("", line) if '"' in line else line
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def read(chunk: Chunk) -> Read:
    """One record; what is not JSON or not a record gives an empty record and a finding."""
    text = chunk.text.strip()
    if text.startswith("["):
        text = text.removeprefix("[").removesuffix("]").strip() or "{}"
    try:
        record = _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        return _bad(chunk, str(error) or "nested too deeply")
    events = tuple(_clean(event) for event in record.events)
    headers = tuple((name, " ".join(value.split("\n"))) for name, value in record.headers)
    return Read(record.replace(events=events, headers=headers), [])


def _clean(event: AnyEvent) -> AnyEvent:
    """Line ends in a comment as in every text; places belong to the text the record came from, so they are left out."""
    changes: dict[str, object] = {}
    if isinstance(event, Comment) and "\r" in event.text:
        changes["text"] = event.text.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(event, Variation):
        changes["events"] = tuple(_clean(one) for one in event.events)
    return msgspec.structs.replace(event, **changes) if changes else event


def _bad(chunk: Chunk, message: str) -> Read:
    found = _WHERE.search(message)
    at = len(chunk.text.encode()[: int(found.group(1))].decode(errors="ignore")) if found else 0
    line = chunk.line + chunk.text.count("\n", 0, at)
    column = at - chunk.text.rfind("\n", 0, at)
    code = "KN103" if "nested" in message or "recursion" in message.lower() else "KN107"
    return Read(Record(), [finding(code, f"not a record: {message}", line=line, column=column)])
