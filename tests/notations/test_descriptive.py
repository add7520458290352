"""Descriptive notation: what its moves mean from either side, how the board settles them, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote import api
from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, move_of
from kriegnote.model.events import Answer, Capture, End, Move, Side, Try
from kriegnote.model.record import Record
from kriegnote.notations.descriptive.moves import describe
from kriegnote.notations.detection import detect
from kriegnote.text.described_moves import parse
from kriegnote.umpire.adjudication import adjudicate

ROOT = Path(__file__).parent.parent.parent


def san(text: str) -> str:
    (done,) = api.convert(text, "san", from_="descriptive")
    return done.text.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "side", "squares"),
    [("P-K4", "white", "e4"), ("P-K4", "black", "e5"), ("Kt-KB3", "black", "f6"), ("N-KB3", "white", "f3"),
     ("B-QKt5", "white", "b5"), ("Kt-B3", "white", "c3 f3"), ("P-K8(Q)", "black", "e1"), ("R(1)-Q1", "white", "d1")],
)  # fmt: skip
def test_squares_are_counted_from_the_side_of_the_mover(text: str, side: Side, squares: str) -> None:
    parts = parse(text, side)
    assert parts is not None
    assert (parts.targets or (parts.to,)) == tuple(squares.split())


@pytest.mark.parametrize(
    "text", ["P-K4", "KtxB", "O-O", "O-O-O", "0-0", "B-B4 ch", "R(1)-Q1", "PxP e.p.", "P-K8(Q)", "B-Kt5 dis ch",
             "Q-R5 mate", "Kt-B7 dbl ch", "QBPxP", "KtxP(QB5)", "PxP/Q5", "P-K8=Q", "KR-K1",
             "Castles KR", "KtxKt", "K-K2", "BxP+"]
)  # fmt: skip
def test_every_form_is_read(text: str) -> None:
    assert parse(text, "white") is not None


@pytest.mark.parametrize(
    "text",
    [
        "1. P 4 R, P 4 R 2. D 5 T, C 3 A D 3. A 4 A, C 3 A R 4. D pr. P A matto.",
        "1. P4R P4R 2. D5T C3AD 3. A4A C3AR 4. DxPA mate",
        "1. P4R — P4R\n2. D5TR — C3FD\n3. F4FD — C3FR\n4. D pr. PF mat",
    ],
)
def test_the_continent_names_the_rank_first(text: str) -> None:
    assert detect(text) == "descriptive"
    assert san(text).endswith("\n1. e4, e5 2. Qh5, Nc6 3. Bc4, Nf6 4. Qxf7# [checkmate] 1-0")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("P pr. C 5 D", "P takes N d5"), ("A x P(7C)", "B takes P b7 g7"), ("C(3A) pr. T 4 D", "N c3 f3 takes R d4"),
        ("T(1CD)xP(7CD)+", "R b1 takes P b7"), ("D prend T 8 R", "Q takes R e8"),
    ],
)  # fmt: skip
def test_the_continent_says_where_a_man_comes_from_and_where_it_takes(text: str, meant: str) -> None:
    parts = parse(text, "white", continental=True)
    assert parts is not None
    targets = (parts.to,) if parts.to else parts.targets or ()
    said = [parts.piece, *(parts.origins or ()), "takes", parts.taken, *targets]
    assert " ".join(map(str, said)) == meant


def test_a_french_game_in_its_own_words() -> None:
    (game,) = api.read("1. P4R P4R 2. C3FR C3FD 3. F5C P3TD 4. F pr. C 6 F P(2D) pr. F 5. Roque F5CR", "descriptive")
    played = [one.san for one in adjudicate(game.record).record.events if isinstance(one, Move)]
    assert played == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4"]


def test_a_man_of_the_continent_may_be_named_with_his_wing() -> None:
    text = "1. P4R P4R 2. CR3A CD3A 3. A5C P3TD 4. AR x CD"
    assert detect(text) == "descriptive"
    assert san(text) == "1. e4, e5 2. Nf3, Nc6 3. Bb5, a6 4. Bxc6"


def test_a_king_of_the_continent_is_no_rook() -> None:
    assert san("1. P4R P4R 2. R2R R2R") == "1. e4, e5 2. Ke2, Ke7"


RUY: str = "1. e4, e5 2. Nf3, Nc6 3. Bb5, Bc5 4. O-O, Nf6 5. Re1, O-O"


@pytest.mark.parametrize(
    "text",
    [
        "1. P. to K. 4th. P. to K. 4th. 2. Kt. to K. B. 3rd. Kt. to Q. B. 3rd. 3. B. to Q. Kt. 5th. B. to Q. B. 4th. "
        "4. Castles. Kt. to K. B. 3rd. 5. R. to K. sq. Castles.",
        "1. P to K's 4th P to K's 4th 2. Kt to K. B's 3rd Kt to Q. B's 3rd 3. B to Q. Kt's 5th B to Q. B's 4th "
        "4. Castles Kt to K. B's 3rd 5. R to K's sq Castles",
        "1. P. K's 4th P. K's 4th 2. Kt. K. B's 3rd Kt. Q. B's 3rd 3. B. Q. Kt's 5th B. Q. B's 4th "
        "4. K. castles Kt. K. B's 3rd 5. R. K's sq. K. castles",
        "1 P to K4 P to K4 2 Kt to KB3 Kt to QB3 3 B to Kt5 B to B4 4 Castles Kt to B3 5 R to K sq Castles",
        "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, B-B4; 4. Castles (K.R.), Kt-B3; 5. R-K sq., Castles (K.R.)",
        "1. K's P two K's P two 2. K's Kt to B's 3rd Q's Kt to B's 3rd 3. B to Q Kt 5 B to Q B 4 "
        "4. K castles K Kt to B 3 5. R to K square K castles",
        "1.P-K4 P-K4 2.N-KB3 N-QB3 3.B-N5 B-B4 4.O-O N-B3 5.R-K1 O-O",
        "1. Pawn to King's fourth, Pawn to King's fourth. 2. King's Knight to Bishop's third, Queen's Knight to "
        "Bishop's third. 3. Bishop to Queen's Knight's fifth, Bishop to Queen's Bishop's fourth. 4. Castles on the "
        "King's side, Knight to King's Bishop's third. 5. Rook to King's square, Castles on the King's side.",
        "1. P—K4 P—K4 2. Kt—KB3 Kt—QB3 3. B—Kt5 B—B4 4. Castles K Kt—B3 5. R—Ksq Castles K",
        "1  P-K4  P-K4\n2  Kt-KB3  Kt-QB3\n3  B-Kt5  B-B4\n4  Castles  Kt-B3\n5  R-K sq  Castles",
        "1. P-K 4 P-K 4 2. Kt-K B 3 Kt-Q B 3 3. B-Kt 5 B-B 4 4. Castles Kt-B 3 5. R-K 1 Castles",
        " 1. P-K4   1. P-K4\n 2. Kt-KB3   2. Kt-QB3\n 3. B-Kt5   3. B-B4\n 4. Castles   4. Kt-B3\n"
        " 5. R-Ksq   5. Castles",
        " 1 P-K4   1 P-K4\n 2 Kt-KB3   2 Kt-QB3\n 3 B-Kt5   3 B-B4\n 4 Castles   4 Kt-B3\n 5 R-K1   5 Castles",
        "1. P-K4 ... P-K4 2. Kt-KB3 ... Kt-QB3 3. B-Kt5 ... B-B4 4. Castles ... Kt-B3 5. R-K1 ... Castles",
    ],
)
def test_one_game_as_a_century_printed_it(text: str) -> None:
    assert san(text) == RUY
    assert detect(text) == "descriptive"
    assert not list(api.check(text, from_="descriptive"))


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Castles", "K e1 c1 g1"), ("Castles (Q.R.)", "long"), ("K castles", "K e1 c1 g1"), ("Castles K", "short"),
     ("Castles on the Queen's side", "long")],
)  # fmt: skip
def test_castling_without_a_side_leaves_it_to_the_board(text: str, meant: str) -> None:
    parts = parse(text, "white")
    assert parts is not None
    told = parts.castle or " ".join((parts.piece or "", *(parts.origins or ()), *(parts.targets or ())))
    assert told == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Kt x K P", "NxP e"), ("B. takes Kt.", "BxN"), ("P takes P en passant", "PxP"),
     ("Q to K R 5th, giving mate", "Q h5"),
     ("P to Q 8th, becoming a Queen", "P d8"), ("K to his 2nd", "K e2"), ("Kt (from K 5) to B 3", "N c3 f3"),
     ("Q's P two", "P d4"), ("R x B P", "RxP c f"), ("P takes P at K5", "PxP e5")],
)  # fmt: skip
def test_names_that_stand_apart(text: str, meant: str) -> None:
    parts = parse(text, "white")
    assert parts is not None
    targets = parts.targets or ((parts.to,) if parts.to else ())
    places = targets if len(targets) < 8 else tuple(dict.fromkeys(square[0] for square in targets))
    assert " ".join((f"{parts.piece}{'x' + parts.taken if parts.taken else ''}", *places)) == meant


def test_a_capture_ends_where_the_next_move_begins() -> None:
    assert san("1. P-K4 P-Q4 2. PxP QxP 3. Kt-QB3 QxRP 4. KtxQ P-K4") == (
        "1. e4, d5 2. exd5, Qxd5 3. Nc3, Qxa2 4. Nxa2, e5"
    )


def test_letters_that_refer_to_notes_swallow_no_move() -> None:
    text = "1. P-K4 (a) P-K4 2. Kt-KB3 Kt-QB3 (b) 3. B-Kt5 (c) B-B4\n\n(a) Or 1. P-Q4, P-Q4.\n(b) Best."
    assert san(text) == (
        "1. e4 {(a)} 1. -, e5 2. Nf3, Nc6 {(b)} 3. Bb5 {(c)} 3. -, Bc5\n{(a) Or 1. P-Q4, P-Q4.} {(b) Best.}"
    )


@pytest.mark.parametrize("text", ["e4", "Nf3", "P", "K-K9", "PxPxP", "QB5", "P-", "Kt"])
def test_what_is_no_description(text: str) -> None:
    assert parse(text, "white") is None


def test_the_board_settles_what_the_words_leave_open() -> None:
    assert san(
        "1. P-K4, P-Q4 2. PxP, QxP 3. Kt-QB3, Q-QR4 4. P-Q4, B-Kt5 5. Kt-B3, BxKt 6. QxB, Kt-QB3 7. B-QKt5, O-O-O"
    ) == ("1. e4, d5 2. exd5, Qxd5 3. Nc3, Qa5 4. d4, Bg4 5. Nf3, Bxf3 6. Qxf3, Nc6\n7. Bb5, O-O-O")


def test_words_that_leave_two_moves_open_are_a_finding() -> None:
    found = list(api.check("1. P-K4, P-K4 2. Kt-B3, P-Q3", from_="descriptive"))
    assert [one.code for one in found][:1] == ["KN203"]


def test_every_legal_move_of_a_position_is_told_in_words_that_mean_it_alone() -> None:
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/P6P/8/2pP4/8/1N3N2/8/R3K2R w KQ c6 0 2",
        "Q2Q4/8/6k1/8/Q7/8/8/K7 w - - 0 1",
    ):
        position = Position.from_fen(fen)
        side: Side = "white" if position.turn else "black"
        for move in position.legal_moves():
            words = describe(position, move)
            assert words is not None, (fen, move)
            parts = parse(words, side)
            assert parts is not None and position.resolve(parts) == [move], words


def test_marks_of_check() -> None:
    position = Position.from_fen("4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1")
    assert describe(position, move_of("e5c6")) == "Kt-B6 dis ch"
    assert describe(position, move_of("e5g6")) == "Kt-Kt6 dis ch"


@pytest.mark.parametrize("name", ["hayes-juhasz.txt"])
def test_a_game_goes_there_and_back(name: str) -> None:
    text = (ROOT / "examples/san" / name).read_text("utf-8")
    (there,) = api.convert(text, "descriptive", from_="san")
    (back,) = api.convert(there.text, "san", from_="descriptive")
    (plain,) = api.convert(text, "san", from_="san")
    assert back.text == plain.text
    assert detect(there.text) == "descriptive"
    assert not list(api.check(there.text, from_="descriptive"))


def _moves(record: Record) -> list[str | None]:
    return [event.text for event in record.events if isinstance(event, Move)]


@pytest.mark.parametrize(
    "tried", ["(PxP, No)", "(tried PxP)", "[PxP no]", "(illegal: PxP)", "(any? N PxP?)", "[PxP,\nno]"]
)
def test_tries_in_brackets_are_read_as_in_any_score(tried: str) -> None:
    (game,) = api.read(f"1 P-K4 P-K4 2 {tried} B-B4 Kt-QB3 3 Q-R5 Kt-B3 4 QxBP mate.", "descriptive")
    assert _moves(game.record) == ["P-K4", "P-K4", "B-B4", "Kt-QB3", "Q-R5", "Kt-B3", "QxBP mate."]
    assert [(one.side, one.turn, one.text) for one in game.record.events if isinstance(one, Try)] == [
        ("white", 2, "PxP")
    ]
    assert not game.findings


def test_a_sign_of_the_page_marks_tries_of_described_moves() -> None:
    (game,) = api.read("1 P-K4 P-K4 2 *PxP B-B4 Kt-QB3 3 Q-R5 *PxQP Kt-B3 4 QxBP mate.", "descriptive")
    assert [(one.side, one.text) for one in game.record.events if isinstance(one, Try)] == [
        ("white", "PxP"),
        ("black", "PxQP"),
    ]


@pytest.mark.parametrize("number", ["1O", "lO", "1O."])
def test_the_score_goes_on_at_a_misprinted_number(number: str) -> None:
    turns = ["P-K4 P-K4", "Kt-KB3 Kt-QB3", "B-B4 B-B4", "P-B3 Kt-B3", "P-Q4 PxP", "PxP B-Kt5 ch", "Kt-B3 KtxKP"]
    turns += ["Castles BxKt", "P-Q5 B-B3", "R-K1 Kt-K2", "RxKt P-Q3"]
    printed = [f"{number if at == 10 else at} {turn}" for at, turn in enumerate(turns, 1)]
    (game,) = api.read("\n".join(printed), "descriptive")
    assert _moves(game.record)[-4:] == ["R-K1", "Kt-K2", "RxKt", "P-Q3"]
    assert [one.code for one in game.findings] == ["KN110"]


def test_a_line_may_end_with_a_number() -> None:
    (game,) = api.read("1 P-K4 P-K4 2\nB-B4 Kt-QB3 3\n(PxQP no) Q-R5 Kt-B3 4\nQxBP mate", "descriptive")
    assert _moves(game.record)[2:] == ["B-B4", "Kt-QB3", "Q-R5", "Kt-B3", "QxBP mate"]


def test_the_score_goes_on_behind_words_and_these_are_named() -> None:
    (game,) = api.read("1 P-K4 P-K4\n2 Here QxP was weighed\n3 Q-R5 Kt-KB3\n4 QxBP mate.\n", "descriptive")
    assert _moves(game.record) == ["P-K4", "P-K4", "Q-R5", "Kt-KB3", "QxBP mate."]
    assert "KN109" in [one.code for one in game.findings]


def test_sentences_of_questions_and_tries_between_the_moves_are_read() -> None:
    """A capture of which the player knows the place alone, too."""
    text = "1. P-K4\n1. ... P-Q4\nWhite: Any? Yes. Tries KPxB5: No.\n2. KPxQ5\nTries PxB3, KPxQ3: No.\n2. ... QxQ4\n"
    text += "Black was pleased.\n3. Kt-QB3\n"
    (game,) = api.read(text, "descriptive")
    events = [(e.side, e.turn, e.text, e.parts and e.parts.to) for e in game.record.events if isinstance(e, Try)]
    assert events == [("white", 2, "KPxB5", None), ("black", 2, "PxB3", None), ("black", 2, "KPxQ3", "d6")]
    assert _moves(game.record) == ["P-K4", "P-Q4", "KPxQ5", "QxQ4", "Kt-QB3"] and not game.findings
    assert san(text).startswith("1. e4, d5 2. exd5, Qxd5") and san(text).endswith("3. Nc3")


@pytest.mark.parametrize("text", ["1 P-K4 P-Q4 2 PxP QxP 3 Kt-QB3", "1 P-K4 P-Q4 2. PxP QxP. 3. Kt-QB3"])
def test_a_number_behind_a_capture_is_no_place(text: str) -> None:
    assert san(text.replace("3 ", "3. ")).split()[-1] == "Nc3"


@pytest.mark.parametrize(
    ("men", "words", "move"),
    [("R4RK1", "QR-Q1", "a1d1"), ("R4RK1", "KR-Q1", "f1d1"), ("1N3N1K", "QKt-Q2", "b1d2"),
     ("1N3N1K", "KKt-Q2", "f1d2"), ("R6K", "KR-Q1", "a1d1")],
)  # fmt: skip
def test_of_two_men_the_wing_names_the_one_that_stands_further_to_it(men: str, words: str, move: str) -> None:
    assert resolved(f"4k3/8/8/8/8/8/8/{men} w - -", words) == [move]


@pytest.mark.parametrize(("words", "move"), [("KB-Q5", "b3d5"), ("QB-Q4", "c3d4"), ("KB-Q4", None)])
def test_a_bishop_is_named_by_the_wing_on_which_he_began(words: str, move: str | None) -> None:
    assert resolved("4k3/8/8/8/8/1BB5/8/4K3 w - -", words) == [move] * (move is not None)


def resolved(fen: str, words: str) -> list[str]:
    """The moves that White's words may mean."""
    parts = parse(words, "white")
    assert parts is not None
    return [f"{NAMES[move & 63]}{NAMES[move >> 6 & 63]}" for move in Position.from_fen(fen).resolve(parts)]


@pytest.mark.parametrize("words", ["KtxB double †", "KTXB dbl ch", "RxPch", "B-B6 dis. ch.", "QxNPch"])
def test_a_check_may_be_of_a_sort_and_stand_close(words: str) -> None:
    parts = parse(words, "white")
    assert parts is not None
    assert parts.check


@pytest.mark.parametrize("words", ["K-side castles", "Castles K-side", "Castles KR", "CASTLES KR"])
def test_the_side_of_castling_stands_before_or_behind(words: str) -> None:
    parts = parse(words, "white")
    assert parts is not None
    assert parts.castle == "short"


def test_a_mate_in_words_ends_the_game_and_one_in_signs_is_a_mark() -> None:
    for mate, stated in ((", mate.", True), ("#", False)):
        (game,) = api.read(f"1. P-KB3 P-K4 2. P-KKt4 Q-R5{mate}")
        assert isinstance(game.record.events[-1], End) is stated


def test_a_capture_without_its_check_mark_gives_no_check_where_checks_are_marked() -> None:
    text = "1. P-K4 P-K4 2. B-B4 B-B4 3. P-QKt4 BxP 4. BxP ch K-K2"
    assert san(text) == "1. e4, e5 2. Bc4, Bc5 3. b4, Bxb4 4. Bxf7+, Ke7"


_TOLD = """White: P-K4. Umpire: White has moved. Black: P-Q4. Umpire: Black has moved.
White: Any? Umpire: Try. White: PxKB5? Umpire: No. White: PxP. Umpire: Pawn taken on Q5.
Black: Any? Umpire: No. Black: QxP. Umpire: Pawn taken. White: Kt-QB3. Umpire: White has moved.
"""


@pytest.mark.parametrize(
    "text",
    [
        _TOLD,
        "1. P-K4 P-Q4 2. (any? yes, PxKB5? no) PxP (pawn taken on Q5) (any? no) QxP (pawn taken) 3. Kt-QB3\n",
        "1. P-K4, P-Q4. 2. Any? Yes. PxKB5 (no); PxP (pawn taken on Q5); any? No. QxP (pawn taken). 3. Kt-QB3.\n",
        "White played P to K4, and Black replied P to Q4. White asked, was told yes, tried PxKB5, which was refused; "
        "he then played PxP, the umpire announcing a pawn taken on Q5. Black asked, and was told no. He played QxP, "
        "and a pawn was announced. White played Kt to QB3.\n",
    ],
    ids=["script", "brackets", "dots", "narrative"],
)
def test_every_text_may_name_moves_in_letters(text: str) -> None:
    (game,) = api.read(text)
    events = adjudicate(game.record).record.events
    assert [one.san for one in events if isinstance(one, Move)] == ["e4", "d5", "exd5", "Qxd5", "Nc3"]
    assert [one.verdict for one in events if isinstance(one, Try)] == ["refused"]
    assert [one.any for one in events if isinstance(one, Answer)] == [True, False]
    assert next(one.square for one in events if isinstance(one, Capture)) == "d5"


def test_a_dialogue_keeps_the_place_of_the_man_that_is_taken() -> None:
    text = "1. P-K4 P-K4 2. B-B4 Kt-KB3 3. Q-R5 KtxQ 4. BxP(KB7) ch\n"
    (game,) = api.read(text, "dialogue")
    assert [one.text for one in game.record.events if isinstance(one, Move)][-1] == "BxP(KB7) ch"


@pytest.mark.parametrize("said", ["KP takes on Q5", "KP captures on Q5", "KPxQ5", "P takes on Q5"])
def test_a_capture_of_which_the_place_alone_is_known_may_be_in_words(said: str) -> None:
    (game,) = api.read(f"1. P-K4 P-K4 2. ({said}, no) Kt-KB3 P-Q3", "descriptive")
    (tried,) = (one for one in adjudicate(game.record).record.events if isinstance(one, Try))
    assert (tried.move, tried.verdict) == ("e4d5", "refused")


@pytest.mark.parametrize("said", ["the one on the left, no", "once more: refused", "der linke Bauer: geht nicht"])
def test_a_bracket_that_says_that_something_was_refused_and_is_not_read_is_a_finding(said: str) -> None:
    (game,) = api.read(f"1. P-K4 P-K4 2. ({said}) Kt-KB3 P-Q3", "descriptive")
    assert [one.message for one in game.findings if one.code == "KN109"]
