"""Players of whom a sentence above a game says by a verb which men they had, and the date of the line above them."""

from __future__ import annotations

import pytest

from kriegnote.api import read

_ENGLISH = "1. d4 d5 2. c4 e6 3. Nc3 Nf6\n"


def headers(text: str) -> dict[str, str]:
    (game,) = read(text)
    return dict(game.record.headers)


@pytest.mark.parametrize(
    ("words", "white", "black"),
    [
        ("Mrs Hill took White and Mr Vane Black.", "Mrs Hill", "Mr Vane"),
        ("Rose had the black men, Percy the white.", "Percy", "Rose"),
        ("Dallapiccola conduceva i Bianchi, Ghedini i Neri.", "Dallapiccola", "Ghedini"),
        ("Frau Lenz spielte mit Schwarz, Herr Hauff mit Weiß.", "Herr Hauff", "Frau Lenz"),
        ("Mme Royer jouait avec les Blancs et M. Tardieu avec les Noirs.", "Mme Royer", "M. Tardieu"),
        ("Quiroga llevaba las negras, Bioy las blancas.", "Bioy", "Quiroga"),
        ("Marsman speelde met wit en Nijhoff met zwart.", "Marsman", "Nijhoff"),
    ],
)
def test_who_had_which_men(words: str, white: str, black: str) -> None:
    found = headers(f"{words}\n\n{_ENGLISH}")
    assert (found.get("White"), found.get("Black")) == (white, black)


@pytest.mark.parametrize(
    "words", ["She had White's plan in mind, and he Black's.", "It had White guessing, but not Black."]
)
def test_who_is_named_by_a_pronoun_is_nobody(words: str) -> None:
    assert not {"White", "Black"} & headers(f"{words}\n\n{_ENGLISH}").keys()


def test_the_date_of_the_event_may_stand_above_a_blank_line() -> None:
    text = f"Kriegspiel night at the Atheneum, 4 March 1921\n\nWhite: I. Ware; Black: O. Pell\n\n{_ENGLISH}"
    assert headers(text).get("Date") == "1921.03.04"
    assert "Date" not in headers(text.replace("Kriegspiel night at the Atheneum", "Written by hand in ink"))
