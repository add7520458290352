"""Commands as they are typed: in this process, which is quick, or in one of their own, for signals and pipes."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result

from kriegnote.cli import main

PROGRAM: Final = (sys.executable, "-m", "kriegnote")


def kriegnote(*words: str | Path, stdin: str | bytes = "") -> Result:
    """What a command writes and its status; one word alone is a whole line, as in a shell."""
    arguments = shlex.split(str(words[0])) if len(words) == 1 else list(map(str, words))
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    return CliRunner().invoke(main, arguments, input=data, prog_name="kriegnote", catch_exceptions=False)


def process(*words: str | Path, stdin: str | bytes = "", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The same in a process of its own."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    program = [*PROGRAM, *map(str, words)]
    return subprocess.run(program, input=data, capture_output=True, check=False, timeout=60, **options)
