"""What the rows of several notations recognise a text by."""

from __future__ import annotations

from typing import Final

MOVE: Final = r"(?:(?:[♔-♟]\ufe0e?|[KQRBNDTACLSF])?[a-h]?[1-8]?[x×:]?[a-h][1-8]|[O0]-[O0](?:-[O0])?)"
"""What a move looks like in any hand; `move.lark` knows more of what it may be."""
SAN: Final = r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?"
