"""Which records are of one game, and which of them say nothing that another does not."""

from __future__ import annotations

import random
from itertools import permutations

from kriegnote.archive.duplicates import ComparableRecord, Groups, witness
from kriegnote.model.events import Comment
from kriegnote.model.record import Record
from kriegnote.umpire.views import view
from tests.support.games import random_record
from tests.support.timing import at_most


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
        assert said == {"moves": "copy", "white": "witness", "black": "witness"}, number


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


def mate(*headers: tuple[str, str]) -> Record:
    """Eight plies, as short games of many players may be alike."""
    return bare(random_record(5, rules="icc", plies=8, headers=False)).replace(headers=headers)


def players(white: str, black: str, year: str = "1998") -> Record:
    return mate(("White", white), ("Black", black), ("Date", f"{year}.??.??"))


def test_short_games_are_told_apart_by_names_and_years() -> None:
    one, two, three = (
        mate(("White", w), ("Date", d)) for w, d in (("Rossi", "1998"), ("Bianchi", "1998"), ("Rossi", "2004"))
    )
    again = mate(("White", "Rossi, Carlo"), ("Date", "1998.05.??"))
    assert relations(("1", one), ("2", two), ("3", three)) == []
    assert relations(("1", one), ("2", two), ("3", three), ("4", again)) == [[("1", "kept"), ("4", "witness")]]
    assert relations(("1", players("Muller, Hans", "Rossi")), ("2", players("Hans Schmidt", "Rossi"))) == []


def test_a_copy_among_many_short_games_is_found() -> None:
    games = [(str(at), players(f"White{at}", f"Black{at}")) for at in range(30)]
    assert relations(*games, ("copy", games[20][1])) == [[("20", "kept"), ("copy", "copy")]]


def test_a_record_that_may_be_of_two_games_joins_neither() -> None:
    nameless, one, two = ("nameless", mate()), ("1", players("Smith", "Jones")), ("2", players("Brown", "Green"))
    for records in permutations((one, two, nameless)):
        assert relations(*records) == []
    assert relations(nameless, one) == [[("1", "kept"), ("nameless", "copy")]]
    half = ("half", mate(("White", "Smith")))
    assert relations(half, two, one, nameless) == [[("1", "kept"), ("half", "copy")]]
    log = ("log", view(players("Smith", "Jones"), "white"))
    assert relations(one, two, log) == [[("1", "kept"), ("log", "witness")]]
    other = bare(random_record(6, rules="icc", plies=8, headers=False))
    assert relations(one, ("other", other), nameless) == [[("1", "kept"), ("nameless", "copy")]]


def test_a_copy_says_nothing_that_the_kept_record_does_not_say() -> None:
    remark = Comment(text="a remark")
    game = mate()
    first, *rest = game.events
    told, later = game.replace(events=(first, remark, *rest)), game.replace(events=(*game.events, remark))
    assert relations(("bare", game), ("told", told)) == [[("told", "kept"), ("bare", "copy")]]
    assert relations(("later", later), ("told", told)) == [[("later", "kept"), ("told", "witness")]]
    won, lost = game.replace(result="1-0"), game.replace(result="0-1")
    assert relations(("won", won), ("lost", lost)) == [[("won", "kept"), ("lost", "witness")]]


def test_many_records_of_one_game_are_compared_once() -> None:
    """A full score and a player's record of one game, many times over."""
    score = random_record(3, rules="icc", plies=60, headers=False)
    one, log = placed(score, "score"), placed(view(score, "white"), "log")
    with at_most(2):
        [group] = Groups([*[one] * 2000, *[log] * 2000]).found()
    assert len(group) == 4000
