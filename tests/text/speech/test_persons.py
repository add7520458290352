"""Who is meant by a name, by “I” and by “he” is learned from the text, or left open."""

from __future__ import annotations

import pytest

from kriegnote.text.respelling import respelt
from kriegnote.text.speech.persons import persons, writer_of

TRIES = "I tried exd5, he tried exd4, my opponent resigned"
OF_WHITE = "White tried exd5, Black tried exd4, Black resigned"
OF_BLACK = "Black tried exd5, White tried exd4, White resigned"


def called(text: str, **headers: str) -> str:
    return respelt(text, persons(text, headers)).text


@pytest.mark.parametrize(
    ("says", "meant"),
    [
        ("I had White. ", OF_WHITE),
        ("I was Black. ", OF_BLACK),
        ("My game as Black: I had it as Black. ", OF_BLACK),
        ("I opened with 1.e4. ", OF_WHITE),
        ("Then I answered 1...e5. ", OF_BLACK),
        ("Ich spiele Schwarz. ", OF_BLACK),
        ("I had Black", ""),
    ],
)
def test_a_writer_has_the_colour_that_he_says_or_whose_moves_he_tells(says: str, meant: str) -> None:
    assert called(says + TRIES).endswith(meant)


@pytest.mark.parametrize("says", ["", "I umpired. ", "I played 1.e4 and then I played 1...e5. "])
def test_a_writer_of_no_colour_is_taken_for_nobody(says: str) -> None:
    assert called(says + TRIES) == says + TRIES


@pytest.mark.parametrize("says", ["Ho il Nero contro Orr.", "J'ai les Noirs.", "Sono il Nero.", "Ich habe Schwarz."])
def test_a_verb_says_who_writes(says: str) -> None:
    assert writer_of(says) == "black"


def test_a_writer_may_be_assumed_and_is_spoken_to() -> None:
    text = "1 pawn try for me. He took on d4."
    assert respelt(text, persons(text, {}, "white")).text == "1 pawn try for White. Black took on d4."
    assert writer_of(text) is None


def test_who_is_quoted_speaks_of_himself() -> None:
    assert called("I had White. He said “I resign”.") == "White had White. Black said “I resign”."


def test_an_italian_verb_names_the_writer() -> None:
    text = "Io avevo il Nero. Ho tentato exd5; Guido ha tentato exd4."
    assert called(text) == "Black avevo il Nero. Black Ho tentato exd5; White ha tentato exd4."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("(White: Orr) Orr tried exd5, Mr. Dale asked", "White tried exd5, Black asked"),
        ("ORR v. DALE (Black: Orr). Orr tried exd5, DALE asked", "Black tried exd5, White asked"),
        ("Dale played 1... e5. Orr tried exd5", "White tried exd5"),
        ("Orr tried exd5, Dale asked", "Orr tried exd5, Dale asked"),
        ("Orr opened e4, Dale tried exd5", "White opened e4, Black tried exd5"),
        ("Orr opened e4, Dale tried exd5, Black", "Orr opened e4, Dale tried exd5, Black"),
        ("Orr is White. Orr tried exd5, Dale asked, Ellis asked", "Orr tried exd5, Dale asked, Ellis asked"),
    ],
)
def test_two_who_act_are_the_players_by_the_colour_of_one(text: str, meant: str) -> None:
    assert called(text).endswith(meant)


def test_headers_name_players() -> None:
    assert called("Lee asked. MR. GRAU tried", White="A. Grau", Black="B. Lee") == "Black asked. White tried"


def test_a_square_in_capitals_is_no_name() -> None:
    assert "AT C2" in called("Taken AT C2\nmoth moves. Taken AT C2\nmoth moves", White="moth", Black="quill")
    assert "AT C2" in called("Orr opened e4. Taken AT C2 and tried exd5")


def test_a_name_behind_a_colour_is_left_out() -> None:
    assert called("White (Mr. Orr): e4") == "White: e4"


def test_a_surname_of_the_headers_is_no_german_word_for_a_man_or_a_colour() -> None:
    assert called("König tried Qg5, Weiss moved", White="Karl Weiss", Black="Hans König") == (
        "Black tried Qg5, White moved"
    )
    assert called("King takes e5", White="Anna King", Black="Ann Lee") == "King takes e5"
