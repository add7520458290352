"""How a record prints its moves: remedies and notes are in its own letters, figurines and marks."""

from __future__ import annotations

import pytest

from kriegnote.umpire.printed_traits import Traits, is_figurine, marked_check, traits_of
from tests.support.records import game, judged, played

OPENING = ("e4", "e5")


@pytest.mark.parametrize(
    ("moves", "traits"),
    [
        (("e4", "e5", "Nf3", "Nc6"), Traits(True, False, "x", "en")),
        (("e4", "d5", "exd5", "Qxd5"), Traits(True, True, "x", "en")),
        (("e4", "d5", "exd5", "Q×d5"), Traits(True, True, "×", "en")),
        (("e4", "d5", "exd5", "D:d5"), Traits(True, True, ":", "it")),
        (("♙e4", "♟e5", "♘f3"), Traits(False, False, "x", "en")),
        (("e4", "e5", "Cf3", "Cc6"), Traits(True, False, "x", "it")),
        (("O-O", None), Traits(False, False, "x", "en")),
        ((), Traits(False, False, "x", "en")),
    ],
)
def test_what_the_moves_of_a_record_show(moves: tuple[str, ...], traits: Traits) -> None:
    assert traits_of(game(*moves).events) == traits


def test_a_pawns_capture_says_nothing_of_the_mark_of_men() -> None:
    """A record may write ``exd5`` for pawns and leave the mark out for men."""
    assert not traits_of(game("e4", "d5", "exd5", "Qd5").events).marks_captures


@pytest.mark.parametrize(
    ("like", "man", "sign"), [("N", "Q", "Q"), ("♘", "Q", "♕"), ("♞", "Q", "♛"), ("♙", "R", "♖"), ("", "B", "B")]
)
def test_the_sign_of_a_man_is_of_the_same_sort(like: str, man: str, sign: str) -> None:
    assert Traits(True, True).letter(man, like) == sign


def test_the_letters_of_a_language() -> None:
    italian = Traits(True, True, "x", "it")
    assert [italian.letter(man, "C") for man in "KQRBN"] == list("RDTAC")
    assert italian.say("Qxd5+") == "Dxd5+"


def test_a_figurine_and_a_mark_of_check() -> None:
    assert [is_figurine(played(text)) for text in ("♘f3", "Nf3", "e4", "g1f3")] == [True, False, False, False]
    assert [marked_check(played(text)) for text in ("Qh5+", "Qf7#", "Qh5", "d1h5")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("moves", "fix"),
    [
        (("e4", "e6", "♖c4", "d5"), ("♖c4", "♗c4")),
        (("e4", "e6", "♜c4", "d5"), ("♜c4", "♝c4")),
        (("e4", "e6", "Cf3", "Cc6", "Tc4", "d5", "exd5", "exd5", "Ae2", "Cf6", "d4", "Ae7"), None),
    ],
)
def test_a_remedy_is_in_the_records_own_signs(moves: tuple[str, ...], fix: tuple[str, str] | None) -> None:
    (one,) = judged(game(*moves))
    if fix is not None:
        assert one.fix is not None and (one.fix.old, one.fix.new) == fix
    else:
        assert one.fix is None and "Ac4 or c4 would be" in (one.note or "")
