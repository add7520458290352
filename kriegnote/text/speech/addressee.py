"""Messages to one player: *You captured on e4*, *Your opponent has moved*, *You played Bg5 (bxa3 refused)*.

Whom they call *you* follows from the head of the letters, from what they say of his colour, or from the only player who
is said to have moved by his colour: that is the other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from kriegnote.model.events import Side, other
from kriegnote.parsing import Terminals
from kriegnote.text.respelling import Respelling

_PREFIXES: Final = Terminals("line_prefixes")
_WORDS: Final = Terminals("persons")
_COLOURS: Final[Mapping[Side, str]] = {"white": "White", "black": "Black"}


def addressee_of(text: str, writer: Side | None = None) -> Side | None:
    """The player to whom the messages of a text are written; None if it does not say which one he is.

    :param writer: the player who writes “I” in it, who keeps the messages to him.
    """
    if all(_WORDS[name].search(text) is None for name in ("ADDRESSED", "HIS_MEN", "HIS_RIVAL")):
        return None
    heads = [side for side in _COLOURS if _WORDS[f"TO_{side.upper()}"].search(text) is not None]
    if len(heads) == 1:
        return heads[0]
    if writer is not None:
        return writer
    named = [side for side in _COLOURS if _WORDS[f"{side.upper()}_HAS_MOVED"].search(text) is not None]
    return other(named[0]) if len(named) == 1 else None


def addressed(text: str, side: Side) -> Iterator[Respelling]:
    """Respellings that replace “you”, “your” and “your opponent” by the colours.

    What a bracket behind his move says that he tried before it is said before the move.

    :param side: the colour of the player who is called “you”.
    """
    him = _COLOURS[side]
    for one in _WORDS["ADDRESSED"].finditer(text):
        aside = _WORDS["REFUSED_ASIDE"].match(text, one.end())
        if aside is None:
            yield Respelling(*one.span(), him)
        else:
            yield Respelling(*one.span(), f"{him} tried in vain {aside['moves']}. {him}")
            yield Respelling(aside.start("opens"), aside.end("closes"), "")
    for one in _WORDS["HIS_MEN"].finditer(text):
        yield Respelling(*one.span(), f"{him}'s")
    for one in _WORDS["HIS_RIVAL"].finditer(text):
        yield Respelling(*one.span(), _COLOURS[other(side)])


def turns_of_messages(text: str) -> Iterator[Respelling]:
    """Respellings of the numbers of turns at the head of messages: “Move 7. You played Bg5.”"""
    for one in _PREFIXES["TURN_IN_WORDS"].finditer(text):
        yield Respelling(*one.span(), f"{one['number']}.")


def tries_before(text: str) -> Iterator[Respelling]:
    """Respellings of “Black has moved after 2 illegal tries” in the order in which it happened."""
    for one in _WORDS["MOVED_AFTER"].finditer(text):
        tried = f"{one['who']} made {one['times']} illegal attempts"
        yield Respelling(*one.span(), f"{tried}. {one['who']} has moved")
