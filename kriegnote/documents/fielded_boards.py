"""What the board confirms of a game that stands in fields, to choose between ways to read them."""

from __future__ import annotations

from kriegnote.confirmation.confirmed import Confirmed, confirmed
from kriegnote.documents.fields import FieldedGame
from kriegnote.model.record import Record
from kriegnote.notations.registry import notation
from kriegnote.text.plain import Taker, unmarked
from kriegnote.text.source import Chunk

_NOTHING = Confirmed(0, whole=False)


def record_of(text: str, game: FieldedGame) -> Record:
    """The record of a game that holds, as its score is read."""
    taker = Taker(unmarked(text))
    game.write(taker)
    return notation("tries").read(Chunk(taker.done().text)).record


def confirmed_of(text: str, game: FieldedGame) -> Confirmed:
    """What the board confirms of a game; nothing if its fields are not those of one."""
    return confirmed(record_of(text, game)) if game.holds else _NOTHING


def with_true_numbers(text: str, game: FieldedGame) -> FieldedGame:
    """The game, its turns counted where printed numbers do not rise one by one, if so it can be played to its end."""
    if game.holds and game.misnumbered:
        game.counted = True
        game.counted = confirmed_of(text, game).whole
    return game


__all__ = ["confirmed_of", "record_of", "with_true_numbers"]
