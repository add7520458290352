"""Every game of a chapter that hides its games is found once, as what it is; what looks like a game is none."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Move, Reveal
from kriegnote.operations.conversion import lookup, read_items
from kriegnote.operations.extraction import as_found, extract, file_name
from kriegnote.operations.repairing import RepairedText, repaired_texts
from kriegnote.text.writing import PLAIN
from tests.support.hostile import chapter

SEEDS = range(int(os.environ.get("KRIEGNOTE_CHAPTERS", "3")))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_is_found_once(seed: int) -> None:
    made = chapter(seed)
    found = [
        (
            game.notation.id,
            sum(isinstance(event, Move) for event in game.record.events),
            game.record.header("White"),
            game.record.header("Black"),
        )
        for game in read_document(made.text).games
    ]
    assert found == [(game.notation, game.plies, game.white, game.black) for game in made.games]


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_repair_of_a_chapter_is_repair_of_each_game_alone(seed: int, tmp_path: Path) -> None:
    found = extract(io.BytesIO(chapter(seed).text.encode()), "-")
    inside = [_moves(one) for _, one in repaired_texts(found.items, lookup("pgn"), None, PLAIN)]
    alone = []
    for game in found.games:
        path = tmp_path / file_name(game, 2, None)
        path.write_text(as_found(game), "utf-8")
        alone += [_moves(one) for _, one in repaired_texts(read_items(path), lookup("pgn"), None, PLAIN)]
    assert inside == alone


def _moves(repaired: RepairedText) -> str:
    """What stands behind the tags: a heading of the chapter gives a game tags that it has not when it is alone."""
    tags, _, moves = (repaired.text or "").partition("\n\n")
    return moves or tags


def test_a_score_goes_on_behind_a_heading_with_the_number_that_is_due() -> None:
    text = (
        "# One\n\nGame 1: Ann – Bob\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n\n### The middle game\n\n4. Ba4 Nf6 5. O-O 1-0\n"
    )
    (game,) = read_document(text).games
    assert [event.text for event in game.record.events if isinstance(event, Move)][-3:] == ["Ba4", "Nf6", "O-O"]


def test_what_a_player_was_shown_is_read_under_the_rules_that_the_words_before_name(tmp_path: Path) -> None:
    score = "1. Nc3, Nc6 (-) 2. Nd5, Nd4 (e2) 3. e3, Nf3+ (g1, h2) 1-0"
    text = f"## A variant\n\nA game of Mafeking Kriegspiel; scouts show men in brackets.\n\n{score}\n"
    found = extract(io.BytesIO(text.encode()), "-")
    (game,) = found.games
    assert game.record.rules == "mafeking"
    path = tmp_path / file_name(game, 2, None)
    path.write_text(as_found(game), "utf-8")
    (item,) = read_items(path)
    assert [type(event) for event in item.record.events] == [type(event) for event in game.record.events]
    assert any(isinstance(event, Reveal) for event in game.record.events)
