"""The signs of Magari's notation and what they imply: checks, silence, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, get_args

from kriegnote.model.events import AnyEvent, Capture, Check, Direction, Side
from kriegnote.text.score_words import black_number

OWN_RULES: Final = "magari"
"""The rulebook of a text in this notation that names none."""

CHECKS: Final[Mapping[str, tuple[Direction, ...]]] = {
    "SOME_CHECK": (),
    **{f"CHECK_{way.upper()}": (way,) for way in get_args(Direction)},
}
"""The directions that the signs of a check stand for, by their terminals in ``grammars/magari.lark``."""
CHECK_SIGNS: Final[Mapping[Direction, str]] = {
    "knight": "L",
    "file": "I",
    "rank": "-",
    "short": "/",
    "long": "//",
    "diagonal": "D",
}
"""The sign for a direction, after the plus of a check."""

LETTER_SILENCE: Final = ("capture", "check", "pawn_tries", "promotion")
SCORE_SILENCE: Final = ("pawn_tries",)


def default_silence(letter: bool, events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """The kinds of event whose absence means no.

    In a letter these are all; in a score pawn tries, and all if any capture or check is recorded.
    """
    if letter or any(isinstance(event, (Capture, Check)) for event in events):
        return LETTER_SILENCE
    return SCORE_SILENCE


class Half:
    """The half turn that is being read, and whether its move has been read."""

    def __init__(self) -> None:
        self.side: Side = "white"
        self.turn = 1
        self.moved = self.passed = self.numbered = False

    def number(self, number: int, printed: str) -> None:
        """Handles a move number with its dots: ``4.``, ``4...`` or the same number again for Black."""
        repeated = number == self.turn and self.numbered and self.moved == (self.side == "white")
        black = black_number(printed) or (repeated and (self.moved or self.side == "black"))
        self.turn, self.numbered = number, True
        self.start("black" if black else "white")

    def start(self, side: Side) -> None:
        """Starts a half turn without a move."""
        self.side, self.moved, self.passed = side, False, False

    def next(self) -> None:
        """Goes on to the other side's half of the turn, or to the next turn."""
        if self.side == "black":
            self.turn += 1
        self.start("black" if self.side == "white" else "white")

    def semicolon(self) -> None:
        """Ends White's half, or a half with a move; the first semicolon in an empty half of Black's is only noted."""
        if self.side == "white" or self.moved or self.passed:
            self.next()
        else:
            self.passed = True


def in_order(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """The events with captures before checks, as they are announced; letters print the check first."""
    ordered: list[AnyEvent] = []
    for event in events:
        last = ordered[-1] if ordered else None
        late = isinstance(event, Capture) and isinstance(last, Check)
        if late and (last.side, last.turn) == (event.side, event.turn):  # type: ignore[union-attr]
            ordered.insert(-1, event)
        else:
            ordered.append(event)
    return ordered
