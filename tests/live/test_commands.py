"""Lines that are commands, and lines that are none."""

from __future__ import annotations

import pytest

from kriegnote.live.commands import Command, CommandError, read_command
from kriegnote.live.game import LiveGame
from kriegnote.rules import rulebook
from tests.support.live import words


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("e4", Command(type="try", move="e4")),
        ("White: Nf3", Command(type="try", side="white", move="Nf3")),
        ("black Any?", Command(type="ask", side="black", what="any")),
        ('{"type":"try","move":"e2e4"}', Command(type="try", move="e2e4")),
        ("claim fifty-move", Command(type="claim", reason="fifty-move")),
        ("  ", None),
    ],
)
def test_commands(line: str, command: Command | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["white", "e4 e5", '{"type":"try"}', "{", '{"type":"fly"}', "x" * 501, "[" * 400])
def test_what_is_no_command_gets_a_sentence(line: str) -> None:
    try:
        command = read_command(line)
    except CommandError as error:
        assert str(error)
    else:  # one word may be a move, which the game refuses in words
        assert command is not None and words(LiveGame(rulebook("rand")).execute(command))
