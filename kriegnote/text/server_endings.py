"""The words of an ICC log that its reader and its writer share: names, endings, checks (§4.6, appendix D)."""

from __future__ import annotations

from typing import Final

from kriegnote.lexicon import lexicon, printed
from kriegnote.model.endings import LOSER, OF_WINNER
from kriegnote.model.events import Move, Reason, Result, Side, other
from kriegnote.parsing import Terminals, grammar

_TERMINALS: Final = Terminals("icc_lines")
NAMED: Final[frozenset[Reason]] = frozenset({"checkmate", "resignation", "time", "forfeit", "king-captured"})
"""Endings that the server tells of the player who loses: ``Enforcer checkmated``."""


def endings() -> tuple[str, ...]:
    """Endings as the server has them, to tell what a misspelt one may be."""
    return tuple(printed(name, "en") for name, meaning in lexicon().meanings.items() if meaning.group == "server")


def ending(said: str) -> Reason | None:
    """What an ending says, the player's name before it cut off; None when it is no known one."""
    from lark import UnexpectedInput

    try:
        (word,) = grammar("icc", "ending").parse(said).children
    except UnexpectedInput:
        return None
    return word.type.lower().replace("_", "-")  # type: ignore[union-attr, return-value]


def escape(name: str) -> str:
    """A player's name as it stands in the line of the game's end; a name of no letters is ``\\e``."""
    escaped = _TERMINALS["SPECIAL"].sub(r"\\\g<0>", name)
    return _TERMINALS["BALANCED"].sub(r"(\g<inside>)", escaped) or r"\e"


def unescape(printed: str) -> str:
    """The name that :func:`escape` wrote."""
    return _TERMINALS["ESCAPED"].sub(lambda found: "" if found["sign"] == "e" else found["sign"], printed)


def called(white: str | None, black: str | None) -> dict[Side, str]:
    """What an ending calls the players: by their names, or by their colours where names would not tell them apart."""
    names: dict[Side, str] = {"white": "White", "black": "Black"}
    sides: tuple[tuple[Side, str | None], ...] = (("white", white), ("black", black))
    for side, name in sides:
        if name and name == name.strip() and white != black and name.lower() not in ("white", "black"):
            names[side] = name
    return names


def end_side(reason: Reason, named: Side | None, last: Move | None) -> Side | None:
    """The side of an ending: who mated or stalemated; who resigned or lost on time; nobody's, when a draw is agreed."""
    if reason in OF_WINNER:
        return other(named) if named else last.side if last else None
    if reason == "stalemate":
        return last.side if last else None
    return named


def ended_by(said: str, white: str | None, black: str | None) -> tuple[Reason, Side | None] | None:
    """How a game ended and whom the words name: ``Black resigns``, or the player's own name.

    None when they say nothing of an end.
    """
    names: tuple[tuple[str | None, Side], ...] = (
        (white, "white"),
        (black, "black"),
        ("White", "white"),
        ("Black", "black"),
    )
    for name, side in names:
        if name and said.lower().startswith(name.lower() + " ") and (reason := ending(said[len(name) :].strip())):
            return reason, side
    reason = ending(said.strip())
    return (reason, None) if reason else None


def loser(reason: Reason, side: Side | None, result: Result | None) -> Side | None:
    """Whom an ending names, from its side, or from the result where it has none."""
    if side is not None:
        return other(side) if reason in OF_WINNER else side
    return LOSER.get(result)
