"""The row of the notation ``json`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="json",
    title="the event model, kriegnote/1",
    module="json",
    carries=Carries.everything(),
    views=("umpire", "white", "black", "public"),
    recognise=((r'\A\s*+(?:\[\s*+)?\{\s*+"[^"\n]*"\s*+:', 50),),
    suffixes=(".json", ".jsonl"),
    separator="",
    data=True,
)
