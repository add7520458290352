"""Events in English: as a sentence, in an umpire's words, or as a few words for the margin of a score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kriegnote.chess import perception
from kriegnote.chess.reasons import WORDS
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Claim,
    Comment,
    DialogueEvent,
    End,
    Event,
    Move,
    Offer,
    PawnTries,
    Promotion,
    Reply,
    Reveal,
    TakenBack,
    Try,
    Word,
    is_remark,
)
from kriegnote.text.remarks import item

_OFFERED: Final = {"draw": "a draw", "take-back": "to take back", "adjournment": "to adjourn"}
_GRANTED: Final = {True: "granted", False: "refused", None: "not answered"}


def sentence(event: AnyEvent) -> str:
    """An event in the words of an umpire, or of a player; empty if there is nothing to say."""
    said = _SENTENCES.get(type(event))
    if said is not None:
        return said(event)
    return item(event) if is_remark(event) else ""


def margin(event: AnyEvent) -> str:
    """An event in a few words, without its player; empty for events that stand in the score itself."""
    said = _MARGIN.get(type(event))
    return said(event) if said is not None else ""


def _who(event: DialogueEvent) -> str:
    return (event.side or "").capitalize()


def _tried(event: Try) -> str:
    return event.san or event.text or event.move or "a try"


def _short_try(event: Try) -> str:
    if event.verdict == "untested":
        return f"not reached: {_tried(event)}"
    times = "" if event.times == 1 else f" ×{event.times}" if event.times else " again and again"
    return f"{_tried(event)}{times} {event.verdict or 'unmarked'}"


def _tries(event: PawnTries, some: str, none: str) -> str:
    """The squares or the number of pawn tries, or else ``some`` or ``none``."""
    if event.squares is not None:
        return ", ".join(event.squares) or "none"
    if event.count is not None:
        return str(event.count)
    return some if event.any else none


def _answer(event: Answer) -> str:
    if event.pawns is not None and event.pieces is not None:
        counts = zip(("White", "Black"), event.pawns, event.pieces, strict=True)
        return ", ".join(f"{one} {pawns} + {pieces}" for one, pawns, pieces in counts)
    if event.count is not None:
        return str(event.count)
    return "yes" if event.any else "no"


def _capture(event: Capture) -> str:
    man = WORDS.get(event.captured or "", event.captured or "man").capitalize()
    by = f" by a {event.by}" if event.by else ""
    return f"{man} captured on {event.square}{by}{' en passant' if event.en_passant else ''}"


def _seen(event: Reveal) -> str:
    seen = ", ".join(f"{man or 'nothing'} on {square}" for square, man in event.seen.items())
    return f"{event.side} sees {seen}" if seen else ""


def _taken_back(event: TakenBack) -> str:
    moves = [one.san or one.move or "a move" for one in event.events if isinstance(one, Move)]
    return f"{_who(event)} {event.turn}: {' '.join(moves) or 'a move'} is taken back"


_SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    Move: lambda event: f"{_who(event)} {event.turn}: {event.san or event.move or 'has moved'}",
    Try: lambda event: f"{_who(event)} {event.turn}: {_tried(event)} is {event.verdict or 'refused'}",
    PawnTries: lambda event: f"Pawn tries for {_who(event)}: {_tries(event, 'yes', 'no')}",
    Ask: lambda event: f"{_who(event)} asks: {' '.join([event.what + '?', *(event.squares or ())])}",
    Answer: lambda event: f"Answer: {_answer(event)}",
    Capture: _capture,
    Check: lambda event: f"Check {' and '.join(event.directions)}".rstrip(),
    Promotion: lambda _: "A pawn has promoted",
    Reveal: lambda event: f"{_who(event)} is shown {perception.words(event)}",
    End: lambda event: f"The game is over: {event.reason} ({event.result or '*'})",
    Comment: lambda event: event.text,
    Offer: lambda event: f"{_who(event)} offers {_OFFERED[event.what]}",
    Reply: lambda event: f"{_who(event)} {'accepts' if event.accepts else 'declines'} {_OFFERED[event.what]}",
    Claim: lambda event: f"{_who(event)} claims a draw ({event.reason}): {_GRANTED[event.granted]}",
    Word: lambda event: f"{_who(event)}'s {event.speaker}: {event.text}",
    TakenBack: _taken_back,
}
_MARGIN: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    Try: _short_try,
    PawnTries: lambda event: f"pawn tries: {_tries(event, 'some', 'none')}",
    Ask: lambda event: f"{event.what}?",
    Answer: _answer,
    Capture: lambda one: " ".join(filter(None, ("capture", one.square, one.captured and f"({one.captured})"))),
    Check: lambda event: f"check: {', '.join(event.directions) or 'no direction said'}",
    Promotion: lambda _: "promotion",
    Reveal: _seen,
    End: lambda event: event.reason,
}
