"""Extraction: rows, texts of their own, problems, states; every command on a document."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kriegnote.model.events import Move
from kriegnote.model.record import Origin
from kriegnote.operations.conversion import read_items
from kriegnote.operations.extraction import as_found, extract, file_name, row_of
from tests.support.chapter import LAYOUTS, chapter
from tests.support.sample import part

MATE = "1. f4 e5 2. g4 Qh4# 0-1"
PROBLEM = "**Diagram 1** *Mate in two* 8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1\n\nSolution: 1. Ra1+.\n\n2. Bc2#\n"


def document(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


@pytest.mark.parametrize("layout", part([*LAYOUTS], 2))
def test_what_is_extracted_reads_back_as_the_same_game(layout: str, tmp_path: Path) -> None:
    """Each game by itself, in a file that bears its notation: the same moves, tries and announcements."""
    found = extract(document(chapter(4, layout, count=2).text), "-")
    for game in found.games:
        path = tmp_path / file_name(game, 2, None)
        path.write_text(as_found(game), "utf-8")
        (item,) = read_items(path)
        assert item.notation.id == game.notation.id
        assert item.record.rules == game.record.rules
        told = [
            (type(event), getattr(event, "side", None), getattr(event, "text", None)) for event in item.record.events
        ]
        wanted = [
            (type(event), getattr(event, "side", None), getattr(event, "text", None)) for event in game.record.events
        ]
        assert told == wanted


def test_items_know_their_origin_and_witnesses() -> None:
    text = f"# A chapter\n\nGame 1: Ann – Bob\n\n{MATE}\n\nOnce more:\n\n{MATE}\n\nWords.\n"
    one, other = read_items(document(text))
    assert one.record.origin == Origin(number=1, line=5)
    assert one.record.witnesses == (Origin(number=2, line=9),)
    assert other.record.witnesses == (Origin(number=1, line=5),)


@pytest.mark.parametrize(
    ("game", "state", "reasons"),
    [
        (MATE, "complete", ()),
        ("1. e4 e5 2. Nf3 Nc6", "fragment", ("no ending recorded",)),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 1-0", "damaged", ("KN201",)),
    ],
)
def test_states(game: str, state: str, reasons: tuple[str, ...]) -> None:
    found = extract(document(f"# One\n\n{game}\n"), "-")
    row = row_of(found.games[0], found.items[0], "-")
    assert (row.state, row.reasons) == (state, reasons)


def test_a_problem_with_its_position_is_written_as_prove_reads_it() -> None:
    ((row, text),) = extract(document(PROBLEM), "-").problems
    assert (row.kind, row.state) == ("problem", "complete")
    assert '[FEN "8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1"]\n[Stipulation "#2"]\n' in text


def test_a_solution_without_a_position_is_listed_as_one() -> None:
    text = PROBLEM.replace(" 8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1", "")
    ((row, _),) = extract(document(text), "-").problems
    assert (row.kind, row.state) == ("solution", "no position")


def test_a_notation_that_was_asked_for_reads_the_whole_text() -> None:
    text = f"# One\n\n{MATE}\n\n## Two\n\n{MATE}\n"
    assert len(list(read_items(document(text)))) == 2
    assert all(item.record.origin for item in read_items(document(text)))
    assert not any(item.record.origin for item in read_items(document(text), "san"))


LOG = """White's move.
1. ?
Black's move.
1. .. d5
White's move, 1 pawn try.
2. ?xd5
Pawn at d5 captured, Black's move.

"""
SCORE = """[Event "ICC w16"]
[Site "ICC"]
[Date "2002.08.13"]
[Round "-"]

1. e4 d5 2. exd5 Qxd5 3. c4 Qa5 4. Nf3 1-0
"""


def test_a_log_saved_with_its_score_is_read_as_both() -> None:
    assert [item.notation.id for item in read_items(document(LOG + SCORE))] == ["icc", "pgn"]


def test_views_do_not_tell_where_the_umpires_record_was_read() -> None:
    from kriegnote.umpire.adjudication import adjudicate
    from kriegnote.umpire.views import view

    (item,) = read_items(document(f"# One\n\n{MATE}\n"))
    seen = view(adjudicate(item.record).record, "white")
    assert not seen.origin and not seen.witnesses
    assert any(isinstance(event, Move) for event in seen.events)


def test_a_move_by_a_sign_of_several_characters_is_a_move() -> None:
    """The turns are found, and the score is no other notation's."""
    found = extract(document("Match 1. Rossi - Neri\n\n1. e4, e5 2. tt:lf3, tt:lc6 3. i.b5, a6 1-0\n"), "-")
    (game,) = found.games
    assert game.notation.id == "san"
    assert sum(isinstance(event, Move) for event in game.record.events) == 6
