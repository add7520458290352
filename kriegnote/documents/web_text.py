"""The base class for readers of HTML."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

from kriegnote.text.plain import Taker
from kriegnote.text.source import Lines


class WebText(HTMLParser):
    """Takes over the text of HTML.

    :param base: the offset in the source at which the HTML begins.
    """

    def __init__(self, taker: Taker, base: int = 0) -> None:
        super().__init__(convert_charrefs=False)
        self.taker = taker
        self.base = base

    def read(self, html: str) -> None:
        """Takes over what is displayed of this HTML."""
        self.lines = Lines(html)
        self.feed(html)
        self.close()

    def at(self) -> int:
        """The offset in the source of the current position."""
        line, column = self.getpos()
        return self.base + self.lines.offset(line, column + 1)

    def one_line(self, words: str, *, indented: bool) -> None:
        """Takes over words with blanks for line breaks; ``indented``: also at the beginning of a line."""
        at = self.at()
        for number, row in enumerate(words.split("\n")):
            if number and (indented or not self.taker.begins_line):
                self.taker.put(" ", at - 1)
            self.taker.keep(at, at + len(row))
            at += len(row) + 1

    def handle_entityref(self, name: str) -> None:
        """Handles a named entity."""
        self.sign(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Handles a numeric entity."""
        self.sign(f"&#{name};")

    def sign(self, printed: str) -> None:
        """Takes over the character of an entity."""
        self.taker.put(unescape(printed).replace("\xa0", " "), self.at())
