"""Events in English: a sentence, and a few words for the margin of a score."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Answer, AnyEvent, Capture, Move, PawnTries, Reveal, Try
from kriegnote.text.sentences import margin, sentence


@pytest.mark.parametrize(
    ("event", "said", "short"),
    [
        (
            Try(side="white", turn=3, move=None, text="Nf3", verdict="illegal", times=2),
            "White 3: Nf3 is illegal",
            "Nf3 ×2 illegal",
        ),
        (
            Try(side="black", turn=3, move=None, text=None, verdict="untested"),
            "Black 3: a try is untested",
            "not reached: a try",
        ),
        (PawnTries(side="white", turn=3, any=False), "Pawn tries for White: no", "pawn tries: none"),
        (PawnTries(side="white", turn=3, squares=("d4", "f4")), "Pawn tries for White: d4, f4", "pawn tries: d4, f4"),
        (
            Answer(side="white", turn=3, pawns=(8, 7), pieces=(7, 6)),
            "Answer: White 8 + 7, Black 7 + 6",
            "White 8 + 7, Black 7 + 6",
        ),
        (
            Capture(side="white", turn=3, square="d4", captured="N", by="pawn"),
            "Knight captured on d4 by a pawn",
            "capture d4 (N)",
        ),
        (Capture(side="white", turn=3, square="d4", captured="piece"), "Piece captured on d4", "capture d4 (piece)"),
        (Reveal(side="black", turn=3, seen={}), "Black is shown ", ""),
        (Move(side="black", turn=3, move=None, text=None, san="e5"), "Black 3: e5", ""),
    ],
)
def test_an_event_in_words(event: AnyEvent, said: str, short: str) -> None:
    assert (sentence(event), margin(event)) == (said, short)
