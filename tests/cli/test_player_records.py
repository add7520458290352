"""What ``join``, ``know`` and ``complete`` share: their inputs, a rulebook, silence taken for a no, findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import kriegnote

LOG = """White's move.
1. ?
Black's move.
1. .. d5
White's move, 1 pawn try.
2. ?xd5
Pawn at d5 captured, Black's move.
"""
COMMANDS = ["know {} --side black", "complete {}", "join {} {}"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "black.log").write_text(LOG)
    (tmp_path / "empty").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.log", "kriegnote: missing.log: No such file or directory"),
        (".", "kriegnote: .: this is a directory"),
        ("empty", "kriegnote: the input is empty"),
        ("black.log --from klingon", "kriegnote: unknown notation 'klingon'"),
        ("black.log --rules calvinball", "kriegnote: unknown rulebook 'calvinball'"),
    ],
)
def test_what_is_no_input(command: str, name: str, said: str) -> None:
    path, _, option = name.partition(" ")
    done = kriegnote(f"{command.replace('{}', path)} {option}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["know - --side black", "complete - --to icc"])
def test_a_stroke_is_standard_input(command: str) -> None:
    if "icc" in command:
        command = command.replace("icc", "json")
    done = kriegnote(f"{command} --from icc", stdin=LOG)
    assert done.exit_code == 0, done.stderr
    assert done.stdout


def test_a_finding_names_its_file_and_makes_the_status() -> None:
    contradicts = LOG.replace("Pawn at d5 captured", "Pawn at d5 captured, Knight check")
    Path("wrong.log").write_text(contradicts)
    done = kriegnote("complete wrong.log --from icc")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("wrong.log:7:")
    assert "error[KN701]" in done.stderr


def test_silence_is_taken_for_a_no_if_that_is_asked_for() -> None:
    Path("score.txt").write_text('[View "black"]\n\n1.-- d5\n2.--\n')
    fits = [
        kriegnote(f"complete score.txt --rules english {option} -o /dev/null").stderr for option in ("", "--silent")
    ]
    assert fits == ["games that fit: 446\n", "games that fit: 439\n"], "three captures and four checks are heard"


def test_words_and_letters_of_what_is_written() -> None:
    done = kriegnote("join black.log black.log --to dialogue --lang it --pieces figurine")
    assert done.exit_code in (0, 1)
    mended = kriegnote("complete black.log --to dialogue --lang it").stdout
    assert "L’arbitro annuncia: “Pedone catturato in d5”." in mended


@pytest.mark.parametrize("command", ["know black.log --side black", "complete black.log"])
def test_effort_is_a_number_from_0(command: str) -> None:
    assert kriegnote(f"{command} --effort 0").exit_code == 0
    done = kriegnote(f"{command} --effort -1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'--effort': -1 is not in the range x>=0" in done.stderr
