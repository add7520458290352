"""What is missing behind a move is added in the umpire's order, beside what was recorded and never twice."""

from __future__ import annotations

from kriegnote.model.events import AnyEvent, Capture, Check, Comment, End, Nag, PawnTries, Promotion, type_name
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import codes, game, of_type, tried

MATES = "r6k/1P3Q2/6K1/8/8/8/8/8 w - - 0 1"  # bxa8=Q takes, promotes, gives check on the rank and mates
TAKES = "7k/8/8/3r4/8/8/8/3RK3 w - - 0 1"


def order(*said: AnyEvent | str, rules: str = "rand", start: str = MATES) -> list[str]:
    """The types of the events behind (and of) the move, those that the umpire added with a +."""
    done = adjudicate(game(*said, rules=rules, start=start))
    return ["+" * (at in done.added) + type_name(event) for at, event in enumerate(done.record.events)]


MOVE = "b7a8q"
CAPTURE = Capture(side=None, turn=None, square="a8")
CHECK = Check(side=None, turn=None, directions=("rank",))


def test_announcements_stand_in_the_umpires_order() -> None:
    assert order(MOVE) == ["+pawn_tries", "move", "+capture", "+check", "+promotion", "+end"]


def test_what_is_recorded_has_no_twin_and_what_is_missing_takes_its_place_beside_it() -> None:
    assert order(MOVE, CHECK) == ["+pawn_tries", "move", "+capture", "check", "+promotion", "+end"]
    assert order(MOVE, CAPTURE, Promotion(side=None, turn=None)) == [
        "+pawn_tries", "move", "capture", "+check", "promotion", "+end",
    ]  # fmt: skip


def test_a_mark_and_the_later_entries_of_a_list_belong_to_the_move() -> None:
    later = tried("b7b8q", "white", 1, verdict="untested")
    said = order(MOVE, Nag(side=None, turn=None, code=1), later)
    assert said == ["+pawn_tries", "move", "nag", "try", "+capture", "+check", "+promotion", "+end"]


def test_a_comment_behind_the_move_stands_behind_what_is_added() -> None:
    assert order("d1d5", Comment(text="at last"), rules="english", start=TAKES) == ["move", "+capture", "comment"]
    comment, move = Comment(text="at last"), "d1d5"
    assert order(move, comment, "h8g8", rules="english", start=TAKES) == ["move", "+capture", "comment", "move"]


def test_a_wrong_announcement_stays_as_it_was_said() -> None:
    wrong = Capture(side=None, turn=None, square="d4")
    record = game("d1d5", wrong, rules="english", start=TAKES)
    assert [event.square for event in of_type(record, Capture)] == ["d4"]
    assert codes(record) == ["KN332"]


def test_nothing_is_added_without_a_rulebook_or_where_only_moves_are_resolved() -> None:
    record = game("d1d5", start=TAKES)
    assert of_type(record, Capture) == []
    assert adjudicate(record.replace(rules="english"), announce=False).record.events[1:] == ()


def test_what_the_record_is_silent_about_is_found_and_not_added() -> None:
    record = game("d1d5", start=TAKES, rules="english", silence=("capture",))
    assert of_type(record, Capture) == []
    assert codes(record) == ["KN334"]


def test_the_next_turn_begins_behind_the_last_announcement() -> None:
    events = adjudicate(game("d1d5", "h8g7", rules="rand", start=TAKES)).record.events
    assert [type_name(event) for event in events] == ["move", "capture", "move"]
    record = game("e2e4", "d7d5", "e4d5", rules="icc")
    assert [type_name(event) for event in adjudicate(record).record.events][-4:] == [
        "pawn_tries", "move", "capture", "pawn_tries",
    ]  # fmt: skip
    last = adjudicate(record).record.events[-1]
    assert isinstance(last, PawnTries)
    assert (last.side, last.turn, last.count) == ("black", 2, 0)


def test_behind_the_end_nobody_is_told_of_pawn_captures() -> None:
    record = game("f2f3", "e7e5", "g2g4", "d8h4", rules="icc")
    events = adjudicate(record).record.events
    assert isinstance(events[-1], End)
    assert (events[-1].reason, events[-1].result) == ("checkmate", "0-1")


def test_the_words_behind_one_move_are_none_of_the_next() -> None:
    """Two captures on one square, each announced behind its move, are two; behind one move they are one too many."""
    first, second = (Capture(side=None, turn=None, square="d5") for _ in range(2))
    assert codes(game("e2e4", "d7d5", "e4d5", first, "d8d5", second)) == []
    assert codes(game("e2e4", "d7d5", "e4d5", first, second, "d8d5")) == ["KN331"]
    assert codes(game("e2e4", first)) == ["KN331"], "nothing was taken"


def test_where_several_boards_are_possible_a_word_may_be_right() -> None:
    start = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
    check = Check(side="white", turn=1, directions=("file",))
    assert codes(game("Nd2", check, start=start)) == ["KN203", "KN210"]
    assert codes(game("Nbd2", check, start=start)) == ["KN341"]
