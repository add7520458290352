"""What a player hears, and what may be so given what he heard, held against python-chess."""

from __future__ import annotations

import random
from dataclasses import replace

import chess
import pytest

from kriegnote.chess.position import Position, move_of, square_name, uci
from kriegnote.problems.heard import Heard, tries_words
from kriegnote.problems.proof import belief as beliefs
from kriegnote.rules import RULES
from kriegnote.rules import rulebook as rules

SWART_1086 = "4R2B/Q2R1r2/1b6/1K1Nr3/nP1k2n1/1P1p1B2/3P4/8 w - - 0 1"


def after_key(fen: str, key: str, rulebook: str, **options: bool) -> dict[str, list[str]]:
    """What White hears after his key: {words: replies in SAN, sorted}."""
    rule, start = rules(rulebook), beliefs.hides(fen, [])
    taken, refused = beliefs.attempt(start, move_of(key))
    assert not refused
    found: dict[str, list[str]] = {}
    for steps in beliefs.moved(taken, move_of(key), rule).values():
        for heard, group in beliefs.replied(beliefs.worlds(steps), rule, **options).items():
            found[heard.words()] = sorted(step.before.san(step.move) for step in group)
    return found


def test_english_names_squares_and_checks_alone():
    heard = after_key(SWART_1086, "e8c8", "english")
    silent = "Bc5 Nb2 Nc5 Ne3 Nf2 Nf6 Nh2 Nh6 Re7 Rf4 Rf5 Rf6 Rf8 Rg7 Rh7"
    assert " ".join(heard.pop("silent")) == silent
    assert heard == {
        "check (knight)": ["Nc3+"],
        "capture at a7": ["Bxa7"],
        "capture at f3": ["Rxf3"],
        "capture at d7": ["Rxd7"],
    }


def test_icc_counts_pawn_tries():
    heard = after_key(SWART_1086, "e8c8", "icc")
    assert heard["silent, 0 pawn tries"] == ["Nb2"]
    assert heard["silent, 2 pawn tries"] == ["Bc5", "Ne3"]
    assert heard["capture of a piece at a7, 1 pawn try"] == ["Bxa7"]
    assert len(heard["silent, 1 pawn try"]) == 12


def test_rand_names_their_squares():
    heard = after_key(SWART_1086, "e8c8", "rand")
    assert heard["silent, pawn tries at e3, a4"] == ["Ne3"]
    assert heard["silent, pawn tries at a4, c5"] == ["Bc5"]


def test_dutch_names_the_capturer_when_he_asked():
    fen = "3b1q1Q/3NP1R1/1n1N1r2/R2p4/3kPp2/1P1p3p/3PPK2/2r2BBb w - - 0 1"
    heard = after_key(fen, "g7g3", "dutch", opponent_asks=True)
    assert heard["“Any?” yes, capture at e4 by a pawn"] == ["dxe4"]
    assert heard["“Any?” yes, capture at e4 by a piece"] == ["Bxe4"]
    assert after_key(fen, "g7g3", "dutch")["capture at e4"] == ["Bxe4", "dxe4"]


def test_who_asks_and_hears_yes_must_capture_when_every_pawn_capture_would_be_taken():
    bound = beliefs.hides("4k3/8/8/8/p7/1N6/8/4K3 b - - 0 1", [])  # axb3 is his only pawn capture, and legal
    [moves] = beliefs.replied(bound, rules("dutch"), opponent_asks=True).values()
    assert [step.before.san(step.move) for step in moves] == ["axb3"]
    free = beliefs.hides("4k3/8/8/8/1p6/N7/8/4K3 b - - 0 1", [])  # bxc3 would be refused, then he is free
    assert sum(map(len, beliefs.replied(free, rules("dutch"), opponent_asks=True).values())) == 7


@pytest.mark.parametrize(
    ("rulebook", "square", "said"),
    [("english", "e3", True), ("icc", "e4", False), ("cincinnati", "e4", False), ("rand", "e3", False)],
)
def test_en_passant(rulebook: str, square: str, said: bool):
    position = Position.from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    move = move_of("d4e3")
    heard = beliefs.heard(position, move, position.play(move), rules(rulebook))
    assert (square_name(heard.square), heard.en_passant) == (square, said)
    assert heard.captured == ("pawn" if rulebook != "english" else None)


def test_the_end_is_heard():
    fools = Position.from_fen("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    move = move_of("d8h4")
    heard = beliefs.heard(fools, move, fools.play(move), rules("icc"))
    assert heard == Heard(check=("short",), end="checkmate")
    stale = Position.from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    assert beliefs.heard(stale, move_of("f1f7"), stale.play(move_of("f1f7")), rules("english")).end == "stalemate"


def test_a_try_splits_and_so_does_the_question():
    worlds = beliefs.hides(
        "",
        [f"7k/8/8/8/{fourth}/{third}/4P3/K7 w - - 0 1" for fourth, third in
         (("8", "3n4"), ("8", "4n3"), ("4n3", "8"), ("5n2", "8"))],
    )  # fmt: skip
    taken, refused = beliefs.attempt(worlds, move_of("e2e4"))
    assert beliefs.fens(taken) == beliefs.fens((worlds[3], worlds[0]))
    assert beliefs.fens(refused) == beliefs.fens((worlds[2], worlds[1]))
    yes, no = beliefs.ask(worlds)
    assert yes == worlds[:1]
    assert no == worlds[1:]
    assert sorted(map(uci, beliefs.pawn_captures(worlds))) == ["e2d3", "e2f3"]


def test_white_must_have_the_same_men_in_every_world():
    with pytest.raises(ValueError, match="the same men in every position"):
        beliefs.hides("", ["7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "7k/8/8/8/8/8/3P4/4K3 w - - 0 1"])


def _directions(board: chess.Board) -> tuple[str, ...]:
    """By hand: how the side to move is checked."""
    king = board.king(board.turn)
    assert king is not None
    words = set()
    for square in board.checkers():
        files = chess.square_file(square) - chess.square_file(king)
        ranks = chess.square_rank(square) - chess.square_rank(king)
        if board.piece_type_at(square) == chess.KNIGHT:
            words.add("knight")
        elif not files or not ranks:
            words.add("file" if not files else "rank")
        else:
            rising = [s for s in chess.SQUARES if _slope(king, s) == 1]
            falling = [s for s in chess.SQUARES if _slope(king, s) == -1]
            longer = rising if len(rising) > len(falling) else falling
            words.add("long" if square in longer else "short")
    return tuple(sorted(words))


def _slope(a: int, b: int) -> int:
    files = chess.square_file(b) - chess.square_file(a)
    ranks = chess.square_rank(b) - chess.square_rank(a)
    return 0 if not files or abs(files) != abs(ranks) else files // ranks


@pytest.mark.parametrize("rulebook", [name for name, rule in RULES.items() if rule.moves == "chess"])
def test_replies_are_all_legal_moves_in_the_groups_that_the_rules_make(rulebook: str):
    rule = rules(rulebook)
    rng = random.Random(rulebook)
    for _ in range(40):
        board = chess.Board()
        for _ in range(rng.randrange(8, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        groups = beliefs.replied((Position.from_fen(board.fen(en_passant="fen")),), rule)
        found = {uci(step.move): heard for heard, steps in groups.items() for step in steps}
        assert sorted(found) == sorted(move.uci() for move in board.legal_moves)
        for text, heard in found.items():
            move = chess.Move.from_uci(text)
            passing, taken = board.is_en_passant(move), board.is_capture(move)
            removed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
            square = removed if passing and rule.en_passant_square == "removed" else move.to_square
            assert heard.square == (square if taken else None)
            assert heard.en_passant == (passing and rule.en_passant)
            if rule.captured == "category" and taken:
                pawn = passing or board.piece_type_at(move.to_square) == chess.PAWN
                assert heard.captured == ("pawn" if pawn else "piece")
            else:
                assert not heard.captured
            assert heard.promotion == (rule.promotion and move.promotion is not None)
            board.push(move)
            assert heard.check == _directions(board)
            over = "checkmate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else None
            assert heard.end == over
            pairs = sorted({(m.from_square, m.to_square) for m in board.legal_moves if _takes_with_pawn(board, m)})
            targets = [target for _, target in pairs]
            squares = tuple(sorted(targets if rule.doubles else set(targets)))
            said = {"count": len(pairs), "any": bool(pairs), "squares": squares}
            assert heard.tries == (None if over else said.get(rule.pawn_tries))
            board.pop()


def _takes_with_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.is_capture(move) and board.piece_type_at(move.from_square) == chess.PAWN


def test_variants_of_a_rulebook_are_heard_as_they_say():
    double = Position.from_fen("4k3/8/8/8/8/4N3/8/K3R3 w - - 0 1")  # Nf5-d6 would be double: rank file knight
    move = move_of("e3f5")
    after = double.play(move)
    assert beliefs.heard(double, move, after, rules("english")).check == ("file",)
    diagonal = Position.from_fen("4k3/8/8/8/8/8/8/K4B2 w - - 0 1")
    move = move_of("f1b5")
    loose = replace(rules("english"), long_short=False)
    assert beliefs.heard(diagonal, move, diagonal.play(move), loose).check == ("diagonal",)
    both = Position.from_fen("4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1")
    move = move_of("e5c7")
    strongest = replace(rules("english"), double_check="strongest")
    assert beliefs.heard(both, move, both.play(move), rules("english")).check == ("file", "knight")
    assert beliefs.heard(both, move, both.play(move), strongest).check == ("file",)


def test_no_more_is_heard_than_the_umpire_says():
    passing, takes = Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), move_of("e5d6")
    unsaid = replace(rules("english"), en_passant_square="silent")
    assert beliefs.heard(passing, takes, passing.play(takes), unsaid).silent
    board, checks = Position.from_fen("4k3/8/8/8/8/8/8/K4B2 w - - 0 1"), move_of("f1b5")
    heard = beliefs.heard(board, checks, board.play(checks), replace(rules("english"), check_directions=False))
    assert (heard.words(), heard.silent) == ("check", False)
    two = Position.from_fen("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1")
    for doubles, words in ((True, "pawn tries at d5, d5"), (False, "pawn tries at d5")):
        assert tries_words(beliefs.pawn_tries(two, replace(rules("rand"), doubles=doubles))) == words
