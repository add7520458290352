"""The rulebook that is assumed for a record without one."""

from __future__ import annotations

from functools import cache
from typing import Final

from kriegnote.rules.load import RULES
from kriegnote.rules.ruleset import RuleSet

OF_PROBLEMS: Final = "english"
"""The rulebook of a problem that names none: the Eastern rules."""


@cache
def assumed(*, player: bool = False, dark: bool = False) -> RuleSet:
    """The rulebook that is assumed for a record without one.

    It is Berkeley's, which announces captures and checks and nothing else, so that an unknown umpire is not blamed for
    announcements that he may not have had to make.

    :param player: for a player's record, ICC's, as for a log: it has one word for all refusals, so that nothing follows
        from that word; and if the record's silence covers pawn tries, their absence means zero.
    :param dark: for a game in which kings may be captured, that of Dark Chess, which announces no check.
    """
    return RULES["dark" if dark else "icc" if player else "berkeley"]
