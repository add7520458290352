"""The clock as PGN tells it in comments: ``[%clk 0:05:00]`` what is left, ``[%emt 0:00:12.5]`` what was spent."""

from __future__ import annotations

from typing import Final

from lark import Tree

from kriegnote.model.events import Clock
from kriegnote.parsing import grammar

_COMMANDS: Final = {"left": "clk", "spent": "emt"}
"""The command that says each field of a clock."""


def clock_fields(printed: str) -> dict[str, float]:
    """The fields of a clock, in seconds, that a stretch of a comment says.

    :raises UnexpectedInput: it says no clock.
    """
    commands = grammar("krieg", "clock").parse(printed).children
    return {one.data: _seconds(str(one.children[0])) for one in commands if isinstance(one, Tree)}


def written_clock(clock: Clock) -> str | None:
    """A clock as a comment of PGN says it; None where that cannot: a date, parts of a microsecond, no time at all."""
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
    """The seconds of ``1:02:03.5``."""
    hours, minutes, seconds = printed.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _printed(seconds: float) -> str:
    """``h:mm:ss``, with as many decimals as there are, six at most."""
    whole = int(seconds)
    part = f"{seconds - whole:.6f}".rstrip("0").rstrip(".")[1:]
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{part}"
