"""Any rulebook works everywhere: fields changed at random, records half of nonsense, and nothing breaks."""

from __future__ import annotations

import io
import random

import pytest

from kriegnote.operations.conversion import check_record, convert_record, lookup, read_items
from kriegnote.rules import RULES, all_names
from kriegnote.rules.ruleset import Field, all_fields
from kriegnote.rules.setup import drawn
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
ODD = ["O-O", "O-O-O", "--", "e8=Q", "exd6 e.p.", "♖×e5+", "♙d2", "(Nc5, d3)", "(-)", "{[%kn reveal e4=P to=e2e4]}"]
USUAL = ["e4", "e5", "d4", "Nf3", "Nc6", "Bb5", "a6", "Qh5", "g6", "Nf6", "Bc4", "d5", "exd5"]


def some_rulebook(rng: random.Random) -> str:
    """A rulebook with up to four fields changed, by its own name."""
    said = rng.choice(all_names())
    for field in rng.sample(list(all_fields().values()), rng.randint(0, 4)):
        if field.name != "start":
            said += f"; {field.name}={_value(rng, field)}"
    return RULES[said].id


def _value(rng: random.Random, field: Field) -> str:
    if field.kind in ("word", "flag"):
        return rng.choice(field.words)
    if field.kind == "number":
        return str(rng.randint(0, 9))
    if field.kind == "set":
        return ", ".join(rng.sample(field.words, rng.randint(0, len(field.words)))) or "none"
    return rng.choice(["a1 h8 e1", "all", "b1", "no", "nope", "hell no"])


def some_move(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.3:
        return rng.choice("KQRBN") + rng.choice(["", "x"]) + rng.choice(SQUARES)
    return rng.choice(SQUARES if kind < 0.6 else ODD if kind < 0.7 else USUAL)


@pytest.mark.parametrize("seed", range(60))
def test_any_rulebook_works_everywhere(seed: int) -> None:
    rng = random.Random(seed)
    rules = some_rulebook(rng)
    assert RULES[rules].id == rules
    fen = drawn(RULES[rules].game, seed) or rng.choice(
        [None, "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 99 3"]
    )
    head = f'[Rules "{rules}"]\n' + (f'[SetUp "1"]\n[FEN "{fen}"]\n' if fen else "") + "\n"
    body = "".join(f"{n}. " + " ".join(some_move(rng) for _ in range(2)) + "\n" for n in range(1, rng.randint(2, 16)))
    for item in read_items(io.BytesIO((head + body).encode()), rng.choice(["pgn", "san", "tries", "progressive"])):
        assert item.record.rules == rules
        check_record(item.record)
        told = adjudicate(item.record).record
        for listener in ("white", "black", "public"):
            adjudicate(view(told, listener))
        for name in ("json", "pgn", "dialogue"):
            assert convert_record(told, lookup(name)).text
