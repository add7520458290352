"""Command tests in Markdown: tests/commands/*.md, the docs, every example's README and the README itself.

A case is a line ``$ kriegnote …`` of a fenced block ``console``, with its output below it if any; then, each
optional, fenced blocks ``input``
(standard input), ``file NAME`` (a file beside it), ``output`` (standard output, whole), ``stderr`` (standard error,
whole) and a line ``status: N`` (0 when left out).  Commands run in an empty folder in which ``examples`` is that of
the project.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from kriegnote.cli import main

ROOT = Path(__file__).parent.parent
_FENCE = re.compile(r"^(`{3,})(\w+)(?: +(\S+))?[ \t]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_STATUS = re.compile(r"^status: (\d)", re.MULTILINE)


@dataclass
class Case:
    command: str
    stdin: str = ""
    files: dict[str, str] = field(default_factory=dict)
    stdout: str | None = None
    stderr: str | None = None
    status: int = 0


def cases(text: str) -> list[Case]:
    found: list[Case] = []
    fences = list(_FENCE.finditer(text))
    files: dict[str, str] = {}
    for number, fence in enumerate(fences):
        kind, name, body = fence[2], fence[3], fence[4]
        if kind == "file":
            files[name] = body
        if kind == "console" and body.startswith("$ "):
            for part in re.split(r"^\$ ", body.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("kriegnote "):
                    found.append(Case(command.strip(), files=dict(files), stdout=output or None))
        elif found and kind == "input":
            found[-1].stdin = body
        elif found and kind == "output":
            found[-1].stdout = body
        elif found and kind == "stderr":
            found[-1].stderr = body
        until = fences[number + 1].start() if number + 1 < len(fences) else len(text)
        status = _STATUS.search(text, fence.end(), until)
        if status and found:
            found[-1].status = int(status[1])
    return found


def pages() -> list[Path]:
    return sorted(
        [
            *ROOT.glob("tests/commands/*.md"),
            *ROOT.glob("examples/**/*.md"),
            *ROOT.glob("docs/**/*.md"),
            ROOT / "README.md",
        ]
    )


def all_cases() -> list[tuple[str, Case]]:
    return [
        (f"{page.relative_to(ROOT)}:{number}", case)
        for page in pages()
        for number, case in enumerate(cases(page.read_text("utf-8")))
    ]


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in all_cases()])
def test_command(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, body in case.files.items():
        (tmp_path / name).write_text(body, "utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(case.command)[1:]
    result = CliRunner().invoke(main, words, input=case.stdin.encode(), catch_exceptions=False)
    assert result.exit_code == case.status, result.stderr
    if case.stdout is not None:
        assert result.stdout == case.stdout
    if case.stderr is not None:
        assert result.stderr == case.stderr
