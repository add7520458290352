"""Patterns by which the rows of several notations recognise a text."""

from __future__ import annotations

from typing import Final

from kriegnote.model.printed_moves import MENS_LETTERS

MOVE: Final = rf"(?:(?:[♔-♟]\ufe0e?|[{MENS_LETTERS}])?[a-h]?[1-8]?[x×:]?[a-h][1-8]|[O0]-[O0](?:-[O0])?)"
"""A move in any style; `move.lark` defines moves completely."""
SAN: Final = r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?"
