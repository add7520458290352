"""The contract of a notation of one's own; everything that it needs, and the only module to import from.

A plug-in is a package with an entry point of the group ``kriegnote.notations``.  The entry point names a
:class:`Notation`, whose ``module`` is the full name of a module that keeps :class:`NotationModule`.

Version 1.  A later version of the contract has another :data:`VERSION`; a plug-in written for one that this kriegnote
does not know is passed over with a warning.
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
    """What the module of a notation has."""

    def chunks(self, lines: Iterable[str], /) -> Iterator[Chunk]:
        """Cuts a stream of lines (each with its line break) into games, reading no further than it must.

        A chunk says where it starts in its file: the line from 1, the offset in characters from 0.
        """

    def read(self, chunk: Chunk, /) -> Read:
        """The record of one game and what was found in it; never raises on bad text.

        Moves stay as they are printed: the umpire resolves them later.  The spans of the events tile the chunk, which
        :class:`Builder` sees to; what cannot be read is :class:`Junk` with a finding.
        """

    def write(self, record: Record, style: Style, /) -> str:
        """The text of a resolved record, ended by a line break: what the notation's :class:`Carries` says, no less."""


__all__ = [
    "DROP", "GROUP", "VERSION", "Answer", "AnyEvent", "Ask", "Builder", "Capture", "Carries", "Check", "Chunk",
    "Comment", "End", "Event", "Finding", "Fix", "Junk", "Move", "Nag", "Notation", "NotationModule", "Option", "Parts",
    "PawnTries", "PluginError", "Promotion", "Read", "Record", "Reveal", "Side", "Style", "Try", "Unknown", "Variation",
    "finding", "other", "parse_move", "project", "strip", "whole",
]  # fmt: skip
