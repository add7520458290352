"""The row of the notation ``descriptive`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

_DESCRIBED: Final = (
    r"(?:[KQ]?(?:Kt|[RNB])P?|[KQ]?P|[KQ])(?:\([^()\s]{1,4}\))?"
    r"(?:[-–—](?:[KQ]?(?:Kt|[RNB])|[KQ])[1-8]|[x×](?:[KQ]?(?:Kt|[RNB])P?|[KQ]?P|Q)(?![\w]))"
)

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
        (rf"(?<!\S)\d+\.\s?{_DESCRIBED}", 12),
        (rf"(?<=[\s,]){_DESCRIBED}(?=[\s,])", 3),
    ),
    braces=True,
    tags=True,
)
