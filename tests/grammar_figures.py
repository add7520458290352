"""How much of each notation its grammar says: ``python -m tests.grammar_figures``.

For each notation: rules and terminals of its grammar (imported ones are counted with the grammar they stand in), states
of its parser, terminals with a numeric priority, the longest line, words of the lexicon that it spells out itself, and
regular expressions in its Python; then the terminals that stand word for word in more than one grammar,
and the names that several define.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from kriegnote.lexicon import lexicon
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
DEFINITION = re.compile(r"^_?[A-Z]\w*(?:\.-?\d+)?:(.*)$", re.MULTILINE)
NAME = re.compile(r"^(_?[A-Z]\w*)(?:\.-?\d+)?:", re.MULTILINE)
TERMINAL = re.compile(r"^_?[A-Z]\w*(?:\.(-?\d+))?:", re.MULTILINE)


class Figures(NamedTuple):
    """What is counted of one notation; ``states`` is None where the grammar only cuts a text into words."""

    name: str
    rules: int
    terminals: int
    priorities: int
    longest: int
    states: int | None
    words: int
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


def spelt_out(text: str) -> set[str]:
    """The words of the lexicon that a grammar spells out, though it could import them."""
    said = re.sub(r"//[^\n]*|%import[^\n]*", "", text).lower()
    known = lexicon().of("players", "answers", "announcements", "men", "ends", "endings")
    words = {word for words in known for word in words.split() if len(word) > 3 and word.isalpha()}
    return {word for word in re.findall(r"[^\W\d_]+", "".join(re.findall(r'"[^"]*"|/[^/\n]+/', said))) if word in words}


def repeated() -> dict[str, list[str]]:
    """What stands word for word as a terminal in more than one grammar, with their names."""
    found: dict[str, list[str]] = {}
    for path in sorted(GRAMMARS.glob("*.lark")):
        for what in set(DEFINITION.findall(path.read_text("utf-8"))):
            if len(what) > 8 and not what.strip().isidentifier():  # a name alone is an import
                found.setdefault(what.strip(), []).append(path.stem)
    return {what: names for what, names in found.items() if len(names) > 1}


def namesakes() -> dict[str, list[str]]:
    """Names that more than one grammar defines, with those grammars: each should stand in one, and be imported."""
    found: dict[str, list[str]] = {}
    for path in sorted(GRAMMARS.glob("*.lark")):
        for name in set(NAME.findall(path.read_text("utf-8"))):
            found.setdefault(name, []).append(path.stem)
    return {name: grammars for name, grammars in found.items() if len(grammars) > 1}


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
        len(spelt_out(text)),
        regexes,
    )


def table() -> str:
    """All grammars, a line each."""
    lines = [
        f"{'grammar':12}{'rules':>7}{'terminals':>11}{'priorities':>12}{'longest':>9}{'states':>8}{'words':>7}{'regexes':>9}"
    ]
    for path in sorted(GRAMMARS.glob("*.lark")):
        one = figures(path.stem)
        shown = "–" if one.states is None else str(one.states)
        lines.append(
            f"{one.name:12}{one.rules:7}{one.terminals:11}{one.priorities:12}{one.longest:9}{shown:>8}{one.words:7}{one.regexes:9}"
        )
    everywhere = sum(len(REGEX.findall(path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py"))
    lines.append(f"regular expressions in kriegnote/: {everywhere}")
    lines.append("terminals that stand in more than one grammar:")
    lines += [f"  {what} ({', '.join(names)})" for what, names in sorted(repeated().items())] or ["  none"]
    lines.append("names that more than one grammar defines:")
    lines += [f"  {name} ({', '.join(grammars)})" for name, grammars in sorted(namesakes().items())]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
