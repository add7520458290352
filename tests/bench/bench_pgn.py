"""PGN against python-chess, in one run on one core: ``python tests/bench/bench_pgn.py [games] [--memory]``.

Prints the time that ``convert --from pgn --to pgn --rules icc`` takes (every announcement derived) as a share of what
python-chess takes to read and print the same games, the runs taking turns.  ``--memory`` converts files of 5,000 and
50,000 games and prints the peak memory of each process.
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn


def random_games(count: int, seed: int = 1, *, annotated: bool = False) -> Iterator[str]:
    """Games of random moves as python-chess writes them, up to 120 plies long."""
    rng = random.Random(seed)
    for number in range(count):
        game = chess.pgn.Game()
        game.headers.update({"Event": "random", "Round": str(number + 1), "White": "A", "Black": "B"})
        node: chess.pgn.GameNode = game
        board = game.board()
        for _ in range(rng.randint(40, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            if annotated and len(moves) > 1 and rng.random() < 0.05:
                node.add_variation(moves[0], comment="another way", nags=[5])
            move = rng.choice(moves)
            node = node.add_main_variation(move)
            if annotated and rng.random() < 0.1:
                node.comment = "a comment of some length, as annotators write them"
            board.push(move)
        game.headers["Result"] = board.result()
        yield str(game) + "\n\n"


def theirs(text: str) -> int:
    """Reads and prints with python-chess."""
    stream, size = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        size += len(str(game))
    return size


def ours(text: bytes, rules: str | None) -> int:
    """Converts with kriegnote, in the same process."""
    from kriegnote.operations.conversion import convert_record, lookup, read_items
    from kriegnote.rules import RULES

    size = 0
    target = lookup("pgn")
    for item in read_items(io.BytesIO(text), "pgn"):
        size += len(convert_record(item.record, target, rules=RULES[rules] if rules else None).text)
    return size


def timed(work: object, *arguments: object) -> float:
    started = time.process_time()
    work(*arguments)  # type: ignore[operator]
    return time.process_time() - started


def speed(count: int) -> None:
    for name, annotated in (("plain", False), ("with comments and variations", True)):
        text = "".join(random_games(count, annotated=annotated))
        data = text.encode()
        ours(data[: data.index(b"\n\n", 2000) + 2], "icc")  # builds the grammar
        rounds = [(timed(theirs, text), timed(ours, data, "icc"), timed(ours, data, None)) for _ in range(3)]
        base, icc, bare = (min(one[i] for one in rounds) for i in range(3))
        print(
            f"{count} games, {name}: python-chess {base:.2f} s; "
            f"kriegnote --rules icc {icc:.2f} s = {icc / base:.2f}; without rules {bare:.2f} s = {bare / base:.2f}"
        )


_CHILD = """
import resource, sys
from kriegnote.cli import main
try:
    main(["convert", "--from", "pgn", "--to", "pgn", "--rules", "icc", sys.argv[1], "-o", sys.argv[2]])
except SystemExit:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def memory() -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "games.pgn"), Path(folder, "out.pgn")
        block = list(random_games(500))
        for count in (5_000, 50_000):
            with source.open("w") as file:
                for _ in range(count // 500):
                    file.writelines(block)
            run = subprocess.run(
                [sys.executable, "-c", _CHILD, str(source), str(target)], check=True, capture_output=True, text=True
            )
            print(f"{count} games, {source.stat().st_size >> 20} MB: peak {run.stdout.split()[-1]} MB")


if __name__ == "__main__":
    if "--memory" in sys.argv:
        memory()
    else:
        speed(next((int(word) for word in sys.argv[1:] if word.isdigit()), 2000))
