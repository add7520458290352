"""How long two installed versions of kriegnote take to read the same games, notation by notation.

    python -m tests.bench.bench_reading --before OLD/bin/python --after NEW/bin/python [--games N] [NOTATION…]

The version before writes N random records in each notation; both then cut them into games and read the second half of
them, after the first, taking turns, each in a process of its own.  Printed is the least processor time of five of the
version after, as a share of the least of the one before.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import msgspec

from tests.bench.compare_versions import written
from tests.support.games import random_record

ROUNDS = 5

READ = """
import sys, time
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
list(row.chunks(lines))
for chunk in chunks[half:]:
    row.read(chunk)
print(time.process_time() - start)
"""


def seconds(python: str, name: str, file: Path) -> float:
    """The processor time that the version behind an interpreter takes to read a file."""
    done = subprocess.run([python, "-I", "-c", READ, name, file], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("notations", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        games = Path(work, "games.jsonl")
        games.write_bytes(b"\n".join(msgspec.json.encode(random_record(seed)) for seed in range(options.games)))
        for file in written(options.before, games, options.games, Path(work)):
            name = file.stem.partition("-")[0]
            if file.suffix != ".txt" or (options.notations and name not in options.notations):
                continue
            times = [(seconds(options.before, name, file), seconds(options.after, name, file)) for _ in range(ROUNDS)]
            before, after = (min(column) for column in zip(*times, strict=True))
            print(f"{file.stem:16} {after / before:5.2f}  ({before:.2f} s before)", flush=True)


if __name__ == "__main__":
    main()
