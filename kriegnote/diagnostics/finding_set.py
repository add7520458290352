"""The findings of one record from all sources: merged, placed, ordered, and censored for a listener."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

import msgspec

from kriegnote.diagnostics.findings import RANK, Finding

_HEADERS: Final = {"KN403": "[Result ", "KN404": "[FEN "}


class FindingSet:
    """An immutable set of findings; each operation returns a new set.

    >>> from kriegnote.diagnostics.findings import finding
    >>> read = FindingSet([finding("KN101", "this is not a move: 'x'", line=2, column=1)])
    >>> umpires = FindingSet([finding("KN201", "Qh5 is not legal", line=1, column=4)])
    >>> [one.code for one in read.judged(umpires).in_order()]
    ['KN201', 'KN101']
    """

    __slots__ = ("_found",)

    def __init__(self, found: Iterable[Finding] = ()) -> None:
        self._found = tuple(found)

    def listed(self) -> list[Finding]:
        """The findings in the order in which they were given: the reader's before the umpire's."""
        return list(self._found)

    def judged(self, umpires: Self) -> FindingSet:
        """A reader's findings merged with the umpire's; of two with the same code and line, the more severe is kept.

        A reader's finding takes the fix of the umpire's with the same code in the same place.
        If the game's rules are not known (KN407), findings on its moves are dropped.
        """
        read = self._found
        if any(one.code == "KN407" for one in umpires._found):
            read = tuple(one for one in read if one.code != "KN101" and not one.code.startswith("KN2"))
        graver: dict[tuple[str, int | None], int] = {
            (one.code, one.line): RANK[one.severity] for one in umpires._found if one.line is not None
        }
        fixes = {(one.code, one.line, one.column): one.fix for one in umpires._found if one.fix is not None}
        read = tuple(
            msgspec.structs.replace(one, fix=one.fix or fixes.get((one.code, one.line, one.column))) for one in read
        )
        readers = [one for one in read if RANK[one.severity] >= graver.get((one.code, one.line), -1)]
        places = {(one.code, one.line) for one in readers if one.line is not None}
        return FindingSet([*readers, *(one for one in umpires._found if (one.code, one.line) not in places)])

    def at_headers(self, text: str, line: int) -> FindingSet:
        """The findings, those on a header placed at its tag in the text, if there is one.

        :param line: the line (from 1) at which the text begins.
        """
        return FindingSet(_at_header(one, text, line) for one in self._found)

    def for_listener(self) -> FindingSet:
        """The findings without their places, which refer to a text that the listener has not seen."""
        return FindingSet(msgspec.structs.replace(one, line=None, column=None) for one in self._found)

    def in_order(self) -> list[Finding]:
        """The findings by place; those on the whole record come last."""
        return sorted(self._found, key=lambda one: (one.line is None, one.line or 0, one.column or 0, one.code))

    def of_game(self, file: str, number: int) -> list[Finding]:
        """The findings in order, each with its file and the number (from 1) of its game in the file."""
        return [msgspec.structs.replace(one, file=file, number=number) for one in self.in_order()]


def _at_header(found: Finding, text: str, first: int) -> Finding:
    tag = _HEADERS.get(found.code)
    if tag is None or found.line is not None:
        return found
    for number, line in enumerate(text.split("\n")):
        if line.startswith(tag):
            return msgspec.structs.replace(found, line=first + number, column=1, length=len(line))
    return found
