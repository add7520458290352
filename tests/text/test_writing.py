"""What writers of scores share, and the index of lines: laws over random words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriegnote.text.source import Lines
from kriegnote.text.writing import Times, layout, often

WORDS = st.lists(st.text("ab1. \n", min_size=1, max_size=9), max_size=12)


@given(st.lists(st.text("ab1.", min_size=1, max_size=9), max_size=12), st.integers(1, 20))
def test_words_come_back_and_no_line_is_wider_than_it_must_be(words: list[str], width: int) -> None:
    text = layout(words, width)
    assert text.split() == words
    assert all(len(line) <= width or " " not in line for line in text.splitlines())
    assert not text or text.endswith("\n")


@given(WORDS)
def test_line_breaks_within_a_word_stand_as_they_are(words: list[str]) -> None:
    text, at = layout(words, 10), 0
    for word in words:
        at = text.index(word, at) + len(word)


def test_what_may_not_begin_a_line_stays_with_the_word_before() -> None:
    assert layout(["e4", "e5", "1."], 5) == "e4 e5\n1.\n"
    assert layout(["e4", "e5", "1."], 5, stays="1.") == "e4 e5 1.\n"


@pytest.mark.parametrize(("times", "said"), [(1, ""), (3, "3"), ((16, 17), "16-17"), (None, "n")])
def test_how_often(times: Times, said: str) -> None:
    assert often(times, "n") == said


@given(st.text("ab\n", max_size=40), st.integers(1, 9))
def test_every_offset_has_one_place(text: str, first: int) -> None:
    lines = Lines(text, first)
    for at in range(len(text) + 1):
        line, column = lines.place(at)
        assert (line, column) == (first + text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1) + 1)
        assert lines.offset(line, column) == at
