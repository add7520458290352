"""Reads Kriegspiel in the comments of PGN: our own dialect, ``[%kn tries 1; try Ba6 illegal]``, and published ones.

The grammars are in ``krieg.lark``. A dialect is in a comment in braces, alone or with other words, so ordinary PGN
readers see a comment. Results are cached, since the same few announcements recur in every game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.model.events import (
    EVENT_TYPES,
    Option,
    Reason,
)
from kriegnote.model.order import PlyPlace
from kriegnote.model.printed_moves import parse_move
from kriegnote.parsing import grammar
from kriegnote.text import remarks
from kriegnote.text.clocks import clock_fields
from kriegnote.text.tree_reader import Rule, span

OPENING: Final = "[%kn"
_CHECKED: Final = {"CR": "rank", "CF": "file", "CD": "diagonal", "CK": "knight"}
_CHECKED_BY: Final = {"R": "rank", "F": "file", "L": "long", "S": "short", "N": "knight"}
_BEFORE: Final = frozenset({"pawn_tries", "ask", "answer", "try", "junk"})


class CommentFact(NamedTuple):
    """One fact stated in a comment.

    ``kind``: the type of an event, ``amend`` (about the move just made: its text, its options, its place) or
    ``variation`` (the place of the variation). ``place``: None for the usual one. ``start``, ``end``: offsets in the
    passage.
    """

    kind: str
    fields: dict[str, Any]
    place: PlyPlace | None
    start: int
    end: int


def belongs_before(kind: str, verdict: str | None) -> bool:
    """Whether a fact belongs to the ply that follows (tries and questions) rather than to the one before."""
    return kind in _BEFORE and verdict != "untested"


class Passage(NamedTuple):
    """A part of a comment in a dialect, or that begins like one; ``kind``: its terminal in ``krieg.lark``."""

    kind: str
    text: str
    start: int
    end: int


class NotUnderstood(ValueError):
    """Raised for a word that fits the grammar but has no meaning; has its offset and the words that may stand there."""

    def __init__(self, at: int, wanted: tuple[str, ...]) -> None:
        super().__init__(f"not understood at {at}")
        self.at = at
        self.wanted = wanted


@lru_cache(maxsize=8192)
def passages(words: str) -> tuple[Passage, ...]:
    """The passages in dialects in a comment, given without its braces."""
    if "[%" not in words and "(K:" not in words and words[:1] != "(":
        return ()
    found = parser_of("krieg", "words", lexer="basic").words(words)
    return tuple(
        Passage(one.type, str(one), one.start_pos or 0, one.end_pos or 0) for one in found if one.type != "WORDS"
    )


@lru_cache(maxsize=8192)
def read(kind: str, text: str) -> tuple[CommentFact, ...] | None:
    """The facts of a passage; None if its grammar cannot read it."""
    if kind == "CLOCK":
        return (CommentFact("clock", dict(clock_fields(text)), None, 0, len(text)),)
    start, end = (len(OPENING), len(text) - 1) if kind == "OWN" else (0, len(text))
    tree, unread = parser_of("krieg", kind.lower(), keep_all_tokens=True).parse(text, start, end)
    try:
        return None if unread else _items(kind, tree)
    except ValueError:
        return None


def facts(kind: str, text: str) -> tuple[CommentFact, ...]:
    """The facts of a passage; one in our own dialect is given without its brackets.

    :raises UnexpectedInput: if the text does not fit the grammar.
    :raises ValueError: if a word has no meaning (:class:`NotUnderstood`), or is not the JSON that it should be.
    """
    return _items(kind, grammar("krieg", kind.lower(), keep_all_tokens=True).parse(text))


def _items(kind: str, tree: Rule) -> tuple[CommentFact, ...]:
    if kind == "OWN":
        return tuple(_item(node) for node in tree.children if isinstance(node, Tree))
    return _maryland(tree) if kind == "MARYLAND" else _darkboard(tree)


def _item(node: Rule) -> CommentFact:
    fact = node.children[-1]
    assert isinstance(fact, Tree)
    place = None
    if len(node.children) == 2:
        place = remarks.placed(str(node.children[0]))
    kind, fields = _FACTS[fact.data](fact.children if fact.data in _NAMELESS else fact.children[1:])
    return CommentFact(kind, fields, place, *span(node))


Stated = tuple[str, dict[str, Any]]


def _words(tokens: list[Token]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for token in tokens:
        found.setdefault(token.type, []).append(str(token))
    return found


def _tries(tokens: list[Token]) -> Stated:
    said = _words(tokens)
    fields: dict[str, Any] = _any_count(said)
    if "SQUARE" in said or "IS_NOWHERE" in said:
        fields["squares"] = tuple(said.get("SQUARE", ()))
    return "pawn_tries", fields


def _any_count(said: dict[str, list[str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if "YES_NO" in said:
        fields["any"] = said["YES_NO"][0] == "yes"
    if "WHOLE" in said:
        fields["count"] = int(said["WHOLE"][0])
    return fields


def _attempt(tokens: list[Token]) -> Stated:
    said = _words(tokens)
    fields: dict[str, Any] = {"move": None, "text": None, "verdict": None}
    if "UCI" in said:
        fields["move"] = said["UCI"][0]
    elif "SAN" in said:
        fields["text"] = said["SAN"][0]
    elif "STRING" in said:
        fields["text"] = _unquote(said["STRING"][0])
    if fields["text"] is not None:
        fields["parts"] = parse_move(fields["text"])
    if "VERDICT" in said:
        fields["verdict"] = "refused" if said["VERDICT"][0] == "?" else said["VERDICT"][0]
    if "TRY_TIMES" in said:
        low, _, high = said["TRY_TIMES"][0][1:].partition("-")
        fields["times"] = None if low == "*" else (int(low), int(high)) if high else int(low)
    return "try", fields


def _move(children: list[Any]) -> Stated:
    fields: dict[str, Any] = {}
    options = []
    for child in children:
        if isinstance(child, Tree):
            uci, weight = child.children
            options.append(Option(str(uci), float(str(weight))))
        elif child.type == "STRING":
            fields["text"] = _unquote(str(child))
            fields["parts"] = parse_move(fields["text"])
        else:
            fields |= {"text": None, "parts": None}
    if options:
        fields["options"] = tuple(options)
    return "amend", fields


def _capture(tokens: list[Token]) -> Stated:
    said = _words(tokens)
    fields: dict[str, Any] = {"square": said["SQUARE"][0] if "SQUARE" in said else None}
    if "MAN_TAKEN" in said:
        fields["captured"] = said["MAN_TAKEN"][0]
    if "BY" in said:
        fields["by"] = said["BY"][0].removeprefix("by-")
    if "EN_PASSANT" in said:
        fields["en_passant"] = said["EN_PASSANT"][0] == "en-passant"
    return "capture", fields


def _reveal(tokens: list[Token]) -> Stated:
    said = _words(tokens)
    seen = {word[:2]: None if word[3] == "-" else word[3] for word in said.get("SEEN", ())}
    lines = tuple((word[:2], word[3:]) for word in said.get("OPEN_LINE", ()))
    moved = tuple(word[at : at + 2] for word in said.get("MOVED_TO", ()) for at in range(3, len(word), 2))
    return "reveal", {"seen": seen, "lines": lines, "moved": moved or None}


def _end(tokens: list[Token]) -> Stated:
    reason = str(tokens[0])
    if reason not in get_args(Reason):
        raise NotUnderstood(tokens[0].start_pos or 0, get_args(Reason))
    return "end", {"reason": reason, "result": str(tokens[1]) if len(tokens) > 1 else None}


def _paired(kind: str, tokens: list[Token]) -> Stated | None:
    """A question or answer written like a remark; None if it is written in the dialect's own words."""
    if not tokens or tokens[0].type != "KEY_AND_VALUE":
        return None
    return kind, remarks.fields(kind, map(str, tokens))


def _remark(tokens: list[Token]) -> Stated:
    kind, *pairs = map(str, tokens)
    try:
        return kind, remarks.fields(kind, pairs)
    except ValueError as error:
        known = kind in EVENT_TYPES
        place = tokens[0].end_pos if known and not pairs else tokens[known].start_pos
        raise NotUnderstood(place or 0, ()) from error


_NAMELESS: Final = frozenset({"said", "remark_item"})
"""The facts that do not begin with their name."""
_FACTS: Final[Mapping[str, Callable[[list[Any]], Stated]]] = {
    "tries": _tries,
    "ask": lambda tokens: _paired("ask", tokens) or ("ask", {"what": str(tokens[0])}),
    "said": lambda tokens: ("answer", {"any": str(tokens[0]) == "yes"}),
    "answer": lambda tokens: _paired("answer", tokens) or ("answer", _any_count(_words(tokens))),
    "attempt": _attempt,
    "move": _move,
    "variation": lambda tokens: ("variation", {}),
    "capture": _capture,
    "check": lambda tokens: ("check", {"directions": tuple(map(str, tokens))}),
    "promotion": lambda tokens: ("promotion", {}),
    "reveal": _reveal,
    "end": _end,
    "nag": lambda tokens: ("nag", {"code": int(tokens[0])}),
    "comment": lambda tokens: ("comment", {"heard": str(tokens[0]), "text": _unquote(str(tokens[1]))}),
    "junk": lambda tokens: ("junk", {"text": _unquote(str(tokens[0]))}),
    "unknown": lambda tokens: ("unknown", {"raw": _object(_unquote(str(tokens[0])))}),
    "remark_item": _remark,
}


def _maryland(tree: Tree[Token]) -> tuple[CommentFact, ...]:
    """The refused tries (no reason is given), then the announcements about the move."""
    tokens = [token for token in tree.children if isinstance(token, Token)]
    items = []
    for token in tokens:
        if token.type == "ATTEMPT":
            text = None if str(token) in ("?", "??") else str(token)
            parts = parse_move(text) if text else None
            fields = {"move": None, "text": text, "verdict": "refused", "parts": parts}
            items.append(CommentFact("try", fields, None, token.start_pos or 0, token.end_pos or 0))
        elif token.type == "TAKEN":
            items.append(
                CommentFact("capture", {"square": str(token)[1:]}, None, token.start_pos or 0, token.end_pos or 0)
            )
    checks = [token for token in tokens if token.type == "CHECKED"]
    if checks:
        ways = tuple(sorted({_CHECKED[str(token)] for token in checks}))
        items.append(
            CommentFact("check", {"directions": ways}, None, checks[0].start_pos or 0, checks[-1].end_pos or 0)
        )
    return tuple(items)


def _darkboard(tree: Tree[Token]) -> tuple[CommentFact, ...]:
    """The announcements about the move, then the tries refused before it."""
    tokens = [token for token in tree.children if isinstance(token, Token)]
    items: list[CommentFact] = []
    ways = tuple(sorted({_CHECKED_BY[sign] for token in tokens if token.type == "CHECK_BY" for sign in token[1:]}))
    for token in tokens:
        stated: Stated
        if token.type == "CAPTURED":
            stated = "capture", {"square": str(token)[1:]}
        elif token.type == "CHECK_BY":
            if any(item.kind == "check" for item in items):
                continue  # the first has both directions
            stated = "check", {"directions": ways}
        elif token.type == "PAWN_TRIES":
            stated = "pawn_tries", {"count": int(token[1:])}
        elif token.type == "ATTEMPT":
            stated = "try", {"move": None, "text": str(token), "verdict": "illegal", "parts": parse_move(token)}
        else:
            continue
        items.append(CommentFact(*stated, None, token.start_pos or 0, token.end_pos or 0))
    return tuple(items)


def _object(text: str) -> dict[str, Any]:
    """The JSON of an event of an unknown type.

    :raises ValueError: if it is not a JSON object.
    """
    raw = json.loads(text)
    if not isinstance(raw, dict):
        raise ValueError("an event is an object")
    return raw


def _unquote(word: str) -> str:
    text = json.loads(word, strict=False)
    assert isinstance(text, str)
    return text
