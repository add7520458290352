"""The program: its commands and their help, its version, settings from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote import __version__
from kriegnote.cli.program import COMMANDS
from tests.support.commands import kriegnote, process


def test_its_version() -> None:
    assert kriegnote("--version").stdout == f"kriegnote, version {__version__}\n"


def test_the_module_is_the_same_program() -> None:
    done = process("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"kriegnote, version {__version__}\n")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_its_help_names_every_command_and_the_status(option: str) -> None:
    done = kriegnote(option)
    assert done.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout
    assert "Exit status: 0 done; 1 a warning or an error was found; 2" in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help(command: str) -> None:
    done = kriegnote(command, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: kriegnote {command} [OPTIONS]")


def test_an_option_that_is_none_is_told() -> None:
    done = kriegnote("check --fxi")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "No such option '--fxi'" in done.stderr.replace(": --fxi", " '--fxi'")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.txt").write_text("1. e4 (a? N) e5 (a? N) 1-0\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_settings_stand_for_options_of_all_commands_or_of_one(folder: Path) -> None:
    (folder / "kriegnote.toml").write_text('quiet = true\nselect = "KN2"\n\n[convert]\nto = "san"\n')
    done = kriegnote("convert game.txt")
    assert (done.stdout, done.stderr) == ("1. e4, e5 1-0\n", "")
    assert kriegnote("convert game.txt --to pgn").stdout.startswith("1. e4 {"), "what is given counts before"
    assert kriegnote("check game.txt").stderr == ""


def test_settings_of_a_folder_count_in_those_below(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pyproject.toml").write_text('[tool.kriegnote.convert]\nto = "san"\n')
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    assert kriegnote("convert ../game.txt -q").stdout == "1. e4, e5 1-0\n"


def test_a_file_of_settings_may_be_named(folder: Path) -> None:
    (folder / "mine.toml").write_text('[convert]\nto = "pgn"\n')
    (folder / "kriegnote.toml").write_text('[convert]\nto = "san"\n')
    assert kriegnote("--config mine.toml convert game.txt -q").stdout.startswith("1. e4 {")
    assert kriegnote("convert game.txt -q").stdout == "1. e4, e5 1-0\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("quite = true\n", "unknown option or command 'quite'; did you mean 'quiet'?"),
        ("[convert]\nview = 3\n", None),
        ("= 3\n", None),
    ],
)
def test_settings_that_are_none_are_told(folder: Path, text: str, said: str | None) -> None:
    (folder / "kriegnote.toml").write_text(text)
    done = kriegnote("convert game.txt --to san")
    assert (done.exit_code, done.stdout) == (2, "")
    if said is not None:
        assert done.stderr == f"kriegnote: {folder / 'kriegnote.toml'}: {said}\n"


def test_a_file_of_settings_that_is_not_there(folder: Path) -> None:
    done = kriegnote("--config none.toml check game.txt")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "kriegnote: none.toml: No such file or directory\n"
