"""Pages: what bears their numbers is no text, and says on which page a game stands."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.markup import plain_text
from kriegnote.documents.pages import without_pages
from kriegnote.text.plain import unmarked

FIRST = "1. f4 e5 2. g4 Qh4# 0-1"
SECOND = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6\n{page}\n4. Qxf7# 1-0"


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        (("", "\n31\n", "\n32\n"), [31, 32]),
        (("", "\n- 31 -\n", "\n- 32 -\n"), [31, 32]),
        (("", "\nPage 31 of 200\n", "\nPage 32 of 200\n"), [31, 32]),
        (("31", "\n32\n", "\n33\n"), [31, 32]),
        (("=== Page 31 ===", "=== Page 32 ===", "=== Page 33 ==="), [31, 32]),
        (("<!-- page 31 -->", "<!-- page 32 -->", "<!-- page 33 -->"), [31, 32]),
        (("{31}" + "-" * 48, "{32}" + "-" * 48, "{33}" + "-" * 48), [31, 32]),
        (("", "\f", "\f"), [1, 2]),
        (("", "\\newpage", "\\newpage"), [1, 2]),
        (("", "<!-- page break -->", "<!-- page break -->"), [1, 2]),
        (("", "\n31\n\f", "\n32\n\f"), [31, 32]),
        (("OF OPENINGS   31", "\f\nOF OPENINGS   32\n", "\f\nOF OPENINGS   33\n"), [31, 32]),
        (("x [Pg 31] y", "x [Pg 32] y", "[Pg 33] "), [31, 32]),
        (("", "", ""), [None, None]),
    ],
)
def test_the_page_of_a_game(pages: tuple[str, str, str], expected: list[int | None]) -> None:
    before, between, within = pages
    text = f"{before}\n\n## Ann - Bob, 1931\n\n{FIRST}\n\n{between}\n\n## Cid - Dan, 1932\n\n{SECOND}\n"
    found = read_document(text.replace("{page}", within)).games
    assert [game.page for game in found] == expected
    assert [sum(event.text is not None for event in _moves(game)) for game in found] == [4, 7]


def _moves(game):  # type: ignore[no-untyped-def]
    from kriegnote.model.events import Move

    return [event for event in game.record.events if isinstance(event, Move)]


def test_page_numbers_and_running_heads_are_no_text_and_give_the_page() -> None:
    source = "## 2.3 The opening phase\n\n1. e4 e5\n\n31\n\n2. d4 d5\n\n2.3. THE OPENING PHASE 33\n\n3. c4 c5\n"
    plain = plain_text(source + "\n32\n\n4. a4\n\n33\n")
    assert "31" not in plain.text and "PHASE" not in plain.text
    assert plain.page(source.index("2. d4")) == 32
    assert plain.page(source.index("3. c4")) == 33


def test_the_first_lines_of_pages_that_are_alike_are_running_heads() -> None:
    plain = plain_text("Words\n\fTHE OPENING\n\n1. e4 e5\n\fTHE OPENING\n\n2. d4 d5\n")
    assert "OPENING" not in plain.text


@pytest.mark.parametrize(
    "text", ["See [p. 12] of his book.", "12\n\nwords 7\n", "1\n", "Abbot, J. 12\nBaines, R. 13\n"]
)
def test_what_is_no_page_number_stays(text: str) -> None:
    if text.startswith("12"):
        text = f"a {text}"
    assert plain_text(text).text.strip() == text.strip()


def test_a_line_that_stands_beside_several_page_numbers_is_a_running_head() -> None:
    head = "CLUB BULLETIN     Year IV, no. 3"
    plain = plain_text(f"— 37 —\n{head}\n\nWords\n\n1. e4 e5\n\n— 38 —\n{head}\n\n2. d4 d5\n")
    assert "BULLETIN" not in plain.text and "38" not in plain.text
    assert plain.page(plain.places[plain.text.index("2. d4")]) == 38


def test_a_form_feed_begins_a_page() -> None:
    plain = plain_text("1. e4\f1... e5\fend")
    assert [plain.page(at) for at in (0, 6, 14)] == [1, 2, 3]


def test_a_turn_that_a_pages_end_cuts_goes_on() -> None:
    assert plain_text("1. e4 e5 2.\n\n31\n\n Nf3 Nc6\n\nwords\n\n32\n").text.startswith("1. e4 e5 2.\nNf3 Nc6")


def test_whatever_stands_between_a_turn_and_its_move_is_a_page_s() -> None:
    text = "1. e4 e5 2.\n\n84\n\nTHE DARK BOARD\n\nNf3 Nc6 3. Bc4 Bc5\n\nChapter 4. In the dark     85\n\n4. d3 d6\n"
    assert " ".join(plain_text(text).text.split()) == "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6"


def test_a_row_of_moves_is_no_running_head_though_another_is_like_it() -> None:
    text = "3       Qa4            Kf7            (check)\n4       Bh6            a6             --\n"
    text += "6       Qa4            Kf7            (check)\n"
    assert without_pages(unmarked(text)).text == text


def test_a_turn_with_its_tries_goes_on_behind_a_page_number() -> None:
    text = "Game 4. Kemp - Lowe\n\n1. d4 d5 2. c4 e6\n3. (dxe5, Qa5 no)\n\n- 112 -\n\nNc3 Nf6 4. Bg5 Be7\n5. e3 O-O\n"
    assert "3. (dxe5, Qa5 no)\nNc3 Nf6" in plain_text(text).text


@pytest.mark.parametrize(
    ("before", "between"),
    [
        ("- l21 -\n\n", "- l22 -"),
        ("12O       ROUND ABOUT\n\n", "THE LATE GAMES        I2l"),
        ("30      A BOOK OF GAMES\n\n", "LAST CHAPTER          31"),
    ],
)
def test_page_numbers_with_letters_and_heads_that_change_from_page_to_page(before: str, between: str) -> None:
    text = f"{before}Ann - Bob, 1931\n\n1. e4 e5 2. Qh5 Nc6 3.\n\n{between}\n\nBc4 Nf6 4. Qxf7# 1-0\n"
    (game,) = read_document(text).games
    assert [event.text for event in _moves(game)] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]


def test_rows_of_a_table_with_numbers_at_their_ends_are_no_heads() -> None:
    text = "Standings\n\nAnnabella Smith      12\nBobby Millington     11\nCharles Richards     10\n\n1. e4 e5\n"
    assert "Millington" in plain_text(text).text
