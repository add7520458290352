"""Ids, rulebooks and codes are completed in the shell."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


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
