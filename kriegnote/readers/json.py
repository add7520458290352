"""Reads ``kriegnote/1``: one record, one a line (``.jsonl``), or an array of records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from kriegnote.events import AnyEvent, Capture, Comment, PawnTries, Reveal, Try, Variation
from kriegnote.findings import finding
from kriegnote.record import Record
from kriegnote.source import Chunk, Read

_DECODER = msgspec.json.Decoder(Record)
_WHERE = re.compile(r"\(byte (\d+)\)")
MOST_NESTED = 100
MOST_TURNS = 9999


_NEXT = '{"schema"'


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a record: a line of its own, or as many lines as its braces need; an array's elements one by one.

    A line that starts a record ends one that was never closed.
    """
    held: list[str] = []
    first, offset, depth = 1, 0, 0
    lines = iter(lines)
    for number, line in enumerate(lines, 1):
        if not held and line.lstrip().startswith("["):
            yield from _elements(line + "".join(lines), number, offset)
            return
        if held and line.startswith(_NEXT):
            text = "".join(held)
            yield Chunk(text, first, offset)
            offset += len(text)
            held, depth = [], 0
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


def _elements(text: str, line: int, offset: int) -> Iterator[Chunk]:
    """The records of an array; what follows the first that is not JSON is one chunk, and so is what follows the array."""
    decoder = json.JSONDecoder()
    at = text.index("[") + 1
    while (found := _BETWEEN.match(text, at)) and found.end() < len(text):
        at = found.end()
        closed = text[at] == "]"
        at += closed
        if closed and not text[at:].strip():
            return
        try:
            end = len(text) if closed else decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            end = len(text)
        yield Chunk(text[at:end], line + text.count("\n", 0, at), offset + at)
        at = end


_BETWEEN = re.compile(r"[\s,]*")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def _depth(line: str) -> int:
    bare = _STRING.sub("", line) if '"' in line else line
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def read(chunk: Chunk) -> Read:
    """One record; what is not JSON or not a record gives an empty record and a finding."""
    try:
        record = _DECODER.decode(chunk.text.strip())
        for number, event in enumerate(record.events):
            _check(event, f"$.events[{number}]")
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        return _bad(chunk, str(error) or "nested too deeply")
    events = tuple(_clean(event) for event in record.events)
    headers = tuple((name, " ".join(value.split("\n"))) for name, value in record.headers)
    return Read(record.replace(events=events, headers=headers), [])


_SQUARE = re.compile(r"[a-h][1-8]")
_UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


def _check(event: AnyEvent, path: str, depth: int = 1) -> None:
    """What the types do not say: squares are squares, moves are UCI, numbers are not absurd.

    :raises ValueError: they are not; the message has the path.
    """
    if depth > MOST_NESTED:
        raise ValueError(f"nested more than {MOST_NESTED} deep - at `{path}`")
    for name in ("turn", "count"):
        value = getattr(event, name, None)
        if value is not None and not 0 <= value <= MOST_TURNS:
            raise ValueError(f"{value} is out of range - at `{path}.{name}`")
    move = getattr(event, "move", None)
    if move is not None and not _UCI.fullmatch(move):
        raise ValueError(f"{move!r} is not a move in UCI - at `{path}.move`")
    named: list[str] = []
    if isinstance(event, PawnTries):
        named = [*(event.squares or ())]
    elif isinstance(event, Capture) and event.square is not None:
        named = [event.square]
    elif isinstance(event, Reveal):
        named = [*event.seen, *(name for line in event.lines for name in line)]
    for name in named:
        if not _SQUARE.fullmatch(name):
            raise ValueError(f"{name!r} is not a square - at `{path}`")
    if isinstance(event, Try):
        times = event.times if isinstance(event.times, tuple) else (event.times,)
        if any(one is not None and not 1 <= one <= MOST_TURNS for one in times):
            raise ValueError(f"{event.times} is out of range - at `{path}.times`")
    if isinstance(event, Variation):
        for number, inner in enumerate(event.events):
            _check(inner, f"{path}.events[{number}]", depth + 1)


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
