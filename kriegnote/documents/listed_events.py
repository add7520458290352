"""Finds lists of tries, captures and checks below a score, by the turns and sides to which they belong.

Tries: W 3. exd5, 7. dxe5; B 4. dxc5          Schwarz: im 7. Zug Lg3; im 10. Zug Lh2
Catture annunciate: 6... in h4, 8. in f2      Checks: 7... long diagonal
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from kriegnote.documents.field_names import label, side_named
from kriegnote.lexicon import mentioned, printed
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.plain import paragraphs
from kriegnote.text.umpire_messages import read_announcements

_LISTED: Final = Terminals("listed_tries")
_NAME: Final = 70
"""The greatest length of a list's name, in characters."""
_REFUSED: Final = frozenset({"in_vain", "illegal", "illegals", "impossible"})

Kind = Literal["tried", "capture", "check"]


class Listed(NamedTuple):
    """An entry of a list in ``[start, end)``: its turn, and its side if that is known."""

    turn: int
    side: Side | None
    start: int
    end: int
    kind: Kind


class EventList(NamedTuple):
    """The entries of a list that takes up ``[start, end)`` with its name."""

    start: int
    end: int
    entries: list[Listed]


def event_lists(text: str) -> Iterator[EventList]:
    """The lists of a text that have a turn for each entry and no words that are not understood."""
    at = 0  # the end of the last list
    spans = [*paragraphs(text)]
    for index, (start, end) in enumerate(spans):
        for first, stop, kind in _names(text, start, end):
            if first < at:
                continue
            following = next((one for one, *_ in _names(text, stop, end)), end)
            several = [(stop, following)]
            if not text[stop:following].strip(" \t\n.:"):  # a heading, with the list below
                several = [one for one in spans[index + 1 :] if not [*_names(text, *one)]]
            entries: list[Listed] = []
            for part in several:
                found = _entries(text, *part, kind)
                if not found:
                    break
                entries += found
                at = part[1]
            if entries:
                yield EventList(first, at, entries)


def _names(text: str, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
    """The names of lists in a paragraph, each up to its colon or to the end of its line, and what they list."""
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        named = min((place for sign in ":." if (place := text.find(sign, at, min(stop, at + _NAME))) > 0), default=-1)
        for last in dict.fromkeys((named, stop)):
            if at < last <= at + _NAME and (kind := _kind(text[at:last])) is not None:
                yield at, min(last + (last < stop), end), kind
                break
        at = stop + 1


def _kind(name: str) -> Kind | None:
    """What a list with a name has; None if it may be no name of a list."""
    known = label(name)
    if known is not None and known.role == "tried":
        return "tried"
    if any(sign.isdigit() for sign in name) or _LISTED["LISTED_MOVE"].search(name) is not None:
        return None
    about = {*mentioned(name, "announcements")}
    if "tried" in mentioned(name, "fields") or not _REFUSED.isdisjoint(mentioned(name, "answers")):
        return "tried"
    lists = {*mentioned(name, "lists")}
    if about & {"capture", "captured"} or "captures" in lists:
        return "capture"
    return "check" if about & {"check", "in_check"} or "checks" in lists else None


def _entries(text: str, start: int, end: int, kind: Kind) -> list[Listed]:
    """The entries of a list; none if it contains other words, or an entry without a turn."""
    found: list[Listed] = []
    unsaid = 0  # the index of the first entry whose player is not yet named
    turn = 0
    side: Side | None = None
    blacks: Side | None = None
    at = start
    while at < end:
        if (number := _LISTED["LISTED_TURN"].match(text, at, end)) is not None and number["turn"]:
            turn, blacks = int(number["turn"]), "black" if number["blacks"] else None
            at = number.end()
        elif (who := _LISTED["LISTED_SIDE"].match(text, at, end)) is not None:
            named = side_named(who.group())
            if text[:at].rstrip()[-1:] == "(":  # 3. exd5 (White)
                found[unsaid:] = [one._replace(side=one.side or named) for one in found[unsaid:]]
            else:
                side = named
            unsaid = len(found)
            at = who.end()
        elif (entry := _entry(text, at, end, kind)) is not None and turn:
            found.append(Listed(turn, blacks or side, *entry, kind))
            at = entry[1]
        elif _LISTED["LISTED_STOP"].match(text, at, end) is not None:
            at += 1
        else:
            return []
    dotted = any(one.side == "black" for one in found) and all(one.side != "white" for one in found) and side is None
    return [one._replace(side=one.side or "white") for one in found] if dotted else found


def _entry(text: str, at: int, end: int, kind: Kind) -> tuple[int, int] | None:
    """The range of a move, of a captured man's square, or of the words for a check's direction at an offset."""
    if kind == "tried":
        found = _LISTED["LISTED_MOVE"].match(text, at, end)
        return found.span() if found is not None else None
    if kind == "capture":
        found = _LISTED["LISTED_SQUARE"].match(text, at, end)
        return found.span("square") if found is not None else None
    found = _LISTED["LISTED_WORDS"].match(text, at, end)
    if found is None or read_announcements(f"{printed('announcements.check', 'en')} {found.group().strip()}") is None:
        return None
    return at, at + len(found.group().rstrip())


__all__ = ["EventList", "Listed", "event_lists"]
