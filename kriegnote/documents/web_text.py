"""HTML taken over, whatever is made of its elements."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

from kriegnote.text.plain import Taker
from kriegnote.text.source import Lines


class WebText(HTMLParser):
    """What readers of HTML have in common.

    :param base: the offset in the source at which the HTML begins.
    """

    def __init__(self, taker: Taker, base: int = 0) -> None:
        super().__init__(convert_charrefs=False)
        self.taker = taker
        self.base = base

    def read(self, html: str) -> None:
        """Takes over what a reader of this HTML sees."""
        self.lines = Lines(html)
        self.feed(html)
        self.close()

    def at(self) -> int:
        """The offset in the source of what is read."""
        line, column = self.getpos()
        return self.base + self.lines.offset(line, column + 1)

    def one_line(self, words: str, *, indented: bool) -> None:
        """Takes words over with a blank for each line break; ``indented``: also where a line begins."""
        at = self.at()
        for number, row in enumerate(words.split("\n")):
            if number and (indented or not self.taker.begins_line):
                self.taker.put(" ", at - 1)
            self.taker.keep(at, at + len(row))
            at += len(row) + 1

    def handle_entityref(self, name: str) -> None:
        """A sign by its name."""
        self.sign(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """A sign by its number."""
        self.sign(f"&#{name};")

    def sign(self, printed: str) -> None:
        """Takes over the sign that an entity stands for."""
        self.taker.put(unescape(printed).replace("\xa0", " "), self.at())
