"""What stands around the turns of a table, between them, and in place of words."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Comment, Move, Try
from kriegnote.model.record import Record
from kriegnote.operations.conversion import read_items


def record(text: str) -> Record:
    (item,) = read_items(io.BytesIO(text.encode()))
    return item.record


def told(one: Record) -> list[str]:
    """The moves, with the tries before them in brackets, as often as they were made."""
    return [
        f"({event.text or event.times or 1})" if isinstance(event, Try) else event.text or ""
        for event in one.events
        if isinstance(event, Move | Try)
    ]


def turns(one: Record) -> list[int | None]:
    return [event.turn for event in one.events if isinstance(event, Move) and event.side == "white"]


GAME = ["e4", "e5", "(exd5)", "Nf3", "(exd4)", "Nc6", "(exd5)", "Bc4", "Bc5", "O-O", "Nf6", "d3", "d6"]
FRAMED = """Event;Winter cup;;;
White;Ann Alder;;;
Black;Bob Beech;;;
Result;1-0;;;
;;;;
no;refused (W);White;refused (B);Black
1;;e4;;e5
2;exd5;Nf3;exd4;Nc6
;;;;
3;{again};Bc4;;Bc5
4;;O-O;;Nf6
5;;d3;;d6
{foot}
"""


@pytest.mark.parametrize("sign", [";", ",", "\t"])
@pytest.mark.parametrize("foot", ["Total;2;;1;", ";;;;", "Remark;none;;;"])
def test_a_file_may_have_lines_above_and_below_its_turns(sign: str, foot: str) -> None:
    one = record(FRAMED.format(again="exd5", foot=foot).replace(";", sign))
    assert told(one) == GAME
    assert (one.header("White"), one.header("Black"), one.result) == ("Ann Alder", "Bob Beech", "1-0")


@pytest.mark.parametrize("sign", ['""""', "ditto", "do.", "〃", "„", "idem", "wie oben", "lo stesso", "lo mismo"])
def test_a_sign_stands_for_the_cell_above(sign: str) -> None:
    assert told(record(FRAMED.format(again=sign, foot=""))) == GAME


@pytest.mark.parametrize("sign", ['"', "dto."])
def test_it_does_where_blanks_part_the_columns(sign: str) -> None:
    rows = [("No", "Tried (W)", "White", "Tried (B)", "Black"), ("1", "", "e4", "", "e5"),
            ("2", "exd5", "Nf3", "exd4", "Nc6"), ("3", f"  {sign}", "Bc4", "", "Bc5"),
            ("4", "", "O-O", "", "Nf6"), ("5", "", "d3", "", "d6")]  # fmt: skip
    assert told(record("\n".join("".join(f"{cell:12}" for cell in row) for row in rows) + "\n")) == GAME


def test_beside_a_column_of_players_nobody_knows_whose_words_it_stands_for() -> None:
    text = 'Turn\tPlayer\tTried\tPlayed\n1\tWhite\t\te4\n1\tBlack\t\te5\n2\tWhite\texd5\tNf3\n2\tBlack\t"\tNc6\n'
    one = record(text + "3\tWhite\t\tBc4\n3\tBlack\t\tBc5\n")
    assert told(one) == ["e4", "e5", "(exd5)", "Nf3", "Nc6", "Bc4", "Bc5"]
    assert [event.text for event in one.events if isinstance(event, Comment)] == ['"']


ABOVE = """        BLANCAS            NEGRAS
 1.     e4                 e5
        {white}             {black}
 2.     Cf3                Cc6
        {white}
 3.     Ac4                Ac5
 4.     O-O                Cf6
"""


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("[exd5]", "[exd4]"),
        ("(exd5)", "(exd4)"),
        ("exd5 no", "exd4 no"),
        ("exd5?", "exd4?"),
        ("exd5, exf5", "exd4, exf4"),
    ],
)
def test_rows_of_tries_stand_above_their_moves(white: str, black: str) -> None:
    one = record(ABOVE.format(white=white, black=black))
    assert [event for event in told(one) if "f5" not in event and "f4" not in event] == [
        *("e4", "e5", "(exd5)", "Cf3", "(exd4)", "Cc6", "(exd5)", "Ac4", "Ac5", "O-O", "Cf6"),
    ]


def test_or_below_them_if_only_so_they_were_illegal() -> None:
    text = "White\tBlack\n1\te4\ta6\n2\tNf3\td5\n\t(exd5)\t\n3\tNc3\tdxe4\n4\tNxe4\tNf6\n"
    assert told(record(text)) == ["e4", "a6", "(exd5)", "Nf3", "d5", "Nc3", "dxe4", "Nxe4", "Nf6"]


@pytest.mark.parametrize("name", ["Fehlversuche", "No. of tries", "numero di tentativi", "aantal pogingen"])
def test_a_column_may_count_the_tries(name: str) -> None:
    rows = ["No.|White|{0}|Black|{0}", "1|e4|0|e5|", "2|Nf3|2|Nc6|1", "3|Bc4|0|Bc5|0", "4|O-O||Nf6|"]
    one = record("\n".join(rows).format(name).replace("|", "\t") + "\n")
    assert told(one) == ["e4", "e5", "(2)", "Nf3", "(1)", "Nc6", "Bc4", "Bc5", "O-O", "Nf6"]
    assert {event.verdict for event in one.events if isinstance(event, Try)} == {"refused"}


@pytest.mark.parametrize("numbers", [(1, 2, 2, 3, 4), (1, 2, 4, 5, 6), (1, 2, 3, 3, 5), (11, 12, 12, 13, 14)])
def test_turns_with_false_numbers_are_counted_if_the_game_can_be_played_so(numbers: tuple[int, ...]) -> None:
    rows = [("e4", "e5"), ("Nf3", "Nc6"), ("Bc4", "Bc5"), ("O-O", "Nf6"), ("d3", "d6")]
    lines = [f"| {number} | | {white} | exd4 | {black} |" for number, (white, black) in zip(numbers, rows, strict=True)]
    one = record("| N | tried (W) | White | tried (B) | Black |\n" + "\n".join(lines) + "\n")
    assert turns(one) == [*range(numbers[0], numbers[0] + 5)]
