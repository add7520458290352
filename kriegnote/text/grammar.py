"""Lark grammars, built when they are first used, and what is left of a text that they do not read."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken
from lark.utils import TextSlice


@cache
def grammar(name: str, start: str = "start", **options: Any) -> Lark:
    """The LALR parser of ``grammars/<name>.lark``."""
    return Lark.open_from_package(
        "kriegnote.grammars", f"{name}.lark", search_paths=[""], parser="lalr", start=start, **options
    )


def parse_part(parser: Lark, text: str, start: int, end: int) -> tuple[Tree[Token], list[tuple[int, int]]]:
    """The tree of a stretch of a text, and the places (offsets from 0) of words that do not fit where they stand.

    A word that fits nothing is left out, and what follows it is read as if it were not there.
    """
    unread: list[tuple[int, int]] = []

    def leave_out(error: UnexpectedInput) -> bool:
        if isinstance(error, UnexpectedToken):
            token = error.token
            if token.type == "$END":
                return False
            unread.append((token.start_pos or 0, token.end_pos or 0))
        else:
            unread.append((error.pos_in_stream or 0, (error.pos_in_stream or 0) + 1))
        return True

    tree = parser.parse(TextSlice(text, start, end), on_error=leave_out)
    return tree, unread
