"""How often a page goes wrong in each way."""

from __future__ import annotations

import math

import pytest

from kriegnote.restoration.printed_slot import ADDED_LETTER, ALIKE, ALIKE_OR_BESIDE, BESIDE, DOUBLED, LETTER, LOST
from kriegnote.restoration.rates import USUAL, Rates
from tests.restoration.test_damage import mended, numbered, played
from tests.restoration.test_repair import SPANISH, moves_of


def page(*slips: int) -> dict[int, dict[int, float]]:
    """What is wrong with the first plies of a page."""
    return {ply: {slip: 1.0} for ply, slip in enumerate(slips)}


def test_the_more_wrong_keys_a_page_shows_the_likelier_is_another() -> None:
    rates = [Rates(page(*[BESIDE] * count), 60, typed=True).of(BESIDE, 40) for count in range(4)]
    assert rates == sorted(rates)
    assert rates[0] < 0 < rates[1]
    assert math.exp(rates[3]) * USUAL[BESIDE] == pytest.approx(0.055, rel=0.05)  # some were not noticed


def test_a_word_is_no_witness_to_itself() -> None:
    none, one, two = (Rates(page(*[BESIDE] * count), 40, typed=True) for count in range(3))
    assert one.of(BESIDE, 0) == pytest.approx(none.of(BESIDE, 0))
    assert two.of(BESIDE, 0) == pytest.approx(one.of(BESIDE, 5))


def test_a_sign_that_went_wrong_in_one_way_makes_one_that_went_wrong_in_another_somewhat_likelier() -> None:
    none, alike, beside = (Rates(page(*seen), 40, typed=True).of(BESIDE, 9) for seen in ((), (ALIKE,), (BESIDE,)))
    assert none < alike < beside


def test_what_may_be_a_slip_of_either_sort_is_taken_for_that_of_which_the_page_shows_more() -> None:
    """A 5 for a 6 is a scanner's confusion and the key beside it."""
    scanned = Rates(page(ALIKE, ALIKE, ALIKE_OR_BESIDE), 40, typed=True)
    typed = Rates(page(BESIDE, BESIDE, ALIKE_OR_BESIDE), 40, typed=True)
    assert scanned.of(ALIKE) > scanned.of(BESIDE) + 1
    assert typed.of(BESIDE) > typed.of(ALIKE) + 1
    assert typed.of(ALIKE_OR_BESIDE, 9) > Rates(page(), 40, typed=True).of(ALIKE_OR_BESIDE, 9) + 1


def test_who_put_a_man_before_a_pawn_once_may_have_done_so_again() -> None:
    none, once = (Rates(page(*[ADDED_LETTER] * count), 40, typed=True) for count in range(2))
    assert once.of(ADDED_LETTER, 9) > none.of(ADDED_LETTER, 9) + 2
    assert once.of(ADDED_LETTER, 0) == pytest.approx(none.of(ADDED_LETTER, 0))


def test_other_slips_are_believed_to_be_frequent_where_there_are_several() -> None:
    assert Rates(page(DOUBLED), 40).of(DOUBLED, 0) == Rates(page(), 40).of(DOUBLED, 0)
    assert Rates(page(*[DOUBLED] * 4), 40).of(DOUBLED, 0) == pytest.approx(math.log(0.1 / USUAL[DOUBLED]))


def test_what_a_page_does_not_show_is_rarer_than_usual_the_longer_the_page() -> None:
    for slip in (BESIDE, LOST):
        assert Rates().of(slip) == 0
        assert Rates(page(), 10, typed=True).of(slip) > Rates(page(), 40, typed=True).of(slip)
        assert Rates(page(), 40, typed=True).of(slip) < 0


def test_the_slips_of_a_ply_add_up() -> None:
    rates = Rates(page(BESIDE, BESIDE, BESIDE), 30, typed=True)
    assert rates.of(BESIDE | LETTER) == pytest.approx(rates.of(BESIDE) + rates.of(LETTER))
    assert rates.of(0) == 0


def test_after_two_wrong_keys_others_are_thought_of() -> None:
    """Nf3 and Be7 came out as Nf4 and Bf7: then h3 may be g3 or h4, which are legal too; less so after one slip."""
    texts = [*SPANISH, "h3", "Nb8"]
    texts[2] = "Nf4"
    once = mended(numbered(texts))
    texts[9] = "Bf7"
    twice = mended(numbered(texts))
    weights = []
    for done in (once, twice):
        assert played(done) == moves_of([*SPANISH, "h3", "Nb8"])
        (open_,) = [ply for ply in done.open if ply["text"] == "h3"]
        assert {option["san"] for option in open_["options"]} == {"h3", "g3", "h4"}
        weights.append(open_["options"][0]["weight"])
    assert weights[1] < weights[0] - 0.005
    assert weights[0] > 0.96
