"""Remarks: events besides moves, tries and announcements, in one form for every notation that has comments.

``{[%kn @w12 offer what=draw]}`` has the side and the number of the turn (``-`` if unsaid), the type of the event, and
its fields except those with default values. A value is a bare word, several words separated by commas, or a JSON string
(text, or the JSON of a structured value). The grammar is the rule ``remark`` of ``krieg.lark``; PGN has the same items
among those of its dialect.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from msgspec.structs import FieldInfo

from kriegnote.model.events import (
    EVENT_TYPES,
    NESTED,
    AnyEvent,
    Comment,
    DialogueEvent,
    Event,
    Move,
    Plan,
    Side,
    Step,
    Try,
    View,
    is_remark,
    type_name,
)
from kriegnote.model.order import PlyPlace
from kriegnote.model.printed_moves import parse_move
from kriegnote.parsing import Terminals, grammar
from kriegnote.text.comments import Remark

_UNWRITTEN: Final = frozenset({*DialogueEvent.__struct_fields__, "type", "parts"})
_TERMINALS: Final = Terminals("krieg")
_SIDES: Final[dict[str, Side | None]] = {"w": "white", "b": "black", "-": None}


def place(where: PlyPlace) -> str:
    """The side and turn in the form ``@w5``; ``-`` for each that is unsaid."""
    side, turn = where
    return f"@{side[0] if side else '-'}{turn if turn is not None and turn >= 0 else '-'}"


def placed(word: str) -> PlyPlace:
    """The side and turn of ``@w5``."""
    return _SIDES[word[1]], None if word[2:] == "-" else int(word[2:])


def item(thing: Any) -> str:
    """A remark without its place, ``offer what=draw``: its type, and its fields except those with default values.

    For a value that is not an event, only the fields.
    """
    kind: type = type(thing)
    words = [type_name(thing)] if isinstance(thing, Event) else []
    for one in _struct_fields(kind):
        said = getattr(thing, one.name)
        if one.name not in _UNWRITTEN and said is not None and said != one.default:
            words.append(f"{one.name}={_value(said, _shape(kind, one.name))}")
    return " ".join(words)


def _value(said: Any, shape: str) -> str:
    if shape == "flag":
        return "yes" if said else "no"
    if shape == "parts":
        return quote("; ".join(map(_part, said)))
    if shape == "list" and said and all(map(_is_bare, map(str, said))):
        return ",".join(map(str, said))
    if shape in ("list", "json"):
        return quote(msgspec.json.encode(said).decode())
    text = str(said)
    return text if _is_bare(text) else quote(text)


def _is_bare(text: str) -> bool:
    """Whether a value needs no quotation marks."""
    return _TERMINALS["BARE"].fullmatch(text) is not None


def _part(thing: Any) -> str:
    """One of the events or steps that a remark contains."""
    words = item(thing)
    return f"{place((thing.side, thing.turn))} {words}" if isinstance(thing, DialogueEvent) else words


def quote(text: str) -> str:
    """A JSON string without braces, which would end its comment or begin another."""
    return json.dumps(text, ensure_ascii=False).replace("{", "\\u007b").replace("}", "\\u007d")


@cache  # msgspec reads the annotations anew each time
def _struct_fields(kind: type) -> tuple[FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def fields(kind: str, pairs: Iterable[str]) -> dict[str, Any]:
    """The fields of an event of this type, from ``name=value`` words.

    :raises ValueError: if no such event is written as a remark, or it has no such field or value.
    """
    values = {"type": kind, "side": None, "turn": None} | _fields(EVENT_TYPES.get(kind), pairs)
    try:
        event = msgspec.convert(values, EVENT_TYPES[kind], strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    if not is_remark(event):
        raise ValueError(f"{kind} is not a remark")
    return {one.name: getattr(event, one.name) for one in _struct_fields(type(event)) if one.name not in _UNWRITTEN}


def _fields(kind: type | None, pairs: Iterable[str]) -> dict[str, Any]:
    """The fields of a value of this type; required fields that are missing are null.

    :raises ValueError: if there is no such type, or it has no such field.
    """
    if kind is None:
        raise ValueError("no event has this type")
    known = {one.name: one.required for one in _struct_fields(kind)}
    values: dict[str, Any] = {name: None for name, required in known.items() if required}
    for pair in pairs:
        name, _, said = pair.partition("=")
        if name not in known or name in _UNWRITTEN:
            raise ValueError(f"there is no {name}")
        values[name] = _said(said, _shape(kind, name), kind)
    if kind in (Move, Try) and values["move"] is None and values["text"]:
        values["parts"] = parse_move(values["text"])
    return values


def _said(said: str, shape: str, kind: type) -> Any:
    quoted = said.startswith('"')
    text = json.loads(said, strict=False) if quoted else said
    if shape == "flag":
        return {"yes": True, "no": False}.get(text, text)
    if shape == "parts":
        return _parts(text, Step if kind is Plan else None)
    if shape in ("list", "json"):
        return json.loads(text) if quoted else text.split(",")
    return text


def _parts(text: str, kind: type | None) -> list[dict[str, Any]]:
    """The events (if ``kind`` is None), or other values of one type, that a value contains.

    :raises ValueError: if it is no list of them.
    """
    try:
        tree = grammar("krieg", "parts").parse(text)
    except UnexpectedInput as error:
        raise ValueError(f"no list of parts: {text!r}") from error
    found = []
    for part in tree.children:
        assert isinstance(part, Tree)
        words = [str(one) for one in part.children]
        side, turn = placed(words.pop(0)) if words[0].startswith("@") else (None, None)
        if kind is not None:
            found.append(_fields(kind, words))
        else:
            found.append(_fields(EVENT_TYPES.get(words[0]), words[1:]) | {"type": words[0], "side": side, "turn": turn})
    return found


@cache
def _shape(kind: type, name: str) -> str:
    """The written form of a field's value: a flag, a list of words, parts, JSON, or a word."""
    if name in NESTED.get(kind, ()) or (kind is Plan and name == "steps"):
        return "parts"
    said = str(next(one.type for one in _struct_fields(kind) if one.name == name))
    if "dict[" in said or "tuple[tuple" in said or "events.Option" in said:
        return "json"
    return "flag" if "bool" in said else "list" if "tuple[" in said else "word"


def write(event: AnyEvent, view: View) -> Comment:
    """A remark as the comment that represents it in notations with comments in braces."""
    where = place((event.side, event.turn))  # type: ignore[union-attr]
    return Comment(text=Remark(f"[%kn {where} {item(event)}]"), heard=view)


def read(comment: Comment) -> AnyEvent | None:
    """The remark that a comment represents; None if it cannot be understood."""
    try:
        tree = grammar("krieg", "remark").parse(comment.text[4:-1])
        words = [str(one) for one in tree.children if isinstance(one, Token)]
        where = placed(words.pop(0)) if words[0].startswith("@") else (None, None)
        said = fields(words[0], words[1:])
    except (UnexpectedInput, ValueError, RecursionError):
        return None
    kind: Any = EVENT_TYPES[words[0]]
    remark: AnyEvent = kind(
        side=where[0],
        turn=where[1],
        line=comment.line,
        column=comment.column,
        span=comment.span,
        **said,
    )
    return remark
