"""Narratives: of the moves that stand in prose the board decides which were played, tried, or only spoken of."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Answer, Capture, Comment, End, Move, Try
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk, Read
from tests.support.shown import shown


def read(text: str) -> Read:
    found = dialogue.read(Chunk(text))
    spans = sorted(event.span for event in found.record.events if event.span)
    assert "".join(text[start:end] for start, end in spans) == text
    return found


def game(text: str) -> tuple[str, str | None]:
    """The moves (Black's behind dots), the tries in brackets and the answers of a text, and the result."""
    record = read(text).record
    made = [one for one in record.events if isinstance(one, Move | Try | Answer)]
    return " ".join(filter(None, map(shown, made))), record.result


PLAYED = [
    (
        "1. e4 e5 2. Qh5 Nc6. White felt his way with the queen: to e8, and he was told no; to h8, and he was told no. "
        "So he put it on f3. Black answered Nf6, and not too soon.",
        "e4 ..e5 Qh5 ..Nc6 (Qe8) (Qh8) Qf3 ..Nf6",
        None,
    ),
    (
        "1. e4 e5 2. Dh5 Sc6. Weiß versuchte die Dame nach h8, wurde abgewiesen und setzte sie dann nach f3. Schwarz "
        "zog Sf6.",
        "e4 ..e5 Dh5 ..Sc6 (Dh8) Df3 ..Sf6",
        None,
    ),
    (
        "Carr pushed the king's pawn, e4. Holt asked if there was anything and was told no; he replied e5. Then came "
        "Nf3. Holt's first idea, exd4, was refused, so Nc6 it was; next Bc4, and after Nf6 Carr castled.",
        "e4 no ..e5 Nf3 (exd4) ..Nc6 Bc4 ..Nf6 O-O",
        None,
    ),
    (
        "L'alfiere non c'entra: Verri spinse d4 e Lodi d5. Il cavallo uscì in c3 (Cc3); Lodi azzardò dxe4, respinta, "
        "e ripiegò su Cf6. Venne Ag5, poi e6, e quando il Bianco ebbe catturato in f6, Axf6, riprese gxf6.",
        "d4 ..d5 Cc3 (dxe4) ..Cf6 Ag5 ..e6 Axf6 ..gxf6",
        None,
    ),
    (
        "Les Blancs, e4. Les Noirs, e5. Ensuite Cf3 et Cc6. J'ai essayé 3. exd5, refusé, puis j'ai joué 3. Fc4; les "
        "Noirs ont répondu Cf6.",
        "e4 ..e5 Cf3 ..Cc6 (exd5) Fc4 ..Cf6",
        None,
    ),
    (
        "It began quietly: f4, e5. Now g4 was a blunder of the first water, and Qh4 was mate. White gave up chess "
        "for a month.",
        "f4 ..e5 g4 ..Qh4",
        None,
    ),
]


@pytest.mark.parametrize(
    ("text", "played", "result"), PLAYED, ids=["he", "sie", "english", "italian", "french", "mate"]
)
def test_the_board_decides_what_was_played_and_what_was_tried(text: str, played: str, result: str | None) -> None:
    assert game(text) == (played, result)


@pytest.mark.parametrize(
    ("words", "ended"),
    [("White later gave up.", True), ("In the return game White resigned.", False), ("White gave up a pawn.", False)],
)
def test_who_gave_up_is_said_by_a_sentence_that_says_nothing_else(words: str, ended: bool) -> None:
    events = read(
        f"It began quietly: f4, e5. Now Nf3 was chosen, then Nc6. Next came g3, and d6. {words}"
    ).record.events
    assert any(isinstance(event, End) for event in events) is ended


def test_whom_the_umpire_speaks_to_has_not_moved() -> None:
    text = "1. e4 e5 2. Nf3 Nc6\nWhite tries Bh6; the umpire says to White: no. 3. Bc4 Nf6\n"
    assert game(text)[0] == "e4 ..e5 Nf3 ..Nc6 (Bh6) Bc4 ..Nf6"


def test_an_answer_that_the_board_contradicts_is_a_comment_with_a_finding() -> None:
    """Nobody's pawn can capture after 1. e4 e5; what the narrator says is kept, and named."""
    found = read("Carr favoured e4 and Holt favoured e5. Carr asked, heard yes, and favoured Nf3; Holt favoured Nc6.")
    events = found.record.events
    assert not any(isinstance(event, Answer) for event in events)
    assert any(isinstance(event, Comment) and "heard yes" in event.text for event in events)
    assert any("heard yes" in one.message for one in found.findings)


CLEAN = "White plays e4. Black asks: any? No. Black plays e5. White plays Nf3. Black plays Nc6."


@pytest.mark.parametrize(
    ("text", "played", "ended"),
    [
        (f"{CLEAN} White resigns. Bb5 was in order.", "e4 no ..e5 Nf3 ..Nc6", True),
        (f"{CLEAN} They agree to a draw. Bb5 was in order.", "e4 no ..e5 Nf3 ..Nc6", True),
        (f"{CLEAN} White plays Bb5. The idea is a6 Ba4. Black plays Nf6.", "e4 no ..e5 Nf3 ..Nc6 Bb5 ..Nf6", False),
        (f"{CLEAN} In their second game it was d4, d5, c4.", "e4 no ..e5 Nf3 ..Nc6", False),
        (
            "White plays e4. Black plays d5. White asks: any? No. White plays exd5. Capture on d5. Black plays Qxd5. "
            "Capture on d5. White picks Nc3.",
            "e4 ..d5 no exd5 ..Qxd5",
            False,
        ),
        (
            "White plays e4. Black plays e5. White plays Nf3. Black tries d5: no. Black plays Nc6. White offers a "
            "draw. Black declines. White picks Bb5. Black plays a6.",
            "e4 ..e5 Nf3 (d5) ..Nc6 ..a6",
            False,
        ),
    ],
    ids=["behind an end", "behind a draw", "an idea", "another game", "a false answer", "an offer"],
)
def test_one_sentence_that_is_not_understood_changes_nothing_that_is(text: str, played: str, ended: bool) -> None:
    assert game(text)[0] == played
    assert any(isinstance(event, End) for event in read(text).record.events) == ended


def test_what_the_player_to_move_takes_was_not_announced_before() -> None:
    text = (
        "The king's pawn went first, e4. Then d5 came. White snatched it with exd5. Black takes Qxd5. Capture on d5. "
        "Then came Nc3, and the queen fled to Qa5."
    )
    assert [event.side for event in read(text).record.events if isinstance(event, Capture)] == ["black"]


@pytest.mark.parametrize(
    "text",
    [
        "My own moves were e4, then Nf3, then Bc4, then d3, said Carr, and what Holt did nobody knows.",
        "He might choose Nf3 or Nc3 there, or e4, or d4; the club preferred Bc4, and later Qh5.",
    ],
    ids=["one side", "no game"],
)
def test_moves_that_make_no_game_are_not_claimed(text: str) -> None:
    assert [event for event in read(text).record.events if isinstance(event, Move)] == []


def test_an_announcement_that_the_board_contradicts_is_not_passed_over_before_a_move() -> None:
    text = (
        "1. e4 e6\n2. d4 exd5 no; Bb4 check on long diagonal\n3. c3 Bxc3 capture at c3\n"
        "4. any? yes; bxc3 Qh4 capture at c3 (White)\n5. Nf3 Qxe4\n"
    )
    found = read(text)
    assert game(text)[0] == "e4 ..e6 d4 (exd5) ..Bb4 c3 ..Bxc3 yes bxc3 ..Qh4 Nf3 ..Qxe4"
    assert any("capture at c3 (White)" in each.message for each in found.findings)


@pytest.mark.parametrize(
    ("text", "played"),
    [
        (
            "White led off with the king's pawn two squares, Black moved his queen's pawn one square. White's knight "
            "went to f3, Black's to d7. White pushed the d-pawn two squares.",
            "e4 ..d6 Nf3 ..Nd7 d4",
        ),
        (
            "Both players began with the king's pawn two squares. White's bishop came to c4, Black's to c5.",
            "e4 ..e5 Bc4 ..Bc5",
        ),
        (
            "Il Bianco aprì con il pedone di Re di due passi, il Nero con il pedone c di due passi. Il Cavallo di Re "
            "andò in f3 e quello nero in c6.",
            "e4 ..c5 Nf3 ..Nc6",
        ),
        (
            "White pushed the queen's pawn two. Black pushed the king's bishop's pawn two. White pushed the king's "
            "knight's pawn one; Black the king's knight to f6. White the king's bishop to g2. "
            "Black pushed the d-pawn one.",
            "d4 ..f5 g3 ..Nf6 Bg2 ..d6",
        ),
        (
            "Les Blancs avancent le pion du roi de deux cases. Les Noirs avancent le pion du fou de la dame de deux "
            "cases. Les Blancs jouent le cavalier du roi en f3, les Noirs le cavalier de la dame en c6.",
            "e4 ..c5 Nf3 ..Nc6",
        ),
        (
            "Weiß zieht den Königsbauern zwei Felder. Schwarz zieht den Damenbauern zwei Felder. Weiß schlägt mit dem "
            "Königsbauern auf d5. Bauer geschlagen. Schwarz schlägt mit der Dame auf d5. Bauer geschlagen. Weiß zieht "
            "den Damenspringer nach c3.",
            "e4 ..d5 exd5 ..Qxd5 Nc3",
        ),
    ],
    ids=["by their length", "both", "Italian", "by officers", "French", "German"],
)
def test_moves_of_pawns_are_told_by_their_length(text: str, played: str) -> None:
    assert game(text)[0] == played


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("1. e4 e5\n2. White wishes to know if he can take anything. Nothing. Nf3 Nc6\n3. Bb5",
         "e4 ..e5 no Nf3 ..Nc6 Bb5"),
        ("1. e4 d5\n2. exd5, and the umpire: capture on d5. Then Qxd5, with another capture on d5.\n3. Nc3 Qa5",
         "e4 ..d5 exd5 ..Qxd5 Nc3 ..Qa5"),
    ],
)  # fmt: skip
def test_plies_that_numbers_miss_are_read_in_the_words_between(text: str, played: str) -> None:
    assert game(text)[0] == played


def test_a_position_may_stand_among_the_words() -> None:
    text = (
        "From 8/8/4k3/8/3PP3/4K3/8/8 w - - 0 41 White pushed the pawn to d5, and the king went to d6. "
        "White's king came to d4, Black's to e7."
    )
    record = read(text).record
    assert record.start is not None
    assert [(move.turn, move.text) for move in record.events if isinstance(move, Move)] == [
        (41, "d5"), (41, "Kd6"), (42, "Kd4"), (42, "Ke7"),
    ]  # fmt: skip


def test_a_pawn_that_nothing_names_is_not_made_up() -> None:
    text = "White moves a pawn two squares. Black moves a pawn two squares. White takes on d5 with the pawn: a pawn. "
    text += "Black takes on d5 with the queen: a pawn. White moves the queen's knight to c3."
    assert not {"c4", "e4"} & {one.text for one in read(text).record.events if isinstance(one, Move)}


def test_a_capture_that_is_announced_behind_a_mans_move_is_no_other_mans() -> None:
    text = "White began with e4, Black with e5. White's bishop went to c4, Black's knight to c6. "
    text += "White took on f7 with the "
    assert "Bxf7" not in game(text + "queen. A pawn was captured on f7.")[0]
    assert "Bxf7" in game(text + "bishop. A pawn was captured on f7.")[0]


def test_non_is_an_answer_where_it_stands_alone() -> None:
    text = "Les Blancs e4, les Noirs d5. Les Blancs : y en a-t-il ? L'arbitre : oui. exf5 ? Non. exd5. "
    text += "Les Noirs : y en a-t-il ? L'arbitre : non. Dxd5."
    assert game(text)[0] == "e4 ..d5 yes (exf5) exd5 no ..Dxd5"


def test_a_player_may_do_likewise() -> None:
    text = "White began with the king's pawn two squares, Black did the same. White's bishop came to c4, Black's to c5."
    assert game(text)[0] == "e4 ..e5 Bc4 ..Bc5"


@pytest.mark.parametrize(
    "words",
    [
        "Si las negras capturaran en e4, el árbitro lo impediría.",
        "Si les Noirs tentaient d4, l'arbitre le refuserait.",
        "Se il Nero tentasse d4, l'arbitro lo rifiuterebbe.",
        "Versuchte Schwarz d4, würde der Schiedsrichter ablehnen.",
    ],
)
def test_what_would_be_refused_was_not_tried(words: str) -> None:
    assert game(f"1. e4 d5 2. Nc3 Nf6 3. Nf3 e6. {words}")[0] == "e4 ..d5 Nc3 ..Nf6 Nf3 ..e6"
