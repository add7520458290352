"""Variants by their names in headings and in the tag ``Variant``; records of unknown variants are not checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from kriegnote.model.record import Record
from kriegnote.rules.game import ORTHODOX, Game
from kriegnote.rules.load import RULES, all_names

_CHESS: Final = frozenset(
    {
        "", "?", "-", "chess", "standard", "standardchess", "normal", "normalchess", "orthodox", "regular", "classical",
        "kriegspiel", "wild16", "wild", "w16", "fromposition", "custom", "international",
    }
)  # fmt: skip
_LOT: Final = frozenset(
    {"chess960", "fischerandom", "fischerrandom", "fischerandomchess", "960", "frc", "wildfr", "wild22"}
)


def plain_name(name: str) -> str:
    """A name or heading for comparison: its letters and digits in lower case; ``Fog of War`` becomes ``fogofwar``."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@cache
def _by_name() -> Mapping[str, str]:
    return MappingProxyType({plain_name(title): name for name in all_names() for title in RULES[name].names})


@cache
def _in_a_title() -> re.Pattern[str]:
    """A pattern that matches any variant's name within a title, longer names first."""
    names = sorted({name for book in all_names() for name in RULES[book].names}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)


def variant_named(name: str) -> str | None:
    """The rulebook of the game that the tag ``Variant`` names; None for chess and for unknown games."""
    plain = plain_name(name)
    return _by_name().get(plain) if plain else None


def variant_in(title: str) -> str | None:
    """The rulebook of the game that a title names; None if it names none."""
    found = _in_a_title().search(title)
    return variant_named(found.group()) if found else None


def game_of(record: Record) -> Game | None:
    """The game of a record: that of its rulebook or of its tag ``Variant``; None if the variant is not known."""
    game = RULES[record.rules].game if record.rules is not None else ORTHODOX
    variant = record.header("Variant")
    if variant is None or game != ORTHODOX:
        return game
    name = plain_name(variant)
    if name in _CHESS:
        return game
    if name in _LOT:
        return Game(setup="960")
    book = variant_named(variant)
    return RULES[book].game if book is not None else None
