"""``prove`` on files: a verdict for each problem, what it rests on, findings with their line, the status."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.support.commands import kriegnote

HEAD = '[Id "{}"]\n[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"]\n[Stipulation "#1"]\n\n'
PROVEN = HEAD.format("back rank") + "1.Ra8#\n"
REFUTED = HEAD.format("too far") + "1.Ra7#\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "proven.txt").write_text(PROVEN)
    (tmp_path / "refuted.txt").write_text(REFUTED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_solution_that_works() -> None:
    done = kriegnote("prove proven.txt")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "back rank: proven under english rules\n  keys:  Ra8\n"


def test_one_that_does_not_has_its_line_its_place_and_its_keys() -> None:
    done = kriegnote("prove refuted.txt")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "too far: refuted under english rules",
        "  Ra7 is legal here but does not mate",
        "  line:  Ra7",
        "  from:  6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
        "  keys:  Ra8",
    ]
    assert done.stderr.startswith("refuted.txt:5:1: error[KN504]: Ra7 is legal here but does not mate\n 5 | 1.Ra7#\n")


def test_every_problem_of_every_file_has_its_verdict() -> None:
    done = kriegnote("prove refuted.txt proven.txt")
    assert done.exit_code == 1
    assert [line.split(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "too far", "back rank",
    ]  # fmt: skip


def test_verdicts_for_programs_are_an_object_a_line() -> None:
    done = kriegnote("prove refuted.txt - --format json", stdin=PROVEN)
    one, two = map(json.loads, done.stdout.splitlines())
    assert (one["verdict"], one["line"], [found["code"] for found in one["findings"]]) == (
        "refuted",
        ["Ra7"],
        ["KN504"],
    )
    assert one["findings"][0]["file"] == "refuted.txt"
    assert (two["verdict"], two["keys"], two["findings"]) == ("proven", ["Ra8"], [])


@pytest.mark.parametrize(
    ("line", "stdin", "said"),
    [
        ("prove missing.txt", "", "missing.txt: error: No such file or directory\n"),
        ("prove", "", "-: error: the input is empty\n"),
        ("prove - --rules calvinball", PROVEN, "kriegnote: unknown rulebook 'calvinball'"),
    ],
)
def test_what_cannot_be_read(line: str, stdin: str, said: str) -> None:
    done = kriegnote(line, stdin=stdin)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(said)


def test_the_others_are_proved_where_one_cannot_be_read() -> None:
    done = kriegnote("prove missing.txt proven.txt")
    assert done.exit_code == 2
    assert done.stdout.startswith("back rank: proven")


def test_words_of_a_problem_reach_no_terminal_as_they_are() -> None:
    done = kriegnote("prove -", stdin=PROVEN.replace("back rank", "\x1b[2Jback"))
    assert "\x1b" not in done.stdout


def test_folders_globs_and_compressed_files_are_read(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more/packed.txt.gz").write_bytes(gzip.compress(PROVEN.encode()))
    (folder / "more/picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    done = kriegnote("prove more prov*.txt --format json")
    assert done.exit_code == 0
    assert done.stderr == "more/picture.png: skipped: this is a PNG picture\n"
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["file"], one["solution_line"]) for one in verdicts] == [("more/packed.txt.gz", 5), ("proven.txt", 5)]


def test_a_solution_that_is_not_proven_has_status_1() -> None:
    head = '[FEN "8/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n[Hidden "k on h8 h6"]\n[Stipulation "#3"]\n\n'
    done = kriegnote("prove", stdin=f"{head}1. Qh1+ Kg8 2. Qg1+ Kh8 3. Qg7#\n")
    assert (done.exit_code, done.stderr) == (1, "")
    assert done.stdout.startswith("the problem: incomplete")


@pytest.mark.parametrize("rules", ["dark", "assassin", "nommenspiel", "progressive"])
def test_a_game_without_the_mates_of_chess_is_refused(rules: str) -> None:
    said = f"only mates of chess can be proven, and the rulebook '{rules}' is of another game"
    done = kriegnote(f"prove proven.txt --rules {rules}")
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"kriegnote: {said}\n")
    done = kriegnote("prove", stdin=f'[Rules "{rules}"]\n{PROVEN}')
    assert (done.exit_code, done.stdout.splitlines()[1]) == (1, f"  {said}")
