"""Finds numbers that count the items of minutes, one for each player's deeds, and not the turns of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from lark import Token

from kriegnote.text.source import first_number
from kriegnote.text.speech.clauses import PLAYERS, SKIPPED

_LEAST: Final = 4
"""The fewest items that show what their numbers count."""


def without_item_numbers(tokens: Sequence[Token]) -> list[Token]:
    """The tokens; “1. White: e4. 2. Black: e5. 3. White: …” counts items: its numbers are signs without a meaning.

    All numbers count on from 1, and behind them the players alternate.
    """
    found = [*tokens]
    numbers = [at for at, one in enumerate(tokens) if one.type == "NUMBER_OF_TURN"]
    counted = [*takewhile(lambda pair: first_number(tokens[pair[1]]) == pair[0], enumerate(numbers, 1))]
    named = [_player_behind(tokens, at) for at in numbers]
    alternate = all(who == ("BLACK" if count % 2 == 0 else "WHITE") for count, who in enumerate(named, 1))
    if len(numbers) < _LEAST or len(counted) < len(numbers) or not alternate:
        return found
    for at in numbers:
        found[at] = Token.new_borrow_pos("ORNAMENT", str(tokens[at]), tokens[at])
    return found


def _player_behind(tokens: Sequence[Token], at: int) -> str | None:
    """The type of the player who is named directly behind a token; None if none is."""
    following = next((one.type for one in tokens[at + 1 : at + 4] if one.type not in SKIPPED), None)
    return following if following in PLAYERS else None
