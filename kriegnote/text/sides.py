"""Who had which colour and who was the umpire, in the words about a game, whatever else they say.

Two names count as the players if the colours stand beside both alike (``grammars/sides.lark``); one alone only if it is
plainly a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.lexicon import lexicon, meant, plain
from kriegnote.model.events import Result, Side, other
from kriegnote.model.printed_outcomes import read_result
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import end_of_game

_SIDES: Final = Terminals("sides")
_COLUMNS: Final = "NAMES_BELOW"
_PAIRS: Final = (
    "AFTER_SIGNS", "AFTER_VERBS", "AFTER_ONE_VERB", "BEHIND_COLOURS", "BEFORE_COLOURS", _COLUMNS, "AFTER_BLANKS",
    "VERSUS_IN_BRACKETS",
)  # fmt: skip
_LETTERS: Final = frozenset({"wb", "bn", "ws", "wz", "vs", "hs", "bp", "bc"})
"""The initials of White and Black in several languages, in this order."""
_MISREAD: Final = tuple(str.maketrans(*pair) for pair in (("5810", "SBio"), ("5810B", "sBloß"), ("510", "slO")))
"""The letters that scanners print as figures, as they begin a word and as they go on."""
_AROUND_WORDS: Final = ".,;:!?()[]<>*_\"'“”„«»"
_OFTEN: Final = 3  # how often a word in small letters stands in a text in which it is somebody's name
_OF_THE_GAME: Final = frozenset({
    "players", "acts", "answers", "verdicts", "announcements", "men", "pawns", "speech", "fields", "ends", "described",
    "damaged",
})  # fmt: skip
"""The groups of words that players and umpires say, and that stand at the heads of columns."""


class Named(NamedTuple):
    """The players and the umpire whom words name; None for whom they do not."""

    white: str | None = None
    black: str | None = None
    umpire: str | None = None


def named_in_words(words: str, text: str = "") -> Named:
    """The players and the umpire whom words about a game name.

    :param text: the whole text, in which a player in small letters is named again.
    """
    found = _named(words, text or words)
    return found if found != Named() else _named(as_printed(words), text or words)


def _named(words: str, text: str) -> Named:
    umpire = next(_umpires(words), None)
    for kind in _PAIRS:
        for found in _SIDES[kind].finditer(words):
            if (pair := _pair(kind, found, text)) is not None:
                return Named(*pair, umpire)
    if (each := _each_before(words)) is not None:
        return Named(*each, umpire)
    for found in _SIDES["ONE_ALONE"].finditer(words):
        side, name = _side(found["first"]), found["quoted"] or found["name"]
        if side is not None and name is not None and _is_plainly_a_name(found):
            return Named(name, None, umpire) if side == "white" else Named(None, name, umpire)
    return Named(umpire=umpire)


def _each_before(words: str) -> tuple[str, str] | None:
    """White's name and Black's, each before his colour, whatever stands between them; None if not one of each."""
    named: dict[Side, set[str]] = {"white": set(), "black": set()}
    for found in _SIDES["NAMED_BEFORE"].finditer(words):
        name = " ".join(found["name"].split())
        if (side := _side(found["colour"])) is not None and may_be_a_name(name):
            named[side].add(name)
    white, black = named["white"], named["black"]
    return (white.pop(), black.pop()) if len(white) == len(black) == 1 and white != black else None


def as_printed(words: str) -> str:
    """Words of a scan with the letters for which figures stand in them, as often as they are words of the lexicon.

    *5chwarz*, *Wh1te*, *8lack*, *WeiB*: as many characters as before.
    """

    def letters(found: re.Match[str]) -> str:
        spelt = (found.group().translate(one) for one in _MISREAD)
        return next((one for one in spelt if plain(one) in lexicon().phrases), found.group())

    return _SIDES["MISREAD_WORD"].sub(letters, words)


def result_in_words(words: str) -> Result | None:
    """The result that words about a game name as such: ``Result  1/2``, ``Esito: patta``."""
    if (found := _SIDES["RESULT_STATED"].search(words)) is not None:
        return read_result(found["result"])
    told = (end_of_game(one["told"].strip()) for one in _SIDES["RESULT_TOLD"].finditer(words))
    return next((one.said.result for one in told if one is not None and one.start == 0 and one.said.result), None)


def _umpires(words: str) -> Iterator[str]:
    for kind in ("UMPIRE_BEHIND", "BEFORE_UMPIRE"):
        for found in _SIDES[kind].finditer(words):
            if may_be_a_name(found["name"]):
                yield found["name"].strip()


def _pair(kind: str, found: re.Match[str], text: str) -> tuple[str, str] | None:
    """White's name and Black's, of two that stand beside their colours; None if they are no names."""
    given = ("white", "black") if kind == _COLUMNS else ("name", "other")
    names = (found[given[0]].strip(), found[given[1]].strip())
    if names[0].casefold() == names[1].casefold() or not all(
        may_be_a_name(name, beside=kind == "BEFORE_COLOURS") for name in names
    ):
        return None
    if kind in (_COLUMNS, "VERSUS_IN_BRACKETS"):  # White first, without a colour beside each
        return names
    first = _sides(found["first"], found["second"])
    small = [name for name in names if name[:1].islower()]
    if first is None or not _may_be_small(kind, found, small, text):
        return None
    return names if first == "white" else (names[1], names[0])


def _sides(one: str, two: str) -> Side | None:
    """The side of the first of two colours; None if they are not those of both players."""
    if len(one) == len(two) == 1:
        letters = f"{one}{two}".casefold()
        return "white" if letters in _LETTERS else "black" if letters[::-1] in _LETTERS else None
    first, second = _side(one), _side(two)
    return first if first is not None and second == other(first) else None


def _side(word: str) -> Side | None:
    """The side that a word for a colour names."""
    said = meant(word, "players") or (meant(word, "last_words") or "").removesuffix("s")
    return said if said in ("white", "black") else None  # type: ignore[return-value]


def _may_be_small(kind: str, found: re.Match[str], small: list[str], text: str) -> bool:
    """Whether those of two names that begin with a small letter are names: nicknames, or who writes."""
    if not small:
        return True
    if kind == "BEFORE_COLOURS":
        return found["joint"].strip(" \t\n*_\"'“„«") != "" and _SIDES["AND"].fullmatch(found["joint"].strip()) is None
    if kind == "AFTER_SIGNS" and (len(small) == 1 or _is_attribute(found)):
        return True
    return kind in ("AFTER_SIGNS", "AFTER_VERBS", "AFTER_ONE_VERB") and all(
        any(not sign.isalpha() for sign in one) or _is_repeated(one, text) for one in small
    )


def _is_attribute(found: re.Match[str]) -> bool:
    """Whether the names are values of attributes: ``white=lynx black=mole``."""
    return all(found.string[found.end(name) : found.start(of)].strip("\"'") == "=" for name, of in _VALUES)


_VALUES: Final = (("first", "name"), ("second", "other"))


def _is_repeated(name: str, text: str) -> bool:
    return sum(word.strip(_AROUND_WORDS) == name for word in text.split()) >= _OFTEN


def called_by_office(name: str) -> bool:
    """Whether somebody is called by what he is: *the VICAR*."""
    return _SIDES["BY_OFFICE"].fullmatch(name.strip()) is not None


def may_be_a_name(name: str, *, beside: bool = False) -> bool:
    """Whether words are no words of the game (*White: Castles*).

    In small letters they are no other words of the lexicon either, but for *me*, who writes; *May* is a name.

    :param beside: the colour stands in brackets behind the name, so that only words of the game are none.
    """
    if called_by_office(name):
        return False
    groups = {meaning.partition(".")[0] for meaning in lexicon().phrases.get(plain(name.strip(" .")), ())}
    if name[:1].islower() and not beside:
        return not groups or "persons" in groups
    return "months" in groups or groups.isdisjoint(_OF_THE_GAME)


def _is_plainly_a_name(found: re.Match[str]) -> bool:
    """Whether one name alone is one: between quotation marks behind a verb, or of several words of which none is known.

    *White is “lynx”*, *White: E. Lowe.*
    """
    if found["quoted"] is not None:
        return not set(":=").intersection(found.group()) and may_be_a_name(found["quoted"])
    parts = [one.strip(".") for one in found["name"].split()]
    known = [one for one in parts if len(one) > 1 and plain(one) in lexicon().phrases]
    return len(parts) > 1 and all(meant(one, "last_words") == "polite" for one in known)
