"""Records in lines that say whose they are: notebooks, forms, scripts with both sides in a line, keys and values."""

from __future__ import annotations

import pytest

from kriegnote.documents.entries import entries_as_scores
from kriegnote.documents.games import read_document
from kriegnote.model.events import Capture, Check, End, Try
from kriegnote.text.plain import unmarked
from tests.documents.test_games_in_rows import told

NOTEBOOK = """Leeds, 4 Nov. 1931. Carr (W) v. Holt (B).

 1 W e4
   B e5
 2 W any? n. Nf3
   B any? n. exd4 n. Nc6
 3 W exd5 n. Bb5
   B resigns
"""
SLASHES = "W: e4 / B: e5\nW: any? no; Nf3 / B: any? no; exd4 no; Nc6\nW: exd5 no; Bb5\n"
FORM = """UMPIRE'S CARD    White: Carr    Black: Holt

1 White  Asked: -    Tried: -      Played: e4
1 Black  Asked: -    Tried: -      Played: e5
2 White  Asked: no   Tried: -      Played: Nf3
2 Black  Asked: no   Tried: exd4   Played: Nc6
3 White  Asked: -    Tried: exd5   Played: Bb5
"""
STANZAS = """Mossa n. 1
Bianco   Giocata: e4
Nero     Giocata: e5
Mossa n. 2
Bianco   Domanda: no   Giocata: Nf3
Nero     Domanda: no   Tentativi: exd4   Giocata: Nc6
Mossa n. 3
Bianco   Tentativi: exd5   Giocata: Bb5
"""
KEYS = """white: Carr
black: Holt
plies:
  - move: e4
  - move: e5
  - asked: no
    move: Nf3
  - asked: no
    tries: [exd4]
    move: Nc6
  - tries: [exd5]
    move: Bb5
"""
LINES = """{"n": 1, "side": "white", "move": "e4"}
{"n": 1, "side": "black", "move": "e5"}
{"n": 2, "side": "white", "any": "no"}
{"n": 2, "side": "white", "move": "Nf3"}
{"n": 2, "side": "black", "any": "no"}
{"n": 2, "side": "black", "try": "exd4", "answer": "no"}
{"n": 2, "side": "black", "move": "Nc6"}
{"n": 3, "side": "white", "try": "exd5", "answer": "no"}
{"n": 3, "side": "white", "move": "Bb5"}
"""
TOLD = ["e4", "e5", "any", False, "Nf3", "any", False, ("exd4", "refused"), "Nc6", ("exd5", "refused"), "Bb5"]


@pytest.mark.parametrize("text", [NOTEBOOK, SLASHES, FORM, STANZAS, KEYS, LINES])
def test_entries_are_turns_with_what_was_asked_and_tried(text: str) -> None:
    assert told(text) == TOLD


def test_each_word_keeps_its_place() -> None:
    (game,) = read_document(FORM).games
    rows = FORM.splitlines()
    for event in game.record.events:
        if text := getattr(event, "text", None):
            assert event.line is not None
            assert event.column is not None
            assert rows[event.line - 1].startswith(text, event.column - 1)


def test_who_gives_up_is_told_as_an_entry_of_his() -> None:
    (game,) = read_document(NOTEBOOK).games
    (end,) = [event for event in game.record.events if isinstance(event, End)]
    assert (end.side, end.reason, game.findings) == ("black", "resignation", [])


SHEET = """My own sheet (I had White).

1. e4
   heard: Black captures on e4, rank check
2. any? no; Nf3
3. tried exd5, exf5 - no; Bb5
4. Nxc6 (takes on c6)
   heard: Black captures on c6
"""


def test_the_sheet_of_one_player_with_what_he_hears() -> None:
    (game,) = read_document(SHEET).games
    assert (game.record.view, game.notation.id) == ("white", "tries")
    heard = [(e.side, e.turn) for e in game.record.events if isinstance(e, (Capture, Check))]
    assert heard == [("black", 1), ("black", 1), ("white", 4), ("black", 4)]
    tried = [(e.side, e.turn, e.text, e.verdict) for e in game.record.events if isinstance(e, Try)]
    assert tried == [("white", 3, "exd5", "refused"), ("white", 3, "exf5", "refused")]


@pytest.mark.parametrize(("one", "other"), [("heard: Black captures", "heard: capture"), ("3. tried", "5. tried")])
def test_a_sheet_that_does_not_say_whose_or_when_stays(one: str, other: str) -> None:
    text = SHEET.replace(one, other)
    assert entries_as_scores(unmarked(text)).text == text


def test_words_in_short_and_what_is_done() -> None:
    text = "1W e4 ok\n1B d5 ok\n2W any? Y / exf5 ill. / exd5 ok, capt. d5\n2B Qxd5 ok, cap d5, ch file\n3W Be2 ok\n"
    assert told(text)[2:] == ["any", True, ("exf5", "illegal"), "exd5", "Qxd5", "Be2"]
    (game,) = read_document(text).games
    heard = [
        e.square if isinstance(e, Capture) else e.directions
        for e in game.record.events
        if isinstance(e, (Capture, Check))
    ]
    assert heard == ["d5", "d5", ("file",)] and not game.findings


@pytest.mark.parametrize(
    "text",
    [
        "White: e4\nBlack: e5\nWhite: Nf3\nBlack: Nc6\n",  # a dialogue's reader reads it
        "White: any?\nUmpire: no\nWhite: e4\nBlack: e5\n",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n",
        "White: Carr\nBlack: Holt\nDate: 4 Nov. 1931\nResult: 1-0\n",
        "1. White asked, was told no, and played Nf3.\n2. Black tried exd4: no. He played Nc6.\n",
    ],
)
def test_other_lines_stay_as_they_are(text: str) -> None:
    assert entries_as_scores(unmarked(text)).text == text


def test_where_each_ply_says_whether_its_player_asked_no_is_no_answer() -> None:
    plies = [("e4", "no"), ("e5", "yes"), ("Nf3", "no"), ("Nc6", "no"), ("Bb5", "no")]
    text = "".join(
        f"{at // 2 + 1} {'WB'[at % 2]} Asked: {asked}   Played: {move}\n" for at, (move, asked) in enumerate(plies)
    )
    assert told(text) == ["e4", "any", "e5", "Nf3", "Nc6", "Bb5"]
