"""Signs of a page's own that mark refused tries: their meaning is what makes the turns whole."""

import pytest

from kriegnote.api import read
from kriegnote.model.events import Junk, Move, Try
from kriegnote.model.record import Record

_MATE = "1. e4 e5 2. {} Bc4 Nc6 3. Qh5 {} Nf6 4. Qxf7# 1-0"


def _record(text: str) -> Record:
    (game,) = read(text, "san")
    return game.record


def _tried(record: Record) -> list[tuple[str | None, int | None, str | None, str | None]]:
    return [(one.side, one.turn, one.text, one.verdict) for one in record.events if isinstance(one, Try)]


@pytest.mark.parametrize("mark", ["*{}", "-{}", "°{}", "~{}", "{}*", "{}°", "[{}]", "<{}>", "/{}/", "*{}*", "“{}”"])
def test_a_sign_marks_tries_where_the_turns_are_whole_without_them(mark: str) -> None:
    (game,) = read(_MATE.format(mark.format("exd5"), mark.format("exd4")), "san")
    assert _tried(game.record) == [("white", 2, "exd5", "refused"), ("black", 3, "exd4", "refused")]
    assert not game.findings


def test_one_mark_encloses_several_tries() -> None:
    record = _record("1. e4 e5 2. [exd5, exf5; Nh5] Bc4 Nc6 3. Qh5 Nf6")
    assert [text for _, _, text, _ in _tried(record)] == ["exd5", "exf5", "Nh5"]


def test_what_stands_between_two_marks_is_not_enclosed() -> None:
    record = _record("1. e4 /exd4/ e5 /Nd5/ 2. /exd5/ Bc4 /exd4/ Nc6 3. Qh5 Nf6")
    assert [event.text for event in record.events if isinstance(event, Move)][1:4] == ["e5", "Bc4", "Nc6"]


def test_numbers_need_no_stops() -> None:
    record = _record("1 e4 e5 2 *exd5 Bc4 Nc6 3 Qh5 *exd4 Nf6 4 Qxf7#")
    assert [event.text for event in record.events if isinstance(event, Move)][2:4] == ["Bc4", "Nc6"]
    assert len(_tried(record)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. *Nf3* *Nc6* 3. Bb5* a6 4. Ba4 Nf6",  # emphasis, and a star that refers to a note
        "**1. e4 e5** 2. **Nf3** Nc6 3. Bb5 a6",
        "1. e4 e5 2. Nf3 Nc6 Here *Nf6* is met by d4. 3. Bb5 a6",  # prose
        "1.e4 -e5 2.Nf3 -Nc6",  # each of Black's moves has it
    ],
)
def test_a_sign_at_moves_that_were_made_marks_no_tries(text: str) -> None:
    assert _tried(_record(text)) == []


def test_a_sign_that_nothing_explains_is_kept_with_a_finding() -> None:
    (game,) = read("1. e4 e5 2. *Nf3 Nc6 3. Bb5 a6", "san")
    assert [event.text for event in game.record.events if isinstance(event, Junk)] == ["*"]
    assert [one.code for one in game.findings] == ["KN101"]


@pytest.mark.parametrize(
    "rows",
    [
        ("1. -- e4 -- e5", "2. exd5, exf5 Bc4 -- Nc6", "3. -- Qh5 exd4 Nf6"),
        ("1. e4 - e5 exd4", "2. Bc4 exd5, exf5 Nc6 -", "3. Qh5 - Nf6 -"),  # behind the moves
    ],
)
def test_a_column_with_dashes_holds_tries(rows: tuple[str, ...]) -> None:
    record = _record("\n".join(rows) + "\n1-0\n")
    assert [event.text for event in record.events if isinstance(event, Move)] == [
        "e4",
        "e5",
        "Bc4",
        "Nc6",
        "Qh5",
        "Nf6",
    ]
    assert sorted((one[0], one[2]) for one in _tried(record)) == [
        ("black", "exd4"),
        ("white", "exd5"),
        ("white", "exf5"),
    ]


def test_hidden_moves_of_one_player_are_no_column() -> None:
    record = _record("1. -- e5 2. -- Nc6 3. -- Nf6")
    assert len([event for event in record.events if isinstance(event, Move)]) == 6


@pytest.mark.parametrize("no", ["[no]", "[illegal]", "[No.]"])
def test_a_move_that_the_umpire_refuses_in_brackets_is_a_try(no: str) -> None:
    (game,) = read(f"1. e4 e5 2. exd5 {no} exf5 {no} Bc4 Nc6 3. Qh5 exd4 {no} Nf6 4. exd5 {no} Qxf7# 1-0", "tries")
    assert [one[:3] for one in _tried(game.record)] == [
        ("white", 2, "exd5"), ("white", 2, "exf5"), ("black", 3, "exd4"), ("white", 4, "exd5")
    ]  # fmt: skip
    assert not game.findings


def test_a_no_behind_each_move_of_a_turn_refuses_none_of_them() -> None:
    record = _record("1. e4 e5 2. Nf3 [no] Nc6 [no] 3. Bc4 Nf6")
    assert _tried(record) == []


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("{No.}", "refused"),
        ("[illegal]", "illegal"),
        ("? {Umpire: impossible}", "impossible"),
        ("— no.", "refused"),
        ("“No”", "refused"),
        (", refused;", "refused"),
        ("was refused, so", "refused"),
    ],
)
def test_a_refused_move_is_a_try_if_its_number_is_printed_again(said: str, verdict: str) -> None:
    record = _record(f"1. f3 h6 2. e3 e5 3. a4 Qh4+ 4. Kf2 {said} 4. Ke2 f6 5. Bxh6 {{capture on h6}} Kd8")
    assert _tried(record) == [("white", 4, "Kf2", verdict)]
    assert [(event.turn, event.text) for event in record.events if isinstance(event, Move)][6:9] == [
        (4, "Ke2"),
        (4, "f6"),
        (5, "Bxh6"),
    ]


def test_two_dashes_before_words_hide_no_move() -> None:
    record = _record("1. e4 e5 2. Nf3 Nc6 -- a knight on either side. 3. -- a6 4. Bc4")
    printed = [(one.side, one.turn, one.text) for one in record.events if isinstance(one, Move)]
    assert printed[3:] == [("black", 2, "Nc6"), ("white", 3, None), ("black", 3, "a6"), ("white", 4, "Bc4")]
