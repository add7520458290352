"""The public face: stable whatever is imported first, the same words everywhere, clear errors, examples that run."""

from __future__ import annotations

import doctest
import importlib
import io
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kriegnote

GAME = "1. e4 d5 2. exd5 1-0"
FUNCTIONS = ("check", "convert", "detect", "prove", "read", "repair", "resolve", "view")
MODULES = [
    found.name
    for found in pkgutil.walk_packages(kriegnote.__path__, "kriegnote.")
    if not found.name.endswith("__main__")
]


def test_no_module_bears_a_public_name() -> None:
    assert not {f"kriegnote.{name}" for name in kriegnote.__all__} & set(MODULES)


def test_what_is_imported_first_changes_nothing() -> None:
    program = f"""
import importlib, inspect
for module in {MODULES!r}:
    importlib.import_module(module)
from kriegnote import {", ".join(FUNCTIONS)}
assert all(map(inspect.isfunction, [{", ".join(FUNCTIONS)}]))
from kriegnote import *
[game] = read({GAME!r}, "san")
assert [one.text for one in convert(game.record, "san")]
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_public_name_is_there() -> None:
    for name in kriegnote.__all__:
        assert getattr(kriegnote, name) is getattr(kriegnote, name)
    assert kriegnote.rulebooks["english"].id == "english"
    assert kriegnote.__version__


@pytest.mark.parametrize("name", ["kriegnote", "kriegnote.api"])
def test_the_examples_of_the_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 1
    assert not result.failed


@pytest.mark.parametrize("name", MODULES)
def test_so_do_those_of_all_modules(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed


def every_source() -> list[Any]:
    return [GAME, GAME.encode(), io.BytesIO(GAME.encode())]


@pytest.mark.parametrize("source", every_source())
def test_text_bytes_and_streams_are_read_alike(source: Any) -> None:
    [game] = kriegnote.read(source, "san")
    assert [event.text for event in game.record.events] == ["e4", "d5", "exd5"]  # type: ignore[union-attr]


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    [game] = kriegnote.read(path)
    assert game.record.result == "1-0"
    assert kriegnote.detect(path) == "pgn"


@pytest.mark.parametrize(
    "call", [kriegnote.read, kriegnote.check, kriegnote.detect, kriegnote.repair, kriegnote.prove, "convert"]
)
def test_the_name_of_a_file_is_no_text(call: Any, tmp_path: Path) -> None:
    call = call if callable(call) else lambda source: kriegnote.convert(source, "pgn")
    there = tmp_path / "my.games"
    there.write_text(GAME)
    for name in ("game.pgn", "no/such.jsonl", str(there)):
        with pytest.raises(kriegnote.InputError, match=r"looks like a file name, not a text.*Path"):
            call(name)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kriegnote.read(io.StringIO(GAME), "san"), "opened in text mode"),  # type: ignore[arg-type]
        (lambda: kriegnote.read(5, "san"), "of type int"),  # type: ignore[arg-type]
        (lambda: kriegnote.read(GAME, "klingon"), "klingon"),
        (lambda: kriegnote.convert(GAME, "klingon"), "klingon"),
        (lambda: kriegnote.convert(GAME, "san", lang="fr"), "unknown lang 'fr'; expected one of en, it"),  # type: ignore[arg-type]
        (lambda: kriegnote.convert(GAME, "san", pieces="xx"), "unknown pieces 'xx'"),  # type: ignore[arg-type]
        (lambda: kriegnote.convert(GAME, "san", view="me"), "unknown view 'me'"),  # type: ignore[arg-type]
        (lambda: kriegnote.convert(GAME, "san", until=0), "a whole number from 1"),
        (lambda: kriegnote.convert(GAME, "san", until="4"), "a whole number from 1"),  # type: ignore[arg-type]
        (lambda: kriegnote.Record.from_chess("1. e4"), "expected a chess.pgn.Game, not str"),  # type: ignore[arg-type]
        (lambda: kriegnote.convert(GAME, "san", until=True), "until is True; expected a whole number from 1"),
        (lambda: kriegnote.repair(GAME, effort=-1), "effort is -1; expected a whole number from 1"),
        (lambda: kriegnote.repair(GAME, effort="x"), "effort is 'x'"),  # type: ignore[arg-type]
        (lambda: kriegnote.check(GAME, rules="calvinball"), "calvinball"),
        (lambda: kriegnote.check(GAME, rules=3), "rules is 3; expected a rulebook or its id"),  # type: ignore[arg-type]
        (lambda: kriegnote.check(GAME, rules="/no.toml"), "/no.toml: No such file"),
        (lambda: kriegnote.check(GAME, rules="a\0b.toml"), "cannot be the name of a file"),
        (lambda: kriegnote.Record().plies(rules=3), "rules is 3"),  # type: ignore[arg-type]
        (
            lambda: kriegnote.Record(start="8/8/8/8/8/8/8/8 w - - x 1").to_chess(),
            "from a known position",
        ),
        (lambda: kriegnote.prove("{"), "not a JSON problem"),
        (lambda: kriegnote.view(kriegnote.Record(), "me"), "unknown view 'me'"),  # type: ignore[arg-type]
        (lambda: kriegnote.resolve(next(kriegnote.read(GAME))), "not Read; pass its field record"),  # type: ignore[arg-type]
        (lambda: kriegnote.view(GAME, "white"), "a Record is expected, not str"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_said_at_the_call(call: Callable[[], object], message: str) -> None:
    with pytest.raises(kriegnote.InputError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        kriegnote.resolve,
        lambda record: kriegnote.view(record, "white"),
        lambda record: list(kriegnote.check(record)),
        lambda record: list(kriegnote.convert(record, "pgn")),
        kriegnote.repair,
        kriegnote.Record.plies,
        kriegnote.Record.to_chess,
    ],
)
def test_an_unknown_rulebook_of_a_record_is_an_error_for_its_user(call: Callable[[kriegnote.Record], object]) -> None:
    [game] = kriegnote.read(GAME, "san")
    with pytest.raises(kriegnote.KriegnoteError, match=r"^unknown rulebook 'myclub'; expected one of english"):
        call(game.record.replace(rules="myclub"))


def test_what_a_reader_finds_is_kept() -> None:
    text = "1. e4 %% e5 1-0"
    codes = {found.code for found in kriegnote.check(text, from_="san")}
    assert codes
    [done] = kriegnote.convert(text, "pgn", from_="san")
    assert codes <= {found.code for found in done.findings}
    [mended] = kriegnote.repair(text, from_="san")
    assert codes <= {found.code for found in mended.findings}


def test_a_rulebook_may_be_given_itself() -> None:
    [done] = kriegnote.convert(GAME, "pgn", from_="san", rules=kriegnote.rulebooks["english"])
    assert done.account.derived["capture"] == 1


def test_the_former_name_of_a_parameter_still_works() -> None:
    with pytest.deprecated_call(match="from_"):
        [game] = kriegnote.read(GAME, notation="san")  # type: ignore[call-arg]
    assert game.record.result == "1-0"
