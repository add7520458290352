"""The umpire's words in short: what ``tries`` and ``san`` print between square brackets, English and Italian.

``one pawn try`` · ``pawn capture in g4`` · ``check by knight`` · ``White resigns``.  One table says each thing in both
languages; :func:`hear` reads both, :func:`say` writes the one asked for.  The book's captions (§3.2) use these words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from kriegnote.model.events import Capture, Check, End, Event, PawnTries, Promotion, Reason, Side
from kriegnote.model.printed_moves import Lang
from kriegnote.parsing import grammar
from kriegnote.text.end_words import WORDS, reason_of, result_of
from kriegnote.text.source import whole_number

_SIDES: Final[dict[str, tuple[str, str]]] = {"white": ("White", "Bianco"), "black": ("Black", "Nero")}
_REASONS: Final[dict[Reason, tuple[str, str]]] = {**WORDS, "resignation": ("resigns", "abbandona")}
_MEN: Final[dict[str, tuple[str, str]]] = {
    "pawn": ("pawn", "pedone"),
    "piece": ("piece", "pezzo"),
    **{letter: (letter, letter) for letter in "PNBRQK"},
}
_WAYS: Final[dict[str, tuple[str, str]]] = {
    "rank": ("on rank", "in orizzontale"),
    "file": ("on file", "in verticale"),
    "long": ("on long diagonal", "sulla diagonale lunga"),
    "short": ("on short diagonal", "sulla diagonale corta"),
    "diagonal": ("on diagonal", "in diagonale"),
    "knight": ("by knight", "di cavallo"),
}
_NUMERALS: Final = {
    "no": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "nessun": 0,
    "nessuna": 0,
    "un": 1,
    "due": 2,
    "tre": 3,
}
_HOW_MANY: Final = (("no", "one"), ("nessun", "un"))
_PLACES: Final[dict[str, tuple[str, str]]] = {
    "side": ("no side", "nessuna parte"),
    "turn": ("no turn", "nessuna mossa"),
}


class Heard(NamedTuple):
    """One thing the umpire said: the type of event, its fields, and the side when it is named."""

    kind: type[Event]
    fields: dict[str, Any]
    side: Side | None = None


def hear(text: str) -> list[Heard] | None:
    """What the umpire says in ``one pawn try; check on file``; None when any of it is not understood."""
    told: list[Heard] = []
    for part in text.split(";"):
        one = _hear_one(" ".join(part.split()))
        if one is None:
            return None
        last = told[-1] if told else None
        if (
            last
            and one.kind is PawnTries is last.kind
            and one.side == last.side
            and not one.fields.keys() & last.fields
        ):
            told[-1] = Heard(PawnTries, {**last.fields, **one.fields}, one.side)
        else:
            told.append(one)
    return told


@lru_cache(maxsize=1024)
def _hear_one(text: str) -> Heard | None:
    """One announcement; the same few come again in every game."""
    from lark import UnexpectedInput

    try:
        heard: Any = grammar("announcements", "announcement", transformer=_READER).parse(text)
    except UnexpectedInput:
        return None
    return heard  # type: ignore[no-any-return]


class _Reader:
    """What is heard, out of what the grammar finds: one method a rule of ``grammars/announcements.lark``."""

    def announcement(self, found: list[Any]) -> Heard:
        *named, heard = found
        return heard._replace(side=named[0]) if named else heard  # type: ignore[no-any-return]

    def side(self, found: list[Any]) -> Side:
        return found[-1].type.lower()  # type: ignore[no-any-return]

    def count(self, found: list[Any]) -> Heard:
        word = found[0].lower()
        return Heard(PawnTries, {"count": whole_number(word) if word.isdigit() else _NUMERALS[word]})

    def squares(self, found: list[Any]) -> Heard:
        return Heard(PawnTries, {"squares": tuple(sorted(str(one) for one in found if one.type == "SQUARE"))})

    def possible(self, found: list[Any]) -> Heard:
        return Heard(PawnTries, {"any": len(found) == 1})

    def capture(self, found: list[Any]) -> Heard:
        return Heard(Capture, {"square": None, "captured": None, "by": None, "en_passant": None} | dict(found))

    def man(self, found: list[Any]) -> tuple[str, str]:
        return "captured", str(found[0]) if found[0].type == "LETTER" else found[0].type.lower()

    def place(self, found: list[Any]) -> tuple[str, str]:
        return "square", str(found[-1])

    def by(self, found: list[Any]) -> tuple[str, str]:
        return "by", found[-1].type.lower()

    def passing(self, found: list[Any]) -> tuple[str, bool]:
        return "en_passant", not found

    def check(self, found: list[Any]) -> Heard:
        return Heard(Check, {"directions": tuple(sorted(one.type.lower() for one in found))})

    def promotion(self, found: list[Any]) -> Heard:
        return Heard(Promotion, {})

    def ending(self, found: list[Any]) -> Heard:
        word, *more = found
        places: dict[str, Any] = dict(one for one in more if isinstance(one, tuple))
        result = [one for one in more if not isinstance(one, tuple)]
        fields: dict[str, Any] = {"reason": reason_of(word)}
        if result:
            fields["result"] = None if result[0].type == "UNSAID" else result_of(result[0])
        return Heard(End, fields | places)

    def no_side(self, found: list[Any]) -> tuple[str, None]:
        return "side", None

    def no_turn(self, found: list[Any]) -> tuple[str, None]:
        return "turn", None

    def turn(self, found: list[Any]) -> tuple[str, int]:
        return "turn", whole_number(found[0])


_READER: Final = _Reader()


def say(
    event: Event,
    lang: Lang = "en",
    *,
    side: Side | None = None,
    result: str | None = None,
    turn: int | None = None,
) -> str:
    """An event in the umpire's words; empty when there are none for it.

    :param side: the side that is understood where these words stand; another one is named.
    :param turn: the turn that is understood there; that of an ending is said when it is another.
    :param result: the record's result, which an ending need not repeat.
    """
    it = lang == "it"
    if isinstance(event, PawnTries):
        words = _say_tries(event, it)
    elif isinstance(event, Capture):
        words = _say_capture(event, it)
    elif isinstance(event, Check):
        ways = [_WAYS[way][it] for way in event.directions]
        words = " ".join(["scacco" if it else "check", (" e " if it else " and ").join(ways)]).strip()
    elif isinstance(event, Promotion):
        words = "promozione" if it else "promotion"
    elif isinstance(event, End):
        words = _REASONS[event.reason][it]
        if event.result != result:
            words += f" {event.result or '?'}"
        place = [_PLACES["side"][it]] if event.side is None and side is not None else []
        if event.turn is None:
            place.append(_PLACES["turn"][it])
        elif event.turn != turn and turn is not None:
            place.append(f"{'mossa' if it else 'turn'} {event.turn}")
        words += f" ({', '.join(place)})" if place else ""
    else:
        return ""
    said: Side | None = event.side
    if said is None or (said == side and not (isinstance(event, End) and event.reason == "resignation")):
        return words
    name = _SIDES[said][it]
    if isinstance(event, End) and event.reason == "resignation":
        return f"{'Il ' if it else ''}{name} {words}"
    return "; ".join(f"{name}: {part}" for part in words.split("; "))


def _say_tries(event: PawnTries, it: bool) -> str:
    words: list[str] = []
    if event.any is not None:
        if it:
            words.append("catture di pedone possibili" if event.any else "nessuna cattura di pedone possibile")
        else:
            words.append("pawn captures possible" if event.any else "no pawn capture possible")
    if event.count is not None:
        many = _HOW_MANY[it][event.count] if event.count < 2 else str(event.count)
        noun = ("tentativo di pedone" if event.count < 2 else "tentativi di pedone") if it else ""
        words.append(f"{many} {noun or ('pawn try' if event.count == 1 else 'pawn tries')}")
    if event.squares is not None:
        listed = ", ".join(event.squares) or ("nessuna casa" if it else "none")
        words.append(f"{'tentativi di pedone' if it else 'pawn tries'} in {listed}")
    return "; ".join(words)


def _say_capture(event: Capture, it: bool) -> str:
    man = _MEN[event.captured][it] if event.captured else ""
    words = " di ".join(filter(None, ("cattura", man))) if it else f"{man} capture".lstrip()
    if event.square:
        words += f" in {event.square}"
    if event.by:
        words += f" {'col' if it else 'by a'} {_MEN[event.by][it]}"
    if event.en_passant is not None:
        words += ("" if event.en_passant else " non" if it else " not") + " en passant"
    return words
