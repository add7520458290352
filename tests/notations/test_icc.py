"""The log of the Internet Chess Club: game 8's, its noise, and what it may hide."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Capture, Check, Comment, End, Event, Junk, Move, PawnTries, Try, unplaced
from kriegnote.model.record import Record
from kriegnote.notations.detection import detect
from kriegnote.notations.loss import strip
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import convert_record, read_items
from kriegnote.rules import RULES
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.own_contradictions import contradictions
from kriegnote.umpire.views import view
from tests.support.games import random_record

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "icc"
ICC = notation("icc")

SLIPS = [
    # The log's own slips: (what it prints, what it prints everywhere else); docs/notations/icc.md lists them.
    ("Illegal move (d4c3).\nBlack's move.\n", "Illegal move (d4c3).\n"),
    (
        "11. .. dxc3. Piece at c3 captured.\nWhite's move, 1 pawn try.",
        "11. .. dxc3\nPiece at c3 captured, White's move, 1 pawn try.",
    ),
    ("{Game 193 (Enforcer vs. Paoloc)", "{Game (Enforcer vs. paoloc)"),
]


def read(text: str) -> tuple[Record, list[Finding]]:
    chunks = list(ICC.chunks(iter(text.splitlines(keepends=True))))
    assert len(chunks) == 1
    record, findings = ICC.read(chunks[0])
    spans = sorted(event.span for event in record.events if event.span)
    assert "".join(text[start:end] for start, end in spans) == text
    return record, findings


def faults(text: str) -> list[Finding]:
    """What the reader finds in a log, and the umpire in what it says against itself."""
    record, findings = read(text)
    return sorted(findings + contradictions(record), key=lambda one: (one.line or 0, one.column or 0))


def events(text: str, kind: type[Event]) -> list[Any]:
    return [event for event in read(text)[0].events if isinstance(event, kind)]


def game_8() -> Record:
    text = (EXAMPLES / "game-8.pgn").read_text("utf-8")
    pgn = notation("pgn")
    record, findings = pgn.read(next(iter(pgn.chunks(iter(text.splitlines(keepends=True))))))
    assert [one.code for one in findings] == ["KN404"]
    return record


def test_game_8_is_written_as_the_server_told_it() -> None:
    printed_lines = (EXAMPLES / "game-8.log").read_text("utf-8").splitlines(keepends=True)
    log = "".join(line for line in printed_lines if line.strip())
    for printed, usual in SLIPS:
        assert log.count(printed) == 1
        log = log.replace(printed, usual)
    converted = convert_record(game_8(), ICC, listener="black")
    assert converted.text == log
    assert converted.findings == []
    assert converted.account.unknown == {}


def test_game_8_read_back_misses_nothing() -> None:
    read_log, findings = read((EXAMPLES / "game-8.log").read_text("utf-8"))
    assert findings == []
    heard = adjudicate(read_log)
    assert heard.findings == []
    told = convert_record(game_8(), ICC, listener="black").record
    assert [strip(event) for event in heard.record.events] == [strip(event) for event in told.events]
    assert (read_log.view, read_log.rules, read_log.result) == ("black", "icc", "0-1")
    assert read_log.headers == (("White", "Enforcer"), ("Black", "Paoloc"), ("GameNumber", "193"))
    assert read_log.silence == ("capture", "check")


def test_white_does_not_hear_blacks_tries() -> None:
    text = convert_record(game_8(), ICC, listener="white").text
    assert "Illegal" not in text
    assert "26. .. ?xd1\nPiece at d1 captured, Rank check.\n" in text
    assert read(text)[0].view == "white"


def test_en_passant_is_told_by_the_pawn_removed_alone() -> None:
    moves = ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"]
    game = Record(
        rules="icc",
        events=tuple(
            Move(side="black" if i % 2 else "white", turn=i // 2 + 1, move=move, text=None, san=None)
            for i, move in enumerate(moves)
        ),
    )
    text = convert_record(game, ICC, listener="black").text
    assert text.endswith("White's move, 1 pawn try.\n3. ?xd5\nPawn at d5 captured, Black's move, 2 pawn tries.\n")


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("White's move.", 0),
        ("White's move, 1 pawn try.", 1),
        ("White's move, 2 pawn tries.", 2),
        ("white’s move, two pawn tries", 2),
        ("White to move, no pawn tries.", 0),
        ("White's move.\n3 pawn tries.", 3),
        ("12:55:02 aics% White's move, 1 pawn try.", 1),
    ],
)
def test_pawn_tries(line: str, count: int) -> None:
    text = f"{line}\n1. ?\n"
    assert [event.count for event in events(text, PawnTries)] == [count]
    assert read(text)[1] == []


@pytest.mark.parametrize(
    ("words", "directions"),
    [
        ("Rank check", ("rank",)),
        ("File check", ("file",)),
        ("Long-diagonal check", ("long",)),
        ("Short-diagonal check", ("short",)),
        ("Knight check", ("knight",)),
        ("short diagonal check", ("short",)),
        ("Diagonal check", ("diagonal",)),
        ("Check", ()),
        ("Rank check, Knight check", ("knight", "rank")),
        ("Long-diagonal check.\nFile check", ("file", "long")),
    ],
)
def test_checks(words: str, directions: tuple[str, ...]) -> None:
    checks = events(f"1. ?\n{words}, Black's move.\n1. .. d5\n", Check)
    assert [(one.side, one.turn, one.directions) for one in checks] == [("white", 1, directions)]


def test_a_late_check_stands_with_its_move() -> None:
    record, _ = read("1. ?\nPawn at d5 captured, Black's move.\nRank check.\nIllegal move (e8d8).\n1. .. Ke7\n")
    assert [type(event) for event in record.events] == [Move, Capture, Check, PawnTries, Try, Move]


@pytest.mark.parametrize(
    ("words", "reason", "side"),
    [
        ("Ann checkmated} 0-1", "checkmate", "black"),
        ("Ann resigns} 0-1", "resignation", "white"),
        ("White resigns} 0-1", "resignation", "white"),
        ("Bob forfeits on time} 1-0", "time", "black"),
        ("Bob ran out of time and Ann has no material to mate} 1/2-1/2", "time", "black"),
        ("Bob forfeits by disconnection} 1-0", "forfeit", "black"),
        ("Ann stalemated} 1/2-1/2", "stalemate", "white"),
        ("Game drawn by mutual agreement} 1/2-1/2", "agreement", None),
        ("Game drawn by the 50 move rule} 1/2-1/2", "fifty-move", None),
        ("Game drawn by repetition} 1/2-1/2", "repetition", None),
        ("Neither player has mating material} 1/2-1/2", "insufficient", None),
        ("Game adjourned by mutual agreement} *", "abandoned", None),
        ("Game aborted} *", "void", None),
    ],
)
def test_endings(words: str, reason: str, side: str | None) -> None:
    text = f"White's move.\n1. e4\n{{Game 7 (Ann vs. Bob) {words}\n"
    record, findings = read(text)
    ends = [event for event in record.events if isinstance(event, End)]
    assert [(one.reason, one.side) for one in ends] == [(reason, side)]
    assert record.result == words.split()[-1]
    assert findings == []


def test_an_unknown_ending_keeps_its_words() -> None:
    record, findings = read("1. e4\n{Game 7 (Ann vs. Bob) Game eaten by the dog} *\n")
    assert [type(event) for event in record.events] == [Move, Comment, End]
    assert record.events[1].text == "Game eaten by the dog"  # type: ignore[union-attr]
    assert [one.code for one in findings] == ["KN109"]


@pytest.mark.parametrize("name", ["Krieg(C)", "a vs. b", "vs.", "x; y", "}{", "\\", ") (", "White", "  "])
def test_names_come_back_whatever_they_are(name: str) -> None:
    end = End(side="black", turn=1, reason="resignation", result="1-0")
    move = Move(side="white", turn=1, move="e2e4", text=None, san="e4")
    names = (("White", "Ann"), ("Black", name))
    record = Record(headers=names, rules="icc", view="white", events=(move, end), result="1-0")
    back, findings = read(ICC.write(record))
    assert findings == []
    assert back.headers == record.headers
    assert strip(back.events[-1]) == end


@pytest.mark.parametrize(
    ("typed", "uci"),
    [("e2e4", "e2e4"), ("e2-e4", "e2e4"), ("g1f3", "g1f3"), ("e4", "e2e4")],
)
def test_what_a_player_typed_is_a_move_when_nothing_answers(typed: str, uci: str) -> None:
    record, findings = read(f"White's move.\n{typed}\nBlack's move.\n1. .. ?\n")
    assert findings == []
    assert record.view == "white"
    moves = [event for event in adjudicate(record).record.events if isinstance(event, Move)]
    assert [move.move for move in moves] == [uci, None]


def test_castling_promotion_and_the_unknown_pawn_capture_as_typed() -> None:
    refused = "".join(f"Illegal move ({typed}).\n" for typed in ("e1g1", "px", "f7g8=N"))
    record, _ = read(f"White's move.\n{refused}1. e4\n")
    tries = [event for event in record.events if isinstance(event, Try)]
    assert tries[0].move == "e1g1"
    assert tries[1].parts is not None and tries[1].parts.capture and tries[1].parts.piece == "P"
    assert tries[2].parts is not None and tries[2].parts.promotion == "N"


def test_a_refused_capture_by_whichever_pawn_can_is_a_try_that_the_players_men_allow() -> None:
    text = "White's move.\npx\nIllegal move (px).\n1. e4\nBlack's move.\n1. .. ?\nWhite's move.\n"
    record, findings = read(text)
    assert [*findings, *adjudicate(record).findings] == []


def test_an_echo_is_not_told_twice() -> None:
    text = (
        "Black's move.\nd7-d5\n1. .. d5\nWhite's move.\n2. ?\n"
        "Black's move.\npx\nIllegal move (px).\ne7e6\nIllegal move.\n2. .. a6\n"
    )
    assert [move.text for move in events(text, Move)] == ["d5", None, "a6"]
    assert [one.text for one in events(text, Try)] == ["px", "e7e6"]


def test_noise_is_kept() -> None:
    text = (
        "Creating: Ann (1500) Bob (1600) rated wild(16) 5 0\n{Game 12 (Ann vs. Bob) Creating rated wild/16 match.}\n"
        "aics% White's move.\n1. ? (0:03)\nBlack's move.\n1. .. d5\nAnn tells you: I never play Nf6\nTime left 4:50\n"
        "the knight on f3 is gone\n7. .. ?? %%\n{Game 12 (Ann vs. Bob) Ann resigns} 0-1\n(told Ann)\n"
    )
    record, findings = read(text)
    comments = [event.text for event in record.events if isinstance(event, Comment)]
    assert comments == [
        "Creating: Ann (1500) Bob (1600) rated wild(16) 5 0",
        "Creating rated wild/16 match",
        "(0:03)",
        "Ann tells you: I never play Nf6",
        "Time left 4:50",
        "the knight on f3 is gone",
        "(told Ann)",
    ]
    assert [event.text for event in record.events if isinstance(event, Junk)] == ["7. .. ?? %%"]
    assert sorted((one.code, one.line) for one in findings) == [("KN101", 10), ("KN109", 9)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1. e4\nBlack's move.\n3. .. ?\n", "KN401"),
        ("1. e4\nWhite's move.\n2. d4\n", "KN401"),
    ],
)
def test_a_turn_that_is_missing_is_found(text: str, code: str) -> None:
    assert [one.code for one in faults(text)] == [code]


def test_games_of_one_file_are_told_apart() -> None:
    one = "White's move.\n1. ?\nBlack's move.\n1. .. d5\nWhite's move.\n2. ?\n"
    end = "{Game 1 (A vs. B) A resigns} 0-1\n(told A)\n"
    assert [chunk.line for chunk in ICC.chunks(iter((one + end + one + one).splitlines(keepends=True)))] == [1, 9, 15]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("listener", ["white", "black"])
def test_detection_and_clean_logs(seed: int, listener: str) -> None:
    record = view(random_record(seed, rules="icc"), listener)  # type: ignore[arg-type]
    text = ICC.write(record)
    assert detect(text) == "icc"
    back, findings = read(text)
    assert findings == []
    assert adjudicate(back.replace(start=record.start)).findings == []


def test_another_rulebooks_log_says_what_icc_has_no_words_for_in_its_own_way() -> None:
    record = view(random_record(4, rules="rand", comments=False), "black")
    text = ICC.write(record)
    back, findings = read(text)
    assert findings == []
    assert [strip(e) for e in adjudicate(back, RULES["rand"]).record.events if isinstance(e, Try)] == [
        strip(e) if e.verdict == "illegal" else e for e in record.events if isinstance(e, Try)
    ]


def test_nonsense_ends_soon() -> None:
    names = "{Game (" + " vs. " * 5000 + "}"
    for text in ("(\n" * 5000, "1. ?xd5\n" * 3000, names, "Illegal move (" * 3000, "e2e4\n" * 3000):
        assert ICC.read(Chunk(text)).record.events


LOG = (
    "White's move.\n1. ?\nBlack's move.\n1. .. d5\n"
    "White's move, 1 pawn try.\n2. ?xd5\nPawn at d5 captured, Black's move.\n"
)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("2. .. Qd\nPawn at d5 captured, White's move.\n", [("KN101", 8, 7, "this is not a move: 'Qd'")]),
        (
            "2. .. Qxd5\nPawn at j5 captured, White's move.\n",
            [("KN101", 9, 1, "this is not a line of an ICC log: 'Pawn at j5 captured'")],
        ),
        (
            "2. .. Qxd5\nPawn at d5 captured, White's mvoe.\n",
            [("KN101", 9, 22, 'this is not a line of an ICC log: "White\'s mvoe"')],
        ),
        ("Illegal move (d8d9).\n2. .. Qxd5\nPawn at d5 captured.\n", [("KN101", 8, 15, "this is not a move: 'd8d9'")]),
        ("Any?\nNo.\n2. .. Nf6\nWhite's move.\n", [("KN101", 8, 1, "an ICC log has no questions: 'Any?'")]),
        (
            "Blak's move.\n2. .. Nf6\nWhite's move.\n",
            [("KN101", 8, 1, 'this is not a line of an ICC log: "Blak\'s move."')],
        ),
        (
            "2. .. Nf6\nBlack's move.\n3. ?\nBlack's move.\n",
            [("KN401", 9, 1, "the log says “Black's move”, but White's move 3 follows")],
        ),
        (
            "2. .. Qd5\nPawn at d5 captured, White's move.\n",
            [("KN205", 8, 7, "Qd5 is not marked as a capture, but one is announced on d5")],
        ),
        ("White's move.\n", [("KN401", 8, 1, "it is White's move, but Black's move 2 is missing")]),
        (
            "2. .. Nf6\n{Game 1 (A vs. B) B resigsn} 1-0\n",
            [("KN109", 9, 21, "unknown ending: resigsn (did you mean resigns?)")],
        ),
        (
            "2. .. Nf6\n{Game 1 (A vs. B) B resigns} 1-0\n{Game 1 (A vs. B) B resigns} 0-1\n",
            [
                ("KN403", 10, 1, "the log has two results, 1-0 and 0-1"),
                ("KN402", 10, 1, "Black resigns, but the printed result is 0-1"),
            ],
        ),
        (
            "2. .. Qxd5#\nPawn at d5 captured, Rank check.\n{Game 1 (A vs. B) B checkmated} 1-0\n",
            [("KN402", 10, 1, "Black is announced as checkmated, but the mating move Qxd5# is Black's own")],
        ),
    ],
)
def test_one_slip_is_one_finding_under_its_own_word(lines: str, found: list[tuple[str, int, int, str]]) -> None:
    findings = faults(LOG + lines)
    assert [(one.code, one.line, one.column, one.message) for one in findings] == found


def test_an_unreadable_move_keeps_its_ply() -> None:
    moves = events(LOG + "2. .. Qd\nPawn at d5 captured, White's move.\n3. ?\n", Move)
    assert [(one.side, one.turn, one.text) for one in moves][-2:] == [("black", 2, "Qd"), ("white", 3, None)]


def test_a_move_that_the_player_cannot_know_does_not_turn_the_board() -> None:
    record, findings = read(LOG.replace("1. ?", "1. e4") + "2. .. Qxd5\nPawn at d5 captured, White's move.\n")
    assert record.view == "black"
    assert [(one.code, one.line, one.column) for one in findings] == [("KN101", 2, 4)]


def test_braces_never_closed_still_end_the_game() -> None:
    record, findings = read(LOG + "{Game 193 (Enforcer vs. Paoloc) Enforcer resigns 0-1\n")
    assert [one.code for one in findings] == ["KN110"]
    assert [(one.reason, one.side, one.result) for one in record.events if isinstance(one, End)] == [
        ("resignation", "white", "0-1")
    ]


@pytest.mark.parametrize(
    ("words", "kind", "fields"),
    [
        ("White's move", PawnTries, {"side": "white", "count": 0}),
        ("Pawn at d5 captured", Capture, {"square": "d5", "captured": "pawn"}),
        ("Piece at d5 captured", Capture, {"square": "d5", "captured": "piece"}),
        ("Rank check", Check, {"directions": ("rank",)}),
        ("File check", Check, {"directions": ("file",)}),
        ("Long-diagonal check", Check, {"directions": ("long",)}),
        ("Short-diagonal check", Check, {"directions": ("short",)}),
        ("Knight check", Check, {"directions": ("knight",)}),
        ("White's move, 2 pawn tries", PawnTries, {"count": 2}),
        ("Illegal move", Try, {"verdict": "illegal"}),
    ],
)
def test_the_announcements_of_appendix_d(words: str, kind: type[Event], fields: dict[str, Any]) -> None:
    told = events(f"1. e4\nBlack's move.\n1. .. ?\n{words}.\n", kind)[-1]
    assert {name: getattr(told, name) for name in fields} == fields


def test_the_moves_and_the_typed_words_of_appendix_d() -> None:
    moves = events("1. ?\n1. .. ?xf3\n", Move)
    assert [one.text for one in moves] == [None, None]
    assert [one.square for one in events("1. ?\n1. .. ?xf3\n", Capture)] == ["f3"]
    for typed in ("e2e4", "px", "e2-e4", "o-o", "f7g8=N"):
        assert [one.text for one in events(f"White's move.\n{typed}\nIllegal move ({typed}).\n", Try)] == [typed]


def test_a_log_that_lost_its_line_breaks_is_read_as_with_them() -> None:
    log = (
        "White's move.\n1. Nf3\nBlack's move.\n1. .. ?\nWhite's move.\nIllegal move (d1b3).\n2. Nd4\n"
        "Black's move.\n2. .. ?xd4\nPiece at d4 captured.\n{Game 91 (a vs. b) b forfeits on time} 1-0\n"
    )
    whole, joined = (notation("icc").read(Chunk(text)) for text in (log, log.replace("\n", " ")))
    assert joined.findings == whole.findings == []
    assert [type(one) for one in joined.record.events] == [type(one) for one in whole.record.events]
    assert [getattr(one, "text", None) for one in joined.record.events] == [
        getattr(one, "text", None) for one in whole.record.events
    ]
    assert detect(log.replace("\n", " ")) == "icc"


def test_a_joined_line_with_anything_else_in_it_is_no_log() -> None:
    read = notation("icc").read(Chunk("White's move. 1. Nf3 he played it slowly, Black's move. 1. .. ?\n"))
    assert {one.code for one in read.findings} == {"KN101"}


@pytest.mark.parametrize(
    ("line", "reason", "result"),
    [
        ("{Bob resigns} 1-0", "resignation", "1-0"),
        ("{White checkmated} 0-1", "checkmate", "0-1"),
        ("Black resigned.", "resignation", "1-0"),
        ("1-0", None, "1-0"),
    ],
)
def test_the_end_may_be_told_in_other_words_than_the_server_s(line: str, reason: str | None, result: str) -> None:
    record, findings = read(f"White's move.\n1. e4\nBlack's move.\n1. .. ?\nWhite's move.\n2. d4\n{line}\n")
    ends = [(one.reason, one.side) for one in record.events if isinstance(one, End)]
    assert (ends, record.result) == ([] if reason is None else [(reason, "black")], result)
    assert not findings


def test_words_that_mention_an_end_are_named() -> None:
    _, findings = read("White's move.\n1. e4\nBlack's move.\n1. .. ?\nWhite's move.\n2. d4\nBob resigns\n")
    assert [(one.code, one.line) for one in findings] == [("KN109", 7)]


@pytest.mark.parametrize(("at", "length"), [(4, 1), (7, 4), (10, 4), (10, 6)])
def test_lines_pasted_twice_are_read_once(at: int, length: int) -> None:
    lines = [
        "White's move.", "1. ?", "Black's move.", "1. .. e5", "White's move.", "2. ?", "Black's move.",
        "Illegal move (e5d4).", "2. .. Nf6", "White's move.", "3. ?", "Black's move.", "3. .. d6", "White's move.",
    ]  # fmt: skip
    [plain] = read_items(io.BytesIO("\n".join(lines).encode()))
    twice = [*lines[:at], *lines[at - length : at], *lines[at:]]
    [item] = read_items(io.BytesIO("\n".join(twice).encode()))
    assert item.notation.id == "icc"
    assert [unplaced(one) for one in item.record.events] == [unplaced(one) for one in plain.record.events]
    assert [one.code for one in item.findings] == ["KN406"]
