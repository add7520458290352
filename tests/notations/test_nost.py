"""NOST's notation: lists of tries in order of preference, and the umpire's letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent, Capture, Check, Comment, Junk, Move, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.notations.detection import detect
from kriegnote.notations.nost.wording import played
from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk
from kriegnote.text.writing import Style
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "nost" / "game-5.txt"
ROW = notation("nost")


def read(text: str) -> tuple[Record, list[Finding]]:
    chunks = list(ROW.chunks(iter(text.splitlines(keepends=True))))
    assert len(chunks) == 1
    record, findings = ROW.read(chunks[0])
    spans = sorted(event.span for event in record.events if event.span)
    assert "".join(text[start:end] for start, end in spans) == text
    return record, findings


def line(event: AnyEvent) -> str:
    """One event in short: ``4w exf5``, ``4w -dxc5`` refused, ``4w =Be3`` never tried."""
    if isinstance(event, Comment):
        return f"{{{event.text}}}"
    where = f"{event.turn}{(event.side or '?')[0]} "
    if isinstance(event, Try):
        mark = {"refused": "-", "untested": "=", None: "~"}[event.verdict]
        return where + mark + (event.text or f"{event.times} hidden")
    if isinstance(event, Move):
        return where + (event.text or "moved")
    if isinstance(event, Check):
        return where + "check " + " ".join(event.directions)
    if isinstance(event, Capture):
        return where + f"capture {event.square}"
    if isinstance(event, PawnTries):
        return where + f"pawns {event.any}"
    return where + type(event).__name__


def told(text: str) -> list[str]:
    return [line(event) for event in read(text)[0].events]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("4. exf5 (dxc5,exd5,exf5,Be3)\n", ["4w -dxc5", "4w -exd5", "4w exf5", "4w =Be3"]),
        ("8. -, h5 (axb6;cx d5;h5)\n", ["8b -axb6", "8b -cxd5", "8b h5"]),
        ("**12. ♗xh5** (♗h5,♗g4,♘f3)\n", ["12w ♗xh5", "12w =♗g4", "12w =♘f3"]),
        ("7. Nd1, Qc7 (axb6;Qc7) 8. Bd2 (Bd2)\n", ["7w Nd1", "7b -axb6", "7b Qc7", "8w Bd2"]),
        ("17. ♖h1 ( ♖h1, ♖g1)\n", ["17w ♖h1", "17w =♖g1"]),
        ("18. ♖×h6 (♖h8, ♖h7, ♖h6, ..., ♖h2)\n", ["18w -♖h8", "18w -♖h7", "18w ♖×h6", "{...}", "18w =♖h2"]),
        ("33. ♖a3 (♜b3, ♜a3, ♜c3)\n", ["33w -♜b3", "33w ♖a3", "33w =♜c3"]),
        ("20. -, ♗f7 (♔e7; ♘f7; ♗h7)\n", ["20b -♔e7", "20b ♗f7", "20b =♗h7"]),
        ("37. -, h1♜ (h1♜; ♜c6)\n", ["37b h1♜", "37b =♜c6"]),
        ("15. OOO (OOO,Nf3)\n", ["15w OOO", "15w =Nf3"]),
        ("15... 0-0 (Rh6; O-O)\n", ["15b -Rh6", "15b 0-0"]),
        ("21. gxh4 (gxh4, gxh4!, b3)\n", ["21w -gxh4", "21w gxh4", "21w =b3"]),
        ("5. (Ab5, Cf3)\n", ["5w -Ab5", "5w -Cf3"]),
        ("5.- e6 (gxh6; e6)\n", ["5b -gxh6", "5b e6"]),
        ("5. ... E6 (e6; nF6)\n", ["5b E6", "5b =nF6"]),
        ("5. exd6 e.p. (gxh6, exd6)\n", ["5w -gxh6", "5w exd6e.p."]),
        ("5. e4 (2*d5, n*Nf3, e4)\n", ["5w -d5", "5w -Nf3", "5w e4"]),
    ],
)
def test_what_stands_before_the_move_was_refused_and_after_it_never_tried(text: str, due: list[str]) -> None:
    assert told(text) == due
    assert read(text)[1] == []


def test_several_lists_are_for_several_turns() -> None:
    text = "12. Kb1 (Kb1, Kb2) (Rd4, Kc2, Rh1)\n12. -, a5\n13. Kc2\n13. -, a4\n"
    assert told(text) == ["12w Kb1", "12w =Kb2", "12b a5", "13w -Rd4", "13w Kc2", "13w =Rh1", "13b a4"]


def test_a_move_missing_from_its_own_list_is_found() -> None:
    record, findings = read("17. Rh1 (Rg1, Nf3)\n")
    assert [(one.code, one.line, one.column) for one in findings] == [("KN315", 1, 5)]
    assert [line(event) for event in record.events] == ["17w -Rg1", "17w -Nf3", "17w Rh1"]


def test_the_umpires_words_as_sentences_or_in_brackets() -> None:
    text = (
        "27. Bg7+\nThe umpire wrongly announces a check on short diagonal.\n"
        "27. -, Kxg7 [capture in g7; White: pawn captures possible]\n"
    )
    assert told(text) == ["27w Bg7+", "27w check short", "27b Kxg7", "27b capture g7", "28w pawns True"]
    assert told("27. ♗g7+\n\nL'arbitro annuncia erroneamente uno scacco sulla diagonale corta.\n\n27. -, ♔g5\n") == [
        "27w ♗g7+", "27w check short", "27b ♔g5",
    ]  # fmt: skip


def test_prose_is_a_comment_and_a_finding_only_when_it_reports() -> None:
    plain = "1. d4, f5\nBlack avoids the stalemate that Ra5 would have been.\n2. c4, e6\n"
    record, findings = read(plain)
    assert findings == []
    assert [event.text for event in record.events if isinstance(event, Comment)] == [
        "Black avoids the stalemate that Ra5 would have been."
    ]
    _, findings = read("1. d4, f5\nThe umpire murmurs something of a capture near e6.\n2. c4, e6\n")
    assert [one.code for one in findings] == ["KN109"]


@pytest.mark.parametrize(
    ("entries", "move", "where"),
    [
        (["dxc5", "exd5", "exf5"], "exf5", 2),
        (["Rh8", "Rh6"], "R×h6+", 1),
        (["Nd2", "Nbd2"], "Nbd2", 1),
        (["♜b3", "♜a3"], "♖a3", 1),
        (["♕e7", "♘f7"], "♗f7", 1),
        (["Bb5", "b5"], "b5", 1),
        (["♗b5", "b5"], "b5", 1),
        (["Nf3", "Ne2"], "Bf3", None),
    ],
)
def test_which_entry_is_the_move_played(entries: list[str], move: str, where: int | None) -> None:
    assert played(entries, move, "en") == where


def test_game_5_is_detected_and_has_one_fault() -> None:
    text = EXAMPLE.read_text("utf-8")
    assert detect(text) == "nost"
    record, findings = read(text)
    assert findings == []
    told_ = adjudicate(record)
    assert [(one.code, one.line) for one in told_.findings] == [("KN342", 37)]
    moves = [event for event in told_.record.events if isinstance(event, Move)]
    assert (len(moves), moves[-1].san) == (80, "Rh2#")
    tries = [event.verdict for event in record.events if isinstance(event, Try)]
    assert (tries.count("refused"), tries.count("untested"), tries.count(None)) == (57, 166, 0)


SCANNED = """**Partita 5** *Keller-Mallett, 1996 (corrispondenza, regole NOST).*

**1. d4, f5 2. ♖c3, ♗f6 3. e4, c6**

**4. exf5** (dxc5,exd5,exf5,♙e3)

**4. -, e6 5. ♖h5+** (fxg6,♗h5,♙g5,fxe6,dxc5)

**5. -, ♗xh5 6. g4** (g4,♙e2)

**6. -, ♗f6** (axb6;bxa6;cxb5;gxh6;hxg6;cx d5;♗f6)
"""


def test_scanned_figurines_are_the_only_findings() -> None:
    assert detect(SCANNED) == "nost"
    record, findings = read(SCANNED)
    assert findings == []
    assert (record.rules, record.header("White"), record.result) == ("nost", "Keller", None)
    found = [one.code for one in adjudicate(record).findings]
    assert set(found) <= {"KN202", "KN210"}
    assert "4w -dxc5" in [line(event) for event in record.events]


WHITE = """To White, before move 2:
1. d4
1. -, Black has moved.

To White, before move 3:
2. Nc3
2. -, Black has moved.

To White, before move 4:
3. e4. Black: pawn captures possible.
3. -, Black has moved. White: pawn captures possible.

To White, before move 5:
4. exf5 (dxc5, exd5, exf5, Be3). Capture in f5.
4. -, Black has moved. White: pawn captures possible.

To White, before move 6:
5. Qh5+ (fxg6, Qh5, Bg5, fxe6, dxc5). Check on short diagonal.
5. -, Black has moved. Capture in h5. White: pawn captures possible.

To White, before move 7:
6. g4 (g4, Be2). Black: pawn captures possible.
6. -, Black has moved after 6 illegal tries. White: pawn captures possible.

To White, before move 8:
7. Nd1. Black: pawn captures possible.
7. -, Black has moved after 6 illegal tries. White: pawn captures possible.

To White, before move 9:
8. Bd2 (gxh5, Bd2). Black: pawn captures possible.
8. -, Black has moved after 6 illegal tries. White: pawn captures possible.

To White, before move 10:
9. fxe6 (fxe6, fxg6, dxc5, dxe5, gxh5, Ne3). Capture in e6. Black: pawn captures possible.
9. -, Black has moved. Capture in e6. White: pawn captures possible.

To White, before move 11:
10. gxh5 (dxc5, dxe5, gxf5, gxh5, hxg3, Ne3). Capture in h5.
10. -, Black has moved. Capture in h5.
"""
BLACK = """To Black, before move 1:
1. White has moved.

To Black, before move 2:
1. -, f5
2. White has moved.

To Black, before move 3:
2. -, Nf6
3. White has moved. Black: pawn captures possible.

To Black, before move 4:
3. -, c6. White: pawn captures possible.
4. White has moved after 2 illegal tries. Capture in f5.

To Black, before move 5:
4. -, e6. White: pawn captures possible.
5. White has moved after 1 illegal try. Check on short diagonal.

To Black, before move 6:
5. -, Nxh5. Capture in h5. White: pawn captures possible.
6. White has moved. Black: pawn captures possible.

To Black, before move 7:
6. -, Nf6 (axb6; bxa6; cxb5; gxh6; hxg6; cxd5; Nf6). White: pawn captures possible.
7. White has moved. Black: pawn captures possible.

To Black, before move 8:
7. -, Qc7 (axb6; bxa6; cxb5; gxh6; hxg6; cxd5; Qc7). White: pawn captures possible.
8. White has moved after 1 illegal try. Black: pawn captures possible.

To Black, before move 9:
8. -, h5 (axb6; bxa6; cxb5; gxh6; hxg6; cxd5; h5). White: pawn captures possible.
9. White has moved. Capture in e6. Black: pawn captures possible.

To Black, before move 10:
9. -, dxe6. Capture in e6. White: pawn captures possible.
10. White has moved after 3 illegal tries. Capture in h5.
"""


@pytest.mark.parametrize(("listener", "letters"), [("white", WHITE), ("black", BLACK)])
def test_the_letters_of_the_first_ten_moves(listener: str, letters: str) -> None:
    record = adjudicate(read(EXAMPLE.read_text("utf-8"))[0]).record
    heard = view(record, listener)  # type: ignore[arg-type]
    text = ROW.write(heard)
    assert letters in text
    back, findings = read(text)
    assert findings == []
    assert back.view == listener
    assert ROW.write(adjudicate(back, announce=False).record) == text


def test_letters_in_italian_read_back_too() -> None:
    record = view(adjudicate(read(EXAMPLE.read_text("utf-8"))[0]).record, "black")
    text = ROW.write(record, Style("it", "it"))
    assert "Al Nero, prima della mossa 4:\n3. -, c6. " in text
    assert "Il Bianco ha mosso dopo 2 tentativi illegali. Cattura in f5." in text
    back, findings = read(text)
    assert findings == []
    assert [line(event) for event in back.events][:9] == [
        "1w moved", "1b f5", "2w moved", "2b Cf6", "3w moved", "3b pawns True", "3b c6", "4w pawns True",
        "4w -2 hidden",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1. d4, f5\n2. %%& c4, e6\n3. Nc3, Nf6\n", "KN101"),
        ("1. d4, f5\n2. c4 (c4, Nf3\n3. Nc3, Nf6\n", "KN101"),
        ("1. d4, f5)\n2. c4, e6\n3. Nc3, Nf6\n", "KN101"),
        ("1. d4 (d4, @@, e4), f5\n2. c4, e6\n3. Nc3, Nf6\n", "KN101"),
    ],
)
def test_one_bad_turn_never_hides_the_next(text: str, code: str) -> None:
    record, findings = read(text)
    assert [one.code for one in findings] == [code]
    assert [event.text for event in record.events if isinstance(event, Move)][-2:] == ["Nc3", "Nf6"]
    assert any(isinstance(event, Junk) for event in record.events)


def test_a_comment_never_closed_ends_with_its_game() -> None:
    text = '[White "A"]\n\n1. d4 {never\nclosed\n[White "B"]\n\n1. e4, e5\n'
    chunks = list(ROW.chunks(iter(text.splitlines(keepends=True))))
    assert [chunk.line for chunk in chunks] == [1, 5]
    assert [one.code for one in ROW.read(chunks[0]).findings] == ["KN102"]
    assert ROW.read(Chunk(chunks[1].text)).findings == []


def test_tries_without_a_move_yet() -> None:
    assert told("1. e4, e5\n2. (Qh5, Nf3)\n") == ["1w e4", "1b e5", "2w -Qh5", "2w -Nf3"]
    assert told('[View "black"]\n\n1. White has moved.\n1. -, e5\n2. 16 or 17 illegal tries.\n') == [
        "1w moved", "1b e5", "2w -(16, 17) hidden",
    ]  # fmt: skip


def test_many_games_in_one_file_with_and_without_moves() -> None:
    records = [
        Record(headers=(("Event", "none"),), result="*"),
        adjudicate(Record(headers=(("Event", "one"),), events=(), result="1-0")).record,
        read(EXAMPLE.read_text("utf-8"))[0],
    ]
    text = "\n".join(ROW.write(record) for record in records)
    back = [ROW.read(chunk).record for chunk in ROW.chunks(iter(text.splitlines(keepends=True)))]
    assert [(record.headers[0][1], record.result) for record in back] == [
        ("none", "*"), ("one", "1-0"), ("Correspondence, NOST rules", "0-1"),
    ]  # fmt: skip


def test_a_misprinted_pawns_move_and_its_list_are_read() -> None:
    record, findings = read("1. d4, hS (axb6; cxbS; h5; g6)\n2. hs (bS; cS), Nc6 (see Fig2)\n")
    assert [one.message for one in findings if one.code == "KN101"][:2] == [
        "this is not a move: 'hS'", "this is not a move: 'cxbS'",
    ]  # fmt: skip
    assert [(e.turn, e.text) for e in record.events if isinstance(e, Move)] == [
        (1, "d4"), (1, "hS"), (2, "hs"), (2, "Nc6"),
    ]  # fmt: skip
    assert [(e.text, e.verdict) for e in record.events if isinstance(e, Try)] == [
        ("axb6", "refused"), ("cxbS", "refused"), ("g6", "untested"), ("bS", "refused"), ("cS", "refused"),
    ]  # fmt: skip


def test_an_unreadable_move_keeps_its_ply() -> None:
    record, findings = read("1. e4, e5\n2. BbS, Nc6\n3. Foo, a6\n4. a3 (bxS, a3), ♗4\n")
    told = [(event.turn, event.side, event.text) for event in record.events if isinstance(event, Move)]
    assert told[2:] == [
        (2, "white", "BbS"), (2, "black", "Nc6"), (3, "white", "Foo"), (3, "black", "a6"), (4, "white", "a3"),
        (4, "black", "♗4"),
    ]  # fmt: skip
    assert [(one.code, one.line, one.column) for one in findings] == [
        ("KN101", 2, 4), ("KN101", 3, 4), ("KN101", 4, 8), ("KN101", 4, 18),
    ]  # fmt: skip


def test_a_list_without_its_first_bracket_is_a_list() -> None:
    record, findings = read("1. d4, f5\n2. exf5 dxc5,exd5,exf5,Be3)\n2. -, e6\n")
    assert [(one.code, one.column) for one in findings] == [("KN101", 27)]
    assert [event.text for event in record.events if isinstance(event, Move)] == ["d4", "f5", "exf5", "e6"]


def test_a_wrong_number_and_a_misspelt_announcement_are_told_where_they_stand() -> None:
    _, findings = read("1. e4, e5 [chekc on rank]\n1. Nf3, Nc6\n3. Bb5, a6\n")
    assert [(one.code, one.line, one.column) for one in findings] == [("KN109", 1, 12), ("KN401", 2, 1)]
