"""A text as it is to be understood, with the place of each sign in the text as it stands."""

from __future__ import annotations

import pytest

from kriegnote.text.respelling import Respelling, broken_words, respelt


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The umpire ans-\nwers “Cap-\n  ture on d7”.", "The umpire answers “Capture on d7”."),
        ("on the king's-\nbishop file", "on the king's-\nbishop file"),
        ("Black takes, and White-\nhaired men look on", "Black takes, and White-\nhaired men look on"),
        ("6.\n-, Ch6", "6. -, Ch6"),
        ("7. f3\n- that is all", "7. f3\n- that is all"),
    ],
)
def test_words_are_put_together_that_lines_break(text: str, read: str) -> None:
    assert respelt(text, broken_words(text)).text == read


def test_each_sign_keeps_its_place() -> None:
    text = "N: ans-\nwers"
    read = respelt(text, [Respelling(0, 2, "Black:"), *broken_words(text)])
    assert read.text == "Black: answers"
    at = read.text.index("answers")
    assert text[read.starts[at] : read.ends[-1]] == "ans-\nwers"
    assert text[read.starts[0] : read.ends[len("Black:") - 1]] == "N:"


def test_of_two_that_overlap_the_first_counts() -> None:
    assert respelt("abcd", [Respelling(1, 3, "x"), Respelling(2, 4, "y")]).text == "axd"
