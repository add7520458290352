"""``repair --interactive``: one question for each correction, with the board."""

from __future__ import annotations

import click

from kriegnote.chess.position import Position
from kriegnote.reporting.boards import position_lines
from kriegnote.reporting.output import say
from kriegnote.reporting.rendering import as_text
from kriegnote.restoration.choices import Replacement


def ask(correction: Replacement) -> str | None:
    """The text that the user wants in place of a word; None to leave it unchanged."""
    found, position = correction.finding, Position.from_fen(correction.position)
    say(as_text(found, None), err=True, end="")
    say("\n".join(f"    {row}" for row in position_lines(position)), err=True)
    say(f"    {'White' if position.turn else 'Black'} to move", err=True)
    old = correction.printed.strip()
    if len(correction.readings) == 1:
        new = correction.readings[0][0]
        question = f"write {new} for {old}?" if new else f"leave out the second {old}?"
        return new if click.confirm(question, default=True, err=True) else None
    for number, (text, weight) in enumerate(correction.readings, 1):
        say(f"    {number}) {text} ({weight:.0%})", err=True)
    most = len(correction.readings)
    wanted = click.prompt(f"which of these is {old}? (0: leave it)", type=click.IntRange(0, most), default=0, err=True)
    return correction.readings[wanted - 1][0] if wanted else None
