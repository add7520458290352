"""What a listener hears of each event, by the rulebook; that nothing else leaks is ``tests/laws/test_views.py``'s."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Belief,
    Capture,
    Check,
    Clock,
    Comment,
    Junk,
    Move,
    Nag,
    Offer,
    PawnTries,
    Plan,
    Promotion,
    Reveal,
    Step,
    TakenBack,
    Try,
    Variation,
    Word,
    is_remark,
    type_name,
)
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.hearing import Hearing
from kriegnote.umpire.views import view
from tests.support.games import random_record
from tests.support.records import game, heard, played, tried

LISTENERS = ("white", "black", "public")
CAPTURE = ("e2e4", "d7d5", "e4d5")


# -- moves and tries ---------------------------------------------------------------------------------------------------


def test_a_player_knows_his_own_moves_and_hears_that_the_other_moved() -> None:
    for listener, moves in (
        ("white", ["e2e4", None, "e4d5"]),
        ("black", [None, "d7d5", None]),
        ("public", [None, None, None]),
    ):
        told = heard(game(*CAPTURE, rules="english"), listener, Move)
        assert [one.move for one in told] == moves
        assert [(one.side, one.turn) for one in told] == [("white", 1), ("black", 1), ("white", 2)]


def test_the_disambiguation_of_a_players_move_is_his_own() -> None:
    """Nbd2 because the other knight is free, Nd2 because it is pinned, would tell who pins it."""
    both = "r3k3/8/8/8/8/8/N3N3/K7 w - - 0 1"  # both knights can reach c1 and c3 on the player's own board
    full = adjudicate(game("e2c3", start=both)).record
    assert full.events[0].san == "Nc3"  # type: ignore[union-attr]
    assert view(full, "white").events[0].san == "Nec3"  # type: ignore[union-attr]


def test_his_move_has_the_marks_of_what_he_heard() -> None:
    """The capture is announced, so he knows of it; a check that the umpire keeps to himself leaves no mark."""
    moves = ("e2e4", "f7f5", "e4f5", "g7g5", "d1h5")
    assert [one.san for one in heard(game(*moves, rules="english"), "white", Move)][::2] == ["e4", "exf5", "Qh5#"]
    quiet = game("e2e4", "f7f6", "d1h5", rules="english; checks=no")
    assert [one.san for one in heard(quiet, "white", Move)][::2] == ["e4", "Qh5"]
    silent = game("b1c3", "d7d5", "c3d5", rules="english; captures=no")
    assert [one.san for one in heard(silent, "white", Move)][::2] == ["Nc3", "Nd5"]


@pytest.mark.parametrize(
    ("rules", "other"),
    [("english", [("illegal", 2)]), ("icc", []), ("nost", [("refused", 2)]), ("english; refusals=player", [])],
)
def test_refused_tries_are_heard_by_the_rulebook(rules: str, other: list[tuple[str, int]]) -> None:
    """A run of refusals is one event for who does not know the tries."""
    record = game("e2e4", tried("e7d6"), tried("e7f6"), "e7e5", rules=rules)
    own = heard(record, "black", Try)
    assert [(one.move, one.verdict) for one in own] == [("e7d6", "illegal"), ("e7f6", "illegal")]
    for listener in ("white", "public"):
        told = heard(record, listener, Try)
        assert [(one.verdict, one.times) for one in told] == other
        assert all((one.move, one.text, one.san) == (None, None, None) for one in told)


def test_a_list_that_was_not_reached_is_its_players_alone() -> None:
    record = game("e2e4", tried("d2d4", "white", 1, "untested"), "e7e5", rules="nost")
    assert [len(heard(record, listener, Try)) for listener in LISTENERS] == [1, 0, 0]


def test_an_umpire_with_one_word_says_it_for_every_refusal() -> None:
    record = game(tried("e1e2", verdict="impossible"), "e2e4", rules="icc")
    assert [one.verdict for one in heard(record, "white", Try)] == ["illegal"]
    assert [one.verdict for one in heard(record.replace(rules="english"), "white", Try)] == ["impossible"]


# -- announcements -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        ("english", {"square": "d5"}),
        ("rand", {"square": "d5", "captured": "pawn"}),
        ("english; captures=no", None),
    ],
)
def test_a_capture_is_heard_with_no_more_than_the_rulebook_says(rules: str, fields: dict[str, str] | None) -> None:
    said = Capture(side=None, turn=None, square="d5", captured="P", by="pawn", en_passant=False)
    record = game(*CAPTURE, said, rules=rules)
    for listener in LISTENERS:
        told = [msgspec.to_builtins(one) for one in heard(record, listener, Capture)]
        given = [{k: v for k, v in one.items() if k in ("square", "captured", "by") and v is not None} for one in told]
        assert given == ([fields] if fields is not None else [])


def test_a_capture_en_passant_is_not_heard_where_it_is_not_announced() -> None:
    said = Capture(side=None, turn=None, square="d6", en_passant=True)
    for rules, number in (("english", 1), ("english; en_passant_square=silent", 0)):
        record = game("e5d6", said, start="4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", rules=rules)
        assert len(heard(record, "black", Capture)) == number, rules


def test_dutch_names_the_man_that_took_to_who_asked() -> None:
    asked = (Ask(side="white", turn=2, what="any"), Answer(side="white", turn=2, any=True))
    said = Capture(side=None, turn=None, square="d5", by="pawn")
    record = game("e2e4", "d7d5", *asked, "e4d5", said, rules="dutch")
    assert [one.by for one in heard(record, "black", Capture)] == ["pawn"]
    assert [one.by for one in heard(game(*CAPTURE, said, rules="dutch"), "black", Capture)] == [None]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("rand", {"squares": ("d5",)}),
        ("icc", {"count": 2}),
        ("cincinnati", {"any": True}),
        ("english", None),
    ],
)
def test_pawn_captures_are_heard_in_the_rulebooks_form(rules: str, said: dict[str, Any] | None) -> None:
    """A square on which two pawns can capture, named once, is two pawn captures."""
    squares = PawnTries(side=None, turn=None, squares=("d5",))
    record = game("e2e4", "d7d5", "c2c4", "e7e6", squares, "e4d5", rules=rules)
    assert pawn_tries_heard(record) == ([{"any": None, "count": None, "squares": None} | said] if said else [])


def test_how_many_pawns_can_capture_on_a_square_is_not_known_without_a_board() -> None:
    squares = PawnTries(side="white", turn=3, squares=("d5",))
    fragment = Record(rules="icc", events=(squares, played("e4d5", "white", 3)))
    assert pawn_tries_heard(fragment) == [{"any": True, "count": None, "squares": None}]


def pawn_tries_heard(record: Record) -> list[dict[str, Any]]:
    told = [one for one in heard(record, "white", PawnTries) if (one.side, one.turn) == ("white", 3)]
    return [{name: getattr(one, name) for name in ("any", "count", "squares")} for one in told]


@pytest.mark.parametrize(
    ("rules", "directions"),
    [
        ("english", [("short",)]),
        ("english-diagonal", [("diagonal",)]),
        ("english; check_directions=no", [()]),
        ("english; checks=no", []),
    ],
)
def test_a_check_is_heard_from_where_the_rulebook_says(rules: str, directions: list[tuple[str, ...]]) -> None:
    said = Check(side=None, turn=None, directions=("short",))
    record = game("e2e4", "f7f6", "d1h5", said, rules=rules)
    for listener in LISTENERS:
        assert [one.directions for one in heard(record, listener, Check)] == directions


def test_a_promotion_is_heard_where_it_is_announced() -> None:
    start = "8/P6k/8/8/8/8/8/4K3 w - - 0 1"
    said = Promotion(side=None, turn=None)
    for rules, heard_ in (("rand", 1), ("english", 0), ("magari", 1)):
        assert len(heard(game("a7a8q", said, start=start, rules=rules), "black", Promotion)) == heard_


def test_questions_that_the_rulebook_has_not_are_not_heard() -> None:
    asked = (Ask(side=None, turn=None, what="any"), Answer(side=None, turn=None, any=False))
    for rules, kinds in (("english", [Ask, Answer]), ("rand", []), ("icc", [])):
        record = game(*asked, "e2e4", rules=rules)
        for listener in LISTENERS:
            assert [type(one) for one in heard(record, listener, Ask | Answer)] == kinds


def test_what_is_shown_is_shown_to_one() -> None:
    record = game("e2e4", "d7d5", rules="dark")
    assert {one.side for one in heard(record, "white", Reveal)} <= {"white"}
    shown = Reveal(side="black", turn=1, seen={"e4": "P"})
    assert [len(heard(game("e2e4", shown, rules="shadow"), listener, Reveal)) for listener in LISTENERS] == [0, 1, 0]


# -- what stands beside the moves --------------------------------------------------------------------------------------


MOVE = played("e2e4", "white", 1)
HEARD: list[tuple[AnyEvent, set[str]]] = [
    (Offer(side="white", turn=1, what="draw"), {"white", "black", "public"}),
    (Clock(side="white", turn=1, left=300.0), {"white"}),
    (Belief(side="white", turn=1, supposed=("Pe5",)), {"white"}),
    (Plan(side="white", turn=2, steps=(Step(moves=("Nf3",)),)), {"white"}),
    (Word(side="white", turn=1, speaker="partner", text="Attention"), {"white"}),
    (Word(side="white", turn=1, speaker="kibitzer", text="oh", heard="public"), {"white", "black", "public"}),
    (Word(side="white", turn=1, speaker="umpire", text="he errs", heard="umpire"), set()),
    (TakenBack(side="black", turn=1, events=()), {"white", "black", "public"}),
    (Ask(side="black", turn=1, what="squares", squares=("e4",)), {"white", "black", "public"}),
]


@pytest.mark.parametrize(
    ("event", "who"), HEARD, ids=[type_name(event) + str(at) for at, (event, _) in enumerate(HEARD)]
)
def test_who_hears_it(event: AnyEvent, who: set[str]) -> None:
    record = Record(rules="modern", events=(MOVE, event))
    assert {one for one in LISTENERS if any(is_remark(heard) for heard in view(record, one).events)} == who  # type: ignore[arg-type]


@pytest.mark.parametrize("whose", ["umpire", "white", "black", "public"])
def test_a_comment_is_heard_by_whom_it_names(whose: Any) -> None:
    record = game("e2e4", Comment(text="well", heard=whose), rules="english")
    listeners = {one for one in LISTENERS if heard(record, one, Comment)}
    assert listeners == {"umpire": set(), "public": set(LISTENERS)}.get(whose, {whose})


def test_an_annotators_marks_and_lines_are_the_umpires() -> None:
    line = Variation(side="white", turn=1, events=(played("d4", "white", 1),))
    said = (Nag(side="white", turn=1, code=1), line, Junk(side="white", turn=1, text="%%"))
    for listener in LISTENERS:
        assert heard(game("e2e4", *said, rules="english"), listener, Nag | Variation | Junk) == []


def test_a_clock_behind_a_try_that_is_not_heard_is_not_heard() -> None:
    refused = tried("e2d3", "white", 1)
    record = Record(rules="icc", events=(refused, Clock(side="white", turn=1, left=1.0), MOVE))
    told = {one: [type_name(event) for event in view(record, one).events] for one in ("white", "black")}  # type: ignore[arg-type]
    assert told == {"white": ["try", "clock", "move"], "black": ["move"]}


def test_a_move_taken_back_is_heard_as_moves_are() -> None:
    queen = Move(side="white", turn=1, move="d2d4", text=None, san="d4")
    record = Record(rules="english", events=(TakenBack(side="white", turn=1, events=(queen,)), MOVE))
    for listener, move in (("white", "d2d4"), ("black", None), ("public", None)):
        (back,) = heard(record, listener, TakenBack)
        assert [one.move for one in back.events if isinstance(one, Move)] == [move]


def test_what_was_asked_about_a_move_taken_back_changes_nothing_behind_it() -> None:
    """As for the umpire, nobody has asked, so nobody is told what captures."""
    back = TakenBack(side="white", turn=2, events=(Ask(side="white", turn=2, what="any"),))
    taken = Capture(side="white", turn=2, square="d5", by="pawn")
    record = game("e2e4", "d7d5", back, "e4d5", taken, rules="dutch; capturer=once-asked")
    assert [one.by for one in heard(record, "black", Capture)] == [None]


# -- a step at a time --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["english", "rand", "icc", "nost", "dark"])
@pytest.mark.parametrize("listener", LISTENERS)
def test_a_game_heard_as_it_is_played_is_the_view_of_it(rules: str, listener: Any) -> None:
    """Each turn with the announcements behind its move, one after the other."""
    record = random_record(11, rules=rules, plies=24)
    parts: list[list[AnyEvent]] = [[]]
    now = None
    for one in record.events:
        whose = (one.side, one.turn) if isinstance(one, PawnTries | Ask | Try | Move) else now
        if whose != now:
            parts.append([])
        now = whose
        parts[-1].append(one)
    hearing = Hearing(record.replace(events=()), listener)
    assert [one for part in parts for one in hearing.of(part)] == list(view(record, listener).events)
