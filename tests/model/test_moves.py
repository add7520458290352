"""Printed moves: what the grammar of a move takes out of it, in every print."""

from __future__ import annotations

import pytest

from kriegnote.model.printed_moves import Language, Parts, Spelling, language, parse_move, printed_form, with_capture


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("e4", Parts("P", to="e4")),
        ("Nf3", Parts("N", to="f3", sign="N")),
        ("♖×e5+", Parts("R", to="e5", capture=True, sign="♖", mark="×", check=True)),
        ("♗\ufe0e c4", Parts("B", to="c4", sign="♗")),
        ("exd6 e.p.", Parts("P", "e", "d6", capture=True, mark="x", en_passant=True)),
        ("ab4", Parts("P", "a", "b4", capture=True)),
        ("ed", Parts("P", "e", "d", capture=True)),
        ("b8=Q#", Parts("P", to="b8", promotion="Q", mate=True)),
        ("b8+=Q", Parts("P", to="b8", promotion="Q", check=True)),
        ("e8(♕)", Parts("P", to="e8", promotion="Q")),
        ("g1-f3", Parts(None, "g1", "f3")),
        ("0-0-0+", Parts("K", castle="long", check=True)),
        ("BC4", Parts("B", to="c4", sign="B")),
        ("A4", Parts("P", to="a4")),
        ("B1xe4", Parts("B", "1", "e4", capture=True, sign="B", mark="x")),
    ],
)
def test_the_parts_of_a_printed_move(text: str, parts: Parts) -> None:
    assert parse_move(text) == parts


def test_letters_mean_other_men_in_italian() -> None:
    assert parse_move("Rf1", "it") == Parts("K", to="f1", sign="R")
    assert parse_move("C:d4", "it") == Parts("N", to="d4", capture=True, sign="C", mark=":")
    assert parse_move("e8=D", "it") == Parts("P", to="e8", promotion="Q")


@pytest.mark.parametrize("text", ["", "e", "e9", "NfE", "Ne", "e4 e5", "--", "+", "e4?", "\n", "O", "e4" * 2000])
def test_what_is_no_move(text: str) -> None:
    assert parse_move(text) is None


def test_a_figurine_is_told_from_a_letter() -> None:
    moves = [parse_move(text) for text in ("♞f6", "Nf6", "e4")]
    assert [move.figurine for move in moves if move] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("1. Nf3 Nc6 2. Rb1", "en"),
        ("1. Cf3 Cc6 2. Re1 Td8", "it"),
        ("1. Sf3 Sc6 2. Lb5 Dd4", "de"),
        ("1. Cf3 Cc6 2. Fb5 Rg7", "fr"),
        ("1. Pf3 Pc6 2. Lb5 Kg7", "nl"),
        ("1. Sf3 Sc6 2. Lb5 Nd4", "de"),  # one letter that is not German
        ("1. Rf3", "en"),
    ],
)
def test_the_letters_of_a_text_tell_its_language(text: str, whose: str) -> None:
    assert language(text) == whose


@pytest.mark.parametrize(
    ("text", "whose", "man"),
    [("Sf3", "de", "N"), ("Lxe5", "de", "B"), ("Fe4", "fr", "B"), ("Rg1", "fr", "K"), ("Rg1", "es", "K"),
     ("Cf3", "es", "N"), ("Pf3", "nl", "N"), ("Pf3", "en", "P"), ("Lb5", "nl", "B"), ("Tad1", "de", "R")],
)  # fmt: skip
def test_the_men_of_six_languages(text: str, whose: Language, man: str) -> None:
    parts = parse_move(text, whose)
    assert parts is not None and parts.piece == man


def test_a_letter_of_another_language_is_no_man() -> None:
    assert parse_move("Sf3", "en") is None
    assert parse_move("Fb5", "de") is None


@pytest.mark.parametrize(
    ("san", "marked"),
    [("Nd5+", "Nxd5+"), ("Nbd5", "Nbxd5"), ("Nxd5#", "Nxd5#"), ("exd5", "exd5"), ("e8=Q", "e8=Q"), ("O-O", "O-O")],
)
def test_the_mark_of_a_capture_in_a_pieces_move(san: str, marked: str) -> None:
    assert with_capture(san) == marked


@pytest.mark.parametrize(
    "text", ["e4", "Nf3", "Nb1d2", "Nbd2", "R1e4", "exd4", "xd4", "e8=Q", "dxe8=N", "g1f3", "♖×e5", "O-O", "O-O-O"]
)
def test_the_parts_of_a_move_are_printed_as_they_were(text: str) -> None:
    parts = parse_move(text)
    assert parts is not None and printed_form(parts) == text


@pytest.mark.parametrize(
    ("parts", "pieces", "text"),
    [
        (Parts("P", "e", "d4", capture=True), "en", "exd4"),
        (Parts("P", "e", "e4"), "en", "e4"),
        (Parts("P", to="d4", capture=True), "nl", "xd4"),  # P is a knight there
        (Parts("N", "b1", "d2"), "de", "Sb1d2"),
        (Parts("P", to="e8", promotion="B"), "fr", "e8=F"),
        (Parts("K", castle="long"), "it", "O-O-O"),
        (Parts("N", to="f3"), "figurine", "♘f3"),
    ],
)
def test_parts_in_words_are_printed_in_a_language(parts: Parts, pieces: Spelling, text: str) -> None:
    assert printed_form(parts, pieces) == text
