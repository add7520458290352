"""Plain scores: as typed, as printed in books, as scanned with their figurines gone wrong."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriegnote import api
from kriegnote.model.events import Comment, End, Move, Nag, Try
from kriegnote.model.printed_moves import FIGURINES, Parts
from kriegnote.notations.detection import detect
from kriegnote.notations.registry import notation
from kriegnote.text.source import Read
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import assert_tiled
from tests.support.timing import at_most

SAN = notation("san")
SCANNED = (Path(__file__).parent.parent / "data" / "scanned.txt").read_text(encoding="utf-8")
GAMES = {  # what was really played in the scanned games
    9: "e4 e6 a4 Nh6 Nc3 Qf6 h3 Ng4 b3 Qxf2#",
    10: "e4 d5 Bc4 dxe4 Qh5 g6 Qf3 exf3 Nxf3 Bg7 Ne5 Bxe5",
    11: "e4 d5 exd5 Qxd5 Qg4 Qa5 Qxc8#",
    12: "e4 f6 Qh5+ g6 Be2 gxh5 Bxh5#",
    13: "e4 g6 Bc4 Bg7 Qf3 Nc6 Qxf7#",
    14: "c4 d5 cxd5 Qxd5 Nc3 Qc6 Nb5 Bh3 Qa4 Bxg2 Bxg2 Qxg2 Nd6+ Qe8#",  # the last two announced, with no reply
    15: "f4 e5 fxe5 Qh4+ g3 Bc5 Nf3 Qd4 e4 Qf2#",
    16: "d4 d6 d5 Be6 c4 Qd7 dxe6 Qxe6 Nf3 Nc6 Ng5 f5 Nf7 f4 Nd8 Nd4 Nf7 g5 Nxh8 f3 gxf3 Nxf3#",
}
NAMES = {chess.KING: "king", chess.QUEEN: "queen", chess.ROOK: "rook", chess.BISHOP: "bishop", chess.KNIGHT: "knight"}


def read_all(text: str) -> list[Read]:
    return [SAN.read(chunk) for chunk in SAN.chunks(text.splitlines(keepends=True))]


def read(text: str) -> Read:
    (one,) = read_all(text)
    assert_tiled(one.record, text)
    return one


def moves(one: Read) -> list[tuple[str | None, int | None, str | None]]:
    return [(e.side, e.turn, e.text) for e in one.record.events if isinstance(e, Move)]


def texts(one: Read) -> list[str | None]:
    return [text for _, _, text in moves(one)]


@pytest.mark.parametrize("number", GAMES)
def test_a_scanned_score_has_the_plies_that_are_printed(number: int) -> None:
    one = read_all(SCANNED)[number - 9]
    assert one.record.header("Game") == str(number)
    played = GAMES[number].split()
    assert len(moves(one)) == len(played)
    for (_, _, text), san in zip(moves(one), played, strict=True):
        assert text is not None and san.rstrip("+#")[-2:] in text


@pytest.mark.parametrize("number", GAMES)
def test_each_figurine_that_cannot_be_right_is_named_with_the_men_that_could(number: int) -> None:
    """Held against python-chess: up to the first ply where two men could have moved, the umpire knows the game."""
    one = read_all(SCANNED)[number - 9]
    done = adjudicate(one.record, announce=False)
    printed = [event for event in done.record.events if isinstance(event, Move)]
    said = {(f.line, f.column): f.message for f in done.findings if f.code == "KN202"}
    board = chess.Board()
    for event, san in zip(printed, GAMES[number].split(), strict=True):
        truth = board.parse_san(san)
        text = event.text or ""
        men = set()
        if text[0] in FIGURINES:
            for move in board.legal_moves:
                man = board.piece_type_at(move.from_square)
                if move.to_square != truth.to_square or man == chess.PAWN:
                    continue
                after = board.copy(stack=False)
                after.push(move)
                if ("×" in text or "x" in text) and not board.is_capture(move):
                    continue
                if "#" not in text or after.is_checkmate():
                    men.add(man)
            wrong = chess.Piece.from_symbol(FIGURINES[text[0]]).piece_type not in men
        else:
            wrong = False
        message = said.get((event.line, event.column))
        assert (message is not None) == wrong, (text, san, message)
        if message is not None:
            assert all((NAMES[man] in message) == (man in men) for man in NAMES), message
        if wrong and len(men) > 1:
            assert event.move is None
            assert {option.move for option in event.options or ()} >= {truth.uci()}
            break
        assert event.move == truth.uci()
        board.push(truth)


def test_prose_between_moves_is_a_comment_and_a_square_named_in_it_a_finding() -> None:
    one = read_all(SCANNED)[1]
    words = [event.text for event in one.record.events if isinstance(event, Comment)]
    assert words == [
        "Primo annuncio dell'arbitro.",
        "Un azzardo",
        "Qui f5 non riesce; in h5 dev'esserci la Donna.",
        "Prima fallisce la presa in h5",
        "Prima fallisce la spinta in e5.",
    ]
    assert [f.code for f in one.findings] == ["KN109"] * 3
    assert [(e.side, e.reason, e.result) for e in one.record.events if isinstance(e, End)] == [
        ("white", "resignation", "0-1")
    ]
    assert [(e.side, e.turn, e.code) for e in one.record.events if isinstance(e, Nag)] == [("white", 4, 2)]


def test_an_announced_mate_ends_the_game() -> None:
    """“Il Bianco annuncia il Matto in due mosse con 7. ♘d6+ e 8. ♖e8#”: what Black answered is not said."""
    one = read_all(SCANNED)[5]
    assert moves(one)[11:] == [("black", 6, "♗xg2"), ("white", 7, "♘d6+"), ("white", 8, "♖e8#")]
    assert one.findings == []


@pytest.mark.parametrize(
    ("prose", "plies"),
    [
        ("White announces mate in two with 3. Bc4 and 4. Qxf7#.", 6),
        ("White announced checkmate: 3. Bc4 Nf6 4. Qxf7#", 7),
        ("White threatens 3. Bc4 and 4. Qxf7#.", 4),
        ("There was a mate in two with 3. Bc4 and 4. Qxf7#.", 4),
        ("Bianco avrebbe annunciato il matto con 3. Bc4 e 4. Qxf7#.", 4),
    ],
)
def test_a_mate_that_is_announced_is_played_one_that_threatens_is_not(prose: str, plies: int) -> None:
    assert len(moves(read(f"1. e4, e5 2. Qh5, Nc6\n\n{prose}\n"))) == plies


@pytest.mark.parametrize(
    "text",
    [
        "1. e4, e5 2. Nf3, Nc6",
        "1.e4 e5 2.Nf3 Nc6",
        "1. e4 e5\n2. Nf3 Nc6\n",
        "1 e4 e5 2 Nf3 Nc6",
        "1) e4 e5 2) Nf3 Nc6",
        "e4 e5 Nf3 Nc6",
        "1. e4 1... e5 2. Nf3 2... Nc6",
        "1. e4 1. .. e5 2. Nf3 2. -, Nc6",
        "1. e4, e5 2. 2. Nf3, Nc6",
        "**1.** e4, e5 **2. Nf3, Nc6**",
        "- 1. e4 e5\n- 2. Nf3 Nc6",
        "1. e4 1… e5 2. Nf3\n2… Nc6",
        "1 e4   1 e5\n2 Nf3   2 Nc6",
        "1, e4 e5; 2,\nNf3 Nc6;",
        "1e4 e5 2Nf3 Nc6",
        "1.e4 e52.Nf3 Nc6",
        "I. e4 e5 II. Nf3 Nc6",
    ],
)
def test_numbers_and_separators_in_every_hand(text: str) -> None:
    one = read(text)
    assert moves(one) == [("white", 1, "e4"), ("black", 1, "e5"), ("white", 2, "Nf3"), ("black", 2, "Nc6")]
    assert one.findings == []


def test_squares_as_correspondence_players_write_them() -> None:
    one = read("1. 5254 5755 2. 7163 2836 3. 5171 1716")
    assert [event.parts for event in one.record.events if isinstance(event, Move)][:1] == [Parts(from_="e2", to="e4")]
    assert [text for _, _, text in moves(one)] == ["5254", "5755", "7163", "2836", "5171", "1716"]
    assert one.findings == []


def test_years_are_no_squares() -> None:
    assert moves(read("1. e4 e5 2. Nf3 Nc6\n\nPlayed at Leeds. 1848 1851")) == moves(read("1. e4 e5 2. Nf3 Nc6"))


@pytest.mark.parametrize("castling", ["O-O", "0-0", "00", "OO", "o-o", "O\N{EN DASH}O"])
def test_castling_in_every_spelling(castling: str) -> None:
    done = adjudicate(read(f"1. e4, e5 2. Nf3, Nf6 3. Be2, Be7 4. {castling}, d6").record)
    assert [e.move for e in done.record.events if isinstance(e, Move)][6] == "e1g1"
    assert done.findings == []


@pytest.mark.parametrize("castling", ["O-O-O", "0-0-0", "000", "OOO"])
def test_long_castling_in_every_spelling(castling: str) -> None:
    done = adjudicate(read(f"1. d4, d5 2. Nc3, Nc6 3. Bf4, Bf5 4. Qd2, Qd7 5. {castling}, e6").record)
    assert [e.move for e in done.record.events if isinstance(e, Move)][8] == "e1c1"
    assert done.findings == []


def test_promotions_and_captures_in_every_spelling() -> None:
    start = '[SetUp "1"]\n[FEN "r3k3/1P6/8/3p4/4P3/8/8/4K3 w - - 0 1"]\n\n'
    for text in ("b8♗", "b8B", "b8=B", "b8A", "b8=A", "b8 ♗", "b8(B)"):
        done = adjudicate(read(f"{start}1. {text}").record)
        assert [e.move for e in done.record.events if isinstance(e, Move)] == ["b7b8b"], text
    for text in ("ed5", "exd5", "e×d5", "e:d5", "e x d5", "e×\nd5"):
        done = adjudicate(read(f"{start}1. {text}").record)
        assert [e.move for e in done.record.events if isinstance(e, Move)] == ["e4d5"], text
        assert done.findings == []


@pytest.mark.parametrize(
    "words",
    [
        "1. e4 e5 2. Ktf3 Ktc6 3. Bb5 a6 4. B takes c6 d takes c6 5. Kt tks e5 Qd4 6. Knf3 Q takes e4+",
        "1. Pe4 Pe5 2. Knf3 Knc6 3. Bb5 Pa6 4. B tk c6 d takes c6 5. Knxe5 Qd4 6. Kt f3 Q tks e4+",
        "1. e4 e5 2. Kt.f3 Kt.c6 3. Bb5 a6 4. B captures c6 dxc6 5. Kt takes e5 Qd4 6. Ktf3 Qxe4+",
    ],
)
def test_knights_in_two_letters_and_captures_in_words(words: str) -> None:
    (game,) = api.read(words, "san")
    (plain,) = api.read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+", "san")
    played, wanted = (
        [one.move for one in adjudicate(each.record).record.events if isinstance(one, Move)] for each in (game, plain)
    )
    assert played == wanted
    assert not [one for one in game.findings if one.severity == "error"]


def test_a_line_break_may_fall_inside_a_move() -> None:
    one = read("1. e4, e5 2. ♘\nf3, ♘c6 3.\n♗b5")
    assert texts(one) == ["e4", "e5", "♘ f3", "♘c6", "♗b5"]
    assert adjudicate(one.record).findings == []


def test_italian_letters_and_both_tongues_in_one_file() -> None:
    italian = adjudicate(read("1. e4, e5 2. Cf3, Cc6 3. Ac4, Ac5 4. Re2, d6").record)
    assert [e.san for e in italian.record.events if isinstance(e, Move)][6] == "Ke2"
    mixed = read("1. e4, e5 2. Cf3, Nc6 3. Ac4, Bc5 4. Rg1, d6")
    assert [f.code for f in mixed.findings] == ["KN105"]
    assert [e.san for e in adjudicate(mixed.record).record.events if isinstance(e, Move)][6] == "Rg1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Sf3 Qe7 3. Lb5", ("piece letters of two languages", 17)),
        ("1. e4 e5 2. Cf3 Cc6 3. Qe2 Rb8", ("piece letters of two languages; R is a rook", 13)),
        ("1. e4 e5 2. Sf3 Qe7 3. Lb5 Rh6", ("piece letters of two languages; R is a rook", 13)),
        ("1. e4 e5 2. Fb5 Qe7 3. Cf3 Fc5 4. Rf1", ("piece letters of two languages; R is a king", 17)),
    ],
)
def test_letters_that_no_language_has_together_are_of_two(text: str, told: tuple[str, int]) -> None:
    assert [(one.message, one.column) for one in read(text).findings if one.code == "KN105"] == [told]


@pytest.mark.parametrize("text", ["1. e4 e5 2. Sf3 Sc6 3. Lb5", "1. e4 e5 2. Fb5 Rg7"])
def test_letters_of_one_language_are_not_of_two(text: str) -> None:
    assert "KN105" not in [one.code for one in read(text).findings]


def test_black_s_first_move_on_a_line_of_its_own_begins_no_game() -> None:
    one = read("1. e4\n1... e5\n2. Nf3\n2... Nc6\n")
    assert moves(one) == [("white", 1, "e4"), ("black", 1, "e5"), ("white", 2, "Nf3"), ("black", 2, "Nc6")]


def test_games_begin_at_headings_tags_after_results_and_at_number_one() -> None:
    text = (
        "Prose before.\n\n**Partita 1** *A-B*\n\n1. e4, e5\n\n1. d4, d5 1-0\n\n7. Nf3, Nf6\n\n"
        '[White "C"]\n[Black "D"]\n\n1. c4, c5 *\n'
    )
    records = [one.record for one in read_all(text)]
    assert [[e.text for e in r.events if isinstance(e, Move)] for r in records] == [
        ["e4", "e5"],
        ["d4", "d5"],
        ["Nf3", "Nf6"],
        ["c4", "c5"],
    ]
    assert records[0].header("White") == "A" and records[3].header("White") == "C"
    assert [r.result for r in records] == [None, "1-0", None, "*"]


def test_numbers_inside_comments_begin_nothing() -> None:
    text = '1. e4 {one\n1. d4, d5 1-0\n2. c4} 1. -, e5 {\n\\[White "X"]\n} 2. Nf3 *\n'
    one = read(text)
    assert texts(one) == ["e4", "e5", "Nf3"]


def test_one_bad_turn_hides_nothing_after_it() -> None:
    one = read("1. e4, e5 2. %%& Nf3 @@\n3. Bc4, Bc5 {left open\n4. d3")
    assert texts(one)[:2] == ["e4", "e5"] and texts(one)[-2:] == ["Bc4", "Bc5"]
    assert "KN102" in [f.code for f in one.findings]


def test_two_moves_in_a_series_are_read_without_a_crash() -> None:
    one = read(
        "**Partita 43** *Una partita a Kriegspiel scozzese*\n\n1.e4\n2.e5,d5\n3.f3,ed5, ♙ b5\n5.d3,d6,de7,ed8 ♚ #\n"
    )
    assert len(moves(one)) == 10
    adjudicate(one.record)


@given(st.text(alphabet=st.sampled_from('{}()[]*-.,;!?$#+x× \n1258acdeghKNRDTAO♔♗"\\…½/'), max_size=120))
def test_any_text_is_read_and_laid_out_in_spans(text: str) -> None:
    for chunk in SAN.chunks(text.splitlines(keepends=True)):
        one = SAN.read(chunk)
        assert_tiled(one.record, chunk.text)
        adjudicate(one.record)


def test_detection() -> None:
    assert detect(SCANNED.split("**Partita 10**")[0]) == "san"
    assert detect("1. e4, e5 2. Nf3, Nc6 3. Bb5, a6") == "san"


@pytest.mark.parametrize(
    ("printed", "word"),
    [
        ("3. BbS, a6 4. Ba4, Nf6", "BbS"),
        ("3. Bl5, a6 4. Ba4, Nf6", "Bl5"),
        ("3. Bhl5 a6 4. Ba4 Nf6", "Bhl5"),
        ("3. Hb5, a6 4. Ba4, Nf6", "Hb5"),
        ("3. zz, a6 4. Ba4, Nf6", "zz"),
        ("3. %&% a6 4. Ba4 Nf6", "%&%"),
        ("3. Bb5, aS 4. Ba4, Nf6", "aS"),
        ("3. Bb5, %&% 4. Ba4, Nf6", "%&%"),
        ("3. Bb5 a6 4. Ba4 Nf9", "Nf9"),
    ],
)
def test_a_misread_move_keeps_its_ply_and_the_rest_is_read(printed: str, word: str) -> None:
    one = read(f"1. e4, e5 2. Nf3, Nc6 {printed}")
    assert [(f.code, f.column, f.length) for f in one.findings] == [("KN101", 23 + printed.index(word), len(word))]
    played = moves(one)[4:]
    assert [(side, turn) for side, turn, _ in played] == [("white", 3), ("black", 3), ("white", 4), ("black", 4)]
    assert word in [text for _, _, text in played]
    assert not [event for event in one.record.events if isinstance(event, Comment)]


@pytest.mark.parametrize(
    ("printed", "codes"),
    [
        ("2. Nf3 %%& Nc6 3. Bb5", ["KN101"]),
        ("2. Nf3) Nc6 3. Bb5", ["KN101"]),
        ("2. Nf3 (Nc6 3. Bb5", ["KN101"]),
        ("2, Nf3, Nc6 3: Bb5", []),
        ("2. Nf3 - Nc6 3. Bb5", []),
    ],
)
def test_a_sign_too_many_costs_no_ply(printed: str, codes: list[str]) -> None:
    one = read(f"1. e4, e5 {printed}")
    assert texts(one) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert [f.code for f in one.findings] == codes


def test_a_check_may_be_a_word_and_a_move_have_blanks() -> None:
    one = read("1 e4 e5 2 Qh5 ch N f 6 3 Qxf7 dbl. ch. Kxf7 4 d4")
    assert texts(one) == ["e4", "e5", "Qh5 ch", "Nf6", "Qxf7 dbl. ch.", "Kxf7", "d4"]


def test_a_letter_in_a_number_is_read_and_told() -> None:
    text = " ".join(f"{number}. Nf3, Nf6" for number in range(1, 10)) + " 1O. d3, d6 11. e3, e6"
    one = read(text)
    assert [turn for _, turn, _ in moves(one)][-4:] == [10, 10, 11, 11]
    assert [(f.code, f.column) for f in one.findings] == [("KN110", text.index("1O") + 1)]


def test_a_record_may_begin_with_black_and_a_comma() -> None:
    one = read('[FEN "r3r1k1/8/8/8/8/8/8/5K2 b - - 0 1"]\n\n1. ..., Rad8 2. Kf2, Rd2 3. Kf3\n')
    assert moves(one) == [
        ("black", 1, "Rad8"), ("white", 2, "Kf2"), ("black", 2, "Rd2"), ("white", 3, "Kf3"),
    ]  # fmt: skip


@pytest.mark.parametrize("aside", ["lo so", "un azzardo", "Nel caso di Hc3 si perde", "(con l'idea)", "Qui, forse, no"])
def test_prose_stays_prose(aside: str) -> None:
    one = read(f"1. e4, e5 2. Nf3 {aside} 2. -, Nc6 3. Bb5")
    assert texts(one) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert aside in [event.text for event in one.record.events if isinstance(event, Comment)]
    assert "KN101" not in [f.code for f in one.findings]


def test_a_move_that_is_only_considered_is_named_and_the_score_goes_on_behind_it() -> None:
    one = read("1. e4, e5 2. Nf3 Here f5 would have been a bold and an interesting try 2. -, Nc6")
    assert [event.text for event in one.record.events if isinstance(event, Move)] == ["e4", "e5", "Nf3", "Nc6"]
    found = next(each for each in one.findings if each.code == "KN109")
    assert (found.column, found.message) == (23, "not understood, kept as a comment: 'f5'")


@pytest.mark.parametrize(
    ("tag", "code", "column"),
    [
        ('[White "Smith]', "KN108", 1),
        ('[White Smith"]', "KN108", 1),
        ('[Rules "icc"', "KN108", 1),
        ("[White “Smith”]", "KN108", 1),
        ('[Rules "iccc"]', "KN405", 9),
        ('[View "balck"]', "KN405", 8),
        ('[Silence "check captures"]', "KN405", 17),
        ('[Site "Rome"]', "KN405", 8),
    ],
)
def test_a_tag_gone_wrong_is_told_and_the_others_are_read(tag: str, code: str, column: int) -> None:
    one = read(f'[Site "Oslo"]\n{tag}\n[Date "1971"]\n\n1. e4, e5\n')
    assert [(f.code, f.line, f.column) for f in one.findings] == [(code, 2, column)]
    assert one.record.header("Date") == "1971" and len(moves(one)) == 2
    if "Smith" in tag:
        assert one.record.header("White") == "Smith"
    if code == "KN108" and "icc" in tag:
        assert one.record.rules == "icc"


WORST = ["* ", "—\n", "\n\n", " ", "(", "1. BbS ", "{(", "a) "]


@pytest.mark.parametrize("word", WORST)
@pytest.mark.parametrize("name", ["san", "tries"])
def test_time_grows_with_the_length_alone(name: str, word: str) -> None:
    row = notation(name)
    lines = (word * (12_000 // len(word))).splitlines(keepends=True)
    with at_most(2):
        for chunk in row.chunks(iter(lines)):
            row.read(chunk)


@pytest.mark.parametrize(
    ("words", "reason", "side", "result"),
    [
        ("draw", "agreement", "black", "1/2-1/2"), ("Drawn by agreement.", "agreement", "black", "1/2-1/2"),
        ("Remis durch Vereinbarung", "agreement", "black", "1/2-1/2"), ("nulle", "agreement", "black", "1/2-1/2"),
        ("Tablas por acuerdo.", "agreement", "black", "1/2-1/2"), ("Partita patta", "agreement", "black", "1/2-1/2"),
        ("Schwarz gab auf", "resignation", "black", "1-0"),
        ("Les Blancs abandonnent.", "resignation", "white", "0-1"),
        ("Abandonan las negras", "resignation", "black", "1-0"), ("White resigned.", "resignation", "white", "0-1"),
        ("Il Nero ha abbandonato", "resignation", "black", "1-0"), ("Black lost on time", "time", "black", "1-0"),
        ("Black wins on time", "time", "white", "0-1"), ("1-0 (time)", "time", "black", "1-0"),
    ],
)  # fmt: skip
def test_words_behind_the_last_move_say_how_the_game_ended(words: str, reason: str, side: str, result: str) -> None:
    (done,) = api.convert(f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {words}\n", "json", from_="san")
    end = done.record.events[-1]
    assert isinstance(end, End)
    assert (end.reason, end.side, done.record.result) == (reason, side, result)
    assert not done.findings


@pytest.mark.parametrize(("words", "result"), [("1:0", "1-0"), ("½", "1/2-1/2"), ("White wins", "1-0")])
def test_words_that_say_who_won_alone_are_the_result(words: str, result: str) -> None:
    (one,) = api.read(f"1. e4 e5 2. Nf3 Nc6 {{a note}} {words}\n", from_="san")
    assert one.record.result == result


def test_words_that_speak_of_more_stay_a_comment() -> None:
    (one,) = api.read("1. e4 e5 2. Nf3 Nc6 Black thought of a draw here.\n", from_="san")
    assert one.record.result is None
    assert not any(isinstance(event, End) for event in one.record.events)


def test_what_the_umpire_says_in_parentheses_is_kept_and_named() -> None:
    one = read("1. e4 (2 pawn tries) e5")
    assert [type(event).__name__ for event in one.record.events] == ["Move", "Comment", "Move"]
    assert [(found.code, found.column) for found in one.findings] == [("KN109", 7)]


@pytest.mark.parametrize("name", ["san", "tries"])
@pytest.mark.parametrize("note", ["[illegible]", "(illeggibile)", "[unleserlich?]", "[illisible]", "[torn off]"])
def test_what_cannot_be_read_is_a_ply_where_the_turn_lacks_one(name: str, note: str) -> None:
    row = notation(name)
    text = f"1. e4 e5 2. Nf3 {note} 3. {note} a6 4. Ba4 Nf6 {note}"
    record = row.read(next(row.chunks(iter([text])))).record
    moves = [f"{event.side[0]}{event.turn} {event.text}" for event in record.events if isinstance(event, Move)]
    assert moves == ["w1 e4", "b1 e5", "w2 Nf3", "b2 None", "w3 None", "b3 a6", "w4 Ba4", "b4 Nf6"]
    assert not [event for event in record.events if isinstance(event, Try)]
