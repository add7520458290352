"""The findings of repair on the slips within a word: the slip, the code and the message of each."""

from __future__ import annotations

from typing import Final

from kriegnote.restoration import printed_slot

SLIPS: Final = (
    (printed_slot.AMBIGUOUS, "KN203", "{text} lacks the file or rank that says which man moved; read as {fits}"),
    (printed_slot.MARK, "KN205", "{text} takes a man but has no capture mark; read as {san}"),
    (printed_slot.STRAY_MARK, "KN204", "{text} is marked as a capture but takes nothing; read as {san}"),
    (printed_slot.FIGURINE, "KN202", "{text} has lost its piece letter, or has one too many; read as {fits}"),
    (printed_slot.ORIGIN, "KN208", "{text} gives the wrong file or rank for the man that moved; read as {fits}"),
    (printed_slot.CHECK, "KN206", "{text} has a false check or mate mark; read as {san}"),
    (printed_slot.CASTLE, "KN201", "{text} is not possible here, but castling on the other side is; read as {san}"),
)
ONE_SIGN: Final = "{text} is not possible here; with one character misread: {fits}"
BELIED: Final = "{text} is possible here, but the moves after it are not; with one character misread: {fits}"
WHOLE_WORD: Final = "{text} is not possible here; with several characters misread: {fits}"
PERHAPS: Final = "{text} is doubtful: it may be {fits}"
