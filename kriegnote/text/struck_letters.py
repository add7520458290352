"""Marks words whose letters are struck through by combining characters, ``e\u0336x\u0336``, as Markdown does."""

from __future__ import annotations

from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LAYOUT: Final = Terminals("layout")
_STROKES: Final = "\u0335\u0336\u0337\u0338"


def has_struck_letters(text: str) -> bool:
    """Whether letters of a text are struck through by combining characters."""
    return _LAYOUT["STRUCK_LETTERS"].search(text) is not None


def with_marked_strokes(plain: Plain) -> Plain:
    """The text with its struck letters as struck words between ``~~``."""
    taker, at = Taker(plain), 0
    for found in _LAYOUT["STRUCK_LETTERS"].finditer(plain.text):
        taker.keep(at, found.start())
        taker.put("~~", found.start())
        taker.keep_all_but(found.start(), found.end(), _STROKES)
        taker.put("~~", found.end())
        at = found.end()
    if not at:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


__all__ = ["has_struck_letters", "with_marked_strokes"]
