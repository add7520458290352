"""Reads LaTeX: mathematics in which scanners set moves (``$\\text{♖}\\times h3$``), and commands that print signs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import normalize

from lark import Token

from kriegnote.model.printed_moves import MENS_LETTERS
from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of
from kriegnote.text.latex_commands import OwnCommand, own_commands
from kriegnote.text.plain import Plain, Taker, unmarked

_SOURCE: Final = Terminals("latex_source")
_LATEX: Final = Terminals("latex")
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
    "newpage": "\f",
    "clearpage": "\f",
    "pagebreak": "\f",
    "newgame": "",
    "item": "",
    "par": "\n\n",
    "bigskip": "\n\n",
    "medskip": "\n\n",
    "smallskip": "\n\n",
    "newline": "\n",
    "linebreak": "\n",
    "hfill": "  ",
    "ss": "ß",
    "textonehalf": "½",
}
"""What each command prints."""
_MEN: Final = {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘", "pawn": "♙"}
"""What a command or entity prints if its name ends with this: ``\\symknight``, ``\\wqueen``, ``&bbishop;``."""
_IN_MATHEMATICS: Final = {
    **{sign: sign for sign in "#$%&_{}-"},
    **dict.fromkeys(",;:! ", ""),
    "\\": "\n",
    "/": "",
}
"""What a backslash and a sign print in mathematics; elsewhere the backslash is Markdown's."""
_THROUGHOUT: Final = (
    "\\begin{", "\\section", "\\chapter", "\\subsection", "\\paragraph", "\\mainline", "\\documentclass",
    "\\noindent", "\\footnote",
)  # fmt: skip
"""Commands that occur only if the whole text is LaTeX; ties, cells, dashes, groups and comments are then LaTeX's."""
_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307", '"': "\u0308",
}  # fmt: skip
"""The combining characters of accents."""
_TYPESET: Final = re.compile("~|&|-{2,3}")
_ESCAPED: Final = frozenset("#$%&_,;:! ")
"""Signs that a backslash also escapes outside mathematics, if the text is not Markdown."""


def is_latex(text: str) -> bool:
    """Whether the whole text is LaTeX."""
    return any(sign in text for sign in _THROUGHOUT)


def without_latex(plain: Plain, *, alone: bool = False) -> Plain:
    """The text with LaTeX replaced by what it prints; commands that are not known stay.

    :param alone: the text is not read as Markdown or HTML afterwards, so escaped signs and entities are replaced, too.
    """
    if not any(sign in plain.text for sign in "\\$&"):
        return plain
    own: Mapping[str, OwnCommand] = {}
    if not alone and is_latex(plain.text):
        own = own_commands(plain.text)
        plain = _seen(plain)
    taker = Taker(plain)
    _Printer(taker, plain.text, alone, own).run(0, len(plain.text), mathematics=False)
    return taker.done()


def _seen(plain: Plain) -> Plain:
    """A LaTeX text without comments and without definitions of commands."""
    found = _SOURCE["NOT_READ"].finditer(plain.text)
    return plain.changed((*one.span(), "") for one in found if not _SOURCE["VERBATIM"].match(one.group()))


def without_markup(text: str) -> str:
    """A text without LaTeX and with entities (``&amp;``) replaced; the same object if it has none. Lines are kept."""
    found = without_latex(unmarked(text), alone=True).text
    return text if found == text else found


class _Printer:
    """Passes a text on to a :class:`Taker` as LaTeX prints it."""

    def __init__(self, taker: Taker, text: str, alone: bool, own: Mapping[str, OwnCommand]) -> None:
        self.taker = taker
        self.text = text
        self.alone = alone
        self.throughout = not alone and is_latex(text)
        self.own = own
        self.behind: str | None = None  # what the command before prints behind its argument

    def run(self, start: int, end: int, *, mathematics: bool) -> None:
        """Prints the range ``[start, end)``."""
        taker = self.taker
        braces: list[str | None] = []  # what each open brace prints where it closes; None: the brace
        for token in scanner_of("latex").words(self.text[start:end]):
            at = start + (token.start_pos or 0)
            stop = at + len(token)
            match token.type:
                case "VERBATIM" | "FOOTNOTED" | "ACCENTED" if (
                    not self.throughout
                ):  # only a text that is all LaTeX has them
                    taker.keep(at, stop)
                case "MATH":
                    width = 2 if token.startswith(("$$", "\\(")) else 1
                    self.run(at + width, stop - width, mathematics=True)
                case "WRAPPER":
                    braces.append("")
                case "SECTION":
                    braces.append("\n\n")
                    taker.breaks(at, 2)
                    taker.put("" if self.alone else "## ", at)
                case "FOOTNOTED":
                    braces.append("}")
                    taker.put(" {", at)
                case "VERBATIM":
                    taker.breaks(at, 2)
                    taker.keep(self.text.index("}", at) + 1, self.text.rindex("\\", at, stop))
                case "ENVIRONMENT" if self.throughout:
                    taker.breaks(at, 2)
                case "COMMAND" if (own := self.own.get(_name(token))) is not None:
                    taker.put(own.before, at)
                    self.behind = own.behind
                case "OPENING_BRACE" if mathematics or self.throughout:
                    braces.append(self.behind or "")
                    self.behind = None
                case "OPENING_BRACE":
                    braces.append(None)
                    taker.keep(at, stop)
                case "CLOSING_BRACE":
                    printed = braces.pop() if braces else "" if mathematics else None
                    self._put(printed, at, stop)
                case "SIGN_BY_COMMAND":
                    self._sign(token, at, stop, mathematics)
                case _:
                    self._word(token, at, stop, mathematics)

    def _sign(self, token: Token, at: int, stop: int, mathematics: bool) -> None:
        """Prints a command before a square as what it prints if that is known, else as a sign for an unknown man."""
        command = _LATEX["COMMAND"].match(token)
        assert command is not None
        known = self._printed(Token("COMMAND", command.group()), mathematics) if _is_known(_name(token)) else None
        letters = "".join(sign for sign in token[1:] if sign.isalpha())
        if known is None and (mathematics or not self.throughout or letters != _name(token)):
            self.taker.put(f"⟨{letters}⟩", at)
            return
        self._word(Token("COMMAND", command.group()), at, at + command.end(), mathematics)
        self.run(at + command.end(), stop, mathematics=mathematics)

    def _put(self, printed: str | None, at: int, stop: int) -> None:
        """Replaces ``[at, stop)`` by ``printed``, or keeps it if that is None."""
        if printed is None:
            self.taker.keep(at, stop)
        else:
            self.taker.put(printed, at)

    def _word(self, token: Token, at: int, stop: int, mathematics: bool) -> None:
        """Prints a token that neither opens nor closes anything."""
        if (printed := self._printed(token, mathematics)) is not None:
            self.taker.put(printed, at)
        elif mathematics and token.type == "GROUP":
            self.taker.keep(at + 1, stop - 1)
        elif mathematics and token.type != "COMMAND":
            _superscripts(self.taker, self.text, at, stop)
        elif self.throughout and token.type == "PLAIN_TEXT":
            _typeset(self.taker, self.text, at, stop)
        else:
            self.taker.keep(at, stop)

    def _printed(self, token: Token, mathematics: bool) -> str | None:
        """What a command or an entity prints; None if that is not known."""
        if token.type == "ENTITY":
            from html import unescape  # its table of names takes long to load, and few texts have one

            return _man(token[1:-1]) or (unescape(token) if self.alone else None)
        if token.type == "GROUP":
            return self._printed(Token("COMMAND", token[1:-1].rstrip()), mathematics)
        if token.type in ("NOT_PRINTED", "ENVIRONMENT"):
            return ""
        if token.type == "HALF":
            return "½"
        if token.type == "SPACE" and self.throughout and not mathematics:
            return " "
        if token.type == "ACCENTED":
            return normalize("NFC", token[2:].strip("{}") + _ACCENTS[token[1]])
        if token.type == "CHARACTER":
            number = token[len("\\unicode{") : -1]
            sign = chr(int(number[1:], 16) if number[0] == "x" else int(number))
            return sign if sign.isprintable() else ""
        if token.type not in ("COMMAND", "SPACE", "DECLARATION"):
            return None
        name = _name(token)
        if (printed := _SIGNS.get(name, _man(name))) is not None:
            return printed
        if self.throughout and name == "\\":
            return "\n"
        if mathematics:
            return "" if token.type == "DECLARATION" else _IN_MATHEMATICS.get(name)
        if self.throughout and name[0].isalpha():
            return ""  # its argument is kept
        return _IN_MATHEMATICS[name] if self.alone and name in _ESCAPED else None


def _name(command: str) -> str:
    """The name of a command; if it has no letters, the sign after the backslash."""
    found = _LATEX["COMMAND"].match(command)
    name = found.group()[1:].partition("[")[0].rstrip(" \t*") if found is not None else ""
    return name or command[1:]


def _is_known(name: str) -> bool:
    return name in _SIGNS or _man(name) is not None


def _man(name: str) -> str | None:
    """The figurine or letter of the man that a command or entity of this name prints; None if it prints none."""
    if len(name) == 1 and name in MENS_LETTERS:
        return name
    return next((sign for man, sign in _MEN.items() if name.lower().endswith(man)), None)


def _typeset(taker: Taker, text: str, start: int, end: int) -> None:
    """Takes over text, with ties, cell separators and dashes replaced by what they print."""
    at = start
    for found in _TYPESET.finditer(text, start, end):
        taker.keep(at, found.start())
        taker.put({"~": " ", "&": "  ", "--": "–", "---": "—"}[found.group()], found.start())
        at = found.end()
    taker.keep(at, end)


def _superscripts(taker: Taker, text: str, start: int, end: int) -> None:
    """Takes over text in mathematics without the signs for superscripts and subscripts; ties become blanks."""
    for at in range(start, end):
        if text[at] not in "^_~":
            taker.keep(at, at + 1)
        elif text[at] == "~":
            taker.put(" ", at)
