"""Magari's shorthand: games 6 and 7, the letters of §4.5, and what hands and scanners make of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Capture, Check, Comment, End, Event, Junk, Move, PawnTries, Promotion, Try
from kriegnote.model.record import Record
from kriegnote.notations.detection import detect
from kriegnote.notations.loss import strip
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import convert_record
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "magari"
MAGARI = notation("magari")

# The letters as the book prints them, and its slips (docs/notations/magari.md lists them).
TO_BLACK = "40.:a6,:d4,?,?!,+L,xg6;;g6\n"
TO_WHITE = "40.:a6,:d4,♟h4?,♟h3?,♟h2?,♞×g6!,+L,xg6;;g6,! ,xg6\n\n41.:a6,:d4\n"
SLIPS = [("?,?!", "?,?,?!"), (";;", ";:"), ("! ,", "!,"), ("\n\n", "\n")]

# Games 6 and 7 with the figurines that a scanner saw.
GAME_6 = (
    "**Partita 6** *Forzoni-Cornacchini, arbitro Salvadori (Corrispondenza, Western rules stile RAND)*\n\n"
    "1. !e4; !e6; 2. !♙c4; !♗f6; 3. !♖f3, !d5; 4. [:d5] !exd5; [:d5] !exd5; 5. !♙xd5; !♗xd5; 6. !♖xd5; !♖xd5; "
    "7. !c4; !♖xg2; 8. abb. 0-1\n"
)
GAME_7 = (
    "**Partita 7** *Salvadori-Forzoni, arbitro Cornacchini (Corrispondenza, Western rules, stile RAND)*\n\n"
    "1. !f4; !d5; 2. !♗f3; !d4; 3. !e3; [:e3] ! dxe3; 4. [:e3] !♙c4; [:d2] ! exd2+; 5. !♙xd2; !♗f6; 6. !♗e5; !a6; "
    "7. [?!♙g8] !♙xf7 # 1-0\n"
)


def read(text: str) -> tuple[Record, list[Finding]]:
    chunks = list(MAGARI.chunks(iter(text.splitlines(keepends=True))))
    assert len(chunks) == 1
    record, findings = MAGARI.read(chunks[0])
    spans = sorted(event.span for event in record.events if event.span)
    assert "".join(text[start:end] for start, end in spans) == text
    return record, findings


def events(text: str, kind: type[Event]) -> list[Any]:
    return [event for event in read(text)[0].events if isinstance(event, kind)]


def told(text: str) -> list[tuple[str, str | None, int | None]]:
    """What each event is, whose, and when."""
    return [(type(e).__name__, getattr(e, "side", None), getattr(e, "turn", None)) for e in read(text)[0].events]


def letter(listener: str, until: int) -> str:
    json = notation("json")
    text = (EXAMPLES / "letter.json").read_text("utf-8")
    record, findings = json.read(next(iter(json.chunks(iter(text.splitlines(keepends=True))))))
    assert findings == []
    assert record.start is None
    return convert_record(record, MAGARI, listener=listener, until=until).text  # type: ignore[arg-type]


@pytest.mark.parametrize(("listener", "until", "printed"), [("black", 40, TO_BLACK), ("white", 41, TO_WHITE)])
def test_the_letters_are_those_of_the_book(listener: str, until: int, printed: str) -> None:
    for slip, meant in SLIPS:
        printed = printed.replace(slip, meant)
    assert letter(listener, until) == printed


@pytest.mark.parametrize(("printed", "listener"), [(TO_BLACK, "black"), (TO_WHITE, "white")])
def test_the_printed_letters_are_read_slips_and_all(printed: str, listener: str) -> None:
    record, findings = read(printed)
    assert [one.code for one in findings] == ["KN110"]
    assert (record.view, record.rules) == (listener, "magari")
    assert record.silence == ("capture", "check", "pawn_tries", "promotion")
    assert [event.squares for event in record.events if isinstance(event, PawnTries)][:2] == [("a6", "d4"), ("g6",)]
    assert next((e.side, e.square) for e in record.events if isinstance(e, Capture)) == ("white", "g6")
    assert [(e.side, e.directions) for e in record.events if isinstance(e, Check)] == [("white", ("knight",))]


def test_castling_with_noughts_stands_close_to_its_number() -> None:
    read = MAGARI.read(Chunk("4.Ab5!,+//;Cf6?,Cc6! 5.0-0!;a6!"))
    made = [(one.side, one.turn, one.text) for one in read.record.events if isinstance(one, Move)]
    assert made[-2:] == [("white", 5, "0-0"), ("black", 5, "a6")]


def test_a_letter_to_black_knows_how_often_white_tried() -> None:
    tries = events("40.:a6,:d4,?,?,?!,+L,xg6;:g6\n", Try)
    assert [(one.text, one.times, one.verdict) for one in tries] == [(None, 3, "refused")]


def test_a_letter_to_white_lists_his_tries() -> None:
    assert [one.text for one in events(TO_WHITE, Try)] == ["♟h4", "♟h3", "♟h2"]
    assert [one.text for one in events(TO_WHITE, Move)] == ["♞×g6", None]


def test_two_pawns_that_can_take_are_named_once_in_a_letter_and_twice_in_the_score() -> None:
    json = notation("json")
    text = (EXAMPLES / "letter.json").read_text("utf-8")
    record = json.read(Chunk(text)).record
    assert convert_record(record, MAGARI).text.startswith("40. [:a6,:d4,:d4,")
    assert events("40. [:a6,:d4,:d4] !e4\n", PawnTries)[0].squares == ("a6", "d4", "d4")
    # White can take on d5 with two pawns; a score that names d5 once is right.
    start = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
    once, _ = read("1. [:d5] !cxd5\n")
    assert adjudicate(once.replace(start=start)).findings == []
    none, _ = read("1. !cxd5\n")
    assert [one.code for one in adjudicate(none.replace(start=start)).findings] == ["KN322"]


@pytest.mark.parametrize(
    ("text", "uci", "white", "black"),
    [
        (GAME_6, "e2e4 e7e6 f1c4 ? ? d7d5 e4d5 e6d5 ? ? ? ? c2c4 d5g2", "Forzoni", "Cornacchini"),
        (GAME_7, "f2f4 d7d5 g1f3 d5d4 e2e3 d4e3 f1c4 e3d2 ? g8f6 f3e5 a7a6 ?", "Salvadori", "Forzoni"),
    ],
)
def test_games_6_and_7_as_scanned(text: str, uci: str, white: str, black: str) -> None:
    record, findings = read(text)
    assert findings == []
    assert (record.rules, record.view, record.silence) == ("rand", "umpire", ("pawn_tries",))
    assert (record.header("White"), record.header("Black")) == (white, black)
    told = adjudicate(record)
    assert {one.code for one in told.findings} == {"KN202", "KN210"}  # figurines, and nothing else
    moves = [event.move for event in told.record.events if isinstance(event, Move)]
    for move, due in zip(moves, uci.split(), strict=True):
        assert move == (due if due != "?" else None)


@pytest.mark.parametrize(
    ("name", "last", "reason"), [("game-6.txt", "d5g2", "resignation"), ("game-7.txt", "c4f7", "checkmate")]
)
def test_games_6_and_7_with_their_men(name: str, last: str, reason: str) -> None:
    record, findings = read((EXAMPLES / name).read_text("utf-8"))
    adjudicated = adjudicate(record)
    assert findings == adjudicated.findings == []
    assert [event.move for event in adjudicated.record.events if isinstance(event, Move)][-1] == last
    assert [event.reason for event in adjudicated.record.events if isinstance(event, End)] == [reason]


def test_pawn_tries_and_a_refused_try() -> None:
    assert [(e.side, e.turn, e.squares) for e in events(GAME_6, PawnTries)] == [
        ("white", 4, ("d5",)),
        ("black", 4, ("d5",)),
    ]
    assert [(e.side, e.turn, e.text, e.verdict) for e in events(GAME_7, Try)] == [("white", 7, "♙g8", "refused")]


def test_resignation_is_of_him_whose_turn_it_is() -> None:
    assert [(e.side, e.turn, e.result) for e in events(GAME_6, End)] == [("white", 8, "0-1")]
    assert [(e.side, e.turn) for e in events("1. !e4; abb. 1-0\n", End)] == [("black", 1)]
    assert [(e.side, e.turn) for e in events("1. !e4 abbandona 1-0\n", End)] == [("black", 1)]
    assert [(e.side, e.turn) for e in events("1. !e4; !e5 resigns 0-1\n", End)] == [("white", 2)]


@pytest.mark.parametrize(
    "text",
    [
        "1. !e4; !e5; 2. !Nf3; !Nc6\n",
        "1. !e4, !e5; 2. !Nf3, !Nc6\n",
        "1.!e4;!e5;2.!Nf3;!Nc6\n",
        "1. ! e4 ; ! e5 ;\n2. ! Nf3 ; ! Nc6 ;\n",
        "1. !e4 1... !e5 2. !Nf3 2... !Nc6\n",
        "1. !e4; 1. !e5; 2. !Nf3; 2. .. !Nc6\n",
        "1. !e4; !e5; !Nf3; !Nc6\n",
        "1. !e4; 1. -, !e5; 2. !♘f3; !♞c6\n",
        "**1.** !e4; !e5; **2.** !Cf3; !Cc6\n",
        "1. !E2-E4; !e7-e5; 2. !Cf3; !Cc6\n".replace("E2-E4", "e2-e4"),
        "1. e4!; e5!; 2. Nf3!; Nc6!\n",
    ],
)
def test_hands_and_scanners(text: str) -> None:
    record, _ = read(text)
    assert [(e.side, e.turn) for e in record.events if isinstance(e, Move)] == [
        ("white", 1), ("black", 1), ("white", 2), ("black", 2),
    ]  # fmt: skip
    told = adjudicate(record.replace(view="umpire"))
    assert told.findings == []
    assert [e.move for e in told.record.events if isinstance(e, Move)] == ["e2e4", "e7e5", "g1f3", "b8c6"]


@pytest.mark.parametrize(
    ("sign", "directions"),
    [
        ("+L", ("knight",)), ("+I", ("file",)), ("+-", ("rank",)), ("+–", ("rank",)), ("+/", ("short",)),
        ("+//", ("long",)), ("+|", ("file",)), ("+ //", ("long",)), ("+", ()), ("+D", ("diagonal",)),
        ("+I,+//", ("file", "long")), ("+L +-", ("knight", "rank")),
    ],
)  # fmt: skip
def test_checks(sign: str, directions: tuple[str, ...]) -> None:
    record, findings = read(f"9.?!,{sign},xg6;:g6\n")
    assert findings == []
    assert [(e.side, e.turn, e.directions) for e in record.events if isinstance(e, Check)] == [("white", 9, directions)]
    assert [type(e) for e in record.events] == [Try, Move, Capture, Check, PawnTries]


def test_a_small_l_is_not_guessed() -> None:
    record, findings = read("9.!,+l\n")
    assert [e.directions for e in record.events if isinstance(e, Check)] == [()]
    assert [one.code for one in findings] == ["KN109"]


@pytest.mark.parametrize(
    ("word", "verdict"),
    [("", "refused"), (" impossibile", "illegal"), (" impossible", "illegal"), (" illegale", "impossible")],
)
def test_the_words_change_places(word: str, verdict: str) -> None:
    assert [e.verdict for e in events(f"1. [?!Ba6{word}] !e4\n", Try)] == [verdict]


def test_promotion_stalemate_and_other_ends() -> None:
    record, findings = read("50. !b8=Q,+-,prom.; !Ka7; 51. !Qc7 stallo 1/2-1/2\n")
    assert findings == []
    assert [(e.side, e.turn) for e in record.events if isinstance(e, Promotion)] == [("white", 50)]
    ends = [(e.reason, e.side, e.result) for e in record.events if isinstance(e, End)]
    assert ends == [("stalemate", "white", "1/2-1/2")]


def test_prose_and_rubbish_are_kept() -> None:
    record, findings = read("1. !e4; Che apertura\n!e5; 2. !Nf3 %%; Il Nero pensa a d4\n!Nc6 {a comment; 3. !e4}\n")
    assert [e.text for e in record.events if isinstance(e, Comment)] == [
        "Che apertura",
        "Il Nero pensa a d4",
        "a comment; 3. !e4",
    ]
    assert [e.text for e in record.events if isinstance(e, Junk)] == ["%%"]
    assert [one.code for one in findings] == ["KN101", "KN109"]
    assert [e.text for e in record.events if isinstance(e, Move)] == ["e4", "e5", "Nf3", "Nc6"]


def test_a_comment_never_closed() -> None:
    record, findings = read("1. !e4; {so it began 2. !d4\n")
    assert [e.text for e in record.events if isinstance(e, Comment)] == ["so it began 2. !d4"]
    assert [one.code for one in findings] == ["KN102"]


def test_games_of_one_file_are_told_apart() -> None:
    text = GAME_6 + "\n" + GAME_7 + "\n" + TO_BLACK
    assert [chunk.line for chunk in MAGARI.chunks(iter((GAME_6 + GAME_7).splitlines(keepends=True)))] == [1, 4]
    assert len(list(MAGARI.chunks(iter(text.splitlines(keepends=True))))) == 3


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("listener", ["umpire", "white", "black"])
def test_detection_and_clean_records(seed: int, listener: str) -> None:
    record = view(random_record(seed, rules="magari", comments=False), listener)  # type: ignore[arg-type]
    text = MAGARI.write(record)
    assert detect(text) == "magari"
    back, findings = read(text)
    assert (back.rules, back.view) == ("magari", listener)
    assert findings == []
    assert adjudicate(back).findings == []


@pytest.mark.parametrize("text", [GAME_6, GAME_7, TO_BLACK, TO_WHITE])
def test_detection_of_the_books_texts(text: str) -> None:
    assert detect(text) == "magari"


@pytest.mark.parametrize(
    "event",
    [
        End(side="black", turn=1, reason="agreement", result="1/2-1/2"),
        End(side=None, turn=None, reason="agreement", result="1/2-1/2"),
        End(side="white", turn=1, reason="resignation", result="0-1"),
        End(side="white", turn=1, reason="checkmate", result=None),
        End(side="white", turn=2, reason="time", result="0-1"),
        PawnTries(side="black", turn=1, any=True),
        PawnTries(side="black", turn=1, count=2),
        PawnTries(side="black", turn=1, squares=()),
        PawnTries(side="black", turn=1, any=True, count=1, squares=("d5",)),
        Try(side="black", turn=1, move=None, text=None, verdict="refused", times=(16, 17)),
        Try(side="black", turn=1, move=None, text=None, verdict="refused", times=None),
        Try(side="black", turn=1, move=None, text=None, verdict="refused", times=4000),
        Try(side="black", turn=1, move=None, text='what "ever"?;', verdict="refused"),
        Capture(side="white", turn=1, square=None),
    ],
)
def test_whatever_a_record_holds_comes_back(event: Event) -> None:
    move = Move(side="white", turn=1, move=None, text="e4", san=None)
    record = Record(rules="magari", events=(move, event), result="0-1")  # type: ignore[arg-type]
    back, findings = read(MAGARI.write(record))
    assert [one.code for one in findings] == []
    assert strip(back.events[1]) == event


def test_two_runs_of_refusals_stay_two() -> None:
    said = [Try(side="black", turn=1, move=None, text=None, verdict="refused", times=n) for n in (1, 2, 1)]
    move = Move(side="white", turn=1, move=None, text="e4", san=None)
    for listener in ("umpire", "white"):
        record = Record(rules="magari", view=listener, events=(move, *said))  # type: ignore[arg-type]
        assert [strip(event) for event in read(MAGARI.write(record))[0].events[1:]] == said


def test_nonsense_ends_soon() -> None:
    for text in ("+," * 5000, ":d4," * 5000, "{" * 9000, ";;g6" * 4000, '"' * 9000, "abb.(side " * 3000):
        assert MAGARI.read(Chunk(text)).record.events
    assert not MAGARI.read(Chunk("[" * 20000)).record.events


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("1. !e4; !NfE; 2. !d4; !d5", "this is not a move: 'NfE'", 10),
        ("1. !e4; NfE; 2. !d4; !d5", "this is not a move: 'NfE'", 9),
        ("1. !e4; !hS; 2. !d4; !d5", "this is not a move: 'hS'", 10),
        ("1. !e4; hS; 2. !d4; !d5", "this is not a move: 'hS'", 9),
        ("1. !e4; !hs; 2. !d4; !d5", "this is not a move: 'hs'", 10),
        ("1. !e4; [?!exdS] !e5; 2. !d4; !d5", "this is not a try: 'exdS'", 12),
        ("1. !e4; !♞c9; 2. !d4; !d5", "this is not a move: '♞c9'", 10),
        ("1. !e4; [?!Zg8] !e5; 2. !d4; !d5", "this is not a try: 'Zg8'", 12),
        ("1. !e4,+X; !e5; 2. !d4; !d5", "this is not a direction of check: '+X'", 8),
        ("1. !e4; [:d9] !e5; 2. !d4; !d5", "this is not the square of a pawn capture: ':d9'", 10),
    ],
)
def test_a_word_that_cannot_be_read_is_named_and_keeps_its_ply(text: str, said: str, column: int) -> None:
    record, findings = read(text)
    assert [(one.code, one.message, one.column) for one in findings] == [("KN101", said, column)]
    moves = [(e.side, e.turn) for e in record.events if isinstance(e, Move)]
    assert moves == [("white", 1), ("black", 1), ("white", 2), ("black", 2)]


def test_an_unreadable_announcement_makes_no_letter_of_a_score() -> None:
    assert read("1. !e4,+X; !e5;")[0].silence == read("1. !e4; !e5;")[0].silence


@pytest.mark.parametrize(("word", "meant"), [("ab.", "abb."), ("abbb.", "abb."), ("stalo", "stallo")])
def test_a_misspelt_ending_is_no_move(word: str, meant: str) -> None:
    record, findings = read(f"1. !e4; !e5; 2. {word} 0-1")
    assert [(one.code, one.column) for one in findings] == [("KN101", 17)]
    assert f"did you mean {meant}?" in findings[0].message
    assert record.result == "0-1"


def test_a_mark_upside_down_is_still_a_move_played() -> None:
    record, findings = read("1. !e4; ¡♞f6; 2. !e5")
    assert [one.code for one in findings] == ["KN110"]
    assert [e.text for e in record.events if isinstance(e, Move)] == ["e4", "♞f6", "e5"]


def test_what_is_no_detail_of_an_ending_is_not_passed_over() -> None:
    _, found = read("1. !e4; abb.(il Re è in f4)\n")
    assert any("(il" in one.message for one in found)
