"""Texts as scanners give them: LaTeX and HTML around the moves, taken away.  Grammar: grammars/latex.lark."""

from __future__ import annotations

import html
from typing import Final

from kriegnote.parsing import grammar

_SIGNS: Final = {"times": "×", "dagger": "+", "ddagger": "#", "sharp": "#", "dots": "...", "ldots": "...", "#": "#",
                 "&": "&", "$": "$", "%": "%", "_": "_"}  # fmt: skip


def without_markup(text: str) -> str:
    """The text without LaTeX, its entities read; the same object where there is none.  Lines stay lines."""
    if "$" not in text and "\\" not in text and "&" not in text:
        return text
    found = "".join(_meant(word.type, str(word)) for word in grammar("scanner_markup", lexer="basic").lex(text))
    return text if found == text else found


def _meant(kind: str, word: str) -> str:
    if kind == "MATH":
        return without_markup(word[1:-1])
    if kind == "GROUP":
        return without_markup(word[word.index("{") + 1 : -1])
    if kind == "SIGN":
        return _SIGNS.get(word[1:].rstrip(" \t"), " ")
    return html.unescape(word) if kind == "ENTITY" else word
