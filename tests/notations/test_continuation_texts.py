"""A hundred short dialogues behind scores, by a writer who had not seen the program, with what happened in each.

``pytest tests/notations/test_continuation_texts.py -s`` prints the counts. A text is whole if all that happened is read
and nothing else; verdicts of tries and numbers of questions are not compared.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import kriegnote
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, End, Move, PawnTries, Try
from kriegnote.operations.conversion import InputError
from kriegnote.umpire.adjudication import adjudicate

TEXTS = Path(__file__).parent.parent / "data/sentences/behind_scores.jsonl"
SIDES = {"w": "white", "b": "black"}


class Counts(NamedTuple):
    """The numbers of texts that are whole, of false events, and of missing ones."""

    whole: int
    false: int
    missing: int


def bare(move: str | None) -> str | None:
    """A move in SAN without its marks."""
    return move.rstrip("+#").replace("x", "") if move else None


def happened(event: AnyEvent) -> tuple[Any, ...] | None:
    """An event in the words of the truth; None for one that is not compared."""
    match event:
        case Move():
            return ("move", event.side, event.turn, bare(event.san or event.text))
        case Try():
            return ("try", event.side, bare(event.san or event.text))
        case Ask():
            return ("ask", event.side)
        case Answer():
            return ("answer", event.any)
        case Capture():
            return ("capture", event.square)
        case Check():
            return ("check", *event.directions)
        case PawnTries():
            return ("pawn_tries",)
        case End():
            return ("end",)
    return None


def true(event: list[Any]) -> tuple[Any, ...]:
    """An event of the truth."""
    match event:
        case ["move", side, turn, move]:
            return ("move", SIDES[side], turn, bare(move))
        case ["try", side, _, move, *_]:
            return ("try", SIDES[side], bare(move))
        case ["ask", side, *_]:
            return ("ask", SIDES[side])
        case ["answer", said]:
            return ("answer", said == "yes")
        case ["capture", square]:
            return ("capture", square)
        case ["check", *ways]:
            return ("check", *ways)
        case _:
            return (event[0],)


def read(text: str) -> Counter[tuple[Any, ...]]:
    """What is read of a text."""
    try:
        records = [adjudicate(game.record).record for game in kriegnote.read(text)]
    except InputError:
        return Counter()  # it is said that the text is not read
    return Counter(said for record in records for event in record.events if (said := happened(event)) is not None)


def counts() -> Counts:
    whole = false = missing = 0
    for line in TEXTS.read_text("utf-8").splitlines():
        text = json.loads(line)
        expected, found = Counter(map(true, text["truth"])), read(text["text"])
        whole += expected == found
        false += (found - expected).total()
        missing += (expected - found).total()
    return Counts(whole, false, missing)


def test_most_of_what_is_said_behind_a_score_is_read_and_little_that_is_false() -> None:
    found = counts()
    print(found)
    assert found.whole >= 50
    assert found.false <= 7
    assert found.missing <= 140
