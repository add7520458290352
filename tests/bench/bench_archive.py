"""Time and memory of ``list``, ``stats`` and ``export`` over one long PGN file.

``python -m tests.bench.bench_archive --games 100000`` prints them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kriegnote
from tests.support.games import random_record

DIFFERENT = 100  # games, which are repeated under other names


def write(path: Path, games: int, plies: int = 16) -> None:
    """A file of so many short games under ICC's rules, with tries and announcements."""
    texts = []
    for seed in range(DIFFERENT):
        record = random_record(seed, rules="icc", plies=plies, comments=False, headers=False)
        headers = (
            ("White", f"Player {seed % 7}"),
            ("Black", f"Other {seed % 5}"),
            ("Date", f"{1950 + seed % 50}.01.??"),
        )
        texts.append(next(kriegnote.convert(record.replace(headers=headers), "pgn")).text)
    with path.open("w") as file:
        for number in range(games):
            text = texts[number % DIFFERENT]
            file.write(text.replace('"Player', f'"Player {number // DIFFERENT}', 1) + "\n")


def main() -> None:
    """Prints seconds and the largest memory of a process."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--command", choices=["list", "stats", "export"], help="This one alone.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        write(path, options.games, options.plies)
        for command in (options.command,) if options.command else ("list", "stats", "export"):
            out = str(Path(folder) / command)
            began = time.perf_counter()
            where = ["--out-dir", out] if command == "export" else ["--format", "csv", "-o", out]
            subprocess.run([sys.executable, "-m", "kriegnote", command, str(path), *where], check=True)
            seconds = time.perf_counter() - began
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            size = path.stat().st_size / 1e6
            print(f"{command}: {options.games:,} games, {size:.0f} MB, {seconds:.0f} s, at most {memory:.0f} MB")


if __name__ == "__main__":
    main()
