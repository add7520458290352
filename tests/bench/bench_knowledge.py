"""What `know` and `complete` cost, and how far they get, on generated games and on the book's.

``python -m tests.bench.bench_knowledge know 20`` times 60-ply games; ``complete 100`` counts the logs completed;
``join 100`` the games that both players' records, joined, give again, so many under each rulebook;
``bias 400`` holds numbers and draws against exact counts;
``size`` prints the number of positions ply by ply for three games of the examples, as a table and with ``--svg FILE``
as a plot.  Times are those of the process on one core.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from math import log10
from pathlib import Path

from kriegnote.knowledge import complete, join, know
from kriegnote.knowledge.belief import EFFORT, Knowing, player_record
from kriegnote.knowledge.completion import same_view
from kriegnote.knowledge.evidence import evidence_of
from kriegnote.model.events import Move, Side
from kriegnote.model.record import Record, normal
from kriegnote.notations.loss import strip
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record

ROOT = Path(__file__).parent.parent.parent
RULEBOOKS = ("icc", "english", "rand", "cincinnati", "dutch")
GAMES = (
    ("game 8", "json/game-8.jsonl", "icc"),
    ("game 6", "magari/game-6.txt", "magari"),
    ("game 5", "nost/game-5.txt", "nost"),
)


def logs(count: int, plies: int = 60) -> list[tuple[str, Record]]:
    """One-sided records of generated games of about so many plies."""
    found: list[tuple[str, Record]] = []
    seed = 0
    while len(found) < count:
        rules = RULEBOOKS[len(found) % len(RULEBOOKS)]
        full = random_record(seed, rules=rules, plies=plies, comments=False, headers=False)
        seed += 1
        if sum(isinstance(event, Move) for event in full.events) >= plies - 5:
            found.append((rules, view(full, "white" if len(found) % 2 else "black")))
    return found


def bench_know(count: int) -> None:
    """Median and slowest time of a ply, over all plies of so many games."""
    times: list[float] = []
    lost = 0
    for _, record in logs(count):
        side: Side = "white" if record.view == "white" else "black"
        began = time.process_time()
        for ply in Knowing(evidence_of(player_record(record, side)), side, EFFORT, 0).plies():
            times.append(time.process_time() - began)
            lost += ply.method == "bounds"
            began = time.process_time()
    times.sort()
    print(
        f"{count} games of 55 to 60 plies: a ply takes {statistics.median(times):.3f} s in the median, "
        f"{times[len(times) * 95 // 100]:.2f} s at the 95th percentile, {times[-1]:.1f} s at the most; "
        f"{lost} of {len(times)} by their bounds alone"
    )


def bench_complete(count: int) -> None:
    """How many logs are completed, each game verified."""
    done, times = 0, []
    for rules, record in logs(count):
        began = time.process_time()
        found = complete(record)
        times.append(time.process_time() - began)
        good = bool(found.records) and all(same_view(adjudicate(one).record, record) for one in found.records)
        done += good
        print(f"{rules}, {record.view}: {'completed' if good else 'not completed'}, {times[-1]:.1f} s", flush=True)
    print(f"{done} of {count} completed; median {statistics.median(times):.1f} s, slowest {max(times):.1f}")


def bench_join(count: int) -> None:
    """How many games are equal when the views of both players are joined, under each rulebook, and the time of one."""
    for rules in RULEBOOKS:
        same, times = 0, []
        for seed in range(count):
            full = random_record(seed, rules=rules, plies=60, comments=False, headers=False)
            began = time.process_time()
            joined = join(view(full, "white"), view(full, "black"))
            times.append(time.process_time() - began)
            same += [strip(one) for one in normal(joined.record).events] == [strip(one) for one in normal(full).events]
        print(f"{rules}: {same} of {count} equal; median {statistics.median(times):.3f} s, slowest {max(times):.3f}")


def bench_bias(count: int) -> None:
    """The bias of a sample that is kept far too small, against exact counts of the games."""
    for number in range(5):
        full = random_record(number, rules="icc", plies=6, comments=False, headers=False)
        heard = view(full, "white" if number % 2 else "black")
        exact = complete(heard, effort=0)
        assert exact.exact and isinstance(exact.games, int)
        drawn: Counter[tuple[str | None, ...]] = Counter()
        estimates: list[float] = []
        for seed in range(count):
            one = complete(heard, effort=300, seed=seed)
            estimates.append(float(one.games or 0))
            drawn[tuple(event.move for event in one.records[0].events if isinstance(event, Move))] += 1
        mean, error = statistics.mean(estimates), statistics.stdev(estimates) / count**0.5
        expected = count / exact.games
        square = sum((times - expected) ** 2 for times in drawn.values()) / expected
        square += (exact.games - len(drawn)) * expected
        print(
            f"{exact.games} games: estimated {mean:.1f} give or take {error:.1f} on the mean of {count}; "
            f"chi-square of the draw {square:.0f} at {exact.games - 1} degrees of freedom"
        )


def sizes(name: str, file: str, rules: str) -> list[tuple[int, int, str]]:
    """(at least, at most, method) after each ply, from Black's chair."""
    record = next(read_items(ROOT / "examples" / file)).record
    full = adjudicate(record.replace(rules=record.rules or rules)).record  # type: ignore[arg-type]
    return [(*one.positions, one.method) for one in know(full, "black", chances=False).plies]


def bench_size(svg: str | None) -> None:
    """The size of the set, a line a ply."""
    every = {name: sizes(name, file, rules) for name, file, rules in GAMES}
    for name, rows in every.items():
        print(name, " ".join(str(least) + ("" if method == "exact" else "+") for least, _, method in rows))
    if svg is not None:
        Path(svg).write_text(_plot(every), "utf-8")


def _plot(every: dict[str, list[tuple[int, int, str]]]) -> str:
    width, height, colours = 640, 300, ("#c0392b", "#2471a3", "#1e8449")
    longest = max(len(rows) for rows in every.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">'
    ]
    for power in range(0, 25, 4):
        y = height - 25 - power * 10.5
        parts.append(
            f'<line x1="35" x2="{width}" y1="{y}" y2="{y}" stroke="#ddd"/><text x="4" y="{y + 4}">10^{power}</text>'
        )
    for rows, colour in zip(every.values(), colours, strict=True):
        for bound, dash in ((0, ""), (1, ' stroke-dasharray="3 3"')):
            points = " ".join(
                f"{35 + i * (width - 45) / longest:.0f},{height - 25 - log10(max(1, row[bound])) * 10.5:.0f}"
                for i, row in enumerate(rows)
            )
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"{dash}/>')
    for i, (name, colour) in enumerate(zip(every, colours, strict=True)):
        parts.append(f'<text x="{60 + 90 * i}" y="{height - 5}" fill="{colour}">{name}</text>')
    return "".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "know":
        bench_know(int(rest[0]))
    elif what == "bias":
        bench_bias(int(rest[0]))
    elif what == "join":
        bench_join(int(rest[0]))
    elif what == "complete":
        bench_complete(int(rest[0]))
    else:
        bench_size(rest[1] if rest[:1] == ["--svg"] else None)
