"""Command tests in Markdown: tests/commands/*.md, the docs, every example's README and the README itself.

A case is a line ``$ kriegnote …`` of a fenced block ``console``, with its output below it if any; then, each
optional, fenced blocks ``input`` (standard input), ``file NAME`` (a file beside it, for the cases behind it too),
``output`` (standard output, whole, with ``{version}`` for ours), ``stderr`` (standard error, whole), ``written NAME``
(a file afterwards, whole), ``absent NAME`` (there is none afterwards) and a line ``status: N`` (0 when left out).
Commands run in an empty folder in which ``examples`` is that of the project.

The lines of a block ``sh`` run one after the other in one such folder; each is a ``kriegnote`` command and may find
something.  A block ``python`` runs there too, and prints the block ``output`` behind it, if there is one; a block
``json`` is JSON.  A block that the tests cannot run has a comment before it that says why, ``<!-- not run: … -->``;
that behind ``<!-- test -->`` is run by ``.ci/run``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kriegnote import __version__
from tests.support.commands import kriegnote

ROOT = Path(__file__).parent.parent.parent
_FENCE = re.compile(r"^(`{3,})(\w+)(?: +(\S+))?[ \t]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_STATUS = re.compile(r"^status: (\d+)", re.MULTILINE)
_NOT_RUN = re.compile(r"<!-- (?:not run: .+|test) -->\s*\Z")


@dataclass
class Case:
    command: str
    stdin: str = ""
    files: dict[str, str] = field(default_factory=dict)
    stdout: str | None = None
    stderr: str | None = None
    written: dict[str, str] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
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
        elif found and kind == "output" and fences[number - 1][2] not in ("sh", "python"):
            found[-1].stdout = body.replace("{version}", __version__)
        elif found and kind == "stderr":
            found[-1].stderr = body
        elif found and kind == "written":
            found[-1].written[name] = body
        elif found and kind == "absent":
            found[-1].absent.append(name)
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
            # the recipes build upon each other, and need libraries: tests/feeds/test_recipes.py
            *(page for page in ROOT.glob("docs/**/*.md") if page.name != "recipes.md"),
            ROOT / "README.md",
        ]
    )


def all_cases() -> list[tuple[str, Case]]:
    return [
        (f"{page.relative_to(ROOT)}:{number}", case)
        for page in pages()
        for number, case in enumerate(cases(page.read_text("utf-8")))
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in all_cases()])
def test_command(case: Case, folder: Path) -> None:
    for name, body in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, "utf-8")
    result = kriegnote(case.command.removeprefix("kriegnote "), stdin=case.stdin)
    assert result.exit_code == case.status, result.stderr
    if case.stdout is not None:
        assert result.stdout == case.stdout
    if case.stderr is not None:
        assert result.stderr == case.stderr
    for name, body in case.written.items():
        assert (folder / name).read_text("utf-8") == body
    assert not [name for name in case.absent if (folder / name).exists()]


def blocks(*kinds: str) -> list[Any]:
    """The blocks of these kinds in the README and the docs, each with what is printed behind it."""
    found = []
    for page in pages():
        text = page.read_text("utf-8")
        fences = list(_FENCE.finditer(text))
        for number, fence in enumerate(fences):
            if fence[2] in kinds and not _NOT_RUN.search(text, 0, fence.start()):
                behind = fences[number + 1] if number + 1 < len(fences) else None
                output = behind[4] if behind is not None and behind[2] == "output" else None
                line = text.count("\n", 0, fence.start()) + 1
                found.append(pytest.param(fence[4], output, id=f"{page.relative_to(ROOT)}:{line}"))
    return found


@pytest.mark.parametrize(("block", "output"), blocks("sh", "shell", "bash"))
def test_shell_block(block: str, output: str | None, folder: Path) -> None:
    printed = ""
    for line in block.replace("\\\n", " ").splitlines():
        assert line.startswith("kriegnote "), "only kriegnote runs here; say why not with <!-- not run: ... -->"
        result = kriegnote(line.removeprefix("kriegnote "))
        assert result.exit_code in (0, 1), result.stderr
        printed += result.stdout
    assert printed == (printed if output is None else output)


@pytest.mark.parametrize(("block", "output"), blocks("python", "py"))
def test_python_block(block: str, output: str | None, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "the block", "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert printed == (printed if output is None else output)


@pytest.mark.parametrize(("block", "output"), blocks("json"))
def test_json_block(block: str, output: str | None) -> None:
    try:
        json.loads(block)
    except ValueError:
        assert [json.loads(line) for line in block.splitlines()]


def test_every_kind_of_block_is_known() -> None:
    known = {
        "console", "input", "output", "stderr", "file", "written", "absent", "sh", "python", "json", "text", "toml",
        "lark", "ebnf",
    }  # fmt: skip
    kinds = {fence[2] for page in pages() for fence in _FENCE.finditer(page.read_text("utf-8"))}
    assert kinds <= known
