"""Reads headings of games: players, event, date, umpire, rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.documents.outline import Heading
from kriegnote.lexicon import meant
from kriegnote.model.events import Result
from kriegnote.model.record import Record, RulesId
from kriegnote.parsing import Terminals
from kriegnote.text.headings import players as players_of
from kriegnote.text.headings import read_heading, rules_in_title, title_headers

_LAYOUT: Final = Terminals("layout")
_INTRODUCTION: Final = 600  # the number of characters before a game in which its rulebook may be named


class Title(NamedTuple):
    """The headers, rulebook and result (None if unknown) that a heading gives a game, and whether it names players."""

    headers: tuple[tuple[str, str], ...]
    rules: RulesId | None
    players: bool
    result: Result | None = None


def title_of(heading: Heading) -> Title:
    """What a heading says about the game below it."""
    game = read_heading(f"# {heading.text}") if heading.kind == "game" else None
    headers = dict(game.headers if game is not None else title_headers(_unnumbered(heading.text)))
    players = "White" in headers
    if heading.kind != "game" and not players:
        headers = {"Section": heading.text}
    elif heading.kind == "title" and heading.number:
        headers["Game"] = heading.number
    title = headers.get("Title", "")
    if heading.kind == "game" or players:
        headers.update(_details(title, players))
    order = ("Event", "Site", "Date", "White", "Black", "Umpire", "Game", "Title", "Section")
    given = tuple((name, headers[name]) for name in order if name in headers)
    pair = players_of(title) if players else None
    return Title(given, rules_in_title(heading.text), players, pair.result if pair is not None else None)


def _details(title: str, players: bool) -> dict[str, str]:
    """The event, site, date and umpire of a title, by their headers."""
    found: dict[str, str] = {}
    date = date_in(title)
    if date:
        found["Date"] = date
    outside = _LAYOUT["BRACKETED_WORDS"].sub("", title)
    for index, part in enumerate(outside.replace(";", ",").split(",")):
        umpire, address = _LAYOUT["UMPIRE_NAMED"].search(part), _LAYOUT["ADDRESS"].search(part)
        if umpire:
            found["Umpire"] = umpire["name"].strip(" .")
        elif address:
            found["Site"] = address.group().rstrip(".")
        elif index and players and not _LAYOUT["APART"].search(part):
            event = _LAYOUT["YEARS"].sub("", _undated(part)).strip(" .-–")
            if event:
                found.setdefault("Event", event)
    return found


def _unnumbered(title: str) -> str:
    """A title without the number before it."""
    number = _LAYOUT["NUMBERED"].match(title)
    return title[number.end() :] if number and title[: number.end()] != number["number"] else title


def _undated(words: str) -> str:
    """Words without dates."""
    for date in [*_written(words), *_LAYOUT["NUMERIC_DATE"].finditer(words), *_LAYOUT["ISO_DATE"].finditer(words)]:
        words = words.replace(date.group(), "")
    return words


def _written(words: str) -> Iterator[re.Match[str]]:
    """The dates that name their month."""
    return (found for found in _LAYOUT["WRITTEN_DATE"].finditer(words) if meant(found["month"], "months"))


def date_in(title: str) -> str | None:
    """The first date with a month, else the only year of a title, in the form of PGN; None if there is none."""
    if found := next(_written(title), None):
        day = f"{int(found['day']):02}" if found["day"] else "??"
        return f"{found['year']}.{meant(found['month'], 'months')}.{day}"
    if found := _LAYOUT["NUMERIC_DATE"].search(title) or _LAYOUT["ISO_DATE"].search(title):
        return f"{found['year']}.{int(found['month']):02}.{int(found['day']):02}"
    years = set(_LAYOUT["YEARS"].findall(title))
    year = years.pop() if len(years) == 1 else ""
    return f"{year}.??.??" if year.isdigit() else None


def titled(record: Record, heading: Heading, named: bool) -> Record:
    """The record with the headers of its heading; the heading of another game adds nothing."""
    title = title_of(heading)
    names = {name for name, _ in record.headers}
    headers = title.headers if named or heading.kind not in ("game", "title") else ()
    added = tuple(one for one in headers if one[0] not in names)
    rules = record.rules or (title.rules if named else None)
    result = record.result or (title.result if named else None)
    titled = record.replace(headers=(*record.headers, *added), rules=rules, result=result)
    return titled if named or title.players else titled.sourced("page", *(f"header {name}" for name, _ in added))


def introduced(words: str) -> RulesId | None:
    """The one rulebook named in the paragraph that introduces what follows: “A game of Zeitgeist:”."""
    paragraph = words.rstrip(" \t\n#*_").rpartition("\n\n")[2]
    return rules_in(paragraph) if paragraph.endswith(":") else None


def rules_in(words: str) -> RulesId | None:
    """The one rulebook named in the words before a game; None if they name none or several."""
    sentences = _LAYOUT["CLAUSE_END"].split(words[-_INTRODUCTION:])
    found = {rules for sentence in sentences if (rules := rules_in_title(sentence))}
    return found.pop() if len(found) == 1 else None
