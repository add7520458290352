"""Prose behind a score: the board decides which of the moves that it mentions were played or tried."""

import pytest

from kriegnote.api import read
from kriegnote.model.events import Comment, Move, Try

_SCORE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6\n"


def _told(text: str) -> list[str]:
    (game,) = read(text, "san")
    events = [one for one in game.record.events if not isinstance(one, Comment)]
    shown = []
    for one in events[6:]:
        kind = type(one).__name__.lower()
        what = getattr(one, "text", None) or getattr(one, "square", None) or getattr(one, "any", None)
        what = ",".join(getattr(one, "directions", ())) or what
        shown.append(f"{kind} {one.verdict} {one.text}" if isinstance(one, Try) else f"{kind} {what}")
    return shown


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("The queen then went to f7. “Capture on f7,” quoth Mr. Pell, “and mate.”",
         ["move Qxf7", "capture f7", "end None"]),
        ("Queen takes on f7, drily: capture there, mate!", ["move Qxf7", "capture f7", "end None"]),
        ("Any? None. The bishop swooped upon f7: capture on f7, short diagonal check. Rf8? Ke7 it had to be.",
         ["ask None", "answer False", "move Bxf7", "capture f7", "check short", "move Ke7"]),
        ("Nc3 and, alas, exd4: refused. Black grumbled and lifted the knight to h5.",
         ["move Nc3", "try refused exd4", "move Nxh5"]),
    ],
)  # fmt: skip
def test_moves_in_words_are_taken_where_the_board_confirms_them(prose: str, told: list[str]) -> None:
    assert _told(_SCORE + prose) == told


@pytest.mark.parametrize(
    "prose",
    [
        "The queen dreamt of a8 and of c2.",  # no queen can go there
        "White would take on f7 with the queen if he dared.",
        "A knight on d5, an umpire mused, is worth two on the rim.",
    ],
)
def test_what_the_board_or_the_words_deny_stays_a_comment(prose: str) -> None:
    assert _told(_SCORE + prose) == []


@pytest.mark.parametrize("notation", ["san", "dialogue"])
@pytest.mark.parametrize("line", ["FEN: {}", "{}", "FEN {} "])
def test_a_game_may_begin_from_a_position_in_the_line_above_it(line: str, notation: str) -> None:
    fen = "8/8/4k3/8/8/4K3/8/R7 w - - 0 44"
    prose = "Torre in a6: scacco in traversa. Il Nero prova Rd6, respinta; gioca Re5."
    (game,) = read(f"{line.format(fen)}\n{prose}\n", notation)
    shown = [(type(one).__name__, one.text) for one in game.record.events if isinstance(one, (Move, Try))]
    assert game.record.start == fen
    assert shown == [("Move", "Ta6"), ("Try", "Rd6"), ("Move", "Re5")]


def test_a_chat_tells_moves_in_words_and_the_hour_is_no_castling() -> None:
    text = (
        "00:02 White: ok knight a3\n00:05 Black: e pawn takes d6?\n00:06 Umpire: no\n00:07 Black: then pawn b6\n"
        "00:09 White: pawn g4\n00:11 Black: hm, knight c6\n"
    )
    (game,) = read(text)
    made = [one for one in game.record.events if isinstance(one, (Move, Try))]
    assert [(type(one).__name__, one.side, one.text) for one in made] == [
        ("Move", "white", "Na3"), ("Try", "black", "exd6"), ("Move", "black", "b6"),
        ("Move", "white", "g4"), ("Move", "black", "Nc6"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("The queen tries h8, refused, and then goes to h6.", ["try refused Qh8", "move Qh6"]),
        ("The queen took. “f7, a pawn.” Check, said the umpire. “Which?” “Short diagonal.”",
         ["move Qxf7", "capture f7", "check short"]),
        ("White wished to know whether his pawns could take anything; they could not. Then came Nc3.",
         ["ask None", "answer False", "move Nc3"]),
    ],
)  # fmt: skip
def test_what_the_words_around_a_square_say_of_it(prose: str, told: list[str]) -> None:
    """The man of whom the sentence speaks, a capture called out, a direction given later, an answer in any words."""
    assert _told(_SCORE + prose) == told


def test_tries_between_two_squares_are_read_without_their_man() -> None:
    lines = ["01 W PLAY e2-e4 -> OK", "01 B TRY d7-c6 -> REFUSED", "01 B PLAY d7-d5 -> OK", "02 W PLAY e4-d5 -> OK",
             "02 W ANNOUNCE capture d5", "02 B PLAY c8-d7 -> OK"]  # fmt: skip
    (game,) = read("\n".join(lines))
    made = [(type(one).__name__, one.text) for one in game.record.events if isinstance(one, (Move, Try))]
    assert made == [("Move", "e2-e4"), ("Try", "d7-c6"), ("Move", "d7-d5"), ("Move", "e4-d5"), ("Move", "c8-d7")]
