"""A text with other words in some ranges, and the original places of its characters."""

from __future__ import annotations

from kriegnote.text.plain import unmarked

TEXT = unmarked("1. e4 e5")


def test_ranges_have_other_words_and_the_rest_keeps_its_places() -> None:
    changed = TEXT.changed([(6, 8, "c5?"), (3, 5, "d")])
    assert changed.text == "1. d c5?"
    assert [*changed.places] == [0, 1, 2, 3, 5, 6, 6, 6, 8]


def test_of_ranges_that_overlap_only_the_first_counts() -> None:
    assert TEXT.changed([(0, 3, "x"), (2, 6, "y")]).text == "xe4 e5"


def test_words_are_put_between_characters() -> None:
    changed = TEXT.changed([(3, 3, "("), (5, 5, ")")])
    assert changed.text == "1. (e4) e5"
    assert [*changed.places] == [0, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8]


def test_nothing_is_changed_without_changes() -> None:
    assert TEXT.changed([]) is TEXT
