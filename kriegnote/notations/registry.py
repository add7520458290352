"""The table of all notations, from the rows in their folders.

Notations from outside the package are added through entry points (:mod:`kriegnote.plugin`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from kriegnote.notations.darkboard.row import ROW as DARKBOARD
from kriegnote.notations.darkchess.row import ROW as DARKCHESS
from kriegnote.notations.descriptive.row import ROW as DESCRIPTIVE
from kriegnote.notations.dialogue.row import ROW as DIALOGUE
from kriegnote.notations.icc.row import ROW as ICC
from kriegnote.notations.json.row import ROW as JSON
from kriegnote.notations.kriegspiel.row import ROW as KRIEGSPIEL
from kriegnote.notations.magari.row import ROW as MAGARI
from kriegnote.notations.maryland.row import ROW as MARYLAND
from kriegnote.notations.nost.row import ROW as NOST
from kriegnote.notations.notation import Notation, PluginError
from kriegnote.notations.pgn.row import ROW as PGN
from kriegnote.notations.progressive.row import ROW as PROGRESSIVE
from kriegnote.notations.san.row import ROW as SAN
from kriegnote.notations.tries.row import ROW as TRIES

BUILT_IN: Final[tuple[Notation, ...]] = (
    JSON,
    KRIEGSPIEL,
    PGN,
    MARYLAND,
    DARKBOARD,
    SAN,
    DESCRIPTIVE,
    TRIES,
    DIALOGUE,
    DARKCHESS,
    PROGRESSIVE,
    ICC,
    MAGARI,
    NOST,
)


@cache
def notations() -> Mapping[str, Notation]:
    """Every notation by id: those of the package, then the usable ones of other packages."""
    from kriegnote.notations.plugin_loader import load

    return load({row.id: row for row in BUILT_IN})


def notation(name: str) -> Notation:
    """The notation with this id.

    :raises KeyError: if there is none.
    """
    return notations()[name]


__all__ = ["BUILT_IN", "Notation", "PluginError", "notation", "notations"]
