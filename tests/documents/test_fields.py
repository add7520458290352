"""What fields are called, and how the words about one move are parted."""

from __future__ import annotations

import pytest

from kriegnote.documents.field_names import FieldName, label, side_named
from kriegnote.documents.field_words import parted
from kriegnote.documents.fields import ends_the_game


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tries", FieldName("tried")),
        ("Tentativi respinti", FieldName("tried")),
        ("White's tries", FieldName("tried", "white")),
        ("Black asked", FieldName("asked", "black")),
        ("Nero", FieldName("made", "black")),
        ("Giocata", FieldName("made")),
        ("annuncio", FieldName("said")),
        ("No.", FieldName("number")),
        ("colore", FieldName("side")),
        ("weather", None),
        ("White against Black", None),
    ],
)
def test_a_name_says_what_a_field_holds(name: str, meant: FieldName | None) -> None:
    assert label(name) == meant


def words(text: str) -> tuple[str, ...] | None:
    found = parted(text, 0, len(text))
    return None if found is None else tuple(text[start:end].strip() for start, end in found)


@pytest.mark.parametrize(
    ("text", "before", "made", "behind"),
    [
        ("Nf3", "", "Nf3", ""),
        ("any? n. exf5 n. exd5 pawn gone d5", "any? n. exf5 n.", "exd5", "pawn gone d5"),
        ("any-yes, exd5 x d5", "any-yes,", "exd5", "x d5"),
        ("exd5, exf5 no; Qh5 mate", "exd5, exf5 no;", "Qh5", "mate"),
        ("Axc4 - Da4 scacco, diagonale lunga", "Axc4 -", "Da4", "scacco, diagonale lunga"),
        ("exd5? Bc4", "exd5?", "Bc4", ""),
    ],
)
def test_the_move_that_was_not_refused_was_made(text: str, before: str, made: str, behind: str) -> None:
    assert words(text) == (before, made, behind)


@pytest.mark.parametrize("text", ["0-0; patta d'accordo", "Nf3, draw agreed"])
def test_words_in_which_a_move_is_made_do_not_say_that_the_game_ended(text: str) -> None:
    assert not ends_the_game(text)
    assert ends_the_game(text.partition(" ")[2])


@pytest.mark.parametrize("text", ["exd5, Bc4", "exd5 no", "Nf3 was his reply, then Bc4", "he tried exd5 no; Bc4", ""])
def test_words_that_do_not_say_which_move_was_made_are_not_parted(text: str) -> None:
    assert words(text) is None


def test_initials_mean_what_the_other_one_leaves() -> None:
    assert [side_named("B", frozenset("WB")), side_named("B", frozenset("BN"))] == ["black", "white"]
    assert [side_named(one) for one in ("il Nero", "W", "Carr")] == ["black", "white", None]
