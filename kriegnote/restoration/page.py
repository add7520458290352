"""The page of a record: its plies, the slots that they become in a lattice, their glyphs and announcements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import msgspec

from kriegnote.chess.position import LETTERS, Position
from kriegnote.chess.squares import origin_of
from kriegnote.model.events import (
    AnyEvent,
    Move,
    Side,
)  # fmt: skip
from kriegnote.model.printed_moves import parse_move
from kriegnote.restoration.evidence import PlyAnnouncements
from kriegnote.restoration.figurine_model import Glyph
from kriegnote.restoration.printed_slot import Slot

_STRAY: Final = 0.05  # share of words that may look as if they began with a man on a page that prints no men


@dataclass(slots=True)
class PagePly:
    """One ply of the page: its event and its printed glyphs.

    ``event``: None for a ply that is missing according to the move numbers, or that stands in a comment (``aside``).
    ``at``: the index of the event in the record; for a missing ply, that of the next move; for an ``aside``, that of
    the last move.  ``said``: the announcements and tries that belong to the ply.  ``man``, ``promotion``: the printed
    glyphs.  ``first``: the index of the first event that belongs to the ply, -1 if there is none.  ``aside``: the ply
    comes from a comment after the last move, as when a mate was announced and not played out; it serves as evidence,
    and the comment is left unchanged.  ``unread``: the event that stands for a ply that cannot be read.  ``foreign``:
    the sign of its man is neither a letter nor a figurine of a man.
    """

    event: Move | None
    at: int
    side: Side | None
    turn: int | None
    said: PlyAnnouncements = field(default_factory=PlyAnnouncements)
    man: Glyph | None = None
    promotion: Glyph | None = None
    first: int = -1
    aside: bool = False
    unread: AnyEvent | None = None
    foreign: bool = False


@dataclass(slots=True)
class Page:
    """A record as it is printed.  ``final``: what was announced and tried after the last move."""

    plies: list[PagePly]
    slots: list[Slot]
    final: PlyAnnouncements

    @property
    def one_sided(self) -> bool:
        """Whether only one side's moves are printed: exactly one side has missing plies and only the other has text."""
        missing = {ply.side for ply in self.plies if ply.event is None}
        printed = {ply.side for ply in self.plies if ply.event is not None and ply.event.text is not None}
        return len(self.plies) > 2 and len(missing) == len(printed) == 1 and missing != printed

    @property
    def misprinted(self) -> bool:
        """Whether a printed word cannot be read as a move, although it may be a damaged copy of one."""
        return any(ply.foreign for ply in self.plies) or any(slot.word and slot.parts is None for slot in self.slots)

    @property
    def letters(self) -> str:
        """The letters that the page prints for king, queen, rook, bishop and knight."""
        return next((slot.letters for slot in self.slots if slot.ply is not None), Slot().letters)

    def ply(self, slot: Slot) -> PagePly | None:
        """The ply of a slot; None for the slot of a ply that may have been lost without a trace."""
        return None if slot.ply is None else self.plies[slot.ply]

    def number(self, slot: Slot) -> int:
        """The printed move number of a slot; 0 if it has none or comes from a comment."""
        ply = self.ply(slot)
        return 0 if ply is None or ply.aside else ply.turn or 0

    @property
    def typed(self) -> bool:
        """Whether any man is printed as a typed letter."""
        return any(map(is_typed, self.plies))

    def wrong(self, slot: Slot, position: Position, move: int) -> bool:
        """Whether a move is made by another man than the slot's typed letter names; False for :data:`SKIP`."""
        ply = self.ply(slot)
        man = ply.man if ply is not None and move >= 0 else None
        return man is not None and man.typed and man.nominal != LETTERS[position.type_at(origin_of(move))]

    def by_letter(self) -> list[Slot]:
        """The slots, with ``letter`` set where the man is a typed letter."""
        return [slot._replace(letter=True) if is_typed(self.ply(slot)) else slot for slot in self.slots]

    @property
    def men(self) -> bool:
        """Whether the page prints men: more than :data:`_STRAY` of its words do, castling left out.

        A few words may merely look so (``8h3``).
        """
        plain = [slot for slot in self.slots if _is_plain(slot)]
        shown = sum(slot.figurine or (slot.parts is not None and slot.parts.piece not in (None, "P")) for slot in plain)
        return shown > _STRAY * len(plain)

    def without_men(self) -> list[Slot]:
        """The slots for a page that has lost its men: any man may have moved to each square."""
        return [self._menless(slot) if _is_plain(slot) else slot for slot in self.slots]

    def _menless(self, slot: Slot) -> Slot:
        ply = self.ply(slot)
        event = ply.event if ply is not None else None
        parts = parse_move(event.text) if event is not None and event.text else None
        parts = parts or slot.parts
        assert parts is not None
        marked = True if "x" in slot.word else None  # a file of origin alone (``ed5``) need not mean a pawn's capture
        return slot._replace(parts=msgspec.structs.replace(parts, capture=marked), figurine=True, pawns=True)

    def without_asides(self) -> list[Slot]:
        """The slots without those of plies that a comment adds after the last move."""
        return [slot for slot in self.slots if (ply := self.ply(slot)) is None or not ply.aside]


def _is_plain(slot: Slot) -> bool:
    return slot.parts is not None and slot.parts.castle is None


def is_typed(ply: PagePly | None) -> bool:
    """Whether the man of a ply is printed as a typed letter; False for None."""
    return ply is not None and ply.man is not None and ply.man.typed
