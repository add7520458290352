"""Action histories replay in OpenSpiel, come back as they were, and its observations are our views.

60 games of each; a thousand by ``KRIEGNOTE_PEER_GAMES=1000 pytest tests/feeds/test_open_spiel.py``.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cache

import chess
import pyspiel
import pytest

from kriegnote.chess.perception import perception
from kriegnote.chess.position import Position, square_name
from kriegnote.feeds.open_spiel import from_open_spiel, to_open_spiel
from kriegnote.feeds.plies import Ply, plies
from kriegnote.model.events import Capture, Check, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record

GAMES = int(os.environ.get("KRIEGNOTE_PEER_GAMES", "60"))
PLIES = 40 if GAMES < 100 else 120
START = "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R b KQkq - 0 17"
OBSERVER = {"black": 0, "white": 1}
DIFFERENCES = {
    "check": "theirs never announces a check",
    "en passant": "theirs does not announce a capture en passant",
    "promoting captures": "theirs counts a pawn capture that promotes four times, ours (ICC) once",
    "material": "theirs ends the game when neither side can mate; ours has a field for that",
    "blocked pawn": "their players of Dark Chess do not see the man that blocks a pawn",
    "en passant seen": "theirs plays en passant in Dark Chess and shows its victim, the book does not",
}


@cache
def game(seed: int, rules: str) -> Record:
    start = START if seed % 4 == 3 else None
    book = RULES["icc; insufficient=no; fifty_moves=no; repetition=no" if rules == "icc" else rules].id
    return random_record(seed, rules=book, plies=PLIES, comments=False, headers=False, start=start)


def bare(record: Record) -> list[tuple[object, ...]]:
    return [
        (type(event).__name__, event.side, event.turn, event.move, event.san if type(event) is Move else None)
        for event in record.events
        if isinstance(event, Move | Try)
    ]


@pytest.mark.parametrize("rules", ["icc", "dark"])
def test_histories_come_back(rules: str) -> None:
    for seed in range(GAMES):
        record = game(seed, rules)
        history = to_open_spiel(record)
        back = from_open_spiel(history.text())
        assert history.omitted == 0
        assert bare(back) == bare(record) and back.start == record.start
        completed = adjudicate(back.replace(rules=record.rules))
        assert not completed.findings
        assert [event for event in completed.record.events if not isinstance(event, Move | Try)] == [
            event for event in record.events if not isinstance(event, Move | Try)
        ]


@pytest.mark.parametrize("rules", ["icc", "dark"])
def test_pyspiel_s_own_histories_are_read(rules: str) -> None:
    name = {"icc": "kriegspiel", "dark": "dark_chess"}[rules]
    for seed in range(5):
        spiel = pyspiel.load_game(name)
        state = spiel.new_initial_state()
        for action in to_open_spiel(game(4 * seed, rules)).actions:
            if state.is_terminal():
                break
            state.apply_action_with_legality_check(action)
        told = from_open_spiel(pyspiel.serialize_game_and_state(spiel, state))
        assert list(to_open_spiel(told).actions) == state.history()


def test_what_it_cannot_be_told_is_counted() -> None:
    white = {"side": "white", "turn": 1}
    tries = (
        Try(**white, move="e2e5", text=None, verdict="impossible"),
        Try(**white, move="a1a4", text=None, verdict="impossible"),
        Try(**white, move="e2d3", text=None, verdict="illegal", times=3),
        Try(**white, move=None, text=None, verdict="refused"),
        Move(**white, move="e2e4", text=None, san=None),
    )
    history = to_open_spiel(Record(events=tries))
    assert len(history.actions) == 2 and history.omitted == 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[Game]\nchess()\n[State]\n1\n",
        "[Game]\nkriegspiel()\n[State]\n99999\n",
        "[Game]\nkriegspiel()\n[State]\n0\n",
    ],
)
def test_what_is_no_history_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"history|action|state"):
        from_open_spiel(text)


# -- its umpire and ours -----------------------------------------------------------------------------------------------


def test_its_umpire_of_kriegspiel_says_what_ours_says() -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        record = game(seed, "icc")
        _, state = pyspiel.deserialize_game_and_state(_head(to_open_spiel(record).text()))
        actions = iter(to_open_spiel(record).actions)
        rows = plies(record)
        for row, following in zip(rows, [*rows[1:], None], strict=True):
            if state.is_terminal():
                met["material"] += 1
                board = chess.Board(row.before or "")
                assert board.is_insufficient_material() or seed % 4 == 3
                break
            for _ in row.tries:
                state.apply_action_with_legality_check(next(actions))
                assert state.observation_string(1).splitlines()[1] == "Illegal move."
            if not row.moved:
                break
            state.apply_action_with_legality_check(next(actions))
            _same_boards(state, row)
            if following is not None and not state.is_terminal():
                _same_words(state, row, following, met)
    assert {"check", "en passant", "promoting captures"} <= met.keys() <= DIFFERENCES.keys()


def _head(text: str) -> str:
    return text.split("[State]")[0] + "[State]\n\n"


def _same_boards(state: object, row: Ply) -> None:
    assert str(state).split()[:3] == (row.after or "").split()[:3]
    for side, number in OBSERVER.items():
        assert state.observation_string(number).split()[0] == getattr(row, side)  # type: ignore[attr-defined]


_WORDS = re.compile(r"(?:(Pawn|Piece) at (\w\d) captured, )?(?:white|black)'s move(?:, (\d+) pawn tr(?:y|ies))?\.")


def _same_words(state: object, row: Ply, following: Ply, met: Counter[str]) -> None:
    told = _WORDS.fullmatch(state.observation_string(0).splitlines()[1])  # type: ignore[attr-defined]
    assert told is not None
    capture = next((one for one in row.announcements if isinstance(one, Capture)), None)
    board = chess.Board(row.before or "")
    move = chess.Move.from_uci(row.move or "")
    if board.is_en_passant(move):
        met["en passant"] += 1
        assert capture is not None and told[1] is None
    else:
        assert (told[1], told[2]) == (
            (str(capture.captured).capitalize(), capture.square) if capture is not None else (None, None)
        )
    tries = following.pawn_tries
    assert isinstance(tries, PawnTries)
    board.push(move)
    theirs = [one for one in board.legal_moves if board.is_capture(one) and board.piece_type_at(one.from_square) == 1]
    assert int(told[3] or 0) == len(theirs)
    met["promoting captures"] += len(theirs) != tries.count
    assert tries.count == len({(one.from_square, one.to_square) for one in theirs})
    met["check"] += any(isinstance(one, Check) for one in row.announcements)


def test_its_players_of_dark_chess_see_what_ours_see() -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        history = to_open_spiel(game(seed, "dark"))
        _, state = pyspiel.deserialize_game_and_state(_head(history.text()))
        for action, row in zip(history.actions, plies(game(seed, "dark")), strict=True):
            if str(state).split()[3] != "-":
                met["en passant seen"] += 1
            assert action in state.legal_actions()
            state.apply_action(action)
            assert str(state).split()[0] == (row.after or "").split()[0]
            position = Position.from_fen(row.after or "", dark=True)
            for side, number in OBSERVER.items():
                seen = state.observation_string(number).split()
                _same_men(seen[0], position, side == "white", str(state).split()[3], met)
    assert set(met) == {"blocked pawn", "en passant seen"}


def _same_men(seen: str, position: Position, white: bool, passing: str, met: Counter[str]) -> None:
    board = chess.BaseBoard(_without_marks(seen))
    own = position.white if white else position.black
    assert board.occupied_co[white] == own
    theirs = {chess.square_name(square) for square in chess.SquareSet(board.occupied_co[not white])}
    ours = {square_name(square) for square in perception(position, white)}
    pawns, step = chess.SquareSet(own & position.pawns), 8 if white else -8
    home = chess.SquareSet(chess.BB_RANK_2 if white else chess.BB_RANK_7)
    ahead = [square + step for square in pawns] + [square + 2 * step for square in pawns & home]
    blocked = {square_name(square) for square in ahead if 0 <= square < 64}
    victim = {passing[0] + {"3": "4", "6": "5"}[passing[1]]} if passing != "-" else set()
    assert theirs - ours <= victim and ours - theirs <= blocked
    met["blocked pawn"] += bool(ours - theirs)
    met["en passant seen"] += bool(theirs - ours)


def _without_marks(seen: str) -> str:
    """The men of an observation: what is not seen (``?``) counts as empty."""
    rows = []
    for rank in seen.split("/"):
        squares = "".join("." * int(sign) if sign.isdigit() else "." if sign == "?" else sign for sign in rank)
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), squares))
    return "/".join(rows)
