"""What is said of a printed move that is another than it looks, is marked wrongly or is not legal, and its remedy."""

from __future__ import annotations

import pytest

from kriegnote.api import check
from tests.support.records import codes, game, judged

OPEN_FILE = "4k3/8/8/3p4/8/8/4P3/3QK3 w - - 0 1"
BARE = "e2e4"


def one_of(text: str, from_: str = "san") -> tuple[str, str, str | None, tuple[str, str] | None]:
    """The one finding in a text: code, sentence, note, fix."""
    (one,) = check(text, from_=from_)
    return one.code, one.message, one.note, (one.fix.old, one.fix.new) if one.fix else None


@pytest.mark.parametrize(
    ("text", "code", "message", "note", "fix"),
    [
        (
            "1. e4 e6 2. ♖c4 d5 3. exd5 exd5 4. Bxd5 c6",
            "KN202",
            "♖c4: ♖ cannot go there; the bishop can",
            "White can play Bc4",
            ("♖c4", "♗c4"),
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Rb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
            "KN202",
            "Rb5: a rook cannot go there; the bishop can",
            "White can play Bb5",
            ("Rb5", "Bb5"),
        ),
        (
            "1. e4 e5 2. Nef3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
            "KN208",
            "Nef3: no man can go there from e; Nf3 is possible",
            None,
            ("Nef3", "Nf3"),
        ),
        (
            "1. e4 e5 2. Nxf3 Nc6 3. Bb5 a6",
            "KN204",
            "Nxf3 is marked as a capture, but the square is empty",
            None,
            ("Nxf3", "Nf3"),
        ),
        (
            "1. e4 d5 2. exd5 Qd5 3. Nc3 Nf6 4. Nxd5 Nxd5",
            "KN205",
            "Qd5 takes a pawn, but is not marked as a capture",
            "the move is Qxd5",
            ("Qd5", "Qxd5"),
        ),
        ("1. e4 e5 2. Nf3+ Nc6 3. Bb5 a6", "KN206", "Nf3+ is marked as check, but it gives no check", None, None),
        ("1. f3 e5 2. g4 Qh4+", None, "", None, None),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7",
            "KN206",
            "Qxf7# is marked as mate, but it is only check",
            None,
            None,
        ),
    ],
)
def test_a_printed_move_that_is_not_what_it_looks(
    text: str, code: str | None, message: str, note: str | None, fix: tuple[str, str] | None
) -> None:
    if code is None:
        assert list(check(text, from_="san")) == []
    else:
        assert one_of(text) == (code, message, note, fix)


def test_a_record_that_never_marks_captures_is_not_blamed() -> None:
    assert list(check("1. e4 d5 2. ed5 Qd5 3. Nc3 Qa5 4. d4 Nf6", from_="san")) == []


def test_the_mark_is_the_one_that_the_record_uses() -> None:
    assert one_of("1. e4 d5 2. exd5 Q×d5 3. Nc3 Nf6 4. Nd5 N×d5")[3] == ("Nd5", "N×d5")


def test_letters_are_those_of_the_records_language() -> None:
    code, message, note, fix = one_of("1. e4 e5 2. Cf3 Cc6 3. Tb5 a6 4. Aa4 Cf6 5. d3 Ae7 6. c3 b5 7. Ab3 d6")
    assert (code, note, fix) == ("KN202", "White can play Ab5", ("Tb5", "Ab5"))
    assert message == "Tb5: a rook cannot go there; the bishop can"


@pytest.mark.parametrize(
    ("start", "move", "message", "note"),
    [
        (None, "Ke2", "Ke2 is not legal for White here", "White’s own pawn stands on e2"),
        (None, "Nd5", "Nd5 is not legal for White here", None),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kd2", "Kd2 is not legal for White here", "rook"),
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "Nf3 is not legal for White here", "pinned by the bishop on b4"),
    ],
)
def test_why_a_move_is_not_legal(start: str | None, move: str, message: str, note: str | None) -> None:
    one = judged(game(move, start=start))[0]
    assert (one.code, one.line, one.message) == ("KN201", 1, message)
    assert note is None or note in (one.note or "")


@pytest.mark.parametrize(
    ("move", "note"),
    [("e2e5", "there is a pawn on e2"), ("e4e5", "there is nothing on e4"), ("b8c6", "there is a knight on b8")],
)
def test_a_move_by_its_squares_says_what_stands_there(move: str, note: str) -> None:
    one = judged(game(move))[0]
    assert (one.code, one.message) == ("KN201", f"{move} is not legal for White here")
    assert (one.note or "").startswith(note)


def test_what_a_pawn_becomes_is_asked() -> None:
    start = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    (one,) = judged(game("a8", start=start))
    assert (one.code, one.message) == ("KN207", "a8 does not say what the pawn becomes; read as a queen")
    assert one.fix is not None
    assert (one.fix.old, one.fix.new) == ("a8", "a8=Q")
    assert codes(game("a8=N", start=start)) == []


def test_what_no_pawn_becomes() -> None:
    one = judged(game("a8=K", start="7k/P7/8/8/8/8/8/K7 w - - 0 1"))[0]
    assert one.code == "KN202"
    assert one.message == "a8=K: a pawn cannot become that, only a queen"


def test_a_move_that_two_men_can_make() -> None:
    one = judged(game("Nd2", start="4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"))[0]
    assert (one.code, one.line, one.message) == ("KN203", 1, "Nd2 could be Nbd2 or Nfd2")
    assert one.note == "add the file or the rank of the man that moved"


def test_a_null_move_is_noted_and_no_fault() -> None:
    (one, *_) = check("1. e4 -- 2. d4 d5 *", from_="pgn")
    assert (one.code, one.severity) == ("KN201", "info")
    assert one.note == "a null move passes the turn, as annotators do to show a threat"
