"""Reads headings of games: players, event, date, umpire, rulebook."""

from __future__ import annotations

from typing import Final, NamedTuple

from kriegnote.documents.outline import Heading
from kriegnote.model.events import Result
from kriegnote.model.record import Record, RulesId
from kriegnote.parsing import Terminals
from kriegnote.text.headings import read_heading, result_in_title, rules_in_title, title_headers

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
    order = ("Event", "Site", "Date", "Round", "White", "Black", "Umpire", "Game", "Title", "Section")
    given = tuple((name, headers[name]) for name in order if name in headers)
    return Title(given, rules_in_title(heading.text), players, result_in_title(title) if players else None)


def _unnumbered(title: str) -> str:
    """A title without the number before it."""
    number = _LAYOUT["NUMBERED"].match(title)
    return title[number.end() :] if number and title[: number.end()] != number["number"] else title


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
