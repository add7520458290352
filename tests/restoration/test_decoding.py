"""The decoder: with room for everything it is exact; what it cuts is kept in account."""

from __future__ import annotations

import random

import pytest

from kriegnote.chess.position import Position
from kriegnote.restoration.decoding import decode, opened
from kriegnote.restoration.figurine_model import Arcs, Chain, learn
from kriegnote.restoration.lattice import Lattice
from kriegnote.restoration.page_reading import page_of
from kriegnote.restoration.printed_slot import LOST
from kriegnote.restoration.weights import Weights
from tests.bench.bench_repair import scrambled
from tests.support.games import random_record

START = Position.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@pytest.mark.parametrize("seed", range(6))
def test_without_slips_and_with_room_it_finds_what_the_exact_lattice_has(seed: int) -> None:
    record = scrambled(random_record(seed, plies=16, comments=False, headers=False), 0.5, random.Random(seed), True)
    page = page_of(record, START)
    weights = Weights(record, page)
    exact = Lattice(page.slots, START).grow(0, 1 << 40)
    exact.prune()
    table = learn(weights.glyphs, [weights.chain(exact)])
    decoded = decode(page.slots, START, weights, table, wider=1e6, margin=1e6)
    assert decoded.lattice.complete
    chains = weights.chain(exact), decoded.chain
    ways = [
        [grown.layers[at + 1].edges[number].move for at, number in enumerate(chain.best(table))]
        for grown, chain in zip((exact, decoded.lattice), chains, strict=True)
    ]
    assert ways[0] == ways[1]
    for at, (one, other) in enumerate(zip(*(chain.weigh(table) for chain in chains), strict=True)):
        assert sum(one) == pytest.approx(sum(other))
        assert max(one) == pytest.approx(max(other)), at


def test_what_was_cut_counts_as_what_was_followed_on_average() -> None:
    """Three nodes of equal weight; one is cut, and of the other two one leads on: the cut one may, by half."""
    first = Arcs([0, 0, 0], [0, 1, 2], [0.0, 0.0, 0.0], [0, 0, 0], [()])
    second = Arcs([0], [0], [0.0], [0], [()])
    whole = Chain([1, 3, 1], [first, second])
    assert whole.weigh([])[0] == [1.0, 0.0, 0.0]
    cut = Chain([1, 3, 1], [first, second], [[], [2], []])
    assert cut.weigh([])[0] == pytest.approx([2 / 3, 0.0, 1 / 3])
    assert cut.known([]) == pytest.approx([1.0, 2 / 3, 2 / 3])


def test_a_ply_may_be_lost_before_each_that_is_printed() -> None:
    record = random_record(1, plies=8, comments=False, headers=False)
    slots = page_of(record, START).slots
    gaps = [slot for slot in opened(slots) if slot.absent == "possible"]
    assert len(gaps) == len(slots)
    assert all(slot.loose == LOST for slot in gaps)


def test_the_fault_may_lie_before_the_ply_that_does_not_fit() -> None:
    """Nf3 was printed for Nc3, and it is the bishop's move behind it that shows it: both readings are weighed."""
    from tests.restoration.test_damage import mended

    done = mended("1. Nf3 d5 2. Nxd5 Nf6 3. Nxf6+ exf6 4. d4 Bb4+")
    offered = {one["turn"]: {option["san"] for option in one["options"]} for one in done.open}
    first = done.record.events[0]
    assert getattr(first, "san", None) == "Nc3" or "Nc3" in offered[1]


def test_it_goes_back_to_what_was_cut_where_that_was_much_better() -> None:
    """h5 for h6 and Rh6 for Rh7 are seen at gxh7 only: until then hundreds of other readings are likelier."""
    from tests.restoration.test_damage import mended, offers
    from tests.support.damage import page

    record = random_record(376, rules="english", plies=60, comments=False, headers=False)
    damaged = page(record, "san", "typing", "medium", 376)
    assert "h5 2." in damaged.text and "Rh6 6." in damaged.text
    assert offers(mended(damaged.text), list(damaged.truth))
