"""Reads Rich Text Format: words, lines, cells of tables and notes; what is struck through is marked as in Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of
from kriegnote.text.plain import Plain, Taker

_RTF: Final = Terminals("rtf")
_STRUCK: Final = "~~"
_BLANKS: Final = frozenset(" \xa0")
_PAGE: Final = "cp1252"
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_PRINTED: Final[Mapping[str, str]] = {
    "par": "\n", "line": "\n", "sect": "\n\n", "page": "\f", "row": "\n", "tab": "\t", "cell": "\t", "nestcell": "\t",
    "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
"""What control words print."""
_SIGNS: Final[Mapping[str, str]] = {"~": " ", "_": "-", "-": "", "\n": "\n", "\r": "\n", "{": "{", "}": "}", "\\": "\\"}
"""What a backslash and a sign print."""
_STRIKES: Final = frozenset({"strike", "striked", "deleted"})
_UNSEEN: Final = frozenset(
    {
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "headerl", "headerr", "headerf", "footer",
        "footerl", "footerr", "footerf", "object", "fldinst", "listtable", "listoverridetable", "nonshppict",
        "themedata", "datastore", "generator", "bkmkstart", "bkmkend", "rsidtbl", "xmlnstbl", "annotation", "v",
    }
)  # fmt: skip
"""Control words after which the rest of a group is not displayed."""


@dataclass(frozen=True)
class _Type:
    """How words of a group are displayed."""

    struck: bool = False
    raised: bool = False
    unseen: bool = False
    note: bool = False
    """It is a note, whose words are a comment where its mark is."""


def is_rtf(text: str) -> bool:
    """Whether a text is Rich Text Format."""
    return _RTF["RTF_BEGINS"].match(text) is not None


def without_rtf(plain: Plain) -> Plain:
    """The text as a word processor displays it, struck words between ``~~``; any other text as it is."""
    if not is_rtf(plain.text):
        return plain
    taker = Taker(plain)
    _Printer(taker, plain.text).run()
    return taker.done()


class _Printer:
    """Passes a text on to a :class:`Taker` as a word processor displays it."""

    def __init__(self, taker: Taker, text: str) -> None:
        self.taker, self.text = taker, text
        self.type = _Type()
        self.open: list[_Type] = []  # those outside the open groups
        self.struck = False  # a sign for struck words has been printed and none for their end
        self.blanks: list[tuple[str, int]] = []  # what is printed behind the end of struck words, if they end here
        self.in_row = False
        found = _RTF["RTF_PAGE"].search(text)
        self.page = f"cp{found['page']}" if found is not None else _PAGE

    def run(self) -> None:
        """Prints the whole text."""
        for token in scanner_of("rtf").words(self.text):
            at = token.start_pos or 0
            match token.type:
                case "RTF_OPENS":
                    self.open.append(self.type)
                case "RTF_CLOSES":
                    self._close(at)
                case "RTF_BYTE":
                    self._put(self._byte(int(token[2:], 16)), at)
                case "RTF_CHARACTER":
                    found = _RTF["RTF_CHARACTER"].match(token)
                    assert found is not None
                    self._put(chr(int(found["code"]) % 0x10000), at)
                case "RTF_WORD":
                    self._word(token, at)
                case "RTF_SIGN" if token[1] == "*":
                    self.type = replace(self.type, unseen=True)
                case "RTF_SIGN":
                    self._put(_SIGNS.get(token[1], ""), at)
                case "RTF_TEXT":
                    for index, sign in enumerate(token):
                        self._put(sign, at + index)
        self._strike(False, len(self.text))

    def _close(self, at: int) -> None:
        if not self.open:
            return
        before, self.type = self.type, self.open.pop()
        if before.note and not self.type.note:
            self._put("}", at)

    def _word(self, token: str, at: int) -> None:
        found = _RTF["RTF_WORD"].match(token)
        assert found is not None
        word, on = found["word"], found["value"] != "0"
        if word in _STRIKES:
            self.type = replace(self.type, struck=on)
        elif word in ("super", "nosupersub"):
            self.type = replace(self.type, raised=on and word == "super")
        elif word == "plain":
            self.type = replace(self.type, struck=False, raised=False)
        elif word == "footnote":
            self._put(" {", at)
            self.type = replace(self.type, note=True, struck=False, raised=False)
        elif word in _UNSEEN and on:
            self.type = replace(self.type, unseen=True)
        else:
            self.in_row = word in ("trowd", "intbl", "cell") or (self.in_row and word not in ("row", "pard"))
            self._put(" " if self.in_row and word in ("par", "line") else _PRINTED.get(word, ""), at)

    def _byte(self, number: int) -> str:
        try:
            return bytes([number]).decode(self.page)
        except (LookupError, UnicodeDecodeError):
            return chr(number)

    def _put(self, printed: str, at: int) -> None:
        """Prints a character of the text, or several; blanks at the end of struck words stand behind these."""
        if self.type.unseen or not printed:
            return
        if self.struck and self.type.struck and printed in _BLANKS:
            self.blanks.append((printed, at))
            return
        self._strike(self.type.struck and bool(printed.strip()), at)
        self.taker.put(printed.translate(_RAISED) if self.type.raised else printed, at)

    def _strike(self, struck: bool, at: int) -> None:
        """Prints the sign at which struck words begin or end."""
        if self.struck and not struck:
            self.taker.put(_STRUCK, at)
        for blank in self.blanks:
            self.taker.put(*blank)
        self.blanks = []
        if struck and not self.struck:
            self.taker.put(_STRUCK, at)
        self.struck = struck


__all__ = ["is_rtf", "without_rtf"]
