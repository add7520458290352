"""Columns: a page printed in two is read down one and then the other; a table is read across."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

import pytest

from kriegnote.documents.columns import in_reading_order
from kriegnote.documents.games import read_document
from kriegnote.model.events import Move

FIRST = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0"
SECOND = (
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5 0-1"
)
WORDS = "In those years the club met every Thursday evening, and the umpire kept all the scores in a book of his own."


def column(*parts: str, width: int = 36) -> list[str]:
    return [row for part in parts for row in ([*wrap(part, width, break_on_hyphens=False), ""])]


def beside(left: list[str], right: list[str], width: int = 40) -> str:
    return "\n".join(f"{one:<{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")) + "\n"


PAGE = column(WORDS, "Game 1. Ann - Bob, Hull 1948", FIRST, WORDS, "Game 2. Cid - Dan, Hull 1949", SECOND, WORDS)


@pytest.mark.parametrize("fold", [12, 15, 18])
def test_a_game_goes_on_at_the_head_of_the_next_column(fold: int) -> None:
    text = "   THE CLUB MAGAZINE\n\n" + beside(PAGE[:fold], PAGE[fold:])
    found = read_document(text).games
    assert [game.record.header("White") for game in found] == ["Ann", "Cid"]
    for game, score in zip(found, (FIRST, SECOND), strict=True):
        moves = [event for event in game.record.events if isinstance(event, Move)]
        assert [move.text for move in moves] == [word for word in score.split()[:-1] if not word[0].isdigit()]
        rows = text.split("\n")
        for move in moves:
            assert move.line and move.column and move.text and move.span
            assert rows[move.line - 1][move.column - 1 :].startswith(move.text)
            assert move.text in text[slice(*move.span)]


def test_two_games_beside_each_other() -> None:
    def rows(score: str) -> list[str]:
        words = score.split()
        return [f"{words[at]:>3} {words[at + 1]:<8}{words[at + 2]}" for at in range(0, 30, 3)]

    text = beside(
        ["Game 1", "White: Ann", "Black: Bob", *rows(FIRST)], ["Game 2", "White: Cid", "Black: Dan", *rows(SECOND)]
    )
    found = read_document(f"{WORDS}\n\n{text}\n{WORDS}\n").games
    assert [(game.record.header("White"), len(game.record.events)) for game in found] == [("Ann", 20), ("Cid", 20)]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{number}. Nf3     Nc6" for number in range(1, 12)),
        "\n".join(f"{at}. Nf3   Nc6    {at + 1}. Ng1   Nb8    {at + 2}. Nh3   Na6" for at in range(1, 30, 3)),
        "\n".join(f"{number}. P-K4          {number}. P-Q4" for number in range(1, 12)),
        WORDS,
        "8 r . b q k b n r\n" * 8,
        "",
    ],
)
def test_what_is_read_across_stays_as_it_is(text: str) -> None:
    assert in_reading_order(text).text == text


def test_few_lines_are_columns_where_the_numbers_say_so() -> None:
    left = ["Game 7: Ash - Bell", "", "1. e4 e5 2. Nf3 Nc6", "3. Bb5 a6", "Drawn."]
    right = ["Game 8: Bell - Ash", "", "1. d4 d5 2. c4 e6", "3. Nc3 Nf6", "Black resigns."]
    found = read_document(beside(left, right)).games
    assert [
        (one.record.header("White"), [event.text for event in one.record.events if isinstance(event, Move)])
        for one in found
    ] == [("Ash", ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]), ("Bell", ["d4", "d5", "c4", "e6", "Nc3", "Nf6"])]


def players_and_moves(text: str) -> list[tuple[str | None, str]]:
    found = sorted(read_document(text).games, key=lambda one: one.record.header("Game") or "")
    return [
        (one.record.header("White"), " ".join(move.text or "" for move in one.record.events if isinstance(move, Move)))
        for one in found
    ]


FOOL = ("Ash", "f3 e5 g4 Qh4#")
MATE = ("Bell", "e4 g5 Nc3 f5 Qh5#")
ONE_LINE = (
    ["Game 1  Ash - Bell", "", "1. f3, e5 2. g4, Qh4# 0-1"],
    ["Game 2  Bell - Cole", "", "1. e4 g5 2. Nc3 f5 3. Qh5#"],
)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ONE_LINE,
        (["Game 1  Ash - Bell", "", "1. f3 e5 2. g4", "Qh4# 0-1"], ["", *ONE_LINE[1]]),
        (
            [*ONE_LINE[0], "", "The umpire said nothing", "and went home."],
            ["and this was not all", "that was played there.", "", *ONE_LINE[1]],
        ),
        (
            [*ONE_LINE[0], "", "The umpire said nothing"],
            ["Game 2  Bell - Cole", "", "1. e4, g5 2. Nc3,", "f5 3. Qh5# 1-0", "", "He was right."],
        ),
    ],
)
def test_headings_tell_two_columns_however_few_their_lines(left: list[str], right: list[str]) -> None:
    assert players_and_moves(beside(left, right)) == [FOOL, MATE]


def test_what_can_be_played_tells_two_columns_without_a_heading() -> None:
    text = beside(["1. f3, e5 2. g4,", "Qh4# 0-1"], ["1. e4, g5 2. Nc3,", "f5 3. Qh5# 1-0"])
    assert [moves for _, moves in players_and_moves(text)] == [FOOL[1], MATE[1]]


@pytest.mark.parametrize("head", ["212             OF BLIND MEN AND UMPIRES", "OF BLIND MEN AND UMPIRES           213"])
def test_a_running_head_is_no_part_of_the_columns_below(head: str) -> None:
    assert players_and_moves(f"{head}\n\n{beside(*ONE_LINE)}") == [FOOL, MATE]


def test_what_is_lost_beside_a_game_is_told() -> None:
    left = [*ONE_LINE[0][:2], "1. f3, e5", "2. g4, Qh4# 0-1"]
    right = ["Other games of the day", "", "went on: 17. Rd1 Rd8 18. Kf1", "and so on until midnight."]
    lines = {one.line for one in read_document(beside(left, right)).outside()}
    assert lines == {3}


def test_a_bar_may_stand_between_two_games_whose_numbers_have_no_stop() -> None:
    text = """ 1 e4        e5        |  1 d4         (exd4)Nf6
 2 (exd5)Nf3 Nc6       |  2 c4         (dxe4)e6
 3 Bb5       (axb5)a6  |  3 Nc3        (h4)b5
 4 Ba4       Nf6       |  4 (c5)cxb5   a6
"""
    games = read_document(text).games
    moves = [[one.text for one in game.record.events if isinstance(one, Move)] for game in games]
    assert moves[0] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]
    assert moves[1] == ["d4", "Nf6", "c4", "e6", "Nc3", "b5", "cxb5", "a6"]


def test_two_games_whose_plies_have_a_line_each() -> None:
    left = ["1. e4", "1... e5", "2. Nf3", "2... (bxc6) Nc6", "3. Bb5", "3... a6"]
    right = ["1. d4", "1... d5", "2. c4", "2... e6", "3. Nc3", "3... Nf6"]
    text = "".join(f"  {one:24}{two}\n" for one, two in zip(left, right, strict=True))
    ordered = in_reading_order(text).text.split("\n")
    assert [line.strip() for line in ordered if line.strip()] == [*left, *right]
