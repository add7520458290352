"""What a heading says of its game besides the players: event, place, date, umpire, result; whose men each player had.

A heading is read part by part. A part that says nothing known says nothing: it is kept in the title, and no header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.lexicon import lexicon, meant, plain
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import end_of_game
from kriegnote.text.ended_clauses import LastWords, Players
from kriegnote.text.numerals import roman
from kriegnote.text.sides import called_by_office, may_be_a_name

_LAYOUT: Final = Terminals("layout")
_HEADING: Final = Terminals("heading")
_SIGNS: Final = frozenset(":=(,")
_SHORTEST_MONTH: Final = 3  # letters of an abbreviated month


class NamedSides(NamedTuple):
    """The players by their colours, the offset after them, and whether the colours stand before them as labels."""

    white: str
    black: str
    end: int
    labelled: bool


def named_sides(text: str) -> NamedSides | None:
    """The players whose colours stand beside their names: ``Weiß: Wolf``, ``Tuke (W) and Ames (B)``, ``B: Li N: Neri``.

    None unless there is one for each colour.
    """
    if (below := _HEADING["NAMES_BELOW"].search(text)) is not None:
        return NamedSides(below["white"].strip(), below["black"].strip(), below.end(), labelled=True)
    if not _SIGNS.intersection(text):
        return None
    letters = list(_HEADING["LETTER_NAMED"].finditer(text))
    by_letter = {found["letter"]: found for found in letters} if len(letters) == 2 else {}
    pairs = (
        (_HEADING["WHITE_NAMED"].search(text), _HEADING["BLACK_NAMED"].search(text)),
        (_HEADING["NAMED_WHITE"].search(text), _HEADING["NAMED_BLACK"].search(text)),
        (by_letter.get("W"), by_letter.get("B")),
        (by_letter.get("B"), by_letter.get("N")),
    )
    for white, black in pairs:
        if white is None or black is None or white["name"] == black["name"]:
            continue
        if called_by_office(white["name"]) or called_by_office(black["name"]):
            continue
        if white.start() > black.start() and white.re is _HEADING["WHITE_NAMED"]:
            continue  # a sheet begins with White; a line about players may not
        if not all(plain(one["name"].strip(" .")) in lexicon().phrases for one in (white, black)):  # White: Castles.
            labelled = white.re is not _HEADING["NAMED_WHITE"]
            return NamedSides(white["name"].strip(), black["name"].strip(), max(white.end(), black.end()), labelled)
    return None


def details(title: str) -> dict[str, str]:
    """The event, round, site, date and umpire that the words of a title besides the players give, by their headers."""
    found: dict[str, str] = {}
    if date := date_in(title):
        found["Date"] = date
    umpire = _HEADING["UMPIRE_NAMED"].search(title)
    if umpire is not None and may_be_a_name(umpire["name"]):
        found["Umpire"] = umpire["name"].strip(" .")
    if address := _LAYOUT["ADDRESS"].search(title):
        found["Site"] = address.group().rstrip(".")
    before = ""  # the part before, if it may be a place
    for part in parts(_LAYOUT["BRACKETED_WORDS"].sub("", title)):
        words = _LAYOUT["GAME_AT_FIRST"].sub("", _LAYOUT["YEARS"].sub("", _undated(part)).strip(" .-–"))
        dated = date_in(part) is not None
        if words and not _LAYOUT["APART"].search(part) and not _LAYOUT["ADDRESS"].search(part):
            for name, said in _event_or_place(words, dated, known=bool(before)):
                found.setdefault(name, said)
        if dated and before:
            found.setdefault("Site", before)
        place = _LAYOUT["PLAYED_IN"].fullmatch(words) if not dated else None
        before = place["place"] if place and not _LAYOUT["EVENT_SAID"].search(words) else ""
    return found


def _event_or_place(words: str, dated: bool, *, known: bool) -> Iterator[tuple[str, str]]:
    """The header for words of a part; a place only before a date, or after a word for playing.

    :param known: whether the part before it is the place.
    """
    if _HEADING["UMPIRE_NAMED"].search(words):
        return
    if (numbered := _LAYOUT["ROUND_NUMBER"].match(words)) is not None:
        number = numbered["ordinal"] or numbered["number"]
        yield "Round", number if number.isdecimal() else str(roman(number) or number)
    elif _LAYOUT["EVENT_SAID"].search(words):
        yield "Event", words
    elif dated and not known and (place := _LAYOUT["PLAYED_IN"].fullmatch(words)):
        yield "Site", place["place"]
    elif placed := _LAYOUT["PLACED"].match(words):
        yield "Site", placed["place"]


def parts(title: str) -> list[str]:
    """The parts of a title between commas, stops, dashes and wide blanks."""
    made: list[str] = []
    start = 0
    dates = [found.span() for found in _dates(title)]
    for found in _LAYOUT["HEADING_PART"].finditer(title):
        before = title[start : found.start()]
        if any(first < found.start() < last - 1 for first, last in dates):
            continue
        if found.group() == "." and (_LAYOUT["SHORT"].search(before) or _counts(title, found.end())):
            continue
        made.append(before.strip())
        start = found.end()
    return [one for one in (*made, title[start:].strip()) if one]


def _counts(title: str, at: int) -> bool:
    """Whether the full stop before an offset is that of an ordinal: *2. Runde*."""
    return _LAYOUT["ROUND_BEHIND"].match(title, at) is not None


def said_of_the_end(title: str, players: Players) -> LastWords | None:
    """How the game ended, if sentences of the title say it: “Ray – Poe, 1920. Mr. Ray resigned.”"""
    if _LAYOUT["STIPULATED"].search(title):
        return None
    _, stop, behind = title.partition(". ")
    while stop:
        found = end_of_game(behind, players)
        if found is not None and found.said.result is not None:
            return found.said
        _, stop, behind = behind.partition(". ") if ". " in behind else behind.partition("; ")
    return None


# -- dates -------------------------------------------------------------------------------------------------------------


def _undated(words: str) -> str:
    """Words without dates."""
    for date in reversed(list(_dates(words))):
        words = words[: date.start()] + words[date.end() :]
    return words


def _dates(words: str) -> Iterator[re.Match[str]]:
    """The dates that have a month."""
    yield from _written(words)
    yield from (found for found in _LAYOUT["NUMERIC_DATE"].finditer(words) if _month_number(found["month"]))
    yield from _LAYOUT["ISO_DATE"].finditer(words)


def _written(words: str) -> Iterator[re.Match[str]]:
    """The dates that name their month."""
    return (found for found in _LAYOUT["WRITTEN_DATE"].finditer(words) if meant_month(found["month"]))


def meant_month(word: str) -> str | None:
    """The number of a month, with two digits, by its name or an abbreviation that fits no other one."""
    low = word.casefold()
    if known := meant(low, "months"):
        return known
    fits = {meant(name, "months") for name in lexicon().of("months") if name.startswith(low)}
    return fits.pop() if len(fits) == 1 and len(low) >= _SHORTEST_MONTH else None


def _month_number(written: str) -> int | None:
    number = int(written) if written.isdecimal() else roman(written)
    return number if number and 1 <= number <= 12 else None


def date_in(title: str) -> str | None:
    """The first date with a month, else the only year of a title, in the form of PGN; None if there is none."""
    if found := next(_written(title), None):
        number = found["day"] or found["late"]
        return f"{found['year']}.{meant_month(found['month'])}.{int(number):02}" if number else _month_of(found)
    if found := next(_dates(title), None):
        return f"{found['year']}.{_month_number(found['month']):02}.{int(found['day']):02}"
    years = set(_LAYOUT["YEARS"].findall(title))
    year = years.pop() if len(years) == 1 else ""
    return f"{year}.??.??" if year.isdigit() else None


def _month_of(found: re.Match[str]) -> str:
    return f"{found['year']}.{meant_month(found['month'])}.??"
