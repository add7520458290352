"""Tests mirror the tree: whoever changes a module finds its tests under its own name."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Final

import pytest

from kriegnote.cli.program import COMMANDS

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "kriegnote"

NO_ROOMS: Final = {
    "laws": "promises of the whole program",
    "commands": "cases of the command line, a page a command and a notation; tests/cli/test_commands.py runs them",
    "support": "what tests share",
    "data": "texts that tests read",
    "bench": "measurements",
    "fuzz": "fuzzing, which is not part of a run",
}
"""Folders of the tests that are no room of the program, and what they are."""
MIRRORED: Final = ("umpire", "live", "cli")
"""The rooms of which every module has its test file."""
NO_MODULES: Final = {
    "cli/test_commands.py": "runs the pages of tests/commands, the documentation and the examples",
}
"""Test files of those rooms that are no module's, and what they are."""


def modules(room: str) -> list[str]:
    return sorted(path.stem for path in (PACKAGE / room).glob("*.py") if path.stem != "__init__")


def rooms() -> set[str]:
    return {path.parent.name for path in PACKAGE.glob("*/__init__.py") if not path.parent.is_symlink()}


def test_every_folder_with_modules_is_packaged() -> None:
    """A wheel lacks what `pyproject.toml` does not name, and nobody sees it in a checkout."""
    named = set(tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"])
    folders = {path.parent.relative_to(TESTS.parent) for path in PACKAGE.rglob("*.py")}
    assert named == {".".join(folder.parts) for folder in folders} | {"kriegnote.grammars"}


@pytest.mark.parametrize("room", MIRRORED)
def test_every_module_has_its_test_file(room: str) -> None:
    """A module of the command line that is a command may have a page of cases instead."""
    pages = (
        {module: TESTS / "commands" / f"{command}.md" for command, module in COMMANDS.items()} if room == "cli" else {}
    )
    found = {path.name for path in (TESTS / room).glob("test_*.py")}
    without = [name for name in modules(room) if f"test_{name}.py" not in found]
    assert [name for name in without if name not in pages or not pages[name].exists()] == []


@pytest.mark.parametrize("room", MIRRORED)
def test_every_test_file_has_its_module(room: str) -> None:
    tests = {path.name for path in (TESTS / room).glob("test_*.py")}
    others = {name for name in tests if name.removeprefix("test_").removesuffix(".py") not in modules(room)}
    assert {f"{room}/{name}" for name in others} == {name for name in NO_MODULES if name.startswith(f"{room}/")}


def test_every_command_has_its_page_or_its_test_file() -> None:
    commands = {path.stem for path in (TESTS / "commands").glob("*.md")}
    tests = {path.stem.removeprefix("test_") for path in (TESTS / "cli").glob("test_*.py")}
    assert [name for name, module in COMMANDS.items() if name not in commands and module not in tests] == []


def test_every_folder_of_tests_is_a_room() -> None:
    folders = {path.name for path in TESTS.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))}
    assert folders - rooms() == set(NO_ROOMS)


def test_every_room_has_a_folder_of_tests() -> None:
    assert [room for room in sorted(rooms()) if not list((TESTS / room).glob("test_*.py"))] == []


def test_the_program_finds_its_grammars_in_its_source_tree_too() -> None:
    """Whoever runs Python in the repository imports this tree, not the package that he installed."""
    assert (PACKAGE / "grammars").resolve() == (PACKAGE.parent / "grammars").resolve()


WIRE: Final = ("model/events.py", "problems/policy.py", "notations/kriegspiel/layout.py")
"""Modules whose classes are named for what stands in a file, where `try` is a word of each."""


def test_no_two_public_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    shared = {name: where for name, where in places.items() if len(where) > 1 and not set(where) <= set(WIRE)}
    assert shared == {}
