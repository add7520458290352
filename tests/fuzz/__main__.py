"""Coverage-guided fuzzing of every reader with the umpire and the writers behind it, of repair, and of problems.

    pip install -e . --group fuzz
    python -m tests.fuzz readers build/fuzz-readers -max_total_time=3600 -max_len=1500
    python -m tests.fuzz repair build/fuzz-repair -max_total_time=3600 -max_len=700
    python -m tests.fuzz problems build/fuzz-problems -max_total_time=3600 -max_len=900
    python -m tests.fuzz again readers build/fuzz-readers/*
    python -m tests.fuzz again repair-fully build/fuzz-repair/*

The folder holds the corpus; it is made when missing and seeded from ``examples/``, that of problems from chapter 7. The
first byte of an input picks the notation (or the problems), the second the notation it is written in; of a solution the
first picks the problem.  A crash is an exception, a text that is not tiled by its events, a record that repair changes
twice, or more than ``SECONDS * SLOWER`` of processor time.

``again`` needs no atheris: it runs inputs as users would, without the instruments that make them several times slower,
prints the slowest and fails for one that takes more than ``SECONDS``.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

SECONDS = 5.0
SLOWER = 4.0  # what the instruments cost repair, at the most
UNTOLD = [
    "kriegnote.chess.position",
    "kriegnote.chess.men",
    "kriegnote.chess.own_men",
    "kriegnote.chess.squares",
]  # busy, and no text reaches them
WORDS = Path(__file__).with_name("words.dict")


def targets(instruments: Any) -> ModuleType:
    with instruments:
        import kriegnote

        for found in pkgutil.walk_packages(kriegnote.__path__, "kriegnote."):
            if not found.name.endswith(("__main__", ".grammars")):
                importlib.import_module(found.name)
        return importlib.import_module("tests.fuzz.targets")


def timed(target: Any, data: bytes, most: float) -> float:
    if len(data) < 3:
        return 0.0
    begun = time.process_time()
    target(data)
    spent = time.process_time() - begun
    assert spent < most, f"{spent:.1f} seconds"
    return spent


def main(argv: list[str]) -> None:
    if argv[0] == "again":
        target = targets(nullcontext()).TARGETS[argv[1]]
        spent = sorted((timed(target, Path(name).read_bytes(), math.inf), name) for name in argv[2:])
        for seconds, name in spent[-5:]:
            print(f"{seconds:.2f} s  {name}")
        print(f"{len(spent)} inputs, {sum(seconds for seconds, _ in spent):.0f} seconds in all")
        raise SystemExit(spent[-1][0] > SECONDS)
    import atheris

    told = targets(atheris.instrument_imports(include=["kriegnote"], exclude=UNTOLD))
    target, corpus = told.TARGETS[argv[0]], Path(argv[1])
    (told.seed_problems if argv[0] == "problems" else told.seed)(corpus)
    atheris.Setup([sys.argv[0], *argv[1:], f"-dict={WORDS}"], lambda data: timed(target, data, SECONDS * SLOWER))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
