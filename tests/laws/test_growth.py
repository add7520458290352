"""Time grows no faster than the text: measured over patterns, terminals, readers and detection.

Every pattern of detection and of the modules and grammars named here is collected and fed with repetitions that lead
matchers astray, at two sizes; the readers likewise.  What stays under a floor is not looked at.
"""

from __future__ import annotations

import importlib
import io
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle

import pytest

from kriegnote.notations.detection import judge
from kriegnote.notations.registry import BUILT_IN
from kriegnote.operations.conversion import InputError, read_items
from kriegnote.parsing import grammar
from kriegnote.problems.reading.reader import read_problems

UNITS = (
    *'([{<"“;%?!*_#-., \t\n\\/=+:x0aKé♔',
    *(
        "1.",
        "1. ",
        "a1",
        "a1,",
        "(a1,",
        "\\{",
        '\\"',
        "?,",
        "(a? ",
        "e4 ",
        "Nf3? ",
        "ab ",
        "{}",
        "{a}",
        "()",
        '[A "b"]\nx\n',
    ),
)
OPENERS = ("", "(", "1.", '[Event "', "{", "1. e4 (")
SOLUTIONS = (
    *("? ", "who took ", "unless ", "unless capture 2.Ra8 ", "other than on d4 ", "not ", "zorbla ", "Yes: 2.Ra8. "),
    *("2.Ra8# (capture), ", "2.Ra8# if he takes other than on d4, ", "capture other than on d4 2.Ra8. ", "2.Ra8 or "),
    *("capture: 2.Ra8 (capture) ", "capture on c1: 2.Qb5 (the pawn took), ", "2.Ra8, except on d6 (2.Kd4); "),
    *("2.Ra8 / 2.Qb5 ", "2.Ra8 before 2.Qb5 ", "if zorbla 2.Ra8. ", "1...Kb5 2.Kd4. ", "otherwise 2.Ra8; "),
    *("on d6: 2.Ra8; ", "if h8 is refused, 2.Ra8; ", "in the first case 2.Ra8. "),
    *("e4, ", "e4/"),
)
"""What the solutions of problems are made of."""
SMALL, GROWTH = 500, 4  # characters, and how many times as many the larger text has
QUADRATIC = 10.0  # a text four times as long takes a linear matcher four times as long, a quadratic one sixteen times
FLOOR = 0.004  # seconds under which a time says nothing


MODULES = (
    *("text.comments", "text.headings", "text.source", "text.tags", "text.results", "text.score", "text.games"),
    *(
        "text.heads",
        "text.turns",
        "text.score_words",
        "text.tag_faults",
        "notations.json.reader",
        "notations.json.faults",
    ),
    *("notations.pgn.reader", "notations.pgn.ply_reader", "notations.pgn.cutting", "notations.pgn.numbering"),
    *("text.score_reader", "notations.tries.reader"),
)
GRAMMARS = {
    "pgn": ("start", "ply"),
    "san": ("start",),
    "tries": ("start", "group"),
    "descriptive": ("start",),
    "krieg": ("words", "own", "pieces", "maryland", "darkboard"),
}
"""The grammars with the rules from which they are read."""


@cache
def patterns() -> dict[str, re.Pattern[str]]:
    """The compiled patterns of the modules, those of the table of notations, and the terminals of the grammars."""
    found: dict[str, re.Pattern[str]] = {}
    for name in MODULES:
        for value in vars(importlib.import_module(f"kriegnote.{name}")).values():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found.setdefault(value.pattern, value)
    for row in BUILT_IN:
        for text, _ in row.recognise:
            found.setdefault(text, re.compile(text, re.MULTILINE))
    for name in GRAMMARS:
        for text, flags in terminals(name):
            found.setdefault(text, re.compile(text, flags))
    return found


def terminals(name: str) -> Iterator[tuple[str, int]]:
    """The terminals of a grammar as patterns."""
    parsers = (grammar(name, start) for start in GRAMMARS[name])
    for terminal in (one for parser in parsers for one in parser.terminals):
        flags = sum(getattr(re, flag.upper()) for flag in terminal.pattern.flags)
        yield terminal.pattern.to_regexp(), flags


def seconds(run: Callable[[str], object], text: str, runs: int) -> float:
    """The least processor time of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        run(text)
        best = min(best, time.process_time() - start)
    return best


def grows(run: Callable[[str], object], opener: str, unit: str) -> str | None:
    """What is wrong with the time that a text of repetitions takes; None when it is in order.

    A doubt is measured again on texts four times as long: only what grows too fast twice is a fault.
    """
    told = None
    for small, runs in ((SMALL, 1), (SMALL * GROWTH, 3)):
        texts = [opener + (unit * (size // len(unit))) for size in (small, small * GROWTH)]
        first, second = seconds(run, texts[0], runs), seconds(run, texts[1], runs)
        if second < FLOOR or second < QUADRATIC * first:
            return None
        told = f"{opener!r} and {unit!r}: {first:.4f} s, and {second:.4f} s for {GROWTH} times as much"
    return told


def test_the_patterns_are_found() -> None:
    assert len(patterns()) > 80


def test_patterns_search_in_linear_time() -> None:
    """Patterns of detection look for a place in a text; the others are matched where their readers stand."""
    detecting = {text for row in BUILT_IN for text, _ in row.recognise}
    bad = []
    for text, pattern in patterns().items():
        for opener in OPENERS[:2]:
            for unit in UNITS:
                fault = grows(pattern.match if text not in detecting else pattern.findall, opener, unit)
                if fault:
                    bad.append(f"{text[:70]!r} {fault}")
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize("unit", SOLUTIONS)
def test_solutions_of_problems_are_read_in_linear_time(unit: str) -> None:
    def run(text: str) -> None:
        read_problems(f'[FEN "8/8/3p4/2k5/8/4K3/8/Q7 w - - 0 1"]\n\nSolution: 1.Kd3. {text}')

    run(unit)  # the grammar is built when it is first used
    assert not grows(run, "", unit)


def read(name: str | None) -> Callable[[str], object]:
    def run(text: str) -> None:
        try:
            for _ in read_items(io.BytesIO(text.encode()), name):
                pass
        except InputError:
            pass

    return run


@pytest.mark.parametrize("turn", ["*exd5 e4 e5", "e4 *e5", "[exd5] e4 e5"])
def test_marks_of_tries_are_looked_for_in_linear_time(turn: str) -> None:
    def score(turns: int) -> str:
        return "".join(f"{number}. {turn}\n" for number in range(1, turns + 1))

    run, turns = read("san"), 400
    run(score(1))  # grammars are built when they are first used
    first, second = seconds(run, score(turns), 2), seconds(run, score(GROWTH * turns), 2)
    assert second < QUADRATIC * first, f"{first:.3f} s, and {second:.3f} s for {GROWTH} times as much"


def test_signs_of_comments_are_looked_for_in_linear_time() -> None:
    def score(brackets: int) -> str:
        return "1." + "()" * brackets

    run, brackets = read("tries"), 2000
    run(score(1))  # grammars are built when they are first used
    first, second = seconds(run, score(brackets), 2), seconds(run, score(GROWTH * brackets), 2)
    assert second < QUADRATIC * first, f"{first:.3f} s, and {second:.3f} s for {GROWTH} times as much"


@pytest.mark.parametrize("name", ["detection", "json", "pgn", "san", "tries"])
def test_reading_takes_linear_time(name: str) -> None:
    run = judge if name == "detection" else read(name)
    run("1. e4 e5 *")  # grammars are built when they are first used
    faults = [grows(run, opener, unit) for opener, unit in zip(cycle(OPENERS), UNITS, strict=False)]
    assert not any(faults), "\n".join(fault for fault in faults if fault)
