"""Headings of games in books: ``**Partita 9** *PaoloC-MasterLeBerte, ICC 2002 (Western rules, stile ICC)*``.

A heading names a game by its number, its players, or both (``grammars/heading.lark``); Markdown marks are optional and
mean nothing.  Its title is kept whole.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from lark import Token, UnexpectedInput

from kriegnote.lexicon import meant
from kriegnote.model.record import RulesId
from kriegnote.parsing import grammar
from kriegnote.rules.variants import variant_in

_BEFORE: Final = re.compile(r"(?:[ \t]|(?P<mark>\#|\*\*|__))*+")
_BEHIND: Final = re.compile(r"[ \t]*+(?P<close>\*\*|__)?+[ \t]*+(?P<separator>[.:–—-]?+)[ \t]*+")
_TITLE: Final = re.compile(r"\*(?P<title>[^*\n]+(?:\n[^*\n]+){0,3})\*(?:\[\d+\])?[.:]?[ \t]*(?=\n|\Z)")
_OPEN_TITLE: Final = re.compile(r"\*[^*\n]+\n?")
_LINE: Final = re.compile(r"[^\n]*")
_NOTE: Final = re.compile(r"\[\d+\]\.?$")
_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
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


class Label(NamedTuple):
    """The number of a game in a heading, as digits, and the offset behind it."""

    number: str
    end: int


class Players(NamedTuple):
    """Who a title says played, and what it says behind that."""

    white: str
    black: str
    details: str


@cache
def _label() -> re.Pattern[str]:
    (terminal,) = (one for one in grammar("heading", "label").terminals if one.name == "LABEL")
    return re.compile(terminal.pattern.to_regexp())


def label_at(text: str, at: int = 0) -> Label | None:
    """The number that names a game at an offset: ``Partita 9``, ``Game No. IV``, ``Third game``; None for none."""
    found = _label().match(text, at)
    if found is None:
        return None
    words = found.group().split()
    number = re.sub(r"\D+", "", words[-1])
    if not number:
        number = _in_words(words[0].casefold()) if words[-1][1:].islower() else _roman(words[-1])
    return Label(number, found.end()) if number else None


def _in_words(word: str) -> str:
    return meant(word, "ordinals") or ""


def _roman(number: str) -> str:
    values = [_ROMAN[sign] for sign in number]
    return str(sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)))


@lru_cache(maxsize=256)
def players(title: str, start: Literal["title", "plain"] = "title") -> Players | None:
    """The players that a title names, its markup taken off.

    :param start: ``title`` for what a number or type shows to be one, ``plain`` for a line that nothing sets off.
    """
    try:
        found = grammar("heading", start).parse(title.strip())
    except UnexpectedInput:
        return None
    tokens = [token for token in found.children if isinstance(token, Token)]
    names = [token.strip(" .") for token in tokens if token.type.startswith(("NAME", "PROPER"))]
    if next((token.type for token in tokens if token.type.endswith("_HAD")), "") == "BLACK_HAD":
        names.reverse()
    details = "".join(token for token in tokens if token.type in ("DETAILS", "LITTLE", "PLACE"))
    return Players(names[0], names[1], details)


def names_a_game(rest: str) -> bool:
    """Whether what stands behind a game's number in its line goes on as a heading does: players, or brackets alone."""
    bare = rest.strip(" \t*_")
    return (bare.startswith("(") and bare.endswith(")")) or players(bare.lstrip(", ")) is not None


def heading_end(text: str, at: int = 0) -> int | None:
    """Where the heading that starts at this offset ends (line break left out); None when none starts there.

    A title in italics may run over line breaks, as scanners leave them.
    """
    before = _BEFORE.match(text, at)
    label = label_at(text, before.end()) if before else None
    if before is None or label is None:
        return None
    behind = _BEHIND.match(text, label.end)
    rest = _LINE.match(text, behind.end() if behind else label.end)
    assert behind is not None and rest is not None
    title = _TITLE.match(text, behind.end())
    if title:
        return title.end()
    if rest.group().strip(" \t*_") and not (before["mark"] or behind["separator"] or names_a_game(rest.group())):
        return None
    return rest.end()


def is_heading(line: str) -> bool:
    """Whether a line starts with a game's heading."""
    return heading_end(line.rstrip("\n")) is not None or _goes_on(line)


def _goes_on(line: str) -> bool:
    """Whether a line is a heading whose italics go on in the next line."""
    label = label_at(line, _BEFORE.match(line).end())  # type: ignore[union-attr]
    return label is not None and _OPEN_TITLE.fullmatch(line, _BEHIND.match(line, label.end).end()) is not None  # type: ignore[union-attr]


def read_heading(line: str) -> Heading | None:
    """The headers and the rulebook of a heading, None when it is no heading of a game."""
    text = line.strip("\n")
    end = heading_end(text)
    label = label_at(text, _BEFORE.match(text).end())  # type: ignore[union-attr]
    if end is None or label is None:
        return None
    behind = _BEHIND.match(text, label.end).end()  # type: ignore[union-attr]
    title = _NOTE.sub("", text[behind:end].strip(" \t\n,"))
    title = " ".join(title.strip("*_ \t").split())
    headers = [("Game", label.number), *title_headers(title)]
    return Heading(tuple(headers), named_rules(title))


def title_headers(title: str) -> list[tuple[str, str]]:
    """What a title says of its game: itself (``Title``), ``White`` and ``Black``, the year as ``Date``."""
    if not title:
        return []
    headers = [("Title", title)]
    pair = players(title)
    if pair is not None:
        headers += [("White", pair.white), ("Black", pair.black)]
    years = set(_YEAR.findall(title))
    if len(years) == 1:
        headers.append(("Date", f"{years.pop()}.??.??"))
    return headers


def named_rules(title: str) -> RulesId | None:
    """The rulebook that a title names (``Eastern rules``, ``stile ICC``), None when it names none."""
    return next((rules for pattern, rules in _RULES if pattern.search(title)), None) or variant_in(title)
