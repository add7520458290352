"""The printed problems of chapter 7, read when they are first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kriegnote.problems.policy import Problem
from kriegnote.problems.reading.reader import read_problems

TEXT = Path(__file__).parent.parent / "data" / "problems" / "chapter7.txt"


@cache
def chapter_7() -> list[Problem]:
    """Its problems in the order in which they are printed."""
    return read_problems(TEXT.read_text(encoding="utf-8"))[0]
