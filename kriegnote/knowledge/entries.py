"""Entries of a record in words, for findings that mention several of them."""

from __future__ import annotations

from kriegnote.model.events import AnyEvent, type_name
from kriegnote.text.sentences import sentence
from kriegnote.umpire.announcement_checks import in_directions


def entry_words(event: AnyEvent) -> str:
    """An entry in a few words, for findings: ``the capture at d5 (White’s move 7)``."""
    side, turn = getattr(event, "side", None), getattr(event, "turn", None)
    where = f" ({side.capitalize() + '’s' if side else 'the'} move {turn})" if turn is not None else ""
    text = getattr(event, "san", None) or getattr(event, "text", None) or getattr(event, "move", None)
    name = {"pawn_tries": "the pawn tries", "try": "the try", "end": "the end", "move": "the move"}.get(
        type_name(event), f"the {type_name(event)}"
    )
    square = getattr(event, "square", None)
    ways = in_directions(getattr(event, "directions", None) or ())
    detail = f" {text}" if text else f" at {square}" if square else f" {ways}" if ways else ""
    return f"{name}{detail}{where}"


def contrasted(one: AnyEvent, other: AnyEvent) -> tuple[str, str]:
    """Two entries that contradict each other, in words that show the difference, each with its place."""
    words = entry_words(one), entry_words(other)
    if words[0] == words[1]:
        words = f"{words[0]} “{sentence(one).rstrip('.')}”", f"{words[1]} “{sentence(other).rstrip('.')}”"
    return words[0] + place_of(one), words[1] + place_of(other)


def place_of(event: AnyEvent | None) -> str:
    """The place of an entry, for a finding that names two places: `` on line 5``; empty if it has no line."""
    return f" on line {event.line}" if event is not None and event.line is not None else ""
