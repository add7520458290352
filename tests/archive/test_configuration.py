"""Settings from kriegnote.toml and pyproject.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.archive.configuration import ConfigurationError, defaults, find, load

OPTIONS = {"convert": {"to": "target", "rules": "rules", "on-loss": "on_loss"}, "check": {"rules": "rules"}}


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.kriegnote]\nrules = "icc"\n')
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\n")
    assert find(tmp_path / "a" / "b") == tmp_path / "pyproject.toml"
    assert load(tmp_path / "pyproject.toml") == {"rules": "icc"}
    (tmp_path / "a" / "kriegnote.toml").write_text('rules = "rand"\n')
    assert find(tmp_path / "a" / "b") == tmp_path / "a" / "kriegnote.toml"


def test_keys_at_the_top_are_for_every_command_that_has_them() -> None:
    settings = {"rules": "icc", "on-loss": "error", "convert": {"to": "pgn", "rules": "rand"}}
    assert defaults(settings, OPTIONS, Path("x")) == {
        "convert": {"rules": "rand", "on_loss": "error", "target": "pgn"},
        "check": {"rules": "icc"},
    }


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"ruls": 1}, "x: unknown option or command 'ruls'; did you mean 'rules'?"),
        ({"check": {"to": "pgn"}}, "x: unknown option 'check.to'"),
        ({"check": 3}, "x: check is a command; put its options in a table [check]"),
    ],
)
def test_unknown_keys_are_errors(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        defaults(settings, OPTIONS, Path("x"))
    assert said in str(error.value)
