"""A player's record followed among his own men: what they can do, what was taken from him, where it is followed no
further."""

from __future__ import annotations

from typing import Any

import pytest

from kriegnote.model.events import AnyEvent, Capture, Correction, Move, PawnTries, Reveal, Try
from kriegnote.umpire.player_record import own_boards
from tests.support.records import codes, found, game, judged, of_type, played, tried


def taken(square: str | None, turn: int, captured: Any = None, side: Any = "black") -> Capture:
    return Capture(side=side, turn=turn, square=square, captured=captured)


def white(*said: str | AnyEvent | None, rules: str = "icc", **fields: Any) -> Any:
    return game(*said, rules=rules, view="white", **fields)


def moves(record: Any) -> list[str | None]:
    return [one.move for one in of_type(record, Move)]


def test_his_own_moves_are_known_and_the_opponents_hidden() -> None:
    record = white("e4", None, "Bc4", None, "Qh5", None, "Qxf7#")
    assert moves(record) == ["e2e4", None, "f1c4", None, "d1h5", None, "h5f7"]
    assert [one.san for one in of_type(record, Move)] == ["e4", None, "Bc4", None, "Qh5", None, "Qxf7#"]
    assert codes(record) == []


def test_a_spelling_is_one_among_his_own_men() -> None:
    """Both knights can go to d2 whatever pins one of them: who is pinned he does not know."""
    start = "4k3/8/8/8/1b6/8/8/RN1NK3 w - - 0 1"
    assert moves(white("Nc3", start=start)) == [None]
    (one,) = judged(white("Nc3", start=start))
    assert (one.code, one.message) == ("KN203", "Nc3 could be Nbc3 or Ndc3")
    assert one.note == "the rest of the record is not checked"
    assert moves(white("Nbc3", start=start)) == ["b1c3"]


def test_what_his_own_men_cannot_do() -> None:
    (one,) = judged(white("Ra3", None, "e4"))
    assert (one.code, one.line, one.message) == (
        "KN201",
        1,
        "Ra3 is impossible for White, wherever the opponent’s men stand",
    )
    assert one.note == "the pawn on a2 stands in the way of the rook on a1; the rest of the record is not checked"
    assert moves(white("Ra3", None, "e4")) == [None, None, None]


def test_a_capture_takes_his_man_off() -> None:
    lost = white("e4", None, "Nf3", None, taken("e4", 2), "e5")
    assert [(code, line) for code, line, _ in found(lost)] == [("KN201", 6)]
    assert codes(white("e4", None, "Nf3", None, taken("d4", 2), "e5")) == ["KN332"]
    (one,) = judged(white("e4", None, taken("d4", 1), "e5"))
    assert one.message == "a capture is announced on d4, where the player has no man"


@pytest.mark.parametrize(
    ("captured", "message"),
    [
        ("pawn", None),
        ("P", None),
        (None, None),
        ("piece", "the man captured on e4 is announced as a piece, but it was the player's pawn"),
        ("Q", "the man captured on e4 is announced as a queen, but it was the player's pawn"),
    ],
)
def test_the_man_that_was_taken(captured: Any, message: str | None) -> None:
    record = white("e4", None, taken("e4", 1, captured))
    assert found(record) == ([("KN333", 3, message)] if message else [])


def test_en_passant_takes_the_pawn_behind() -> None:
    """ICC names the square of the pawn that goes, the English umpire the one that the other goes to."""
    for square, rules in (("d4", "icc"), ("d3", "english")):
        record = white("d4", None, taken(square, 1), "d5", rules=rules)
        assert [code for code, *_ in found(record)] == ["KN201"], "the pawn is gone"


def test_a_move_of_his_own_that_is_missing() -> None:
    record = white(played("e4", "white", 1), played(None, "black", 1), played("Bc4", "white", 3))
    said = "one of the player's own moves is missing before this; the rest of the record is not checked"
    assert found(record) == [("KN210", 3, said)]
    assert moves(record) == ["e2e4", None, None]
    heard = white(played("e4", "white", 1), taken("d5", 2, side="white"))
    assert codes(heard) == ["KN210"], "his capture is heard, and the move is not there"


def test_a_hidden_or_illegible_move_of_his_own() -> None:
    hidden = white("e4", None, played(None, "white", 2), None, "Nf3")
    said = "one of the player's own moves is hidden; the rest of the record is not checked"
    assert found(hidden) == [("KN210", 3, said)]
    illegible = white(Move(side="white", turn=1, move=None, text="e%", san=None))
    assert found(illegible) == [("KN101", 1, "this is not a move: 'e%'")]


def test_a_record_with_the_other_players_moves() -> None:
    record = game(played(None, "white", 1), "e5", played(None, "white", 2), "Nc6", view="white")
    (one,) = judged(record)
    assert (one.code, one.line) == ("KN405", 2)
    assert one.message == "the record's View is White’s, but its moves are Black’s"
    assert one.note == "change its View to black"
    assert codes(record.replace(view="black")) == []


def test_a_figurine_that_is_not_the_man_that_moved() -> None:
    (one,) = judged(white("♖f3"))
    assert (one.code, one.message) == ("KN202", "♖f3: ♖ cannot go there; only Nf3 is possible")
    assert one.fix is not None and (one.fix.old, one.fix.new) == ("♖f3", "Nf3")


def test_a_move_that_was_refused_in_the_same_turn() -> None:
    (one,) = judged(white(tried("e4"), "e4"))
    assert (one.code, one.line, one.message) == ("KN311", 2, "e4 was refused, but then played")
    assert one.note == "delete the try, or correct the move"
    assert codes(white(tried("e4"), "d4", None, "e4")) == [], "in another turn it may be legal"


def test_his_tries_are_among_his_own_men() -> None:
    record = white(tried("Nf3"), tried("Ra3"), tried("exd3"), "d4")
    assert [one.move for one in of_type(record, Try)] == ["g1f3", None, "e2d3"]
    assert found(record) == [("KN313", 2, "Ra3 is impossible for White, wherever the opponent’s men stand")]
    assert codes(white(tried("Ra3", verdict="impossible"), "d4", rules="english")) == []
    for rules, severity in (("english", "warning"), ("icc", "info")):
        (one,) = judged(white(tried("Ra3"), "d4", rules=rules))
        assert one.severity == severity, rules


def test_the_later_entries_of_a_list_belong_before_his_move() -> None:
    record = white("e4", tried("e3", "white", 1, "untested"), None)
    assert [one.move for one in of_type(record, Try)] == ["e2e3"]
    assert codes(record) == []


def test_a_pawn_capture_that_was_not_announced() -> None:
    said = PawnTries(side="white", turn=2, count=0)
    record = white("e4", None, said, "exd5")
    assert found(record) == [("KN321", 3, "the umpire said that there was no pawn try, but exd5 is a pawn capture")]
    assert codes(white("e4", None, PawnTries(side="white", turn=2, count=1), "exd5")) == []
    silent = white("e4", None, "exd5", silence=("pawn_tries",))
    assert found(silent) == [("KN322", 3, "exd5 is a pawn capture, but no pawn try was announced")]
    assert codes(silent.replace(rules="english")) == [], "this umpire speaks of them when he is asked"
    assert codes(silent.replace(silence=())) == []


@pytest.mark.parametrize(
    ("pawns", "rules", "possible", "impossible", "message"),
    [
        ("8/8/8/8/8/P3P3", "icc", {"count": 3}, {"count": 4}, "4; the player's pawns could make at most 3"),
        ("1P6/8/8/8/8/8", "icc", {"count": 2}, {"count": 3}, "3; the player's pawns could make at most 2"),
        ("1P6/8/8/8/8/8", None, {"count": 8}, {"count": 9}, "9; the player's pawns could make at most 8"),
        ("8/8/8/8/8/8", "icc", {"any": False}, {"any": True}, "some; the player's pawns could make none"),
        (
            "8/8/8/8/8/P1P5",
            "rand",
            {"squares": ("b3", "b3", "d3")},
            {"squares": ("b3", "d3", "d3")},
            "b3, d3, d3; the player's pawns could capture only on b3, b3, d3",
        ),
    ],
)
def test_pawn_captures_that_his_pawns_cannot_make(
    pawns: str, rules: str, possible: dict[str, Any], impossible: dict[str, Any], message: str
) -> None:
    def announced(said: dict[str, Any]) -> Any:
        start = f"4k3/{pawns}/4K3 w - - 0 1"
        return white(PawnTries(side="white", turn=1, **said), "Kf1", rules=rules, start=start)

    assert codes(announced(possible)) == []
    assert found(announced(impossible)) == [("KN321", 1, f"pawn captures announced: {message}")]


def test_what_is_shown_and_what_is_told_later_count() -> None:
    seen = Reveal(side="white", turn=1, seen={"e2": "Q"})
    assert codes(white(seen, "e4")) == ["KN201"], "an enemy man stands where his pawn stood"
    late = Correction(side="white", turn=2, now=(taken("d2", 1),))
    assert codes(white("e4", None, late, "d4")) == ["KN201"]
    assert codes(white("e4", None, "d4")) == []


def test_his_own_board_after_every_ply() -> None:
    record = white("e4", None, taken("e4", 1), "Nf3")
    boards = own_boards(record)
    assert [board.fen().split()[0] for board in boards if board] == [
        "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "8/8/8/8/8/8/PPPP1PPP/RNBQKBNR", "8/8/8/8/8/5N2/PPPP1PPP/RNBQKB1R",
    ]  # fmt: skip
    assert own_boards(white("e4", None, "Ra3", None))[2:] == [None, None], "it is not known any more"
    assert own_boards(white(played("Qf7", "white", 23))) == [], "nor in a fragment"
    late = Correction(side="white", turn=2, now=(taken("d2", 1),))
    (last,) = own_boards(white("e4", None, late, "Nf3"))[2:]
    assert last is not None and last.fen().split()[0] == "8/8/8/8/4P3/5N2/PPP2PPP/RNBQKB1R", "a capture announced late"
    assert own_boards(white(played("e4", "white", 1), None, played("Bc4", "white", 3)))[2:] == [None], "one is missing"


def test_where_no_captures_are_told_a_man_may_be_gone_unheard() -> None:
    """Of a score without a rulebook nothing was announced: his queen may take where his pawn stood."""
    told = game("e4", "d5", None, "Qxd5", view="black")
    (one,) = judged(told)
    assert (one.code, one.severity) == ("KN201", "info")
    assert "one of his men may have been taken" in (one.note or "")
    (other,) = judged(told.replace(silence=("capture",)))
    assert other.severity == "error"


def test_a_move_shows_which_man_was_taken_unheard() -> None:
    record = white("d4", None, "Nf3", None, "Qd4", None, "Nc3", rules=None)
    assert moves(record) == ["d2d4", None, "g1f3", None, "d1d4", None, "b1c3"]
    (one,) = judged(record)
    assert (one.code, one.severity) == ("KN201", "info")
    assert one.message == "Qd4 is possible only if the pawn on d4 was taken before"


def test_it_is_not_shown_if_captures_are_announced_or_several_men_may_be_gone() -> None:
    told = white("d4", None, taken("a2", 1), "Nf3", None, "Qd4", None, rules=None)
    assert moves(told)[-2] is None
    assert moves(white("Ra5", None, "e4", rules=None)) == [None, None, None]
