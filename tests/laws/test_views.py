"""A view never tells what its listener could not have heard (noninterference), and never more than it may."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from kriegnote.model.events import (
    EVENT_TYPES,
    AnyEvent,
    Belief,
    Capture,
    Check,
    Clock,
    Comment,
    DialogueEvent,
    Event,
    Move,
    Nag,
    PawnTries,
    Plan,
    Promotion,
    Reveal,
    TakenBack,
    Try,
    Word,
)
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.notations.accounting import account
from kriegnote.notations.registry import notations
from kriegnote.rules import RULES
from kriegnote.umpire import hearing, views
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record
from tests.support.twins import pair

PAIRS = int(os.environ.get("KRIEGNOTE_TWINS", "100"))
SIDES = ("white", "black")


def damaged(record: Record, seed: int) -> Record:
    """A record without its announcements, in which a few plies are unreadable and no man says where he comes from."""
    rng = random.Random(seed)
    events: list[AnyEvent] = []
    for event in record.events:
        if isinstance(event, Move):
            text = (
                "Zz9" if rng.random() < 0.04 else re.sub("^([NBRQ])[a-h1-8]+(x?[a-h][1-8])", r"\1\2", event.san or "")
            )
            event = msgspec.structs.replace(event, move=None, san=None, text=text, parts=parse_move(text))
        if event.source == "recorded":
            events.append(event)
    return Record(rules=record.rules, events=tuple(events), result=record.result)


def announced(record: Record, kind: type[Event]) -> list[tuple[str | None, int | None]]:
    """The turns in which an umpire announced something of a kind; that there are no pawn tries is nothing."""
    said = [event for event in record.events if isinstance(event, kind) and isinstance(event, DialogueEvent)]
    none = [one for one in said if isinstance(one, PawnTries) and not (one.any or one.count or one.squares)]
    return [(one.side, one.turn) for one in said if one not in none]


@pytest.mark.parametrize("rules", ["icc", "rand", "cincinnati", "berkeley"])
def test_silence_denies_nothing_that_happened(rules: str) -> None:
    """Neither by the umpire nor by a player, where the board leaves open whether it was to be announced."""
    kept: Counter[str] = Counter()
    for seed in range(20):
        true = random_record(seed, rules=rules, comments=False)
        record = adjudicate(damaged(true, seed)).record
        for listener in ("umpire", *SIDES):
            told, heard = view(record, listener), view(true, listener)  # type: ignore[arg-type]
            kept.update(told.silence)
            assert set(told.silence) <= set(record.silence)
            for kind in told.silence:
                happened, said = (announced(one, EVENT_TYPES[kind]) for one in (heard, told))
                assert happened == said, f"{rules}, seed {seed}, {listener}: {kind}"
    assert set(kept) == set(RULES[rules].silence)


def everything(record: Record, listener: str) -> list[str]:
    """All that a program of ours can show of a player's record: every notation, JSON, reports, findings."""
    told = view(record, listener)  # type: ignore[arg-type]
    shown = [msgspec.json.encode(told).decode()]
    for row in notations().values():
        if listener in row.views:
            shown.append(row.write(told))
            shown.append(msgspec.json.encode(account(told, row.carries)).decode())
    shown.append(repr(adjudicate(told).findings))
    public = view(told, "public")
    shown.append(msgspec.json.encode(public).decode())
    return shown


@pytest.mark.parametrize("rules", sorted(RULES))
def test_games_that_sound_the_same_look_the_same(rules: str) -> None:
    met = 0
    for seed in range(max(1, PAIRS // len(RULES))):
        listener = SIDES[seed % 2]
        games = pair(seed, rules, listener)  # type: ignore[arg-type]
        if games is None:
            continue
        met += 1
        assert games[0].events != games[1].events
        one, two = (everything(game, listener) for game in games)
        assert one == two, f"{rules}, seed {seed}, {listener}"
    assert met * 2 >= PAIRS // len(RULES), "too few pairs of games parted"


@pytest.mark.parametrize(
    "starts",
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20", "r3k2r/8/8/8/8/8/P7/4K2R w Kkq - 3 20"),
        ("r3k2r/8/8/8/4P3/8/8/4K3 b kq e3 0 20", "r3k2r/8/8/8/8/8/8/3QK3 b kq - 7 20"),
        ("4k3/8/8/2p5/8/8/8/4K2R w K c6 0 20", "4k3/8/8/2p5/1P6/8/8/3K4 w - c6 0 20"),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1",
        ),
    ],
)
def test_of_a_position_in_the_middle_of_a_game_a_player_sees_his_own_men(starts: tuple[str, str]) -> None:
    games = [Record(rules="english", start=start, headers=(("SetUp", "1"), ("FEN", start))) for start in starts]
    assert everything(games[0], "black") == everything(games[1], "black")
    men, before = (str(one.start).split()[0] for one in (view(games[0], "black"), games[0]))
    assert [sign for sign in men if sign.isalpha()] == [sign for sign in before if sign.islower()]


@pytest.mark.parametrize("rules", ["english", None])
def test_both_players_know_the_position_with_which_a_game_begins(rules: str | None) -> None:
    for start in ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"):
        record = Record(rules=rules, start=start, headers=(("FEN", start),))
        assert [(told.start, told.headers) for told in (view(record, side) for side in SIDES)] == [
            (start, record.headers)
        ] * 2


def leak_move(name: str) -> Callable[..., object]:
    def leak(heard: object, event: object) -> object:
        if isinstance(event, Move) and isinstance(heard, Move):
            return msgspec.structs.replace(heard, **{name: getattr(event, name)})
        return heard

    return leak


def leak_field(kind: type, name: str) -> Callable[..., object]:
    def leak(heard: object, event: object) -> object:
        if isinstance(event, kind) and isinstance(heard, kind):
            return msgspec.structs.replace(heard, **{name: getattr(event, name)})
        return heard

    return leak


def leak_event(kind: type) -> Callable[..., object]:
    def leak(heard: object, event: object) -> object:
        return event if isinstance(event, kind) and heard is None else heard

    return leak


LEAKS: dict[str, Callable[..., object]] = {
    "move.move": leak_move("move"),
    "move.text": leak_move("text"),
    "move.san": leak_move("san"),
    "try.move": leak_field(Try, "move"),
    "try.text": leak_field(Try, "text"),
    "try.san": leak_field(Try, "san"),
    "move.line": leak_move("line"),
    "move.column": leak_move("column"),
    "move.span": leak_move("span"),
    "capture.captured": leak_field(Capture, "captured"),
    "capture.by": leak_field(Capture, "by"),
    "promotion": leak_event(Promotion),
    "comment": leak_event(Comment),
    "nag": leak_event(Nag),
    "variation": lambda heard, event: event if type(event).__name__ == "Variation" else heard,
    "refused tries": leak_event(Try),
    "belief": leak_event(Belief),
    "plan": leak_event(Plan),
    "word": leak_event(Word),
    "clock": leak_event(Clock),
    "taken_back.events": leak_field(TakenBack, "events"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_heard(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would catch a view that leaks this: with the leak built in, some pair differs."""
    honest = hearing.Listener._one

    def leaky(self: object, event: object) -> object:
        return LEAKS[name](honest(self, event), event)  # type: ignore[arg-type]

    monkeypatch.setattr(hearing.Listener, "_one", leaky)
    rules = "icc" if name == "refused tries" else "english"
    caught = 0
    for seed in range(400):
        plies = 160 if name == "promotion" else 30
        games = pair(seed, rules, SIDES[seed % 2], plies)  # type: ignore[arg-type]
        if games is not None:
            one, two = (msgspec.json.encode(view(game, SIDES[seed % 2])) for game in games)  # type: ignore[arg-type]
            caught += one != two
        if caught:
            break
    assert caught, f"nobody would notice that {name} leaks"


def test_a_leaking_header_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    for secret in ("ECO", "PlyCount", "Opening"):
        monkeypatch.setattr(views, "HEADERS", frozenset({*views.HEADERS, secret}))
        games = next(games for seed in range(40) if (games := pair(seed, "english", "white")) is not None)
        assert view(games[0], "white") != view(games[1], "white")
        monkeypatch.undo()


@pytest.mark.parametrize("rules", sorted(RULES))
@pytest.mark.parametrize("listener", [*SIDES, "public"])
def test_a_view_holds_nothing_of_the_umpires(rules: str, listener: str) -> None:
    book = RULES[rules]
    said = {Capture: book.captures, Check: book.checks and book.moves == "chess", Promotion: book.promotion,
            Reveal: book.reveals and listener != "public", Move: True, Comment: True}  # fmt: skip
    met: set[type[AnyEvent]] = set()
    for seed in range(60):
        if seed >= 12 and {kind for kind in said if said[kind]} <= met:
            break  # few games have a promotion
        told = view(random_record(seed, rules=rules, remarks=True), listener)  # type: ignore[arg-type]
        met.update(map(type, told.events))
        assert {name for name, _ in told.headers} <= views.HEADERS | {"Result"}
        for event in told.events:
            assert (event.line, event.column, event.span, event.source) == (None, None, None, "recorded")
            if isinstance(event, Move) and event.side != listener:
                assert (event.move, event.text, event.san, event.parts, event.options) == (None,) * 5
            if isinstance(event, Try) and event.side != listener:
                assert book.refusals != "player"
                assert (event.move, event.text, event.san, event.parts) == (None,) * 4
            if isinstance(event, Capture):
                assert book.captured != "no" or event.captured is None
                assert book.capturer != "no" or event.by is None
                assert book.en_passant or event.en_passant is None
            if isinstance(event, Promotion):
                assert book.promotion
            if isinstance(event, Reveal):
                assert event.side == listener
            if isinstance(event, Comment):
                assert event.heard in (listener, "public")
            assert not isinstance(event, Nag)
    assert {kind: kind in met for kind in said} == said
