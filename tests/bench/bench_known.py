"""What repair makes of the book's scores when a page is damaged throughout: each man any sign, none, LaTeX, a man more.

    python -m tests.bench.bench_known [--kind NAME] [--game N]

For each kind: how many of the games are mended with no false ply that is not open (``sound``), how many of those are
not given up (``whole``), the false plies claimed, the open plies, those of them without the truth among the readings,
and the slowest game in seconds of processor time.
"""

from __future__ import annotations

import argparse
import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kriegnote.model.events import Move
from kriegnote.operations.conversion import read_items
from kriegnote.operations.repairing import readable
from kriegnote.restoration.restorer import Repaired, repair
from kriegnote.umpire.adjudication import adjudicate

SCORES: Final = Path(__file__).parent.parent / "data" / "repair" / "scores.jsonl"
MEN: Final = "♔♕♖♗♘♙♚♛♜♝♞♟KQRBN"

Damage = Callable[[int, str], str]
KINDS: Final[dict[str, Damage]] = {
    "as printed": lambda ply, text: text,
    "a spade": lambda ply, text: "♠" + text[1:] if text[0] in MEN else text,
    "an ampersand": lambda ply, text: "&" + text[1:] if text[0] in MEN else text,
    "a digit": lambda ply, text: "8" + text[1:] if text[0] in MEN else text,
    "an entity": lambda ply, text: "&#9824;" + text[1:] if text[0] in MEN else text,
    "nothing": lambda ply, text: text[1:] if text[0] in MEN else text,
    "latex": lambda ply, text: rf"$\text{{{text}}}$" if ply % 3 else f"${text}$".replace("×", r"\times "),
    "pawns with men": lambda ply, text: "♘" + text if text[0] in "abcdefgh" and ply % 5 == 0 else text,
}


def known_games() -> list[dict[str, Any]]:
    """The book's scores with what was played."""
    return [json.loads(line) for line in SCORES.open(encoding="utf-8")]


def numbered(texts: list[str]) -> str:
    """Words with move numbers."""
    return " ".join(f"{n // 2 + 1}. {text}" if n % 2 == 0 else text for n, text in enumerate(texts))


def mended(known: dict[str, Any], change: Damage) -> Repaired:
    """A score of the book, its words changed, mended."""
    text = numbered([change(ply, text) for ply, text in enumerate(known["printed"].split()) if text != "-"])
    (item,) = read_items(io.BytesIO(text.encode()), "san")
    item = readable(item)
    return repair([item.record.replace(rules=known["rules"], result=known["result"])])[0]


def compared(done: Repaired, truth: list[str]) -> tuple[list[int], int, list[int]]:
    """The plies claimed wrongly, how many are open, and those of them without the truth."""
    record = done.record if done.ending == "gave-up" else adjudicate(done.record, announce=False).record
    plies = [event for event in record.events if isinstance(event, Move)]
    wrong, missed, open_ = [], [], 0
    for number, (event, move) in enumerate(zip(plies, truth, strict=False), 1):
        if event.options:
            open_ += 1
            if move not in [option.move for option in event.options]:
                missed.append(number)
        elif event.move not in (None, move):
            wrong.append(number)
    return wrong, open_, missed


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="The book's scores, damaged throughout.")
    parser.add_argument("--kind", action="append")
    parser.add_argument("--game", action="append", type=int)
    parser.add_argument("-v", action="store_true")
    asked = parser.parse_args()
    games = [one for one in known_games() if "-" not in one["printed"].split()]
    games = [one for one in games if not asked.game or one["game"] in asked.game]
    print(
        f"{'damage':<16} {'games':>5} {'sound':>5} {'whole':>5} {'wrong':>5} {'open':>5} {'missed':>6} {'slowest':>8}"
    )
    for kind in asked.kind or KINDS:
        sound = whole = wrong = open_ = missed = 0
        slowest = 0.0
        for known in games:
            began = time.process_time()
            done = mended(known, KINDS[kind])
            took = time.process_time() - began
            slowest = max(slowest, took)
            bad, left, lacking = compared(done, known["played"].split())
            sound += not bad
            whole += not bad and done.ending != "gave-up"
            wrong, open_, missed = wrong + len(bad), open_ + left, missed + len(lacking)
            if asked.v and (bad or lacking or done.ending == "gave-up"):
                print(f"  {known['game']:>3} {done.ending} {done.reached}/{done.plies} wrong {bad} missed {lacking}")
        print(
            f"{kind:<16} {len(games):>5} {sound:>5} {whole:>5} {wrong:>5} {open_:>5} {missed:>6} {slowest:>8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
