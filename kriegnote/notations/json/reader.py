"""Reads ``kriegnote/1``: one record, one record per line (``.jsonl``), or an array of records."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import nearest
from kriegnote.model.events import (
    EVENT_TYPES,
    NESTED,
    AnyEvent,
    Comment,
    Event,
    Move,
    Try,
    Unknown,
    type_name,
)
from kriegnote.model.printed_moves import NULL_MOVES, Parts, parse_move
from kriegnote.model.record import Record
from kriegnote.notations.json.faults import MOST_NESTED, not_json, not_valid, short, with_article, wrong_value
from kriegnote.notations.json.how_often import decoded
from kriegnote.notations.json.locations import Value, elements, members
from kriegnote.notations.json.values import MOST, WrongValue, check
from kriegnote.rules import RULES
from kriegnote.text.source import Chunk, Lines, Read
from kriegnote.text.tags import contradictions

_DECODER = msgspec.json.Decoder(Record)
MOST_NAMES = 60  # the number of distinct names of an object that are checked
NEAR = 100_000  # the number of characters in which a field is searched for


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The records of a stream of lines, one chunk each.

    A record is a line, or as many lines as its brackets need; the elements of an array that is the whole text are
    separate records. A line that begins a record, or is one, ends an earlier one that was never closed.
    """
    held: list[str] = []
    first, offset, depth = 0, 0, 0
    lines = iter(lines)
    for number, line in enumerate(lines, 1):
        if first == 0 and line.lstrip().startswith("["):
            yield from _elements(line + "".join(lines), number, offset)
            return
        if held and _begins_a_record(line):
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


def _begins_a_record(line: str) -> bool:
    """Whether a line begins as we write records, or is an object or an array; those within a record are indented."""
    whole = line.startswith(("{", "[")) and line.rstrip().endswith(("}", "]")) and _depth(line) == 0
    return whole or line.startswith('{"schema"')


def _elements(text: str, line: int, offset: int) -> Iterator[Chunk]:
    """The records of an array.

    The text from the first element that is not JSON on, and the text after the array, are one chunk each.
    """
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
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?')


def _depth(line: str) -> int:
    bare = _STRING.sub("", line) if '"' in line else line
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


_FORMATS = (
    ({"game_type", "game_state"}, "a game of the Python package kriegspiel (say --from kriegspiel)"),
    ({"senses", "sense_results"}, "a game of Reconnaissance Chess (reconchess)"),
    ({"players", "moves", "variant"}, "a game as lichess exports it"),
    ({"pgn", "time_class"}, "a game as chess.com exports it"),
)
"""Fields by which the JSON of other programs is recognised."""


def foreign(text: str) -> str | None:
    """A sentence that says why a JSON object is not a kriegnote record; None for a record or for broken JSON.

    An object with any field of a record counts as one.
    """
    try:
        fields = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    if not isinstance(fields, dict) or not fields or set(fields) & set(Record.__struct_fields__):
        return None
    for names, what in _FORMATS:
        if names <= set(fields):
            return f"this JSON is {what}, not a kriegnote record"
    return "this JSON is not a kriegnote record: it has neither schema nor events"


def read(chunk: Chunk) -> Read:
    """One record; text that is not JSON or not a record yields an empty record and a finding.

    Its events get their places in this text; places in the JSON itself refer to the text that the record came from,
    which is not available.
    """
    lines = Lines(chunk.text, chunk.line)
    try:
        record = _decoded(chunk.text)
        for number, event in enumerate(record.events):
            check(event, f"$.events[{number}]")
    except WrongValue as error:
        return Read(Record(), [wrong_value(chunk.text, lines, error.path, error.why)])
    except msgspec.ValidationError as error:
        return Read(Record(), [not_valid(chunk.text, lines, str(error))])
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        return Read(Record(), [not_json(chunk.text, lines, str(error) or "nested too deeply")])
    findings: list[Finding] = []
    placer = _Placer(chunk.text, lines, findings)
    events = placer.record(record)
    record = record.replace(rules=placer.rules(record.rules))
    wrong = contradictions(record)
    for name, value in wrong:
        line, column = lines.place(0)
        message = f"the header {name} says {value!r}, but the record itself says something else"
        findings.append(finding("KN111", message, line=line, column=column, note="the header is ignored"))
    headers = tuple((name, _one_line(value)) for name, value in record.headers if (name, value) not in wrong)
    start = _one_line(record.start) if record.start is not None else None
    return Read(record.replace(events=events, headers=headers, start=start), findings)


def _decoded(text: str) -> Record:
    """A record; events of unknown types are kept with all their content.

    :raises msgspec.ValidationError: if it is not a record.
    :raises msgspec.DecodeError: if it is not JSON.
    """
    try:
        return decoded(text, _DECODER)
    except msgspec.ValidationError:
        fields = msgspec.json.decode(text)
        if not isinstance(fields, dict) or not _enclose(fields.get("events"), 1):
            raise
        return decoded(msgspec.json.encode(fields).decode(), _DECODER)


_NESTED = {type_name(kind): names for kind, names in NESTED.items()}


def _enclose(events: Any, depth: int) -> bool:
    """Wraps events of unknown types in events of the type ``unknown``, in place; returns whether there were any."""
    found = False
    if not isinstance(events, list) or depth > MOST_NESTED:
        return found
    for number, event in enumerate(events):
        kind = event.get("type") if isinstance(event, dict) else None
        if kind in _NESTED:
            for name in _NESTED[kind]:
                found |= _enclose(event.get(name), depth + 1)
        elif isinstance(kind, str) and kind not in EVENT_TYPES:
            side, turn = event.get("side"), event.get("turn")
            events[number] = {
                "type": "unknown",
                "side": side if side in ("white", "black") else None,
                "turn": turn if type(turn) is int and 0 <= turn <= MOST else None,
                "raw": event,
            }
            found = True
    return found


def _one_line(text: str) -> str:
    """A text with its line breaks replaced by blanks."""
    return " ".join(text.splitlines()) if len(text.splitlines()) > 1 else text.rstrip("\r\n")


# -- events with their places ------------------------------------------------------------------------------------------


@cache
def _fields(kind: type) -> frozenset[str]:
    tagged = issubclass(kind, Event)
    names = {field.encode_name for field in msgspec.structs.fields(kind)}
    return frozenset(names | ({"type"} if tagged else set()) | ({"most"} if kind is Try else set()))


class _Placer:
    """Gives the events of a record their places in its JSON text, and checks the names of their fields."""

    def __init__(self, text: str, lines: Lines, findings: list[Finding]) -> None:
        self.text, self.lines, self.findings = text, lines, findings

    def record(self, record: Record) -> tuple[AnyEvent, ...]:
        events: Value | None = None
        top = list(members(self.text, self.text.index("{")))
        self._names(tuple((one.name, one.value) for one in top), _fields(Record), Record, self.text.index("{"))
        for one in top:
            if one.name == "events":
                events = one
        return self._events(record.events, events.at) if events is not None else ()

    def rules(self, said: str | None) -> str | None:
        """The id of the rulebook; None, with a finding, if there is no such rulebook."""
        if said is None:
            return None
        try:
            return RULES[said].id
        except KeyError as error:
            self._note("KN405", str(error.args[0]), self.text.index("{"), "rules", note="read without a rulebook")
            return None

    def _events(self, events: tuple[AnyEvent, ...], at: int) -> tuple[AnyEvent, ...]:
        placed = []
        for event, value in zip(events, elements(self.text, at), strict=True):
            if isinstance(event, Unknown):
                self._unknown(event, value)
            else:
                self._names(value.value, _fields(type(event)), type(event), value.at)
            placed.append(self._placed(event, value))
        return tuple(placed)

    def _unknown(self, event: Unknown, value: Value) -> None:
        kind = str(event.raw.get("type"))
        near = nearest(kind, EVENT_TYPES)
        note = f"perhaps {near}; the event is kept" if near else "the event is kept"
        self._note(
            "KN111", f"unknown event type {short(kind)}", value.at, "type", note=f"{note} as it is, but not checked"
        )

    def _placed(self, event: AnyEvent, value: Value) -> AnyEvent:
        line, column = self.lines.place(value.at)
        changes: dict[str, Any] = {"line": line, "column": column, "span": None}
        if type(event) in NESTED:
            for one in members(self.text, value.at):
                if one.name in NESTED[type(event)]:
                    changes[one.name] = self._events(getattr(event, one.name), one.at)
        elif isinstance(event, Comment):
            if "\r" in event.text:
                changes["text"] = event.text.replace("\r\n", "\n").replace("\r", "\n")
        elif isinstance(event, Move | Try):
            self._move(event, value, changes)
        return msgspec.structs.replace(event, **changes)

    def _move(self, event: Move | Try, value: Value, changes: dict[str, Any]) -> None:
        """Parses a move's text if the record has no more about the move, and checks its SAN against its UCI.

        A SAN without a UCI move is taken for the printed text; a printed move is always one line.
        """
        text = event.text if event.text is not None or event.move is not None else event.san
        if text is not None and (len(text.splitlines()) > 1 or text != event.text):
            text = _one_line(text)
            changes["text"] = text
            event = msgspec.structs.replace(event, text=text)
        if event.move is None and event.parts is None and event.text is not None and event.text not in NULL_MOVES:
            changes["parts"] = parse_move(event.text)
            if changes["parts"] is None:
                self._note("KN101", f"this is not a move: {event.text[:40]!r}", value.at, "text")
        if event.parts is not None:
            changes["parts"] = _with_signs(event.parts, event.text)
            if parts_value := dict(value.value).get("parts"):
                self._names(parts_value, _fields(Parts), Parts, value.at)
        if event.move is not None and event.san is not None:
            parts = parse_move(event.san)
            if parts is not None and parts.to is not None and not event.move[2:4].startswith(parts.to):
                message = f"move is {event.move}, but san is {event.san}"
                self._note("KN111", message, value.at, "san", note="move is used")

    def _names(self, pairs: tuple[tuple[Any, Any], ...], known: frozenset[str], whose: type, at: int) -> None:
        """Reports names that the object's type does not have, and names given twice."""
        names = [name for name, _ in pairs]
        if known.issuperset(names) and len(set(names)) == len(names):
            return
        for name, count in list(Counter(names).items())[:MOST_NAMES]:
            if name not in known:
                self._note(
                    "KN111", f"{with_article(whose)} has no field {short(name)}", at, name, note="the field is ignored"
                )
            elif count > 1:
                self._note("KN111", f"{short(name)} is given {count} times", at, name, note="the last one is used")

    def _note(self, code: str, message: str, at: int, name: str, note: str | None = None) -> None:
        """Adds a finding at the first field of this name after the object's start, or at the object itself."""
        found = re.compile(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*:").search(self.text, at, at + NEAR)
        start = found.start() if found else at
        line, column = self.lines.place(start)
        length = len(name) + 2 if found else 1
        self.findings.append(finding(code, message, line=line, column=column, length=length, note=note))


def _with_signs(parts: Parts, text: str | None) -> Parts:
    """The parts with the printed signs, which records written before these fields existed lack."""
    printed = parse_move(text) if text and parts == parts.unmarked() else None
    if printed is None:
        return parts
    names = ("sign", "mark", "check", "mate", "en_passant")
    return msgspec.structs.replace(parts, **{name: getattr(printed, name) for name in names})
