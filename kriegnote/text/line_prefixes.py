"""Line prefixes of servers, chats and mail programs: ``[12:03:11]``, ``aics%``, ``>``, ``Game 77: ``.

Times, prompts and quotation marks are recognised by their form (``grammars/line_prefixes.lark``). Any other prefix is
learned from the text: apart from its digits, it precedes several lines whose rest is in the notation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals

LEAST: Final = 3  # the least number of lines with the same prefix
_LONGEST: Final = 100  # the greatest length of a prefix, in characters

_TERMINALS: Final = Terminals("line_prefixes")

Words = Callable[[str, int], tuple[int, int] | None]
"""Returns the range of the first words of a notation in a line from an offset on; None if there are none."""


class Prefix(NamedTuple):
    """A prefix: its end in the line, its invariant part, and its numbers except those of times."""

    end: int
    shape: str = ""
    numbers: tuple[str, ...] = ()


def known_end(line: str) -> int:
    """The total length of a line's prefixes that are recognised by their form; 0 if there is none."""
    if not (":" in line or ">" in line or "%" in line):
        return 0  # a time has the first of these signs, a quoted line the second, a prompt the third
    end = 0
    while found := _TERMINALS["LINE_PREFIX"].match(line, end):
        end = found.end()
    return end


class Prefixes:
    """The prefixes of a text, learned from some of its lines."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._learned: re.Pattern[str] | None = None

    def learn(self, lines: Iterable[str], words: Words) -> None:
        """Learns the prefixes that occur several times before the words of a notation."""
        for line, times in Counter(lines).items():
            known = known_end(line)
            found = words(line, known) if len(line) > known else None
            if found is not None and known < found[0] <= known + _LONGEST:
                self._seen[shape_of(line[known : found[0]])] += times
        shapes = sorted((one for one, count in self._seen.items() if count >= LEAST and one.strip()), key=len)
        self._learned = re.compile("|".join(map(_pattern, reversed(shapes)))) if shapes else None

    def __bool__(self) -> bool:
        """Whether any prefix has been learned."""
        return self._learned is not None

    def of(self, line: str) -> Prefix:
        """The prefix of a line."""
        known = known_end(line)
        found = self._learned.match(line, known) if self._learned is not None else None
        if found is None:
            return Prefix(known)
        shape = shape_of(found.group())
        timeless = _TERMINALS["TIME_OR_DAY"].sub("", found.group())
        return Prefix(found.end(), shape, tuple(_TERMINALS["INTEGER"].findall(timeless)))


def shape_of(prefix: str) -> str:
    """A prefix with one sign for each time, one digit for each number, and single blanks."""
    timeless = _TERMINALS["TIME_OR_DAY"].sub("\0", prefix)
    signs = {"time": "\0", "number": "0", "blank": " "}
    return _TERMINALS["VARYING"].sub(lambda found: signs[found.lastgroup or ""], timeless)


def _pattern(shape: str) -> str:
    """The pattern of all prefixes with a shape."""
    signs = {"\0": f"(?:{_TERMINALS['TIME_OR_DAY'].pattern})", "0": r"\d+", " ": r"[ \t]+"}
    return "".join(signs.get(sign, re.escape(sign)) for sign in shape)


def without(line: str, prefix: Prefix) -> str:
    """A line with blanks in place of its prefix, and of closing marks that match a learned prefix."""
    if not prefix.end:
        return line
    text = " " * prefix.end + line[prefix.end :]
    if not prefix.shape:
        return text
    bare = text.rstrip("\n")
    closed = _closed(bare, prefix)
    return bare[:closed] + " " * (len(bare) - closed) + text[len(bare) :]


def _closed(bare: str, prefix: Prefix) -> int:
    """The offset of the end of a line without marks that close what its prefix opens."""
    if _OPENING.isdisjoint(prefix.shape):
        return len(bare)
    return closing(bare, prefix.end)


_OPENING: Final = frozenset("\"'“”„«‘<[(*`|")


def closing(line: str, start: int) -> int:
    """The offset of the marks at a line's end that close what was opened before it; else the line's end."""
    bare = line.rstrip()
    at = len(bare)
    while at > start and bare[at - 1] in _CLOSING:
        at -= 1
    tag = bare.rfind("</", start)
    return tag if tag >= 0 and bare.endswith(">") else at


_CLOSING: Final = frozenset("\"'“”’»>|]*`")
