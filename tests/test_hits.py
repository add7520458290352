"""Shapes that once broke one of the two promises: nothing is lost silently, nobody hears too much or too little."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from kriegnote.api import convert
from kriegnote.cli import main
from kriegnote.conversion import convert_record
from kriegnote.events import AnyEvent, Move, Try
from kriegnote.notations import notation
from kriegnote.record import Record


def white(text: str, to: str = "pgn") -> str:
    """White's record of a PGN, all that the command shows, status too."""
    told = CliRunner().invoke(main, ["convert", "--from", "pgn", "--to", to, "--view", "white"], input=text)
    return told.output + told.stderr + str(told.exit_code)


def hearing(record: Record, listener: str, **options: Any) -> str:
    """A listener's record as JSON."""
    return convert_record(record, notation("json"), listener=listener, **options).text  # type: ignore[arg-type]


def game(*moves: str | None, rules: str | None = None, **fields: Any) -> Record:
    events = tuple(
        Move(side="black" if at % 2 else "white", turn=at // 2 + 1, move=move, text=None, san=None)
        for at, move in enumerate(moves)
    )
    return Record(rules=rules, events=events, **fields)  # type: ignore[arg-type]


def tried(move: str, side: str, turn: int, verdict: str = "illegal") -> Try:
    return Try(side=side, turn=turn, move=move, text=None, verdict=verdict)  # type: ignore[arg-type]


def more(record: Record, *events: AnyEvent) -> Record:
    return record.replace(events=(*record.events, *events))


# -- nobody hears too much, or too little ------------------------------------------------------------------------------


@pytest.mark.parametrize("listener", ["white", "public"])
def test_a_try_at_the_open_end_is_not_heard(listener: str) -> None:
    before = game("e2e4", rules="icc")
    after = more(before, tried("e7d6", "black", 1))
    assert hearing(before, listener) == hearing(after, listener)
    for until in (1, 2, 3):
        assert hearing(before, listener, until=until) == hearing(after, listener, until=until)


def test_what_follows_does_not_decide_what_the_umpire_says_of_the_last_move() -> None:
    (letter,) = convert('[Rules "magari"]\n\n1. e4 d5 *', "magari", notation="pgn", view="white")
    assert "2.:d5" in letter.text


@pytest.mark.parametrize(
    "hidden",
    [
        ("1. e4 Nc6 2. d4 Qh4 3. Nf3 a6 *", "1. e4 e6 2. d4 Qh4 3. Nf3 a6 *"),
        ("1. e4 Nf9 2. d4 a6 3. Nf3 a5 *", "1. e4 Nf6 2. d4 a6 3. Nf3 a5 *"),
        ("1. e4 e5 2. d4 a6, 3. Nf3 a5 ) *", "1. e4 e5 2. d4 a6 3. Nf3 a5 *"),
    ],
)
def test_errors_and_status_are_silent_on_hidden_moves(hidden: tuple[str, str]) -> None:
    one, two = (white(f'[Rules "english"]\n\n{text}\n') for text in hidden)
    assert one == two


@pytest.mark.parametrize("rules", ["", '[Rules "english"]\n'])
@pytest.mark.parametrize("wrong", ["", "{[%kn capture d4]} "])
def test_a_move_is_never_spelled_as_the_umpires_board_has_it(rules: str, wrong: str) -> None:
    taken = f"{rules}\n1. Nf3 e6 2. d4 e5 3. a3 e4 4. a4 exf3 {wrong}5. d5 a6 6. Nd2 a5 *"
    stands = f"{rules}\n1. Nf3 e6 2. d4 e5 3. a3 e4 4. a4 e3 {wrong}5. d5 a6 6. Nbd2 a5 *"
    if not rules or wrong:
        assert white(taken) == white(stands)


def test_a_view_does_not_depend_on_whether_the_umpire_could_follow_a_hidden_move() -> None:
    heard = {
        hearing(
            more(game("e2e4", move, rules="english"), tried("e4d5", "white", 2), *game("d2d4").events),
            "white",
        )
        for move in ("b8c6", None)
    }
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ("english", "1. e4 d5 {[%kn tries 1]} 2. Nf3 a6 *"),
        ("dutch", "1. e4 d5 2. exd5 {[%kn capture d5 by-pawn]} a6 *"),
        ("dark", "1. e4 f6 2. a3 g6 3. Qh5 {[%kn check]} a6 *"),
    ],
)
def test_what_a_rulebook_does_not_announce_is_not_heard(rules: str, moves: str) -> None:
    told = white(f'[Rules "{rules}"]\n\n{moves}')
    assert not any(word in told for word in ("tries", "by-pawn", "check]"))


def test_under_icc_a_player_hears_a_number_and_no_squares() -> None:
    told = white('[Rules "icc"]\n\n1. e4 d5 {[%kn tries d5]} 2. Nf3 a6 *')
    assert "tries d5" not in told
    assert "tries 1" in told


def test_the_number_of_a_game_reaches_the_log() -> None:
    record = game("e2e4", rules="icc", headers=(("White", "A"), ("Black", "B"), ("GameNumber", "193")))
    assert "Game 193" in convert_record(record, notation("icc"), listener="white").text


def test_the_later_entries_of_a_list_belong_before_the_move() -> None:
    start = "4k3/8/8/8/8/3R4/8/3RK3 w - - 0 1"
    first = game("d3h3", rules="nost", start=start)
    record = more(first, tried("d3d7", "white", 1, "untested"))
    (back,) = convert(convert_record(record, notation("nost"), listener="white").text, "json", notation="nost")
    assert msgspec.json.decode(back.text)["events"][1]["move"] == "d3d7"
