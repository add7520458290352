"""What ``convert`` says of losses, file by file where they are few; its cases are in ``tests/commands/convert.md``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import kriegnote

RECORD = '{"schema":"kriegnote/1","view":"white","headers":[["White","a"],%s],"events":[]}\n'


def losses(*files: Path) -> list[str]:
    done = kriegnote("convert", "--to", "icc", *files)
    return [line for line in done.stderr.splitlines() if "cannot express" in line]


def test_a_loss_names_the_file_and_the_headers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    one.write_text(RECORD % '["Annotator","c"]')
    two.write_text(RECORD % '["Opening","a"],["ECO","c"]' + RECORD % '["ECO","d"]')
    assert losses(one) == [f"{one}: icc cannot express everything: 1 header (Annotator) dropped"]
    assert losses(two) == [f"{two}: icc cannot express everything: 3 headers (Opening, ECO) dropped"]
    assert losses(one, two) == losses(one) + losses(two)


def test_losses_of_many_files_are_told_together(tmp_path: Path) -> None:
    many = [tmp_path / f"{number}.json" for number in range(11)]
    for path in many:
        path.write_text(RECORD % '["ECO","c"]')
    assert losses(*many) == ["icc cannot express everything: 11 headers (ECO) dropped, in 11 of them"]


def test_numbers_agree_with_their_nouns() -> None:
    done = kriegnote("convert --from tries --to san", stdin="1. e4 (a? N Qd3?) e5 2. d4 (a? N) d6 1-0")
    assert "-: san cannot express everything: 2 answers, 2 questions and 1 try dropped\n" in done.stderr


@pytest.mark.parametrize(
    ("on_loss", "status", "written"), [("warn", 0, True), ("ignore", 0, True), ("error", 1, False)]
)
def test_what_becomes_of_a_loss(on_loss: str, status: int, written: bool, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    text = "1.(a? N) e4 (a? N) e5 1-0"
    done = kriegnote("convert", "--from", "tries", "--to", "san", "-o", out, "--on-loss", on_loss, stdin=text)
    assert (done.exit_code, out.exists(), bool(done.stderr)) == (status, written, on_loss != "ignore")


def test_several_games_are_converted_one_by_one() -> None:
    """One that a notation cannot hold is named with its line, and the others are written."""
    text = '[View "white"]\n\n1. e4 -- *\n\n1. d4 d5 *\n'
    done = kriegnote("convert --from pgn --to icc", stdin=text)
    assert done.exit_code == 2
    assert "1. e4" in done.stdout
    assert "-:5: error: icc cannot hold a record in umpire view" in done.stderr


def test_a_view_that_cannot_be_had_is_not_advised() -> None:
    log = "1. ?\n1. .. e5\n2. ?\n2. .. Nc6\n"
    done = kriegnote("convert --from icc --to san", stdin=log)
    assert done.stderr == "-:1: error: san cannot hold a record in black view; use --to pgn or --to json\n"
