"""Writes our own dialect of comments in PGN: each event is an item of ``[%kn …]``, such as ``try Ba6 illegal``.

:mod:`kriegnote.notations.pgn.dialect` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Junk,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reveal,
    Try,
    Unknown,
    is_remark,
)
from kriegnote.parsing import Terminals
from kriegnote.text import remarks
from kriegnote.text.spelling import spelled
from kriegnote.text.writing import often

_TERMINALS: Final = Terminals("krieg")


def write_item(event: AnyEvent) -> str:
    """An event other than a move or a variation as an item of ``[%kn …]``, without its place."""
    return remarks.item(event) if is_remark(event) else _ITEMS[type(event)](event)


def _join(*words: str | None) -> str:
    return " ".join(word for word in words if word)


def _yes(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def _write_tries(event: PawnTries) -> str:
    if event.any is None and event.squares is None and event.count is not None:
        return f"tries {event.count}"
    squares = None if event.squares is None else " ".join(event.squares) or "nowhere"
    return _join("tries", _yes(event.any), None if event.count is None else str(event.count), squares)


def _write_answer(event: Answer) -> str:
    if event.count is None and event.any is not None:
        return "yes" if event.any else "no"
    return _join("answer", _yes(event.any), None if event.count is None else str(event.count))


def _write_try(event: Try) -> str:
    if event.move is not None:
        what: str | None = event.san if event.san and _TERMINALS["SAN"].fullmatch(event.san) else event.move
    elif event.text is not None:
        text = spelled(event) or ""
        what = text if _TERMINALS["SAN"].fullmatch(text) else _quote(text)
    else:
        what = None
    times = often(event.times, "*")
    return _join("try", what, event.verdict, f"x{times}" if times else None)


def _write_capture(event: Capture) -> str:
    passing = None if event.en_passant is None else "en-passant" if event.en_passant else "not-en-passant"
    return _join("capture", event.square, event.captured, f"by-{event.by}" if event.by else None, passing)


def _write_reveal(event: Reveal) -> str:
    seen = [f"{square}={man or '-'}" for square, man in event.seen.items()]
    moved = f"to={''.join(event.moved)}" if event.moved else None
    return _join("reveal", *seen, *(f"{one}-{two}" for one, two in event.lines), moved)


_ITEMS: Final[Mapping[type, Callable[[Any], str]]] = {
    PawnTries: _write_tries,
    Ask: lambda event: f"ask {event.what}",
    Answer: _write_answer,
    Try: _write_try,
    Capture: _write_capture,
    Check: lambda event: _join("check", *event.directions),
    Promotion: lambda event: "promotion",
    Reveal: _write_reveal,
    End: lambda event: _join("end", event.reason, event.result),
    Nag: lambda event: f"nag {event.code}",
    Junk: lambda event: f"junk {_quote(event.text)}",
    Unknown: lambda event: f"unknown {_quote(json.dumps(event.raw, ensure_ascii=False))}",
    Comment: lambda event: f"comment {event.heard} {_quote(event.text)}",
}


def write_amendment(event: Move, *, hidden: bool, text: str | None) -> str:
    """What a move's own word cannot express: that it is hidden, its printed text, its options.

    :param text: the text to write; None if the word says it.
    """
    options = (f"{option.move} {option.weight!r}" for option in event.options or ())
    return _join("move", _quote(text) if text is not None else None, "hidden" if hidden else None, *options)


def _quote(text: str) -> str:
    """A JSON string in which braces that would end the comment are escaped."""
    return json.dumps(text, ensure_ascii=False).replace("}", "\\u007d")
