"""The result of a game that an account tells behind it, of players whom only the account names."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import End
from kriegnote.model.record import Record
from kriegnote.operations.conversion import read_items

SCORE = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7"
WITH_A_COLOUR = "Flora (White) and the Major played this one:\n\n"


def record(text: str) -> Record:
    (item,) = read_items(io.BytesIO(text.encode()), None)
    return item.record


@pytest.mark.parametrize(
    ("before", "behind", "result"),
    [
        ("Ich hatte Schwarz.\n\n", ". Da gab ich auf.", "1-0"),
        ("Die Partie, die ich gegen Herrn Roth gespielt habe (ich hatte Weiß):\n\n", ". Hier gab ich auf.", "0-1"),
        ("Ik had zwart.\n\n", "\n\nHier gaf ik op.", "1-0"),
        ("I had Black.\n\n", "\n\nI won.", "0-1"),
        (WITH_A_COLOUR, "\n\nThe Major heard the dinner bell and left, so Flora won.\n\nYours, D.", "1-0"),
        (WITH_A_COLOUR, "\n\nFlora nearly won, but we stopped.", None),
        (WITH_A_COLOUR, "\n\nIn the next game Flora won.", None),
        ("", "\n\nWe went to bed.", None),
    ],
)
def test_the_words_behind_a_game_tell_its_result(before: str, behind: str, result: str | None) -> None:
    assert record(f"{before}{SCORE}{behind}").result == result


@pytest.mark.parametrize(
    ("before", "behind", "loser"),
    [
        ("I had White against Dr. Hall.\n\n", ", and here Dr. Hall resigned.", "black"),
        ("I had White against Dr. Hall.\n\n", "\n\nHere my opponent resigned.", "black"),
        ("Avevo il Bianco contro Neri.\n\n", ", e qui ho abbandonato.", "white"),
        ("la partie que j'ai jouée contre M. Roux ; j'avais les Noirs.\n\n", "\n\nM. Roux abandonna.", "white"),
        ("Yo llevaba las negras.\n\n", "\n\nAquí abandoné.", "black"),
        (WITH_A_COLOUR, "\n\nThe Major resigned.", "black"),
    ],
)
def test_who_resigned_is_known_by_his_name(before: str, behind: str, loser: str) -> None:
    (end,) = [one for one in record(f"{before}{SCORE}{behind}").events if isinstance(one, End)]
    assert (end.reason, end.side) == ("resignation", loser)


@pytest.mark.parametrize(
    "words", ["Remis angenommen.", "Nulle convenue.", "Tablas aceptadas.", "Patta concessa.", "Remise gegeven."]
)
def test_a_draw_that_was_given(words: str) -> None:
    (end,) = [one for one in record(f"{SCORE}\n{words}").events if isinstance(one, End)]
    assert end.reason == "agreement"
