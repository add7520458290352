"""Records through python-chess and back: as objects, and through the text that python-chess writes."""

from __future__ import annotations

import io

import chess.pgn
import pytest

import kriegnote
from kriegnote.feeds.chess_games import from_chess, to_chess
from kriegnote.model.events import Comment, Move, Nag
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.laws.test_law import RULEBOOKS, STARTS, comparable
from tests.support.games import random_record

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")


def expected(record: Record) -> Record:
    """What python-chess has no place for, aside: the order of the tags, and an unknown result (which is ``*``)."""
    record = comparable(record)
    first = [pair for name in ROSTER for pair in record.headers if pair[0] == name]
    headers = (*first, *(pair for pair in record.headers if pair[0] not in ROSTER))
    return record.replace(headers=headers, result=record.result or "*")


def through_text(game: chess.pgn.Game) -> chess.pgn.Game:
    """The game as python-chess writes and reads it, without the roster's tags that it adds with question marks."""
    read = chess.pgn.read_game(io.StringIO(str(game)))
    assert read is not None and not read.errors
    for name in {*read.headers} - {*game.headers}:
        assert read.headers.pop(name) in ("?", "????.??.??")
    return read


def same(record: Record, game: chess.pgn.Game) -> None:
    back = comparable(from_chess(game))
    due = expected(record)
    for number, (one, two) in enumerate(zip(due.events, back.events, strict=False)):
        assert two == one, f"event {number} of\n{game}"
    assert len(back.events) == len(due.events), str(game)
    assert (back.headers, back.result, back.rules, back.view, back.start) == (
        due.headers, due.result, due.rules, due.view, due.start,
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("seed", range(8))
def test_an_umpire_s_record_comes_back(rules: str | None, seed: int) -> None:
    record = random_record(seed, rules=rules, start=STARTS[seed % 3 == 2])
    game = to_chess(record)
    same(record, game)
    same(record, through_text(game))


@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("rules", ["english", "icc", "dark"])
def test_a_player_s_record_comes_back(rules: str, side: str) -> None:
    for seed in range(4):
        record = view(random_record(seed, rules=rules), side)  # type: ignore[arg-type]
        game = to_chess(record)
        same(record, game)
        same(record, through_text(game))


def test_the_moves_are_moves_of_python_chess() -> None:
    record = random_record(3, rules="icc", comments=False)
    moves = [event.move for event in record.events if isinstance(event, Move)]
    assert [move.uci() for move in to_chess(record).mainline_moves()] == moves


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Ke3 Nc6 3. Nf3 *",  # an illegal move
        "1. e4 {one} {two} e5 $1 $6 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5 {Alapin}) d6) {after} 2. Nf3 *",
        "{first} 1. e4 {[%clk 0:01:00] good} (1. d4 $2) 1... e5 {last} 1-0",
        "1. e4 e5 $6 $1 {x} $3 2. Nf3 -- 3. Bc4 *",
        '[Event "a"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n[SetUp "1"]\n\n30... Kd7 31. e4 1/2-1/2',
        '[Variant "Fog of War"]\n[Result "1-0"]\n\n1. e4 {[%kn tries 0; try Ba6 illegal]} d5 1-0',
    ],
)
def test_what_a_pgn_holds_comes_back(text: str) -> None:
    [item] = kriegnote.read(text, "pgn")
    record = adjudicate(item.record, announce=False).record
    record = record.replace(headers=tuple(pair for pair in record.headers if pair[0] != "Result"))
    game = to_chess(record)
    same(record, game)
    # python-chess knows no Fog of War, and writes a comment that stands behind a variation before it
    if "Variant" not in text and "{after}" not in text:
        same(record, through_text(game))


def test_an_illegal_move_is_a_null_move_that_says_what_it_was() -> None:
    [item] = kriegnote.read("1. e4 e5 2. Ke3 *", "pgn")
    assert str(to_chess(item.record)).splitlines()[-1] == '1. e4 e5 2. -- { [%kn move "Ke3"] } *'


def test_a_game_of_python_chess_s_own() -> None:
    game = chess.pgn.Game()
    node = game.add_variation(chess.Move.from_uci("e2e4"), comment="braces } { here")
    node.nags.add(5)
    record = from_chess(game)
    assert [(type(event).__name__) for event in record.events] == ["Move", "Nag", "Comment"]
    move, nag, comment = record.events
    assert isinstance(move, Move) and move.move == "e2e4" and move.line is None
    assert isinstance(nag, Nag) and nag.code == 5
    assert isinstance(comment, Comment) and comment.text == "braces } { here"


def test_a_fragment_from_an_unknown_position_is_refused() -> None:
    [item] = kriegnote.read("12. Nf3 Nc6 *", "san")
    with pytest.raises(kriegnote.InputError, match="known position"):
        to_chess(item.record)
