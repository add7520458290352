"""Plies that a score leaves out and the prose between its turns reports, and ends of games in remarks."""

import pytest

from kriegnote.api import read
from kriegnote.documents.games import read_document
from kriegnote.model.events import Comment, End, Move, Try
from kriegnote.model.record import Record

_OPENING = "1. e4 e5 2. Nf3 Nc6 "


def _record(text: str) -> Record:
    (game,) = read(text, "san")
    return game.record


def _printed(record: Record) -> list[tuple[str | None, int | None, str | None]]:
    return [(one.side, one.turn, one.text) for one in record.events if isinstance(one, Move)]


@pytest.mark.parametrize(
    ("words", "filled"),
    [
        ("3. Bc4 drew no comment, and Black answered Nf6. The umpire yawned. 4. d3 Be7", ("black", 3, "Nf6")),
        ("3. Bc4, to which Black replied Bc5, hoping for more. 4. d3 Nf6 5. O-O", ("black", 3, "Bc5")),
        ("3. Bc4 Nd4 White captured on d4.\n4... exd4 5. O-O", ("white", 4, "Nxd4")),
        ("3. Bc4 After 3... Nd4 the umpire yawned. 4. d3 Nf6 5. O-O", ("black", 3, "Nd4")),
    ],
)
def test_a_missing_ply_is_the_one_move_that_the_words_report(words: str, filled: tuple[str, int, str]) -> None:
    printed = _printed(_record(_OPENING + words))
    assert filled in printed
    assert printed == sorted(printed, key=lambda one: (one[1], one[0] == "black"))


@pytest.mark.parametrize(
    "words",
    [
        "3. Bc4 Black might have answered Nf6. 4. d3 Be7 5. O-O",  # a thought
        "3. Bc4 Black answered Nf6. Black played Bc5. 4. d3 Be7 5. O-O",  # several
        "3. Bc4 and Black tried Nb4, which was refused. 4. d3 Be7 5. O-O",  # a try
        "3. Bc4 Black answered Nh4. 4. d3 Be7 5. O-O",  # not legal
    ],
)
def test_a_missing_ply_stays_open_if_the_words_do_not_report_one_move(words: str) -> None:
    assert ("black", 3) not in {place[:2] for place in _printed(_record(_OPENING + words))}


def test_what_stands_behind_the_move_belongs_to_the_next_turn() -> None:
    record = _record(_OPENING + "3. Bc4 and Black answered Nf6. White tried exd5, which was refused. 4. d3 Be7 5. O-O")
    assert [(one.side, one.turn, one.text) for one in record.events if isinstance(one, Try)] == [("white", 4, "exd5")]
    assert not any(isinstance(one, Comment) for one in record.events)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Black tried exd4, no, and in the end a draw was agreed here.", "agreement"),
        ("The umpire was tired, and White resigned.", "resignation"),
        ("The umpire said that White would have resigned.", None),
        ("The umpire noted that a draw was agreed on move 41.", "agreement"),
    ],
)
def test_the_last_remark_says_how_the_game_ended(words: str, reason: str | None) -> None:
    record = _record(_OPENING + f"3. Bc4 Nf6 4. d3 Be7 5. O-O {words}")
    assert [one.reason for one in record.events if isinstance(one, End)] == ([reason] if reason else [])


@pytest.mark.parametrize(
    "words",
    [
        "White has king e2 and rook a1, Black a bare king on d5.",
        "White's king stands on e2 and his rook on a1; the black king stands alone on d5.",
        "Il Bianco ha il Re in e2 e la Torre in a1, il Nero il solo Re in d5.",
    ],
)
def test_men_in_words_are_the_first_position_if_the_moves_fit_it_as_printed(words: str) -> None:
    (game,) = read_document(f"An ending. {words}\n\n1. ♖a4 ♔e5 2. ♔e3 ♔d5 3. ♔d3 ♔e5 4. ♔e3 ♔f5 5. ♖h4 ♔g5").games
    assert game.record.start == "8/8/8/3k4/8/8/4K3/R7 w - - 0 1"


@pytest.mark.parametrize("words", ["short diagonal", "on the file", "long"])
def test_words_behind_a_move_that_lead_up_to_none_are_kept_and_named(words: str) -> None:
    turns = '1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Bxc6 "Capture on c6" dxc6\n5. Nxe5 "Capture on e5" Qd4\n'
    (game,) = read(f"{turns}6. Nf3 Qxe4+ {words}\n7. Qe2 Bg4\n", "san")
    assert [one.text for one in game.record.events if isinstance(one, Comment)] == [words]
    assert [one.line for one in game.findings if one.code == "KN109"] == [6]
