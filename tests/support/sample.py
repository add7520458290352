"""How many cases of the long tests every run takes: a part of them, evenly spread; all of them on request."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
ALL: Final = bool(os.environ.get("KRIEGNOTE_ALL_TEXTS"))
"""Whether the long form is asked for: ``KRIEGNOTE_ALL_TEXTS=1 pytest …``."""


def part(cases: Sequence[T], every: int) -> Sequence[T]:
    """One of so many cases, beginning with the first; all of them in the long form."""
    return cases if ALL else cases[::every]
