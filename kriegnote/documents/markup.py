"""Removes markup: Markdown with markdown-it, HTML with the standard library's parser; with a map to the original."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from kriegnote.documents.games_in_rows import in_sentences
from kriegnote.documents.pages import page_mark, without_pages
from kriegnote.documents.prefixed_lines import without_prefixes
from kriegnote.documents.typed_cells import CROSSED, NO_TRIES, tries_by_type
from kriegnote.documents.web_text import WebText, is_element
from kriegnote.lexicon import printed
from kriegnote.parsing import Terminals
from kriegnote.text.bbcode import with_web_tags
from kriegnote.text.latex import without_latex
from kriegnote.text.plain import MarkKind, Plain, Taker, is_web_page, unmarked
from kriegnote.text.source import Lines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SPEECH: Final = Terminals("speakers")
_LAYOUT: Final = Terminals("layout")
_OWN_ESCAPES: Final = '{}[]"\\'
"""Characters that notations themselves escape with a backslash."""


def plain_text(source: str) -> Plain:
    """A document's text without markup: LaTeX, prefixes of lines, Markdown or HTML, page numbers and running heads."""
    marked = without_prefixes(without_latex(unmarked(source)))
    plain = with_web_tags(marked)
    taker = Taker(plain)
    if is_web_page(marked.text):
        _Page(taker, 0).read(plain.text)
    else:
        _markdown(taker, plain.text)
    return without_pages(in_sentences(taker.done(), in_order=True))


@cache
def _parser() -> MarkdownIt:
    """A parser of CommonMark without lists (``1. e4``), indented code and other rules that scores would trigger."""
    from markdown_it import MarkdownIt

    without = ["list", "code", "reference", "lheading", "text_join", "autolink"]
    return MarkdownIt("commonmark").enable("table").disable(without)


def _markdown(taker: Taker, text: str) -> None:
    lines = Lines(text)
    at = 0  # the end of the text taken over so far
    heading = False
    for token in _parser().parse(text):
        if token.type == "heading_open":
            heading = True
        if token.type == "tr_open":
            taker.breaks(min(at, len(text)), 1)
        if token.type in ("th_open", "td_open"):
            taker.put("\t", min(at, len(text)))
        if token.map is None or token.type not in ("inline", "fence", "html_block", "hr"):
            continue
        start = lines.offset(token.map[0] + 1)
        end = lines.offset(token.map[1] + 1) if token.map[1] < text.count("\n", 0) + 1 else len(text)
        if start > at:
            _between(taker, text, at, start)
            at = start
        if token.type == "inline":
            first = at
            at = _inline(taker, text, token.children or [], at, end, heading=heading)
            if heading:
                taker.mark(first, at, "heading")
                heading = False
                line_end = text.find("\n", at)
                at = line_end if 0 <= line_end < end else end
        elif token.type == "html_block":
            block = _Page(taker, start, written=True)
            block.pre += not is_element(text[start:end].strip().partition(">")[0], text)  # lines of plain text
            block.read(text[start:end])
            taker.breaks(end if end < len(text) else len(text), 1)
            at = end
        elif token.type == "fence":
            at = _fence(taker, text, start, end)
        else:
            at = end
            taker.put("\n", start)
    _between(taker, text, at, len(text))


def _between(taker: Taker, text: str, start: int, end: int) -> None:
    """Takes over the line breaks and form feeds between blocks, without the signs that mark blocks."""
    for at in range(start, end):
        if text[at] in "\n\f":
            taker.keep(at, at + 1)


def _feeds(taker: Taker, text: str, start: int, end: int) -> None:
    """Takes over the form feeds of a range, which the parser treats as blanks."""
    for at in range(start, end):
        if text[at] == "\f":
            taker.keep(at, at + 1)


def _fence(taker: Taker, text: str, start: int, end: int) -> int:
    """Takes over the lines of a code block; returns its end."""
    first = text.find("\n", start, end) + 1
    if not first:
        return end
    last = text.rfind("\n", first, end - 1) + 1
    closed = text[last:end].strip(" \t\n") and set(text[last:end].strip()) <= {"`", "~"}
    stop = last if closed and last >= first else end
    taker.breaks(start, 2)
    taker.keep(first, stop)
    taker.mark(first, stop, "code")
    taker.breaks(stop - 1, 2)
    return end


def _inline(taker: Taker, text: str, children: list[Token], start: int, end: int, *, heading: bool = False) -> int:
    """Takes over the words of a block; returns the offset after the last of them."""
    block = _Block(taker, text, start, end, heading)
    kept = _types_of_moves(children)
    for index, child in enumerate(children):
        block.take(child, child.markup if index in kept else "")
    if block.note:
        taker.mark(start, block.at, "note")
    return block.at


class _Block:
    """The words of a block of Markdown; ``at``: the offset after those taken over.

    ``note``: it is a footnote. A superscript number is a reference to a footnote and not part of the word before it; in
    a heading it may be a page number. Superscript tries and questions stand in brackets.
    """

    def __init__(self, taker: Taker, text: str, start: int, end: int, heading: bool) -> None:
        self.taker, self.text, self.start, self.end, self.heading = taker, text, start, end, heading
        self.at = start
        self.note = _LAYOUT["FOOTNOTE"].match(text, start, end) is not None
        self.raised = self.bracketed = False
        self.opened: list[tuple[MarkKind, int]] = []  # the open types, with their offsets

    def take(self, child: Token, sign: str) -> None:
        """Takes over the next part; ``sign``: what is printed for a change of type."""
        match child.type:
            case "strong_open" | "em_open":
                self.opened.append(("strong" if child.type == "strong_open" else "emphasis", self.at))
                self.taker.put(sign, self.at)
            case "strong_close" | "em_close" if self.opened:
                kind, first = self.opened.pop()
                self.taker.mark(first, self.at, kind)
                self.taker.put(sign, self.at)
            case "softbreak" | "hardbreak":
                self._line_break()
            case "link_close" | "image":
                self.at = _target_end(self.text, self.at, self.end)
            case "text_special":
                self.at = _special(self.taker, self.text, child, self.at, self.end)
            case "html_inline":
                self._element(child.content)
            case "text" | "code_inline" if self.raised and not self.heading and child.content.strip().isdigit():
                self.at = self.text.find(child.content, self.at, self.end) + len(child.content)
            case "text" | "code_inline" if child.content:
                if self.raised and not self.bracketed and _says_something(child.content):
                    self.taker.put("(", self.at)
                    self.bracketed = True
                self.at = _words(self.taker, self.text, child.content, self.at, self.end)

    def _line_break(self) -> None:
        found = self.text.find("\n", self.at, self.end)
        if found >= 0:
            _feeds(self.taker, self.text, self.at, found)
            self.taker.keep(found, found + 1)
            self.at = found + 1

    def _element(self, html: str) -> None:
        """Takes over an HTML tag among the words."""
        found = self.text.find(html, self.at, self.end)
        if self.bracketed and html.lower() == "</sup>":
            self.taker.put(")", self.at)
            self.bracketed = False
        self.raised = html.lower() == "<sup>"
        self.note = self.note or (self.raised and found == self.start)
        if found >= 0:
            _Page(self.taker, found, written=True).read(html)
            self.at = found + len(html)


def _says_something(raised: str) -> bool:
    """Whether raised words are no part of the word before them: tries, questions with their answers."""
    return not raised.strip(" []*").isdigit() and any(sign.isdigit() or sign in ":;?" for sign in raised)


def _types_of_moves(children: list[Token]) -> set[int]:
    """The indices of the signs of a type in which several single moves are set, which may mark tries."""
    found: dict[str, list[int]] = {}
    for index, child in enumerate(children[:-2]):
        if child.type in ("strong_open", "em_open") and _SPEECH["MOVE_ALONE"].fullmatch(children[index + 1].content):
            found.setdefault(child.markup, []).append(index)
    return {at for marks in found.values() if len(marks) > 1 for index in marks for at in (index, index + 2)}


def _target_end(text: str, at: int, end: int) -> int:
    """The offset after the address of a link or picture (``](…)``)."""
    found = text.find("](", at, end)
    stop = text.find(")", found, end) if found >= 0 else -1
    return stop + 1 if stop >= 0 else at


def _special(taker: Taker, text: str, child: Token, at: int, end: int) -> int:
    """Takes over an entity or an escaped character (with its backslash if notations have the same escape)."""
    found = text.find(child.markup, at, end)
    if found < 0:
        return at
    stop = found + len(child.markup)
    if child.info == "escape" and child.content in _OWN_ESCAPES:
        taker.keep(found, stop)
    else:
        taker.put(child.content, found)
    return stop


def _words(taker: Taker, text: str, content: str, at: int, end: int) -> int:
    """Takes over the next words of a block."""
    found = text.find(content, at, end)
    if found >= 0:
        _feeds(taker, text, at, found)
        taker.keep(found, found + len(content))
        return found + len(content)
    for sign in content:  # the parser changed it (code of several lines)
        found = text.find(sign, at, end)
        if found >= 0:
            taker.keep(found, found + 1)
            at = found + 1
    return at


_CELLS: Final = ("td", "th")
_BLOCKS: Final = {
    **dict.fromkeys(("p", "div", "table", "ul", "ol", "pre", "blockquote", "section", "article", "hr", "figure"), 2),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "title", "figcaption", "caption"), 2),
    **dict.fromkeys(("br", "tr", "li", "dt", "dd"), 1),
}
"""The number of line breaks before and after an element."""
_WIDEST: Final = 40  # the most columns over which a cell extends
_DIGITS: Final = 5  # more than the number of an item has
_UNSEEN: Final = {"script", "style", "template", "noscript"}
_HEADINGS: Final = {"h1", "h2", "h3", "h4", "h5", "h6", "title"}
_MARKS: Final[dict[str, MarkKind]] = {"b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis"}


def _number(said: str | None) -> int | None:
    """The number that an attribute states; None if it states none."""
    return int(said) if said is not None and said.isdecimal() and len(said) < _DIGITS else None


class _Page(WebText):
    """Takes over the words of HTML.

    :param written: it stands in a text that is no page of its own, where other words in angle brackets are text.
    """

    def __init__(self, taker: Taker, base: int, *, written: bool = False) -> None:
        super().__init__(taker, base)
        self.written = written
        self.unseen = 0
        self.pre = 0
        self.raised = 0
        self.bracketed = False  # the raised words stand in brackets
        self.opened: dict[str, int] = {}
        self.lists: list[int | None] = []  # the numbers of the next items of the open lists; None: not numbered
        self.item: int | None = None  # the number of the item whose first word comes next
        self.column = 0  # the number of cells of the row so far
        self.wide = 0  # how many further columns the open cell extends over
        self.spanning: dict[int, int] = {}  # for each column, how many further rows a cell above extends over
        self.tries = NO_TRIES  # where lists of tries begin, and end

    def read(self, html: str) -> None:
        """Takes over what is displayed of this HTML; tries that only their type shows stand in brackets."""
        self.tries = tries_by_type(html)
        super().read(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handles an opening tag; what is none is text."""
        at, printed = self.at(), self.get_starttag_text() or ""
        if self.written and not is_element(printed, self.taker.plain.text):
            self.taker.keep(at, at + len(printed))
            return
        self.unseen += tag in _UNSEEN
        self.pre += tag == "pre"
        self.raised += tag == "sup"
        self._break(tag, at)
        if tag == "table":
            self.spanning, self.column = {}, 0
        if tag == "tr":  # cells from above that extend over the end of the row before
            self.spanning = {at: rows - (at >= self.column > 0) for at, rows in self.spanning.items()}
            self.column = 0
        if tag in _CELLS:
            self._cell(at, dict(attrs))
        if tag in ("ol", "ul"):
            self.lists.append(_number(dict(attrs).get("start")) or 1 if tag == "ol" else None)
        if tag == "li" and self.lists and (number := self.lists[-1]) is not None:
            self.item = _number(dict(attrs).get("value")) or number
            self.lists[-1] = self.item + 1
        if tag in CROSSED:  # marked as in Markdown
            self._number_item(at)
            self.taker.put("~~", at)
        self.opened[tag] = at + len(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handles an empty element."""
        self._break(tag, self.at())

    def _break(self, tag: str, at: int) -> None:
        """Breaks the line for a block; within a cell a line break is a blank, so that the row remains a line."""
        if tag == "br" and not self.opened.keys().isdisjoint(_CELLS):
            self.taker.put(" ", at)
        elif tag in _BLOCKS:
            self.taker.breaks(at, _BLOCKS[tag])

    def handle_endtag(self, tag: str) -> None:
        """Handles a closing tag."""
        at = self.at()
        if tag in _CELLS:
            self.taker.put("\t" * self.wide, at)
            self.wide = 0
        self.unseen -= tag in _UNSEEN and self.unseen > 0
        self.pre -= tag == "pre" and self.pre > 0
        self.raised -= tag == "sup" and self.raised > 0
        if tag == "sup" and self.bracketed:
            self.taker.put(")", at)
            self.bracketed = False
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag in CROSSED:  # marked as in Markdown
            self.taker.put("~~", at)
        first = self.opened.pop(tag, None)
        if tag == "table":
            for cell in _CELLS:  # one that was never closed
                self.opened.pop(cell, None)
        if first is not None and (tag in _HEADINGS or tag in _MARKS):
            self.taker.mark(first, at, _MARKS.get(tag, "heading"))
        if tag in _BLOCKS:
            self.taker.breaks(at, _BLOCKS[tag])

    def _cell(self, at: int, attrs: dict[str, str | None]) -> None:
        """Begins a cell; those that extend from rows above or over several columns leave empty ones."""
        while self.spanning.get(self.column, 0) > 0:
            self.spanning[self.column] -= 1
            self.column += 1
            self.taker.put("\t", at)
        self.taker.put("\t", at)
        width = min(_number(attrs.get("colspan")) or 1, _WIDEST)
        rows = (_number(attrs.get("rowspan")) or 1) - 1
        self.spanning |= dict.fromkeys(range(self.column, self.column + width), rows)
        self.column += width
        self.wide = width - 1

    def _number_item(self, at: int, data: str = "") -> None:
        """Puts the number that a browser prints before the first word of an item; not before another number."""
        number, self.item = self.item, None
        if number is not None and not data.lstrip()[:1].isdigit():
            self.taker.put(f"{number}. ", at)

    def handle_comment(self, data: str) -> None:
        """Omits a comment, unless it says where a page begins."""
        if mark := page_mark(data):
            self.taker.put(mark, self.at())

    def handle_data(self, data: str) -> None:
        """Takes over words without superscript numbers; line breaks become blanks except in preformatted text."""
        if self.unseen or (self.raised and data.strip(" []*").isdigit()):
            return
        if data.strip():
            self._number_item(self.at(), data)
        if self.raised and not self.bracketed and _says_something(data):
            self.taker.put("(", self.at())
            self.bracketed = True
        at, words = self.at(), data.rstrip()
        begins, ends = (
            first - self.base in places for first, places in zip((at, at + len(words)), self.tries, strict=True)
        )
        if begins:
            self.taker.put("(", at)
        if self.pre:
            self.taker.keep(at, at + len(data))
        else:
            self.one_line(words if ends else data, indented=False)
        if ends:  # with the verdict on all of them
            self.taker.put(f": {printed('answers.no', 'en')}){' ' * (words != data)}", at + len(words))

    def sign(self, printed: str) -> None:
        """Takes over the character of an entity that is displayed."""
        if not self.unseen:
            super().sign(printed)
