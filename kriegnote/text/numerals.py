"""Roman numerals."""

from __future__ import annotations

from typing import Final

ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
"""The signs of Roman numerals and their values."""


def roman(numeral: str) -> int:
    """The value of a Roman numeral, whatever the order of its signs.

    :raises KeyError: if it has another sign.
    """
    values = [ROMAN[sign] for sign in numeral]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
