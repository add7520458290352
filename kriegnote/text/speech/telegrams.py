"""Reads telegrams: capitals, and a word for each full stop (“WHITE PAWN E4 STOP BLACK PAWN C5 STOP”)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.respelling import Respelling

_WORDS: Final = Terminals("telegrams")
_LEAST: Final = 3
"""How often a text has the word for a full stop if it is a telegram."""


def telegram(text: str) -> Iterator[Respelling]:
    """Respellings of the full stops, squares and captures by pawns of a telegram; none if a text is no telegram."""
    stops = [*_WORDS["SPELT_STOP"].finditer(text)]
    if len(stops) < _LEAST:
        return
    yield from (Respelling(*one.span(), ".") for one in stops)
    if sum(map(str.isupper, text)) > sum(map(str.islower, text)):
        for one in _WORDS["TELEGRAPHED_SQUARE"].finditer(text):
            pawn = f"{one['file']}x" if one["file"] else ""
            yield Respelling(*one.span(), f"{pawn}{one['square']}".lower())
