"""What is found in the documents of a folder, and how long it takes.

    python -m tests.support.folder DIRECTORY [GAMES.jsonl]

``GAMES.jsonl`` has one known game a line: ``game`` (its number in the headings), ``uci`` (a list of moves).  A record
under the heading of that number is compared with it: the squares that its moves go to, in place.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path

from kriegnote.documents.witnesses import known_moves
from kriegnote.operations.extraction import extract, row_of


def main(folder: str, known: str | None = None) -> None:
    """Prints a line for each game, then a summary."""
    lines = Path(known).read_text("utf-8").splitlines() if known else []
    truth = {str(game["game"]): game["uci"] for game in map(json.loads, lines)}
    seen: Counter[str] = Counter()
    start = time.perf_counter()
    for path in sorted(one for one in Path(folder).rglob("*") if one.suffix in (".md", ".txt", ".html", ".htm")):
        found = extract(path, str(path.relative_to(folder)))
        for game, item in zip(found.games, found.items, strict=True):
            row = row_of(game, item, path.name)
            number = game.record.header("Game") or ""
            seen[number] += 1
            print(
                f"{row.file}:{row.line} {row.kind}/{row.notation} {row.white} - {row.black} plies {row.plies}"
                f" same as {row.witnesses} {row.state} {_compared(game.record, truth.get(number))}"
            )
        kinds = Counter(row.kind for row, _ in found.problems)
        print(f"{path.name}: {len(found.games)} games, {dict(kinds)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{time.perf_counter() - start:.1f} s, {memory:.0f} MB")
    if truth:
        print("not found:", sorted(set(truth) - set(seen)) or "none")


def _compared(record, uci: list[str] | None) -> str:  # type: ignore[no-untyped-def]
    """How many of a record's squares are those of the known game."""
    if uci is None:
        return ""
    moves = {(index // 2 + 1, ("white", "black")[index % 2]): move[2:4] for index, move in enumerate(uci)}
    castled = {"g1": "short", "g8": "short", "c1": "long", "c8": "long"}
    known = known_moves(record).squares
    same = sum(1 for key, square in known.items() if key in moves and square in (moves[key], castled.get(moves[key])))
    return f"agrees {same}/{len(known)} of {len(uci)}"


if __name__ == "__main__":
    main(*sys.argv[1:3])
