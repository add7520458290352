"""``repair --interactive``: a question for each word, with its board; what is agreed to is written, all else stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import kriegnote

SURE = "1. e4, e5 2. Nf3, Nc6 3. BbS, a6 4. Ba4, Nf6 5. O-O, Be7 6. Rel, b5 7. Bb3, d6\n"
OPEN = "1. e4, e5 2. Qf3, Qc6 3. Qc3, Qf6\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "sheet.txt"


def answered(sheet: Path, text: str, *answers: str) -> tuple[str, str]:
    """What is written, and what was asked."""
    sheet.write_text(text)
    done = kriegnote(
        "repair", "--interactive", str(sheet), "--from", "san", stdin="".join(f"{one}\n" for one in answers)
    )
    assert done.exit_code == 1, done.stderr
    assert sheet.read_text() == text, "the file itself stays"
    return done.stdout, done.stderr


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        (("y", "y"), ("Bb5", "Re1")),
        (("", ""), ("Bb5", "Re1")),  # yes is what is proposed
        (("n", "y"), ("BbS", "Re1")),
        (("y", "n"), ("Bb5", "Rel")),
        (("n", "n"), ("BbS", "Rel")),
    ],
)
def test_one_reading_is_a_yes_or_no(sheet: Path, answers: tuple[str, ...], moves: tuple[str, str]) -> None:
    written, _ = answered(sheet, SURE, *answers)
    assert written == SURE.replace("BbS", moves[0]).replace("Rel", moves[1])


def test_the_board_stands_beside_the_question(sheet: Path) -> None:
    _, asked = answered(sheet, SURE, "y", "y")
    assert "    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜\n" in asked
    assert "    White to move\n" in asked
    assert "write Bb5 for BbS? [Y/n]: " in asked
    assert "write Re1 for Rel? [Y/n]: " in asked


@pytest.mark.parametrize(("answer", "move"), [("1", "Nc6"), ("2", "c6"), ("0", "Qc6"), ("", "Qc6")])
def test_of_several_readings_one_is_chosen_or_none(sheet: Path, answer: str, move: str) -> None:
    written, asked = answered(sheet, OPEN, answer, "0", "0")  # Qc3 and Qf6 may be misprints, too
    assert written == OPEN.replace("Qc6", move)
    assert "    1) Nc6 (96%)\n    2) c6 (4%)\n" in asked
    assert "which of these is Qc6? (0: leave it)" in asked
    assert "    Black to move\n" in asked


def test_a_number_that_is_none_is_asked_again(sheet: Path) -> None:
    written, asked = answered(sheet, OPEN, "99", "1", "0", "0")
    assert written == OPEN.replace("Qc6", "Nc6")
    assert asked.count("which of these is Qc6") == 2


def test_nothing_is_written_when_the_answers_end(sheet: Path) -> None:
    sheet.write_text(SURE)
    out = sheet.with_name("out.txt")
    done = kriegnote("repair", "--interactive", str(sheet), "-o", str(out), stdin="y\n")
    assert done.exit_code not in (0, 2)
    assert (out.exists(), sheet.read_text()) == (False, SURE)
