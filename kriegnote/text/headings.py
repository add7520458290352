"""Headings of games in books: ``**Partita 9** *PaoloC-MasterLeBerte, ICC 2002 (Western rules, stile ICC)*``.

A heading names a game by its number; Markdown marks are optional and mean nothing.  Its title is kept whole.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kriegnote.model.record import RulesId
from kriegnote.rules.variants import variant_in

_START: Final = re.compile(
    r"""[ \t]*+(?:(?P<mark>\#[ \t]*+|\*\*|__))*+[ \t]*+
        (?:Partita|Game|Partie|Partida)[ \t]++(?:n[.°][ \t]*+|No\.?[ \t]*+)?(?P<number>\d{1,5})(?![\w/])
        [ \t]*+(?P<close>\*\*|__)?+[ \t]*+(?P<separator>[.:–—-]?+)[ \t]*+""",
    re.VERBOSE | re.IGNORECASE,
)
_TITLE: Final = re.compile(r"\*(?P<title>[^*\n]+(?:\n[^*\n]+){0,3})\*(?:\[\d+\])?[.:]?[ \t]*(?=\n|\Z)")
_LINE: Final = re.compile(r"[^\n]*")
_PAIR: Final = (re.compile(r"\s+vs?\.?\s+"), re.compile(r"\s+[-–—]\s+"), re.compile(r"[-–—]"))
_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_NAMED: Final[tuple[tuple[str, RulesId], ...]] = (
    (r"\bdark(?:ness)?\s+chess\b|\bscacchi\s+al\s+buio\b", "dark"),
    (r"\b(?:stile|versione|regole|style)\s+ICC\b|\bICC\s+(?:style|rules|version)\b|\bwild\s*16\b", "icc"),
    (r"\bcincinnati\b", "cincinnati"),
    (r"\bRAND\b", "rand"),
    (r"\bNOST\b", "nost"),
    (r"\b(?:stile|notazione|regole)\s+(?:di\s+)?magari\b", "magari"),
    (r"\b(?:regole\s+olandesi|dutch\s+rules)\b", "dutch"),
    (r"\beastern\s+rules\b|\bregole\s+inglesi\b|\benglish\s+rules\b", "english"),
)
_RULES: Final = tuple((re.compile(pattern, re.IGNORECASE), rules) for pattern, rules in _NAMED)


class Heading(NamedTuple):
    """What a heading says: headers (``Game``, ``Title``, ``White``, ``Black``, ``Date``), the rulebook or None."""

    headers: tuple[tuple[str, str], ...]
    rules: RulesId | None


def heading_end(text: str, at: int = 0) -> int | None:
    """Where the heading that starts at this offset ends (line break left out); None when none starts there.

    A title in italics may run over line breaks, as scanners leave them.
    """
    found = _START.match(text, at)
    if not found:
        return None
    title = _TITLE.match(text, found.end())
    if title:
        return title.end()
    rest = _LINE.match(text, found.end())
    assert rest is not None
    if rest.group().strip(" \t*_") and not (found["mark"] or found["separator"]):
        return None
    return rest.end()


def is_heading(line: str) -> bool:
    """Whether a line starts with a game's heading."""
    return heading_end(line.rstrip("\n")) is not None or bool(_open_title(line))


def _open_title(line: str) -> re.Match[str] | None:
    """A heading whose italics go on in the next line."""
    return re.fullmatch(_START.pattern + r"\*[^*\n]+\n?", line, re.VERBOSE | re.IGNORECASE)


def read_heading(line: str) -> Heading | None:
    """The headers and the rulebook of a heading, None when it is no heading of a game."""
    text = line.strip("\n")
    end = heading_end(text)
    found = _START.match(text)
    if end is None or found is None:
        return None
    title = re.sub(r"\[\d+\]\.?$", "", text[found.end() : end].strip())
    title = " ".join(title.strip("*_ \t").split())
    headers = [("Game", found["number"])]
    if title:
        headers.append(("Title", title))
        headers += _players(title)
        years = set(_YEAR.findall(title))
        if len(years) == 1:
            headers.append(("Date", f"{years.pop()}.??.??"))
    return Heading(tuple(headers), named_rules(title))


def named_rules(title: str) -> RulesId | None:
    """The rulebook that a title names (``Eastern rules``, ``stile ICC``), None when it names none."""
    return next((rules for pattern, rules in _RULES if pattern.search(title)), None) or variant_in(title)


def _players(title: str) -> list[tuple[str, str]]:
    """White and Black, when the title begins with two names."""
    names = re.split(r"[,;(]", title, maxsplit=1)[0].strip(" .")
    for between in _PAIR:
        pair = [_YEAR.sub("", name).strip(" .") for name in between.split(names)]
        if len(pair) == 2 and all(name and len(name.split()) <= 4 for name in pair):
            return [("White", pair[0]), ("Black", pair[1])]
    return []
