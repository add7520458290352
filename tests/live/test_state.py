"""From which positions a game can be played."""

from __future__ import annotations

import pytest

from kriegnote.live.game import LiveGame
from kriegnote.live.state import LiveError
from kriegnote.rules import rulebook


def test_a_game_needs_a_first_position() -> None:
    with pytest.raises(LiveError, match="no starting position"):
        LiveGame(rulebook("stealth"))
    with pytest.raises(LiveError, match="cannot be set up"):
        LiveGame(rulebook("rand"), start="nonsense")
