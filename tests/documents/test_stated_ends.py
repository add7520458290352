"""How a game ended, wherever in the words behind its last ply that is said."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import End
from kriegnote.operations.conversion import read_items

HEAD = "White: Ann Ames. Black: old_crow.\n\n"
SCORE = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n"


def ended(text: str) -> tuple[str | None, str | None, str | None]:
    """The result, the reason and the side of the end."""
    (item,) = read_items(io.BytesIO(text.encode()))
    end = next((one for one in item.record.events if isinstance(one, End)), None)
    return item.record.result, end and end.reason, end and end.side


@pytest.mark.parametrize(
    ("behind", "reason", "side"),
    [
        ("old_crow resigned.", "resignation", "black"),
        ("ann gives up!", "resignation", "white"),
        ("Vit gav upp.", "resignation", "white"),
        ("As pretas desistiram.", "resignation", "black"),
        ("Białe poddały się.", "resignation", "white"),
        ("Niger victum se fatetur.", "resignation", "black"),
        ("Чёрные сдались.", "resignation", "black"),
        ("Het werd zwart te veel: opgegeven door zwart.", "resignation", "black"),
        ("And so it was given up as a draw.", "agreement", None),
        ("White offered a draw, which was accepted.", "agreement", None),
        ("Remi.", "agreement", None),
        ("The referee adjudicated a draw.", "adjudication", None),
        ("The clock struck ten; the umpire called it a draw.", "agreement", None),
        ("Der Schiedsrichter gab Remis.", "agreement", None),
        ("L'arbitro decreta la patta.", "agreement", None),
    ],
)
def test_the_words_behind_a_game_say_how_it_ended(behind: str, reason: str, side: str | None) -> None:
    _, said, of = ended(f"{HEAD}{SCORE}\n{behind}\n")
    assert said == reason
    assert side is None or of == side


@pytest.mark.parametrize(
    "behind",
    ["White offered a draw, which was refused.", "Ann had to go home.", "Should White resign now?", "Ann lost a pawn."],
)
def test_what_did_not_end_it_does_not(behind: str) -> None:
    assert ended(f"{HEAD}{SCORE}\n{behind}\n") == (None, None, None)


def test_the_words_before_it_may_name_the_result() -> None:
    assert ended(f"{HEAD}Result  1/2   (no tries noted)\n\n{SCORE}")[0] == "1/2-1/2"


@pytest.mark.parametrize(
    ("stated", "result"),
    [("**Result:** ½–½", "1/2-1/2"), ("Risultato: 0-1", "0-1"), ("Résultat : nulle", "1/2-1/2"),
     ("Ergebnis: Weiß gewinnt", "1-0"), ("Uitslag = remise", "1/2-1/2"), ("Result: not known", None)],
)  # fmt: skip
def test_a_result_may_be_set_off_or_told(stated: str, result: str | None) -> None:
    assert ended(f"{HEAD}{stated}\n\n{SCORE}")[0] == result


def test_a_mate_is_named_above_the_result() -> None:
    text = f"{HEAD}1. Sb1—a3  g7—g6\n2. c2—c4  h7—h5\n3. Dd1—a4  e7—e5 matt.\n0—1\n"
    assert ended(text) == ("0-1", "checkmate", "black")


def test_a_program_may_name_the_end() -> None:
    assert ended(f"{HEAD}{SCORE}\nWHITE_RESIGNS -> BLACK_WINS\n")[1:] == ("resignation", "white")
