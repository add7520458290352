"""``check --fix`` changes what it shows and no other byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kriegnote.cli import main
from kriegnote.diagnostics.findings import Finding, Fix
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.operations.fixing import fix_files

BEFORE = "# Città\n\n1. e4, e6 2. ♖c4, d5\n"
AFTER = "# Città\n\n1. e4, e6 2. ♗c4, d5\n"


def fix(*files: Path, form: str = "text") -> Result:
    words = ["check", "--from", "san", "--fix", "--format", form, *map(str, files)]
    return CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False], ids=["ended", "open"])
def test_encoding_mark_and_line_ends_stay(encoding: str, ends: str, last: bool, tmp_path: Path) -> None:
    def written(text: str) -> bytes:
        return (text if last else text[:-1]).replace("\n", ends).encode(encoding)

    path = tmp_path / "game.txt"
    path.write_bytes(written(BEFORE))
    path.chmod(0o600)
    done = fix(path)
    assert done.exit_code == 1
    assert path.read_bytes() == written(AFTER)
    assert path.stat().st_mode & 0o777 == 0o600
    changed = [row for row in done.stdout.splitlines() if row[:1] in "+-" and row[:3] not in ("+++", "---")]
    assert changed == ["-1. e4, e6 2. ♖c4, d5", "+1. e4, e6 2. ♗c4, d5"]
    assert ("\\ No newline at end of file" in done.stdout) is not last


def test_mixed_line_ends_and_odd_ones_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes("# a\x0b\u2028b\r\r\n\n1. e4, e6 2. ♖c4, d5".encode())
    fix(path)
    assert path.read_bytes() == "# a\x0b\u2028b\r\r\n\n1. e4, e6 2. ♗c4, d5".encode()


def test_latin_1_stays_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes('[Site "Forlì"]\r\n[Rules "englsh"]\r\n\r\n1. e4 e5 *\r\n'.encode("latin-1"))
    CliRunner().invoke(main, ["check", "--fix", str(path)], catch_exceptions=False)
    assert path.read_bytes() == '[Site "Forlì"]\r\n[Rules "english"]\r\n\r\n1. e4 e5 *\r\n'.encode("latin-1")


def test_a_letter_that_the_encoding_lacks_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"Forl\xec e4\n")
    one = Finding(code="KN202", severity="warning", message="", file=str(path), line=1, column=7, fix=Fix("e4", "♗4"))
    [fixed] = fix_files([one])
    assert fixed.refused == [f"{path}:1:7: e4 is not replaced by ♗4: ♗4 cannot be written in latin-1"]
    assert path.read_bytes() == b"Forl\xec e4\n"


def test_bytes_that_cannot_be_restored_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    data = BEFORE.encode("utf-16") + b"\x00"
    path.write_bytes(data)
    done = fix(path)
    assert done.exit_code == 2
    assert "its encoding cannot be reproduced" in done.stderr
    assert path.read_bytes() == data


def test_links_stay_links_and_a_folder_without_room_is_an_error(tmp_path: Path) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text(BEFORE)
    link.symlink_to(path)
    fix(link)
    assert link.is_symlink() and path.read_text() == AFTER


def test_standard_input_and_pipes_cannot_be_fixed(tmp_path: Path) -> None:
    for words in ([], ["-"]):
        done = CliRunner().invoke(main, ["check", "--fix", *words], input=BEFORE)
        assert done.exit_code == 2
        assert "standard input" in done.stderr
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    one = Finding(code="KN202", severity="warning", message="", file=str(pipe), line=1, column=1, fix=Fix("a", "b"))
    [fixed] = fix_files([one])
    assert fixed.failed and "only a regular file" in fixed.refused[0]


def test_fixes_that_meet_or_have_gone_stale_are_not_applied(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("abcdef\n")

    def found(column: int, old: str, new: str) -> Finding:
        at = {"file": str(path), "line": 1, "column": column}
        return Finding(code="KN202", severity="warning", message="", fix=Fix(old, new), **at)  # type: ignore[arg-type]

    stale, twice = found(1, "x", "y"), [found(6, "f", "1"), found(6, "f", "2")]
    [fixed] = fix_files([stale, *twice, found(2, "bc", "BC"), found(3, "cd", "CD"), found(5, "e", "E")])
    assert path.read_text() == "abCDEf\n"
    assert fixed.diff.count("\n+") == 2
    assert [message.removeprefix(f"{path}:1:") for message in fixed.refused] == [
        "1: x is not replaced by y: x does not stand here any more",
        "2: bc is not replaced by BC: another fix changes the same words",
        "6: f is not replaced by 1: another finding has a different fix here",
        "6: f is not replaced by 2: another finding has a different fix here",
    ]


def test_the_diff_leaves_the_output_of_programs_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(BEFORE)
    done = fix(path, form="json")
    assert done.stdout.endswith('"records": 1\n}\n')
    assert "+1. e4, e6 2. ♗c4, d5" in done.stderr


def test_a_move_is_mended_in_the_list_of_its_turn_too(tmp_path: Path) -> None:
    """NOST's lists end with the move that was played: one fix changes both."""
    turns = "1. f3 [Black: no pawn tries]\n1. -, e5 [White: no pawn tries]\n"
    path = tmp_path / "game.nost"
    path.write_text(f'[Notation "nost"]\n[Rules "nost"]\n\n{turns}2. Kb2 (Nd4, Kb2) [Black: no pawn tries]\n2. -, d5\n')
    [item] = read_items(path)
    fixes = [found.fix for found in check_item(item) if found.fix is not None]
    assert [(fix.old, fix.new) for fix in fixes] == [("Kb2 (Nd4, Kb2", "Kf2 (Nd4, Kf2")]


def test_the_whole_sign_of_a_man_goes_and_the_marks_behind_the_move_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("1. e4, d5 2. .i.c4, dxe4 3. £h5, g6 4. £xg6?!, hxg6 5. .i.xf7!, £xf7 0-1\n", "utf-8")
    fix(path)
    assert path.read_text("utf-8") == "1. e4, d5 2. Bc4, dxe4 3. Qh5, g6 4. Qxg6?!, hxg6 5. Bxf7!, Kxf7 0-1\n"
