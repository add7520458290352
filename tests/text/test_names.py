"""Modules and files that documentation, grammars and docstrings name are there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TEXTS = [ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md", ROOT / "mkdocs.yml"]
TEXTS += [
    one for kind in ("docs/**/*.md", "grammars/*", "kriegnote/**/*.py", "tests/**/*.py") for one in ROOT.glob(kind)
]
MODULE = re.compile(r"(?<![\w./-])kriegnote(?:\.[a-z_]+)+(?![\w./-])")
FILE = re.compile(
    r"(?<![\w./-])(?:kriegnote|grammars|tests|examples|docs)/[\w./-]+\.(?:py|lark|md|toml|txt|pgn|jsonl?)\b"
)
OTHERS = {"kriegnote.toml", "kriegnote.notations"}
"""A user's own file; the group of entry points."""


def _is_module(name: str) -> bool:
    """Whether a dotted name is a module's, or begins with one's that has the rest as attributes."""
    parts = name.split(".")
    for count in range(len(parts), 1, -1):
        try:
            if find_spec(".".join(parts[:count])) is None:
                continue
        except ModuleNotFoundError:
            continue
        found: object = __import__(".".join(parts[:count]), fromlist=["_"])
        for part in parts[count:]:
            found = getattr(found, part, None)
        return found is not None
    return hasattr(__import__("kriegnote"), parts[1])


def test_what_is_named_is_there() -> None:
    lost = []
    for path in TEXTS:
        text = path.read_text("utf-8") if path.is_file() and path.suffix != ".pyc" else ""
        names = {name for name in MODULE.findall(text) if name not in OTHERS and not _is_module(name)}
        files = {name for name in FILE.findall(text) if not (ROOT / name).exists()}
        lost += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(names | files)]
    assert lost == []
