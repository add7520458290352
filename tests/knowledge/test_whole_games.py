"""Laws on whole games: the truth is always possible, joined views are the game, completed games are the record."""

from __future__ import annotations

import io
import json
import os
import random
from pathlib import Path

import pytest

from kriegnote.chess.position import move_of, uci
from kriegnote.knowledge import complete, join, know
from kriegnote.knowledge.completion import same_view
from kriegnote.knowledge.evidence import evidence_of
from kriegnote.knowledge.fitting import men_of
from kriegnote.knowledge.lookahead import Lookahead
from kriegnote.knowledge.propagation import hidden_men
from kriegnote.model.events import AnyEvent, Comment, Move, Side, Try
from kriegnote.model.record import Record, normal
from kriegnote.notations.loss import strip
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import read_items
from kriegnote.text.writing import PLAIN
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record

LONG = bool(os.environ.get("KRIEGNOTE_KNOWLEDGE_LONG"))
CLUB = (
    "cincinnati; pawn_tries=count; pawn_tries_heard=player; captured=man; capturer=category; refusals=count; "
    "double_check=strongest"
)
RULEBOOKS = (
    CLUB,
    "icc",
    "english",
    "rand",
    "cincinnati",
    "dutch",
    "nost",
    "magari",
    "berkeley",
    "berkeley-any",
    "dark",
)
SIDES: tuple[Side, Side] = ("white", "black")
ODD = "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R b KQkq - 0 1"
FRAGMENT = ODD.replace("0 1", "0 17")
GAME_8 = 0  # the seed; nothing depends on it but the time


def game(seed: int, rules: str, plies: int = 60, start: str = ODD) -> Record:
    """A generated game with tries and questions, without remarks; every third from another position."""
    return random_record(
        seed, rules=rules, plies=plies, comments=False, headers=False, start=start if seed % 3 == 2 else None
    )


def moves(record: Record) -> list[int]:
    return [move_of(event.move) for event in record.events if isinstance(event, Move) and event.move]


def bare(record: Record) -> list[AnyEvent]:
    return [strip(event) for event in normal(record).events if not isinstance(event, Comment)]


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_the_bounds_hold_the_truth(rules: str) -> None:
    for seed in range(100 if LONG else 4):
        full = game(seed, rules, 80)
        for side in SIDES:
            position = evidence_of(full).start
            known = hidden_men(evidence_of(view(full, side)), side == "black")
            for number, move in enumerate([*moves(full), 0]):
                where = known[number].where()
                hidden = men_of(position, side == "black")
                assert all(where[kind] >> square & 1 for square, kind in hidden), (seed, rules, side, number)
                assert known[number].most_positions() >= 1
                position = position.play(move) if move else position


@pytest.mark.parametrize("rules", RULEBOOKS[:-1])
def test_the_truth_is_never_a_dead_end(rules: str) -> None:
    """Looking ahead gives up no position from which the record can be met."""
    for seed in range(20 if LONG else 2):
        full = game(seed + 7, rules)
        for side in SIDES:
            evidence = evidence_of(view(full, side))
            ahead, position = Lookahead(evidence, side == "black"), evidence.start
            for number, move in enumerate(moves(full)):
                assert ahead.odds(position, number) > 0, (seed, rules, side, number)
                position = position.play(move)


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_joining_both_views_gives_the_game(rules: str) -> None:
    for seed in range(2000 if LONG else 6):
        full = game(seed, rules, start=FRAGMENT)
        joined = join(view(full, "white"), view(full, "black"))
        assert joined.record.start == full.start
        assert bare(joined.record) == bare(full), (seed, rules)
        assert (joined.record.result, joined.record.silence) == (full.result, full.silence)
        assert (joined.readings, joined.contradictions) == (1, 0)
        said = {one.message for one in adjudicate(full).findings}  # a game may go on after it was drawn
        assert {one.message for one in joined.findings} <= said
        assert len(joined.witnesses) == len(joined.record.events)
        both = [
            marks for event, marks in zip(joined.record.events, joined.witnesses, strict=True) if type(event) is Move
        ]
        assert all(marks in ((1, 2), (2, 1)) for marks in both)


def test_a_capture_en_passant_in_the_first_position_is_no_dead_end() -> None:
    """Nobody made the double step that it answers: the position itself has the square."""
    start = "8/2P3k1/8/5pP1/8/8/K7/3r4 w - f6 0 1"
    events = (Move(side="white", turn=1, move="g5f6", text=None, san="gxf6+"),)
    full = adjudicate(Record(rules="icc", start=start, events=events)).record
    evidence = evidence_of(full)
    assert Lookahead(evidence, True).odds(evidence.start, 0) > 0


def damaged(text: str, rng: random.Random, lost: bool) -> str:
    """A log of which one line in twenty is lost, or has a letter wrong."""
    out: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.strip() and rng.random() < 0.05:
            if lost:
                continue
            at = rng.randrange(max(1, len(line) - 1))
            line = line[:at] + rng.choice("abcdefgh12345678QNRBx%~") + line[at + 1 :]
        out.append(line)
    return "".join(out)


@pytest.mark.parametrize("lost", [True, False])
def test_lines_that_are_lost_or_garbled(lost: bool) -> None:
    """Equal, or open with the truth among the readings.

    One game of each long run is excepted: both logs have lost the last move, and nothing behind it says that it was
    made; behind a move that cannot be read another is misread as a legal one.
    """
    row, good = notation("icc"), 0
    seeds = range(160) if LONG else (0, 1, 2, 15, 17, 59)
    for seed in seeds:
        full = random_record(seed + 500, rules="icc", plies=24, comments=False, headers=False)
        rng = random.Random(seed)
        texts = [damaged(row.write(view(full, side), PLAIN), rng, lost) for side in SIDES]
        joined = join(*(next(read_items(io.BytesIO(text.encode()), "icc")).record for text in texts))
        options = [
            {event.move} if event.move else {one.move for one in event.options or ()}
            for event in joined.record.events
            if isinstance(event, Move)
        ]
        truth = list(map(uci, moves(full)))
        good += len(options) == len(truth) and all(move in able for move, able in zip(truth, options, strict=True))
        assert not [one.message for one in joined.findings if "None" in one.message]
    assert good >= len(seeds) - LONG


@pytest.mark.parametrize("seed", range(20 if LONG else 2))
def test_a_completed_game_has_the_record(seed: int) -> None:
    rules = RULEBOOKS[seed % len(RULEBOOKS)]
    heard = view(
        random_record(seed + 40, rules=rules, plies=60 if LONG else 24, comments=False, headers=False), SIDES[seed % 2]
    )
    done = complete(heard, count=2, budget=1_000_000)
    assert done.records
    for one in done.records:
        assert same_view(adjudicate(one).record, heard)
        row = notation("json")
        again = adjudicate(view(adjudicate(one).record, heard.view), announce=False).record
        assert (
            json.loads(row.write(_plain(again), PLAIN))["events"]
            == json.loads(row.write(_plain(heard), PLAIN))["events"]
        )


def _plain(record: Record) -> Record:
    return record.replace(events=tuple(strip(event) for event in record.events), headers=())


def test_what_is_known_holds_the_truth() -> None:
    """On a whole game, whichever method a ply was done by."""
    full = game(1, "icc", 24)
    for side in SIDES:
        position = evidence_of(full).start
        plies = know(full, side, effort=3000, chances=False).plies
        for at, move in zip(plies, [*moves(full), 0], strict=True):
            assert at.positions[0] <= at.positions[1]
            men = position.black if side == "white" else position.white
            for square in range(64):
                if men >> square & 1:
                    assert _name(square) in at.squares["?PNBRQK"[position.type_at(square)]], (side, at.ply)
            position = position.play(move) if move else position


def _name(square: int) -> str:
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def game_8_is_completed() -> None:
    """The book's log (§4.6): a game is found, and its log is the log."""
    text = (Path(__file__).parent.parent.parent / "examples" / "icc" / "game-8.log").read_bytes()
    item = next(read_items(io.BytesIO(text), "icc"))
    heard = adjudicate(item.record, announce=False).record
    done = complete(item.record, seed=GAME_8)
    assert done.records
    row = notation("icc")
    assert row.write(view(adjudicate(done.records[0]).record, "black"), PLAIN) == row.write(heard, PLAIN)


if LONG:  # a quarter of a minute

    def test_game_8() -> None:
        game_8_is_completed()


def test_none_fits() -> None:
    """The smallest set of entries that contradict each other, named."""
    full = game(0, "icc", 12)
    heard = view(full, "white")
    events = list(heard.events)
    at = next(i for i, event in enumerate(events) if isinstance(event, Move) and event.side == "black")
    from kriegnote.model.events import Check

    events.insert(at + 1, Check(side="black", turn=events[at].turn, directions=("knight",)))  # type: ignore[union-attr]
    done = complete(heard.replace(events=tuple(events)))
    assert done.none_fits
    assert done.games == 0
    assert [one.event for one in done.contradiction] == [at + 1]
    assert done.findings[0].code == "KN701"
    known = know(heard.replace(events=tuple(events)), "white", chances=False)
    assert known.findings[0].code == "KN701"
    assert known.plies[-1].method == "bounds"


@pytest.mark.parametrize("side", SIDES)
def test_a_players_record_and_a_bare_score(side: Side) -> None:
    """His tries and what he heard from the one, the other's moves from the other."""
    for seed in range(4):
        full = game(seed, "icc", 40)
        heard = view(full, side)
        row = notation("san")
        score = Record(events=tuple(event for event in full.events if isinstance(event, Move)), start=full.start)
        text = row.write(score, PLAIN)
        bare_score = next(read_items(io.BytesIO(text.encode()), "san")).record.replace(start=full.start)
        for pair in ((heard, bare_score), (bare_score, heard)):
            joined = join(*pair)
            mine = [event for event in bare(full) if not isinstance(event, Try) or event.side == side]
            assert bare(joined.record) == mine, seed
            assert joined.readings == 1


def test_a_contradiction_names_both_places() -> None:
    white = "White's move.\n\n1. e4\n\nBlack's move.\n\n1. .. ?\n\nWhite's move.\n\n2. Nf3\n\nBlack's move.\n"
    black = "White's move.\n\n1. ?\n\nBlack's move.\n\n1. .. e5\n\nWhite's move.\n\n2. ?xe5\n\n"
    black += "Pawn at e5 captured, Black's move.\n"
    records = [next(read_items(io.BytesIO(text.encode()), "icc")).record for text in (white, black)]
    joined = join(*records)
    found = [one for one in joined.findings if one.code in ("KN703", "KN706")]
    assert found
    assert joined.contradictions >= 1
