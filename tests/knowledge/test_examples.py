"""The games of the examples: both players' records, joined, are the game, the umpire's slips included."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kriegnote.knowledge import complete, join, know
from kriegnote.model.events import AnyEvent, Check, Comment, Move, Nag, Reveal, Side, Variation
from kriegnote.model.record import Record, normal
from kriegnote.notations.loss import strip
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GAMES = (
    "darkchess/game-35-full.txt",
    "darkchess/game-36-full.txt",
    "descriptive/hayes-juhasz.txt",
    "dialogue/game-4.txt",
    "icc/game-8.pgn",
    "json/game-8.jsonl",
    "magari/game-6.txt",
    "magari/game-7.txt",
    "nost/game-5.txt",
    "pgn/annotated.pgn",
    "pgn/game8-tries.pgn",
    "pgn/maryland.pgn",
    "tries/malcolm-harris.txt",
    "variants/game-38.pgn",
)
TURNS = 12  # what is joined of a game with slips of the umpire: every move of it is doubted, which takes time


def game(name: str, rules: str | None = None) -> Record:
    """The first game of an example, as the umpire completes it."""
    record = next(read_items(EXAMPLES / name, "san" if name == "variants/game-42.txt" else None)).record
    if name.startswith(("tries/", "nost/")):
        record = record.replace(events=tuple(event for event in record.events if (_turn(event) or 0) <= TURNS))
    return adjudicate(record.replace(rules=rules or record.rules or "icc")).record


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("variants/game-39.txt", None),
        ("variants/game-40.txt", None),
        ("variants/game-41.txt", None),
        ("variants/game-42.txt", "zeitgeist"),
        ("progressive/game-43-mended.txt", "scottish"),
    ],
)
def test_games_that_no_board_follows_are_joined_turn_by_turn(name: str, rules: str | None) -> None:
    """Secret set-ups, both at once, series of moves: each player's own moves come from his record."""
    full = game(name, rules)
    joined = join(view(full, "white"), view(full, "black"))
    assert facts(joined.record) == facts(full)
    assert joined.together
    assert (joined.readings, joined.contradictions) == (0, 0)
    both = [marks for event, marks in zip(joined.record.events, joined.witnesses, strict=True) if type(event) is Move]
    assert all(set(marks) == {1, 2} for marks in both)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("variants/game-39.txt", None),
        ("variants/game-42.txt", "zeitgeist"),
        ("progressive/game-43-mended.txt", "scottish"),
        ("magari/letter.json", None),
    ],
)
def test_what_no_board_follows_is_said_and_not_guessed(name: str, rules: str | None) -> None:
    """`know` and `complete` do not say that no game fits where they cannot look for one."""
    record = game(name, rules)
    known = know(record, "black")
    assert known.plies == ()
    assert [one.code for one in known.findings] == ["KN707"]
    done = complete(view(record, "black"))
    assert (done.records, done.games, done.none_fits) == ((), None, False)
    assert [one.code for one in done.findings] == ["KN707"]


def test_a_contradiction_where_no_board_follows_names_both_places() -> None:
    full = game("progressive/game-43-mended.txt", "scottish")
    white, black = view(full, "white"), view(full, "black")
    events = list(white.events)
    at = next(i for i, event in enumerate(events) if isinstance(event, Check))
    events[at] = Check(side=events[at].side, turn=events[at].turn, directions=("knight",), line=7)  # type: ignore[union-attr]
    joined = join(white.replace(events=tuple(events)), black)
    found = next(one for one in joined.findings if one.code == "KN703")
    assert "record 1 has the check by a knight" in found.message
    assert "on line 7" in found.message
    assert joined.contradictions == 1


def _turn(event: AnyEvent) -> int | None:
    turn: int | None = getattr(event, "turn", None)
    return turn


def facts(record: Record) -> list[AnyEvent]:
    """The events without remarks and variations; what the two players see after one move has no order."""
    found: list[AnyEvent] = []
    for event in normal(record).events:
        if isinstance(event, (Comment, Nag, Variation)):
            continue
        bare = strip(event)
        if isinstance(bare, Reveal) and found and isinstance(found[-1], Reveal) and bare.side < found[-1].side:
            found.insert(len(found) - 1, bare)
        else:
            found.append(bare)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_both_views_of_an_example_are_the_game(name: str) -> None:
    full = game(name)
    joined = join(view(full, "white"), view(full, "black"))
    assert facts(joined.record) == facts(full)
    assert (joined.readings, joined.contradictions) == (1, 0)


@pytest.mark.parametrize("rules", ["english", "icc", "rand"])
@pytest.mark.parametrize("name", ["dialogue/game-4.txt", "icc/game-8.pgn", "magari/game-7.txt", "san/hayes-juhasz.txt"])
def test_a_score_umpired_anew_is_joined_from_its_views(name: str, rules: str) -> None:
    """The moves alone, with what the umpire of another rulebook says of them."""
    score = game(name)
    moves = tuple(event for event in score.events if isinstance(event, Move))
    full = adjudicate(Record(events=moves, rules=rules)).record
    joined = join(view(full, "white"), view(full, "black"))
    assert facts(joined.record) == facts(full)
    assert not joined.findings


def test_what_the_umpire_told_both_wrongly_is_kept() -> None:
    """He said no to “Any?” where a pawn could take: neither player's record is wrong."""
    full = game("tries/malcolm-harris.txt")
    joined = join(view(full, "white"), view(full, "black"))
    assert "the umpire answered no to “Any?”, but the board says yes" in [one.message for one in joined.findings]
    assert not {"KN703", "KN706"} & {one.code for one in joined.findings}


def test_a_fragment_is_not_joined_from_the_first_position() -> None:
    """A letter from move 40 on, without its position."""
    record = next(read_items(EXAMPLES / "magari" / "letter.json")).record
    joined = join(view(record, "white"), view(record, "black"))
    assert joined.readings == 0
    assert [one.code for one in joined.findings] == ["KN707"]
    assert "position" in joined.findings[0].message


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_game_that_is_found_has_the_pawn_tries_that_the_other_player_heard(side: Side) -> None:
    """Where only the player to move hears of his pawn tries, a listener's silence is none of the other's."""
    rules = "rand; pawn_tries=squares; pawn_tries_heard=player; always=yes"
    text = f'[Rules "{rules}"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 *\n'
    (item,) = read_items(io.BytesIO(text.encode()), "tries")
    heard = view(adjudicate(item.record).record, side)
    done = complete(heard, count=3)
    assert done.records
    for found in done.records:
        assert [one.code for one in adjudicate(found).findings] == []
