"""Puts letters that quote earlier letters into the order in which they were written, with a map to the original.

    2... Nf6 (capture on f6)                        On Sunday, Anna wrote:
    On Sunday, Anna wrote:                          > Are there any?
    > 2. Nf3                                        No.
    > On Friday, Bert wrote:                        > 2. Nf3
    >> 1... d5                                      Accepted.

In the first, each letter is above the one that it answers, so the innermost quotation was written first. In the second,
the answers are between quoted lines: it becomes a script, in which the quoted person speaks the quoted lines. Letters
quoted without signs are each below a header, `From: …`, and answered by the letter above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from kriegnote.lexicon import lexicon
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.speech.speakers import CALLED

__all__ = ["Letter", "Line", "in_order_of_writing", "letters_of"]

_LINES: Final = Terminals("line_prefixes")
_HEAD: Final = 2
"""The least number of lines of a letter's header."""
_BRACES: Final = frozenset("{}")


class Line(NamedTuple):
    """A line of the text in ``[start, end)``, without signs of quotation.

    :param depth: the number of letters that quote it.
    """

    start: int
    end: int
    depth: int
    words: str


class Letter(NamedTuple):
    """Successive lines of one letter, and the words at their end that introduce the next quotation."""

    lines: Sequence[Line]
    quotes: Sequence[Line]

    @property
    def depth(self) -> int:
        """The number of letters that quote this one."""
        return self.lines[0].depth if self.lines else self.quotes[0].depth


def in_order_of_writing(plain: Plain) -> Plain:
    """A text with quoted letters before their answers; its characters may change their order."""
    quotes = _LINES["QUOTED_LINE"].search(plain.text) or len(_LINES["BEGINS_A_HEAD"].findall(plain.text)) > 1
    letters = list(letters_of(plain.text)) if quotes else []
    if not any(one.quotes for one in letters):
        return plain
    taker = Taker(plain)
    steps = [two.depth - one.depth for one, two in pairwise(letters)]
    rising = len([*takewhile(lambda step: step == 1, steps)])
    if rising and all(step == -1 for step in steps[rising:]) and all(one.quotes for one in letters[:rising]):
        if rising == 1 and len(letters) == 3:
            _as_a_script(taker, letters)
        else:
            _in_turn(taker, letters, rising)
    elif all(abs(step) == 1 for step in steps) and max(one.depth for one in letters) == 1:
        _as_a_script(taker, letters)
    else:
        return plain
    return taker.done()


def _in_turn(taker: Taker, letters: Sequence[Letter], innermost: int) -> None:
    """Writes the letters from the innermost to the outermost, each after the words that introduce it.

    The header stays at the top. What a letter says below its quotation follows the rest of it.
    """
    head = [line for line in letters[0].lines if _LINES["MAIL_HEADER"].match(line.words)]
    _take(taker, head)
    for at in range(innermost, -1, -1):
        if at:
            _take(taker, letters[at - 1].quotes, "{", "}")
        _take(taker, [line for line in letters[at].lines if line not in head])
        for below in letters[2 * innermost - at : 2 * innermost - at + 1] if at < innermost else ():
            _take(taker, below.lines)


def _as_a_script(taker: Taker, letters: Sequence[Letter]) -> None:
    """Writes quoted lines as those of their writer, and lines between them as the umpire's."""
    speaker = ""
    for one in letters:
        if one.depth:
            _take(taker, one.lines, speaker, "")
        else:
            _take(taker, one.lines, CALLED["umpire"] if speaker else "", "")
        if one.quotes:
            speaker = _writer(one.quotes[-1].words)
            _take(taker, one.quotes[:-1] if speaker else one.quotes, "{", "}")


def _writer(words: str) -> str:
    """The name of the quoted person as a script has it; empty if there is none."""
    found = _LINES["WRITER"].search(words)
    return f"{found['writer'].strip()}: " if found is not None else ""


def _take(taker: Taker, lines: Sequence[Line], opens: str = "", closes: str = "") -> None:
    """Takes over lines between two signs, with one blank line in place of several around them."""
    held = [line for line in lines if line.words]
    if not held:
        return
    if any(not _BRACES.isdisjoint(line.words) for line in held):
        opens = closes = ""
    taker.put(opens, held[0].start)
    for line in lines[lines.index(held[0]) : lines.index(held[-1]) + 1]:
        taker.keep(line.start, line.end)
        taker.put(f"{closes}\n" if line is held[-1] else "\n", line.end)
    taker.put("\n" if closes or not opens else "", held[-1].end)


def letters_of(text: str) -> Iterator[Letter]:
    """The letters in the order of the text; blank lines belong to the letter before."""
    held: list[Line] = []
    for line in _lines(text):
        if held and line.words and line.depth != held[-1].depth:
            yield _letter(held, deeper=line.depth > held[-1].depth)
            held = []
        held.append(line if line.words or not held else line._replace(depth=held[-1].depth))
    if held:
        yield _letter(held, deeper=False)


def _letter(lines: Sequence[Line], *, deeper: bool) -> Letter:
    """A letter; if a quotation follows, its last words may introduce it."""
    filled = [at for at, line in enumerate(lines) if line.words]
    if deeper and (above := _head_of_the_next(lines)) < len(lines):
        return Letter(lines[:above], lines[above:])
    if not (deeper and filled and lines[filled[-1]].words.endswith(":")):
        return Letter(lines, ())
    last = filled[-1]
    first = last if last - 1 not in filled or last - 2 in filled else last - 1  # an introduction of two lines
    words = " ".join(line.words for line in lines[first : last + 1])
    if not lexicon().mentions(words, "documents.wrote"):
        return Letter(lines, ())
    return Letter(lines[:first], lines[first : last + 1])


def _head_of_the_next(lines: Sequence[Line]) -> int:
    """The index of the first line of the header of a letter quoted without signs; the number of lines for none."""
    at = len(lines)
    while at and (not lines[at - 1].words or _LINES["MAIL_HEADER"].match(lines[at - 1].words)):
        at -= 1
    named = sum(bool(line.words) for line in lines[at:])
    if named < _HEAD:
        return len(lines)
    return at - (at > 0 and _LINES["ORIGINAL"].fullmatch(lines[at - 1].words) is not None)


def _lines(text: str) -> Iterator[Line]:
    """The lines; those below the header of a letter quoted without signs are one level deeper."""
    at = depth = headed = 0
    begun = False
    for row in text.split("\n"):
        quoted = _LINES["QUOTED_LINE"].match(row)
        begin = quoted.end() if quoted else 0
        words = row[begin:].strip()
        if words and _LINES["MAIL_HEADER"].match(words):
            headed += 1
        elif words:
            depth += begun and headed >= _HEAD
            begun = begun or _LINES["ORIGINAL"].fullmatch(words) is None
            headed = 0
        yield Line(at + begin, at + len(row), depth + row.count(">", 0, begin), words)
        at += len(row) + 1
