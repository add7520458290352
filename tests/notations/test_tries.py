"""Scores with their questions and tries, and one player's captions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reveal,
    Try,
)
from kriegnote.model.record import Record
from kriegnote.notations.detection import detect
from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk, Read
from kriegnote.text.umpire_messages import read_announcements, say
from kriegnote.text.writing import Style
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import assert_tiled

TRIES = notation("tries")
EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "tries"


def read(text: str) -> Read:
    (chunk,) = TRIES.chunks(text.splitlines(keepends=True))
    one = TRIES.read(chunk)
    assert_tiled(one.record, text)
    return one


def told(text: str) -> list[object]:
    """The events of a text in a few letters."""
    out: list[object] = []
    for event in read(text).record.events:
        if isinstance(event, Ask):
            out.append("ask")
        elif isinstance(event, Answer):
            out.append(event.any)
        elif isinstance(event, Try):
            out.append((event.text, event.verdict))
        elif isinstance(event, Move):
            out.append(event.text)
        elif isinstance(event, Comment):
            out.append(["comment", event.text])
    return out


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("1.e4 c6\n2.(a? N) ♖f3 (a? N) a5", ["e4", "c6", "ask", False, "♖f3", "ask", False, "a5"]),
        ("7.e5 (a? Y ab4?)h4", ["e5", "ask", True, ("ab4", "refused"), "h4"]),
        ("8.(a? N)exf6 (a? Y ab4?) ♖×f6", ["ask", False, "exf6", "ask", True, ("ab4", "refused"), "♖×f6"]),
        ("23.(a? N ) f4", ["ask", False, "f4"]),
        ("- 13.(a? N h4?) h3 (a? N) ♘d8", ["ask", False, ("h4", "refused"), "h3", "ask", False, "♘d8"]),
        ("33.(♚h2? ♚f2?) ♚g3 ♗h3+", [("♚h2", "refused"), ("♚f2", "refused"), "♚g3", "♗h3+"]),
        ("35.♜g5+ (♗h6? a? N) ♚g6", ["♜g5+", ("♗h6", "refused"), "ask", False, "♚g6"]),
        ("21.(a? Y gh4?) gxh4 (a? Y ba6) ♙×h4",
         ["ask", True, ("gh4", "refused"), "gxh4", "ask", True, ("ba6", None), "♙×h4"]),
        ("21. (a?Y gh4 ?)\ngxh4 ( A? y ba6 )\n♙×h4",
         ["ask", True, ("gh4", "refused"), "gxh4", "ask", True, ("ba6", None), "♙×h4"]),
        ("5.(any? No) d4 (a? Sì) g5", ["ask", False, "d4", "ask", True, "g5"]),
        ("5.(p? n) d4 (ce? s exf5?) g5", ["ask", False, "d4", "ask", True, ("exf5", "refused"), "g5"]),
        ("5.(a?) d4 (N) g5", ["ask", "d4", False, "g5"]),
        ("46.♗×f6+ ♚h7 (Il Bianco sa quasi tutto)", ["♗×f6+", "♚h7", ["comment", "(Il Bianco sa quasi tutto)"]]),
        ("9.(a? N, Bg8 illegal; Bf7 impossible) b3", ["ask", False, ("Bg8", "illegal"), ("Bf7", "impossible"), "b3"]),
        ("12.e4 d5 13.(a? Y exd5?)", ["e4", "d5", "ask", True, ("exd5", "refused")]),
        ("4.(a? {why} N) d4", ["ask", ["comment", "why"], False, "d4"]),
    ],
)  # fmt: skip
def test_questions_answers_and_tries_in_every_hand(text: str, events: list[object]) -> None:
    assert told(text) == events


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e6 2. e5(dxe3?) d5 3. exd6(exf6?) cxd6",
        "1. e4 e6 2. e5(dxe3) d5 3. exd6(exf6) cxd6",  # no black pawn can take there
        "1. e4 e6 2. e5 (dxe3?) d5 3. exd6 (any? yes; exf6?) cxd6",  # the board decides
        "1. e4 e6 2. e5 [any? no; dxe3 no] d5 [exf4 no] 3. exd6 cxd6",  # the page shows it
        "1. e4 e6 2. e5 (any? no; tries 2 dxe3 and 2 fxe3) d5 3. exd6 (tries 3. exf6) cxd6",  # tries with their turns
    ],
)
def test_brackets_may_stand_behind_the_moves_that_they_belong_to(text: str) -> None:
    events = read(text).record.events
    asked = [(e.side, e.turn, e.text if isinstance(e, Try) else None) for e in events if isinstance(e, (Ask, Try))]
    assert asked[0][:2] == ("white", 2) and ("white", 2, "dxe3") in asked
    assert isinstance(events[2], (Ask, Try)) and [e.text for e in events if isinstance(e, Move)][2] == "e5"


@pytest.mark.parametrize(
    "listed",
    ["tries 2. exd5, 2. exf5", "2 exd5 and 2 exf5 no", "tentati 2. exd5 e 2. exf5", "Versuche 2.exd5 und 2.exf5"],
)
def test_tries_may_have_the_number_of_their_turn(listed: str) -> None:
    events = read(f"1. e4 e5 2. ({listed}) Nf3 Nc6 3. Bc4 Nf6").record.events
    assert [(e.text, e.turn) for e in events if isinstance(e, Try)] == [("exd5", 2), ("exf5", 2)]
    assert not [e for e in events if type(e).__name__ == "Junk"]


@pytest.mark.parametrize("castles", ["000", "0-0-0", "00"])
def test_castling_is_no_number_of_a_turn(castles: str) -> None:
    events = read(f"1. d4 d5 2. (No: {castles}) Nf3 Nc6 3. Bf4 Nf6").record.events
    assert [e.text for e in events if isinstance(e, Try)] == [castles]


def test_a_slip_of_the_umpires_turns_no_page() -> None:
    events = read("1. d4 e6 2. Bf4 (a? N) g5 3. Bg3 (a? N) f5 4. e3 (a? N) f4 5. Nf3 (a? Y; Bd6?) fxg3").record.events
    assert {(e.side, type(e)) for e in events if isinstance(e, (Ask, Answer, Try))} == {
        ("black", Ask), ("black", Answer), ("black", Try),
    }  # fmt: skip


def test_an_answer_after_the_move_stands_by_its_question() -> None:
    answer = next(e for e in read("5.(a?) d4 (N) g5").record.events if isinstance(e, Answer))
    assert (answer.side, answer.turn) == ("white", 5)


def test_sides_and_turns_follow_the_numbers() -> None:
    events = read("7.e5 (a? Y ab4?)h4\n8.(a? N)exf6 1-0.").record.events
    assert [(e.side, e.turn) for e in events if not isinstance(e, Comment)] == [
        ("white", 7), ("black", 7), ("black", 7), ("black", 7), ("black", 7), ("white", 8), ("white", 8), ("white", 8),
    ]  # fmt: skip


def test_captions_are_one_players_record() -> None:
    record = read((EXAMPLES / "captions.txt").read_text(encoding="utf-8")).record
    assert record.view == "white" and record.rules == "icc"
    heard = [e for e in record.events if not isinstance(e, (Move, Comment))]
    assert [(e.side, e.turn) for e in heard if isinstance(e, PawnTries)] == [
        ("white", 8), ("black", 8), ("white", 19), ("white", 20), ("white", 27), ("black", 27),
    ]  # fmt: skip
    assert {e.count for e in heard if isinstance(e, PawnTries)} == {1}
    assert [(e.side, e.turn, e.square, e.captured) for e in heard if isinstance(e, Capture)] == [
        ("black", 8, "g4", "pawn"),
        ("white", 9, "g4", "pawn"),
        ("white", 11, "a5", "pawn"),
        ("black", 14, "a4", "pawn"),
        ("white", 15, "a4", "piece"),
        ("black", 15, "a4", "piece"),
        ("white", 16, "a4", "piece"),
        ("black", 16, "a4", "piece"),
        ("white", 19, "e5", "pawn"),
        ("black", 19, "e5", "pawn"),
        ("white", 20, "e5", "pawn"),
        ("black", 20, "e5", "pawn"),
        ("white", 21, "e5", "pawn"),
        ("white", 22, "e5", "piece"),
        ("white", 27, "f5", "piece"),
        ("white", 28, "f5", "pawn"),
    ]
    assert [(e.turn, e.directions) for e in heard if isinstance(e, Check)] == [
        (21, ("knight",)), (26, ("file",)), (29, ("file",)),
    ]  # fmt: skip
    assert [(e.turn, e.text, e.verdict) for e in heard if isinstance(e, Try)] == [
        (12, "ab5", "illegal"), (24, "♗h8", "illegal"),
    ]  # fmt: skip
    assert [(e.side, e.reason) for e in heard if isinstance(e, End)] == [("white", "checkmate")]
    hidden = [e.turn for e in record.events if isinstance(e, Move) and e.side == "black"]
    assert hidden == list(range(5, 29))
    assert all(e.text is None for e in record.events if isinstance(e, Move) and e.side == "black")


def test_scrambled_cells_of_a_page() -> None:
    text = (
        "<p>5.g4</p> \t<p>6.h4</p> \t<p>one pawn try 7.b4</p> \n<p>pawn capture in g4</p>\n"
        "<p>8.♙×g4</p> <p>pawn capture in g4</p> \t<p>ab5 illegal 9.♙d2</p>\n"
    )
    one = read(text)
    assert one.findings == [] and one.record.view == "white"
    assert [type(e).__name__ for e in one.record.events if e.side == "white"] == [  # type: ignore[union-attr]
        "Move", "Move", "PawnTries", "Move", "Move", "Capture", "Try", "Move",
    ]  # fmt: skip
    assert [(e.turn, e.square) for e in one.record.events if isinstance(e, Capture) and e.side == "black"] == [
        (7, "g4")
    ]


@pytest.mark.parametrize(
    ("printed", "column", "message"),
    [
        ("2.(a? N Nf3 (a? N) Nc6", 14, "this parenthesis is never closed"),
        ("2.(a? N) Nf3 (a? N Nc6", 25, "this parenthesis is never closed"),
        ("2.a? N) Nf3 (a? N) Nc6", 18, "this parenthesis was never opened"),
        ("2.(a? N)) Nf3 (a? N) Nc6", 20, "this parenthesis was never opened: ')'"),
        ("2.(a N) Nf3 (a? N) Nc6", 15, "a is read as a?"),
        ("2.(any N) Nf3 (a? N) Nc6", 15, "any is read as any?"),
        ("2.(a?? N) Nf3 (a? N) Nc6", 15, "a?? is read as a?"),
        ("2.(a? N lo so) Nf3 (a? N) Nc6", 20, "this is neither a question nor a try: 'lo so'"),
    ],
)
def test_a_slip_in_a_parenthesis_is_one_finding(printed: str, column: int, message: str) -> None:
    one = read(f"1.e4 c6    {printed} 3.(a? N) Bb5")
    assert [(f.column, f.message) for f in one.findings] == [(column, message)]
    heard = [type(event).__name__ for event in one.record.events if not isinstance(event, Move)]
    assert [kind for kind in heard if kind != "Junk"] == ["Ask", "Answer"] * 3
    assert [event.text for event in one.record.events if isinstance(event, Move)] == ["e4", "c6", "Nf3", "Nc6", "Bb5"]


def test_an_answer_that_is_none_is_told_as_one() -> None:
    one = read("1.(a? M) e4 c6")
    assert [(f.code, f.message) for f in one.findings] == [("KN101", "this answer is neither yes nor no: 'M'")]


@pytest.mark.parametrize(("letter", "yes"), [("Y", True), ("S", True), ("J", True), ("O", True), ("N", False)])
def test_an_answer_may_be_the_first_letter_of_its_word_in_each_language(letter: str, yes: bool) -> None:
    for printed in (f"(a? {letter})", f"(a? {letter.lower()})", f"(?) {letter}"):
        one = read(f"1.{printed} e4 c6")
        assert [event.any for event in one.record.events if isinstance(event, Answer)] == [yes], printed
        assert one.findings == []


def test_castling_does_not_begin_with_an_answer() -> None:
    one = read("1.(O-O? a? O O - O?) e4 (?) O-O-O")
    assert [event.any for event in one.record.events if isinstance(event, Answer)] == [True]
    assert [event.text for event in one.record.events if isinstance(event, Move)] == ["e4", "O-O-O"]


@pytest.mark.parametrize("joint", ["o", "y"])
def test_a_letter_that_joins_two_tries_is_no_answer(joint: str) -> None:
    one = read(f"1.(Nf3? {joint} Nc3?) e4 c6")
    assert [event.text for event in one.record.events if isinstance(event, Try)] == ["Nf3", "Nc3"]
    assert not any(isinstance(event, Answer) for event in one.record.events)


@pytest.mark.parametrize("words", ["[one pawn tri]", "[foo]"])
def test_words_that_the_umpire_has_not_are_named(words: str) -> None:
    one = read(f"1.{words} e4 d5")
    assert [(f.code, f.column) for f in one.findings] == [("KN109", 3)] and words in one.findings[0].message
    assert [event.text for event in one.record.events if isinstance(event, Move)] == ["e4", "d5"]


def test_a_bracket_that_is_never_closed() -> None:
    one = read("1.e4 d5 2.[one pawn try exd5 [pawn capture in d5] Qxd5")
    assert [(f.code, f.column) for f in one.findings] == [("KN101", 11)]
    assert [type(event).__name__ for event in one.record.events][2:] == ["Junk", "PawnTries", "Move", "Capture", "Move"]


def test_a_number_of_any_length_is_read() -> None:
    many = "1" * 5000
    one = read(f"{many}. e4 ({many} pawn tries) {many} pawn tries [{many} pawn tries] ({many}×Nf3? ={many})")
    assert [found.code for found in one.findings] == ["KN109", "KN106"]


EVENTS: list[AnyEvent] = [
    PawnTries(side="black", turn=1, count=0),
    PawnTries(side="black", turn=1, any=False, count=2, squares=("a6", "d4")),
    PawnTries(side="black", turn=1, squares=()),
    PawnTries(side="black", turn=1, any=True),
    Ask(side="black", turn=1, what="rebuffs"),
    Answer(side="black", turn=1, count=7),
    Answer(side="black", turn=1, any=False),
    Ask(side="black", turn=1, what="material"),
    Try(side="black", turn=1, move=None, text=None, verdict="refused", times=(16, 17)),
    Try(side="black", turn=1, move=None, text=None, verdict=None, times=None),
    Try(side="black", turn=1, move=None, text="Qh4", verdict=None, times=1),
    Try(side="black", turn=1, move=None, text=None, verdict="impossible", times=3),
    Try(side="black", turn=1, move=None, text="Qh4", verdict="illegal", times=2),
    Move(side="black", turn=1, move="e7e5", text=None, san="e5"),
    Nag(side="black", turn=1, code=5),
    Try(side="black", turn=1, move=None, text="Ba3", verdict="untested", times=1),
    Capture(side="black", turn=1, square="e5", captured="N", by="pawn", en_passant=False),
    Capture(side="black", turn=1, square=None),
    Check(side="black", turn=1, directions=("file", "knight")),
    Check(side="black", turn=1, directions=()),
    Promotion(side="black", turn=1),
    Comment(text="{a}\\ (a? N)\n1. e4", heard="black"),
    End(side="white", turn=1, reason="resignation", result=None),
]


@pytest.mark.parametrize("style", [Style(), Style("it", "it"), Style("it", "figurine")])
def test_every_kind_of_event_comes_back(style: Style) -> None:
    first = Move(side="white", turn=1, move="e2e4", text=None, san="e4")
    record = Record(events=(first, *EVENTS), result="0-1")
    text = TRIES.write(record, style)
    back = read(text).record
    keep = ("side", "turn", "any", "count", "squares", "what", "text", "verdict", "times", "code", "square", "captured",
            "by", "en_passant", "directions", "heard", "reason", "result")  # fmt: skip

    def facts(event: AnyEvent) -> list[object]:
        return [type(event), *(getattr(event, name, None) for name in keep if not isinstance(event, Move))]

    assert [facts(event) for event in back.events] == [facts(event) for event in record.events], text
    again = TRIES.write(adjudicate(back, announce=False).record, style)  # men in the letters that were asked for
    if style.pieces == "en":
        assert again == text
    assert TRIES.write(adjudicate(read(again).record, announce=False).record, style) == again


@given(st.text(max_size=60))
def test_what_the_umpire_did_not_say_is_not_heard(text: str) -> None:
    heard = read_announcements(text)
    assert heard is None or all(one.kind in (PawnTries, Capture, Check, Promotion, End) for one in heard)


def test_the_umpires_words() -> None:
    assert say(PawnTries(side="white", turn=1, count=1), side="white") == "one pawn try"
    assert say(Capture(side="white", turn=1, square="g4", captured="pawn"), side="white") == "pawn capture in g4"
    assert say(Check(side="white", turn=1, directions=("knight",)), "it", side="white") == "scacco di cavallo"
    assert read_announcements("one pawn try; shouting") is None


@given(st.text(alphabet=st.sampled_from("{}()[]*-.,;!?$#+x× \n1258acdeghKNRY♔♗…/<p>"), max_size=120))
def test_any_text_is_read_and_laid_out_in_spans(text: str) -> None:
    for chunk in TRIES.chunks(text.splitlines(keepends=True)):
        one = TRIES.read(chunk)
        assert_tiled(one.record, chunk.text)
        adjudicate(one.record)


def test_detection() -> None:
    for path in EXAMPLES.glob("*.txt"):
        assert detect(path.read_text(encoding="utf-8")) == "tries"


def test_blacks_captions_in_italian() -> None:
    record = read(
        "4... d5\nun tentativo di pedone 5... dxe4 cattura di pedone in e4\n"
        "cattura di pedone in e4\n6.-, ♘f6\nscacco in verticale\n7... ♗e7\n"
    ).record
    assert record.view == "black"
    heard = [
        (type(e).__name__, e.side, e.turn)
        for e in record.events
        if not isinstance(e, Comment) and (not isinstance(e, Move) or e.side == "white")
    ]
    assert heard == [
        ("Move", "white", 4),
        ("Move", "white", 5),
        ("PawnTries", "black", 5),
        ("Capture", "black", 5),
        ("Move", "white", 6),
        ("Capture", "white", 6),
        ("Move", "white", 7),
        ("Check", "white", 7),
    ]


def test_letters_of_two_languages_are_told_where_only_tries_have_them() -> None:
    assert read("1. (Cc3? Kc2? Dd4? Rxa4? Rd5?)\n").findings[0].code == "KN105"


@pytest.mark.parametrize("brackets", ["[]", "()", "{}"])
def test_what_the_umpire_says_may_stand_in_any_brackets(brackets: str) -> None:
    opening, closing = brackets
    text = f"1. e4 d5 2. {opening}one pawn try{closing} exd5 {opening}pawn captured on d5{closing} Qxd5"
    one = read(text)
    kinds = [type(event).__name__ for event in one.record.events]
    assert kinds == ["Move", "Move", "PawnTries", "Move", "Capture", "Move"] and one.findings == []


def test_a_comment_in_the_umpires_words_stays_one() -> None:
    record = Record(events=(Move(side="white", turn=1, move="e2e4", text=None, san="e4"), Comment(text="check")))
    written = TRIES.write(record)
    assert "{\\check}" in written
    assert [event.text for event in read(written).record.events if isinstance(event, Comment)] == ["check"]


def test_a_bracket_shows_men_under_rules_by_which_a_move_shows_men() -> None:
    score = "1. Nd3 (♘c5), Nde4 (♖f2, c3)\n2. Nf4 (-), Nd3\n"
    read = notation("tries").read
    shown = [one.seen for one in read(Chunk(f'[Rules "mafeking"]\n\n{score}')).record.events if isinstance(one, Reveal)]
    assert shown == [{"c5": "N"}, {"f2": "R", "c3": "P"}, {}]
    assert not any(isinstance(one, Reveal) for one in read(Chunk(score)).record.events)


def test_a_misprinted_number_may_stand_before_a_bracket_and_before_a_sign() -> None:
    score = "9. e4 e5 l0. (exd5? ¦h2?) £f3 (p? n) ¦c8 ll. £c3 d6 l2. (p? s dxc6?) d4 c6"
    events = read(score).record.events
    assert [one.text for one in events if isinstance(one, Try)] == ["exd5", "¦h2", "dxc6"]
    moves = [(one.turn, one.text) for one in events if isinstance(one, Move)]
    assert moves[2:] == [(10, "£f3"), (10, "¦c8"), (11, "£c3"), (11, "d6"), (12, "d4"), (12, "c6")]


@pytest.mark.parametrize(
    ("listed", "verdicts"),
    [
        ("(exd5, exf5: illegal)", ["illegal", "illegal"]),
        ("(exd5: illegal, exf5: impossible)", ["illegal", "impossible"]),
        ("(exd5, exf5: both illegal)", ["illegal", "illegal"]),
        ("(exd5, exf5; entrambe impossibili)", ["impossible", "impossible"]),
        ("(exd5, exf5: no)", ["refused", "refused"]),
    ],
)
def test_a_verdict_behind_a_colon_is_that_of_the_whole_list(listed: str, verdicts: list[str]) -> None:
    row = notation("tries")
    record = row.read(next(row.chunks(iter([f"1. {listed} e4 e5 2. d4 Nc6"])))).record
    assert [event.verdict for event in record.events if isinstance(event, Try)] == verdicts


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("(anything? no)", False), ("(Anything ? N)", False), ("(etwas? nein)", False),
        ("(are there any? Y)", True), ("(algo? no)", False), ("(iets? nee)", False),
    ],
)  # fmt: skip
def test_a_numbered_turn_without_a_stop_begins_with_brackets(said: str, told: bool) -> None:
    game = read(f"1 e4 e5\n2 {said} (exd5 no) Nf3 Nc6\n3 {said} Bb5 a6")
    moves = [one.text for one in game.record.events if isinstance(one, Move)]
    assert moves == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    answers = [(one.side, one.turn, one.any) for one in game.record.events if isinstance(one, Answer)]
    assert answers == [("white", 2, told), ("white", 3, told)]
    assert [type(one).__name__ for one in game.record.events].count("Ask") == 2


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("1. ... c5\n2. ... Nc6\n3. ... x on c5 b6\n4. ... bc5 x on c5\n5. ... (check) Kd8\n",
         [("white", 3, "c5"), ("black", 4, "c5"), ("white", 5, None)]),
        ("1. - c5\n2. - Nc6\n3. - [capture in c5] b6\n4. - bxc5 [capture in c5]\n5. - Nf6\n",
         [("white", 3, "c5"), ("black", 4, "c5")]),
        ("1. e4 ...\n2. Nc3 ... x on e4\n3. Ne4 (capture e4) ... (check)\n4. Ke2 ...\n",
         [("black", 2, "e4"), ("white", 3, "e4"), ("black", 3, None)]),
        ("1. e4 ..\n2. Nc3 .. X in e4\n3. Ne4 (capture e4) …\n4. Ke2 ..\n", [("black", 2, "e4"), ("white", 3, "e4")]),
    ],
)  # fmt: skip
def test_signs_for_hidden_moves_show_whose_an_announcement_is(text: str, heard: list[object]) -> None:
    record = read(text).record
    assert record.view == ("black" if "c5" in text else "white")
    assert [
        (one.side, one.turn, getattr(one, "square", None)) for one in record.events if isinstance(one, Capture | Check)
    ] == heard


def test_the_reply_to_the_last_move_is_shown_by_its_sign() -> None:
    moves = [one.side for one in read("1. e4 ...\n2. Nc3 ...\n3. Bc4 ...\n").record.events if isinstance(one, Move)]
    assert moves == ["white", "black"] * 3
