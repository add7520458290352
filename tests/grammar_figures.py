"""How much of each notation its grammar says: ``python -m tests.grammar_figures``.

For each notation: rules and terminals of its grammar (imported ones are counted with the grammar they stand in), states
of its parser, terminals with a numeric priority, the longest line, and regular expressions in its Python.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from kriegnote.parsing import open_grammar

ROOT = Path(__file__).parent.parent
GRAMMARS = ROOT / "grammars"
PACKAGE = ROOT / "kriegnote"
STARTS = {
    "announcements": ["announcement", "nost"],
    "dialogue": None,
    "icc": ["start", "ending"],
    "krieg": ["words", "own", "pieces", "maryland", "darkboard"],
    "pgn": ["start", "ply"],
    "nost": ["start", "unopened_list"],
    "tries": ["start", "group"],
}
REGEX = re.compile(r"\bre\.(?:compile|match|fullmatch|search|sub|subn|split|findall|finditer)\(")
RULE = re.compile(r"^[?!_a-z][\w]*(?:\.\d+)?:", re.MULTILINE)
TERMINAL = re.compile(r"^_?[A-Z]\w*(?:\.(-?\d+))?:", re.MULTILINE)


class Figures(NamedTuple):
    """What is counted of one notation; ``states`` is None where the grammar only cuts a text into words."""

    name: str
    rules: int
    terminals: int
    priorities: int
    longest: int
    states: int | None
    regexes: int


def room(name: str) -> list[Path]:
    """The Python files of a notation."""
    return sorted((PACKAGE / "notations" / name).rglob("*.py"))


def states(name: str) -> int | None:
    """How many states the parser of a grammar has; about as many as terminals: it is a star of words."""
    starts = STARTS.get(name, ["start"])
    if starts is None:
        starts = re.findall(r"^(\w+):", (GRAMMARS / f"{name}.lark").read_text("utf-8"), re.MULTILINE)[:1]
    try:
        parser = open_grammar(name, parser="lalr", start=starts, lexer="basic")
    except Exception:
        return None
    table = parser.parser.parser._parse_table  # type: ignore[attr-defined]
    return len(table.states)


def figures(name: str) -> Figures:
    """The figures of one notation's grammar."""
    text = (GRAMMARS / f"{name}.lark").read_text("utf-8")
    priorities = [found for found in TERMINAL.findall(text) if found]
    regexes = sum(len(REGEX.findall(path.read_text("utf-8"))) for path in room(name))
    return Figures(
        name,
        len(RULE.findall(text)),
        len(TERMINAL.findall(text)),
        len(priorities),
        max(map(len, text.splitlines())),
        states(name),
        regexes,
    )


def table() -> str:
    """All grammars, a line each."""
    lines = [f"{'grammar':12}{'rules':>7}{'terminals':>11}{'priorities':>12}{'longest':>9}{'states':>8}{'regexes':>9}"]
    for path in sorted(GRAMMARS.glob("*.lark")):
        one = figures(path.stem)
        shown = "–" if one.states is None else str(one.states)
        lines.append(
            f"{one.name:12}{one.rules:7}{one.terminals:11}{one.priorities:12}{one.longest:9}{shown:>8}{one.regexes:9}"
        )
    everywhere = sum(len(REGEX.findall(path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py"))
    return "\n".join([*lines, f"regular expressions in kriegnote/: {everywhere}"])


if __name__ == "__main__":
    print(table())
