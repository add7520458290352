"""Tables of a web page as rows of text, ``| 8 | ♜ | | ♝ |``: in a board an empty cell is a square, too."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked
from kriegnote.text.source import Lines

_LAYOUT: Final = Terminals("layout")
_LINES: Final = frozenset({"tr", "table", "pre", "br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
"""What begins a line."""


def with_table_rows(source: str) -> Plain:
    """A text whose HTML is taken off, with bars between the cells of its tables; any other text as it is."""
    plain = unmarked(source)
    if _LAYOUT["ROWS"].search(source) is None:
        return plain
    taker = Taker(plain)
    _Rows(taker, source).close()
    return taker.done()


class _Rows(HTMLParser):
    """Takes over what stands in and outside of tables."""

    def __init__(self, taker: Taker, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.taker = taker
        self.lines = Lines(html)
        self.tables = 0
        self.feed(html)

    def _at(self) -> int:
        line, column = self.getpos()
        return self.lines.offset(line, column + 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that opens; a picture in a cell stands for what it is said to show."""
        self.tables += tag == "table"
        if tag in ("td", "th"):
            self.taker.put("| ", self._at())
        elif tag in _LINES:
            self.taker.breaks(self._at(), 1)
        elif tag == "img" and self.tables and (shown := dict(attrs).get("alt")):
            self.taker.put(shown, self._at())

    def handle_endtag(self, tag: str) -> None:
        """A tag that closes."""
        self.tables -= tag == "table" and self.tables > 0
        if tag == "tr":
            self.taker.put(" |", self._at())
        if tag in _LINES:
            self.taker.breaks(self._at(), 1)

    def handle_data(self, data: str) -> None:
        """Words; a line's end between the cells of a table is a blank."""
        at = self._at()
        if not self.tables:
            self.taker.keep(at, at + len(data))
            return
        for number, row in enumerate(data.split("\n")):
            if number:
                self.taker.put(" ", at - 1)
            self.taker.keep(at, at + len(row))
            at += len(row) + 1

    def handle_entityref(self, name: str) -> None:
        """A sign by its name."""
        self.taker.put(unescape(f"&{name};").replace("\xa0", " "), self._at())

    def handle_charref(self, name: str) -> None:
        """A sign by its number."""
        self.taker.put(unescape(f"&#{name};").replace("\xa0", " "), self._at())
