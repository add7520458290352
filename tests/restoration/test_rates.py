"""How often a page goes wrong in each way."""

from __future__ import annotations

import math

import pytest

from kriegnote.restoration.printed_slot import ALIKE, BESIDE, LETTER, LOST
from kriegnote.restoration.rates import USUAL, Rates
from tests.restoration.test_damage import mended, numbered, played
from tests.restoration.test_repair import SPANISH, moves_of


def test_a_slip_that_is_there_several_times_is_as_frequent_as_it_is() -> None:
    rates = Rates({BESIDE: 4.0}, 40)
    assert rates.of(BESIDE) == pytest.approx(math.log(0.1 / USUAL[BESIDE]))


def test_a_single_slip_is_no_witness_to_itself() -> None:
    assert Rates({BESIDE: 1.0}, 40).of(BESIDE) == Rates({}, 40).of(BESIDE)


def test_two_misprinted_words_are_several_though_their_signs_went_wrong_in_different_ways() -> None:
    """One is a key beside, one a sign like it: both sorts are more frequent here; one word with both is one word."""
    seen = {BESIDE: 1.0, ALIKE: 1.0}
    assert Rates(seen, 40, 2.0).of(BESIDE) == pytest.approx(math.log(1 / 40 / USUAL[BESIDE]))
    assert Rates(seen, 40, 1.0).of(BESIDE) == Rates({}, 40).of(BESIDE)
    assert Rates(seen, 40, 2.0).of(LOST) == Rates({}, 40).of(LOST)


def test_what_a_page_does_not_show_is_rarer_than_usual_the_longer_the_page() -> None:
    assert 0 == Rates().of(BESIDE) > Rates({}, 10).of(BESIDE) > Rates({}, 40).of(BESIDE)


def test_the_slips_of_a_ply_add_up() -> None:
    rates = Rates({BESIDE: 3.0}, 30)
    assert rates.of(BESIDE | LETTER) == pytest.approx(rates.of(BESIDE) + rates.of(LETTER))
    assert rates.of(0) == 0


def test_after_two_wrong_keys_others_are_thought_of() -> None:
    """Nf3 and Be7 came out as Nf4 and Bf7: then h3 may be g3 or h4, which are legal too; after one slip it is h3."""
    texts = [*SPANISH, "h3", "Nb8"]
    texts[2] = "Nf4"
    assert not mended(numbered(texts)).open
    texts[9] = "Bf7"
    done = mended(numbered(texts))
    assert played(done) == moves_of([*SPANISH, "h3", "Nb8"])
    (open_,) = [ply for ply in done.open if ply["text"] == "h3"]
    assert {option["san"] for option in open_["options"]} == {"h3", "g3", "h4"}
