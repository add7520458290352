"""Boards printed with letters or figurines, in text and in tables."""

from __future__ import annotations

import pytest

from kriegnote.documents.diagrams import diagrams
from kriegnote.operations.extraction import extract
from tests.documents.test_extraction import document
from tests.support import boards

EMPTY = "|   |   |   |   |   |   |   |   |"


@pytest.mark.parametrize(
    "board",
    [
        boards.LETTERS,
        boards.FIGURINES,
        boards.BARE,
        boards.COMPACT,
        f"```\n{boards.TURNED}\n  h g f e d c b a\n```",
        boards.markdown(),
        boards.markdown(EMPTY),
        f"<html><body>{boards.html()}</body></html>",
        f"<pre>{boards.LETTERS}</pre>",
        boards.html("th"),
        boards.html().replace(">♗<", "><img src='x.png' alt='wB'><"),
    ],
)
def test_a_board_is_a_position(board: str) -> None:
    (found,) = diagrams(f"Words.\n\n{board}\n\nWords.\n")
    assert found.placement == boards.PLACEMENT
    assert "Words" not in f"Words.\n\n{board}\n\nWords.\n"[found.start : found.end]


@pytest.mark.parametrize("letters", ["RDTACP", "RDTFCP", "KDTLSB"])
@pytest.mark.parametrize("board", [boards.LETTERS, boards.BARE, boards.COMPACT])
def test_the_letters_of_a_board_are_those_of_the_first_language_that_has_them_all(board: str, letters: str) -> None:
    men = str.maketrans("KQRBNPkqrbnp", letters + letters.lower())
    rows = [row.translate(men) if not row.strip().startswith("a") else row for row in board.split("\n")]
    (found,) = diagrams("\n".join(rows))
    assert found.placement == boards.PLACEMENT


def test_a_board_with_letters_of_several_languages_is_none() -> None:
    assert list(diagrams(boards.LETTERS.replace("K", "Q").replace("R", "T"))) == []


def test_an_empty_head_of_a_table_of_eight_rows_is_the_eighth_rank() -> None:
    rows = boards.markdown(EMPTY).split("\n")
    (found,) = diagrams("\n".join(rows[:2] + rows[3:]))
    assert found.placement == boards.PLACEMENT


@pytest.mark.parametrize("layout", ["{caption}\n\n{board}\n\n{solution}", "{board}\n\n{caption}\n\n{solution}"])
@pytest.mark.parametrize("board", [boards.LETTERS, boards.markdown(), boards.markdown(EMPTY), boards.TURNED])
def test_a_board_is_the_position_of_its_problem(board: str, layout: str) -> None:
    text = layout.format(
        caption="**Diagram 1** *Mate in two*", board=board, solution="Solution: 1. Ra1+.\n\n1... Qxa1 2. Bc2#\n"
    )
    ((row, written),) = extract(document(f"# Problems\n\nSome words.\n\n{text}"), "-").problems
    assert row.state == "complete"
    assert f'[FEN "{boards.PLACEMENT} w - - 0 1"]' in written


def test_a_board_of_a_web_page_is_the_position_of_its_problem() -> None:
    told, solved = "<h3>Problem 1</h3><p>Mate in two.</p>", "<p>Solution: 1. Ra1+ Qxa1 2. Bc2#</p>"
    text = f"<html><body>{told}{boards.html()}{solved}</body></html>"
    ((row, _),) = extract(document(text), "-").problems
    assert row.state == "complete"
