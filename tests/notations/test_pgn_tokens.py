"""Words of PGN as people, servers and scanners print them."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Comment, End, Junk, Move, Nag
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.printed_outcomes import read_result
from kriegnote.model.record import Record
from kriegnote.operations.conversion import check_record, convert_record, lookup, read_items
from kriegnote.rules import RULES
from kriegnote.text.results import glued_result

PGN, JSON = lookup("pgn"), lookup("json")


def read(data: str | bytes, notation: str = "pgn") -> tuple[Record, list[str]]:
    (item,) = read_items(io.BytesIO(data.encode() if isinstance(data, str) else data), notation)
    return item.record, [found.code for found in item.findings]


def resolved(text: str) -> list[str | None]:
    """The SAN of the moves."""
    told = convert_record(read(text)[0], JSON).record
    return [event.san for event in told.events if type(event) is Move]


@pytest.mark.parametrize(
    ("text", "sans"),
    [
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. e1g1 a6 5. f1e1 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O a6 Re1"),
        ("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 f1e1 f8e8", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O Re1 Re8"),
        (
            "1. d2d4 d7d5 2. c1f4 c8f5 3. b1c3 b8c6 4. d1d2 d8d7 5. e1c1 e8c8 *",
            "d4 d5 Bf4 Bf5 Nc3 Nc6 Qd2 Qd7 O-O-O O-O-O",
        ),
        ("1.e4, e5 2.Nf3, Nc6 3. Bb5, a6 *", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5*", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e4 e5 2. Qg41-0 {White wins}", "e4 e5 Qg4"),
        ("1. e4 e5 2. Qg4½-½", "e4 e5 Qg4"),
        ("1. e4 {a} which should be handled by the editor 1... e5 2. Nf3 *", "e4 e5 Nf3"),
        ("1. e4 the than be he cab 1... e5 *", "e4 e5"),
        ("1. e4 see http://a1.org/b2 1... e5 *", "e4 e5"),
        (r"1. e4 \$7 (1. e3) 1... e5 2. c4 *", "e4 e5 c4"),
        ("1. e4 { a { b } 1. d4 } e5 2. Nf3 *", "e4 e5 Nf3"),
    ],
)
def test_moves(text: str, sans: str) -> None:
    assert resolved(text) == sans.split()


@pytest.mark.parametrize(
    ("printed", "result"),
    [
        *((word, "1-0") for word in ("1-0", "1–0", "1—0", "1−0", "1 - 0", "1:0")),
        *((word, "0-1") for word in ("0-1", "0–1", "0 – 1")),
        *((word, "1/2-1/2") for word in ("1/2-1/2", "1/2", "½", "½-½", "½–½", "0.5-0.5", "0,5-0,5", "1/2–1/2")),
        ("*", "*"),
    ],
)
def test_results_in_any_spelling(printed: str, result: str) -> None:
    assert read_result(printed) == result
    record, codes = read(f'[Result "{printed}"]\n\n1. e4 e5 {printed}\n')
    assert (record.result, codes) == (result, [])
    assert len([event for event in record.events if type(event) is Move]) == 2
    assert "KN403" not in [found.code for found in check_record(record)]


@pytest.mark.parametrize("word", ["", "1", "0", "1-1", "0-0", "2-0", "1-0-0", "O-O", "1/2-1"])
def test_other_words_are_no_results(word: str) -> None:
    assert read_result(word) is None
    assert glued_result(word) == -1


def test_a_result_glued_to_a_move_that_is_not_the_last_is_no_result() -> None:
    record, codes = read("1. e4 e5 2. Nf31-0 Nc6 3. Bb5 *")
    assert "KN101" in codes
    assert record.result == "*"


def test_a_glyph_behind_a_backslash() -> None:
    record, codes = read(r"1. e4 \$7 e5 *")
    assert [event.code for event in record.events if type(event) is Nag] == [7]
    assert codes == ["KN110"]


@pytest.mark.parametrize("word", ["the", "than", "be", "he", "cab", "bad", "fee", "Nd", "ee"])
def test_words_that_are_no_moves(word: str) -> None:
    assert parse_move(word) is None


@pytest.mark.parametrize("word", ["ed", "exd", "cd5", "nf3", "Ped", "bxa8q"])
def test_short_moves_stay_moves(word: str) -> None:
    assert parse_move(word) is not None


def test_prose_is_one_piece_of_junk() -> None:
    record, _ = read("1. e4 {a} which should be handled by the editor 1... e5 *")
    assert [event.text for event in record.events if type(event) is Junk] == ["which should be handled by the editor"]


def test_nested_comments_are_one() -> None:
    record, codes = read("1. e4 { a { b } c } e5 {x} *")
    assert [event.text for event in record.events if type(event) is Comment] == [" a { b } c ", "x"]
    assert codes == []
    written = convert_record(record, PGN).text
    assert read(written)[0].events[1].text == " a { b } c "  # type: ignore[union-attr]


def test_a_comment_never_closed_ends_where_the_next_one_does() -> None:
    record, _ = read("1. e4 { a { b } 1... e5 {c} 2. Nf3 *")
    assert [event.text for event in record.events if type(event) is Comment] == [" a { b ", "c"]


@pytest.mark.parametrize("last", ["2. Nf3 {Black resigns} 1-0", "2. Nf3 1-0"])
def test_how_icc_saves_an_end(last: str) -> None:
    text = f'[White "A"]\n[Black "B"]\n[Result "1-0"]\n[ICCResult "Black resigns"]\n\n1. e4 e5 {last}\n'
    record, _ = read(text)
    assert [(e.side, e.reason) for e in record.events if type(e) is End] == [("black", "resignation")]
    again, _ = read(convert_record(record, PGN).text)
    assert [(e.side, e.reason) for e in again.events if type(e) is End] == [("black", "resignation")]


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("White forfeits on time", ("white", "time")),
        ("Game drawn by mutual agreement", (None, "agreement")),
        ("Anna checkmated", ("black", "checkmate")),
        ("nothing of the sort", None),
    ],
)
def test_other_ends_of_icc(words: str, end: tuple[str | None, str] | None) -> None:
    record, _ = read(f'[White "Anna"]\n[ICCResult "{words}"]\n\n1. e4 e5 *\n')
    assert [(e.side, e.reason) for e in record.events if type(e) is End] == ([end] if end else [])


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (b'[Event "Caf\xe9 \x93Corso\x94"]\n\n1. e4 *\n', "Café “Corso”"),
        (b'[Event "Caf\xe9"]\n\n1. e4 *\n', "Café"),
        (b'[Event "Caf\xe9 \x81\x93"]\n\n1. e4 *\n', "Café \x81\x93"),
    ],
)
def test_single_byte_encodings(data: bytes, event: str) -> None:
    record, codes = read(data)
    assert record.header("Event") == event
    assert codes == ["KN104"]


def test_the_print_of_a_move_after_an_illegal_one_is_kept() -> None:
    text = (
        '[SetUp "1"]\n[FEN "3k1r2/p4p1p/2B1p3/8/8/4P3/P1PK1P2/RNBQ2N1 b - - 0 15"]\n\n'
        "15... Kd7 16. Bxd7 f5 17. Bxe6 Rc8 18. Bxf5 Rxc2+ 19. Bxh7 Rxd2 20. Qxd2 *\n"
    )
    assert convert_record(read(text)[0], PGN).text == text


def test_the_moves_after_an_illegal_one_stay_the_same_through_json() -> None:
    text = (
        '[SetUp "1"]\n[FEN "3k1r2/p4p1p/2B1p3/8/8/4P3/P1PK1P2/RNBQ2N1 b - - 0 15"]\n\n'
        "15... Kd7 16. Bxd7 f5 17. Bxe6 Rc8 18. Bxf5 Rxc2+ 19. Bxh7 Rxd2 20. Qxd2 *\n"
    )
    once = convert_record(read(text)[0], JSON)
    pgn = convert_record(read(once.text, "json")[0], PGN).text  # in squares, where SAN may be another move's
    again = convert_record(read(pgn)[0], JSON)
    assert [event.move for event in moves(again.record)] == [event.move for event in moves(once.record)]


def moves(record: Record) -> list[Move]:
    return [event for event in record.events if type(event) is Move]


def test_the_rulebook_asked_for_replaces_that_of_the_tag() -> None:
    record, _ = read('[Event "x"]\n[Rules "rand"]\n[White "A"]\n\n1. e4 d5 2. exd5 1-0\n')
    told = convert_record(record, PGN, rules=RULES["english"]).text
    assert read(told)[0].rules == "english"
