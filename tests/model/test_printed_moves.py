"""Printed moves taken apart."""

from typing import Any

import pytest

from kriegnote.model.printed_moves import language, parse_move


@pytest.mark.parametrize(
    ("text", "tongue", "piece"),
    [
        ("bb5", "en", "B"), ("bg7", "en", "B"), ("bxh2+", "en", "B"), ("bxc6", "en", "P"), ("bc4", "en", "P"),
        ("cf3", "it", "N"), ("cf3", "en", "P"), ("ag5", "it", "B"), ("dh5", "it", "Q"),
    ],
)  # fmt: skip
def test_a_small_letter_is_a_man_where_no_pawn_comes_from_its_file(text: str, tongue: Any, piece: str) -> None:
    parts = parse_move(text, tongue)
    assert parts is not None
    assert (parts.piece, parts.from_ is None) == (piece, piece != "P")


def test_whose_small_letters_they_are_is_told_by_all() -> None:
    assert language("1. e4 e5 2. cf3 cc6 3. ab5 tb8 4. rf1") == "it"
    assert language("1. e4 e5 2. nf3 nc6 3. bb5 qf6 4. kf1 bxc3") == "en"
