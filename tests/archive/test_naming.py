"""Names of outputs: safe, unique, the same at every run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriegnote.archive.inputs import Input
from kriegnote.archive.naming import SPLIT, WHOLE, Names, Template, TemplateError, values_of, values_of_game


def test_names_mirror_the_inputs() -> None:
    one = Input("logs/a/game.txt", "a/game.txt")
    assert Template(WHOLE, split=False).fill(values_of(one, "san")) == "a/game"
    game = values_of_game(7, 12, (("White", "Anna / Carlo"), ("Date", "????.??.??")), None)
    values = values_of(one, "san") | game
    assert Template(SPLIT, split=True).fill(values) == "a/game-007"
    assert Template("{white}, {date}/{rules}{number}", split=True).fill(values) == "Anna - Carlo, unknown/unknown7"


def test_a_name_that_is_taken_gets_the_old_ending_then_a_number() -> None:
    names = Names()
    assert [names.unique("a/game", ".san", "a/game.txt") for _ in range(4)] == [
        "a/game.san", "a/game.txt.san", "a/game-2.san", "a/game-3.san",
    ]  # fmt: skip
    assert names.unique("A/GAME", ".san") == "A/GAME-4.san"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{whit}", "unknown field {whit}; did you mean {white}?"),
        ("{number.real}", "unknown field {number.real}"),
        ("{number", "expected '}' before end of string"),
        ("{white:d}", "Unknown format code 'd'"),
        ("{}", "unknown field {}"),
    ],
)
def test_what_is_wrong_with_a_template(text: str, said: str) -> None:
    with pytest.raises(TemplateError) as error:
        Template(text, split=True)
    assert said in str(error.value)


def test_fields_of_games_need_a_file_for_each() -> None:
    with pytest.raises(TemplateError, match="use --split"):
        Template("{white}", split=False)


@given(st.text(), st.text())
def test_no_header_leads_out_of_the_folder(white: str, event: str) -> None:
    values = {"path": "x", **values_of_game(1, 1, (("White", white), ("Event", event)), None)}
    name = Template("{path}/{event}/{white}", split=True).fill(values)
    parts = name.split("/")
    assert not {"", ".", ".."} & set(parts)
    assert len(parts) <= 3 and all(len(part.encode("utf-8", "surrogatepass")) <= 130 for part in parts)
    assert not any(ord(letter) < 32 for letter in name)
