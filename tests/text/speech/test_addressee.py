"""Messages to one player: who is called “you”, and what they say of him."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.model.events import Capture, Move, Try
from kriegnote.text.respelling import respelt
from kriegnote.text.speech.addressee import addressee_of
from kriegnote.text.speech.persons import persons


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("To Black:\nWhite has moved. You played e5.", "black"),
        ("You played d4. Black has moved.", "white"),
        ("Your opponent has moved. I am White. You captured on e4.", "white"),
        ("Hai giocato d4. Il Nero ha mosso.", "white"),
        ("White has moved. Black has moved. You played e5.", None),
        ("White has moved. Black has moved.", None),
    ],
)
def test_to_whom_messages_are_written(text: str, side: str | None) -> None:
    assert addressee_of(text, "white" if "I am White" in text else None) == side


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("White moved. You captured on e4.", "White moved. Black captured on e4."),
        ("White moved. Your knight was taken.", "White moved. Black's knight was taken."),
        ("To Black: your opponent has moved.", "To Black: White has moved."),
        ("You played Nf6 (dxe4, Bb4 refused). White has moved.",
         "Black tried in vain dxe4, Bb4. Black played Nf6. White has moved."),
        ("You played e5. White has moved after 2 illegal tries.",
         "Black played e5. White made 2 illegal attempts. White has moved."),
    ],
)  # fmt: skip
def test_what_they_say_is_said_of_the_players(said: str, meant: str) -> None:
    assert respelt(said, persons(said, {})).text == meant


def test_letters_to_a_player_are_his_record() -> None:
    text = (
        "From the umpire to White\n\n"
        "Turn 1. You played e4. Black has moved.\n"
        "Turn 2. You played Bc4 (exd5 refused). Black has moved after 1 illegal try.\n"
        "Turn 3. You played Nf3. Black has moved.\n"
        "Turn 4. You played Bxf7, capturing on f7. Black has moved, capturing on f7.\n"
    )
    (game,) = read(text)
    events = game.record.events
    assert game.record.view == "white"
    assert [one.text for one in events if isinstance(one, Move)][::2] == ["e4", "Bc4", "Nf3", "Bxf7"]
    assert [(one.side, one.text) for one in events if isinstance(one, Try)] == [("white", "exd5"), ("black", None)]
    assert [(one.side, one.square) for one in events if isinstance(one, Capture)] == [("white", "f7"), ("black", "f7")]
