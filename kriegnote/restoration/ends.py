"""How a game ended, where a score says so in words behind its last move: ``stallo``, ``patta``, ``1:0``, ``(time)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kriegnote.model.events import AnyEvent, Comment, End, Junk, Move, Reason, Result
from kriegnote.text.results import read_result

_BESIDE: Final = (  # what may stand beside the words of an end; a remark with others speaks of other things
    "il", "la", "lo", "per", "by", "on", "the", "and", "game", "partita", "scacco", "white", "black", "bianco", "nero",
    "wins", "vince", "won", "agreed", "accordo", "d'accordo", "lost", "loses", "perde",
)  # fmt: skip
_ENDS: Final[dict[str, Reason]] = {  # the beginning of a word, and what it says
    "stallo": "stalemate", "stalemat": "stalemate", "matto": "checkmate", "mate": "checkmate", "checkmat": "checkmate",
    "patt": "agreement", "draw": "agreement", "pari": "agreement", "abbandon": "resignation", "resign": "resignation",
    "tempo": "time", "time": "time", "adjudicat": "adjudication", "aggiudicat": "adjudication",
    "forfait": "forfeit", "forfeit": "forfeit", "ripetizion": "repetition", "repetition": "repetition",
}  # fmt: skip
_LONGEST: Final = 60  # characters of a remark that are looked at
_DRAWN: Final = frozenset({"stalemate", "agreement", "repetition"})


def end_in_words(events: Sequence[AnyEvent]) -> tuple[Reason | None, Result | None]:
    """The end and the result that the remarks behind a record's last move tell; None for what they do not."""
    last = max((at for at, event in enumerate(events) if isinstance(event, Move)), default=-1)
    reason: Reason | None = None
    result: Result | None = None
    for event in events[last + 1 :]:
        if isinstance(event, End):
            return None, None  # it is an event already
        if not isinstance(event, (Comment, Junk)):
            continue
        words = [word.strip("()[]{}.,;!*_#«»“”\"'").lower() for word in event.text[:_LONGEST].split()]
        reasons = [next((found for start, found in _ENDS.items() if word.startswith(start)), None) for word in words]
        results = [read_result(word) for word in words]
        if not all(a or b or word in _BESIDE for a, b, word in zip(reasons, results, words, strict=True)):
            continue
        reason = reason or next(filter(None, reasons), None)
        result = result or next(filter(None, results), None)
    return reason, result or ("1/2-1/2" if reason in _DRAWN else None)
