"""Tells in which code page a text of one byte for each character was written, by what its words would look like.

A wrong code page makes signs and capitals of the letters within words: ``MŸller``, ``caf‚``.  Detectors of encodings in
general need longer texts than a score with two names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from unicodedata import category

OLDER: Final = ("mac_roman", "cp850", "cp437")
"""The code pages of older machines; all are in :data:`~kriegnote.text.misread_utf8.CODE_PAGES`."""
CENTRAL: Final = {
    "cp1250": "Windows-1250", "iso8859_2": "ISO 8859-2", "mac_latin2": "Mac OS Central European", "cp852": "DOS 852",
}  # fmt: skip
"""The code pages of Central Europe, as Python and as a reader calls them."""
_USUAL: Final = "cp1252"
_WESTERN: Final = (
    "äöüß", "àâæçèéêëîïôœùûüÿ", "àèéìíîòóùú", "áéíñóúü", "áàâãçéêíóôõúü", "áèéëïóöü", "åäöé", "æøåéö", "áðéíóúýþæö",
    "àçèéíïòóúü",
)  # fmt: skip
_CENTRAL: Final = ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "äöüß")
"""The letters beside those of English that languages write: German, French and so on; Polish, Czech and so on."""
_SURELY: Final = 2  # how much fewer must be out of place in a page of Central Europe
_LAST_LETTER: Final = "\u017f"  # of those with which the names and words of most languages in Latin letters are written
_QUOTES: Final = frozenset({"Pi", "Pf", "Pd", "Ps", "Po"})
"""The kinds of signs that stand at the ends of words and between them: quotation marks, dashes, stops."""
_STATED: Final = b"charset="
_APOSTROPHE: Final = "’"
_ORDINALS: Final = frozenset("ªº")
_BOXES: Final = range(0x2500, 0x25A0)


def older_page(data: bytes) -> str | None:
    """The code page, of older machines or Central Europe, in which fewer signs are out of place than in Windows-1252.

    None if there are not fewer in any, and for a text that states its encodings itself, as letters do: it may have
    several.

    :param data: a text, or its beginning.
    """
    if _STATED in data.lower():
        return None
    places = [at for at, byte in enumerate(data) if byte >= 0x80]
    costs = {page: _foreign(data.decode(page, "replace"), places, _WESTERN) for page in (_USUAL, *OLDER)}
    best = min(costs, key=lambda page: costs[page])
    central = {page: _foreign(data.decode(page, "replace"), places, _CENTRAL) for page in CENTRAL}
    other = min(central, key=lambda page: central[page])
    if central[other] + _SURELY <= costs[best]:
        return other
    return None if best == _USUAL else best


def _foreign(text: str, places: list[int], alphabets: Sequence[str]) -> int:
    """How many of a text's signs are out of place, or letters that the language with most of them does not have."""
    letters = [at for at in places if text[at].isalpha() and text[at] <= _LAST_LETTER]
    alone = sum(not (text[at - 1 : at].isalpha() or text[at + 1 : at + 2].isalpha()) for at in letters)
    signs = [at for at in places if not text[at].isalpha()]
    amiss = sum(not _fits(text[at], text[at - 1 : at], text[at + 1 : at + 2]) for at in places)
    harmless = sum(_is_number_sign(text, at) for at in signs)
    fewest = min(sum(text[at].lower() not in alphabet for at in letters) for alphabet in alphabets)
    return fewest + alone + amiss - harmless


def _is_number_sign(text: str, at: int) -> bool:
    """Whether a sign of numbers, as ½, is beside no letter."""
    beside = text[at - 1 : at].isalpha() or text[at + 1 : at + 2].isalpha()
    return category(text[at]) == "No" and not beside


def _fits(sign: str, before: str, behind: str) -> bool:
    """Whether a sign may stand between its neighbours: a small letter anywhere, a capital behind no small letter."""
    kind = category(sign)
    if kind in ("Ll", "Lu"):
        return sign <= _LAST_LETTER and (kind == "Ll" or not before.islower())
    if ord(sign) in _BOXES:
        return not (before.isalpha() or behind.isalpha())
    if sign in _ORDINALS:
        return before.isdecimal()
    between_letters = before.isalpha() and behind.isalpha()
    return sign == _APOSTROPHE or (not between_letters if kind in _QUOTES else _is_free(kind, before, behind))


def _is_free(kind: str, before: str, behind: str) -> bool:
    """Whether a sign that is neither a letter nor a stop touches no letter with which it would make a word."""
    return kind[0] == "S" and not before.isalpha() and not (kind == "So" and behind.isalpha())
