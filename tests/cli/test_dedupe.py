"""``dedupe --delete`` deletes copies that are a regular file of one game, and nothing else."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.support.commands import kriegnote

GAME = '[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n'
OTHER = '[White "Carlo"]\n\n1. d4 d5 2. c4 *\n'


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_only_copies_that_stand_alone_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "1 first.pgn").write_text(GAME)
    (tmp_path / "2 copy.pgn").write_text(GAME)
    (tmp_path / "3 other notation.txt").write_text(GAME.replace('[White "Anna"]\n\n', ""))
    (tmp_path / "4 with another.pgn").write_text(f"{GAME}\n{OTHER}")
    (tmp_path / "5 more headers.pgn").write_text(f'[Black "Carlo"]\n{GAME}')
    with zipfile.ZipFile(tmp_path / "6.zip", "w") as archive:
        archive.writestr("copy.pgn", GAME)
    before = left(tmp_path)
    result = kriegnote("dedupe", tmp_path)
    assert (result.exit_code, left(tmp_path)) == (0, before)
    result = kriegnote("dedupe", tmp_path, "--delete")
    assert result.exit_code == 0, result.stderr
    gone = set(before) - set(left(tmp_path))
    assert {"1 first.pgn", "2 copy.pgn"} <= gone  # the fifth says all that they say, and who was Black
    assert gone <= {"1 first.pgn", "2 copy.pgn", "3 other notation.txt"}


def test_a_file_with_words_that_no_reader_understood_stays(tmp_path: Path) -> None:
    score = GAME.partition("\n\n")[2]
    (tmp_path / "kept.txt").write_text(GAME)
    (tmp_path / "same.txt").write_text(score)
    (tmp_path / "other.txt").write_text(f"Two sheets of Dr. Ellis and Mr. Rudd, 1923.\n\n{score}")
    result = kriegnote("dedupe", tmp_path, "--delete")
    assert left(tmp_path) == ["kept.txt", "other.txt"]
    assert "1 copy\n1 file deleted" in result.stderr


def test_a_file_that_a_link_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "b.pgn").write_text(GAME)
    (tmp_path / "a link").symlink_to(tmp_path / "b.pgn")
    result = kriegnote("dedupe", tmp_path, "--delete")
    assert left(tmp_path) == ["a link", "b.pgn"]
    assert "not deleted: the file has another name, too" in result.stderr
    assert result.stderr.endswith("0 files deleted\n")
