"""A notation from outside the package, by its entry point: the example under examples/plugin."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from kriegnote.cli import main
from kriegnote.notations import registry as notations
from kriegnote.notations.plugin_loader import entry_points
from kriegnote.plugin import GROUP, VERSION, NotationModule, project, strip
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record

PLUGIN = Path(__file__).parent.parent.parent / "examples" / "plugin"


TELEGRAPH = EntryPoint("telegraph", "kriegnote_telegraph:NOTATION", GROUP)
TEXT = "e2e4 STOP d7d5 STOP\n"
ANOTHER = "from kriegnote_telegraph import *\nfrom dataclasses import replace\n"
BROKEN = {
    "gone": "",
    "import": "raise RuntimeError('no luck')",
    "other": "NOTATION = 5",
    "lacking": "from kriegnote.plugin import *\n"
    "NOTATION = Notation(id='l', title='', module=__name__, carries=Carries())",
    "later": ANOTHER + "NOTATION = replace(NOTATION, contract=99)",
    "pattern": ANOTHER + "NOTATION = replace(NOTATION, id='p', recognise=(('(', 1.0),))",
    "clash": ANOTHER + "NOTATION = replace(NOTATION, id='pgn')",
}
SAID = {
    "gone": "AttributeError",
    "import": "RuntimeError: no luck",
    "other": "it is of type int",
    "lacking": "has no chunks, read, write",
    "later": "version 99 of the contract",
    "pattern": "unterminated subpattern",
    "clash": "the id 'pgn' is taken by kriegnote",
}


def offer(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr("kriegnote.notations.plugin_loader.entry_points", lambda group: list(points))
    notations.notations.cache_clear()


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plug-in as if it were installed: importable, and named among the entry points."""
    monkeypatch.setattr(sys, "path", [str(PLUGIN), *sys.path])
    offer(monkeypatch, TELEGRAPH)
    yield
    notations.notations.cache_clear()


def broken(name: str, body: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> EntryPoint:
    (folder / f"broken_{name}.py").write_text(body)
    monkeypatch.syspath_prepend(str(folder))
    return EntryPoint(name, f"broken_{name}:NOTATION", GROUP)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_stops_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, broken(name, BROKEN[name], tmp_path, monkeypatch), TELEGRAPH)
    run = CliRunner().invoke(main, ["convert", "--to", "san"], input=TEXT, catch_exceptions=False)
    assert (run.exit_code, run.stdout) == (0, "1. e4, d5\n")
    first = run.stderr.splitlines()[0]
    assert first.startswith(f"kriegnote: warning: the entry point {name} = broken_{name}:NOTATION ")
    assert SAID[name] in first


@pytest.mark.parametrize("function", ["chunks", "read", "write"])
def test_a_plugin_that_fails_at_work_is_named(function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        f"{ANOTHER}NOTATION = replace(NOTATION, id='weak', module=__name__)\ndef {function}(*_): raise KeyError('x')\n"
    )
    offer(monkeypatch, broken(f"weak_{function}", body, tmp_path, monkeypatch), TELEGRAPH)
    good = tmp_path / "good.txt"
    good.write_text(TEXT)
    words = ["--from", "weak", "--to", "san"] if function != "write" else ["--from", "telegraph", "--to", "weak"]
    run = CliRunner().invoke(main, ["convert", *words], input=TEXT, catch_exceptions=False)
    assert run.exit_code == 2
    assert f"the plug-in broken_weak_{function} (weak) failed in {function}: KeyError: 'x'" in run.stderr
    run = CliRunner().invoke(main, ["convert", "--to", "san"], input="1. e4, d5\n", catch_exceptions=False)
    assert run.exit_code == 0


def test_the_example_keeps_the_contract() -> None:
    import kriegnote_telegraph  # type: ignore[import-not-found]

    module: NotationModule = kriegnote_telegraph
    [chunk] = module.chunks([TEXT])
    assert len(module.read(chunk).record.events) == 2
    assert kriegnote_telegraph.NOTATION.contract == VERSION
    source = (PLUGIN / "kriegnote_telegraph" / "__init__.py").read_text("utf-8")
    assert [line for line in source.splitlines() if "kriegnote." in line and "import" in line] == [
        "from kriegnote.plugin import ("
    ]


def test_installed_packages_are_asked_by_their_lists(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site" / "telegraph-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: telegraph\nVersion: 1\n")
    (package / "entry_points.txt").write_text(f"[{GROUP}]\n{TELEGRAPH.name} = {TELEGRAPH.value}\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "nowhere"), str(tmp_path)])
    assert not list(entry_points(GROUP))
    sys.path.append(str(package.parent))
    assert list(entry_points(GROUP)) == [TELEGRAPH]


def test_its_package_names_the_group_of_entry_points() -> None:
    assert GROUP == "kriegnote.notations"  # other packages name it: it never changes
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"] == {GROUP: {TELEGRAPH.name: TELEGRAPH.value}}


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
