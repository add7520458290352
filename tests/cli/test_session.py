"""One run over its inputs: what cannot be read is named and the others go on; what is counted, and the status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import kriegnote

CLEAN = "1. e4, e5\n"
WARNS = "1. e4, e6 2. ♖c4, d5\n"
ERRS = "1. e4, e5 2. Ke3\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("clean.txt", CLEAN), ("warns.txt", WARNS), ("errs.txt", ERRS), (".DS_Store", "\0\0\0\1Bud1")):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("check clean.txt", 0),
        ("check warns.txt", 1),
        ("check errs.txt", 1),
        ("check missing.txt", 2),
        ("check errs.txt missing.txt clean.txt", 2),
        ("check errs.txt --exit-zero", 0),
        ("check missing.txt --exit-zero", 0),
        ("check warns.txt --ignore KN202", 0),
        ("check warns.txt --select KN1", 0),
        ("check warns.txt --select KN2,KN3 --select KN1", 1),
        ("check errs.txt --ignore KN202", 1),
    ],
)
def test_the_status(line: str, status: int) -> None:
    assert kriegnote(line).exit_code == status


def test_what_cannot_be_read_is_named_and_the_rest_goes_on() -> None:
    done = kriegnote("check missing.txt warns.txt absent clean.txt")
    assert done.stderr.splitlines()[:2] == [
        "missing.txt: error: No such file or directory", "absent: error: No such file or directory",
    ]  # fmt: skip
    assert "warns.txt:1:14: warning[KN202]" in done.stdout
    assert done.stderr.endswith(
        "4 files (2 could not be read completely), 2 games\n       1  KN202 wrong man printed\n2 records: 1 warning\n"
    )


def test_what_is_no_text_does_not_change_the_status_of_a_folder(folder: Path) -> None:
    (folder / "club").mkdir()
    (folder / "club" / "scan.pdf").write_bytes(b"%PDF-1.7\n")
    assert [kriegnote(f"{command} club").exit_code for command in ("check", "list", "extract")] == [2, 2, 2]
    (folder / "club" / "clean.txt").write_text(CLEAN)
    done = kriegnote("check club")
    assert (done.exit_code, "club/scan.pdf: skipped: this is a PDF" in done.stderr) == (0, True)
    assert [kriegnote(f"{command} club").exit_code for command in ("list", "extract", "convert --to san")] == [0, 0, 0]
    assert kriegnote("check club/clean.txt club/scan.pdf").exit_code == 2


def test_what_a_computer_leaves_in_folders_is_passed_over() -> None:
    done = kriegnote("list . --columns file --format csv")
    assert done.stdout == "file\nclean.txt\nerrs.txt\nwarns.txt\n"
    assert done.exit_code == 0
    assert ".DS_Store: skipped: " in done.stderr
    assert "4 files (1 skipped), 3 games" in done.stderr


def test_quiet_leaves_findings_and_summaries_out_but_no_error() -> None:
    done = kriegnote("check clean.txt warns.txt -q")
    assert (done.stderr, done.exit_code) == ("", 1)
    assert "KN202" in done.stdout
    assert kriegnote("convert warns.txt --to pgn -q").stderr == ""
    assert kriegnote("check missing.txt -q").stderr == "missing.txt: error: No such file or directory\n"


def test_numbers_agree_with_their_nouns() -> None:
    assert kriegnote("check warns.txt").stderr == "1 record: 1 warning\n"
    assert kriegnote("check errs.txt warns.txt").stderr.endswith("2 records: 1 error, 1 warning\n")
    assert kriegnote("show warns.txt").stderr == "warns.txt:1: 1 finding; see `kriegnote check`\n"


@pytest.mark.parametrize("words", [[], ["-"]])
def test_no_file_and_a_stroke_are_standard_input(words: list[str]) -> None:
    done = kriegnote("check", *words, "--from", "san", stdin=ERRS)
    assert done.stdout.startswith("-:1:14: error[KN201]")


def test_standard_input_may_stand_among_files() -> None:
    done = kriegnote(
        "list", "clean.txt", "-", "--columns", "file,plies", "--format", "csv", "--from", "san", stdin="1. d4"
    )
    assert done.stdout == "file,plies\nclean.txt,2\n-,1\n"


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_several_processes_say_the_same(jobs: str) -> None:
    alone, together = (kriegnote("check", ".", "--jobs", number) for number in ("1", jobs))
    assert (together.stdout, together.stderr, together.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check clean.txt --select KX", "--select: no code starts with 'KX'"),
        ("check clean.txt --ignore 5", "--ignore: no code starts with '5'"),
        ("check clean.txt --from klingon", "unknown notation 'klingon'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_read(line: str, said: str) -> None:
    done = kriegnote(line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kriegnote: {said}")
    assert len(done.stderr.splitlines()) == 1
