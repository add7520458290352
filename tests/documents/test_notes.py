"""Notes below a score stand where their marks are."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Comment, Move, Try

TITLE = "Mills - Nash, Bristol 1949\n\n"


@pytest.mark.parametrize(("mark", "colon"), [("[1]", ""), ("[^1]", ":"), ("[^a]", ":")])
def test_a_note_is_a_remark_behind_its_move(mark: str, colon: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3{mark} Nc6 3. Bc4 Nf6\n\n{mark}{colon} The usual move, as\nin Leeds.\n"
    document = read_document(text)
    (game,) = document.games
    said = [event for event in game.record.events if isinstance(event, Comment)]
    assert [" ".join(one.text.split()) for one in said] == ["The usual move, as in Leeds."]
    index = game.record.events.index(said[0])
    assert isinstance(move := game.record.events[index - 1], Move) and move.text == "Nf3"
    assert said[0].line == 3
    assert text[game.start : game.end].strip() == text[len(TITLE) :].split("\n")[0]
    assert not document.left_out()


def test_tries_in_a_note_are_read_before_the_move_that_it_is_on() -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6[1] 3. Bc4 Nf6\n\n[1] Black first tried exd4, in vain.\n"
    document = read_document(text)
    (game,) = document.games
    texts = [event.text for event in game.record.events if isinstance(event, Move | Try)]
    assert texts == ["e4", "e5", "Nf3", "exd4", "Nc6", "Bc4", "Nf6"]
    assert not document.left_out()


def test_a_mark_that_is_behind_no_move_stays() -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6\n\nAs is well known[1] this is old.\n\n[1] Since 1. d4.\n"
    (game,) = read_document(text).games
    assert not [event for event in game.record.events if isinstance(event, Comment)]


@pytest.mark.parametrize(
    "tries",
    [
        "Tries: W 3. exd5, exf5; B 3. exd4.",
        "Refused: 3. exd5, exf5 (White); 3... exd4 (Black).",
        "Tentativi respinti. Bianco: 3. exd5, exf5. Nero: 3. exd4.",
        "Illegal tries: 3. exd5, exf5 (White), exd4 (Black)",
    ],
)
def test_a_list_of_tries_stands_before_the_moves(tries: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 d6\n\n{tries}\n"
    document = read_document(text)
    (game,) = document.games
    said = [(type(event).__name__, event.side, event.text) for event in game.record.events[4:9]
            if isinstance(event, Move | Try)]  # fmt: skip
    assert said == [("Try", "white", "exd5"), ("Try", "white", "exf5"), ("Move", "white", "Bc4"),
                    ("Try", "black", "exd4"), ("Move", "black", "Nf6")]  # fmt: skip
    assert not document.left_out()


@pytest.mark.parametrize("tries", ["Tries: 3. exd5; 9. exf5.", "Tries: W 9. exf5.", "Tries: W 3. exd5 would do."])
def test_a_list_that_does_not_say_whose_or_when_stays(tries: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 d6\n\n{tries}\n"
    document = read_document(text)
    (game,) = document.games
    assert not [event for event in game.record.events if isinstance(event, Try)]
    assert document.left_out() or game.findings


@pytest.mark.parametrize(
    "marks", [("¹", "²", "1)", "2)"), ("¹", "¹²", "¹", "¹²"), (" [1]", " [2]", "1)", "2)"), ("(a)", "(b)", "a)", "b)")]
)
def test_the_number_of_a_note_may_be_raised_or_have_other_brackets(marks: tuple[str, ...]) -> None:
    one, two, first, second = marks
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6{one} 3. Bc4{two} Nf6 4. d3 d6\n\n"
    text += f"{first} Black first tried exd4.\n{second} After a try with exd5.\n"
    (game,) = read_document(text).games
    said = [(event.side, event.turn, event.text) for event in game.record.events if isinstance(event, Try)]
    assert said == [("black", 2, "exd4"), ("white", 3, "exd5")] and not game.findings


@pytest.mark.parametrize(
    ("marks", "notes"),
    [
        (
            ("(a)", "(b)"),
            ("(a) Black had first tried exd4 and Qxd4, both refused.", "(b) White first essayed exd5: “No.”"),
        ),
        (("¹", "²"), ("¹ Zuvor vergeblich versucht: exd4, Qxd4", "² Der Unparteiische: exd5 nicht erlaubt")),
        (("[1]", "[2]"), ("[1] Aveva prima tentato exd4 e Qxd4, entrambi respinti.", "[2] exd5 rifiutata")),
        (("*", "**"), ("* essayé auparavant, sans succès : exd4 ; Qxd4", "** Les Blancs avaient essayé exd5")),
        (("(1)", "(2)"), ("Eerder tevergeefs geprobeerd:\n(1) exd4, Qxd4", "(2) exd5")),
        (("((tried: exd4, Qxd4))", "((exd5 refused))"), ("", "")),
        (("^[tried exd4 and Qxd4]", "^[refused: exd5]"), ("", "")),
        (("[fn:: exd4, Qxd4 refused]", "[fn:: tried exd5]"), ("", "")),
    ],
)
@pytest.mark.parametrize(
    "score",
    ["1. e4 e5 2. Nf3 Nc6{} 3. Bc4{} Nf6 4. d3 d6", "1 | e4 | e5\n2 | Nf3 | Nc6{}\n3 | Bc4{} | Nf6\n4 | d3 | d6"],
)
def test_notes_of_nothing_but_tries_are_these(score: str, marks: tuple[str, str], notes: tuple[str, str]) -> None:
    text = f"{TITLE}{score.format(*marks)}\n\n" + "\n".join(notes) + "\n"
    (game,) = read_document(text).games
    said = [event.text for event in game.record.events if isinstance(event, Try | Move | Comment)]
    assert said == ["e4", "e5", "Nf3", "exd4", "Qxd4", "Nc6", "exd5", "Bc4", "Nf6", "d3", "d6"]


@pytest.mark.parametrize("note", ["exd4 was the move.", "exd4, Qxd4", "Black should have tried exd4."])
def test_notes_with_other_words_stay_notes(note: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6 (a) 3. Bc4 Nf6 4. d3 d6\n\n(a) {note}\n"
    (game,) = read_document(text).games
    assert [event.text for event in game.record.events if isinstance(event, Comment)] == [note]


@pytest.mark.parametrize(
    "lists",
    [
        "Anhang: die abgelehnten Züge\n\nWeiß: im 4. Zug exf6.\nSchwarz: im 3. Zug exd4, Nxd4; im 4. Zug exd4.",
        "Refused tries\n\nWhite: at move 4 exf6\nBlack: at move 3 exd4, Nxd4; at move 4 exd4",
        "Coups refusés :\n3... exd4, Nxd4\n4. exf6\n4... exd4",
        "Tentativi respinti. 3... exd4, Nxd4; 4. exf6; 4... exd4.\nCatture: 4. in f7.\nScacchi: 4. diagonale corta.",
        "Mosse rifiutate:\n  3... exd4, Nxd4  4. exf6  4... exd4\nCatture:\n  4. in f7\nScacchi:\n  4. diag. corta\n",
    ],
)
def test_lists_by_turns_below_the_score(lists: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Bxf7 Kxf7 5. d3 d6\n\n{lists}\n"
    (game,) = read_document(text).games
    said = [(event.side, event.turn, event.text) for event in game.record.events if isinstance(event, Try)]
    expected = [("black", 3, "exd4"), ("black", 3, "Nxd4"), ("white", 4, "exf6"), ("black", 4, "exd4")]
    assert said == expected
