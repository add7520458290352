"""What a printed move that does not fit may have been: one sign misread, as the moves behind it bear out."""

from __future__ import annotations

import pytest

from kriegnote.api import check
from kriegnote.model.events import Move
from tests.support.records import codes, found, game, judged, of_type

OPENING = ("e4", "e5", "Nf3", "Nc6")
BEHIND = ("a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "exd4")


@pytest.mark.parametrize("printed", ["Bb6", "Bb3", "Ba5", "Bc5"])
def test_a_rank_or_a_file_is_misread(printed: str) -> None:
    (one,) = judged(game(*OPENING, printed, *BEHIND))
    assert (one.code, one.line, one.fix) == ("KN201", 5, None)
    assert one.message == f"{printed} is not legal for White here"
    assert (one.note or "").endswith("Bb5 is legal, and the moves after it fit")


def test_two_signs_are_too_many_to_guess() -> None:
    faults = judged(game(*OPENING, "Bd8", *BEHIND))
    assert all("Bb5" not in (one.note or "") for one in faults)


def test_castling_to_the_other_side() -> None:
    moves = ("d4", "d5", "Nc3", "Nc6", "Bf4", "Bf5", "Qd2", "Qd7", "O-O", "O-O-O", "Kb1", "Kb8", "Rc1", "Rc8", "e3")
    (one,) = judged(game(*moves))
    assert (one.code, one.line) == ("KN201", 9)
    assert (one.note or "").endswith("O-O-O is legal, and the moves after it fit")


def test_what_follows_is_checked_on_the_board_that_fits() -> None:
    record = game(*OPENING, "Bb6", *BEHIND)
    assert [one.move for one in of_type(record, Move)][5:7] == ["a7a6", "b5c6"]
    assert codes(game(*OPENING, "Bb6", *BEHIND[:-1], "exd5")) == ["KN201", "KN201"], "a second slip is a second finding"


def test_where_too_little_follows_what_would_fit_is_named_and_nothing_claimed() -> None:
    (one,) = judged(game(*OPENING, "Bb6", "a6"))
    assert one.code == "KN201"
    assert "would be" in (one.note or "") and "the moves behind it fit" not in (one.note or "")


def test_the_players_may_have_gone_on_from_an_illegal_move() -> None:
    """Black does not parry the check, and nobody notices; that his rook leaves by h7 says that his pawn went to h6."""
    record = game("e4", "d6", "Bb5+", "h6", "Bf1", "Rh7", "d3", "Rh8", "a3")
    assert [(code, line) for code, line, _ in found(record)] == [("KN201", 4)]
    assert [one.move for one in of_type(record, Move)][3:6] == [None, "b5f1", "h8h7"]


def test_no_guess_loses_a_king() -> None:
    """That the queen is taken on e8 would fit if she had taken the king there; she cannot have."""
    record = game("e4", "e5", "Qh5", "a6", "Qxe8", "Qxe8", "a3", "a5", "b3", "b6", "c3", "c6")
    assert [(code, line) for code, line, _ in found(record)] == [("KN201", 5), ("KN210", 5)]


def test_of_two_slips_each_has_its_finding() -> None:
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb4 Qxd1 9. Rxd1 Bg4 10. f3"
    assert [(one.code, one.column) for one in check(text, from_="san")] == [
        ("KN201", text.index("Bb6") + 1), ("KN201", text.index("Nb4") + 1),
    ]  # fmt: skip


def test_a_typed_letter_is_as_likely_right_as_the_square_behind_it() -> None:
    """Rb5 may be a bishop's move or a misprint of the square; what follows needs the bishop."""
    (one,) = judged(game(*OPENING, "Rb5", *BEHIND))
    assert (one.code, one.fix and (one.fix.old, one.fix.new)) == ("KN202", ("Rb5", "Bb5"))
    assert [move.move for move in of_type(game(*OPENING, "Rb5", *BEHIND), Move)][4] == "f1b5"


def test_where_nothing_fits_the_umpire_stops() -> None:
    (last, message) = [(code, said) for code, _, said in found(game(*OPENING, "Qh8", "Rb3", "Nb8", "Ka4", "Qa7"))][-1]
    assert last == "KN210"
    assert message.startswith("the moves that follow fit no position close to this one")


@pytest.mark.parametrize("printed", ["8b5", "BbS", "¤,b5"])
def test_a_word_that_is_no_move_is_first_taken_for_those_that_it_is_like(printed: str) -> None:
    """Two such words with little between: of all legal moves far too many would fit, and the true board be lost."""
    text = f"1. e4 e5 2. Nf3 Nc6 3. {printed} aG 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n"
    assert {one.code for one in check(text, from_="san")} == {"KN101"}


def test_behind_a_hidden_move_the_board_is_known_as_far_as_the_next_moves_tell() -> None:
    record = game("e4", "e5", None, "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f6")
    assert "e1g1" in [one.move for one in of_type(record, Move)]
