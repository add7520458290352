"""Prose in which one player alone notes what he did and heard: the other player's moves stay hidden.

``notebooks.jsonl`` has notebooks of games that were played by chance, in several languages and layouts, with what
happened in each as far as its writer knew (``side``).
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from typing import Any

import pytest

import kriegnote
from kriegnote.model.events import Ask, Capture, Check, End, Move, Side, Try, View
from kriegnote.model.record import Record
from tests.notations.test_continuation_texts import TEXTS, read, true

NOTEBOOKS = [json.loads(line) for line in (TEXTS / "notebooks.jsonl").read_text("utf-8").splitlines()]

OF_WHITE = """\
Only what I did and what I heard.
1. e4 -
2. d4 (no) Nf3 - check on the long diagonal
3. c3 - he takes on c3
4. bxc3, I take on c3 -
5. d4 -
6. Be2
"""
MOVES_OF_WHITE = ["e4", "Nf3", "c3", "bxc3", "d4", "Be2"]
OF_BOTH = """\
1. White: e4. Black: e5. 2. White tries d4, no. White: Nf3. Black: Nc6. 3. White: Nxe5. I take on e5, said he.
Black: Nxe5. 4. White: d4. Black: Nc6.
"""


def record_of(text: str) -> Record:
    (game,) = kriegnote.read(text)
    return game.record


def heard(record: Record, side: Side) -> list[tuple[int | None, str | None]]:
    """The captures and checks of a player's moves: their turns and squares."""
    said = [one for one in record.events if isinstance(one, Capture | Check) and one.side == side]
    return [(one.turn, one.square if isinstance(one, Capture) else None) for one in said]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda one: one["id"])
def test_a_notebook_is_read_and_nothing_is_invented(notebook: dict[str, Any]) -> None:
    text, side = notebook["text"], notebook["side"]
    assert read(text) == Counter(chain.from_iterable(map(true, notebook["truth"])))
    record = record_of(text)
    assert record.view == side
    assert {one.side for one in record.events if isinstance(one, Move) and one.text is not None} == {side}
    assert {one.side for one in record.events if isinstance(one, Try)} <= {side}


def test_what_is_heard_belongs_to_the_move_of_which_it_is_announced() -> None:
    record = record_of(OF_WHITE)
    assert heard(record, "black") == [(2, None), (3, "c3")]
    assert heard(record, "white") == [(4, "c3")]
    plies = [(one.side, one.turn, one.text) for one in record.events if isinstance(one, Move)]
    assert plies == [
        ("white", 1, "e4"), ("black", 1, None), ("white", 2, "Nf3"), ("black", 2, None), ("white", 3, "c3"),
        ("black", 3, None), ("white", 4, "bxc3"), ("black", 4, None), ("white", 5, "d4"), ("black", 5, None),
        ("white", 6, "Be2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "view"),
    [
        (OF_WHITE, "white"),
        (OF_WHITE.replace("Only what I", "I am White. What I"), "white"),
        (OF_BOTH, "umpire"),
        ("1. e4 e5 2. Nf3 (d4 no) Nc6 3. Bb5 a6 4. Ba4 Nf6\n", "umpire"),
        ("1. e4\n2. Nf3\n3. Bb5\n4. O-O\n", "umpire"),  # nothing that only a player of this game writes
    ],
)
def test_a_text_is_one_players_if_he_can_have_made_all_its_moves(text: str, view: View) -> None:
    assert record_of(text).view == view


@pytest.mark.parametrize("mark", ["{} x", "[{}]", "{} (zz)", "~{}"])
def test_marks_of_the_moves_before_the_last_of_a_turn_are_refusals(mark: str) -> None:
    tried = [mark.format(one) for one in ("dxc3", "e5", "cxd3")]
    text = f"1. {tried[0]} e4\n2. d4\n3. {tried[1]} Nf3\n4. {tried[2]} Bc4 - he takes on c4\n5. Nc3\n"
    record = record_of(text)
    assert [one.text for one in record.events if isinstance(one, Try)] == ["dxc3", "e5", "cxd3"]
    assert [one.text for one in record.events if isinstance(one, Move) and one.text] == [
        "e4",
        "d4",
        "Nf3",
        "Bc4",
        "Nc3",
    ]


def test_a_refusal_elsewhere_in_the_turn_is_not_that_of_its_only_move() -> None:
    text = OF_WHITE.replace("e4 -", "e4 [he is quick tonight, no idea what he plays]").replace(" -", "")
    record = record_of(text)
    assert [one.text for one in record.events if isinstance(one, Move) and one.text] == MOVES_OF_WHITE


def test_squares_in_capitals_are_squares() -> None:
    record = record_of(OF_WHITE.replace("takes on c3", "takes on C3"))
    assert (3, "c3") in heard(record, "black")


def test_a_game_that_is_read_in_prose_is_found() -> None:
    (game,) = kriegnote.read(next(one["text"] for one in NOTEBOOKS if one["id"] == "notebook-04"))
    assert "KN106" not in {one.code for one in game.findings}


@pytest.mark.parametrize(
    ("his", "own"),
    [
        ("he asks: no", "? no -"),
        ("lui: chiede, no", "io: ? no -"),
        ("(Any? No.)", "Any? No."),
        ("fragt: nein", "Bauer? nein"),
    ],
)
def test_the_other_players_question_is_his(his: str, own: str) -> None:
    first = f"I am White. What I did and heard:\n1. e4\n   {his}\n2. d4\n   {his}\n3. {own} Nf3\n   he takes on e4\n"
    record = record_of(f"{first}4. {own} Nc3\n   {his}\n")
    asked = [(one.side, one.turn) for one in record.events if isinstance(one, Ask)]
    assert asked == [("black", 1), ("black", 2), ("white", 3), ("white", 4), ("black", 4)]


@pytest.mark.parametrize(
    "counted",
    ["Move one|Move two|Move three|Move four|Move eleven", "Mossa 1|Mossa 2|Mossa 3|Mossa 4|Mossa 5"],
)
def test_turns_may_be_counted_in_words(counted: str) -> None:
    moves = ["d5", "Nd7", "c6", "Ngf6", "e6"]
    turns = zip(counted.split("|"), moves, strict=True)
    record = record_of(
        "I was Black.\n\n"
        + " ".join(
            f"{turn}: White played, nothing said. I was refused axb6, and played {move}." for turn, move in turns
        )
    )
    assert record.view == "black"
    made = [(one.turn, one.text) for one in record.events if isinstance(one, Move) and one.text is not None]
    assert made == [(1, "d5"), (2, "Nd7"), (3, "c6"), (4, "Ngf6"), (5, "e6")]


STORY = """\
I had Black, and of White's moves I never saw one. My first move was e6, my {second} d5. The umpire announced a capture
on d5. I asked whether I had any pawn captures and got a no. I took back with the queen on d5, and the umpire announced
the capture. Then I {last}
"""


def test_a_story_in_the_first_person_is_a_notebook_without_numbers() -> None:
    record = record_of(STORY.format(second="second", last="moved the queen to h5."))
    assert record.view == "black"
    made = [(one.turn, one.text) for one in record.events if isinstance(one, Move) and one.text is not None]
    assert made == [(1, "e6"), (2, "d5"), (3, "Qxd5"), (4, "Qh5")]
    assert heard(record, "white") == [(3, "d5")]
    assert heard(record, "black") == [(3, "d5")]


def test_a_capture_without_a_square_takes_back_where_a_man_was_lost() -> None:
    story = STORY.format(second="second", last="went home.").replace("the queen on d5, and", "the queen, and")
    record = record_of(story)
    assert [one.text for one in record.events if isinstance(one, Move) and one.text is not None][-1] == "Qxd5"


def test_a_story_that_leaves_out_moves_is_not_read_past_them() -> None:
    record = record_of(STORY.format(second="seventh", last="went home."))
    assert record.view == "umpire"


@pytest.mark.parametrize(("said", "winner"), [("it was mate", "black"), ("I was mated", "white")])
def test_a_mate_is_that_of_the_player_who_moved_last(said: str, winner: Side) -> None:
    record = record_of(STORY.format(second="second", last=f"thought for a while. Then {said}."))
    assert [one.side for one in record.events if isinstance(one, End)] == [winner]


@pytest.mark.parametrize(
    ("text", "own", "others"),
    [
        ("I was Black.\n\n1. I play g6.\n2. I play Bg7.\n3. I play Bb2, capturing on b2.\n"
         "4. She takes on b2. I play Nf6.\n", [(3, "b2")], [(4, "b2")]),
        ("Ho il Nero.\n\n1. Gioco g6.\n2. Gioco Ag7.\n3. Gioco Ab2, catturando in b2.\n"
         "4. Prende in b2. Gioco Cf6.\n", [(3, "b2")], [(4, "b2")]),
        ("I was Black.\n\n1. g6\n2. Bg7\n3. h6 - he takes on h6\n4. Nf6\n", [], [(4, "h6")]),
    ],
)  # fmt: skip
def test_taking_behind_a_move_is_its_players(text: str, own: list[Any], others: list[Any]) -> None:
    record = record_of(text)
    assert record.view == "black"
    assert heard(record, "black") == own
    assert heard(record, "white") == others


def test_a_score_of_one_players_moves_is_his_if_he_says_so() -> None:
    record = record_of("I had Black.\n\n1. ... c5\n2. ... Nc6\n3. ... a6\n4. ... e4 no, g6\n5. ... Bg7\n")
    assert record.view == "black"
    assert [one.text for one in record.events if isinstance(one, Try)] == ["e4"]
    assert all(one.text is None for one in record.events if isinstance(one, Move) and one.side == "white")


def test_men_may_be_lost_of_which_notes_say_nothing() -> None:
    text = "Sunday. I had White. Only my moves:\n\n1. d4\n2. Nf3\n3. Bg5\n4. Rg1 no, Nc6 no, Kd2\n5. Qd4\n6. Nc3\n"
    record = record_of(text)
    assert [one.text for one in record.events if isinstance(one, Move) and one.text][-2:] == ["Qd4", "Nc3"]
