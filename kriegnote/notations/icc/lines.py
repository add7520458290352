"""The lines of an ICC log, cut and told apart: what the reader of the log tells events from (docs/notations/icc.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from lark import Token
from lark.exceptions import LarkError

from kriegnote.text.grammar import grammar
from kriegnote.text.headings import is_heading
from kriegnote.text.source import Chunk
from kriegnote.text.tags import LINE

_LEAD: Final = re.compile(r"[ \t\r\ufeff]*(?:(?:[a-z]{1,8}%|>|\[?\d{1,2}:\d\d(?::\d\d)?\]?(?=[ \t]))[ \t\r]*)*")
_PLY: Final = re.compile(r"\s*(\d{1,4})[ \t]*\.[ \t]*((?:\.[ \t]*){1,3}|…)?[ \t]*[?\w♔-♟]")
_TURN: Final = re.compile(r"\s*(?:White|Black)(?:.?s[ \t]+move|[ \t]+to[ \t]+move)", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*\{\s*Game\b.*\}", re.IGNORECASE)
_OPENS: Final = re.compile(r"\s*\{\s*Game\b[^}]*\)\s*(?:Creating|Continuing|Starting)|\s*Creating:", re.IGNORECASE)
CHAT: Final = re.compile(r"\s*(?:\S+ (?:tells you|says|kibitzes|whispers|shouts)\b|\(told |\S+\(\d+\):|:)")
_LOGLIKE: Final = re.compile(
    r"\s*\d{1,4}[ \t]*\.(?!\d)|illegal move|pawn tr(?:y|ies)|captured|check\b|'s move|\{\s*Game\b", re.IGNORECASE
)
_BEGINS: Final = re.compile(r"[\d?a-ikl-prswx♔-♟]|\{\s*Game|.*(?:captured|check|move)", re.IGNORECASE)
_AHEAD: Final = 100
_QUESTION: Final = re.compile(r"(?:(?:are there )?any ?\??|yes|no|try)[.!]*", re.IGNORECASE)
_UNCLOSED: Final = re.compile(r"(\{\s*Game\b[^{}]*?)[ \t]*(1-0|0-1|1/2-1/2|½-½|\*)?", re.IGNORECASE)
_HEAD: Final = re.compile(
    r"(?P<number>\d{1,4}[ \t]*\.[ \t]*)(?P<dots>(?:\.[ \t]*){1,3}|…[ \t]*)?"
    r"(?P<word>[^\s,;(]{1,16}?)(?=[.!]*(?:[\s,;(]|\Z))"
)
_LIKE_A_MOVE: Final = re.compile(
    r"[^\W\d_]{1,2}[^\w\s]?[^\W\d_]?\d{1,3}\W{0,4}|[♔-♟]\S{0,12}|[KQRBNDTAC]?[a-h][x×:]?[a-hA-Z]?|[KQRBN][a-h][A-Za-z]"
)
_PHRASES: Final = re.compile(r"(?:[ \t]*[.,;!])*[ \t]*(?P<said>[^\s.,;!](?:[^.,;!]*[^\s.,;!])?)")
_KNOWN: Final = (
    *(f"{side}{more}" for side in ("white", "black") for more in ("'s move", "'s move, 1 pawn try", " to move")),
    *(f"{count} pawn {word}" for count, word in ((1, "try"), (2, "tries"))),
    *(f"{man} at d5 captured" for man in ("pawn", "piece")),
    *(f"{way} check" for way in ("rank", "file", "long-diagonal", "short-diagonal", "knight")),
    "illegal move (d4c3)",
)
_LONGEST: Final = 45
_SHORT: Final = 200

# -- one game at a time ------------------------------------------------------------------------------------------------


def cut(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: a new one begins at a heading, a tag, after an end, or where the numbers start again."""
    held: list[str] = []
    first, offset = 1, 0
    last = (0, 0)
    log = ended = False
    for number, line in enumerate(lines, 1):
        ply = _PLY.match(line)
        turn = (int(ply[1]), 1 if ply[2] else 0) if ply else (0, 0)
        again = ply is not None and turn[0] == 1 and turn < last
        starts = log and (is_heading(line) or LINE.match(line) is not None or _OPENS.match(line) is not None)
        if starts or again or (ended and (ply or _TURN.match(line))):
            at = len(held)
            while again and at and (not held[at - 1].strip() or _TURN.match(held[at - 1])):
                at -= 1
            text = "".join(held[:at])
            if text:
                yield Chunk(text, first, offset)
            offset += len(text)
            held, first = held[at:], number - (len(held) - at)
            last, log, ended = (0, 0), False, False
        held.append(line)
        if ply:
            last = turn
        if _GAME.match(line) and not _OPENS.match(line):
            log = ended = True
        log = log or ply is not None or _TURN.match(line) is not None
    if held:
        yield Chunk("".join(held), first, offset)


# -- lines -------------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line: its kind and its tokens with their places in the chunk.

    The kind is a rule of the grammar, ``noise`` (no part of a log), ``junk`` (looks like one), or ``question``.  Where
    only a part of a line can be read, the rest of it are tokens ``BAD_PLY`` and ``BAD_SAID``.
    """

    kind: str
    start: int
    end: int
    tokens: tuple[tuple[str, str, int], ...] = ()

    def get(self, kind: str) -> tuple[str, str, int] | None:
        """The first token of this kind: its kind, its text and its place."""
        return next((token for token in self.tokens if token[0] == kind), None)

    def has(self, kind: str) -> bool:
        """Whether there is a token of this kind."""
        return any(token[0] == kind for token in self.tokens)


class Rest:
    """The lines after one, looked at only as far as a question needs."""

    def __init__(self, lines: list[Line], start: int) -> None:
        self.lines, self.start = lines, start

    def __iter__(self) -> Iterator[Line]:
        for index in range(self.start, min(len(self.lines), self.start + _AHEAD)):
            yield self.lines[index]


@lru_cache(maxsize=4096)
def _parsed(body: str) -> tuple[str, tuple[tuple[str, str, int], ...]]:
    """What a line is, and its tokens with their places in it; a log says the same things again and again."""
    if _QUESTION.fullmatch(body):
        return "question", ()
    if not _BEGINS.match(body):
        return "noise", ()
    try:
        tree = grammar("icc", regex=False).parse(body)
    except LarkError:
        if CHAT.match(body) or not (_LOGLIKE.search(body) or _nearly(body)):
            return "noise", ()
        return _salvaged(body) or ("junk", ())
    rule: Any = tree.children[0]
    found = [token for token in rule.children if isinstance(token, Token)]
    tokens = tuple((token.type, str(token), token.start_pos or 0) for token in found)
    kind = str(rule.data)
    if kind == "moved" and tokens[0][0] == "PLY":
        kind = "typed"  # a move without a number is what the player typed
    return kind, tokens


def _nearly(body: str) -> bool:
    """Whether a line is a misspelt one of the server's."""
    return len(body) <= _LONGEST and bool(get_close_matches(body.rstrip(" .!").lower(), _KNOWN, 1, 0.8))


def _salvaged(body: str) -> tuple[str, tuple[tuple[str, str, int], ...]] | None:
    """What can be read of a line that as a whole cannot: its number, its move, what is said between commas."""
    if unclosed := _UNCLOSED.fullmatch(body):
        result = [("RESULT", unclosed[2], unclosed.start(2))] if unclosed[2] else []
        return "ended", (("GAME", unclosed[1] + "}", 0), *result, ("UNCLOSED", "", unclosed.end(1)))
    if len(body) > _SHORT:
        return None
    tokens: list[tuple[str, str, int]] = []
    at, known, kind = 0, 0, "told"
    head = _HEAD.match(body)
    if head is not None and (_LIKE_A_MOVE.fullmatch(head["word"]) or _move(head["word"])):
        tokens.append(("NUMBER", head["number"], 0))
        if head["dots"]:
            tokens.append(("DOTS", head["dots"], head.start("dots")))
        tokens.append((_move(head["word"]) or "BAD_PLY", head["word"], head.start("word")))
        at, known, kind = head.end(), 1, "moved"
    for phrase in _PHRASES.finditer(body, at):
        said, first = phrase["said"], phrase.start("said")
        read = _said(said)
        known += bool(read)
        tokens += [(name, text, first + place) for name, text, place in read] or [("BAD_SAID", said, first)]
    unread = sum(name == "BAD_SAID" for name, _, _ in tokens)
    return (kind, tuple(tokens)) if known >= max(1, unread) else None


def _move(word: str) -> str | None:
    """``PLY`` or ``HIDDEN`` for a word that is one, else None."""
    try:
        rule: Any = grammar("icc", regex=False).parse(f"1. {word}").children[0]
    except LarkError:
        return None
    kind, text = rule.children[-1].type, str(rule.children[-1])
    return str(kind) if kind in ("PLY", "HIDDEN") and text == word else None


def _said(phrase: str) -> list[tuple[str, str, int]]:
    """The announcements of one phrase; none when it cannot be read."""
    try:
        rule: Any = grammar("icc", regex=False).parse(phrase).children[0]
    except LarkError:
        return []
    if rule.data != "told":
        return []
    return [(token.type, str(token), token.start_pos or 0) for token in rule.children if isinstance(token, Token)]


def log_lines(text: str, start: int) -> list[Line]:
    """The lines of a log's text from an offset on, without the blank ones."""
    found: list[Line] = []
    for row in text[start:].split("\n"):
        lead = _LEAD.match(row).end()  # type: ignore[union-attr]
        body = row[lead:].rstrip()
        at, end = start + lead, start + lead + len(body)
        start += len(row) + 1
        if body:
            kind, tokens = _parsed(body) if len(body) < _SHORT else _parsed.__wrapped__(body)
            found.append(Line(kind, at, end, tuple((name, said, at + place) for name, said, place in tokens)))
    return found
