"""The row of the notation ``descriptive`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

_OF: Final = r"(?:['’]s|\.)?\s?"
_ROYAL: Final = r"(?:King|Queen|[KQ])"
_OFFICER: Final = r"(?:Knight|Kt|Bishop|Rook|[RNB])"
_PAWN: Final = r"(?:[Pp]awn|P)"
_MAN: Final = rf"(?:(?:{_ROYAL}{_OF})?(?:{_OFFICER}(?:{_OF}{_PAWN})?|{_PAWN})|{_ROYAL})"
_PLACE: Final = rf"(?:(?:{_ROYAL}{_OF})?{_OFFICER}|{_ROYAL}){_OF}(?:[1-8](?!\d)|sq|[a-z]+th(?!\w))"
_DESCRIBED: Final = (
    rf"{_MAN}\.?(?:\([^()\s]{{1,4}}\))?"
    rf"(?:(?:\s?[-–—]\s?|\s{{described.to}}\s){_PLACE}|(?:\s?[x×]\s?|\s{{described.takes}}\s){_MAN}(?!\w))"
)
_CONTINENTAL: Final = r"[RDTAFCP]\s?[1-8]\s?[RDTAFC](?:\s?[DR])?(?!\w)"

ROW: Final = Notation(
    id="descriptive",
    title="descriptive notation, without the tries",
    module="descriptive",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("end", "nag"),
            "move": {"move": True},
        },
    ),
    recognise=(
        (rf"(?<!\S)\d+(?:\.\s?|\)?\s){_DESCRIBED}", 12),
        (rf"(?<=[\s,]){_DESCRIBED}(?=[\s,.;])", 3),
        (rf"(?<!\S)\d+(?:\.\s?|\)?\s){_CONTINENTAL}", 12),
    ),
    plainness=1,
    lends=True,
    bare=True,
    prose="comment",
    braces=True,
    tags=True,
)
