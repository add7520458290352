"""What a record's page shows: its plies as slots for a lattice, the glyphs of its men, what was said of each."""

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

_STRAY: Final = 0.05  # of the words with squares


@dataclass(slots=True)
class PagePly:
    """One ply of the page: the event it comes from (None: the numbers say that it was lost) and its printed glyphs.

    ``at``: the event's index in the record; for a lost ply that of the next move.  ``first``: the index of the first
    event that belongs to it.  ``aside``: a comment after the last move tells it, as when a mate was announced and not
    played out; it is evidence, and stays where it is.  ``unread``: the event that tells a ply that cannot be read.
    ``foreign``: its man is no letter and no figurine.
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
    """A record as it is printed.  ``final``: what was said and tried after the last move."""

    plies: list[PagePly]
    slots: list[Slot]
    final: PlyAnnouncements

    @property
    def one_sided(self) -> bool:
        """Whether it is one player's: every ply of the other that its numbers count is missing."""
        missing = {ply.side for ply in self.plies if ply.event is None}
        printed = {ply.side for ply in self.plies if ply.event is not None and ply.event.text is not None}
        return len(self.plies) > 2 and len(missing) == len(printed) == 1 and missing != printed

    @property
    def misprinted(self) -> bool:
        """Whether a word of it is no move as it stands, though it may be a copy of one."""
        return any(ply.foreign for ply in self.plies) or any(slot.word and slot.parts is None for slot in self.slots)

    def ply(self, slot: Slot) -> PagePly | None:
        """The ply of a slot; None for one that may have been lost."""
        return None if slot.ply is None else self.plies[slot.ply]

    def number(self, slot: Slot) -> int:
        """The move number that is printed for a slot, 0 for none."""
        ply = self.ply(slot)
        return 0 if ply is None or ply.aside else ply.turn or 0

    @property
    def typed(self) -> bool:
        """Whether there is a man that a hand typed."""
        return any(map(is_typed, self.plies))

    def wrong(self, slot: Slot, position: Position, move: int) -> bool:
        """Whether a step takes a typed letter for another man."""
        ply = self.ply(slot)
        man = ply.man if ply is not None and move >= 0 else None
        return man is not None and man.typed and man.nominal != LETTERS[position.type_at(origin_of(move))]

    def by_letter(self) -> list[Slot]:
        """The slots with typed letters taken at their word."""
        return [slot._replace(letter=True) if is_typed(self.ply(slot)) else slot for slot in self.slots]

    @property
    def men(self) -> bool:
        """Whether men are printed; a few words that look so (``8h3``) are none."""
        plain = [slot for slot in self.slots if _is_plain(slot)]
        shown = sum(slot.figurine or (slot.parts is not None and slot.parts.piece not in (None, "P")) for slot in plain)
        return shown > _STRAY * len(plain)

    def without_men(self) -> list[Slot]:
        """The slots of a page that has lost its men: every square may be any man's."""
        return [self._menless(slot) if _is_plain(slot) else slot for slot in self.slots]

    def _menless(self, slot: Slot) -> Slot:
        ply = self.ply(slot)
        event = ply.event if ply is not None else None
        parts = parse_move(event.text) if event is not None and event.text else None
        parts = parts or slot.parts
        assert parts is not None
        marked = True if "x" in slot.word else None  # what is slanted need be no pawn's
        return slot._replace(parts=msgspec.structs.replace(parts, capture=marked), figurine=True, pawns=True)

    def without_asides(self) -> list[Slot]:
        """The slots of the moves that were played."""
        return [slot for slot in self.slots if (ply := self.ply(slot)) is None or not ply.aside]


def _is_plain(slot: Slot) -> bool:
    return slot.parts is not None and slot.parts.castle is None


def is_typed(ply: PagePly | None) -> bool:
    """Whether a ply's man is a typed letter."""
    return ply is not None and ply.man is not None and ply.man.typed
