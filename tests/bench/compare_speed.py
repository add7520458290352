"""How the times of two installed versions of kriegnote compare: ``after / before``, in processes that take turns.

    python -m tests.bench.compare_speed --before OLD/bin/python --after NEW/bin/python [--games N] [--rounds N]

Random games are read, followed by the umpire and written by each version in a process of its own; start-up is the time
of a whole process with its parsers kept from the run before.  Times are of the processor; of the rounds the ratio in
the middle is printed, and the least and the greatest.  With ``--count`` valgrind counts instructions, which are the
same whatever else runs on the machine: those of a start, and of each kind of work done once more by a process.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path

import msgspec

from tests.bench.bench_pgn import random_games
from tests.support.games import random_record

WORKER = """
import gc, io, json, sys, time
from pathlib import Path
try:
    from kriegnote.operations.conversion import convert_record, lookup, read_items
    from kriegnote.umpire.adjudication import adjudicate
except ImportError:  # a version of one module for each verb
    from kriegnote.convert import convert_record, lookup, read_items
    from kriegnote.umpire import adjudicate
from kriegnote.rules import RULES

def convert(data, source, target, rules=None, listener=None):
    row, book = lookup(target), RULES[rules] if rules else None
    for item in read_items(io.BytesIO(data), source):
        convert_record(item.record, row, rules=book, listener=listener)

pgn, jsonl = (Path(name).read_bytes() for name in sys.argv[1:3])
records = [item.record for item in read_items(io.BytesIO(pgn), "pgn")]
work = {"reading PGN": lambda: list(read_items(io.BytesIO(pgn), "pgn"))}
for name in (None, "english", "icc"):
    work[f"umpire, {name or 'no rulebook'}"] = lambda book=RULES[name] if name else None: [
        adjudicate(record, book) for record in records
    ]
work["PGN to PGN, icc"] = lambda: convert(pgn, "pgn", "pgn", "icc")
for target in ("json", "pgn", "san", "tries", "dialogue", "nost", "magari"):
    work[f"records to {target}"] = lambda target=target: convert(jsonl, "json", target)
for target in ("icc", "darkchess"):
    work[f"records to {target}"] = lambda target=target: convert(jsonl, "json", target, None, "white")
if sys.argv[3:]:
    name, times = sys.argv[3:]
    gc.disable()  # what is collected, and when, depends on all that went before
    for _ in range(int(times)):
        work[name]()
else:
    times = {}
    for name, one in work.items():
        one()  # builds the parsers
        started = time.process_time()
        one()
        times[name] = time.process_time() - started
    print(json.dumps(times))
"""
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
COMMANDS = {
    "--version": ["--version"],
    "convert one game": ["convert", "GAME", "--to", "san"],
    "check one game": ["check", "GAME"],
    "convert a plain score": ["convert", str(EXAMPLES / "san" / "hayes-juhasz.txt"), "--to", "pgn"],
    "check a score with tries": ["check", str(EXAMPLES / "tries" / "malcolm-harris.txt")],
    "check a dialogue": ["check", str(EXAMPLES / "dialogue" / "game-4.txt")],
    "convert a log": ["convert", str(EXAMPLES / "icc" / "game-8.log"), "--to", "pgn"],
    "prove a problem": ["prove", str(EXAMPLES / "problems" / "anderson-09.txt")],
}
COUNT = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")


def worked(python: str, files: list[str], cache: str) -> dict[str, float]:
    """The seconds of each kind of work by the version behind an interpreter."""
    environment = {**os.environ, "KRIEGNOTE_CACHE": cache}
    command = [python, "-I", "-c", WORKER, *files]
    done = subprocess.run(command, capture_output=True, env=environment, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def started(python: str, words: list[str], cache: str) -> float:
    """The seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "KRIEGNOTE_CACHE": cache}
    subprocess.run([python, "-I", "-m", "kriegnote", *words], capture_output=True, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(command: list[str], cache: str) -> float:
    """The instructions of a whole process of Python."""
    environment = {**os.environ, "KRIEGNOTE_CACHE": cache, "PYTHONHASHSEED": "0"}
    done = subprocess.run([*COUNT, *command], capture_output=True, env=environment, text=True, check=False)
    found = COUNTED.search(done.stderr)
    assert found is not None, done.stderr
    return float(found[1].replace(",", ""))


def counted(python: str, words: list[str], cache: str) -> float:
    """The instructions of a command."""
    return instructions([python, "-P", "-m", "kriegnote", *words], cache)


def work_counted(python: str, files: list[str], name: str, cache: str) -> float:
    """The instructions of a kind of work, done when the process has done it twice."""
    once, more = (instructions([python, "-P", "-c", WORKER, *files, name, times], cache) for times in ("2", "4"))
    return (more - once) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    pythons = (options.before, options.after)
    ratios: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as work:
        game, pgn, records = (Path(work, name) for name in ("one.pgn", "games.pgn", "records.jsonl"))
        game.write_text(next(random_games(1)))
        pgn.write_text("".join(random_games(options.games)))
        records.write_bytes(b"\n".join(msgspec.json.encode(random_record(seed)) for seed in range(options.games)))
        caches = [str(Path(work, name)) for name in ("before", "after")]
        files = [str(pgn), str(records)]
        for _ in range(1 if options.count else options.rounds):
            old, new = (worked(python, files, cache) for python, cache in zip(pythons, caches, strict=True))
            for name, seconds in new.items():
                ratios.setdefault(name, []).append(seconds / old[name])
        for name in ratios if options.count else ():
            first, second = (
                work_counted(python, files, name, cache) for python, cache in zip(pythons, caches, strict=True)
            )
            ratios[name] = [second / first]
        for name, words in COMMANDS.items():
            asked = [str(game) if word == "GAME" else word for word in words]
            for number in range(2 if options.count else 4 * options.rounds + 1):
                cost = counted if options.count and number else started
                first, second = (cost(python, asked, cache) for python, cache in zip(pythons, caches, strict=True))
                if number:  # the first builds the parsers that are kept
                    ratios.setdefault(f"start-up: {name}", []).append(second / first)
    for name, found in ratios.items():
        print(f"{name:28} {statistics.median(found):.2f}  ({min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()
