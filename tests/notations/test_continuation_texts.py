"""Short dialogues and narratives by writers who had not seen the program, with what happened in each.

Every sixteenth text of each file is read; ``KRIEGNOTE_ALL_TEXTS=1 pytest -s`` with the name of this file reads all of
them, and prints the counts of those and of all. A text is whole if all that happened is read and nothing else; verdicts
of tries, numbers of questions and moves that nobody names are not compared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kriegnote
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, DialogueEvent, End, Move, PawnTries, Try
from kriegnote.operations.conversion import InputError
from kriegnote.umpire.adjudication import adjudicate
from tests.support.sample import ALL

TEXTS = Path(__file__).parent.parent / "data/sentences"
SIDES = {"w": "white", "b": "black"}
EVERY = 16


class Counts(NamedTuple):
    """The numbers of texts that are whole, of false events, and of missing ones."""

    whole: int
    false: int
    missing: int


AT_WORST = {
    "behind_scores": Counts(67, 4, 52),
    "other_authors_1": Counts(48, 4, 26),
    "other_authors_2": Counts(34, 8, 69),
    "other_authors_3": Counts(38, 1, 56),
    "other_authors_4": Counts(36, 0, 5),
    "other_authors_5": Counts(54, 8, 21),
    "other_authors_6": Counts(29, 0, 1),
    "other_authors_7": Counts(40, 0, 0),
    "other_authors_8": Counts(29, 1, 6),
    "other_authors_9": Counts(98, 1, 1),
    "other_authors_10": Counts(65, 9, 48),
    "other_authors_11": Counts(30, 7, 63),
    "other_authors_12": Counts(31, 8, 55),
    "other_authors_13": Counts(29, 0, 1),
    "other_authors_14": Counts(11, 0, 1),
    "whole_documents_1": Counts(12, 21, 74),
    "whole_documents_2": Counts(18, 3, 10),
    "whole_documents_3": Counts(23, 0, 11),
    "whole_documents_4": Counts(24, 2, 24),
    "whole_documents_5": Counts(11, 0, 5),
    "whole_documents_6": Counts(6, 2, 38),
    "whole_documents_7": Counts(12, 0, 5),
    "whole_documents_8": Counts(17, 15, 74),
    "whole_documents_9": Counts(14, 1, 17),
    "whole_documents_10": Counts(6, 0, 25),
}
"""For each file at least so many texts whole, and at most so many events false and missing."""
AT_WORST_OF_SAMPLE = {
    "behind_scores": Counts(6, 0, 1),
    "other_authors_1": Counts(3, 0, 1),
    "other_authors_2": Counts(1, 1, 6),
    "other_authors_3": Counts(2, 0, 3),
    "other_authors_4": Counts(2, 0, 1),
    "other_authors_5": Counts(4, 0, 0),
    "other_authors_6": Counts(2, 0, 0),
    "other_authors_7": Counts(3, 0, 0),
    "other_authors_8": Counts(2, 0, 0),
    "other_authors_9": Counts(6, 0, 1),
    "other_authors_10": Counts(3, 0, 11),
    "other_authors_11": Counts(2, 6, 6),
    "other_authors_12": Counts(3, 0, 0),
    "other_authors_13": Counts(2, 0, 0),
    "other_authors_14": Counts(1, 0, 0),
    "whole_documents_1": Counts(1, 20, 62),
    "whole_documents_2": Counts(2, 0, 0),
    "whole_documents_3": Counts(2, 0, 0),
    "whole_documents_4": Counts(2, 0, 0),
    "whole_documents_5": Counts(1, 0, 0),
    "whole_documents_6": Counts(0, 2, 29),
    "whole_documents_7": Counts(1, 0, 0),
    "whole_documents_8": Counts(0, 1, 4),
    "whole_documents_9": Counts(2, 0, 0),
    "whole_documents_10": Counts(0, 0, 19),
}
"""The same of every sixteenth text."""


def bare(move: str | None) -> str | None:
    """A move in SAN without its marks."""
    return move.rstrip("+#").replace("x", "") if move else None


def happened(event: AnyEvent) -> Iterator[tuple[Any, ...]]:
    """An event in the words of the truth, a double check as two; nothing for one that is not compared.

    What only follows from the rulebook is not said in the text, except how the game ended.
    """
    if isinstance(event, DialogueEvent) and event.source != "recorded" and not isinstance(event, (Move, End)):
        return
    match event:
        case Move() if event.text is not None:
            yield "move", event.side, event.turn, bare(event.san or event.text)
        case Try():
            yield "try", event.side, bare(event.san or event.text)
        case Ask():
            yield "ask", event.side
        case Answer():
            yield "answer", event.any
        case Capture():
            yield "capture", event.square
        case Check():
            yield from [("check", each) for each in event.directions] or [("check",)]
        case PawnTries():
            yield ("pawn_tries",)
        case End():
            yield ("end",)


def true(event: list[Any]) -> Iterator[tuple[Any, ...]]:
    """An event of the truth."""
    match event:
        case ["move", _, _, None]:
            pass
        case ["move", side, turn, move]:
            yield "move", SIDES[side], turn, bare(move)
        case ["try", side, _, move, *_]:
            yield "try", SIDES[side], bare(move)
        case ["ask", side, *_]:
            yield "ask", SIDES[side]
        case ["answer", said]:
            yield "answer", said == "yes"
        case ["capture", square]:
            yield "capture", square
        case ["check", *ways]:
            yield from [("check", each) for each in ways] or [("check",)]
        case _:
            yield (event[0],)


def read(text: str) -> Counter[tuple[Any, ...]]:
    """What is read of a text."""
    try:
        records = [adjudicate(game.record).record for game in kriegnote.read(text)]
    except InputError:
        return Counter()  # it is said that the text is not read
    return Counter(said for record in records for event in record.events for said in happened(event))


def counted(line: str) -> Counts:
    """The counts of one text."""
    text = json.loads(line)
    expected, found = Counter(chain.from_iterable(map(true, text["truth"]))), read(text["text"])
    return Counts(expected == found, (found - expected).total(), (expected - found).total())


def check(name: str, texts: Sequence[Counts], worst: Counts) -> None:
    found = Counts(*map(sum, zip(*texts, strict=True)))
    print(name, len(texts), found)
    assert found.whole >= worst.whole
    assert found.false <= worst.false
    assert found.missing <= worst.missing


@pytest.mark.parametrize("name", AT_WORST)
def test_most_of_what_texts_say_is_read_and_little_that_is_false(name: str) -> None:
    texts = [*map(counted, (TEXTS / f"{name}.jsonl").read_text("utf-8").splitlines()[:: 1 if ALL else EVERY])]
    check(name, texts[:: EVERY if ALL else 1], AT_WORST_OF_SAMPLE[name])
    if ALL:
        check(name, texts, AT_WORST[name])
