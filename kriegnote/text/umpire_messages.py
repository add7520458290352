"""The umpire's announcements in short form, as ``tries`` and ``san`` print them in square brackets, in any language.

Examples: ``one pawn try`` · ``pawn capture in g4`` · ``check by knight`` · ``White resigns``. The words are those of
the lexicon; :func:`read_announcements` reads all its languages, :func:`say` writes the requested one. The book's
captions (§3.2) use these words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from lark import Token, Transformer

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import Sentences, printed, read_number, sentences
from kriegnote.model.events import Capture, Check, End, Event, PawnTries, Promotion, Side, other
from kriegnote.model.printed_moves import Lang
from kriegnote.printed_numbers import whole_number
from kriegnote.text.end_words import ending, reason_of, result_of

CHECK_WAYS: Final = frozenset({"RANK", "FILE", "LONG", "SHORT", "DIAGONAL", "KNIGHT"})
_NUMBERS: Final = frozenset({"INTEGER", "SPELT_NUMBER", "NO", "NOT_ONE"})
_SQUARES: Final = frozenset({"SQUARE", "SQUARE_IN_CAPITALS", "SQUARE_OF_A_SIDE", "NAMED_SQUARE"})


class Announced(NamedTuple):
    """One announcement: the type of event, its fields, and the side if it is named."""

    kind: type[Event]
    fields: dict[str, Any]
    side: Side | None = None


class _InCheck(NamedTuple):
    """A check whose words name the player whose king is attacked."""

    check: Announced


def read_announcements(text: str) -> list[Announced] | None:
    """The announcements in ``one pawn try; check on file``; None if any part is not understood.

    A square in descriptive notation is kept as it is named: :func:`kriegnote.notations.described.in_algebraic` knows
    from which side it is counted.
    """
    announced: list[Announced] = []
    parts = [" ".join(part.split()) for part in text.split(";")]
    several = [[part] if _read_one(part) else _parted(part) for part in parts]
    for at, one in ((at, _read_one(said)) for said_here in several for at, said in enumerate(said_here)):
        if one is None:
            return None
        if at and one.side is None:  # Black: capture in f5, check
            one = one._replace(side=announced[-1].side)
        last = announced[-1] if announced else None
        if (
            last
            and one.kind is PawnTries is last.kind
            and one.side == last.side
            and not one.fields.keys() & last.fields
        ):
            announced[-1] = Announced(PawnTries, {**last.fields, **one.fields}, one.side)
        else:
            announced.append(one)
    return announced


@lru_cache(maxsize=256)
def read_directions(text: str) -> Announced | None:
    """The check of which only the directions are named: ``long diagonal``; None if the text is anything else."""
    return _announced("ways", " ".join(text.split()))


def _parted(text: str) -> list[str]:
    """The announcements between commas, or between full stops: “Pawn gone on f6. Check by a knight.”"""
    sentences = text.removesuffix(".").split(". ")
    return sentences if len(sentences) > 1 and all(map(_read_one, sentences)) else text.split(", ")


@lru_cache(maxsize=1024)
def _read_one(text: str) -> Announced | None:
    """One announcement; cached, since the same few recur in every game."""
    return _announced("announcement", text)


def _announced(start: str, text: str) -> Announced | None:
    """What a text announces by a rule of the grammar; None if it does not fit."""
    tree = parser_of("announcements", start).whole(text)
    return None if tree is None else _READER.transform(tree)


class _Reader(Transformer[Token, Announced]):
    """Makes announcements from trees: one method for each rule of ``grammars/announcements.lark``."""

    def announcement(self, found: list[Any]) -> Announced:
        *named, said = found
        side = named[0] if named else None
        if isinstance(said, _InCheck):
            return said.check._replace(side=other(side) if side is not None else None)
        return said._replace(side=side)  # type: ignore[no-any-return]

    def side(self, found: list[Any]) -> Side:
        return found[0].type.lower()  # type: ignore[no-any-return]

    def count(self, found: list[Any]) -> Announced:
        numeral = next(read_number(word) or 0 for word in found if word.type in _NUMBERS)
        return Announced(PawnTries, {"count": numeral})

    def squares(self, found: list[Any]) -> Announced:
        return Announced(PawnTries, {"squares": tuple(sorted(str(one) for one in found if one.type in _SQUARES))})

    def possible(self, found: list[Any]) -> Announced:
        return Announced(PawnTries, {"any": found[0].type == "PAWN_CAPTURE"})

    def capture(self, found: list[Any]) -> Announced:
        said: dict[str, Any] = {"square": None, "captured": None, "by": None, "en_passant": None}
        if any(isinstance(one, Token) and one.type == "PAWN_CAPTURE" for one in found):
            said["captured"] = "pawn"
        return Announced(Capture, said | dict(one for one in found if isinstance(one, tuple)))

    def man(self, found: list[Any]) -> tuple[str, str]:
        return "captured", str(found[0]) if found[0].type == "MANS_LETTER" else found[0].type.lower()

    def place(self, found: list[Any]) -> tuple[str, str]:
        return "square", str(found[-1])

    def by(self, found: list[Any]) -> tuple[str, str]:
        return "by", found[-1].type.lower()

    def passing(self, found: list[Any]) -> tuple[str, bool]:
        return "en_passant", found[-1].type == "EN_PASSANT"

    def check(self, found: list[Any]) -> Announced | _InCheck:
        ways = (one.type.lower() for one in found if one.type in CHECK_WAYS)
        check = Announced(Check, {"directions": tuple(sorted(ways))})
        return _InCheck(check) if any(one.type == "IN_CHECK" for one in found) else check

    def ways(self, found: list[Any]) -> Announced | _InCheck:
        return self.check(found)

    def promotion(self, found: list[Any]) -> Announced:
        return Announced(Promotion, {})

    def ending(self, found: list[Any]) -> Announced:
        word, *more = found
        places: dict[str, Any] = dict(one for one in more if isinstance(one, tuple))
        result = [one for one in more if not isinstance(one, tuple)]
        fields: dict[str, Any] = {"reason": reason_of(word)}
        if result:
            fields["result"] = None if result[0].type == "UNSAID" else result_of(result[0])
        return Announced(End, fields | places)

    def no_side(self, found: list[Any]) -> tuple[str, None]:
        return "side", None

    def no_turn(self, found: list[Any]) -> tuple[str, None]:
        return "turn", None

    def turn(self, found: list[Any]) -> tuple[str, int]:
        return "turn", whole_number(found[-1])


_READER: Final = _Reader()


def say(
    event: Event,
    lang: Lang = "en",
    *,
    side: Side | None = None,
    result: str | None = None,
    turn: int | None = None,
) -> str:
    """An event in the umpire's words; empty if there are none for it.

    :param side: the side that is implied in this place; any other is named.
    :param turn: the turn that is implied in this place; an ending in another turn states it.
    :param result: the record's result, which an ending need not repeat.
    """
    words = sentences("short", lang)
    if isinstance(event, PawnTries):
        said = _say_tries(event, words)
    elif isinstance(event, Capture):
        said = [_say_capture(event, words, lang)]
    elif isinstance(event, Check):
        ways = f" {words('and')} ".join(map(words, event.directions))
        said = [f"{words('check')} {ways}".strip()]
    elif isinstance(event, Promotion):
        said = [words("promotion")]
    elif isinstance(event, End):
        return _say_end(event, words, lang, side, result, turn)
    else:
        return ""
    named = event.side is not None and event.side != side
    name = f"{printed(f'players.{event.side}', lang)}: " if named else ""
    return "; ".join(name + part for part in said)


def _say_end(event: End, words: Sentences, lang: Lang, side: Side | None, result: str | None, turn: int | None) -> str:
    """The end of the game; a player who resigns is always named, any other only if he is not the implied one."""
    name = printed(f"players.{event.side}", lang) if event.side is not None else ""
    if event.reason == "resignation":
        said = words("resigns", name) if name else words("someone_resigns")
    else:
        said = f"{name}: " if name and event.side != side else ""
        said += ending(event.reason, lang)
    if event.result != result:
        said += f" {event.result or '?'}"
    place = [words("no_side")] if event.side is None and side is not None else []
    if event.turn is None:
        place.append(words("no_turn"))
    elif event.turn != turn and turn is not None:
        place.append(words("turn", event.turn))
    return said + (f" ({', '.join(place)})" if place else "")


def _say_tries(event: PawnTries, words: Sentences) -> list[str]:
    said: list[str] = []
    if event.any is not None:
        said.append(words("pawn_captures" if event.any else "no_pawn_captures"))
    if event.count is not None:
        said.append(words({0: "no_pawn_try", 1: "one_pawn_try"}.get(event.count, "pawn_tries"), event.count))
    if event.squares is not None:
        said.append(words("squares", ", ".join(event.squares) or words("no_square")))
    return said


def _say_capture(event: Capture, words: Sentences, lang: Lang) -> str:
    said = [words("captured", _man(event.captured, lang)) if event.captured else words("capture")]
    if event.square:
        said.append(words("place", event.square))
    if event.by:
        said.append(words("by", _man(event.by, lang)))
    if event.en_passant is not None:
        said.append(words("en_passant" if event.en_passant else "not_en_passant"))
    return " ".join(said)


def _man(man: str, lang: Lang) -> str:
    """The word for a pawn or a piece, or the letter of any other man."""
    return printed(f"men.{man}", lang) if man in ("pawn", "piece") else man
