"""Writes the tables of a web page as rows of text, ``| 8 | ♜ | | ♝ |``, so that empty squares of boards are kept."""

from __future__ import annotations

from typing import Final

from kriegnote.documents.web_text import WebText
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked

_LAYOUT: Final = Terminals("layout")
_LINES: Final = frozenset({"tr", "table", "pre", "br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
"""Elements that begin a line."""


def with_table_rows(source: str) -> Plain:
    """A text without HTML, with bars between the cells of its tables; a text without tables is not changed."""
    plain = unmarked(source)
    if _LAYOUT["ROWS"].search(source) is None:
        return plain
    taker = Taker(plain)
    _Rows(taker).read(source)
    return taker.done()


class _Rows(WebText):
    """Takes over the text inside and outside tables."""

    tables = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handles an opening tag; a picture in a table is replaced by its description."""
        self.tables += tag == "table"
        if tag in ("td", "th"):
            self.taker.put("| ", self.at())
        elif tag in _LINES:
            self.taker.breaks(self.at(), 1)
        elif tag == "img" and self.tables and (shown := dict(attrs).get("alt")):
            self.taker.put(shown, self.at())

    def handle_endtag(self, tag: str) -> None:
        """Handles a closing tag."""
        self.tables -= tag == "table" and self.tables > 0
        if tag == "tr":
            self.taker.put(" |", self.at())
        if tag in _LINES:
            self.taker.breaks(self.at(), 1)

    def handle_data(self, data: str) -> None:
        """Takes over words; in tables, line breaks become blanks."""
        if self.tables:
            self.one_line(data, indented=True)
        else:
            at = self.at()
            self.taker.keep(at, at + len(data))
