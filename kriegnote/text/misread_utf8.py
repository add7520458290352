"""UTF-8 that was mistaken for another encoding and then encoded again: a ♘ that became ``â™˜``, a × that became ``Ã—``.

Each byte of such a sign has become a character of a code page.  The sign is found again where these characters, taken
as bytes, are UTF-8 for a sign that scores and prose have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

CODE_PAGES: Final[Mapping[str, str]] = {
    "cp1252": "Windows-1252",
    "cp1251": "Windows-1251",
    "mac_roman": "Mac Roman",
    "cp437": "code page 437",
    "cp850": "code page 850",
}
"""The encodings for which UTF-8 is mostly mistaken: Python's name and the usual name of each."""
_SIGNS: Final = (
    (0xA0, 0x17F),  # Latin letters and the signs of Latin-1
    (0x2000, 0x206F),  # punctuation
    (0x2190, 0x22FF),  # arrows, mathematical signs
    (0x2500, 0x27BF),  # frames, figurines and other symbols, dingbats
    (0xF000, 0xF0FF),  # the signs of a symbol font, as figurines are
    (0xFB00, 0xFB06),  # ligatures
    (0xFE0F, 0xFE0F),  # a sign that chooses between text and picture
    (0xFEFF, 0xFEFF),  # a byte order mark
    (0x1FA00, 0x1FA6F),  # more figurines
)
"""The first and the last code point of the blocks whose signs are found again."""


class Misread(NamedTuple):
    """A sign that was misread: the code page (a key of :data:`CODE_PAGES`), its offset in the text, the characters that
    stand for it, and the sign itself.
    """

    page: str
    at: int
    characters: str
    sign: str


class _CodePage(NamedTuple):
    """What UTF-8 looks like in a code page.

    ``pattern``: the characters of a sign of two, three or four bytes; it follows from the code page, so that no grammar
    can have it.  ``leads``: those with which signs of more than two begin.  ``byte``: the byte of each character.
    """

    pattern: re.Pattern[str]
    leads: str
    byte: Mapping[str, int]

    def sign(self, characters: str) -> str | None:
        """The sign that some characters stand for; None if there is none."""
        try:
            sign = bytes(self.byte[one] for one in characters).decode()
        except UnicodeDecodeError:
            return None
        return sign if any(first <= ord(sign) <= last for first, last in _SIGNS) else None


@cache
def _code_page(page: str) -> _CodePage:
    """What UTF-8 looks like in a code page; bytes that it does not define are control characters."""
    byte = {bytes([one]).decode(page, "ignore") or chr(one): one for one in range(0x80, 0x100)}

    def characters(*bounds: tuple[int, int]) -> str:
        return "".join(sign for sign, code in byte.items() if any(low <= code <= high for low, high in bounds))

    two, three, four = characters((0xC2, 0xC5)), characters((0xE2, 0xE2), (0xEE, 0xEF)), characters((0xF0, 0xF0))
    more = f"[{re.escape(characters((0x80, 0xBF)))}]"
    pattern = f"[{re.escape(two)}]{more}|[{re.escape(three)}]{more}{{2}}|[{re.escape(four)}]{more}{{3}}"
    return _CodePage(re.compile(pattern), three + four, byte)


def first_misread(text: str) -> Misread | None:
    """The first sign that was misread in a text, for the code page that explains most; None if there is none.

    There must be one of three or four characters: the two of a letter also stand beside each other in ordinary texts
    (``»daß«``).
    """
    if text.isascii():
        return None
    best: Misread | None = None
    most = 0
    for page in CODE_PAGES:
        known = _code_page(page)
        if not any(lead in text for lead in known.leads):
            continue
        found = [
            Misread(page, one.start(), one.group(), sign)
            for one in known.pattern.finditer(text)
            if (sign := known.sign(one.group()))
        ]
        explained = sum(len(one.characters) for one in found)
        if explained > most and any(len(one.characters) > 2 for one in found):
            best, most = found[0], explained
    return best


def as_meant(text: str, page: str) -> str:
    """A text with each sign that was misread for a code page as it was meant."""
    if text.isascii():
        return text
    known = _code_page(page)
    return known.pattern.sub(lambda found: known.sign(found.group()) or found.group(), text)


def as_misread(text: str, page: str) -> str:
    """A text with each sign beyond ASCII as it is misread for a code page."""
    sign = {code: one for one, code in _code_page(page).byte.items()}
    return "".join(one if one.isascii() else "".join(sign[byte] for byte in one.encode()) for one in text)
