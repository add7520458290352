"""A damaged score divided into numbers, plies and remarks by the costs of all ways to do it."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Comment, Move, Try
from kriegnote.model.record import Record
from kriegnote.notations.registry import notations
from kriegnote.operations.conversion import InputError, read_items
from kriegnote.operations.repairing import readable, repair_item
from kriegnote.restoration.division import HEAVY, divided, plies_of_one_score
from kriegnote.text.source import Chunk
from kriegnote.text.writing import PLAIN
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record

UNREAD = Record(events=(Comment(text="", span=(0, 1)),))


def plies(text: str) -> list[tuple[int | None, str | None, str | None]]:
    """The plies of a text as it is divided: turn, side, printed word."""
    (record, *_) = divided(UNREAD, Chunk(text))
    return [(event.turn, event.side, event.text) for event in record.events if isinstance(event, Move)]


def words(text: str) -> list[str | None]:
    """The printed words of the plies, in their order."""
    return [word for _, _, word in plies(text)]


def comments(text: str) -> list[str]:
    (record, *_) = divided(UNREAD, Chunk(text))
    return [event.text for event in record.events if isinstance(event, Comment)]


def repaired(text: str, notation: str | None = None) -> list[str | None]:
    """The moves of a page that repair finds, in SAN."""
    item = readable(next(read_items(io.BytesIO(text.encode()), notation)))
    record = adjudicate(repair_item(item).record, announce=False).record
    return [event.san for event in record.events if isinstance(event, Move)]


def test_what_is_not_damaged_is_divided_as_a_reader_does() -> None:
    for seed in range(12):
        game = random_record(seed, rules="english", plies=50, comments=False, headers=False)
        text = notations()["san"].write(game, PLAIN)
        clean = next(read_items(io.BytesIO(text.encode()), "san")).record
        assert plies(text) == [(one.turn, one.side, one.text) for one in clean.events if isinstance(one, Move)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. e4 e5 2. N f3 Nc6 3. Bb5", "e4 e5|N f3|Nc6 Bb5"),  # broken by a blank
        ("1) e4 e5 2)Nf3 Nc6 3)Bb5,a6", "e4 e5 Nf3 Nc6 Bb5 a6"),  # a comma in place of a blank
        ("1. e4 e5 2. Nf3Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),  # nothing between two plies
        ("1. e4 e5 2. Nf3 3. Bb5 a6", "e4 e5 Nf3 Bb5 a6"),  # one is missing
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),  # a number is wrong
        ("1. e4 e5 12. Nf3 N 3. Bb5 a6", "e4 e5 Nf3 N Bb5 a6"),  # another, and what is left of a ply
        ("1. . . e5 2. Nf3\n2. . . Nc6 3. Bb5\n3. . . a6", "e5 Nf3 Nc6 Bb5 a6"),
        ("e4 e5\n£f3 £c6\nAb5 a6", "e4 e5 £f3 £c6 Ab5 a6"),  # no numbers
        ("1 e4 e5\n2 Nf3 N•c6\n3 Bb⁵ a6", "e4 e5 Nf3 N•c6 Bb⁵ a6"),
    ],
)
def test_words_are_divided_by_the_numbers(text: str, found: str) -> None:
    expected = [word for group in found.split("|") for word in ([group] if "N f3" in group else group.split())]
    assert words(text) == expected


def test_the_plies_that_are_missing_have_no_place() -> None:
    assert plies("1. e4 e5 2. Nf3 3. Bb5 a6")[2:] == [(2, "white", "Nf3"), (3, "white", "Bb5"), (3, "black", "a6")]


def test_columns_are_read_one_after_another() -> None:
    page = "1)Nc3 e6    5)0-0 Na6\n2)e3 Bb4    6)d3 d5\n3)Nf3 Nf6   7)B(l2 Bd7\n4)Bb5 0-0   8)Ne2 Bxb5\n"
    assert " ".join(filter(None, words(page))) == "Nc3 e6 e3 Bb4 Nf3 Nf6 Bb5 0-0 0-0 Na6 d3 d5 B(l2 Bd7 Ne2 Bxb5"


def test_remarks_and_headings_are_comments() -> None:
    page = "Game No. 190\n1. e4 e5 2. Nf3 A bold reply. 2...Nc6 3. Bb5 ch a6 1-0"
    assert words(page) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert comments(page) == ["Game No. 190", "A bold reply."]
    (record, *_) = divided(UNREAD, Chunk(page))
    assert record is not None and record.result == "1-0"


def test_a_move_has_the_marks_behind_it() -> None:
    (record, *_) = divided(UNREAD, Chunk("1. e4 f5 2. Qh5 ch g6 3. exf5 e5 4. fxe6 e. p."))
    assert record is not None
    checking, *_, passing = [event for event in record.events if isinstance(event, Move) and event.side == "white"][1:]
    assert checking.parts is not None and checking.parts.check
    assert passing.parts is not None and passing.parts.to == "e6"


@pytest.mark.parametrize(
    "text", ["", "1-0", "There were two games that evening, on 1. May and on 2. June, and both were drawn in the end."]
)
def test_what_is_no_score_is_not_taken_for_one(text: str) -> None:
    assert not plies_of_one_score(text)
    if text:
        with pytest.raises(InputError):
            list(read_items(io.BytesIO(text.encode())))


def test_a_page_that_no_reader_could_read_is_mended() -> None:
    page = """\
 1 ;e3          ♘f•6
 2 ♗c4         d.6
 3 ♘e2         ♘c6,
 4 O-O         ♗f5
 5 ♘bc3        e6
 6 d4          ♗*e7
 7 ♗d2         O-O
 8 ♘b5         ♗ g4
 9 f3          ♗h⁵
"""
    moves = "e3 Nf6 Bc4 d6 Ne2 Nc6 O-O Bf5 Nbc3 e6 d4 Be7 Bd2 O-O Nb5 Bg4 f3 Bh5"
    assert " ".join(filter(None, repaired(page))) == moves


def test_half_a_move_from_square_to_square_is_half_a_move() -> None:
    page = "1. e2-e4 Sg8-f6 2. d2-d4 d7-d6 3. Sb1-c3 e7-e6 4. Sg1-e2 Lf8 5. O-O O-O 6. a2-a4 Le7-d8"
    assert repaired(page, "san")[7] == "Be7"


COLUMNS = """1)Nc3 e6    7)B(l2 Bd7
2)e3 Bb4    8)Ne2 Bxb5
3)Nf3 Nf6   9)a3 Be7
4)Bb5 0-0   10)h3 c5
5)0-0 Na6   11)c3 b6
6)d3 d5     12)b3 h6
"""


def test_the_division_says_that_it_was_made() -> None:
    item = next(read_items(io.BytesIO(COLUMNS.encode()), "san"))
    assert any("in the order of their numbers" in one.message for one in repair_item(item).findings)


def test_what_the_reader_took_for_something_else_is_named() -> None:
    item = next(read_items(io.BytesIO(COLUMNS.encode()), "san"))
    tried = Try(move="g1h3", side="white", turn=1, text="Nh3", verdict="illegal")
    guessed = item._replace(record=item.record.replace(events=(tried, *item.record.events)))
    assert any("as 1 try is not kept" in one.message for one in repair_item(guessed).findings)


def numbered_words(text: str) -> str:
    return " ".join(f"{turn}{side[:1] if side else ''} {word}" for turn, side, word in plies(text))


def test_a_line_without_its_number_is_parted_where_the_columns_are() -> None:
    page = "1.e4 e5     5.O-O Be7\n2.Nf3 Nc6   6.Re1 b5\nBb5 a6      7.Bb3 d6\n4.Ba4 Nf6   8.c3 O-O\n"
    assert words(page) == [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "Ba4",
        "Nf6",
        "O-O",
        "Be7",
        "Re1",
        "b5",
        "Bb3",
        "d6",
        "c3",
        "O-O",
    ]


def test_lines_are_read_in_the_order_of_their_numbers() -> None:
    page = "1. e4 e5\n2. Nf3 Nc6\n4. Ba4 Nf6\nA quiet move.\n3. Bb5 a6\n5. O-O Be7\n"
    assert words(page) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]
    assert comments(page) == ["A quiet move."]


GAME = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"


@pytest.mark.parametrize(
    "page",
    [
        "1. e4   e5\n2. Nf3  Nc6\n3. Bb5\n4. Ba4  a6\n5. O-O  Nf6\n6. Re1  Be7\n7. Bb3  b5\n        d6\n",
        "1. e4   e5\n2. Nf3\n3. Bb5\n4. Ba4\n5. O-O\nNc6\na6\nNf6\nBe7\n6. Re1  b5\n7. Bb3  d6\n",
        "White Black\n1. e4  e5\n2. Nf3 Nc6\nA move.\n3. Bb5\na6\n4. Ba4 Nf6\n5. O-O Be7\n6. Re1 b5\n7. Bb3 d6\n",
    ],
)
def test_in_a_table_the_plies_of_black_may_stand_in_other_rows(page: str) -> None:
    assert " ".join(map(str, repaired(page))) == GAME


def test_a_line_that_is_printed_twice_begins_no_other_game() -> None:
    page = "1. e4 e5\n1. e4 é5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n6. Re1 b5\n7. Bb3 d6\n"
    assert " ".join(map(str, repaired(page))) == GAME


def test_a_score_that_nothing_else_reads_may_be_heavily_damaged() -> None:
    page = "1. e4 c;5\n3. ¤f3 &c6\n3. Lb§ a6\n9. La4 §f6\n5. o-o Le7\n6. Te1 b5\n7. Lb3 d6\n"
    assert not plies_of_one_score(page)
    assert plies_of_one_score(page, HEAVY) == 14


@pytest.mark.parametrize(
    "page",
    [
        "1. e4 e5\n5. O-O Be7 6. Re1 b5\n2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n7. Bb3 d6\n",
        "4. Ba4 Nf6 5. O-O Be7\n3. Bb5 a6\n1. e4 e5 2. Nf3 Nc6\n6. Re1 b5 7. Bb3 d6\n",
    ],
)
def test_turns_are_read_in_the_order_of_their_numbers(page: str) -> None:
    assert words(page) == GAME.split()


def test_a_word_goes_on_in_the_next_line_behind_a_hyphen() -> None:
    page = "1 e4 e5 2 Nf3 Nc6 3 Bb5 Nf-\n6 4 O-O Nx-\ne4 5 d4 Be7 6 Qe2 Nd6\n"
    assert words(page)[5:8] == ["Nf-\n6", "O-O", "Nx-\ne4"]
    assert repaired(page, "san")[5:8] == ["Nf6", "O-O", "Nxe4"]


def test_a_page_may_begin_within_a_turn_whose_number_is_lost() -> None:
    page = "Nc6\nBb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n6. Re1 b5\n7. Bb3 d6\n"
    assert numbered_words(page).startswith("2b Nc6 3w Bb5 3b a6 4w Ba4")


def test_a_move_among_words_is_part_of_the_remark() -> None:
    page = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 Better was Nf6. 4. Ba4 Nf6 Note that der king 5. O-O Be7"
    assert words(page) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]
    assert comments(page) == ["Better was Nf6.", "Note that der king"]


@pytest.mark.parametrize(
    "text",
    [
        "1 c2-c4 e7-e5 2 ♘b1-c3 ♘g8-f63g2-g3♘b8-a6?4♘g1-f3♗f8-d6 5 h2-h3",
        "1|c2-c4|e7-e5|\n2|♘b1-c3|♘g8-f6|\n3|g2-g3|♘b8-a6|\n4|♘g1-f3|♗f8-d6|\n",
        "1;c2-c4;e7-e5\n2;♘b1-c3;♘g8-f6\n3;g2-g3;♘b8-a6\n4;♘g1-f3;♗f8-d6\n",
        "        1      2       3       4\n"
        "White   c2-c4  ♘b1-c3  g2-g3   ♘g1-f3\n"
        "Black   e7-e5  ♘g8-f6  ♘b8-a6  ♗f8-d6\n",
        "1 c2-c4  (0.01) e7-e5  (0.02)\n2 ♘b1-c3 (0.03) ♘g8-f6 (0.04)\n"
        "3 g2-g3  (0.05) ♘b8-a6 (0.06)\n4 ♘g1-f3 (0.07) ♗f8-d6 (0.08)\n",
    ],
    ids=["run-together", "bars", "semicolons", "a-line-for-each-player", "clocks"],
)
def test_turns_are_found_however_they_are_laid_out(text: str) -> None:
    found = [(turn, side, (word or "").rstrip("?!")) for turn, side, word in plies(text)[:8]]
    played = ["c2-c4", "e7-e5", "♘b1-c3", "♘g8-f6", "g2-g3", "♘b8-a6", "♘g1-f3", "♗f8-d6"]
    assert found == [(1 + at // 2, "black" if at % 2 else "white", word) for at, word in enumerate(played)]


def test_an_overflowing_cell_moves_no_other() -> None:
    table = "       1     2     3     4\nBianco ⟦e4⟧ d4     c4  Cc3     f3\nNero   d5     e6  Cf6     Ae7\n"
    assert words(table)[-4:] == ["Cc3", "Cf6", "f3", "Ae7"]


def test_an_editors_brackets_are_part_of_a_word() -> None:
    assert words("1. e4 e[?]\n2. Cf3 C[c]6\n3. Ab5 T[g?]8\n4. O[.]O Cf6") == [
        "e4", "e[?]", "Cf3", "C[c]6", "Ab5", "T[g?]8", "O[.]O", "Cf6",
    ]  # fmt: skip


def test_a_page_in_capitals_is_mended() -> None:
    page = "1 E4 E% 2 CF3 CC^ 3 AB5 A6 4 AXC6 DC6 5 0_0 F6 6 D4 EXD4 7 CXDR C5 8 CB3 DXD1"
    assert " ".join(map(str, repaired(page))) == "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1"
