"""Where a record leaves its board: one slip is one finding, and it says what the position knows of it."""

from __future__ import annotations

import pytest

from kriegnote.api import check
from kriegnote.diagnostics.findings import Finding, Fix
from tests.support.timing import at_most

OPENING = "1. e4, e5 2. Nf3, Nc6 "


def found(text: str, notation: str = "san") -> list[Finding]:
    return list(check(text, from_=notation))


@pytest.mark.parametrize(
    ("text", "code", "message", "note"),
    [
        (
            OPENING + "3. Bb6, a6 4. Bxc6, dxc6 5. O-O, f6 6. d4, exd4",
            "KN201",
            "Bb6 is not legal for White",
            "Bb5 is legal, and",
        ),
        (OPENING + "3. Bb5, a6 4. Qa4, Nf6 5. O-O, Be7 6. Re1, b5 7. Bb3, d6", "KN202", "the bishop can", "Ba4"),
        (OPENING + "3. a6 4. Ba4, Nf6 5. O-O, Be7 6. Re1, b5 7. Bb3, d6", "KN401", "White’s move 3 is missing", "Bb5"),
        (OPENING + "4. Bb5, a6 4. Ba4, Nf6", "KN401", "expected move number 3, found 4", ""),
        ("1. e4, e5 2. exd5, h6 3. Nf3, Nc6", "KN201", "exd5 is not legal", "nothing to take on d5"),
        ("1. e4, e5 2. O-O, d6", "KN201", "O-O is not legal", "the bishop on f1 and the knight on g1"),
        ("1. e4, e5 2. d4, Bb4+ 3. Nc3, a6 4. Nd5, b6", "KN201", "Nd5 is not legal", "pinned by the bishop on b4"),
        (OPENING + "3. BbS, a6 4. Ba4, Nf6 5. O-O, Be7", "KN101", "this is not a move: 'BbS'", ""),
        ("1. f3, e5 2. g4, Qh4# 3. a3", "KN209", "White was mated by Qh4#", ""),
    ],
)
def test_one_slip_is_one_finding(text: str, code: str, message: str, note: str) -> None:
    (one,) = found(text)
    assert one.code == code
    assert message in one.message
    assert note in (one.note or "")


def test_where_nothing_fits_the_umpire_stops_and_says_so() -> None:
    codes = [one.code for one in found(OPENING + "3. Qh8, Rb3 4. Nb8, Ka4 5. Qa7, Bd1 6. Rh8, Nd4 7. Qc7, Bb3")]
    assert codes == ["KN201", "KN210"]


def test_words_about_the_wrong_player_shift_no_turn() -> None:
    text = "1. e4, d5\nBlack asks “Any?”. The umpire answers “No”.\n2. exd5, Qxd5\n3. Nc3, Qa5\n"
    (one,) = found(text, "dialogue")
    assert (one.code, one.line) == ("KN401", 2)
    assert "White is to move" in one.message


def test_a_fix_is_offered_only_where_the_next_plies_bear_it_out() -> None:
    (one,) = found("1. e4, d5 2. exd4, Qxd5 3. Nc3, Qa5 4. d4, c6 5. Nf3, Nf6")
    assert one.fix == Fix("exd4", "exd5")
    assert "exd5 is legal, and the moves after it fit" in (one.note or "")
    (one,) = found("1. e4, d5 2. exd4")
    assert one.fix is None


def test_no_fix_is_certain_where_another_move_fits_what_follows() -> None:
    queen = (
        "1. d4, d5 2. c4, e6 3. Nc3, Nf6 4. Bg5, Be7 5. e3, O-O 6. Nf3, Ne4 7. Bxe7, Qxe8 8. cxd5, Nxc3 9. bxc3, exd5"
    )
    first = found(queen + " 10. Be2, Qe4")[0]
    assert (first.code, first.fix, first.note) == ("KN204", None, "Qxe7 would fit the moves that follow")
    (one,) = found("1. e4, e5 2. Nxf3, Nc6 3. Bb5, a6")
    assert one.fix == Fix("Nxf3", "Nf3")


def test_a_player_hears_nothing_of_what_the_umpire_finds() -> None:
    from kriegnote.api import convert

    text = "1. e4, e5 2. d4, Bb4+ 3. Nc3, a6 4. Nd5, b6"
    (done,) = convert(text, "tries", from_="san", rules="english", view="white")
    assert done.findings == []  # that 4.Nd5 is illegal would tell of the pin


def test_a_long_record_that_is_impossible_again_and_again_ends_soon() -> None:
    shuffle = "Nf3, Nf6 {n}. Ng1, Ng8 {m}. Ke3, a6 "
    with at_most(8):
        found("1. e4, e5 " + "".join(shuffle.replace("{n}", str(n)).replace("{m}", str(n)) for n in range(2, 200)))
