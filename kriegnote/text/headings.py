"""Headings of games in books: ``**Partita 9** *PaoloC-MasterLeBerte, ICC 2002 (Western rules, stile ICC)*``.

A heading names a game by its number, its players, or both (``grammars/heading.lark``); Markdown marks are optional and
without meaning. The title is kept as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import lexicon, meant, mentioned, read_number
from kriegnote.model.events import Result
from kriegnote.model.printed_outcomes import read_result
from kriegnote.model.record import RulesId
from kriegnote.parsing import Terminals
from kriegnote.rules.variants import variant_in
from kriegnote.text.heading_facts import details, named_sides, said_of_the_end
from kriegnote.text.heading_facts import parts as parts_of
from kriegnote.text.numerals import roman

_TERMINALS: Final = Terminals("games")
_HEADING: Final = Terminals("heading")
_ONE_LINE: Final = 120  # the greatest length of a line in plain type that has sentences behind the players
_SHORT: Final = 30  # the greatest length of a sentence before the players, in characters
_LEAD: Final = 60  # the same of words that say which game it is

TitleKind = Literal["title", "plain"]


class GameHeading(NamedTuple):
    """The contents of a heading: headers (``Game``, ``Title``, ``White``, ``Date`` …), the rulebook and the result."""

    headers: tuple[tuple[str, str], ...]
    rules: RulesId | None
    result: Result | None = None


class Label(NamedTuple):
    """The number of a game in a heading, in digits, or its letter, and the offset after it."""

    number: str
    end: int


class Players(NamedTuple):
    """The players of a title, the details after them, and the result if the title gives each player's score."""

    white: str
    black: str
    details: str
    result: Result | None = None
    first: bool = True  # whether nothing precedes them


def label_at(text: str, at: int = 0) -> Label | None:
    """What names a game at an offset: ``Partita 9``, ``Game No. IV``, ``Game C``, ``Third game``; else None."""
    found = _TERMINALS["LABEL"].match(text, at)
    if found is None:
        return None
    written, numeral = found["digits"] or found["letter"], found["roman"]
    number = written or (str(roman(numeral)) if numeral else _rank(found["ordinal"] or found["rank"]))
    return Label(number, found.end()) if number else None


def _rank(word: str) -> str | None:
    """The number that an ordinal or a numeral stands for, in digits; None for another word."""
    counted = meant(word, "ordinals")
    return counted if counted is not None else str(number) if (number := read_number(word)) else None


@lru_cache(maxsize=256)
def players(title: str, start: TitleKind = "title") -> Players | None:
    """The players that a title without markup names; None if it names none.

    :param start: ``title`` if a number or markup shows that the text is a title, ``plain`` for a line without such
        signs.
    """
    sides = named_sides(title)
    if sides is not None and sides.labelled:
        return Players(sides.white, sides.black, title[sides.end :], first=False)
    for line, kind in _beginnings(title.strip(), start):
        found = parser_of("heading", kind).whole(line)
        if found is None:
            continue
        pair = _pair(found)
        before, _, behind = title.strip().partition(line)
        return pair._replace(details=pair.details + behind, first=not before) if pair is not None else None
    return None if sides is None else Players(sides.white, sides.black, title[sides.end :], first=False)


def _beginnings(title: str, start: TitleKind) -> Iterator[tuple[str, TitleKind]]:
    """A title and its sentences, as what they are read: what is said beside the players need not be understood."""
    yield title, start
    first, *others = parts_of(title) or [title]
    if start == "title" or len(title) <= _ONE_LINE:
        yield first, start
    if others and len(first) <= _SHORT:
        yield title[title.index(others[0]) :], start
    for lead in _HEADING["LEAD_END"].finditer(title, 0, _LEAD):
        if _HEADING["SAYS_WHICH_GAME"].search(title, 0, lead.start()):
            yield title[lead.end() :], "plain"


def _pair(found: Tree[Token]) -> Players | None:
    """The players of a title that was parsed."""
    tokens = [token for token in found.children if isinstance(token, Token)]
    names = [token.strip(" .") for token in tokens if token.type.startswith(("NAME", "PROPER"))]
    kinds = [token.type for token in tokens]
    had = next((kind for kind in kinds if kind.endswith("_HAD")), "WHITE_HAD")
    of_the_first = had not in kinds or kinds.index(had) < kinds.index("SPACED")
    if (had == "WHITE_HAD") is not of_the_first:
        names.reverse()
    said = next((token for token in tokens if token.type.endswith("_WAS")), None)
    if said is not None:
        last = [name.split()[-1].casefold() in said.casefold() for name in names]
        if last[0] == last[1]:
            return None
        if last[0] is not (said.type == "WHITE_WAS"):
            names.reverse()
    details = "".join(token for token in tokens if token.type in ("DETAILS", "LITTLE", "WHERE_AND_WHEN"))
    scores = [token.strip() for token in tokens if token.type == "SCORED"]
    return Players(names[0], names[1], details, read_result("-".join(scores)) if scores else None)


def names_a_game(rest: str) -> bool:
    """Whether the text after a game's number continues as a heading does: with players, or as one bracket."""
    bare = rest.strip(" \t*_")
    return (bare.startswith("(") and bare.endswith(")")) or players(bare.lstrip(", ")) is not None


def heading_end(text: str, at: int = 0) -> int | None:
    """The offset of the end of the heading that starts at ``at``, without the line break; None if there is none.

    A title in italics may run over line breaks, as scanners leave them.
    """
    label, marked = _label_in_line(text, at)
    if label is None:
        return None
    behind = _behind(text, label)
    if title := _TERMINALS["TITLE"].match(text, behind.end()):
        return title.end()
    end = title_line_end(text, label.end)
    rest = text[behind.end() : end]
    if rest.strip(" \t*_") and not (marked or behind["separator"] or names_a_game(rest)):
        return None
    return end


def title_line_end(text: str, start: int, end: int | None = None) -> int:
    """The end of the line of a title from an offset on, or where a score begins in it; ``end``: of what is read."""
    bound = len(text) if end is None else end
    line_end = text.find("\n", start, bound)
    line_end = bound if line_end < 0 else line_end
    score = _TERMINALS["SCORE_IN_LINE"].search(text, start, line_end)
    return line_end if score is None else score.start()


def _label_in_line(text: str, at: int = 0) -> tuple[Label | None, bool]:
    """The label of the heading that starts at an offset, and whether markup precedes it."""
    before = _TERMINALS["BEFORE_LABEL"].match(text, at)
    assert before is not None  # it may be empty
    return label_at(text, before.end()), before["mark"] is not None


def _behind(text: str, label: Label) -> re.Match[str]:
    """The match of the markup and the stop after a label."""
    found = _TERMINALS["BEHIND_LABEL"].match(text, label.end)
    assert found is not None  # it may be empty
    return found


def is_heading(line: str) -> bool:
    """Whether a line starts with a game's heading."""
    label, _ = _label_in_line(line)
    return label is not None and (heading_end(line.rstrip("\n")) is not None or _goes_on(line, label))


def _goes_on(line: str, label: Label) -> bool:
    """Whether a line with a label is a heading whose italics continue in the next line."""
    return _TERMINALS["OPEN_TITLE"].fullmatch(line, _behind(line, label).end()) is not None


def read_heading(line: str) -> GameHeading | None:
    """The headers and the rulebook of a heading; None if the line is not a game's heading."""
    text = line.strip("\n")
    end = heading_end(text)
    label, _ = _label_in_line(text)
    if end is None or label is None:
        return None
    title = _TERMINALS["NOTE"].sub("", text[_behind(text, label).end() : end].strip(" \t\n,"))
    title = " ".join(title.strip("*_ \t").split())
    headers = [("Game", label.number), *title_headers(title)]
    return GameHeading(tuple(headers), rules_in_title(title), result_in_title(title))


def title_headers(title: str) -> list[tuple[str, str]]:
    """The headers from a title: itself (``Title``), the players, event, site, date and umpire."""
    if not title:
        return []
    pair = players(title)
    said = details(title if pair is None else _beside(pair, title))
    headers = [("Title", title)]
    if pair is not None:
        headers += [("White", pair.white), ("Black", pair.black)]
    order = ("Event", "Site", "Date", "Round", "Umpire")
    return headers + [(name, said[name]) for name in order if name in said and (pair is not None or name == "Date")]


def _beside(pair: Players, title: str) -> str:
    """The words of a title without its players."""
    before, _, _ = title.partition(pair.white) if not pair.first and pair.white in title else ("", "", "")
    return f"{before.rstrip(' :')}, {pair.details}" if before else pair.details


def result_in_title(title: str) -> Result | None:
    """The result that a title gives or tells; None if it says nothing of it."""
    pair = players(title)
    if pair is not None and pair.result is not None:
        return pair.result
    if (bracketed := _HEADING["RESULT_IN_BRACKETS"].search(title)) is not None:
        return read_result(bracketed["result"])
    said = said_of_the_end(title, (pair.white, pair.black) if pair is not None else (None, None))
    return said.result if said is not None else None


def rules_in_title(title: str) -> RulesId | None:
    """The rulebook that a title names (``Eastern rules``, ``stile ICC``); None if it names none.

    A stretch of words with a negation names none: “RAND rules were not then known”.
    """
    if lexicon().mentions(title, "joints.not"):
        said = _TERMINALS["STRETCH"].findall(title)
        title = ", ".join(one for one in said if not lexicon().mentions(one, "joints.not"))
    return next(iter(mentioned(title, "rulebooks")), None) or variant_in(title)
