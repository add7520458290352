"""Replaces numbers that a page explains as counts of tries by the words for them: ``[2] = two refused tries``.

A text may explain one of them, or say what its numbers are: *number in front = how many illegal tries before the move*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.documents.legend_meanings import meaning
from kriegnote.documents.legend_places import Edit, SignPlaces, SignUse
from kriegnote.lexicon import lexicon, printed
from kriegnote.parsing import Terminals

_LEGEND: Final = Terminals("legend")
_FAR: Final = 120  # the greatest length of what is said before and behind the word for a number, in characters
_TRIES: Final = ("verdicts.attempted", "acts.attempts", "acts.try")
_ILLEGAL: Final = ("answers.illegal", "answers.illegals", "verdicts.illegal", "verdicts.illegal_several")


class _Said(NamedTuple):
    """The range that explains numbers, and whether it calls the tries illegal, not refused."""

    place: tuple[int, int]
    illegal: bool


def counted(places: SignPlaces) -> Iterator[SignUse]:
    """The numbers in brackets, and those before words for tries, with what became of the tries."""
    said = _explained(places)
    if said is None:
        return
    verdict = printed("answers.illegal" if said.illegal else "verdicts.refused_several", "en")
    for found in _LEGEND["NUMBER_IN_BRACKETS"].finditer(places.text):
        inside = said.place[0] <= found.start() < said.place[1]
        if not inside and places.may_stand(*found.span()):
            yield SignUse((Edit(*found.span(), f"({found['number']} {verdict} tries)"),), said.place)


def _explained(places: SignPlaces) -> _Said | None:
    """What a text says of its numbers, if they count tries that were not accepted."""
    for entry in places.legend:
        sign = f"{entry.before}{entry.behind or ''}"
        if _LEGEND["NUMBER_IN_BRACKETS"].fullmatch(sign) and entry.meaning.kind == "refused":
            words = places.text[entry.start : min(len(places.text), entry.end + _FAR)]
            return _Said((entry.start, entry.end), _mentions(words[: entry.end - entry.start], _ILLEGAL))
    for one in _LEGEND["SAYS_OF_NUMBERS"].finditer(places.text):
        before = _LEGEND["SAID_BEFORE"].search(places.text, max(0, one.start() - _FAR), one.start())
        behind = _LEGEND["SAID_BEHIND"].match(places.text, one.end(), one.end() + _FAR)
        assert before is not None and behind is not None  # they may be empty
        place = before.start(), behind.end()
        words = places.text[slice(*place)]
        means = meaning(words)
        if means is not None and means.kind == "refused" and _mentions(words, _TRIES):
            return _Said(place, _mentions(words, _ILLEGAL))
    return None


def _mentions(words: str, names: tuple[str, ...]) -> bool:
    return any(lexicon().mentions(words, name) for name in names)
