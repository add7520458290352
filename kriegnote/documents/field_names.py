"""What the fields of a record are called, and so hold: *White's tries*, *giocata*, *b_any*, *Black*; whose they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.events import Side

Role = Literal[
    "number", "side", "event", "detail", "asked", "question", "asks", "answer", "tried", "made", "said", "result",
    "words", "other",
]  # fmt: skip
_ROLES: Final[dict[str, Role]] = {
    "turn": "number", "move": "made", "player": "side", "event": "event", "detail": "detail", "asked": "asked",
    "question": "question", "answer": "answer", "tried": "tried", "played": "made", "said": "said", "ended": "result",
}  # fmt: skip
SIDES: Final[tuple[Side, Side]] = ("white", "black")
_ANNOUNCED: Final = ("capture", "check")
"""Announcements that a field of their own may hold: where, or by which way."""


class FieldName(NamedTuple):
    """What a field is called: what it holds, and of which side where that is said; ``says``: what the umpire announces
    of what stands in it (*capture*)."""

    role: Role
    side: Side | None = None
    says: str = ""


def label(name: str, initials: frozenset[str] = frozenset()) -> FieldName | None:
    """What a field is called so holds, None for one that no record has: *White's tries*, *giocata*, *b_any*, *Black*.

    :param initials: the letters with which names beside it begin, where those are players'.
    """
    words = name.strip(" \t\"':.").replace("_", " ")
    first, _, behind = words.partition(" ")
    if first.upper() in initials and (field_named := label(behind)) is not None:
        return field_named._replace(side=field_named.side or side_named(first, initials))
    sides: list[Side] = [side for side in SIDES if lexicon().mentions(words, f"players.{side}")]
    if len(sides) > 1:
        return None
    side = sides[0] if sides else None
    if side is not None and meant(words, "players") == side:
        return FieldName("made", side)
    rest = " ".join(word for word in words.split() if not side or meant(word, "players") != side)
    found = meant(rest.rstrip("?"), "fields")
    if found is None and (announced := meant(rest, "announcements")) in _ANNOUNCED:
        return FieldName("said", side, printed(f"announcements.{announced}", "en"))
    return FieldName(_ROLES[found], side) if found else None


def column_name(head: str, initials: frozenset[str] = frozenset()) -> FieldName | None:
    """What a column holds by its head, whatever else that says: *Umpire to White*, *Black (tries and move)*, *W*;
    where it only says whose it is, ``other``."""
    if (known := label(head, initials)) is not None:
        return known
    head = head.replace("_", " ")
    if head.strip(" .:").upper() in initials:
        return FieldName("made", side_named(head.strip(" .:"), initials))
    sides: list[Side] = [side for side in SIDES if lexicon().mentions(head, f"players.{side}")]
    held = {_ROLES[name] for name in lexicon().mentioned(head, "fields")}
    if held == {"said", "answer"}:
        held = {"answer"}  # Umpire's reply
    if (len(held) > 1 and held != {"made", "tried"}) or not (held or sides) or len(sides) > 1:
        return None
    return FieldName("words" if len(held) > 1 else held.pop() if held else "other", *sides)


def initials_of(names: Iterable[str]) -> frozenset[str]:
    """The players' letters that names are or begin with: of White and Black both, or none."""
    found = frozenset(name[0].upper() for name in names if name[1:2] in ("_", " ", "") and name)
    found -= {"N"} if "W" in found else set()  # the number's
    return found if found in ({"W", "B"}, {"B", "N"}) else frozenset()


def side_named(words: str, initials: frozenset[str] = frozenset()) -> Side | None:
    """The side that words name or, among these initials, are the initial of: B is Bianco beside N, and Black else."""
    named = meant(words.strip(), "players")
    if named in ("white", "black"):
        return named  # type: ignore[return-value]
    letter = words.strip().upper()
    if letter in ("W", "N"):
        return "white" if letter == "W" else "black"
    return ("white" if "N" in initials else "black") if letter == "B" else None
