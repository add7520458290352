"""LaTeX taken off: the mathematics in which scanners set moves (``$\\text{♖}\\times h3$``), commands for signs."""

from __future__ import annotations

from functools import cache
from typing import Final

from lark import Lark

from kriegnote.documents.plain import Plain, Taker

_SIGNS: Final = {
    "times": "×",
    "cdot": "·",
    "ldots": "...",
    "dots": "...",
    "cdots": "...",
    "sharp": "#",
    "dagger": "†",
    "ddagger": "‡",
    "pm": "±",
    "mp": "∓",
    "infty": "∞",
    "quad": " ",
    "qquad": "  ",
    "rightarrow": "→",
    "to": "→",
    "left": "",
    "right": "",
    "displaystyle": "",
    "king": "♔",
    "queen": "♕",
    "rook": "♖",
    "bishop": "♗",
    "knight": "♘",
    "pawn": "♙",
    "symking": "♔",
    "symqueen": "♕",
    "symrook": "♖",
    "symbishop": "♗",
    "symknight": "♘",
    "sympawn": "♙",
}
"""What a command prints; the men are those of the packages ``skak`` and ``xskak``."""
_IN_MATHEMATICS: Final = {
    **{sign: sign for sign in "#$%&_{}-"},
    **dict.fromkeys(",;:! ", ""),
    "\\": "\n",
    "/": "",
}
"""What a backslash before a sign prints inside mathematics; outside it is Markdown's."""


@cache
def _lexer() -> Lark:
    return Lark.open_from_package("kriegnote.grammars", "latex.lark", [""], parser=None, lexer="basic", start=[])


def without_latex(plain: Plain) -> Plain:
    """The text with LaTeX printed as its reader sees it; unknown commands stay."""
    if "\\" not in plain.text and "$" not in plain.text:
        return plain
    taker = Taker(plain)
    _print(taker, plain.text, 0, len(plain.text), mathematics=False)
    return taker.done()


def _print(taker: Taker, text: str, start: int, end: int, *, mathematics: bool) -> None:
    braces: list[bool] = []  # of the open braces, whether they are LaTeX's and not printed
    for token in _lexer().lex(text[start:end]):
        at = start + (token.start_pos or 0)
        stop = at + len(token)
        if token.type == "MATH":
            width = 2 if token.startswith(("$$", "\\(")) else 1
            _print(taker, text, at + width, stop - width, mathematics=True)
        elif token.type == "WRAPPER":
            braces.append(True)
        elif token.type == "COMMAND":
            printed = _printed(token[1:].rstrip() or token[1:], mathematics)
            if printed is None:
                taker.keep(at, stop)
            else:
                taker.put(printed, at)
        elif token.type == "OPEN":
            braces.append(mathematics)
            if not mathematics:
                taker.keep(at, stop)
        elif token.type == "CLOSE":
            hidden = braces.pop() if braces else mathematics
            if not hidden:
                taker.keep(at, stop)
        elif mathematics:
            _superscripts(taker, text, at, stop)
        else:
            taker.keep(at, stop)


def _printed(name: str, mathematics: bool) -> str | None:
    """What a command prints, None when it is not known here."""
    if name in _SIGNS:
        return _SIGNS[name]
    return _IN_MATHEMATICS.get(name) if mathematics else None


def _superscripts(taker: Taker, text: str, start: int, end: int) -> None:
    """Takes over text of mathematics without the signs that raise or lower what follows."""
    for at in range(start, end):
        if text[at] not in "^_~":
            taker.keep(at, at + 1)
        elif text[at] == "~":
            taker.put(" ", at)
