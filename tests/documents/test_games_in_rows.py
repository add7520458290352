"""Tables in whose rows a game is told: their columns get their roles by what stands in them."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.games_in_rows import in_sentences
from kriegnote.model.events import Answer, Ask, Capture, Check, Move, Try
from kriegnote.text.plain import unmarked

TALK = [("1", "White", "e4", "White has moved"), ("1", "Black", "Any?", "No"), ("1", "Black", "e5", "Black has moved"),
        ("2", "White", "exd5", "Illegal"), ("2", "White", "Nf3", "White has moved"),
        ("2", "Black", "Nc6", "Black has moved"), ("3", "White", "Bb5", "White has moved"),
        ("3", "Black", "a6", "Black has moved")]  # fmt: skip
TOLD = ["e4", "any", False, "e5", ("exd5", "illegal"), "Nf3", "Nc6", "Bb5", "a6"]


def told(text: str) -> list[object]:
    (game,) = read_document(text).games
    said: list[object] = []
    for event in game.record.events:
        if isinstance(event, Move):
            said.append(event.text)
        elif isinstance(event, Try):
            said.append((event.text, event.verdict))
        elif isinstance(event, Ask | Answer):
            said.append(event.what if isinstance(event, Ask) else event.any)
    return said


def rows(sign: str, order: str = "NWSA") -> str:
    heads = dict(zip("NWSA", ("No.", "Who", "What", "Reply"), strict=True))
    lines = [[heads[one] for one in order]]
    lines += [[dict(zip("NWSA", row, strict=True))[one] for one in order] for row in TALK]
    return "\n".join(sign.join(one) for one in lines) + "\n"


@pytest.mark.parametrize("order", ["NWSA", "WSA", "WNSA", "ASW"])
@pytest.mark.parametrize("sign", [" | ", "\t"])
def test_rows_of_who_said_what_are_a_script(sign: str, order: str) -> None:
    assert told(rows(sign, order)) == TOLD


def test_columns_may_be_parted_by_blanks_and_cells_empty() -> None:
    lines = [
        f"{'' if at == 1 else number:4}{who:10}{said:10}{reply}" for at, (number, who, said, reply) in enumerate(TALK)
    ]
    assert told("\n".join(lines) + "\n") == TOLD


def test_a_web_page_has_such_tables_too() -> None:
    cells = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>\n" for row in TALK)
    assert told(f"<html><body><table>{cells}</table></body></html>") == TOLD


@pytest.mark.parametrize("none", ["", "--", "—"])
def test_columns_of_tries_stand_before_the_moves(none: str) -> None:
    lines = [("No.", "tried", "White", "tried", "Black"), ("1", none, "e4", "any? no", "e5"),
             ("2", "exd5, exf5", "Nf3", none, "Nc6"), ("3", none, "Bb5", none, "a6")]  # fmt: skip
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines)
    moves = ["Nf3", "Nc6", "Bb5", "a6"]
    assert told(text) == ["e4", "any", False, "e5", ("exd5", "refused"), ("exf5", "refused"), *moves]


def test_what_the_umpire_said_stands_beside_the_moves() -> None:
    lines = [("N", "White", "Umpire", "Black", "Umpire"), ("1", "e4", "", "d5", ""),
             ("2", "exd5", "capture on d5", "Nf6", ""),
             ("3", "Bb5", "check on the short diagonal", "Nc6", "")]  # fmt: skip
    (game,) = read_document("\n".join(f"| {' | '.join(one)} |" for one in lines)).games
    said = [one for one in game.record.events if isinstance(one, Capture | Check)]
    assert [(one.side, one.turn) for one in said] == [("white", 2), ("white", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "a | b | c\nd | e | f\ng | h | i\n",
        "1 | Ash | 2\n2 | Bell | 1\n3 | Cox | 0\n",
        "|||\n|||\n|||\n",
        "White | e4 | \n",
    ],
)
def test_any_other_table_stays_as_it_is(text: str) -> None:
    assert in_sentences(unmarked(text)).text == text


def test_each_event_stands_where_its_cell_does() -> None:
    text = rows(" | ")
    (game,) = read_document(text).games
    assert [text.splitlines()[event.line - 1].count(event.text) for event in game.record.events
            if isinstance(event, Move) and event.line and event.text] == [1] * 6  # fmt: skip
