"""The names of a record's fields and what they hold: *White's tries*, *giocata*, *b_any*, *Black*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.events import Side

Role = Literal[
    "game", "number", "side", "event", "detail", "asked", "question", "asks", "answer", "tried", "made", "said",
    "result", "words", "other",
]  # fmt: skip
_ROLES: Final[dict[str, Role]] = {
    "turn": "number", "move": "made", "player": "side", "event": "event", "detail": "detail", "asked": "asked",
    "question": "question", "answer": "answer", "tried": "tried", "played": "made", "said": "said", "ended": "result",
}  # fmt: skip
_A_PLAYERS: Final[frozenset[Role]] = frozenset({"asked", "question", "tried", "made"})
"""Roles of what a player says; a column may hold several of them."""
SIDES: Final[tuple[Side, Side]] = ("white", "black")
_PAIRS: Final = (frozenset("WB"), frozenset("BN"), frozenset("WS"), frozenset("WZ"))
"""The players' initials in English, in Romance languages, in German and in Dutch."""
_INITIALS: Final = frozenset("WBNSZ")
_OF_NUMBER: Final = frozenset("N")
_NONE: Final = frozenset[str]()
_QUOTES: Final = str.maketrans("", "", '"“”„«»')
_ANNOUNCED: Final = ("capture", "check")
"""Announcements that may have a field of their own, for a square or a direction."""
_SAID_OF: Final = {
    "pawn_try": "pawn_try", "pawn_capture": "pawn_try", "captured": "capture", "capture": "capture", "check": "check",
    "in_check": "check",
}  # fmt: skip
"""What a field is about if its name mentions these announcements, the first of them first."""


class FieldName(NamedTuple):
    """What a field holds, and of which side if its name says so; ``says``: the announcement that its name makes."""

    role: Role
    side: Side | None = None
    says: str = ""


def label(name: str, initials: frozenset[str] = frozenset()) -> FieldName | None:
    """The meaning of a field's name; None if no record has such a field: *White's tries*, *giocata*, *b_any*, *Black*.

    :param initials: the players' initials with which names beside it begin.
    """
    words = name.translate(_QUOTES).strip(" \t':.").replace("_", " ")
    for initial, rest in _with_an_initial(words):
        if initial in initials and (field_named := label(rest)) is not None:
            return field_named._replace(side=field_named.side or side_named(initial, initials))
    sides: list[Side] = [side for side in SIDES if lexicon().mentions(words, f"players.{side}")]
    if len(sides) > 1:
        return None
    side = sides[0] if sides else None
    if side is not None and meant(words, "players") == side:
        return FieldName("made", side)
    rest = " ".join(word for word in words.split() if not side or meant(word, "players") != side)
    rest = rest.rstrip("?")
    found = meant(rest, "fields")
    if found is None and (announced := _SAID_OF.get(meant(_about(rest), "announcements") or "")) in _ANNOUNCED:
        return FieldName("said", side, printed(f"announcements.{announced}", "en"))
    if found is None:
        return _by_each_word(rest.split(), side)
    return FieldName(_ROLES[found], side) if found in _ROLES else None


def _about(words: str) -> str:
    """What a name is about, without the preposition behind it: *captured on*."""
    first, _, last = words.rpartition(" ")
    return first if meant(last, "joints") in ("in", "on") else words


def _by_each_word(words: Sequence[str], side: Side | None) -> FieldName | None:
    """The meaning of a name whose words are all those of fields: *any answer*, *check announced*."""
    announced = [said for word in words if (said := meant(word, "announcements")) in _ANNOUNCED]
    held = {_ROLES.get(meant(word, "fields") or "") for word in words if meant(word, "announcements") not in _ANNOUNCED}
    if len(announced) == 1 and held == {"said"}:
        return FieldName("said", side, printed(f"announcements.{announced[0]}", "en"))
    held -= {"question"}  # it says what the question, or its answer, is about
    role = held.pop() if len(held) == 1 and not announced else None
    return FieldName(role, side) if role is not None and len(words) > 1 else None


def column_name(head: str, initials: frozenset[str] = frozenset()) -> FieldName | None:
    """The meaning of a column's heading, whatever else it says: *Umpire to White*, *Black (tries and move)*, *W*.

    The role is ``other`` if it only names the side.
    """
    head = head.translate(_QUOTES)
    head = " ".join(word for word in head.replace("_", " ").split() if not word.isdecimal()) or head  # refused_2
    if (known := label(head, initials)) is not None:
        return known
    if meant(head.strip(" .:"), "fields") == "game":
        return FieldName("game")
    if head.strip(" .:").upper() in initials:
        return FieldName("made", side_named(head.strip(" .:"), initials))
    sides: list[Side] = [side for side in SIDES if lexicon().mentions(head, f"players.{side}")]
    held = {_ROLES[name] for name in lexicon().mentioned(head, "fields") if name in _ROLES}
    about = {*lexicon().mentioned(head, "announcements")}
    announced = next((kind for name, kind in _SAID_OF.items() if name in about), None)
    if announced is not None and held <= ({"said", "question", "tried"} if announced == "pawn_try" else {"said"}):
        return FieldName("said", sides[0] if sides else None, printed(f"announcements.{announced}", "en"))
    if held == {"number", "tried"}:
        held = {"tried"}  # how many there were
    if held == {"said", "answer"}:
        held = {"answer"}  # Umpire's reply
    if (len(held) > 1 and not held <= _A_PLAYERS) or not (held or sides) or len(sides) > 1:
        return None
    return FieldName("words" if len(held) > 1 else held.pop() if held else "other", *sides)


def initials_of(names: Iterable[str]) -> frozenset[str]:
    """The players' initials with which names begin or end; none unless both White's and Black's occur."""
    found = frozenset(initial for name in names for initial, _ in _with_an_initial(name.replace("_", " ")))
    return next((pair for pair in _PAIRS if pair == found & _INITIALS - (_OF_NUMBER if "W" in pair else set())), _NONE)


def _with_an_initial(words: str) -> Iterator[tuple[str, str]]:
    """The initial with which a name begins or ends, as a capital, and the rest: *W tries*, *refused (B)*."""
    for initial, rest in (words.partition(" ")[::2], words.rpartition(" ")[::-2]):
        letter = initial.strip("()[]")
        if len(letter) == 1 and letter.isalpha():
            yield letter.upper(), rest.strip()


def side_named(words: str, initials: frozenset[str] = frozenset()) -> Side | None:
    """The side that words name or abbreviate; B is Black, but Bianco if N is among the initials."""
    named = meant(words.strip(), "players")
    if named in ("white", "black"):
        return named  # type: ignore[return-value]
    letter = words.strip().upper()
    if letter in ("W", "N") or (letter in ("S", "Z") and letter in initials):
        return "white" if letter == "W" else "black"
    return ("white" if "N" in initials else "black") if letter == "B" else None
