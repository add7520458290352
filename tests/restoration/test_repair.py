"""Repair: the legal game behind a damaged score."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import chess
import msgspec
import pytest

from kriegnote.chess.position import Position, move_of
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Junk,
    Move,
    PawnTries,
    Promotion,
    Side,
    Try,
)
from kriegnote.model.printed_moves import parse_move, spell
from kriegnote.model.record import Record
from kriegnote.operations.conversion import read_items
from kriegnote.restoration import evidence
from kriegnote.restoration.evidence import PlyAnnouncements
from kriegnote.restoration.restorer import Repaired, repair
from tests.support.games import random_record

SCORES = [
    json.loads(line) for line in (Path(__file__).parent.parent / "data/repair/scores.jsonl").open(encoding="utf-8")
]


def score(printed: str, **fields: Any) -> Record:
    """A record of the moves printed, in order; ``-`` is a ply that is not printed."""
    events: list[AnyEvent] = []
    for ply, text in enumerate(printed.split()):
        if text != "-":
            side: Side = "black" if ply % 2 else "white"
            parts = parse_move(text)
            assert parts is not None, text
            events.append(Move(side=side, turn=ply // 2 + 1, move=None, text=text, san=None, parts=parts))
    return Record(events=tuple(events), **fields)


def with_events(record: Record, at: int, *events: AnyEvent) -> Record:
    """The record with events put before the one at this place."""
    return record.replace(events=(*record.events[:at], *events, *record.events[at:]))


def moves(mended: Repaired) -> list[Move]:
    return [event for event in mended.record.events if isinstance(event, Move)]


def played(mended: Repaired) -> list[str | None]:
    return [event.move for event in moves(mended)]


def replays(mended: Repaired) -> bool:
    """Whether the mended moves are a legal game (python-chess is the judge)."""
    board = chess.Board()
    for event in moves(mended):
        move = chess.Move.from_uci(event.move or "0000")
        if not board.is_legal(move):
            return False
        board.push(move)
    return True


# -- the book's scores -------------------------------------------------------------------------------------------------


@cache
def of_book(number: int) -> tuple[Record, Repaired]:
    """A score of the book as it is printed, and mended."""
    known = next(one for one in SCORES if one["game"] == number)
    record = score(known["printed"], rules=known["rules"], result=known["result"])
    return record, repair([record])[0]


@pytest.mark.parametrize("known", SCORES, ids=lambda known: f"game-{known['game']}")
def test_the_books_scores(known: dict[str, Any]) -> None:
    record, mended = of_book(known["game"])
    assert mended.readings == known["readings"]
    if mended.record is record:  # game 8 has letters, and they are right
        assert known["game"] == 8
        return
    offered = {ply: {option.move for option in event.options or ()} for ply, event in enumerate(moves(mended), 1)}
    for ply, (event, truth) in enumerate(zip(moves(mended), known["played"].split(), strict=True), 1):
        assert event.move == truth or truth in offered[ply], ply
        if not event.options:
            assert event.move == truth
        one = known["open"].get(str(ply), ())
        if len(set(one)) > 1:
            assert offered[ply] >= set(one), ply


def test_the_games_of_a_file_are_mended_each_by_itself() -> None:
    known = [one for one in SCORES if 9 <= one["game"] <= 16]
    records = [score(one["printed"], result=one["result"]) for one in known]
    mended = repair(records)
    assert [one.record for one in mended] == [repair([record])[0].record for record in records]
    for one, each in zip(known, mended, strict=True):
        assert each.readings == one["readings"]
        assert played(each) == one["played"].split()


def test_the_umpires_word_settles_what_the_page_leaves_open() -> None:
    """Game 4 has lost the figurine of a bishop move; the tries g8 and f7 tell that it was 3. Bc4."""
    known = next(one for one in SCORES if one["game"] == 4)
    bare = score(known["printed"], result="0-1")
    assert {one["turn"] for one in repair([bare])[0].open} == {3, 4, 9}
    tries = [
        Try(side="white", turn=8, move=None, text=text, verdict="illegal", parts=parse_move(text))
        for text in ("♜g8", "♜f7")
    ]
    told = repair([with_events(bare, 14, *tries)])[0]
    assert played(told) == known["played"].split()
    assert not told.open
    mended = [event for event in told.record.events if isinstance(event, Try)]
    assert [(event.move, event.source) for event in mended] == [("c4g8", "inferred"), ("c4f7", "inferred")]


# -- what is counted ---------------------------------------------------------------------------------------------------


def brute_force(texts: list[str]) -> int:
    """The legal games that fit, one by one, with python-chess: an independent count."""

    def fits(board: chess.Board, move: chess.Move, text: str) -> bool:
        parts = parse_move(text)
        assert parts is not None
        man = board.piece_type_at(move.from_square)
        castles = board.is_castling(move)
        if parts.castle or castles:
            kingside = board.is_kingside_castling(move)
            return castles and parts.castle == ("short" if kingside else "long")
        if (man == chess.PAWN) != (parts.piece == "P" and text[0] not in "♙♟"):
            return False
        if chess.square_name(move.to_square) != parts.to or board.is_capture(move) != bool(parts.capture):
            return False
        if parts.from_ and parts.from_ not in chess.square_name(move.from_square):
            return False
        if man != chess.PAWN:
            rivals = [
                other for other in board.legal_moves
                if other.to_square == move.to_square and board.piece_type_at(other.from_square) == man
                and (not parts.from_ or parts.from_ in chess.square_name(other.from_square))
                and not board.is_castling(other)
            ]  # fmt: skip
            if len(rivals) > 1:
                return False
        after = board.copy(stack=False)
        after.push(move)
        return ("+" not in text or after.is_check()) and ("#" not in text or after.is_checkmate())

    def count(board: chess.Board, left: list[str]) -> int:
        if not left:
            return 1
        total = 0
        for move in list(board.legal_moves):
            if fits(board, move, left[0]):
                after = board.copy(stack=False)
                after.push(move)
                total += count(after, left[1:])
        return total

    return count(chess.Board(), texts)


@pytest.mark.parametrize("seed", range(25))
def test_readings_are_all_legal_games_that_fit(seed: int) -> None:
    texts = scanned(game(seed, 22), random.Random(seed), 0.84)
    assert repair([score(" ".join(texts))])[0].readings == brute_force(texts)


def test_readings_of_a_typed_score_ignore_its_letters() -> None:
    record = score("Nf3 Nf6 Ng5 Ng4 Nxf7 Nxf2")
    mended = repair([record])[0]
    assert mended.record is record
    assert mended.readings == brute_force(["♘f3", "♘f6", "♘g5", "♘g4", "♘×f7", "♘×f2"])


# -- what must not change ----------------------------------------------------------------------------------------------


def game(seed: int, plies: int) -> list[str]:
    """A random legal game in SAN."""
    rng = random.Random(seed)
    position, texts = Position.from_fen(), []
    for _ in range(plies):
        legal = sorted(position.legal_moves())
        if not legal:
            break
        weights = [3.0 if position.captured_square(move) >= 0 else 1.0 for move in legal]
        move = rng.choices(legal, weights)[0]
        texts.append(position.san(move))
        position = position.play(move)
    return texts


def scanned(texts: list[str], rng: random.Random, share: float) -> list[str]:
    """The texts with figurines, this share of them replaced by another."""
    figures = "♔♕♖♗♘"
    return [
        "".join(
            rng.choice([one for one in figures if one != letter])
            if letter in figures and rng.random() < share
            else letter
            for letter in spell(text, "figurine")
        )
        for text in texts
    ]


def moves_of(texts: list[str]) -> list[str]:
    board = chess.Board()
    return [board.push_san(text).uci() for text in texts]


@pytest.mark.parametrize("rules", ["english", "rand", "icc", "nost", "magari", "dark"])
@pytest.mark.parametrize("figurines", [False, True])
def test_a_clean_record_comes_back_as_it_was(rules: str, figurines: bool) -> None:
    for seed in range(4):
        clean = random_record(seed, rules=rules, plies=60, comments=False)
        events = [printed(event, figurines) for event in clean.events]
        record = clean.replace(events=tuple(events))
        mended = repair([record])[0]
        assert mended.record is record, seed
        assert not mended.open
        assert not mended.findings
        assert mended.readings is not None and mended.readings >= 1


def test_typed_promotions_are_believed() -> None:
    """Seldom does a pawn become a bishop, and here two do: the letters say so."""
    record = score("Ka2 Kd7 a8=B Kc7 h8=B Kd7", start="8/P6P/3k4/8/8/8/8/K7 w - - 0 1")
    mended = repair([record])[0]
    assert mended.record is record
    assert not mended.findings


def printed(event: AnyEvent, figurines: bool) -> AnyEvent:
    """A move or a try as a reader leaves it."""
    if not isinstance(event, (Move, Try)) or event.text is None:
        return event
    text = spell(event.text, "figurine") if figurines else event.text
    return msgspec.structs.replace(event, text=text, parts=parse_move(text), move=None, san=None)


@pytest.mark.parametrize("number", [1, 2, 4, 14, 18, 36])
def test_mending_twice_is_mending_once(number: int) -> None:
    _, once = of_book(number)
    twice = repair([once.record])[0]
    assert twice.record is once.record
    assert twice.readings == once.readings
    assert [len(one["options"]) for one in twice.open] == [len(event.options) for event in moves(once) if event.options]


def test_what_the_page_shows_is_kept() -> None:
    """The printed text stays; what was inferred says so; what was printed right does not."""
    mended = repair([score("e4 e5 ♗h3 ♘c6 ♖b5 a6 ♖×c6")])[0]
    assert [(event.text, event.san, event.source) for event in moves(mended)] == [
        ("e4", "e4", "recorded"),
        ("e5", "e5", "recorded"),
        ("♗h3", "Nh3", "inferred"),
        ("♘c6", "Nc6", "recorded"),
        ("♖b5", "Bb5", "inferred"),
        ("a6", "a6", "recorded"),
        ("♖×c6", "Bxc6", "inferred"),
    ]


def test_a_record_of_one_player_is_left_alone() -> None:
    for record in (
        score("e4 e5 ♖c4", view="white"),
        Record(events=()),
        Record(events=score("e4 e5 ♖c4").events[2:]),  # starts nobody knows where: move 2, no diagram
        score("e4 - d4 - ♗c3 - f3 - e3 - ♙e2"),
    ):
        if record.start is None and record.events and record.events[0].turn == 2:  # type: ignore[union-attr]
            assert repair([record])[0].record is record
        mended = repair([record])[0]
        assert mended.record is record
        assert mended.readings is None


# -- slips -------------------------------------------------------------------------------------------------------------

CLEAN = [
    "e4",
    "e5",
    "♗f3",
    "♘c6",
    "♖b5",
    "♗f6",
    "OO",
    "♗×e4",
    "♔e1",
    "♘d6",
    "♗×e5",
    "♖e7",
    "♖f1",
    "♗×e5",
    "♔×e5",
    "OO",
    "♗c3",
    "♗f6",
    "b3",
    "b6",
]
TRUE = moves_of(
    [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "Nf6",
        "O-O",
        "Nxe4",
        "Re1",
        "Nd6",
        "Nxe5",
        "Be7",
        "Bf1",
        "Nxe5",
        "Rxe5",
        "O-O",
        "Nc3",
        "Bf6",
        "b3",
        "b6",
    ]
)


def slipped(ply: int, text: str) -> Repaired:
    texts = CLEAN.copy()
    texts[ply] = text
    return repair([score(" ".join(texts))])[0]


def codes(mended: Repaired) -> set[str]:
    return {finding.code for finding in mended.findings if finding.severity != "info"}


def test_the_clean_score_of_the_slips() -> None:
    mended = repair([score(" ".join(CLEAN))])[0]
    assert played(mended) == TRUE
    assert codes(mended) <= {"KN203"}


@pytest.mark.parametrize(
    ("ply", "text", "code"),
    [
        (10, "♗e5", "KN205"),  # a capture mark is lost
        (12, "♖×f1", "KN204"),  # one is printed where nothing is taken
        (6, "OOO", "KN201"),  # O-O-O for O-O
        (4, "♖b6", "KN201"),  # a square misread
        (8, "e1", "KN202"),  # a figurine dropped
        (9, "♘c6+", "KN201"),  # a square and a check that is none
    ],
)
def test_single_slips(ply: int, text: str, code: str) -> None:
    mended = slipped(ply, text)
    assert replays(mended)
    options = [option.move for option in moves(mended)[ply].options or ()]
    assert TRUE[ply] in [moves(mended)[ply].move, *options]
    assert code in codes(mended)


def test_a_wrong_origin() -> None:
    """Game 4's 4. -, ♗hh6: the rook that goes to h6 stands on a6."""
    mended = repair([score("a4 a5 h4 h5 ♖a3 ♖a6 ♖ah3 ♖hh6 ♖b3 ♖g8 ♖hh3 ♖hg6")])[0]
    assert replays(mended)
    assert moves(mended)[7].move in ("a6h6", "h8h6")
    one = repair([score("a4 a5 h4 h5 ♖a3 ♖a6 b3 ♖bf6 ♖h3 ♖f5")])[0]
    assert played(one)[7] == "a6f6"
    assert "KN208" in codes(one)


def test_an_origin_that_is_not_told() -> None:
    """Two knights can go to e4 and the page does not say which: the game that follows does."""
    mended = repair([score("♗c3 a6 ♗f3 h6 ♗g5 b6 ♗e4 g6 ♗d5")])[0]
    assert played(mended)[6] == "g5e4"
    (ply,) = [one for one in mended.open if one["options"][0]["weight"] < 0.99]  # slips elsewhere are far less likely
    assert ply["options"][0]["move"] == "g5e4"
    assert ply["options"][0]["weight"] > 0.9
    assert "KN203" in codes(mended)


def test_a_ply_that_the_numbers_show_to_be_lost() -> None:
    mended = repair([score("e4 e5 ♕h5 - ♗c4 ♘f6 ♕×f7#")])[0]
    lost = moves(mended)[3]
    assert (lost.side, lost.turn, lost.text, lost.source) == ("black", 2, None, "inferred")
    assert lost.move is not None
    assert replays(mended)
    assert mended.open[0]["turn"] == 2
    assert "KN401" in codes(mended)


def test_a_ply_printed_twice() -> None:
    texts = CLEAN[:6] + CLEAN[5:]
    mended = repair([score(" ".join(texts))])[0]
    assert played(mended) == TRUE
    assert [event.turn for event in moves(mended)] == [ply // 2 + 1 for ply in range(len(TRUE))]
    assert [event.side for event in moves(mended)][:7] == ["white", "black"] * 3 + ["white"]
    junk = [event for event in mended.record.events if isinstance(event, Junk)]
    assert [event.text for event in junk] == [CLEAN[5]]


def test_a_record_that_marks_no_captures() -> None:
    texts = [text.replace("×", "") for text in CLEAN]
    mended = repair([score(" ".join(texts))])[0]
    assert played(mended) == TRUE
    assert codes(mended) <= {"KN203"}


def test_a_score_that_fits_no_game() -> None:
    """Where nothing can be mended it is kept as it is, and the report says from where on."""
    record = score("e4 e5 a8 a1 h8 h1 a8 a1 h8 h1")
    mended = repair([record])[0]
    assert mended.record is record
    assert mended.readings == 0
    assert "KN201" in codes(mended)


def test_a_mate_announced_and_not_played_out() -> None:
    from kriegnote.model.events import Comment

    record = score("f3 e5 g4")
    record = record.replace(events=(*record.events, Comment(text="Black announces mate: 2... ♖h4#.")))
    mended = repair([record])[0]
    assert mended.readings == 1
    assert len(moves(mended)) == 3


# -- evidence ----------------------------------------------------------------------------------------------------------


def test_nothing_is_decided_without_evidence() -> None:
    """1. ♖f3 can be the knight's move alone; 3. ♗d2 may be three men's, and stays open."""
    mended = repair([score("d4 d5 ♗f3 ♖f6 ♗d2")])[0]
    options = {option["san"] for option in mended.open[0]["options"]}
    assert mended.open[0]["text"] == "♗d2"
    assert {"Bd2", "Nfd2", "Nbd2"} & options and "Bd2" in options and "Qd2" in options
    weights = [option["weight"] for option in mended.open[0]["options"]]
    assert abs(sum(weights) - 1) < 0.01
    assert weights == sorted(weights, reverse=True)


def test_a_try_tells_who_stands_where() -> None:
    """After 2. ♖d2, which four men may have made, White tries h6 in vain: a bishop's move, or a queen's, from d2."""
    record = score("d4 g5 ♖d2 e6 a3 a6")
    before = {one["san"]: one["weight"] for one in repair([record])[0].open[0]["options"]}
    told = Try(side="white", turn=4, move=None, text="♖h6", verdict="illegal", parts=parse_move("♖h6"))
    after = {one["san"]: one["weight"] for one in repair([with_events(record, 6, told)])[0].open[0]["options"]}
    assert before.keys() == {"Bd2", "Nd2", "Qd2", "Kd2"}
    assert after["Bd2"] + after["Qd2"] > 0.9 > before["Bd2"] + before["Qd2"]
    assert after.get("Nd2", 0.0) < before["Nd2"] / 4


MEN = "8/8/8/8/3k4/8/7Q/K5N1 w - - 0 1"  # to e2 can go the queen, and the knight with check


def test_an_announced_check_tells_who_moved() -> None:
    record = score("♖e2", start=MEN)
    assert {one["san"] for one in repair([record])[0].open[0]["options"]} == {"Qe2", "Ne2+"}
    told = repair([with_events(record, 1, Check(side="white", turn=1, directions=("knight",)))])[0]
    assert moves(told)[0].san == "Ne2+"
    quiet = repair([record.replace(silence=("check",))])[0]
    assert moves(quiet)[0].san == "Qe2"


@pytest.mark.parametrize(("any_", "san"), [(True, "Qd8"), (False, "Rd8")])
def test_pawn_tries_tell_who_moved(any_: bool, san: str) -> None:
    """Rook and queen can go to d8; if it was the queen, White's pawn can take the rook."""
    record = score("- ♗d8", start="6k1/8/8/q2r4/4P3/8/8/7K b - - 0 1")
    assert {one["san"] for one in repair([record])[0].open[0]["options"]} == {"Qd8", "Rd8"}
    for told in (PawnTries(side="white", turn=2, any=any_), PawnTries(side="white", turn=2, count=int(any_))):
        assert moves(repair([with_events(record, 1, told)])[0])[0].san == san
    asked = (Ask(side="white", turn=2), Answer(side="white", turn=2, any=any_))
    assert moves(repair([with_events(record, 1, *asked)])[0])[0].san == san


@pytest.mark.parametrize(
    ("told", "fits"),
    [
        (Capture(side="white", turn=2, square="d5"), True),
        (Capture(side="white", turn=2, square="d5", captured="pawn"), True),
        (Capture(side="white", turn=2, square="d5", captured="P", by="pawn", en_passant=False), True),
        (Capture(side="white", turn=2, square="d5", captured="piece"), False),
        (Capture(side="white", turn=2, square="e5"), False),
        (Capture(side="white", turn=2, square="d5", by="piece"), False),
        (Capture(side="white", turn=2, square="d5", en_passant=True), False),
        (Check(side="white", turn=2, directions=("file",)), False),
        (End(side="white", turn=2, reason="checkmate", result="1-0"), False),
        (Promotion(side="white", turn=2), False),
    ],
)
def test_what_the_umpire_says_of_a_move(told: AnyEvent, fits: bool) -> None:
    before = Position.from_fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    move = move_of("e4d5")
    weight = evidence.after(before, move, before.play(move), PlyAnnouncements(after=[told]), ())
    assert (weight == 0.0) is fits


def test_evidence_is_not_a_wall() -> None:
    """An umpire who errs does not make a clean game illegal."""
    record = score("e4 e5 ♘f3 ♘c6 ♗b5")
    wrong: list[AnyEvent] = [
        Ask(side="white", turn=3, what="any"),
        Answer(side="white", turn=3, any=True),
        Try(side="white", turn=3, move=None, text="♗c4", verdict="illegal", parts=parse_move("♗c4")),
        Check(side="white", turn=3, directions=("knight",)),
        End(side="white", turn=3, reason="checkmate", result="1-0"),
    ]
    mended = repair([record.replace(events=(*record.events[:4], *wrong[:3], record.events[4], *wrong[3:4]))])[0]
    assert [event.text for event in moves(mended)] == [event.text for event in record.events]  # type: ignore[union-attr]
    assert played(mended) in ([None] * 5, moves_of(["e4", "e5", "Nf3", "Nc6", "Bb5"]))


def test_a_figurine_before_a_square_is_no_pawn_where_pawns_are_bare() -> None:
    mended = repair([score("e4 e5 ♙c4 ♙c5 ♙f3")])[0]
    assert [event.san for event in moves(mended)][2:4] == ["Bc4", "Bc5"]
    pawns = repair([score("♙e4 ♙e5 ♘f3 ♘c6 ♙d4")])[0]
    assert [event.san for event in moves(pawns)] in ([None] * 5, ["e4", "e5", "Nf3", "Nc6", "d4"])


def test_the_page_changes_its_mind() -> None:
    """The first half of the score prints knights as ♖, the second as ♗: each half is read in its own terms."""
    texts = game(7, 90)
    first = {"♘": "♖", "♗": "♗", "♖": "♘", "♕": "♔", "♔": "♕"}
    second = {"♘": "♗", "♗": "♕", "♖": "♖", "♕": "♘", "♔": "♔"}
    printed_texts = [
        "".join((first if ply < 45 else second).get(letter, letter) for letter in spell(text, "figurine"))
        for ply, text in enumerate(texts)
    ]
    mended = repair([score(" ".join(printed_texts))])[0]
    truth = moves_of(texts)
    right = sum(move == true for move, true in zip(played(mended), truth, strict=True))
    assert right >= len(truth) - 2
    for event, true in zip(moves(mended), truth, strict=True):
        assert event.move == true or true in [option.move for option in event.options or ()]


@pytest.mark.parametrize("seed", range(6))
def test_long_games_and_few_certainties(seed: int) -> None:
    """238 plies with 84 figurines of 100 wrong: what is not certain is offered, and the game is legal."""
    texts = game(1000 + seed, 238)
    mended = repair([score(" ".join(scanned(texts, random.Random(seed), 0.84)))])[0]
    truth = moves_of(texts)
    assert replays(mended)
    assert mended.readings is not None and mended.readings >= 1
    sure = [(event.move, true) for event, true in zip(moves(mended), truth, strict=True) if not event.options]
    assert sum(move == true for move, true in sure) >= 0.98 * len(sure)


@pytest.mark.parametrize("seed", range(40))
def test_nonsense_ends_soon(seed: int) -> None:
    rng = random.Random(seed)
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    texts = [
        rng.choice(["", "", "♖", "♙", "N", "♗×", "O-O", "♘b", "e×"])
        + rng.choice(squares)
        + rng.choice(["", "", "+", "#"])
        for _ in range(rng.randint(1, 60))
    ]
    texts = [text if parse_move(text) else "O-O" for text in texts]
    record = score(" ".join(texts))
    mended = repair([record])[0]
    assert len(mended.record.events) >= len(record.events)


# -- what is told ------------------------------------------------------------------------------------------------------

SPANISH = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O"]


def told(mended: Repaired, code: str) -> list[str]:
    return [finding.message for finding in mended.findings if finding.code == code]


def test_a_lost_turn_is_one_slip_and_changes_no_letter() -> None:
    """The numbers say that a turn is missing: dearer than that is any typed letter."""
    mended = repair([score(" ".join([*SPANISH[:4], "-", "-", *SPANISH[6:]]))])[0]
    assert [event.text for event in moves(mended)] == [*SPANISH[:4], None, None, *SPANISH[6:]]
    assert played(mended)[:5] == moves_of(SPANISH[:5])
    assert replays(mended)
    assert not told(mended, "KN202")
    (one,) = told(mended, "KN401")
    assert one.startswith("White's move 3 is missing here; Bb5 fits; Black's move 3 is missing here; ")


def test_numbers_that_jump_once_and_return_lack_nothing() -> None:
    record = score(" ".join(SPANISH))
    wrong = [msgspec.structs.replace(event, turn=4) for event in record.events[4:6]]
    mended = repair([record.replace(events=(*record.events[:4], *wrong, *record.events[6:]))])[0]
    assert [finding.message for finding in mended.findings] == ["expected move number 3, found 4"]
    assert [event.turn for event in moves(mended)] == [ply // 2 + 1 for ply in range(len(SPANISH))]


def test_each_typed_letter_that_is_changed_is_told() -> None:
    texts = SPANISH.copy()
    texts[4], texts[9] = "Nb5", "Re7"
    mended = repair([score(" ".join(texts))])[0]
    assert played(mended) == moves_of(SPANISH)
    assert told(mended, "KN202") == [
        "Nb5 → Bb5: read as a bishop move, not a knight move",
        "Re7 → Be7: read as a bishop move, not a rook move",
    ]
    assert [one["text"] for one in mended.open] == ["Re1"]  # who mistook two letters may have mistaken a third


def test_figurines_that_are_changed_are_told_together() -> None:
    mended = repair([score("e4 e5 ♗h3 ♘c6 ♖b5 a6 ♖×c6")])[0]
    (one,) = mended.findings
    assert (one.code, one.severity) == ("KN202", "info")
    assert one.message == "3 of 4 figurines are read as other men: ♖ as bishop (2), ♗ as knight (1)"
    assert one.note == "readings: 2. ♗h3 → Nh3, 3. ♖b5 → Bb5, 4. ♖×c6 → Bxc6"


def test_a_turn_printed_twice() -> None:
    record = score(" ".join(SPANISH))
    twice = record.replace(events=(*record.events[:6], *record.events[4:6], *record.events[6:]))
    mended = repair([twice])[0]
    assert played(mended) == moves_of(SPANISH)
    assert [event.text for event in mended.record.events if isinstance(event, Junk)] == ["Bb5", "a6"]
    assert [finding.message for finding in mended.findings] == ["turn 3 is printed twice but was played once"]


def test_a_ply_that_cannot_be_read() -> None:
    """It was played, and that is all: one finding, and every move that fits is offered."""
    record = score(" ".join(SPANISH[:6]))
    unread = Move(side="white", turn=4, move=None, text="xx", san=None)
    record = record.replace(events=(*record.events, unread, *score("- - - - - - - Nf6 OO Be7").events))
    mended = repair([record])[0]
    assert [finding.message for finding in mended.findings] == ["White's move 4 cannot be read; 25 moves are possible"]
    assert [(one["turn"], one["text"], len(one["options"])) for one in mended.open] == [(4, "xx", 25)]
    assert (moves(mended)[6].text, moves(mended)[6].move, moves(mended)[6].source) == ("xx", None, "recorded")
    assert repair([mended.record])[0].record is mended.record


def test_the_only_ply_of_a_turn_may_be_blacks() -> None:
    """3. a6 4. Ba4: the number stands before a ply of Black, and White's 3. Bb5 is missing."""
    record = score(" ".join([*SPANISH[:4], "-", *SPANISH[5:]]))
    lone = msgspec.structs.replace(record.events[4], side="white")
    mended = repair([record.replace(events=(*record.events[:4], lone, *record.events[5:]))])[0]
    assert played(mended) == moves_of(SPANISH)
    assert [event.side for event in moves(mended)] == ["white", "black"] * 8
    assert [finding.message for finding in mended.findings] == ["White's move 3 is missing here; Bb5 fits"]


def test_options_that_are_written_alike_are_told_apart() -> None:
    mended = repair([score("e4 e5 - Nc6 Bb5")])[0]
    (one,) = told(mended, "KN203")
    assert "Bb5 from f1 (" in one
    assert "Bb5 from e2 (" in one


@pytest.mark.parametrize(
    ("ply", "text", "message"),
    [
        (4, "Bb6", "Bb6 is not possible here; with one character misread: Bb5"),
        (12, "Kd7", "Kd7 is not possible here; with several characters misread: Nd4"),
    ],
)
def test_how_much_of_a_ply_is_misread(ply: int, text: str, message: str) -> None:
    mended = repair([score(" ".join([*SPANISH[:ply], text, *SPANISH[ply + 1 :]]))])[0]
    assert any(finding.message.startswith(message) for finding in mended.findings)


def test_a_clean_game_in_descriptive_notation_comes_back_as_it_is() -> None:
    game = Path(__file__).parents[2] / "examples" / "descriptive" / "hayes-juhasz.txt"
    (item,) = read_items(game, None)
    assert "R-B6 ch" in game.read_text(encoding="utf-8")  # two words and one move, at the end
    (result,) = repair([item.record])
    assert result.record is item.record
    assert (result.findings, result.ending) == ([], "settled")


def test_a_sentence_before_the_first_printed_move_is_no_line_of_plies() -> None:
    bare = score("- - - - exd5 cxd5 Bb5+ Nc6")
    words = Comment(text="Robson - Field. The first two moves (1. e4 c6 2. Nf3 d5) were played before.")
    mended = repair([bare.replace(events=(words, *bare.events))])[0]
    assert [event.text for event in moves(mended)] == ["exd5", "cxd5", "Bb5+", "Nc6"]


LONG_SIGNS = (
    "1. e4, e5 2. ltJf3, ltJc6 3. .i.b5?!, a6 4. i.xc6, dxc6 5. ltJxe5, 'iVd4 6. ltJf3, \"iVxe4+ "
    "7. 'iVe2, \\iVxe2+ 8. <it>xe2, i.g4 1-0"
)


def read_as(text: str) -> list[str | None]:
    (item,) = read_items(io.BytesIO(text.encode()))
    (done,) = repair([item.record])
    return [event.san for event in done.record.events if isinstance(event, Move)]


@pytest.mark.parametrize(
    ("text", "sans"),
    [
        (LONG_SIGNS, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4+ Qe2 Qxe2+ Kxe2 Bg4"),
        ("1. e4, e5 2. tt:lf3, tt:lc6 3. Bb5, a6 1-0", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. @f3 d5 2. @c3 ltJf6 3. l:tb1 ltJbd7 4. l:ta1 e5 5. ltJxe5", "Nf3 d5 Nc3 Nf6 Rb1 Nbd7 Ra1 e5 Nxe5"),
        ("1. e4 d5 2. $\\Xi c4$ dxe4 3. $\\mathbb{W} h5$ g6 4. $\\mathbb{W}\\times g6$", "e4 d5 Bc4 dxe4 Qh5 g6 Qxg6"),
    ],
)  # fmt: skip
def test_what_stands_before_a_square_is_one_sign_for_a_man(text: str, sans: str) -> None:
    assert read_as(text) == sans.split()


def test_a_letter_with_a_sign_too_many_is_that_letter() -> None:
    assert read_as("1. e4 e5 2. Bc4 Nc6 3. QQh5 g6") == ["e4", "e5", "Bc4", "Nc6", "Qh5", "g6"]
