"""What repair makes of damaged pages: plies and games recovered, claimed wrongly, left open; and calibration.

    python -m tests.bench.bench_damage [--games 300] [--plies 80] [--rules english] [--notation san] [--kind NAME]
    python -m tests.bench.bench_damage --pages tests/data/damage/another_press.jsonl

For every kind of damage (tests/support/damage.py) and strength: the share of plies whose move is right, of games right
in every ply, of plies left open (and of those the share that offers the truth), of plies that nothing is said of, and
the plies claimed wrongly, of 1,000 (apart from them, as *unseen*, those of pages that are legal games in their damaged
form, where nothing shows that anything is wrong).  Then, of all readings given a weight, how many are true, in tenths.
With ``--pages`` the pages are those of a file, with a JSON object in each line (``id``, ``kind``, ``strength``,
``text``, ``truth``), and their notation is detected.
"""

from __future__ import annotations

import argparse
import io
import json
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.operations.conversion import InputError, read_items
from kriegnote.operations.repairing import readable
from kriegnote.operations.repairing import repair_item as mend
from kriegnote.umpire.adjudication import adjudicate
from tests.support.damage import KINDS, STRENGTHS, Page, pages
from tests.support.games import random_record


@dataclass
class Tally:
    """What became of the plies of some pages."""

    games: int = 0
    whole: int = 0
    plies: int = 0
    right: int = 0
    wrong: int = 0
    unseen: int = 0
    open: int = 0
    offered: int = 0
    silent: int = 0
    gave_up: int = 0
    slowest: float = 0.0
    given: Counter[int] = field(default_factory=Counter)
    true: Counter[int] = field(default_factory=Counter)
    weight: Counter[int] = field(default_factory=Counter)

    def see(self, page: Page) -> list[str]:
        """Mends a page and counts; gives what was claimed wrongly."""
        began = time.process_time()
        try:
            item = readable(next(iter(read_items(io.BytesIO(page.text.encode()), page.notation))))
        except InputError:  # it is said that the page is not read
            self.games, self.plies, self.silent = (
                self.games + 1,
                self.plies + len(page.truth),
                self.silent + len(page.truth),
            )
            return []
        mended = mend(item)
        self.slowest = max(self.slowest, time.process_time() - began)
        self.gave_up += mended.ending == "gave-up"
        record = mended.record
        if mended.ending != "gave-up":
            record = adjudicate(record, announce=False).record
        found = [event for event in record.events if isinstance(event, Move)]
        misses: list[str] = []
        hits = 0
        before = self.wrong
        for move, truth in aligned(found, page.truth):
            if truth is None or move is None or (move.move is None and not move.options):
                if truth is not None:
                    self.silent += 1
                elif move is not None and move.move and not move.options:
                    self.wrong += 1
                    misses.append(f"{move.turn} {move.side} {move.text} → {move.san}, which was not played")
                continue
            hits += move.move == truth
            if move.options:
                self.open += 1
                self.offered += truth in [option.move for option in move.options]
                for option in move.options:
                    tenth = min(9, int(option.weight * 10))
                    self.given[tenth] += 1
                    self.true[tenth] += option.move == truth
                    self.weight[tenth] += option.weight  # type: ignore[assignment]
            elif move.move != truth:
                self.wrong += 1
                misses.append(f"{move.turn} {move.side} {move.text} → {move.san}, in truth {truth}")
        if not mended.findings:  # the damaged page is a legal game too: nobody can see what is wrong
            self.unseen, self.wrong, misses = self.unseen + self.wrong - before, before, []
        self.games += 1
        self.plies += len(page.truth)
        self.right += hits
        self.whole += hits == len(page.truth)
        return misses

    def add(self, other: Tally) -> None:
        """Counts what another tally counted."""
        for name in ("games", "whole", "plies", "right", "wrong", "unseen", "open", "offered", "silent", "gave_up"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        for mine, theirs in ((self.given, other.given), (self.true, other.true), (self.weight, other.weight)):
            mine.update(theirs)

    def row(self) -> str:
        """The shares in a line."""
        plies, claimed = max(1, self.plies), max(1, self.plies - self.open - self.silent)
        return (
            f"{self.right / plies:>8.2%} {self.whole / max(1, self.games):>7.1%} {self.open / plies:>7.2%} "
            f"{self.offered / max(1, self.open):>8.1%} {self.silent / plies:>7.2%} {1000 * self.wrong / claimed:>7.2f} "
            f"{1000 * self.unseen / claimed:>7.2f} "
            f"{self.gave_up:>8} {self.slowest:>8.2f}"
        )


def aligned(found: Sequence[Move], truth: Sequence[str]) -> Iterable[tuple[Move | None, str | None]]:
    """The mended plies beside the true ones."""
    if len(found) == len(truth):
        yield from zip(found, truth, strict=True)
        return
    matcher = SequenceMatcher(None, [move.move or move.text for move in found], truth, autojunk=False)
    for _, a, b, c, d in matcher.get_opcodes():
        for place in range(max(b - a, d - c)):
            move = found[a + place] if a + place < b else None
            yield move, truth[c + place] if c + place < d else None


HEAD = (
    f"{'damage':<16} {'strength':<8} {'plies':>8} {'games':>7} {'open':>7} {'offered':>8} {'silent':>7} {'wrong':>7} "
    f"{'unseen':>7} {'gave up':>8} {'slowest':>8}"
)


def records(games: int, plies: int, rules: str, seed: int = 0) -> list[Record]:
    """Random games, complete under their rulebook."""
    return [
        random_record(seed + number, rules=rules, plies=plies, comments=False, headers=False) for number in range(games)
    ]


def main() -> None:
    """Runs the experiment and prints the tables."""
    parser = argparse.ArgumentParser(description="What repair makes of damaged pages.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--plies", type=int, default=80)
    parser.add_argument("--rules", default="english")
    parser.add_argument("--notation", default="san")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", action="append")
    parser.add_argument("--strength", action="append")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--pages", type=Path)
    asked = parser.parse_args()
    if asked.pages is not None:
        whole = Tally()
        print(HEAD)
        for (kind, strength), tally in sorted(
            of_file(asked.pages, misses=asked.misses, strengths=asked.strength or STRENGTHS).items()
        ):
            whole.add(tally)
            print(f"{kind[:16]:<16} {strength:<8} {tally.row()}")
        report(whole)
        return
    games = records(asked.games, asked.plies, asked.rules, asked.seed)
    print(HEAD)
    whole = Tally()
    for kind in asked.kind or KINDS:
        for strength in asked.strength or STRENGTHS:
            tally = Tally()
            for number, page in enumerate(pages(games, asked.notation, kind, strength)):
                for miss in tally.see(page):
                    if asked.misses:
                        print(f"    {number}: {miss}")
            whole.add(tally)
            print(f"{kind:<16} {strength:<8} {tally.row()}", flush=True)
    report(whole)


def of_file(
    path: Path, *, misses: bool = False, strengths: Collection[str] = tuple(STRENGTHS), every: int = 1
) -> dict[tuple[str, str], Tally]:
    """What became of the pages of a file, by kind and strength of their damage.

    :param strengths: pages of another strength are left out.
    :param every: only one page of so many is read.
    """
    found: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    pages = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for page in [one for one in pages if one["strength"] in strengths][::every]:
        for miss in found[page["kind"], page["strength"]].see(Page(page["text"], None, tuple(page["truth"]))):
            if misses:
                print(f"    {page['id']}: {miss}")
    return found


def report(whole: Tally) -> None:
    """Prints the shares of all pages, and how many of the readings with a weight are true."""
    print(f"{'all':<25} {whole.row()}")
    print("weight   readings   true")
    for tenth in range(10):
        if given := whole.given[tenth]:
            print(f"{whole.weight[tenth] / given:>6.1%} {given:>10} {whole.true[tenth] / given:>6.1%}")


if __name__ == "__main__":
    main()
