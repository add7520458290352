"""The findings of one record, whoever made them: merged, placed, ordered, and censored for a listener."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

import msgspec

from kriegnote.diagnostics.findings import RANK, Finding

_HEADERS: Final = {"KN403": "[Result ", "KN404": "[FEN "}


class FindingSet:
    """Findings that belong together; each step gives a new set.

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
        """The findings, those of the reader first."""
        return list(self._found)

    def judged(self, umpires: Self) -> FindingSet:
        """A reader's findings and the umpire's; what both say of one line (the same code) is kept once, the graver way.

        Of a game whose rules are not known (KN407) nothing is said about its moves.
        """
        read = self._found
        if any(one.code == "KN407" for one in umpires._found):
            read = tuple(one for one in read if one.code != "KN101" and not one.code.startswith("KN2"))
        graver: dict[tuple[str, int | None], int] = {
            (one.code, one.line): RANK[one.severity] for one in umpires._found if one.line is not None
        }
        kept = [one for one in read if RANK[one.severity] >= graver.get((one.code, one.line), -1)]
        said = {(one.code, one.line) for one in kept if one.line is not None}
        return FindingSet([*kept, *(one for one in umpires._found if (one.code, one.line) not in said)])

    def at_headers(self, text: str, line: int) -> FindingSet:
        """Findings on a header at the tag that says it, where the text (which begins at a line) has one."""
        return FindingSet(_at_header(one, text, line) for one in self._found)

    def for_listener(self) -> FindingSet:
        """What may be said of a record made for a listener: the places are those of a text that he has not seen."""
        return FindingSet(msgspec.structs.replace(one, line=None, column=None) for one in self._found)

    def in_order(self) -> list[Finding]:
        """By place; those of the whole record last."""
        return sorted(self._found, key=lambda one: (one.line is None, one.line or 0, one.column or 0, one.code))

    def of_game(self, file: str, number: int) -> list[Finding]:
        """In order, each with its file and the number of its game in it."""
        return [msgspec.structs.replace(one, file=file, number=number) for one in self.in_order()]


def _at_header(found: Finding, text: str, first: int) -> Finding:
    tag = _HEADERS.get(found.code)
    if tag is None or found.line is not None:
        return found
    for number, line in enumerate(text.split("\n")):
        if line.startswith(tag):
            return msgspec.structs.replace(found, line=first + number, column=1, length=len(line))
    return found
