"""The headings and captions of a document, and the stretches in which its problems are solved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from kriegnote.documents.plain import Plain

HeadingKind = Literal["game", "problem", "section", "caption", "title"]

_GAME: Final = re.compile(
    r"(?:Partita|Game|Partie|Partida|Frammento|Fragment)[ \t]++(?:n[.°][ \t]*+|No\.?[ \t]*+)?"
    r"(\d{1,5})(?![\w/])[ \t]*+([.:–—-]?)",
    re.IGNORECASE,
)
_CAPTION: Final = re.compile(
    r"(?:Diagramma|Diagram|Diag\.|Fig(?:ura|ure|\.)|Posizione|Position)[ \t]+(\d+(?:\.\d+)*)", re.I
)
_PROBLEM: Final = re.compile(
    r"(?:\d+(?:\.\d+)*\.?[ \t]+)?(?:Problema|Problem|Studio|Study)\b(?:[ \t]+(?:n[.°]|No\.?)?[ \t]*\d+)?", re.I
)
_STIPULATION: Final = re.compile(
    r"\b(?:matto|mate|mates|matta)\s+in\b|\bmat\s+in\b|\b(?:muove|tocca)\b[^.]{0,40}\b(?:vince|matta|patta)\b"
    r"|\bmatta\s+in\b|\bil\s+(?:bianco|nero)\s+(?:vince|patta)\b|\b(?:white|black)\s+(?:to\s+(?:move|play)\s+and\s+)?(?:wins?|mates?|draws?)\b"
    r"|(?<![\w♔-♟])#\s?\d",
    re.IGNORECASE,
)
_SOLUTION: Final = re.compile(r"(?im)^[ \t>*_-]*(?:soluzione|soluzioni|solution|solutions|key)\b[ \t]*[:.]?")
_LONGEST: Final = 240  # letters of a heading that is none by its markup


class Heading(NamedTuple):
    """A heading or caption, in ``[start, end)`` of the plain text.

    :param kind: ``game`` and ``problem`` are numbered as such, ``title`` is set off alone by bold or italic type.
    :param number: the number it bears, "" for none.
    """

    start: int
    end: int
    text: str
    kind: HeadingKind
    number: str = ""

    @property
    def states_a_problem(self) -> bool:
        """Whether it asks for a solution: mate in two, White wins."""
        return self.kind in ("problem", "caption", "title") and _STIPULATION.search(self.text) is not None


class Solution(NamedTuple):
    """Where a problem stands in the plain text: from what states it to the next heading.

    :param headings: what states it, in order.
    :param solved: where its solution begins.
    """

    start: int
    end: int
    headings: tuple[Heading, ...]
    solved: int


def headings(plain: Plain) -> list[Heading]:
    """The headings, titles and captions of a document, in order."""
    heads = sorted((plain.at(mark.start), plain.at(mark.end)) for mark in plain.marks if mark.kind == "heading")
    set_off = sorted(
        (plain.at(mark.start), plain.at(mark.end)) for mark in plain.marks if mark.kind in ("strong", "emphasis")
    )
    return [made for block in _blocks(plain.text) if (made := _heading(plain.text, *block, heads, set_off))]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """The lines that may be headings: those that begin a paragraph or stand alone, to their paragraph's end."""
    for found in re.finditer(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*", text):
        start = found.start()
        yield start + len(found.group()) - len(found.group().lstrip()), found.end()
        at = text.find("\n", start, found.end())
        while at >= 0:  # a heading may stand in the line above its game, or behind the game before
            begun = at + 1 + len(text[at + 1 : found.end()]) - len(text[at + 1 : found.end()].lstrip())
            if _GAME.match(text, begun) or _CAPTION.match(text, begun):
                yield begun, found.end()
            at = text.find("\n", at + 1, found.end())


def _heading(
    text: str, start: int, end: int, heads: list[tuple[int, int]], set_off: list[tuple[int, int]]
) -> Heading | None:
    line_end = text.find("\n", start, end)
    line_end = end if line_end < 0 else line_end
    marked = next((stop for first, stop in heads if first <= start < stop), None)
    typed = _typed_end(text, start, end, set_off)
    stop = max(marked or 0, typed or 0) or line_end
    printed = " ".join(text[start:stop].split())
    game = _GAME.match(text, start)
    if game and typed is None and (typed := _typed_end(text, game.end(), end, set_off)):
        stop = max(stop, typed)
        printed = " ".join(text[start:stop].split())
    if game and (marked or typed or game[2] or not text[game.end() : line_end].strip()):
        return Heading(start, stop, printed, "game", game[1])
    caption = _CAPTION.match(text, start)
    if caption and len(printed) <= _LONGEST:
        return Heading(start, max(stop, typed or 0), printed, "caption", caption[1])
    problem = _PROBLEM.match(printed)
    if problem and (marked or (typed and typed >= line_end)):
        return Heading(start, stop, printed, "problem", (re.search(r"\d+(?:\.\d+)*", problem.group()) or [""])[0])
    if marked:
        return Heading(start, stop, printed, "section", (re.match(r"\d+(?:\.\d+)*", printed) or [""])[0])
    if typed and typed >= line_end and len(printed) <= _LONGEST and re.search(r"[^\W\d_]{3}", printed):
        return None if re.match(r"\d{1,3}[.)]", printed) else Heading(start, stop, printed, "title")
    return None


def _typed_end(text: str, start: int, end: int, set_off: list[tuple[int, int]]) -> int | None:
    """Where the bold or italic type that begins at an offset ends (blanks and stops between); None when none begins."""
    at: int | None = None
    for first, stop in set_off:
        here = start if at is None else at
        if first >= here - 1 and stop > here and not text[here:first].strip(" \t.:–—-[]0123456789"):
            if first > end or "\n\n" in text[start:stop]:
                break
            at = stop
        elif first > here:
            break
    return at


def solutions(text: str, found: list[Heading]) -> list[Solution]:
    """Where problems are stated and solved."""
    made: list[Solution] = []
    for index, head in enumerate(found):
        end = found[index + 1].start if index + 1 < len(found) else len(text)
        marker = _SOLUTION.search(text, head.end, end)
        if not (head.states_a_problem or marker):
            continue
        stating = [head]
        before = found[index - 1] if index else None
        if before is not None and before.kind == "problem" and head.kind == "caption":
            stating.insert(0, before)
        made.append(Solution(stating[0].start, end, tuple(stating), marker.start() if marker else head.end))
    return made
