"""A server's log cut into games: what stands before each line, games that run through one another, broken lines."""

from __future__ import annotations

import io
from itertools import zip_longest
from pathlib import Path

import pytest

from kriegnote.model.events import Comment, Move
from kriegnote.model.record import Record
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import Item, read_items

EIGHT = (Path(__file__).parent.parent.parent / "examples" / "icc" / "game-8.log").read_text("utf-8").splitlines()
SHORT = """White's move.
Illegal move (b2c3).
1. h4
Black's move.
1. .. ?
White's move.
2. e4
Black's move.
2. .. ?xh4
Pawn at h4 captured, White's move.
3. Rxh4
Piece at h4 captured, Black's move.
{Game 77 (Ann vs. Bob) Bob resigns} 1-0""".splitlines()


def games(lines: list[str]) -> list[Item]:
    return list(read_items(io.BytesIO("".join(f"{line}\n" for line in lines).encode())))


def said(record: Record) -> list[tuple[object, ...]]:
    return [
        (type(event), event.side, event.turn, getattr(event, "text", None))
        for event in record.events
        if hasattr(event, "side")
    ]


def through_one_another(form: str) -> list[str]:
    named = [
        (number, line)
        for pair in zip_longest(EIGHT, SHORT)
        for number, line in zip((193, 77), pair, strict=True)
        if line
    ]
    return [form.format(number=number, line=line, minute=at % 60) for at, (number, line) in enumerate(named)]


@pytest.mark.parametrize(
    "form", ["Game {number}: {line}", "[20:{minute:02}] <{number}> {line}", "{minute:02}:15 table {number}  {line}"]
)
def test_games_are_told_apart_by_the_number_in_their_prefix(form: str) -> None:
    lines = through_one_another(form)
    found = {dict(item.record.headers).get("GameNumber"): item for item in games(lines)}
    assert set(found) == {"193", "77"}
    [eight], [short] = games(EIGHT), games(SHORT)
    assert said(found["193"].record) == said(eight.record)
    assert said(found["77"].record) == said(short.record)
    for item in found.values():
        for event in item.record.events:
            if event.line is not None and getattr(event, "text", None):
                assert lines[event.line - 1][(event.column or 1) - 1 :].startswith(event.text)  # type: ignore[union-attr]


def test_one_game_is_no_two_for_its_prefix() -> None:
    lines = [f"Game 77: {line}" for line in SHORT]
    [item] = games(lines)
    assert said(item.record) == said(games(SHORT)[0].record)
    assert check_item(item) == []


def test_a_number_that_changes_within_a_game_names_none() -> None:
    """The number of a process that writes the log."""
    [item] = games([f"host ics[{4000 + at % 3}]: {line}" for at, line in enumerate(EIGHT) if line])
    assert said(item.record) == said(games(EIGHT)[0].record)


def test_a_last_line_without_the_prefix_is_of_the_same_game() -> None:
    [item] = games([*(f"Game 77: {line}" for line in SHORT[:-1]), SHORT[-1]])
    assert dict(item.record.headers)["White"] == "Ann"
    assert said(item.record) == said(games(SHORT)[0].record)


@pytest.mark.parametrize("width", [24, 34])
def test_lines_that_the_server_broke_are_whole(width: int) -> None:
    broken: list[str] = []
    for line in SHORT:
        while len(line) > width and (at := line.rfind(" ", 0, width)) > 0:
            broken.append(line[:at])
            line = "\\   " + line[at + 1 :]
        broken.append(line)
    assert len(broken) > len(SHORT)
    [item] = games(broken)
    assert said(item.record) == said(games(SHORT)[0].record)
    assert check_item(item) == []


def test_a_log_in_capitals_says_the_same() -> None:
    [item] = games([line.upper() for line in SHORT])
    assert check_item(item) == []
    assert [one.text for one in item.record.events if hasattr(one, "text")] == [
        one.text for one in games(SHORT)[0].record.events if hasattr(one, "text")
    ]


def test_a_bishop_named_by_its_rank_is_no_square_in_capitals() -> None:
    [item] = games([line.replace("2. e4", "2. B1d3") for line in SHORT])
    assert "B1d3" in [event.text for event in item.record.events if isinstance(event, Move)]


def test_tabs_in_the_line_of_the_end_are_blanks() -> None:
    [item] = games([*SHORT[:-1], SHORT[-1].replace(" vs. ", " vs.\t")])
    assert dict(item.record.headers)["Black"] == "Bob"


def test_games_that_nothing_tells_apart_are_named_once() -> None:
    """Two games of the same player, whose numbers take turns, behind a game that is whole and before another."""
    first = [
        line for turn, own in enumerate(("e3", "d3", "Nc3", "Be2"), 1) for line in (f"{turn}. {own}", f"{turn}. .. ?")
    ]
    other = [
        line for turn, own in enumerate(("a3", "b3", "c3", "Nf3"), 1) for line in (f"{turn}. {own}", f"{turn}. .. ?")
    ]
    both = [line for pair in zip(first, other, strict=True) for line in pair]
    found = games([*EIGHT, *both, *EIGHT])
    assert [said(item.record) for item in (found[0], found[-1])] == [said(games(EIGHT)[0].record)] * 2
    assert [one.code for item in found[1:-1] for one in check_item(item)] == ["KN113"]


def test_a_log_of_nothing_but_games_that_nothing_tells_apart_is_one_finding() -> None:
    """It is not read passage by passage, though the first moves of each game can be played."""
    first = ["1. h4", "1. .. ?", "2. f3", "2. .. ?xh4", "Pawn at h4 captured, White's move.", "3. Rxh4", "3. .. ?"]
    other = ["1. e4", "1. .. ?", "2. h4", "2. .. ?", "White's move.", "3. Qe2", "3. .. ?"]
    for size in (1, 2):
        parts = [game[at : at + size] for at in range(0, 7, size) for game in (first, other)]
        [item] = games(["White's move.", *(line for part in parts for line in part)])
        assert [one.code for one in check_item(item)] == ["KN113"]


@pytest.mark.parametrize("again", [SHORT, SHORT[:-1], SHORT[:7]])
def test_games_one_behind_the_other_are_not_tangled(again: list[str]) -> None:
    assert [len(games([*again, *again, *again]))] == [3]


@pytest.mark.parametrize("line", ["Illegal mov", "White's mo", "Pawn at e", "Black's move, 2 paw", "Long-diag"])
def test_a_last_line_that_breaks_off_is_found(line: str) -> None:
    [item] = games([*SHORT[:-2], line])
    assert "KN101" in [one.code for one in check_item(item)]


@pytest.mark.parametrize("line", ["White", "Pawn", "Illegal", "good move", "File"])
def test_a_word_by_itself_is_a_comment(line: str) -> None:
    [item] = games([*SHORT[:-2], line])
    assert "KN101" not in [one.code for one in check_item(item)]


@pytest.mark.parametrize(
    "notice", ["{Game 401 (guest12 vs. guest99) guest12 resigns} 0-1", "Game 401: guest12 vs. guest99."]
)
@pytest.mark.parametrize("at", [4, 8, 10])
def test_a_line_about_another_game_ends_none_and_begins_none(notice: str, at: int) -> None:
    """The numbers of the moves go on behind it."""
    [item] = games([*SHORT[:at], notice, *SHORT[at:]])
    [plain] = games(SHORT)
    record = item.record
    assert (record.headers, record.result) == (plain.record.headers, plain.record.result)
    comments = [event for event in record.events if isinstance(event, Comment)]
    assert [event.text for event in comments] == [notice]
    assert said(record.replace(events=tuple(e for e in record.events if e not in comments))) == said(plain.record)
    assert [one.code for one in check_item(item)] == ["KN109"]


def test_an_end_is_of_the_game_that_the_log_has_named() -> None:
    opening = "{Game 77 (Ann vs. Bob) Creating rated wild/16 match.}"
    notice = "{Game 401 (guest12 vs. guest99) guest12 resigns} 0-1"
    [item] = games([opening, *SHORT, notice])
    assert (dict(item.record.headers)["White"], item.record.result) == ("Ann", "1-0")
    assert [one.code for one in check_item(item)] == ["KN109"]


def test_an_end_before_the_first_move_of_another_game_is_an_end() -> None:
    second = [line.replace("77", "78") for line in SHORT]
    found = games([*SHORT, "Game 78: Ann vs. Bob", *second])
    assert [dict(item.record.headers)["GameNumber"] for item in found] == ["77", "78"]
    assert [one.code for item in found for one in check_item(item)] == []


@pytest.mark.parametrize("at", [3, 5, 8])
@pytest.mark.parametrize("number", [77, 5])
def test_a_game_that_was_adjourned_goes_on(at: int, number: int) -> None:
    game = "{{Game 77 (Ann vs. Bob) {}}}".format
    resumed = f"{{Game {number} (Ann vs. Bob) Continuing wild match.}}"
    broken = [game("Game adjourned when Ann disconnected") + " *", "Ann has arrived.", resumed]
    opening = game("Creating wild match.")
    end = [line.replace("Game 77", f"Game {number}") for line in SHORT[at:]]
    lines = [opening, *SHORT[:at], *broken, *end]
    [item] = read_items(io.BytesIO("\n".join(lines).encode()), "icc")
    [plain] = games([opening, *SHORT])
    assert said(item.record) == said(plain.record)
    assert item.record.result == "1-0"
    assert not check_item(item)


def test_an_adjourned_game_and_another_of_the_same_players_are_two() -> None:
    broken = "{Game 77 (Ann vs. Bob) Game adjourned when Ann disconnected} *"
    opening = "{Game 77 (Ann vs. Bob) Creating wild match.}"
    assert len(games([opening, *SHORT[:-1], broken, opening, *SHORT])) == 2
