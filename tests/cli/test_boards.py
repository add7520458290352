"""What ``show`` prints: the score with what was said around each move, and the boards of whom it is about."""

from __future__ import annotations

import os
from typing import Any

import pytest

from kriegnote.chess.position import Position
from kriegnote.cli.boards import boards, plies
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    End,
    PawnTries,
    Promotion,
    Reveal,
)
from kriegnote.reporting.boards import position_lines
from kriegnote.umpire.adjudication import adjudicate
from tests.support.commands import kriegnote, process
from tests.support.records import game, tried

GAME = "1.(a? N) e4 (a? N) d5\n2.(a? Y) exd5 (a? N; Qd3?) Qxd5 1-0\n"


def said(*events: str | AnyEvent, **fields: Any) -> list[tuple[str, str, list[str]]]:
    """The rows of the score: number, move, what was said."""
    return [(row.number, row.text, row.margin) for row in plies(adjudicate(game(*events, **fields)).record)]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (PawnTries(side=None, turn=None, squares=("a6", "d4")), "pawn tries: a6, d4"),
        (PawnTries(side=None, turn=None, squares=()), "pawn tries: none"),
        (PawnTries(side=None, turn=None, count=0), "pawn tries: 0"),
        (PawnTries(side=None, turn=None, any=True), "pawn tries: some"),
        (PawnTries(side=None, turn=None, any=False), "pawn tries: none"),
        (Ask(side=None, turn=None, what="rebuffs"), "rebuffs?"),
        (Answer(side=None, turn=None, count=2), "2"),
        (Answer(side=None, turn=None, any=True), "yes"),
        (tried("Qh5"), "Qh5 illegal"),
        (tried("e4", verdict="impossible", times=3), "e4 ×3 impossible"),
        (tried(None, times=None, verdict=None), "a try again and again unmarked"),
    ],
)
def test_what_was_said_before_a_move_stands_beside_it(event: AnyEvent, words: str) -> None:
    assert said(event, "a2a3") == [("1.", "a3", [words])]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Capture(side=None, turn=None, square="d5"), "capture d5"),
        (Capture(side=None, turn=None, square="d5", captured="pawn"), "capture d5 (pawn)"),
        (Capture(side=None, turn=None, square=None), "capture"),
        (Check(side=None, turn=None, directions=("file", "knight")), "check: file, knight"),
        (Check(side=None, turn=None, directions=()), "check: no direction said"),
        (Promotion(side=None, turn=None), "promotion"),
        (Reveal(side="white", turn=1, seen={"e4": None, "g2": "P"}), "white sees nothing on e4, P on g2"),
        (End(side="white", turn=1, reason="resignation"), "resignation"),
        (tried("d4", "white", 1, "untested"), "not reached: d4"),
    ],
)
def test_what_was_said_behind_a_move_stands_beside_it_too(event: AnyEvent, words: str) -> None:
    assert said("a2a3", event) == [("1.", "a3", [words])]


def test_what_is_said_behind_the_last_move_has_a_row_of_its_own() -> None:
    assert said("a2a3", Ask(side=None, turn=None, what="any")) == [("1.", "a3", []), ("", "", ["any?"])]


def test_the_score_of_a_game() -> None:
    done = kriegnote("show --from tries --rules english", stdin=GAME)
    assert [line.rstrip() for line in done.stdout.splitlines()[:6]] == [
        "1-0",
        "1.  e4    any?; no",
        "1…  d5    any?; no",
        "2.  exd5  any?; yes; capture d5",
        "2…  Qxd5  any?; no; Qd3 refused; capture d5",
        "after 2… Qxd5",
    ]


def test_a_move_that_is_open_has_its_readings() -> None:
    rows = plies(adjudicate(game("Nd2", "e8e7", start="4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1")).record)
    assert rows[0].open == ["Nbd2 50%", "Nfd2 50%"]
    assert [row.position for row in rows] == [None, None]


def test_eight_ranks_the_eighth_first() -> None:
    rows = position_lines(Position.from_fen())
    assert rows[0] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert rows[3] == "5 · · · · · · · ·"
    assert rows[7:] == ["1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖", "  a b c d e f g h"]


@pytest.mark.parametrize(
    ("view", "titles"),
    [
        ("umpire", ["White sees", "The umpire sees", "Black sees"]),
        ("white", ["White sees"]),
        ("black", ["Black sees"]),
        ("public", []),
    ],
)
def test_whose_boards_a_record_has(view: str, titles: list[str]) -> None:
    drawn = boards(Position.from_fen(), view)
    assert [one.title for one in drawn] == titles
    for one in drawn:
        assert not (one.title == "White sees" and one.position.black)
        assert not (one.title == "Black sees" and one.position.white)
    assert boards(None, view) == []


def test_boards_have_letters_where_there_are_no_figurines() -> None:
    done = process("show", "--from", "san", "--ply", "0", stdin=GAME, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "8 r n b q k b n r" in done.stdout.decode("ascii")
    assert "\\u" not in done.stdout.decode("ascii")


@pytest.mark.parametrize("ply", ["0", "1", "7"])
@pytest.mark.parametrize("html", [False, True])
def test_a_record_without_moves_has_only_its_start(ply: str, html: bool) -> None:
    record = '{"schema":"kriegnote/1","events":[{"type":"ask","side":"white","turn":1}]}'
    done = kriegnote("show", "--ply", ply, *(["--html", "-"] if html else []), stdin=record)
    assert done.exit_code == 0
    assert "at the start" in done.stdout


@pytest.mark.parametrize(
    ("ply", "where"),
    [
        (0, "at the start"),
        (1, "after 1. e4"),
        (4, "after 2… Qxd5"),
        (9, "the record has 4 plies; after the last, 2… Qxd5"),
    ],
)
def test_which_ply_the_boards_are_of(ply: int, where: str) -> None:
    assert where in kriegnote(f"show --from tries --ply {ply}", stdin=GAME).stdout.splitlines()


def test_where_the_board_is_not_known_the_last_that_is_known_is_shown() -> None:
    done = kriegnote("show --from san", stdin="1. e4, e5 2. Ke3, Nc6 3. Ra5, h6")
    assert "after 1… e5" in done.stdout
    assert done.stderr == "-:1: 1 finding; see `kriegnote check`\n"
