"""Translates the markup of forums, ``[b]Nf3[/b]``, into HTML, which is removed when documents are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain

_LAYOUT: Final = Terminals("layout")
_CALLED: Final[Mapping[str, str]] = {
    "quote": "blockquote", "spoiler": "div", "list": "ul", "code": "pre", "pgn": "pre", "strike": "s",
    **dict.fromkeys(("size", "color", "colour", "font", "url", "center", "u"), "span"),
}  # fmt: skip
"""The HTML elements for tags of forums that have other names there."""


def has_bbcode(text: str) -> bool:
    """Whether a text has a closing tag; an opening one alone may be a letter that refers to a note."""
    return _LAYOUT["BBCODE_END"].search(text) is not None


def with_web_tags(plain: Plain) -> Plain:
    """The text with HTML tags in place of a forum's; tags that are never closed are left as they are."""
    if not has_bbcode(plain.text):
        return plain
    tags = [(found, found["tag"].lower()) for found in _LAYOUT["BBCODE"].finditer(plain.text)]
    closed = {tag for found, tag in tags if found["closes"]}
    return plain.changed(
        (*found.span(), f"<{found['closes']}{_CALLED.get(tag, tag)}>") for found, tag in tags if tag in closed
    )


__all__ = ["has_bbcode", "with_web_tags"]
