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
_HEARD: Final = ("capture", "check")
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
    sides = [side for side in ("white", "black") if lexicon().mentions(words, f"players.{side}")]
    if len(sides) > 1:
        return None
    side: Side | None = sides[0] if sides else None  # type: ignore[assignment]
    if side is not None and meant(words, "players") == side:
        return FieldName("made", side)
    rest = " ".join(word for word in words.split() if not side or meant(word, "players") != side)
    found = meant(rest.rstrip("?"), "fields")
    if found is None and (heard := meant(rest, "announcements")) in _HEARD:
        return FieldName("said", side, printed(f"announcements.{heard}", "en"))
    return FieldName(_ROLES[found], side) if found else None


def initials_of(names: Iterable[str]) -> frozenset[str]:
    """The players' letters with which names begin: of White and Black both, or none."""
    found = frozenset(name[0].upper() for name in names if name[1:2] in ("_", " "))
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
