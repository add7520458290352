"""Lark grammars, built when they are first used."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark


@cache
def grammar(name: str, start: str = "start", **options: Any) -> Lark:
    """The LALR parser of ``grammars/<name>.lark``."""
    return Lark.open_from_package(
        "kriegnote.grammars", f"{name}.lark", search_paths=[""], parser="lalr", start=start, **options
    )
