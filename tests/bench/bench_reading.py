"""How long two installed versions of kriegnote take to read the same games, notation by notation.

    python -m tests.bench.bench_reading --before OLD/bin/python --after NEW/bin/python [--count] [--games N] [NOTATION…]

The version before writes N random records in each notation; both then cut them into games and read the second half of
them, after the first, taking turns, each in a process of its own.  Printed is the least processor time of five of the
version after, as a share of the least of the one before.  With ``--count`` valgrind counts the instructions of reading
once more, which are the same whatever else runs on the machine.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import msgspec

from tests.bench.compare_speed import instructions
from tests.bench.compare_versions import written
from tests.support.games import random_record

ROUNDS = 5

READ = """
import gc, sys, time
from pathlib import Path
try:
    from kriegnote.notations.registry import notation
except ImportError:  # a version of one module for all notations
    from kriegnote.notations import notation
row = notation(sys.argv[1])
lines = Path(sys.argv[2]).read_text("utf-8").splitlines(keepends=True)
chunks = list(row.chunks(lines))
half = len(chunks) // 2
for chunk in chunks[:half]:  # builds the parsers, and what they remember
    row.read(chunk)
start = time.process_time()
if sys.argv[3:]:
    gc.disable()  # what is collected, and when, depends on all that went before
for _ in range(int((sys.argv[3:] or [1])[0])):
    list(row.chunks(lines))
    for chunk in chunks[half:]:
        row.read(chunk)
print(time.process_time() - start)
"""


def seconds(python: str, name: str, file: Path) -> float:
    """The processor time that the version behind an interpreter takes to read a file."""
    done = subprocess.run([python, "-I", "-c", READ, name, file], capture_output=True, text=True, check=True)
    return float(done.stdout)


def counted(python: str, name: str, file: Path, cache: str) -> float:
    """The instructions of reading a file, when it has been read before."""
    _, once, more = (  # the first builds what is kept
        instructions([python, "-P", "-c", READ, name, str(file), times], cache) for times in ("1", "1", "3")
    )
    return (more - once) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("notations", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        games = Path(work, "games.jsonl")
        games.write_bytes(b"\n".join(msgspec.json.encode(random_record(seed)) for seed in range(options.games)))
        for file in written(options.before, games, options.games, Path(work)):
            name = file.stem.partition("-")[0]
            if file.suffix != ".txt" or (options.notations and name not in options.notations):
                continue
            if options.count:
                before, after = (
                    counted(python, name, file, str(Path(work, cache)))
                    for python, cache in ((options.before, "before"), (options.after, "after"))
                )
                print(f"{file.stem:16} {after / before:5.2f}", flush=True)
                continue
            times = [(seconds(options.before, name, file), seconds(options.after, name, file)) for _ in range(ROUNDS)]
            before, after = (min(column) for column in zip(*times, strict=True))
            print(f"{file.stem:16} {after / before:5.2f}  ({before:.2f} s before)", flush=True)


if __name__ == "__main__":
    main()
