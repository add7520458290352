"""Every field of the game that can be told apart on a board: a position by hand, and what each value makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kriegnote.chess.position import move_of, uci
from kriegnote.model.events import AnyEvent, End, Move, Reveal, Side, Try
from kriegnote.model.record import Record
from kriegnote.rules import RULES, draws, sight
from kriegnote.rules.boards import position_of
from kriegnote.rules.game import Game
from kriegnote.rules.permissions import may_ask_squares, may_partner_move, may_take_back
from kriegnote.rules.ruleset import game_fields
from kriegnote.rules.setup import known_to, setup_problem
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.records import game, of_type


def legal(fen: str, **game: object) -> set[str]:
    return {uci(move) for move in position_of(Game(**game), fen).legal_moves()}  # type: ignore[arg-type]


def shown(fen: str, text: str, side: Side, **game: object) -> dict[str, str | None]:
    rules = Game(**game)  # type: ignore[arg-type]
    position = position_of(rules, fen)
    move = move_of(text)
    mover: Side = "white" if position.turn else "black"
    told = sight.reveal(position, move, position.play(move), side, mover, 1, rules)
    return {} if told is None else {**told.seen, **({"moved": " ".join(told.moved)} if told.moved else {})}


def ends(rules: str, fen: str, *moves: str) -> list[tuple[str, str | None]]:
    return [(event.reason, event.result) for event in of_type(game(*moves, rules=rules, start=fen), End)]


def test_the_fields_are_these() -> None:
    assert set(game_fields()) == {
        "goal", "start", "setup", "setup_told", "setup_check", "double_step", "en_passant_capture", "promotion_to",
        "knights", "turns", "series_check", "series_draw", "refused_try", "invisible", "sight", "king_sight",
        "scouting", "moves_seen", "sees_all", "squares_asked", "squares_heard", "partner", "partner_moves",
        "partner_heard", "take_back", "take_back_pawns",
    }, "a new field needs a test here"  # fmt: skip


def test_goal() -> None:
    attacked = "4k3/8/8/8/8/8/r7/4K3 w - - 0 1"
    assert "e1e2" not in legal(attacked) and "e1e2" in legal(attacked, goal="king")
    rook = "b1b8"
    assert ends("english", "7k/6pp/8/8/8/8/8/QR2K3 w - - 0 1", rook) == [("checkmate", "1-0")]
    assert ends("english; goal=queen-mate", "7k/6pp/8/8/8/8/8/QR2K3 w - - 0 1", rook) == [("checkmate", "0-1")]
    assert ends("english; goal=queen-mate", "7k/6pp/8/8/8/8/8/QR2K3 w - - 0 1", "a1a8") == [("checkmate", "1-0")]
    assert ends("english; goal=queen-mate", "7k/8/8/8/8/8/8/R3K2q w Q - 0 1", "e1d2", "h1a1") == []
    assert ends("english; goal=queen-mate", "7k/8/8/8/8/8/7K/7q w - - 0 1", "h2h1") == [("insufficient", "1/2-1/2")]


def test_double_step() -> None:
    two = "4k3/8/8/8/8/8/P7/1P2K3 w - - 0 1"
    assert {"a2a4", "b1b3"} & legal(two) == {"a2a4"}
    assert {"a2a4", "b1b3"} & legal(two, double_step="never") == set()
    assert {"a2a4", "b1b3"} & legal(two, double_step="first-move") == {"a2a4", "b1b3"}
    game = Game(double_step="first-move", goal="king")
    later = position_of(game, two).play(move_of("b1b2")).play(move_of("e8e7"))
    assert "b2b4" not in {uci(move) for move in later.legal_moves()}, "it has moved"


def test_en_passant_capture() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert "e5d6" in legal(fen) and "e5d6" not in legal(fen, en_passant_capture=False)


def test_promotion_to() -> None:
    fen = "8/P6k/8/8/8/8/8/4K3 w - - 0 1"
    assert {text[4:] for text in legal(fen, promotion_to=frozenset("RBN")) if text.startswith("a7")} == set("rbn")


def test_knights() -> None:
    fen = "8/8/4k3/8/3Np3/8/8/4K3 b - - 0 1"
    assert position_of(Game(), fen).checkers() and not position_of(Game(knights="spy"), fen).checkers()
    takes = "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1"
    assert "a1b3" in legal(takes) and "a1b3" not in legal(takes, knights="spy")


def test_turns_and_series_check() -> None:
    game = Game(turns="progressive")
    second = position_of(game).play(move_of("e2e4"))
    assert (second.turn, second.play(move_of("e7e5")).turn) == (False, False)
    fen = "4k3/8/8/8/8/8/r7/7K b - - 0 2"
    check = "a2a1"
    assert check not in {uci(move) for move in position_of(game, fen).legal_moves()}
    ends_series = position_of(replace(game, series_check="ends"), fen)
    assert check in {uci(move) for move in ends_series.legal_moves()} and ends_series.play(move_of(check)).turn


def test_series_draw() -> None:
    rules = RULES["progressive; series_draw=2"]
    position = position_of(rules.game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    line = draws.PositionHistory(position)
    declared = []
    for text in ("a1a2", "e8d8", "d8e8"):
        position = position.play(move_of(text))
        line.add(move_of(text), position)
        declared.append(draws.declared(line, rules))
    assert declared[-1] == "fifty-move" and draws.declared(line, RULES["progressive"]) is None


def test_of_castling_by_men_that_are_seen_both_are() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert shown(fen, "e1g1", "black", invisible="c1") == {"e1": None, "f1": "R", "g1": "K", "h1": None}
    assert shown(fen, "e1g1", "black", invisible="e1") == {}


def test_refused_try_and_invisible() -> None:
    """Black's bishop on f8 cannot be seen; White's rook runs into it on f4."""
    events: list[AnyEvent] = [
        Move(side="white", turn=1, move="e1e2", text=None, san=None),
        Move(side="black", turn=1, move="f8d6", text=None, san=None),
        Try(side="white", turn=2, move="d1d8", text=None, verdict="illegal"),
    ]
    start = "4kb2/8/8/8/8/8/8/3RK3 w - - 0 1"
    lost = [*events, Move(side="black", turn=2, move="d6e7", text=None, san=None)]
    told, findings = adjudicate(Record(rules="invisible", start=start, events=tuple(lost)))
    assert findings == []
    seen = [event.seen for event in told.events if isinstance(event, Reveal) and event.side == "white"]
    assert seen == [{"d6": None, "e7": "B"}], "its first move was not seen, its second is"
    again = [*events, Move(side="white", turn=2, move="d1d5", text=None, san=None)]
    assert adjudicate(Record(rules="invisible; refused_try=again", start=start, events=tuple(again))).findings == []


def test_sight() -> None:
    fen = "4k3/8/8/8/8/p7/8/RN2K3 w - - 0 1"
    assert shown(fen, "b1d2", "white") == {}
    assert shown(fen, "b1d2", "white", sight="shadow") == {}
    assert shown(fen, "b1c3", "white", sight="scouts") == {}, "it is in sight from b1 already"
    assert shown("4k3/8/8/8/p7/8/8/RN2K3 w - - 0 1", "b1c3", "white", sight="scouts") == {"a4": "P"}
    assert shown("4k3/8/8/8/p7/8/8/RN2K3 w - - 0 1", "b1c3", "black", sight="scouts") == {}
    around = {"a2": None, "a3": "P", "b1": None, "c1": None, "c2": None, "c3": None, "a1": "?"}
    spied = shown("4k3/8/8/8/8/p7/8/3NK3 w - - 0 1", "d1b2", "white", sight="spies", knights="spy")
    assert spied == {**{square: man for square, man in around.items() if square != "a1"}, "a1": None, "b3": None}
    assert shown("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "black", sight="shadow") == {"a8": "R"}


def test_king_sight() -> None:
    fen = "4k3/4p3/8/8/8/8/3K4/8 w - - 0 1"
    assert shown(fen, "d2e2", "white", sight="shadow") == {"e7": "P"}
    assert shown(fen, "d2e2", "white", sight="shadow", king_sight="next-squares") == {}


def test_scouting() -> None:
    fen = "4k3/8/8/8/8/1p6/8/4K3 w - - 0 1"
    assert shown(fen, "e1d1", "white", sight="scouts") == {}
    assert shown(fen, "e1d1", "white", sight="scouts", scouting=frozenset("NK")) == {"b3": "P"}


def test_moves_seen() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert shown(fen, "e2e4", "black") == {}
    assert shown(fen, "e2e4", "black", moves_seen="target") == {"moved": "e4"}
    assert shown(fen, "e2e4", "black", moves_seen="squares") == {"moved": "e2 e4"}
    assert shown(fen, "e2e4", "white", moves_seen="squares") == {}


@pytest.mark.parametrize(("value", "seen"), [("none", None), ("black", "e2e4"), ("white", None), ("both", "e2e4")])
def test_sees_all(value: str, seen: str | None) -> None:
    rules = RULES[f"english; sees_all={value}"]
    record = adjudicate(Record(rules=rules.id, events=(Move(side="white", turn=1, move="e2e4", text=None, san=None),)))
    (move,) = [event for event in view(record.record, "black").events if isinstance(event, Move)]
    assert move.move == seen


OWN_HALF = "k3n1p1/p1p1p1nb/pq4pb/3rprp1/2NP1PKP/R1P2PPN/4RB1P/4PQ1B w - - 0 1"


def test_setup() -> None:
    own = Game(setup="own-half")
    assert setup_problem(OWN_HALF, own) is None
    assert setup_problem(OWN_HALF, Game(setup="two-rows")) == "White has men outside his first two rows"
    assert setup_problem("4k3/8/8/8/8/8/8/4K3 w - - 0 1", own) == "White has 0 queens, not 1"
    assert setup_problem("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Game(setup="army")) is None
    assert setup_problem("4k3/8/8/8/8/8/8/QQQQQK2 w - - 0 1", Game(setup="army")) is not None
    assert setup_problem("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Game(setup="960")) is not None
    semi = "4kq2/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
    assert setup_problem(semi, Game(setup="king-and-queen")) is None and setup_problem(semi, Game()) is None


def test_setup_check() -> None:
    """White's king on g4 is attacked once Black's rook on f5 stands on g5 instead of the pawn."""
    fen = "k3n1p1/p1p1p1nb/pq4pb/3rppr1/2NP1PKP/R1P2PPN/4RB1P/4PQ1B w - - 0 1"
    assert setup_problem(fen, Game(setup="own-half")) is None
    assert setup_problem(fen, Game(setup="own-half", setup_check=False)) == "White's king stands in check"


@pytest.mark.parametrize(("told", "black"), [("all", 16), ("kings", 1), ("nothing", 0)])
def test_setup_told(told: str, black: int) -> None:
    seen = known_to(OWN_HALF, Game(setup="own-half", setup_told=told), "white").split()[0]  # type: ignore[arg-type]
    assert sum(letter.islower() for letter in seen) == black and sum(letter.isupper() for letter in seen) == 16


def test_start() -> None:
    assert position_of(RULES["one-eye"].game).fen().startswith("r1b1k2r/")
    assert position_of(Game()).fen().startswith("rnbqkbnr/")


def test_what_a_player_may_do_beside_moving() -> None:
    after = position_of(Game(), "4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1")
    assert may_take_back(after, move_of("c3e4"), Game(take_back="pawn-takes"))
    assert not may_take_back(after, move_of("c3e4"), Game())
    assert not may_take_back(after, move_of("d1e1"), Game(take_back="pawn-takes"))
    pawn = position_of(Game(), "4k3/8/8/3p4/2P1N3/8/8/4K3 b - - 0 1")
    assert may_take_back(pawn, move_of("c2c4"), Game(take_back="pawn-takes"))
    assert not may_take_back(pawn, move_of("c2c4"), Game(take_back="pawn-takes", take_back_pawns=False))
    assert may_take_back(pawn, move_of("d1e1"), Game(take_back="pawn-takes-any", take_back_pawns=False))
    assert may_ask_squares(7, RULES["modern"].game) and not may_ask_squares(8, RULES["modern"].game)
    assert not may_ask_squares(1, Game())
    partner = RULES["partnership"].game
    assert may_partner_move(1, False, partner) and not may_partner_move(2, False, partner)
    assert not may_partner_move(0, True, partner) and not may_partner_move(0, False, Game(partner_moves=2))
