"""Puts characters in order that are layout: terminal escapes, bells, NULs, special blanks, the frames of tables.

This is done once, when a text is opened: any sort of blank becomes a blank, other invisible characters are removed, and
the lines between the cells of a table become those that a keyboard has (``|``, ``-``, ``+``).
Each line keeps its length, so that places remain those of the file; blanks beside a word replace what was removed from
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kriegnote.parsing import Terminals

_TERMINALS: Final = Terminals("unprinted")
_BLANKS: Final = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000), " ")
_ACROSS: Final = frozenset("─━┄┅┈┉╌╍═╴╶╸╺╼╾")
_DOWN: Final = frozenset("│┃┆┇┊┋╎╏║╵╷╹╻╽╿")
_SLANTED: Final = frozenset("╱╲╳")
_FRAMES: Final = {
    ord(sign): "-" if sign in _ACROSS else "|" if sign in _DOWN else "+"
    for sign in map(chr, range(0x2500, 0x2580))
    if sign not in _SLANTED
} | {ord("｜"): "|", ord("❘"): "|"}
"""What the signs are drawn with of which the frames of tables consist."""
_FRAME: Final = frozenset(map(chr, _FRAMES))
_DISPLAYED: Final = _BLANKS | _FRAMES
_NOTHING: Final = "\0"


def seen(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text as they are displayed.

    Tags, comments and JSON, whose characters are all intended, are unchanged.
    """
    data: bool | None = None
    inside = False  # whether a comment is open that an earlier line began
    for line in lines:
        if data is None and line.strip():
            data = is_data(line)
        if data or (not inside and "{" not in line and _is_as_displayed(line)):
            yield line
            continue
        at = 0
        shown: list[str] = []
        found = _TERMINALS["WRITTEN_REST" if inside else "WRITTEN"].search(line)
        while found is not None:
            shown += (printed(line[at : found.start()]), found.group())
            at, inside = found.end(), found["open"] is not None
            found = None if inside else _TERMINALS["WRITTEN"].search(line, at)
        yield "".join(shown) + printed(line[at:])


def is_data(line: str) -> bool:
    """Whether a text that begins with this line is JSON."""
    bare = line.strip()
    return bare in ("{", "[") or bare.startswith(('{"', "[{", '{ "', "[ {"))


def printed(text: str) -> str:
    """A text as it is displayed, with unchanged length; tabs and form feeds, which separate text, are kept."""
    if _is_as_displayed(text):
        return text
    text = text.translate(_DISPLAYED)
    if _TERMINALS["UNPRINTED"].search(text) is None:
        return text
    emptied = _TERMINALS["UNPRINTED"].sub(lambda found: _NOTHING * len(found.group()), text)
    return _TERMINALS["LEFT_OUT"].sub(_compact, emptied)


def _is_as_displayed(text: str) -> bool:
    return text.removesuffix("\n").isprintable() and (text.isascii() or _FRAME.isdisjoint(text))


def _compact(found: re.Match[str]) -> str:
    before, word, behind = (found[name] or "" for name in ("before", "word", "behind"))
    whole = word.replace(_NOTHING, "")
    return " " * len(before) + whole + " " * (len(word) - len(whole) + len(behind))
