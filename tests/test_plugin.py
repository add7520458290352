"""A notation from outside the package, by its entry point: the example under examples/plugin."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from kriegnote import notations
from kriegnote.carry import project, strip
from kriegnote.cli import main
from kriegnote.umpire import adjudicate
from tests.support.games import random_record

PLUGIN = Path(__file__).parent.parent / "examples" / "plugin"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plug-in as if it were installed: importable, and named among the entry points."""
    monkeypatch.setattr(sys, "path", [str(PLUGIN), *sys.path])
    point = EntryPoint("telegraph", "kriegnote_telegraph:NOTATION", "kriegnote.notations")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point] if "kriegnote" in group else [])
    notations.notations.cache_clear()
    yield
    notations.notations.cache_clear()


def test_the_law_holds_for_it_too() -> None:
    row = notations.notation("telegraph")
    for seed in range(20):
        record = random_record(seed, rules="english")
        chunk = next(row.chunks([row.write(record)]))
        back = adjudicate(row.read(chunk).record.replace(rules="english"), announce=False).record
        due = [strip(event) for event in project(record, row.carries).events]
        assert [strip(event) for event in back.events] == due


def test_the_command_line_knows_it() -> None:
    run = CliRunner().invoke(main, ["convert", "--to", "json"], input="e2e4 STOP NO d7d4 d7d5 STOP %% STOP\n")
    assert run.exit_code == 1
    assert '"text":"%% STOP"' in run.stdout
    assert "KN101" in run.stderr
    assert "telegraph" in CliRunner().invoke(main, ["notations"]).stdout


def test_it_is_as_small_as_promised() -> None:
    assert len((PLUGIN / "kriegnote_telegraph" / "__init__.py").read_text("utf-8").splitlines()) <= 110
