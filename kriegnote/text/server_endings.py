"""The words of an ICC log that its reader and its writer share: names, endings, checks (§4.6, appendix D)."""

from __future__ import annotations

from typing import Final

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import lexicon, printed
from kriegnote.model.endings import LOSER, OF_WINNER
from kriegnote.model.events import Move, Reason, Result, Side, other
from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("icc_lines")
NAMED: Final[frozenset[Reason]] = frozenset({"checkmate", "resignation", "time", "forfeit", "king-captured"})
"""Endings that the server reports with the name of the losing player: ``Enforcer checkmated``."""


def endings() -> tuple[str, ...]:
    """The server's words for endings, for comparison with misspelt ones."""
    return tuple(printed(name, "en") for name, meaning in lexicon().meanings.items() if meaning.group == "server")


def ending(said: str) -> Reason | None:
    """The reason that an ending without the player's name states; None if it is unknown."""
    tree = parser_of("icc", "ending").whole(said)
    if tree is None:
        return None
    (word,) = tree.children
    return word.type.lower().replace("_", "-")  # type: ignore[union-attr, return-value]


def escape(name: str) -> str:
    """A player's name as it is written in the line of the game's end; an empty name is ``\\e``."""
    escaped = _TERMINALS["SPECIAL"].sub(r"\\\g<0>", name)
    return _TERMINALS["BALANCED"].sub(r"(\g<inside>)", escaped) or r"\e"


def unescape(printed: str) -> str:
    """The name that :func:`escape` wrote."""
    return _TERMINALS["ESCAPED"].sub(lambda found: "" if found["sign"] == "e" else found["sign"], printed)


def called(white: str | None, black: str | None) -> dict[Side, str]:
    """The players' names in an ending; their colours if the names would not distinguish them."""
    names: dict[Side, str] = {"white": "White", "black": "Black"}
    sides: tuple[tuple[Side, str | None], ...] = (("white", white), ("black", black))
    for side, name in sides:
        if name and name == name.strip() and white != black and name.lower() not in ("white", "black"):
            names[side] = name
    return names


def end_side(reason: Reason, named: Side | None, last: Move | None) -> Side | None:
    """The side of an ending, as the event model has it.

    For a mate or a captured king it is the winner's, for a stalemate the last mover's, else that of the player named.
    If a mate names nobody, the winner is the player who made the last move.

    :param named: the player whom the server's words name.
    """
    if reason in OF_WINNER:
        return other(named) if named else last.side if last else None
    if reason == "stalemate":
        return last.side if last else None
    return named


def ended_by(said: str, white: str | None, black: str | None) -> tuple[Reason, Side | None] | None:
    """How a game ended, and the player whom the words name: ``Black resigns``, or by name.

    None if the words do not state an end.
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
    """The player whom an ending names, from its side, or else from the result."""
    if side is not None:
        return other(side) if reason in OF_WINNER else side
    return LOSER.get(result)
