"""Clocks as PGN has them in comments: ``[%clk 0:05:00]`` is the time left, ``[%emt 0:00:12.5]`` the time spent."""

from __future__ import annotations

from typing import Final

from lark import Tree

from kriegnote.model.events import Clock
from kriegnote.parsing import grammar

_COMMANDS: Final = {"left": "clk", "spent": "emt"}
"""The command for each field of a clock."""


def clock_fields(printed: str) -> dict[str, float]:
    """The fields of a clock, in seconds, that part of a comment states.

    :raises UnexpectedInput: if it is not a clock.
    """
    commands = grammar("krieg", "clock").parse(printed).children
    return {one.data: _seconds(str(one.children[0])) for one in commands if isinstance(one, Tree)}


def written_clock(clock: Clock) -> str | None:
    """A clock as a comment in PGN.

    None if PGN cannot express it: a date, fractions of a microsecond, or neither time.
    """
    if clock.date is not None or clock.left is clock.spent is None:
        return None
    words: list[str] = []
    for name, command in _COMMANDS.items():
        seconds: float | None = getattr(clock, name)
        if seconds is None:
            continue
        if not 0 <= seconds < 1e6 or _seconds(printed := _printed(seconds)) != seconds:
            return None
        words.append(f"[%{command} {printed}]")
    return " ".join(words)


def _seconds(printed: str) -> float:
    """The number of seconds of ``1:02:03.5``."""
    hours, minutes, seconds = printed.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _printed(seconds: float) -> str:
    """A time as ``h:mm:ss``, with as many decimals as needed, six at most."""
    whole = int(seconds)
    part = f"{seconds - whole:.6f}".rstrip("0").rstrip(".")[1:]
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{part}"
