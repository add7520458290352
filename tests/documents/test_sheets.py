"""Tables with a game in each row: whatever parts the cells, in whatever order and language the columns are."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.documents.sheets import is_sheet, read_sheet
from kriegnote.documents.whole import games_of
from kriegnote.notations.registry import notation
from tests.support.commands import kriegnote

FOOLS = "1. f3 e5 2. g4 Qh4#"
SCHOLARS = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"
ITALIAN = f"""Data,Bianco,Nero,Risultato,Mosse
1975-04-12,Rossi,Bianchi,0-1,"{FOOLS}"
19/4/1975,"Verdi ""il vecchio\""",Neri,½-½,"1. e4 e5
2. Cf3 Cc6"
"""


def headers(text: str) -> list[dict[str, str]]:
    return [dict(game.record.headers) for game in games_of(text).games]


@pytest.mark.parametrize("separator", [";", "\t", "|", ","])
def test_each_row_is_a_game_with_its_headers(separator: str) -> None:
    rows = [
        ["White", "Black", "Date", "Moves"],
        ["Rossi", "Bianchi", "1975", FOOLS],
        ["Neri", "Bini", "1976", SCHOLARS],
    ]
    text = "".join(separator.join(row) + "\n" for row in rows)
    found = games_of(text).games
    assert headers(text) == [
        {"White": "Rossi", "Black": "Bianchi", "Date": "1975.??.??"},
        {"White": "Neri", "Black": "Bini", "Date": "1976.??.??"},
    ]
    assert [(game.line, len(game.record.events)) for game in found] == [(2, 4), (3, 7)]
    event = found[1].record.events[2]
    assert (event.line, text.split("\n")[2][(event.column or 1) - 1 :].startswith("Qh5")) == (3, True)


def test_columns_stand_in_any_order_and_cells_have_quotation_marks_and_line_breaks() -> None:
    assert headers(ITALIAN) == [
        {"Date": "1975.04.12", "White": "Rossi", "Black": "Bianchi", "Result": "0-1"},
        {"Date": "1975.04.19", "White": 'Verdi "il vecchio"', "Black": "Neri", "Result": "1/2-1/2"},
    ]
    assert [game.line for game in games_of(ITALIAN).games] == [2, 3]


def test_players_in_one_column_a_rulebook_and_columns_of_the_tables_own(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(
        "Nr.;Giocatori;Torneo;Anno;Regole;White Elo;Partita\n"
        "7;Conti – Marchi;Coppa;1974;regole inglesi;1800;1. e4 (a? N) e5 (a? N) 2. d4 (a? N) exd4\n"
        "8;Neri - Bini;;;;;\n"
    )
    (game,) = games_of(path.read_text("utf-8")).games
    assert dict(game.record.headers) == {
        "Game": "7", "White": "Conti", "Black": "Marchi", "Event": "Coppa", "Date": "1974.??.??", "WhiteElo": "1800",
    }  # fmt: skip
    assert (game.record.rules, game.notation.id) == ("english", "tries")
    assert f"{path}:3:1: info[KN112]: this row has no moves" in kriegnote("check", path).stdout


@pytest.mark.parametrize("cell", ["", "lost", "??", "1-0", "resigned without play"])
def test_a_row_without_moves_is_named_and_the_others_keep_theirs(cell: str) -> None:
    rows = f'Ann,Bob,1-0,Cole,"{SCHOLARS}"\nBob,Cy,0-1,Cole,"1. f3 e5 (a? N) 2. g4 Qh4#"\nEly,Fry,*,Cole,{cell}\n'
    found = games_of("White,Black,Result,Umpire,Moves\n" + rows)
    assert [(game.line, dict(game.record.headers)["Result"]) for game in found.games] == [(2, "1-0"), (3, "0-1")]
    assert [(one.line, one.message) for one in found.outside()] == [(4, "this row has no moves")]


def test_moves_parted_by_the_sign_that_parts_cells_are_one_score() -> None:
    (game,) = games_of("White,Black,Moves\nAnn,Bob,1. f3, e5 2. g4, Qh4# 0-1\n").games
    assert ([len(game.record.events), game.record.result]) == [4, "0-1"]


def test_the_notation_can_be_named() -> None:
    assert [game.notation.id for game in read_sheet(ITALIAN, notation("san")).games] == ["san", "san"]


@pytest.mark.parametrize(
    "text",
    [
        "ply,side,tries,move\n1,White,exd5 exf5,e4\n2,Black,,e5\n",  # one ply in each row
        "Mossa;Tentativi Bianco;Bianco;Tentativi Nero;Nero\n1;;c4;;f5\n7;hxg3;Ra2;cxd6 fxe4;Qd6\n",
        "White,Black,phone\nAnn,Bob,123\n",
        f"a,b,c\nAnn,Bob,{FOOLS}\n",  # nobody is named
        f"Rossi, Bianchi, 1975\n\n{FOOLS}\n",
        f"White, who had the move, lost.\n\n{FOOLS}\n",
        "White,Black\n",
        ",,,\n",
        "",
    ],
)
def test_any_other_text_is_no_such_table(text: str) -> None:
    assert not is_sheet(text)


def test_a_quotation_that_is_never_closed_is_no_traceback() -> None:
    text = f'White,Black,Moves\nAnn,Bob,"{FOOLS}"\nBob,Ann,"1. e4\n{"x " * 99999}'
    assert is_sheet(text[:999]) and len(games_of(text).games) >= 1
