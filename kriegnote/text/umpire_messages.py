"""The umpire's words in short: what ``tries`` and ``san`` print between square brackets, English and Italian.

``one pawn try`` · ``pawn capture in g4`` · ``check by knight`` · ``White resigns``.  One table says each thing in both
languages; :func:`hear` reads both, :func:`say` writes the one asked for.  The book's captions (§3.2) use these words.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from kriegnote.model.events import Capture, Check, End, Event, PawnTries, Promotion, Reason, Side
from kriegnote.model.printed_moves import Language
from kriegnote.text.end_words import WORDS
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
_COUNTS: Final = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "nessun": 0, "un": 1, "due": 2, "tre": 3}
_HOW_MANY: Final = (("no", "one"), ("nessun", "un"))
_RESULT: Final = r"(?P<result>1-0|0-1|1/2-1/2|\*|\?)"


def _either(table: dict[Any, tuple[str, str]]) -> str:
    words = sorted({word for pair in table.values() for word in pair}, key=lambda word: -len(word))
    return "|".join(map(re.escape, words))


def _told(table: dict[Any, tuple[str, str]], word: str) -> Any:
    return next((key for key, pair in table.items() if word in pair or word.lower() in pair), None)


_SIDE: Final = re.compile(rf"(?:il )?(?P<side>{_either(_SIDES)})\s*:?\s+", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"(?P<count>no|one|two|three|four|\d+) pawn tr(?:y|ies)|"
    r"(?P<conto>nessun|un|due|tre|\d+) tentativ[oi] di pedone",
    re.IGNORECASE,
)
_SQUARES: Final = re.compile(
    r"(?:pawn tries|tentativi di pedone) in (?P<squares>[a-h][1-8](?:\s*(?:,|and|e)\s*[a-h][1-8])*|none|nessuna casa)",
    re.IGNORECASE,
)
_ANY: Final = re.compile(
    r"(?P<no>no |nessuna )?(?:pawn captures? possible|cattur[ae] di pedone possibil[ei])", re.IGNORECASE
)
_MAN: Final = r"pawn|piece|pedone|pezzo"
_CAPTURE: Final = re.compile(
    rf"""(?:(?P<captured>{_MAN}|[PNBRQK])\s+(?:capture|captured)|capture|
            cattura(?:\s+di\s+(?P<catturato>{_MAN}|[PNBRQK]))?)
         (?:\s+(?:in|on|at)\s+(?P<square>[a-h][1-8]))?
         (?:,?\s+(?:by\s+a|col)\s+(?P<by>{_MAN}))?
         (?:,?\s+(?P<passing>(?:not\s+|non\s+)?en\s+passant))?""",
    re.VERBOSE,
)
_CHECK: Final = re.compile(rf"(?:check|scacco)(?P<ways>(?:,?(?:\s+(?:and|e))?\s+(?:{_either(_WAYS)}))*)", re.IGNORECASE)
_PROMOTION: Final = re.compile(r"promotion|promozione", re.IGNORECASE)
_END: Final = re.compile(
    rf"(?P<reason>{_either(_REASONS)})(?:\s+{_RESULT})?(?:\s+\((?P<place>[^()]*)\))?", re.IGNORECASE
)
_PLACES: Final[dict[str, tuple[str, str]]] = {
    "side": ("no side", "nessuna parte"),
    "turn": ("no turn", "nessuna mossa"),
}
_TURN: Final = re.compile(r"(?:turn|mossa) (?P<turn>\d{1,9})", re.IGNORECASE)


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


def _hear_one(text: str) -> Heard | None:
    side: Side | None = None
    if named := _SIDE.match(text):
        side = _told(_SIDES, named["side"].capitalize())
        text = text[named.end() :]
    if found := _COUNT.fullmatch(text):
        word = (found["count"] or found["conto"]).lower()
        return Heard(PawnTries, {"count": _COUNTS[word] if word in _COUNTS else whole_number(word)}, side)
    if found := _SQUARES.fullmatch(text):
        return Heard(PawnTries, {"squares": tuple(sorted(re.findall(r"[a-h][1-8]", found["squares"])))}, side)
    if found := _ANY.fullmatch(text):
        return Heard(PawnTries, {"any": not found["no"]}, side)
    if found := _CAPTURE.fullmatch(text):
        man, by, passing = found["captured"] or found["catturato"], found["by"], found["passing"]
        fields = {
            "square": found["square"],
            "captured": _told(_MEN, man) if man else None,
            "by": _told(_MEN, by) if by else None,
            "en_passant": not passing.lower().startswith("no") if passing else None,
        }
        return Heard(Capture, fields, side)
    if found := _CHECK.fullmatch(text):
        ways = [_told(_WAYS, way) for way in re.findall(_either(_WAYS), found["ways"], re.IGNORECASE)]
        return Heard(Check, {"directions": tuple(sorted(ways))}, side)
    if _PROMOTION.fullmatch(text):
        return Heard(Promotion, {}, side)
    if found := _END.fullmatch(text):
        result = found["result"]
        fields = {"reason": _told(_REASONS, found["reason"])}
        if result:
            fields["result"] = None if result == "?" else result
        for word in filter(None, re.split(r"\s*,\s*", found["place"] or "")):
            if at := _TURN.fullmatch(word):
                fields["turn"] = whole_number(at["turn"])
            elif name := _told(_PLACES, word):
                fields[name] = None
            else:
                return None
        return Heard(End, fields, side)
    return None


def say(
    event: Event,
    lang: Language = "en",
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
