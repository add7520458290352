"""What the rows of several notations recognise a text by."""

from __future__ import annotations

from typing import Final

SAN: Final = r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?"
