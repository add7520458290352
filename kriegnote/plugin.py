"""The contract for notations from outside: all that a plug-in needs, and the only module that it should import from.

A plug-in is a package with an entry point in the group ``kriegnote.notations``. The entry point names a
:class:`Notation`, whose ``module`` is the full name of a module with the functions of :class:`NotationModule`.

A plug-in for another :data:`VERSION` of the contract is ignored, with a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from kriegnote.diagnostics.findings import Finding, Fix, finding
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Event,
    Junk,
    Move,
    Nag,
    Option,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    Unknown,
    Variation,
    other,
)
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.model.record import Record
from kriegnote.notations.loss import DROP, Carries, project, strip, whole
from kriegnote.notations.notation import Notation, PluginError
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.writing import Style

VERSION: Final = 1
GROUP: Final = "kriegnote.notations"


class NotationModule(Protocol):
    """The functions that the module of a notation must have."""

    def chunks(self, lines: Iterable[str], /) -> Iterator[Chunk]:
        """Split a stream of lines (each with its line break) into games, reading no further than necessary.

        A chunk says where it starts in its file: the line, from 1, and the offset in characters, from 0.
        """

    def read(self, chunk: Chunk, /) -> Read:
        """Read one game: its record and the findings on it. Bad text never raises an exception.

        Moves stay as printed; the umpire resolves them later. The spans of the events must cover the chunk, which
        :class:`Builder` ensures; text that cannot be read becomes :class:`Junk` with a finding.
        """

    def write(self, record: Record, style: Style, /) -> str:
        """Write a resolved record, ending with a line break, with everything that its :class:`Carries` declares."""


__all__ = [
    "DROP", "GROUP", "VERSION", "Answer", "AnyEvent", "Ask", "Builder", "Capture", "Carries", "Check", "Chunk",
    "Comment", "End", "Event", "Finding", "Fix", "Junk", "Move", "Nag", "Notation", "NotationModule", "Option", "Parts",
    "PawnTries", "PluginError", "Promotion", "Read", "Record", "Reveal", "Side", "Style", "Try", "Unknown", "Variation",
    "finding", "other", "parse_move", "project", "strip", "whole",
]  # fmt: skip
