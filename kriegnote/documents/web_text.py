"""The base class for readers of HTML."""

from __future__ import annotations

from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Taker
from kriegnote.text.source import Lines

_NAMES: Final = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button"
    " canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed"
    " fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe"
    " img input ins kbd label legend li link main map mark marquee menu meta meter nav nobr noframes noscript object ol"
    " optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small"
    " source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr"
    " track tt u ul var video wbr"
)
"""The names of HTML's elements, old ones too."""
_ELEMENTS: Final = frozenset(_NAMES.split())
_LAYOUT: Final = Terminals("layout")


def is_element(printed: str, text: str) -> bool:
    """Whether what stands between angle brackets is markup: an element of HTML, or one that the text closes.

    :param printed: the opening tag, with its brackets.
    """
    name = printed.strip("</>").partition(" ")[0].strip("/").lower()
    return name in _ELEMENTS or name in _closed_in(text)


@lru_cache(maxsize=2)  # a text is asked for each of its tags
def _closed_in(text: str) -> frozenset[str]:
    """The names of the elements that a text closes, in small letters."""
    return frozenset(found["name"].lower() for found in _LAYOUT["CLOSING_TAG"].finditer(text))


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
