"""The games of chapter 8: random games of each hold the law and tell no player what he could not have heard.

``KRIEGNOTE_VARIANT_GAMES`` (2) sets how many games of each; 500 take about half an hour.
"""

from __future__ import annotations

import os
import random

import chess
import pytest

from kriegnote.chess.position import START_FEN, Position, uci
from kriegnote.model.events import AnyEvent, Move, Reveal, Try
from kriegnote.model.record import Record
from kriegnote.notations.detection import judge
from kriegnote.notations.loss import project
from kriegnote.notations.registry import notations
from kriegnote.rules import RULES, VARIANTS, sight
from kriegnote.rules.boards import position_of
from kriegnote.rules.setup import drawn, setup_problem
from kriegnote.umpire import hearing
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.announcement_checks import expected_after
from kriegnote.umpire.views import view
from tests.laws.test_law import comparable, crossing
from tests.support import naive
from tests.support.naive import Words

GAMES = int(os.environ.get("KRIEGNOTE_VARIANT_GAMES", "2"))
PLAYED = [name for name in VARIANTS if RULES[name].game.turns != "simultaneous"]


UNTOLD = {
    "dialogue": lambda game: game.moves_seen != "none",
    "progressive": lambda game: game.sees_all == "none",
}
"""Where a text leaves out what was taken from a player, and his own men are not known when it is read back."""


def random_game(rules: str, seed: int, plies: int = 24) -> Record:
    """A completed umpire's record of a random game, with some refused tries."""
    rng = random.Random(f"{rules} {seed}")
    game = RULES[rules].game
    start = drawn(game, seed) or (None if game.start == "usual" else game.start)
    position = position_of(game, start)
    events: list[AnyEvent] = []
    for _ in range(plies):
        legal = sorted(position.legal_moves())
        if not legal:
            break
        side = "white" if position.turn else "black"
        turn = position.fullmove
        if game.refused_try == "again" and game.sees_all != "both" and rng.random() < 0.3:
            refused = sorted(set(position.own_moves()) - set(legal))
            if refused:
                move = rng.choice(refused)
                san = position.own_san(move)
                events.append(Try(side=side, turn=turn, move=uci(move), text=san, verdict="illegal", san=san))
        takes = [move for move in legal if position.captured_square(move) >= 0]
        move = rng.choice(takes) if takes and rng.random() < 0.4 else rng.choice(legal)
        san = position.san(move)
        events.append(Move(side=side, turn=turn, move=uci(move), text=san, san=san))
        position = position.play(move)
    record, findings = adjudicate(Record(rules=rules, start=start, events=tuple(events)))
    serious = [one.message for one in findings if one.code not in ("KN209", "KN311", "KN313", "KN317")]
    assert not serious, serious
    return record


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", PLAYED)
def test_the_law_holds(rules: str, seed: int) -> None:
    record = random_game(rules, seed)
    series = ("progressive",) if RULES[rules].game.turns == "progressive" else ()
    shown = ("darkchess",) if RULES[rules].game.sight != "none" else ()
    for name in ("json", "pgn", "dialogue", *series, *shown):
        row = notations()[name]
        for listener in ("umpire", "white", "black"):
            if listener not in row.views:
                continue
            if listener != "umpire" and name in UNTOLD and UNTOLD[name](RULES[rules].game):
                continue
            seen = view(record, listener)
            _, text, _, back = crossing(row, seen)
            expected, found = comparable(project(seen, row.carries)), comparable(back)
            assert found.events == expected.events, (name, listener, text)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", ["scottish", "progressive"])
@pytest.mark.parametrize("name", ["progressive", "pgn", "json"])
def test_a_series_is_told_from_other_notations(rules: str, seed: int, name: str) -> None:
    assert judge(notations()[name].write(random_game(rules, seed))).id == name


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", PLAYED)
def test_a_first_position_by_lot_is_one(rules: str, seed: int) -> None:
    game = RULES[rules].game
    start = drawn(game, seed)
    assert start is None or setup_problem(start, game) is None


# -- noninterference ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", [name for name in PLAYED if RULES[name].game.sees_all != "both"])
def test_what_a_player_is_told_does_not_hang_on_what_he_cannot_hear(rules: str, seed: int) -> None:
    """The opponent's last move is changed for another of which the player is told the same: his view is the same."""
    record = random_game(rules, seed)
    seeing = RULES[rules].game.sees_all
    played = tuple(event for event in record.events if isinstance(event, Move | Try))
    hidden = [at for at, event in enumerate(played) if isinstance(event, Move) and seeing in ("none", event.side)]
    if len(hidden) < 2:
        return
    at = hidden[-1]
    last = played[at]
    assert isinstance(last, Move)
    listener = "black" if last.side == "white" else "white"
    plain = Record(rules=rules, start=record.start, events=played[: at + 1])
    position = replay(plain, at)
    first = adjudicate(plain).record
    heard, seen = announcements(first, listener), view(first, listener)
    said = words_after(rules, position, last.move, last, listener)
    same = 0
    for move in position.legal_moves():
        if words_after(rules, position, uci(move), last, listener) != said:
            continue  # the umpire's own words differ, so the whole game need not be replayed
        other = Move(side=last.side, turn=last.turn, move=uci(move), text=None, san=None)
        changed = adjudicate(plain.replace(events=(*played[:at], other))).record
        if announcements(changed, listener) == heard:
            same += 1
            assert view(changed, listener) == seen, uci(move)
    assert same


def words_after(rules: str, before: Position, played: str | None, like: Move, listener: str) -> list[AnyEvent]:
    """What the umpire says of a move where the listener hears it."""
    move = next(move for move in before.legal_moves() if uci(move) == played)
    said = expected_after([before], move, [before.play(move)], RULES[rules], like.side, like.turn, asked=False)
    return [event for (_, hearer), event in said.items() if hearer in (None, listener)]


def replay(record: Record, until: int) -> Position:
    position = position_of(RULES[record.rules or "english"].game, record.start)
    for event in record.events[:until]:
        if isinstance(event, Move):
            position = position.play(next(move for move in position.legal_moves() if uci(move) == event.move))
    return position


def announcements(record: Record, listener: str) -> list[str]:
    """Every announcement that the listener hears, derived from the true board, as text."""
    out = []
    for event in record.events:
        if isinstance(event, Move | Try):
            continue
        if type(event).__name__ == "Reveal" and event.side != listener:
            continue
        out.append(repr(event))
    return out


# -- the moves, against an enumeration from the book's words -----------------------------------------------------------

WORDS = {
    "dark": Words(king_taken=True, passing=False),
    "fog-of-war": Words(king_taken=True),
    "nommenspiel": Words(king_taken=True),
    "welbeck": Words(double="never"),
    "assassin": Words(spies=True, become="RBN"),
    "stealth": Words(king_taken=True, passing=False, double="first-move"),
    "scottish": Words(series=True),
    "progressive": Words(series=True),
}


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", ["dark", *(name for name in PLAYED if name != "chess960")])
def test_the_moves_are_those_of_the_books_words(rules: str, seed: int) -> None:
    rng = random.Random(f"moves {rules} {seed}")
    game = RULES[rules].game
    words = WORDS.get(rules, Words())
    start = drawn(game, seed) or (START_FEN if game.start == "usual" else game.start)
    position, board = position_of(game, start), naive.Board.of(start, words)
    for _ in range(40):
        if not position.has_legal_move():  # a king that was taken among them
            assert not naive.moves(board, words), position.fen()
            break
        legal = {uci(move): move for move in position.legal_moves()}
        assert set(legal) == naive.moves(board, words), position.fen()
        if not legal:
            break
        takes = [text for text, move in legal.items() if position.captured_square(move) >= 0]
        text = rng.choice(sorted(takes) if takes and rng.random() < 0.5 else sorted(legal))
        position, board = position.play(legal[text]), naive.play(board, text, words)


@pytest.mark.parametrize("seed", range(GAMES))
def test_chess960_is_python_chess(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    position = position_of(RULES["chess960"].game, board.fen())
    while not board.is_game_over() and board.fullmove_number < 60:
        assert {uci(move) for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
        move = rng.choice(list(board.legal_moves))
        mine = next(each for each in position.legal_moves() if uci(each) == move.uci())
        assert position.san(mine) == board.san(move)
        board.push(move)
        position = position.play(mine)


# -- what is shown, against the same enumeration -----------------------------------------------------------------------


def differences_of_sight(rules: str, seed: int) -> int:
    """How many revelations of a random game are not those of the book's words."""
    rng = random.Random(f"sight {rules} {seed}")
    game = RULES[rules].game
    words = WORDS.get(rules, Words())
    start = drawn(game, seed) or START_FEN
    position, board = position_of(game, start), naive.Board.of(start, words)
    unseen = set() if game.invisible in ("all", "none") else set(game.invisible.split())
    wrong = 0
    for _ in range(40):
        legal = {uci(move): move for move in position.legal_moves()}
        if not legal:
            break
        text = rng.choice(sorted(legal))
        after, then = position.play(legal[text]), naive.play(board, text, words)
        mover = "white" if position.turn else "black"
        for side in ("white", "black"):
            told = sight.reveal(position, legal[text], after, side, mover, 1, game)
            seen = {} if told is None else told.seen
            if game.sight == "dark":  # squares that are seen to be empty are perception's, which OpenSpiel's games test
                seen = {square: man for square, man in seen.items() if man is not None}
            wrong += seen != due(rules, board, text, then, side == "white", unseen)
            squares = {"none": None, "target": (text[2:4],), "squares": (text[:2], text[2:4])}[game.moves_seen]
            wrong += (None if told is None else told.moved) != (squares if side != mover else None)
        unseen = {text[2:4] if square == text[:2] else square for square in unseen if square != text[2:4]}
        position, board = after, then
    return wrong


def due(
    rules: str, before: naive.Board, text: str, after: naive.Board, white: bool, unseen: set[str]
) -> dict[str, str | None]:
    """The men that a side is shown after a move, by the book's words."""
    game = RULES[rules].game
    if game.invisible not in ("all", "none"):
        return naive.move_of_seen_man(before, text, after, unseen) if before.white != white else {}
    if game.sight == "spies" and before.white != white:
        return {}
    shown = naive.shown(before, text, after, white, game.sight)
    if rules == "fog-of-war":
        shown |= naive.taken_in_passing(after, white)
    at, to = text[:2], text[2:4]
    passing = before.men[naive.square(at)][0] == "P" and at[0] != to[0]
    if game.moves_seen != "none" and before.white != white and passing and naive.square(to) not in before.men:
        shown |= {to[0] + at[1]: None}  # its owner takes off the pawn that is taken en passant
    return shown


SHOWN = ("shadow", "assassin", "mafeking", "dark", "fog-of-war", "stealth", "nommenspiel", "invisible")


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("rules", SHOWN)
def test_a_player_is_shown_what_the_books_words_say(rules: str, seed: int) -> None:
    assert differences_of_sight(rules, seed) == 0


@pytest.mark.parametrize(
    ("rules", "name", "leak"),
    [
        ("assassin", "spied", lambda position, square, white: {}),
        ("mafeking", "scouted", lambda position, white, game: -1),
        ("shadow", "shadowed", lambda position, white, game: position.kings),
    ],
)
def test_a_planted_leak_is_found(rules: str, name: str, leak: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, name, leak)
    assert any(differences_of_sight(rules, seed) for seed in range(3))


@pytest.mark.parametrize("rules", ["assassin", "mafeking", "shadow"])
def test_a_revelation_to_the_wrong_player_is_found(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When views hand one player what the other was shown, two games that he cannot tell apart look different."""
    plain = hearing.Listener._one

    def leaking(self: hearing.Listener, event: AnyEvent) -> AnyEvent | None:
        return hearing._bare(event) if isinstance(event, Reveal) else plain(self, event)

    monkeypatch.setattr(hearing.Listener, "_one", leaking)
    with pytest.raises(AssertionError):
        for seed in range(12):
            test_what_a_player_is_told_does_not_hang_on_what_he_cannot_hear(rules, seed)
