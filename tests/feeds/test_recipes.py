"""The recipes of the documentation run as they are printed; so do the notebook, the pre-commit hook and the action."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(bash|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def run(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=environment() | more, capture_output=True, text=True, timeout=120)


def test_the_recipes_do_what_they_say(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    blocks = _BLOCK.findall((ROOT / "docs" / "recipes.md").read_text("utf-8"))
    assert len(blocks) >= 8
    for language, code, output in blocks:
        command = ["bash", "-ec", code] if language == "bash" else [sys.executable, "-c", code]
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{code}\n{done.stderr}"
        if output:
            assert done.stdout == output, code


def test_the_notebook_shows_a_game_with_boards_and_a_table() -> None:
    notebook = nbformat.read(ROOT / "examples" / "notebook" / "archive.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = [
        "".join(output.data["text/html"])
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "text/html" in output.get("data", {})
    ]
    assert len(shown) == 2
    assert shown[0].count("<svg") == 3 and "<table>" in shown[0]
    assert "White" in shown[1] and "<table" in shown[1]


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = nbformat.read(ROOT / "examples" / "notebook" / "archive.ipynb", as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)


def test_the_hook_checks_the_files_that_it_is_given(tmp_path: Path) -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert re.search(hook["files"], "games/one.pgn") and not re.search(hook["files"], "README.md")
    (tmp_path / "bad.pgn").write_text("1. e4 e5 2. Ke3 *\n", "utf-8")
    (tmp_path / "good.pgn").write_text("1. e4 e5 2. Ke2 *\n", "utf-8")
    assert run([*hook["entry"].split(), "good.pgn"], tmp_path).returncode == 0
    assert run([*hook["entry"].split(), "good.pgn", "bad.pgn"], tmp_path).returncode == 1


def test_the_action_tells_what_it_finds_beside_the_lines(tmp_path: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    step = action["runs"]["steps"][-1]
    (tmp_path / "bad.pgn").write_text("1. e4 e5 2. Ke3 *\n", "utf-8")
    for rules in ("", "icc"):
        done = run(["bash", "-ec", step["run"]], tmp_path, FILES="bad.pgn", RULES=rules)
        assert done.returncode == 1 and done.stdout.startswith("::error file=bad.pgn,line=1,")
