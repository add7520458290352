"""Tables of games that do not have one turn in each row."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Capture, Move, Try


def told(text: str) -> list[list[str]]:
    """The moves of each game, with its tries in brackets."""
    return [
        [f"({one.text})" if isinstance(one, Try) else one.text or "" for one in game.record.events if _is_told(one)]
        for game in read_document(text).games
    ]


def _is_told(event: object) -> bool:
    return isinstance(event, Move | Try)


def columns(*rows: str, sign: str) -> str:
    """A table with these rows, whose cells are separated by bars: with tabs, bars, blanks or commas."""
    cells = [row.split("|") for row in rows]
    if sign == "":
        return "\n".join("".join(f"{cell:16}" for cell in row).rstrip() for row in cells) + "\n"
    edge = sign if sign == "|" else ""
    return "\n".join(edge + sign.join(row) + edge for row in cells) + "\n"


@pytest.mark.parametrize("sign", ["\t", "|", ",", ""])
@pytest.mark.parametrize(
    "names",
    [
        "Turn White Tried Black Tried",
        "Mossa Bianco Tentativi Nero Tentativi",
        "Zet Wit Pogingen Zwart Pogingen",
        "Coup Blancs Essais Noirs Essais",
    ],
)
def test_turns_may_be_columns(names: str, sign: str) -> None:
    number, white, tried, black, tried_2 = names.split()
    text = columns(
        f"{number}|1|2|3|4", f"{white}|e4|exd5|d3|h3", f"{tried}||exf5||", f"{black}|d5|c6|cxd5|h6",
        f"{tried_2}|||exd5|", sign=sign,
    )  # fmt: skip
    assert told(text) == [["e4", "d5", "(exf5)", "exd5", "c6", "d3", "(exd5)", "cxd5", "h3", "h6"]]


def test_turns_in_columns_go_on_below() -> None:
    text = columns(
        "No.|1.|2.|3.", "White|e4|d4|exd5", "Black|e6|d5|exd5", "", "No.|4.|5.|6.", "White|a3|b3|c3", "Black|a6|b6|c6",
        sign="\t",
    )  # fmt: skip
    assert told(text) == [["e4", "e6", "d4", "d5", "exd5", "exd5", "a3", "a6", "b3", "b6", "c3", "c6"]]


def test_columns_of_numbers_that_name_no_side_are_left_alone() -> None:
    text = columns("Round|1|2|3|4", "Ann|1|0|1|1", "Bob|0|1|0|0", sign="\t")
    assert told(text) == []


@pytest.mark.parametrize("rules", [True, False])
def test_a_cell_may_have_several_lines_of_which_the_last_is_the_move(rules: bool) -> None:
    rows = ["Nr|Weiß|Schwarz|Ansage", "1|e4|d5|", "2|exf5|c6|Weiß: schlägt d5", "|exd5||",
            "3|a3|cxd5|Schwarz: schlägt d5", "4|h3|dxc4|", "||dxe4|", "||a6|"]  # fmt: skip
    lines = columns(*rows, sign="|").splitlines()
    rule = "+----+-----+------+----+"
    text = "\n".join(
        part for line in lines for part in ((rule, line) if rules and not line.startswith("||") else (line,))
    )
    assert told(text + "\n") == [
        ["e4", "d5", "(exf5)", "exd5", "c6", "a3", "cxd5", "h3", "(dxc4)", "(dxe4)", "a6"],
    ]
    (game,) = read_document(text + "\n").games
    assert [one.square for one in game.record.events if isinstance(one, Capture)] == ["d5", "d5"]


@pytest.mark.parametrize(
    ("heads", "sign"),
    [
        ("Turn|Player|1st try|2nd try|3rd try", "|"),
        ("turn,player,try_1,try_2,try_3", ","),
        ("Mossa|Giocatore|1º tentativo|2º tentativo|3º tentativo", "\t"),
    ],
)
def test_the_last_of_several_columns_of_attempts_is_the_move(heads: str, sign: str) -> None:
    rows = [heads.replace(",", "|"), "1|W|e4||", "1|B|d5||", "2|W|exc5|exf5|exd5", "2|B|Qxd5||", "3|W|Nc3||",
            "3|B|Qxd2|Qa5|"]  # fmt: skip
    assert told(columns(*rows, sign=sign)) == [
        ["e4", "d5", "(exc5)", "(exf5)", "exd5", "Qxd5", "Nc3", "(Qxd2)", "Qa5"],
    ]


def test_columns_of_refused_tries_alone_are_no_moves() -> None:
    rows = ["Turn|Player|1st try|2nd try", "1|W||", "1|B||", "2|W|exc5|exf5", "2|B||", "3|W|dxe5|", "3|B|Qxd2|Qa5"]
    assert told(columns(*rows, sign="|")) == []


@pytest.mark.parametrize("sign", ["|", ""])
@pytest.mark.parametrize(
    "heads",
    [
        ["No.|Board 1 White|Board 1 Black|Board 2 White|Board 2 Black"],
        ["No.|White (A)|Black (A)|White (B)|Black (B)"],
        ["Nr.|Brett 1||Brett 2|", "|Weiß|Schwarz|Weiß|Schwarz"],
    ],
)
def test_games_may_stand_beside_one_another(heads: list[str], sign: str) -> None:
    rows = ["1|e4|d5|d4|c5", "2|(exf5) exd5|c6|d5|(cxb4) e6", "3|a3|cxd5|c4|exd5", "4|h3|a6|cxd5|"]
    assert told(columns(*heads, *rows, sign=sign)) == [
        ["e4", "d5", "(exf5)", "exd5", "c6", "a3", "cxd5", "h3", "a6"],
        ["d4", "c5", "d5", "(cxb4)", "e6", "c4", "exd5", "cxd5"],
    ]
