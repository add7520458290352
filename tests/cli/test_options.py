"""Options that several commands have: what the shell completes, which go together; each is tried in a command test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kriegnote.cli import main
from kriegnote.cli.program import COMMANDS
from tests.support.commands import kriegnote

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("kriegnote convert --to pg", ["pgn"]),
        ("kriegnote check --rules berk", ["berkeley", "berkeley-any"]),
        ("kriegnote check --select KN104,KN40", ["KN104,KN401", "KN104,KN402", "KN104,KN403"]),
        ("kriegnote de", ["dedupe"]),
    ],
)
def test_what_is_offered(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_KRIEGNOTE_COMPLETE": "bash_complete"}
    program = [sys.executable, "-c", 'from kriegnote.cli import main; main(prog_name="kriegnote")']
    done = subprocess.run(program, env={**os.environ, **words}, capture_output=True, text=True, check=False)
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} >= set(offered), done.stderr


@pytest.mark.parametrize("command", ["convert --to san", "repair"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--split", "--split needs --out-dir"),
        ("--name x", "--name needs --out-dir"),
        ("--overwrite", "--overwrite needs --out-dir"),
        ("--resume", "--resume needs --out-dir"),
        ("-o one --out-dir many", "-o and --out-dir cannot be used together"),
    ],
)
def test_options_that_do_not_go_together(command: str, options: str, said: str) -> None:
    done = kriegnote(f"{command} {options}", stdin="1. e4, e5")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {said}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_tried(command: str) -> None:
    """In the page of cases of this command, or in the test file of its module."""
    context = click.Context(main)
    found = main.get_command(context, command)
    assert found is not None
    page, module = TESTS / "commands" / f"{command}.md", TESTS / "cli" / f"test_{COMMANDS[command]}.py"
    lines = [line for line in page.read_text("utf-8").splitlines() if line.startswith("$ ")] if page.exists() else []
    cases = [line for line in lines if re.match(rf"\$ kriegnote (--config \S+ )?{command}\b", line)]
    tried = "\n".join(cases) + (module.read_text("utf-8") if module.exists() else "")
    options = [param for param in found.params if isinstance(param, click.Option)]
    missing = [one.opts[-1] for one in options if not any(_stands(opt, tried) for opt in one.opts)]
    assert missing == []


def _stands(option: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){option}\b", text) is not None
