"""Cutting a PGN file into games: comments, quotes and brackets never hide or make a boundary."""

from __future__ import annotations

import io
import random

import pytest

from kriegnote.model.events import Comment, End, Move
from kriegnote.model.record import Record
from kriegnote.operations.conversion import convert_record, lookup, read_items
from tests.support.games import random_record


def read(text: str, notation: str = "pgn") -> list[Record]:
    return [item.record for item in read_items(io.BytesIO(text.encode()), notation)]


def opening(text: str) -> list[str | None]:
    """The first move of every game."""
    return [next((e.text for e in one.events if type(e) is Move), None) for one in read(text)]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('[White "a"]\n\n{x} 1. a4 *\n\n[White "b"]\n\n{y} 1. b4 *\n', ["a4", "b4"]),
        ("1. e4 1-0\n\n{Second game} 1. d4 0-1\n", ["e4", "d4"]),
        ("1. e4 1-0\n\n{Second\n\ngame}\n\n; and more\n1. d4 0-1\n", ["e4", "d4"]),
        ("1. e4 1-0 {White\nwins}\n\n1. d4 0-1\n", ["e4", "d4"]),
        ("1. e4 e5 ; as in Anderson 1-0\n2. Nf3 Nc6 1/2-1/2\n", ["e4"]),
        ("1. e4 {better than 1. d4.}\n1. d5 {Center Counter}\n2. exd5 *\n", ["e4"]),
        ("1. e4 {see\n\n1. d4 d5 1-0\n\n1. c4} e5 *\n", ["e4"]),
        ('   [Event "x"]\n   [White "A"]\n\n   1. e4 e5 1-0\n\n   [Event "y"]\n\n   1. d4 *\n', ["e4", "d4"]),
        ('[Event "a"] 1. e4 e5 1-0\n[Event "b"] 1. d4 d5 0-1\n', ["e4", "d4"]),
        ('[Event "a"] [White "A {"] 1. e4 {x\n[Event "b"] y} e5 1-0\n[Event "b"] 1. d4 0-1\n', ["e4", "d4"]),
        (
            "1. e4 e5 1-0\n1. d4 d5 0-1\n{c} 1. c4 1–0\n1. b4 ½-½\n1. a4 0.5-0.5\n1. g4 *\n",
            ["e4", "d4", "c4", "b4", "a4", "g4"],
        ),
        ('[White "a"]\n\n[White "b"]\n\n[White "c"]\n', [None, None, None]),
        ('1. e4 *\n\ufeff[Event "second"]\n\n1. d4 *\n', ["e4", "d4"]),
        ('[Event "a"]\n\n1. e4 {never closed\n\n[Event "b"]\n\n1. d4 *\n', ["e4", "d4"]),
        ('[White "a"]\n\n1. e4 {never closed\n\n[White "b"]\n\n1. d4 *\n', ["e4", "d4"]),
        ('[White "a"]\n\n1. e4 {never closed\n\n[Black "b"]\n\n1. d4 *\n', ["e4"]),
        ("1. e4 (1. d4 d5\n1. c4 c5 1-0)\n1... e5 *\n", ["e4"]),
    ],
)
def test_cut(text: str, moves: list[str | None]) -> None:
    assert opening(text) == moves
    assert "".join(item.chunk.text for item in read_items(io.BytesIO(text.encode()), "pgn")) == text.replace(
        "\ufeff", ""
    )


def test_a_comment_stays_with_its_game() -> None:
    first, second = read("1. e4 1-0\n{White wins}\n\n{Second game} 1. d4 0-1\n")
    assert [e.text for e in first.events if type(e) is Comment] == ["White wins"]
    assert [e.text for e in second.events if type(e) is Comment] == ["Second game"]


def sequences(count: int) -> list[list[Record]]:
    """Sequences of random records of all sorts: with and without heads, comments first, no moves, no result."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        records = []
        for number in range(rng.randint(2, 6)):
            one = random_record(seed * 10 + number, plies=rng.choice([1, 2, 9]), headers=rng.random() < 0.5)
            events = list(one.events)
            if rng.random() < 0.3:
                events.insert(0, Comment(text=rng.choice(["first words", "1. e4 e5 1-0", "a\n\nb", "*"])))
            bare = rng.random() < 0.15  # no moves: in a score only its head tells such a record from the one before
            if bare:
                events = [event for event in events if type(event) is Comment]
            if not bare and rng.random() < 0.2:
                events.append(End(side=rng.choice(["white", None]), turn=1, reason="resignation"))
            headers = one.headers if rng.random() < 0.7 else one.headers[1:]
            result = rng.choice([one.result, None])
            rules = one.rules if bare else rng.choice([one.rules, None])
            records.append(one.replace(events=tuple(events), headers=headers, rules=rules, result=result))
        found.append(records)
    return found


@pytest.mark.parametrize("name", ["pgn", "san", "tries"])
def test_as_many_records_come_back_as_were_written(name: str) -> None:
    row = lookup(name)
    for records in sequences(60):
        texts = [text for one in records if (text := convert_record(one, row).text)]
        assert len(read(row.separator.join(texts), name)) == len(texts), texts
