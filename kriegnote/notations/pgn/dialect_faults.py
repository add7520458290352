"""What is wrong in a dialect of Kriegspiel that cannot be read: the word, and why."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, get_args

from kriegnote.model.events import Reason
from kriegnote.notations.pgn import dialect as krieg_comments
from kriegnote.notations.pgn.dialect import LOOKS_LIKE, Item

_BEHIND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tries": "yes, no, a number, squares or nowhere",
        "ask": "any, rebuffs or material",
        "answer": "yes, no or a number",
        "try": "a move in SAN, then illegal, impossible, refused or untested, then x2",
        "move": '"as printed", hidden, or moves like e2e4 with their weights',
        "capture": "a square, then pawn, piece or P N B R Q K, then by-pawn or by-piece, then en-passant",
        "check": "rank, file, long, short, diagonal or knight",
        "reveal": "men like g2=P, lines like c8-c3, then to=e4 or to=e2e4",
        "end": f"one of {', '.join(get_args(Reason))}, then the result",
        "nag": "a number",
        "comment": 'umpire, white, black or public, then "words"',
        "junk": '"words"',
        "unknown": '"JSON"',
        "promotion": "nothing",
        "variation": "nothing",
        "yes": "nothing",
        "no": "nothing",
    }
)
"""What may follow the word with which an item begins."""
MOST_WORDS: Final = 40  # of an item are looked at for the one that is wrong
_PARTIAL: Final = frozenset(("capture", "check", "tries"))  # these say something as far as they are understood
_PIECE = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*"?)+')
_WORD = re.compile(r'"(?:\\.|[^"\\])*"?|[^\s;]+')
_PLACE = re.compile(r"@[wb-](?:\d{1,9}|-)")
_ANNOUNCED = re.compile(r"T[a-h][1-8]|C[RFDK]|[\s,]+")
_NEXT = re.compile(r"(?:(?!T[a-h][1-8]|C[RFDK])[^\s,)])+")
_TRIED = re.compile(r"[^\s,:()]+")


class Fault(NamedTuple):
    """A word at ``[start, end)`` and what is wrong with it; ``left``: the item that could not be taken for it."""

    start: int
    end: int
    message: str
    left: tuple[int, int] | None = None
    note: str | None = None


def salvage(stretch: str) -> list[Item | Fault]:
    """The items of a ``[%kn …]`` one by one, and the faults of those that cannot be read."""
    told: list[Item | Fault] = []
    for piece in _PIECE.finditer(stretch, 4, len(stretch) - 1):
        if piece.group().isspace():
            continue
        at = piece.start()
        items = _items(piece.group())
        if items is None:
            fault, kept = _fault(piece.group())
            told += [item._replace(start=item.start + at, end=item.end + at) for item in kept]
            left = None if kept else (at + len(piece.group()) - len(piece.group().lstrip()), piece.end())
            told.append(fault._replace(start=fault.start + at, end=fault.end + at, left=left))
        else:
            told += [item._replace(start=item.start + at, end=item.end + at) for item in items]
    return told


def _items(piece: str) -> tuple[Item, ...] | None:
    """The items of what stands between two semicolons."""
    found = krieg_comments.read(f"[%kn{piece}]")
    return None if found is None else tuple(one._replace(start=one.start - 4, end=one.end - 4) for one in found)


def _fault(piece: str) -> tuple[Fault, tuple[Item, ...]]:
    """The first word of an item that is not understood, and what is understood before it."""
    words = list(_WORD.finditer(piece))
    if words and _PLACE.fullmatch(words[0].group()):
        words = words[1:]
    if not words:
        return Fault(0, len(piece), "a place, and nothing that is said of it"), ()
    first = words[0]
    name = first.group()
    if name not in _BEHIND:
        note = _near(name, list(_BEHIND)) or f"an item begins with {', '.join(_BEHIND)}"
        return Fault(
            first.start(), first.end(), f"Kriegspiel in a comment: {_short(name)} is not understood", None, note
        ), ()
    note = f"behind {name} stands {_BEHIND[name]}"
    if len(words) > MOST_WORDS:
        return Fault(0, len(piece), "Kriegspiel in a comment, but not understood", None, note), ()
    for count in range(len(words) - 1, 0, -1):
        before = _items(piece[: words[count].start()])
        if before is None:
            continue
        word = words[count]
        vocabulary = re.findall(r"[\w-]+", _BEHIND[name])
        message = f"Kriegspiel in a comment: {_short(word.group())} is not understood"
        fault = Fault(word.start(), word.end(), message, None, _near(word.group(), vocabulary) or note)
        return fault, before if name in _PARTIAL else ()
    last = words[-1]
    if len(words) > 1:
        last = words[1]
        return Fault(
            last.start(), last.end(), f"Kriegspiel in a comment: {_short(last.group())} is not understood", None, note
        ), ()
    return Fault(last.start(), last.end(), f"Kriegspiel in a comment: {name} stands alone", None, note), ()


def _short(word: str) -> str:
    return repr(word if len(word) <= 30 else word[:29] + "…")


def _near(word: str, words: list[str]) -> str | None:
    near = [one for one in difflib.get_close_matches(word[:30], words, 1, 0.7) if one[0] == word[0] and len(one) > 2]
    return f"perhaps {near[0]} is meant" if near else None


def faults(words: str) -> list[Fault]:
    """What is wrong with the dialects in a comment that could not be read."""
    found: list[Fault] = []
    at = 0
    while start := LOOKS_LIKE.search(words, at):
        fault, at = _own(words, start.start()) if start.group() == "[%kn" else _maryland(words, start.start())
        found.append(fault)
    return found


def _own(words: str, start: int) -> tuple[Fault, int]:
    stretch = krieg_comments.FOUND.match(words, start)
    if stretch is None:
        return Fault(start, start + 4, "Kriegspiel in a comment: [%kn is never closed by ]"), len(words)
    told = [one for one in salvage(stretch.group()) if isinstance(one, Fault)]
    if not told:
        return Fault(start, stretch.end(), "Kriegspiel in a comment, but not understood"), stretch.end()
    first = told[0]
    return first._replace(start=first.start + start, end=first.end + start), stretch.end()


def _maryland(words: str, start: int) -> tuple[Fault, int]:
    """What is wrong with ``(K:tries:announcements)``."""
    end = words.find(")", start)
    if end < 0:
        return Fault(start, start + 3, "Kriegspiel in a comment: (K: is never closed by )"), len(words)
    body = words[start + 3 : end]
    colons = body.count(":")
    if colons != 1:
        at = start + 3 + (body.index(";") if ";" in body else 0)
        length = 1 if ";" in body else max(1, len(body))
        message = "Kriegspiel in a comment: one colon stands between the tries and the announcements"
        return Fault(at, at + length, message, None, "(K:d4,dd3:Td3CK)"), end + 1
    tries, _, announced = body.partition(":")
    at = end - len(announced)
    while found := _ANNOUNCED.match(words, at, end):
        at = found.end()
    if at < end:
        wrong = _NEXT.match(words, at, end)
        stop = wrong.end() if wrong else at + 1
        message = f"Kriegspiel in a comment: {_short(words[at:stop])} is not understood"
        return Fault(at, stop, message, None, "what is announced is T and a square, CR, CF, CD or CK"), end + 1
    if tries.strip() and not all(_TRIED.fullmatch(one.strip()) for one in tries.split(",")):
        message = "Kriegspiel in a comment: commas stand between tries"
        return Fault(start + 3, start + 3 + len(tries), message, None, "(K:d4,dd3:Td3CK)"), end + 1
    return Fault(start, end + 1, "Kriegspiel in a comment: no move stands before it"), end + 1
