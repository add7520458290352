"""Numbers as a text prints them, of any length."""

from __future__ import annotations


def whole_number(digits: str) -> int:
    """The value of the first nine digits: no game has greater numbers, and Python refuses very long ones.

    :raises ValueError: if there are no digits.
    """
    return int(digits[:9])
