"""What prose says of a turn that it names belongs to that turn, or nowhere; corrections of the writer are no tries."""

from __future__ import annotations

import pytest

import kriegnote
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, Comment, Move, Try
from kriegnote.model.record import Record

SCORE = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 c6 5. Nf3 Qc7 6. O-O Bg4 7. d4 Nd7 8. d5 cxd5 9. Nxd5 Qd6 10. Bf4 1-0"


def record(text: str) -> Record:
    (game,) = kriegnote.read(text)
    return game.record


def said(event: AnyEvent) -> str | None:
    match event:
        case Capture():
            return f"{event.side} {event.turn} capture {event.square}"
        case Check():
            return f"{event.side} {event.turn} check {' '.join(event.directions)}"
        case Ask():
            return f"{event.side} {event.turn} asks"
        case Answer():
            return "yes" if event.any else "no"
        case Try():
            return f"{event.side} {event.turn} tries {event.text}"
    return None


def reported(text: str) -> list[str]:
    return [words for one in record(text).events if (words := said(one)) is not None]


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("At move 3 the umpire announced “check on the file”.", ["black 3 check file"]),
        ("Au 3e coup, l'arbitre annonça « échec sur la colonne ».", ["black 3 check file"]),
        ("Im dritten Zug sagte der Schiedsrichter „Schach auf der Linie“.", ["black 3 check file"]),
        ("En la jugada 3 el árbitro anunció «jaque en la columna».", ["black 3 check file"]),
        ("L'arbitro disse «cattura in d5» all'ottava.", ["black 8 capture d5"]),
        ("On his second move White asked “any?” and was told “Yes”.", ["white 2 asks", "yes"]),
        ("Black asked “Any?” at move eight: “Yes”.", ["black 8 asks", "yes"]),
        ("White tried Bb5 at move 4 in vain.", ["white 4 tries Bb5"]),
        ("At move 8 “capture at d5” was announced; at move 3 “check on the file”.",
         ["black 3 check file", "black 8 capture d5"]),
        ("At move 3 White asked “Any?” and was told “Yes”.[1]\n\n[1] Recte: at move 2.", ["white 2 asks", "yes"]),
        ("At move 7 the umpire announced “check on the file”.", []),
        ("On his twenty-third move the umpire announced “check on the file”.", []),
        ("There was a capture on d5 announced.", []),
    ],
)  # fmt: skip
def test_a_fact_belongs_to_the_turn_that_is_named(prose: str, expected: list[str]) -> None:
    assert reported(f"Game 1. Ashby - Brand, Leeds 1931\n\n{SCORE}\n\n{prose}\n") == expected


def test_it_is_said_what_fits_nowhere() -> None:
    (game,) = kriegnote.read(
        f"Game 1. Ashby - Brand, Leeds 1931\n\n{SCORE}\n\nAt move 7 the umpire announced “check on the file”.\n"
    )
    assert any(one.code == "KN109" and "fits no move" in one.message for one in game.findings)


@pytest.mark.parametrize("struck", ["~~d4~~", "<s>d4</s>"])
def test_what_could_be_played_was_struck_out_by_the_writer(struck: str) -> None:
    events = record(f"1. e4 e5 2. {struck} f4 exf4 3. Nf3 g5 1-0").events
    assert not any(isinstance(one, Try) for one in events)
    assert any(isinstance(one, Comment) and "d4" in one.text for one in events)


def test_what_could_not_was_refused() -> None:
    assert reported("1. e4 e5 2. ~~Bxf7~~ f4 exf4 3. Nf3 g5 1-0") == ["white 2 tries Bxf7"]


@pytest.mark.parametrize("remark", ["(recte Bb5)", "[recte: Bb5]", "(should be Bb5)"])
def test_the_right_move_is_made(remark: str) -> None:
    events = record(f"1. e4 e5 2. Nf3 Nc6 3. Bb6 {remark} a6 4. Ba4 Nf6 1-0").events
    assert [one.text for one in events if isinstance(one, Move)][4:6] == ["Bb5", "a6"]


def test_a_sign_with_a_suffix_is_a_sign_of_its_own() -> None:
    legend = "“Q” = asked any, told no; “Q!” = asked any, told to try."
    text = f"{legend}\n\n1. e4 (Q) d5 2. (Q!) exd5 Qxd5 3. (Q) Nc3 Qa5 1-0"
    assert reported(text) == ["black 1 asks", "no", "white 2 asks", "yes", "white 3 asks", "no"]


def test_a_sign_that_nobody_explains_does_not_vanish() -> None:
    (game,) = kriegnote.read("1. e4 d5 2. (A!) exd5 Qxd5 3. (A) Nc3 Qa5 1-0")
    assert [one.text for one in game.record.events if isinstance(one, Comment)] == ["(A!)", "(A)"]
    assert sum(one.code == "KN109" for one in game.findings) == 2


def test_a_pawn_becomes_the_man_that_is_named() -> None:
    text = "White: Nc3. Black: f5. White: Nh3. Black: Nh6. White: d3. Black: d5. White: Bd2. Black: Be6.\n"
    text += "White: Bg5. Black: Na6. White: g4. Black: fxg4. White: Bg2. Black: gxh3.\n"
    text += "White: castles. Black: hxg2. White: b3. Black: gxf1, a rook, check. White: Qxf1. Black resigns.\n"
    moves = [one for one in record(text).events if isinstance(one, Move)]
    assert moves[-2].parts is not None
    assert moves[-2].parts.promotion == "R"
