"""What repair says of the slips within a word: the slip, the code of its finding, and the sentence."""

from __future__ import annotations

from typing import Final

from kriegnote.restoration import printed_slot

SLIPS: Final = (
    (printed_slot.UNTOLD, "KN203", "{text} lacks the file or rank that tells its man from another: {fits}"),
    (printed_slot.MARK, "KN205", "{text} takes a man, and its mark is missing: {san}"),
    (printed_slot.STRAY_MARK, "KN204", "{text} is marked as a capture and takes nothing: {san}"),
    (printed_slot.FIGURINE, "KN202", "{text} has lost its man, or has one too many: {fits}"),
    (printed_slot.ORIGIN, "KN208", "{text} is printed with another man's origin: {fits}"),
    (printed_slot.CHECK, "KN206", "{text} has a mark that is not true: {san}"),
    (printed_slot.CASTLE, "KN201", "{text} is not possible here; the other castling is: {san}"),
)
ONE_SIGN: Final = "{text} is not possible here; with one sign misread: {fits}"
BELIED: Final = "{text} is possible here, but not what follows; with one sign misread: {fits}"
WHOLE_WORD: Final = "{text} is not possible here; with more than one sign misread: {fits}"
PERHAPS: Final = "{text} may be right, or misread: {fits}"
