"""What a heading says of its game: players, event, date, umpire, rulebook."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kriegnote.documents.outline import Heading
from kriegnote.model.record import RulesId
from kriegnote.text.headings import named_rules, read_heading, title_headers

_MONTHS: Final = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    )
    for number, name in enumerate(names.split(), 1)
}
_MONTH: Final = re.compile(rf"\b(?:(\d{{1,2}})\s+)?({'|'.join(_MONTHS)})\s+(1[5-9]\d\d|20\d\d)\b", re.IGNORECASE)
_NUMERIC: Final = re.compile(r"(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](1[5-9]\d\d|20\d\d)(?!\d)")
_YEARS: Final = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?:\s*[-–]\s*(?:1[5-9]|20)?\d\d)?(?!\d)")
_UMPIRE: Final = re.compile(r"\b(?:arbitro|umpire|referee)[: ]\s*(.+)", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\b(?:https?://|www\.)\S+")
_OTHER: Final = re.compile(
    r"(?i)\b(?:rules|regole|stile|style|corr(?:ispondenza|espondence|\.)?|riportata|da|from)\b|\[\d+\]"
)
_NUMBERED: Final = re.compile(r"\A\d+(?:\.\d+)*\.?\s+")


class Title(NamedTuple):
    """The headers that a heading gives a game, its rulebook (None when it names none), whether it names players."""

    headers: tuple[tuple[str, str], ...]
    rules: RulesId | None
    players: bool


def title_of(heading: Heading) -> Title:
    """What a heading says of the game under it."""
    game = read_heading(f"# {heading.text}") if heading.kind == "game" else None
    headers = dict(game.headers if game is not None else title_headers(_NUMBERED.sub("", heading.text, count=1)))
    players = "White" in headers
    if heading.kind != "game" and not players:
        headers = {"Section": heading.text}
    elif heading.kind == "title" and heading.number:
        headers["Game"] = heading.number
    title = headers.get("Title", "")
    if heading.kind == "game" or players:
        headers.update(_details(title, players))
    order = ("Event", "Site", "Date", "White", "Black", "Umpire", "Game", "Title", "Section")
    return Title(tuple((name, headers[name]) for name in order if name in headers), named_rules(heading.text), players)


def _details(title: str, players: bool) -> dict[str, str]:
    """Event, site, date and umpire."""
    found: dict[str, str] = {}
    date = _date(title)
    if date:
        found["Date"] = date
    outside = re.sub(r"\([^()]*\)", "", title)
    for index, part in enumerate(re.split(r"[,;]", outside)):
        umpire, address = _UMPIRE.search(part), _ADDRESS.search(part)
        if umpire:
            found["Umpire"] = umpire[1].strip(" .")
        elif address:
            found["Site"] = address.group().rstrip(".")
        elif (index or not players) and players and not _OTHER.search(part):
            event = _YEARS.sub("", _MONTH.sub("", _NUMERIC.sub("", part))).strip(" .-–")
            if event:
                found.setdefault("Event", event)
    return found


def _date(title: str) -> str | None:
    """The one date of a title, as PGN writes dates; None when there is none, or several."""
    if found := _MONTH.search(title):
        day = f"{int(found[1]):02}" if found[1] else "??"
        return f"{found[3]}.{_MONTHS[found[2].lower()]:02}.{day}"
    if found := _NUMERIC.search(title):
        return f"{found[3]}.{int(found[2]):02}.{int(found[1]):02}"
    years = set(_YEARS.findall(title))
    single = len(years) == 1 and re.fullmatch(r"\d{4}", next(iter(years)))
    return f"{years.pop()}.??.??" if single else None
