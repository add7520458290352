"""Games of the Python package ``kriegspiel``: written, loaded there, saved there and read back.

100 games in CI; a thousand by ``KRIEGNOTE_PEER_GAMES=1000 pytest tests/notations/test_kriegspiel.py``.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from functools import cache
from typing import Any

import chess
import pytest
from kriegspiel.game import KriegspielGame
from kriegspiel.move import KriegspielMove, MainAnnouncement, QuestionAnnouncement
from kriegspiel.serialization import deserialize_kriegspiel_game, serialize_kriegspiel_game

import kriegnote
from kriegnote.model.events import AnyEvent, Ask, Check, End, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.notations.detection import judge
from kriegnote.notations.loss import project, strip
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import InputError, read_items
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record

GAMES = int(os.environ.get("KRIEGNOTE_PEER_GAMES", "100"))
PLIES = 40 if GAMES <= 100 else 120
THEIRS = {
    "english": "english", "rand": "rand", "cincinnati": "cincinnati", "icc": "wild16", "berkeley": "berkeley",
    "berkeley-any": "berkeley_any",
}  # fmt: skip
DIFFERENCES = {
    "mate": "the package names no direction of a check that mates or is followed by a draw",
    "draw": "the package ends the game at bare kings, ours where the rulebook says so",
    "rand stalemate": "in theirs the stalemated player loses; RAND 20 does so in ladder games only, ours is a field",
    "first turn": "the package saves no announcement before the first move",
    "last turn": "the package announces no pawn tries of a game that is over",
    "tries": "where no pawn capture was announced, theirs calls a pawn's try senseless, ours refuses it",
    "duty": "after a yes to “Any?” theirs takes nothing but pawn captures (in english: until one was tried)",
    "silence": "theirs saves that there are no pawn captures, where the umpire of the book says nothing",
}
ROW = notation("kriegspiel")


@cache
def game(seed: int, rules: str) -> Record:
    book = RULES[f"{rules}; insufficient=no; fifty_moves=no; repetition=no"]
    return random_record(seed, rules=book.id, plies=PLIES)


def games() -> list[tuple[int, str]]:
    return [(seed, [*THEIRS][seed % len(THEIRS)]) for seed in range(GAMES)]


def read(text: str) -> Record:
    (chunk,) = ROW.chunks(io.StringIO(text))
    record, findings = ROW.read(chunk)
    assert not findings
    return record


def events(record: Record) -> list[AnyEvent]:
    told = adjudicate(record, announce=False).record
    return [strip(event) for event in told.events]


def without_ours(told: Any) -> Any:
    """A saved game without the fields that are ours alone."""
    if isinstance(told, dict):
        return {key: without_ours(value) for key, value in told.items() if not key.startswith("kriegnote")}
    return [without_ours(one) for one in told] if isinstance(told, list) else told


def test_games_come_back_equal() -> None:
    for seed, rules in games():
        record = game(seed, rules)
        back = read(ROW.write(record))
        assert events(back) == [strip(event) for event in project(record, ROW.carries).events]
        assert (back.headers, back.rules, back.start, back.result) == (
            record.headers, record.rules, record.start, record.result,
        )  # fmt: skip


def test_the_package_loads_them_and_what_it_saves_is_read_as_the_same_game() -> None:
    met: Counter[str] = Counter()
    for seed, rules in games():
        text = ROW.write(game(seed, rules))
        loaded = deserialize_kriegspiel_game(json.loads(text))
        saved = json.loads(json.dumps(serialize_kriegspiel_game(loaded)))
        assert loaded.ruleset_id == THEIRS[rules]
        same = without_ours(json.loads(text))
        for told in (saved, same):
            _forget_directions(told)
        assert saved == same
        back, due = read(json.dumps(saved)), project(game(seed, rules), ROW.carries)
        assert [event for event in events(back) if not _differs(event, due, met)] == [
            event for event in map(strip, due.events) if not _differs(event, due, met)
        ]
    assert met.keys() <= DIFFERENCES.keys() and met["mate"]


def _forget_directions(told: Any) -> None:
    """Takes away what only our reading sees: the directions of a single check, which stand in its word too."""
    state = told["game_state"]
    for sheet in (state["white_scoresheet"], state["black_scoresheet"]):
        for pair in [pair for turn in (*sheet["moves_own"], *sheet["moves_opponent"]) for pair in turn]:
            if pair[1]["special_announcement"] != "CHECK_DOUBLE":
                pair[1]["check_1"] = pair[1]["check_2"] = None


def _differs(event: AnyEvent, record: Record, met: Counter[str]) -> bool:
    """Whether an event is one on which the package and the book differ."""
    ends = {(one.side, one.turn) for one in record.events if isinstance(one, End)}
    if isinstance(event, Check) and (event.side, event.turn) in ends:
        met["mate"] += 1
        return True
    if isinstance(event, PawnTries) and (event.side, event.turn) == ("white", 1):
        met["first turn"] += 1
        return True
    return False


@pytest.mark.parametrize("rules", THEIRS)
def test_the_package_playing_the_same_game_saves_the_same_file(rules: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(0, GAMES, 6):
        record = game(seed, rules)
        peer = KriegspielGame(ruleset=THEIRS[rules])
        played = _played(peer, record, met)
        ours = without_ours(json.loads(ROW.write(record.replace(events=played, result=None))))
        theirs = json.loads(json.dumps(serialize_kriegspiel_game(peer)))
        _same(ours["game_state"], theirs["game_state"], rules, met)
    assert met.keys() <= DIFFERENCES.keys()


def _played(peer: KriegspielGame, record: Record, met: Counter[str]) -> tuple[AnyEvent, ...]:
    """The record as far as the package plays it: without the tries that it would not take."""
    kept: list[AnyEvent] = []
    for event in record.events:
        if isinstance(event, Ask | Move | Try):
            if peer.game_over:
                met["draw"] += 1
                return tuple(kept)
            kind = QuestionAnnouncement.ASK_ANY if isinstance(event, Ask) else QuestionAnnouncement.COMMON
            move = None if isinstance(event, Ask) else chess.Move.from_uci(event.move or "")
            question = KriegspielMove(kind, move)
            if not peer.is_possible_to_ask(question):
                met["duty" if peer.must_use_pawns else "tries"] += 1
                assert isinstance(event, Try) or peer.must_use_pawns
                if isinstance(event, Move):
                    return tuple(kept)
                continue
            answer = peer.ask_for(question)
            assert answer.main_announcement != MainAnnouncement.IMPOSSIBLE_TO_ASK
        kept.append(event)
    return tuple(kept)


def _same(ours: Any, theirs: Any, rules: str, met: Counter[str]) -> None:
    for name in ("ruleset_id", "any_rule", "board_fen", "move_stack", "must_use_pawns"):
        assert ours[name] == theirs[name], name
    if not theirs["game_over"]:
        assert ours["possible_to_ask"] == theirs["possible_to_ask"]
    for name in ("white_scoresheet", "black_scoresheet"):
        mine, peers = ours[name], theirs[name]
        assert (mine["color"], mine["last_move_number"]) == (peers["color"], peers["last_move_number"])
        for part in ("moves_own", "moves_opponent"):
            assert len(mine[part]) == len(peers[part])
            for turn, other in zip(mine[part], peers[part], strict=True):
                assert [pair[0] for pair in turn] == [pair[0] for pair in other]
                for (_, reply), (_, answer) in zip(turn, other, strict=True):
                    _same_reply(reply, answer, met)


def _same_reply(ours: dict[str, Any], theirs: dict[str, Any], met: Counter[str]) -> None:
    word, peers = ours["special_announcement"], theirs["special_announcement"]
    if peers.startswith(("CHECKMATE", "DRAW", "STALEMATE")):
        met["mate"] += 1
        if word != peers:
            met["rand stalemate" if peers.startswith("STALEMATE") else "draw"] += 1
            ours["special_announcement"] = peers
        for told in (ours, theirs):
            for name in [name for name in told if name.startswith("next_turn")]:
                met["last turn"] += told[name] is not None
                del told[name]
    if peers != "CHECK_DOUBLE":
        assert ours["check_1"] in (None, peers) or peers.startswith(("CHECKMATE", "DRAW"))
        ours["check_1"] = ours["check_2"] = None
    else:
        assert {ours["check_1"], ours["check_2"]} == {theirs["check_1"], theirs["check_2"]}
        ours["check_1"], ours["check_2"] = theirs["check_1"], theirs["check_2"]
    for name in [name for name in theirs if name.startswith("next_turn") and name not in ours and not theirs[name]]:
        met["silence"] += 1
        del theirs[name]
    assert ours == theirs


def test_a_saved_game_is_detected_and_one_of_another_kind_refused() -> None:
    text = json.dumps(serialize_kriegspiel_game(KriegspielGame()), indent=2)
    assert judge(text).id == "kriegspiel"
    (item,) = read_items(io.BytesIO(text.encode()))
    assert item.record.rules == "berkeley-any"
    with pytest.raises(InputError, match="--from kriegspiel"):
        list(read_items(io.BytesIO(text.encode()), "json"))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[1]",
        "nothing",
        '{"schema_version": 2, "library_version": "1", "game_type": "BerkeleyGame", "game_state": {}}',
        '{"schema_version": 99, "library_version": "1"}',
    ],
)
def test_what_is_no_saved_game_is_a_finding(text: str) -> None:
    (item,) = read_items(io.BytesIO(text.encode()), "kriegspiel")
    assert [one.code for one in item.findings] == ["KN107"] and not item.record.events


def test_other_programs_fields_are_passed_over_and_a_drop_is_a_text() -> None:
    saved = serialize_kriegspiel_game(KriegspielGame(ruleset="crazykrieg"))
    saved["game_state"]["white_scoresheet"]["moves_own"] = [
        [[{"question_type": "COMMON", "chess_move": "N@e4", "new": 1}, {"main_announcement": "REGULAR_MOVE"}]]
    ]
    record = read(json.dumps(saved))
    assert [(event.move, event.text) for event in record.events if isinstance(event, Move)] == [(None, "N@e4")]
    assert record.rules is None
    assert [one.code for one in kriegnote.check(record)] == ["KN101"]
