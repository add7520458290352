"""How much of a scrambled score repair recovers, with and without the umpire's announcements.

    python -m tests.bench.bench_repair [--games 200] [--plies 80] [--rules rand] [--seed 0]

Random Kriegspiel games with refused tries, completed under a rulebook, are printed as plain scores with figurines (×
and numbers, no + and #: announcing checks is the umpire's part).  Of every 100 figurines 10, 30 or 84 (as in our scans)
show another man, drawn at random, so that no habit of the scanner can be learned.  Each score is repaired twice: as
moves alone, and with the tries, answers and announcements.  Printed are the share of plies whose move comes out right,
the share of games that come out right in every ply, the share of plies that are left open, and of those that are not
left open the share that is wrong (a confident answer that is false).
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Iterable

import msgspec

from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.printed_moves import parse_move, spell
from kriegnote.model.record import Record
from kriegnote.restoration.restorer import repair
from tests.support.games import random_record

FIGURINES = "♔♕♖♗♘"


def scrambled(record: Record, share: float, rng: random.Random, told: bool) -> Record:
    """The record as a bad scan, with the dialogue or without it."""
    events: list[AnyEvent] = []
    tries = random.Random(rng.random())  # so that the moves look the same with and without the dialogue
    for event in record.events:
        if isinstance(event, (Move, Try)):
            if event.text is None or not (told or isinstance(event, Move)):
                continue
            source = rng if isinstance(event, Move) else tries
            text = noisy(spell(bare(event.text), "figurine"), share, source)
            event = msgspec.structs.replace(event, text=text, parts=parse_move(text), move=None, san=None)
        elif not told:
            continue
        events.append(event)
    return record.replace(events=tuple(events), silence=record.silence if told else ())


def noisy(text: str, share: float, rng: random.Random) -> str:
    """The text with this share of its figurines replaced by another."""
    return "".join(
        rng.choice([one for one in FIGURINES if one != letter])
        if letter in FIGURINES and rng.random() < share
        else letter
        for letter in text
    )


def measure(games: Iterable[Record], share: float, told: bool) -> dict[str, float]:
    """The shares named above, and seconds a game (the slowest too)."""
    plies = right = whole = left_open = wrong = count = 0
    started = time.perf_counter()
    slowest = 0.0
    for number, game in enumerate(games):
        record = scrambled(game, share, random.Random(number), told)
        begun = time.perf_counter()
        mended = repair([record])[0].record
        slowest = max(slowest, time.perf_counter() - begun)
        truth = [event for event in game.events if isinstance(event, Move)]
        found = [event for event in mended.events if isinstance(event, Move)]
        hits = 0
        for true, event in zip(truth, found, strict=True):
            # a clean record comes back as it was: its moves are those that are printed
            hit = event.move == true.move if event.move else event.text == spell(bare(true.text), "figurine")
            hits += hit
            left_open += bool(event.options)
            wrong += not hit and not event.options
        plies += len(truth)
        right += hits
        whole += hits == len(truth)
        count += 1
    return {
        "plies": right / plies,
        "games": whole / count,
        "open": left_open / plies,
        "wrong": wrong / max(1, plies - left_open),
        "seconds": (time.perf_counter() - started) / count,
        "slowest": slowest,
    }


def bare(text: str | None) -> str:
    """The text without its marks of check."""
    return re.sub(r"[+#]", "", text or "")


def main() -> None:
    """Runs the experiment and prints a table."""
    parser = argparse.ArgumentParser(description="How much of a scrambled score repair recovers.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=80)
    parser.add_argument("--rules", default="rand")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    games = [
        random_record(asked.seed + number, rules=asked.rules, plies=asked.plies, comments=False, headers=False)
        for number in range(asked.games)
    ]
    print(f"{asked.games} games under {asked.rules}, {asked.plies // 2} to {asked.plies} plies")
    print(
        f"{'scrambled':>9} {'evidence':<14} {'plies':>7} {'games':>7} {'open':>7} {'wrong':>7} "
        f"{'s/game':>7} {'slowest':>8}"
    )
    for share in (0.10, 0.30, 0.84):
        for told in (False, True):
            row = measure(games, share, told)
            print(
                f"{share:>9.0%} {'moves + umpire' if told else 'moves alone':<14} {row['plies']:>7.2%} "
                f"{row['games']:>7.1%} {row['open']:>7.2%} {row['wrong']:>7.2%} {row['seconds']:>7.2f} "
                f"{row['slowest']:>8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
