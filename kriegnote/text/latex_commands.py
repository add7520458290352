"""Reads what the commands of a LaTeX text's own author print: ``\\newcommand{\\refused}[1]{\\emph{(#1?)}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of

_SOURCE: Final = Terminals("latex_source")
_ARGUMENT: Final = "#1"
_SHOWN: Final = frozenset({"PLAIN_TEXT", "SPACE"})


class OwnCommand(NamedTuple):
    """What a command prints before its argument, and behind it; None: it has no argument."""

    before: str
    behind: str | None = None


def own_commands(text: str) -> Mapping[str, OwnCommand]:
    """The commands that a text defines, by their names; those with several arguments are left out."""
    found: dict[str, OwnCommand] = {}
    for one in _SOURCE["COMMAND_DEFINED"].finditer(text):
        name, body = one["name"] or one["plain"], one["body"] if one["name"] else one["text"]
        if one["count"] in (None, "0") and "#" not in body:
            found[name] = OwnCommand(_printed(body))
        elif one["count"] == "1" and body.count(_ARGUMENT) == 1:
            before, _, behind = body.partition(_ARGUMENT)
            found[name] = OwnCommand(_printed(before), _printed(behind))
    return found


def _printed(body: str) -> str:
    """The signs of a definition, without its commands and groups."""
    shown = (str(one) for one in scanner_of("latex").words(body) if one.type in _SHOWN)
    return "".join(shown).replace("{", "").replace("}", "")


__all__ = ["OwnCommand", "own_commands"]
