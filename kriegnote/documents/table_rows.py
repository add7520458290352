"""Tables of a web page as rows of text, ``| 8 | ♜ | | ♝ |``: in a board an empty cell is a square, too."""

from __future__ import annotations

from typing import Final

from kriegnote.documents.web_text import WebText
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked

_LAYOUT: Final = Terminals("layout")
_LINES: Final = frozenset({"tr", "table", "pre", "br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
"""What begins a line."""


def with_table_rows(source: str) -> Plain:
    """A text whose HTML is taken off, with bars between the cells of its tables; any other text as it is."""
    plain = unmarked(source)
    if _LAYOUT["ROWS"].search(source) is None:
        return plain
    taker = Taker(plain)
    _Rows(taker).read(source)
    return taker.done()


class _Rows(WebText):
    """Takes over what stands in and outside of tables."""

    tables = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that opens; a picture in a cell stands for what it is said to show."""
        self.tables += tag == "table"
        if tag in ("td", "th"):
            self.taker.put("| ", self.at())
        elif tag in _LINES:
            self.taker.breaks(self.at(), 1)
        elif tag == "img" and self.tables and (shown := dict(attrs).get("alt")):
            self.taker.put(shown, self.at())

    def handle_endtag(self, tag: str) -> None:
        """A tag that closes."""
        self.tables -= tag == "table" and self.tables > 0
        if tag == "tr":
            self.taker.put(" |", self.at())
        if tag in _LINES:
            self.taker.breaks(self.at(), 1)

    def handle_data(self, data: str) -> None:
        """Words; a line's end between the cells of a table is a blank."""
        if self.tables:
            self.one_line(data, indented=True)
        else:
            at = self.at()
            self.taker.keep(at, at + len(data))
