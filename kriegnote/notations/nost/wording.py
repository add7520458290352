"""What NOST's umpire says beside the words every umpire has: that a player has moved, how many tries he made.

``White has moved after 2 illegal tries`` · ``3 illegal tries`` · ``tries Nf3`` (a try whose fate is not said),
``refused Nf3`` and ``lists Nf3`` (never reached) where no list can hold it.  In English and Italian; shared by reader
and writer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.model.events import Side, Try, Verdict
from kriegnote.model.printed_moves import FIGURINES, Language, Parts, parse_move
from kriegnote.text.source import whole_number

SIGNATURE: Final = '[Notation "nost"]'
"""The first line of a score: without lists it could be taken for any other."""

Times = int | tuple[int, int] | None
_NUMBER: Final = r"(?P<n>\d+)(?: (?:or|o) (?P<m>\d+))?|(?P<many>several|ripetuti)"
_TRIES: Final = rf"(?:(?:{_NUMBER}) )(?P<what>illegal tr(?:y|ies)|tr(?:y|ies)|tentativ[oi] illegal[ei]|tentativ[oi])"
_HIDDEN: Final = re.compile(_TRIES, re.IGNORECASE)
_MOVED: Final = re.compile(
    rf"(?:the |il )?(?P<side>white|black|bianco|nero) (?:has moved|ha mosso)(?: (?:after|dopo) {_TRIES})?",
    re.IGNORECASE,
)
_ODD: Final = re.compile(
    r"(?P<word>tries|tenta|refused|rifiutata|lists|elenca) (?:(?P<times>\d+(?:-\d+)?|n)\*)?(?P<text>\S+(?: \S+)?)",
    re.IGNORECASE,
)
_FATE: Final[dict[str, Verdict | None]] = {
    "tries": None, "tenta": None, "refused": "refused", "rifiutata": "refused", "lists": "untested",
    "elenca": "untested",
}  # fmt: skip
_SIDES: Final[dict[str, Side]] = {"white": "white", "bianco": "white", "black": "black", "nero": "black"}


class Said(NamedTuple):
    """One of these messages: ``moved`` (with the tries before it), ``hidden`` tries, or a known ``try``."""

    kind: Literal["moved", "hidden", "try"]
    side: Side | None = None
    times: Times = 1
    verdict: Verdict | None = None
    text: str | None = None
    tried: bool = False


def hear(text: str) -> Said | None:
    """One message, None when it is none of these."""
    if found := _MOVED.fullmatch(text):
        tried = found["what"] is not None
        return Said("moved", _SIDES[found["side"].lower()], _times(found) if tried else 1, "refused", tried=tried)
    if found := _HIDDEN.fullmatch(text):
        return Said("hidden", None, _times(found), "refused" if "illegal" in found["what"].lower() else None)
    if found := _ODD.fullmatch(text):
        return Said("try", None, read_times(found["times"]), _FATE[found["word"].lower()], found["text"])
    return None


_WORDS: Final = (
    "announced", "capture", "captures", "cattura", "catture", "check", "checkmate", "diagonal", "diagonale", "illegal",
    "orizzontale", "passant", "pawn", "pedone", "possible", "possibili", "promotion", "promozione", "rank", "resigns",
    "scacco", "stalemate", "tentativi", "tries", "verticale",
)  # fmt: skip


def nearly(text: str) -> bool:
    """Whether a message that was not understood has one of the umpire's words in it, or a slip of one."""
    return any(get_close_matches(word, _WORDS, 1, 0.75) for word in text.lower().split()[:12] if 3 < len(word) < 16)


def _times(found: re.Match[str]) -> Times:
    if found["many"]:
        return None
    return (whole_number(found["n"]), whole_number(found["m"])) if found["m"] else whole_number(found["n"])


def read_times(text: str | None) -> Times:
    """``3`` before a list's entry, ``16-17``, ``n`` for again and again; None is once."""
    if text is None:
        return 1
    low, _, high = text.rstrip("*").partition("-")
    if low == "n":
        return None
    return (whole_number(low), whole_number(high)) if high else whole_number(low)


def say_times(times: Times) -> str:
    """What stands before an entry tried more than once: ``3*``."""
    if times == 1:
        return ""
    return "n*" if times is None else f"{times}*" if isinstance(times, int) else f"{times[0]}-{times[1]}*"


def say_hidden(event: Try, lang: Language) -> str:
    """``2 illegal tries``."""
    times = event.times
    one = times == 1
    if lang == "it":
        many = "ripetuti" if times is None else str(times) if isinstance(times, int) else f"{times[0]} o {times[1]}"
        noun, bad = ("tentativo", " illegale") if one else ("tentativi", " illegali")
        return f"{many} {noun}{bad if event.verdict else ''}"
    many = "several" if times is None else str(times) if isinstance(times, int) else f"{times[0]} or {times[1]}"
    return f"{many} {'illegal ' if event.verdict else ''}{'try' if one else 'tries'}"


def say_moved(side: Side, lang: Language, tries: Try | None = None) -> str:
    """``Black has moved after 2 illegal tries``."""
    if lang == "it":
        words = f"Il {'Bianco' if side == 'white' else 'Nero'} ha mosso"
        return words + (f" dopo {say_hidden(tries, lang)}" if tries else "")
    words = f"{side.capitalize()} has moved"
    return words + (f" after {say_hidden(tries, lang)}" if tries else "")


def say_odd(verdict: Verdict | None, text: str, times: Times, lang: Language) -> str:
    """``tries Nf3``: a try that no list can hold."""
    word = {None: ("tries", "tenta"), "untested": ("lists", "elenca")}.get(verdict, ("refused", "rifiutata"))
    return f"{word[lang == 'it']} {say_times(times)}{text}"


def played(entries: Sequence[str], move: str, lang: Language) -> int | None:
    """Which entry of a list is the move played: the first of the same words, else of the same man and square, else,
    where a scanner may have changed the figurines, of the same square.  Marks (×, +) do not count."""
    wanted = _bare(move, lang)
    if wanted is None:
        return None
    parts = [_bare(entry, lang) for entry in entries]
    for number, part in enumerate(parts):
        if part == wanted:
            return number
    for number, part in enumerate(parts):
        if part is not None and _origin_fits(part, wanted) and _same(part, wanted):
            return number
    for number, part in enumerate(parts):
        if part is None or not (entries[number][:1] in FIGURINES or move[:1] in FIGURINES):
            continue
        if part.to == wanted.to and part.castle == wanted.castle and "P" not in (part.piece, wanted.piece):
            return number
    for number, part in enumerate(parts):
        if part is not None and part.to == wanted.to and entries[number][:1] in FIGURINES and move[:1] in FIGURINES:
            return number
    return None


def _bare(text: str, lang: Language) -> Parts | None:
    parts = parse_move(text, lang)
    return msgspec.structs.replace(parts.unmarked(), capture=None) if parts else None


def _origin_fits(one: Parts, two: Parts) -> bool:
    return one.from_ is None or two.from_ is None or one.from_ == two.from_


def _same(one: Parts, two: Parts) -> bool:
    blank = {"from_": None}
    return msgspec.structs.replace(one, **blank) == msgspec.structs.replace(two, **blank)
