"""Games 38 to 43 of the book: what is certain of each."""

from __future__ import annotations

from pathlib import Path

from kriegnote.model.events import Move, Reveal
from kriegnote.notations.registry import notations
from kriegnote.rules import RULES
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate

EXAMPLES = Path(__file__).parents[2] / "examples"


def read(name: str, notation: str):
    text = (EXAMPLES / name).read_text("utf-8")
    return notations()[notation].read(Chunk(text)).record


def test_game_38_shows_what_the_book_says_and_no_more() -> None:
    record = read("variants/game-38.pgn", "pgn")
    assert adjudicate(record).findings == []
    told = record.replace(events=tuple(event for event in record.events if not isinstance(event, Reveal)), silence=())
    for rules, seen in (("shadow; king_sight=next-squares", 9), ("shadow", 11)):
        again = adjudicate(told.replace(rules=None), RULES[rules]).record
        assert sum(isinstance(event, Reveal) for event in again.events) == seen


def test_what_the_scouts_of_game_41_found_is_told_to_their_players() -> None:
    record = read("variants/game-41.txt", "san")
    found = [(event.turn, event.side, event.seen) for event in record.events if isinstance(event, Reveal)]
    assert found[:3] == [
        (5, "black", {}),
        (6, "white", {"c5": "N"}),
        (6, "black", {"f2": "R", "c3": "P", "g3": "P"}),
    ]
    assert len(found) == 7


def test_a_scout_that_finds_what_is_not_there_is_told() -> None:
    text = (
        '[Rules "mafeking"]\n[FEN "k3n1p1/p1p1p1nb/pq4pb/3rprp1/2NP1PKP/R1P2PPN/4RB1P/4PQ1B w - - 0 1"]\n\n'
        "1. Nb2 (Qd4), Qb5 2. Nd3 (e5), a5\n"
    )
    findings = adjudicate(notations()["san"].read(Chunk(text)).record).findings
    assert [(one.code, one.line) for one in findings if one.code == "KN371"] == [("KN371", 4)]


def test_game_43_is_mate_by_the_queen() -> None:
    record = read("progressive/game-43-mended.txt", "progressive")
    told = adjudicate(record)
    assert told.findings == []
    assert [event.san for event in told.record.events if isinstance(event, Move)][-1] == "exd8=Q#"
