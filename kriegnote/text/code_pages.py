"""Tells in which code page a text of one byte for each character was written, by what its words would look like.

A wrong code page makes signs and capitals of the letters within words: ``MŸller``, ``caf‚``.  Detectors of encodings in
general need longer texts than a score with two names.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

OLDER: Final = ("mac_roman", "cp850", "cp437")
"""The code pages of older machines; all are in :data:`~kriegnote.text.misread_utf8.CODE_PAGES`."""
_USUAL: Final = "cp1252"
_LAST_LETTER: Final = "\u017f"  # of those with which the names and words of most languages in Latin letters are written
_QUOTES: Final = frozenset({"Pi", "Pf", "Pd", "Ps", "Po"})
"""The kinds of signs that stand at the ends of words and between them: quotation marks, dashes, stops."""
_STATED: Final = b"charset="
_APOSTROPHE: Final = "’"
_BOXES: Final = range(0x2500, 0x25A0)


def older_page(data: bytes) -> str | None:
    """The code page of an older machine in which fewer signs are out of place than in Windows-1252; None if in none.

    None, too, for a text that states its encodings itself, as letters do: it may have several.

    :param data: a text, or its beginning.
    """
    if _STATED in data.lower():
        return None
    places = [at for at, byte in enumerate(data) if byte >= 0x80]
    costs = {page: _out_of_place(data.decode(page, "replace"), places) for page in (_USUAL, *OLDER)}
    best = min(costs, key=lambda page: costs[page])
    return None if best == _USUAL else best


def _out_of_place(text: str, places: list[int]) -> int:
    return sum(not _fits(text[at], text[at - 1 : at], text[at + 1 : at + 2]) for at in places)


def _fits(sign: str, before: str, behind: str) -> bool:
    """Whether a sign may stand between its neighbours: a small letter anywhere, a capital behind no small letter."""
    kind = category(sign)
    if kind in ("Ll", "Lu"):
        return sign <= _LAST_LETTER and (kind == "Ll" or not before.islower())
    if ord(sign) in _BOXES:
        return True
    between_letters = before.isalpha() and behind.isalpha()
    return sign == _APOSTROPHE or (not between_letters if kind in _QUOTES else kind[0] == "S" and not before.isalpha())
