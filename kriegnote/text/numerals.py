"""The numbers that are printed in Roman numerals."""

from __future__ import annotations

from typing import Final

ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
"""The signs of Roman numerals, and what they stand for."""


def roman(numeral: str) -> int:
    """The number of a Roman numeral, whatever the order of its signs; KeyError for a sign that is none."""
    values = [ROMAN[sign] for sign in numeral]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
