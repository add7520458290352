"""The rulebook by which a record is judged that names none."""

from __future__ import annotations

from functools import cache
from typing import Final

from kriegnote.rules.load import RULES
from kriegnote.rules.ruleset import RuleSet

OF_PROBLEMS: Final = "english"
"""The rulebook of a problem that names none: the eastern rules."""


@cache
def assumed(*, player: bool = False, dark: bool = False) -> RuleSet:
    """The rulebook of a record that names none.

    That of Berkeley: captures and checks are announced and nothing besides, so that an umpire of whom nothing is known
    is not blamed for a word that he may not owe.

    :param player: it is a player's record: that of ICC, as of a log.  One word stands for all refusals there, so that
        nothing follows from it; where the record says that it tells of pawn tries, an absence is a zero.
    :param dark: kings may be taken: that of Dark Chess, in which no check is announced.
    """
    return RULES["dark" if dark else "icc" if player else "berkeley"]
