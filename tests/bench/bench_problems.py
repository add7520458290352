"""How much the solver gains on a plain breadth-first belief search: ``python -m tests.bench.bench_problems``.

Every mate in one or two of ``tests/data/mates.jsonl`` is solved from scratch by both, all keys, one rulebook
(``english``, or the one named on the command line); the answers must be the same.  ``… english deep`` solves the mates
in three and four instead, with the solver alone, against the known keys.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from kriegnote.chess.position import uci
from kriegnote.problems.proof.belief import hides
from kriegnote.problems.proof.solve import Solver
from kriegnote.rules import rulebook as rules
from tests.bench import plain

T = TypeVar("T")


def _timed(search: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    return search(), time.perf_counter() - start


def _problems() -> list[dict[str, Any]]:
    path = Path(__file__).parent.parent / "data" / "mates.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def deep(rulebook: str) -> None:
    """Print one line for each mate in three and four: name, moves, seconds, keys."""
    for problem in _problems():
        if problem["n"] > 2 and rulebook in problem["keys"]:
            belief, n = hides(problem["fen"], problem.get("worlds", [])), problem["n"]
            keys, seconds = _timed(lambda b=belief, n=n: Solver(rules(rulebook)).keys(b, n))  # type: ignore[misc]
            assert sorted(map(uci, keys)) == sorted(problem["keys"][rulebook]), problem["id"]
            print(f"{problem['id']:8} #{n} {seconds:7.2f} s  {' '.join(map(uci, keys))}", flush=True)


def main(rulebook: str = "english", what: str = "") -> None:
    """Print one line a problem (name, seconds of both, ratio) and the totals."""
    if what == "deep":
        deep(rulebook)
        return
    rule = rules(rulebook)
    fast = slow = longest = 0.0
    for problem in _problems():
        if problem["n"] > 2:
            continue
        belief, n = hides(problem["fen"], problem.get("worlds", [])), problem["n"]
        asks = problem.get("opponent_asks", False)
        ours, seconds = _timed(lambda b=belief, n=n, a=asks: Solver(rule, opponent_asks=a).keys(b, n))  # type: ignore[misc]
        theirs, plainly = _timed(lambda b=belief, n=n, a=asks: plain.keys(b, n, rule, opponent_asks=a))  # type: ignore[misc]
        assert ours == theirs, problem["id"]
        fast, slow, longest = fast + seconds, slow + plainly, max(longest, seconds)
        print(f"{problem['id']:8} {seconds:7.3f} s {plainly:8.2f} s   {plainly / seconds:6.0f}×", flush=True)
    print(f"together {fast:7.2f} s {slow:8.2f} s   {slow / fast:6.0f}×; the slowest of ours {longest:.3f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
