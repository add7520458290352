"""Which records are of one game, and which of them say nothing that another does not."""

from __future__ import annotations

import random

from kriegnote.archive.duplicates import ComparableRecord, Groups, witness
from kriegnote.model.record import Record
from kriegnote.umpire.views import view
from tests.support.games import random_record


def placed(record: Record, name: str) -> ComparableRecord:
    found = witness(record, file=name, number=1, line=1, notation="json")
    assert found is not None
    return found


def relations(*records: tuple[str, Record]) -> list[list[tuple[str, str]]]:
    groups = Groups(placed(record, name) for name, record in records).found()
    return [[(member.witness.file, member.relation) for member in group] for group in groups]


def bare(record: Record) -> Record:
    """The moves alone, as a plain score has them."""
    return record.replace(events=tuple(event for event in record.events if type(event).__name__ == "Move"), rules=None)


def test_copies_and_other_witnesses_of_many_games() -> None:
    games = [random_record(seed, rules="icc", plies=60, headers=False) for seed in range(12)]
    records = []
    for number, game in enumerate(games):
        records += [(f"{number} score", game), (f"{number} again", game), (f"{number} moves", bare(game))]
        records += [(f"{number} white", view(game, "white")), (f"{number} black", view(game, "black"))]
    random.Random(1).shuffle(records)
    found = relations(*records)
    assert len(found) == len(games)
    for group in found:
        [number] = {name.split()[0] for name, _ in group}
        said = {name.split()[1]: relation for name, relation in group}
        assert {said.pop("score"), said.pop("again")} == {"kept", "copy"}
        assert said == {"moves": "witness", "white": "witness", "black": "witness"}, number


def test_the_records_of_two_players_are_one_game_without_the_score() -> None:
    games = [random_record(seed, rules="icc", plies=80, comments=False) for seed in range(20, 30)]
    whites = [(f"{number} w", view(game, "white")) for number, game in enumerate(games)]
    blacks = [(f"{number} b", view(game, "black")) for number, game in enumerate(games)]
    for group in (found := relations(*whites, *blacks)):
        assert len({name.split()[0] for name, _ in group}) == 1
    assert len(found) == len(games)


def test_a_score_that_breaks_off_is_part_of_one_that_goes_on() -> None:
    game = bare(random_record(4, rules="icc", plies=100, headers=False))
    part = game.replace(events=game.events[: len(game.events) * 2 // 3], result=None)
    assert len(part.events) >= 20
    assert relations(("part", part), ("whole", game)) == [[("whole", "kept"), ("part", "part")]]


def test_short_games_are_told_apart_by_names_and_years() -> None:
    mate = bare(random_record(5, rules="icc", plies=8, headers=False))

    def named(white: str, year: str) -> Record:
        return mate.replace(headers=(("White", white), ("Date", f"{year}.??.??")))

    one, two, three = named("Rossi", "1998"), named("Bianchi", "1998"), named("Rossi", "2004")
    again = named("Rossi, Carlo", "1998")
    assert relations(("1", one), ("2", two), ("3", three)) == []
    assert relations(("1", one), ("2", two), ("3", three), ("4", again)) == [[("1", "kept"), ("4", "witness")]]
