"""What prose may report of moves and announcements, and the words that belong to each."""

from __future__ import annotations

import pytest

from kriegnote.text.speech.clauses import words
from kriegnote.text.speech.mentions import mentions


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Long. White castles … on the file then", [{"long"}, {"file"}]),  # the first token has none before it
        ("on the long diagonal. White castles", [{"long"}]),
    ],
)
def test_a_direction_belongs_to_the_words_beside_it(text: str, ways: list[set[str]]) -> None:
    found = mentions(words(text), "en")
    assert [set(one.ways) for one in found if one.kind == "way"] == ways
