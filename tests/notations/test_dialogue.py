"""Dialogues: game 4, the listen-in problem, asides, what sentences mean, and what never may happen on any text."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
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
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    type_name,
)
from kriegnote.model.record import Record, normal
from kriegnote.notations.detection import detect
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.notations.dialogue.writer import write
from kriegnote.notations.loss import project, strip
from kriegnote.notations.registry import notation
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.text.source import Chunk, Read
from kriegnote.text.writing import Style
from kriegnote.umpire.adjudication import adjudicate
from tests.support.timing import at_most

ROOT = Path(__file__).parent.parent.parent
GAME_4 = (ROOT / "examples/dialogue/game-4.txt").read_text("utf-8")
SCANNED = (ROOT / "tests/data/dialogue/game-4-scanned.txt").read_text("utf-8")
LISTEN_IN = (ROOT / "examples/dialogue/listen-in.txt").read_text("utf-8")
SAN_4 = re.findall(
    r"\S+",
    "e4 a5 a4 h5 Bc4 Ra6 d3 Rah6 Nh3 e6 f4 b6 Ng5 Bb7 b3 d6 Bb2 Nd7 O-O h4 Nxf7 Kxf7 f5 h3 fxe6+ Ke7 exd7 hxg2 Kxg2 "
    "Rxh2+ Kg3 R8h3+ Kg4 Nh6+ Kg5 Kxd7+ Kg6 Nf5 Rxf5 Rh6+ Kf7 Qe7+ Kg8 Rh8#",
)


def read(text: str) -> Read:
    told = dialogue.read(Chunk(text))
    spans = sorted(event.span for event in told.record.events if event.span)
    if told.record.events:
        assert "".join(text[start:end] for start, end in spans) == text
    return told


def said(text: str) -> list[str]:
    """The events of a text after 1. e4 e5, in short: type, side, turn and what is said."""
    record = read(text).record
    return [short(event) for event in record.events if not (isinstance(event, Move) and event.turn == 1)]


def short(event: AnyEvent) -> str:
    words: list[Any] = [type_name(event)]
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("source", "line", "column", "span", "parts", "san", "heard", "move") or value is None:
            continue
        words.append(",".join(value) if isinstance(value, tuple) and value and isinstance(value[0], str) else value)
    return " ".join(str(word) for word in words)


# -- game 4 ------------------------------------------------------------------------------------------------------------


def test_game_4_is_read_move_for_move_and_nothing_is_found() -> None:
    told = read(GAME_4)
    assert told.findings == []
    judged = adjudicate(told.record)
    assert judged.findings == []
    assert [event.san for event in judged.record.events if isinstance(event, Move)] == SAN_4


def test_every_question_try_and_announcement_of_game_4_is_an_event() -> None:
    record = adjudicate(read(GAME_4).record, announce=False).record
    asked = [event for event in record.events if isinstance(event, Ask)]
    answers = [event.any for event in record.events if isinstance(event, Answer)]
    assert len(asked) == len(answers) == GAME_4.count("chiede") == 21 and not any(answers)
    tries = [(e.turn, e.side, e.san, e.verdict) for e in record.events if isinstance(e, Try)]
    assert tries == [
        (8, "white", "Bg8", "illegal"), (8, "white", "Bf7", "illegal"),
        (8, "black", "Bh1", "illegal"), (8, "black", "Bg2", "illegal"),
        (10, "white", "Bg8", "refused"), (10, "white", "Bf7", "refused"), (10, "white", "Bh8", "refused"),
        (12, "white", "Bf7", "refused"), (12, "white", "Bh8", "refused"),
        (13, "white", "exd5", "refused"), (13, "white", "fxg6", "refused"),
        (13, "black", "Ke6", "refused"), (13, "black", "Kf6", "impossible"),
        (15, "black", "Bg2", "refused"), (15, "black", "Ke8", "refused"), (15, "black", "Kf7", "refused"),
        (15, "black", "Kf6", "refused"), (15, "black", "Ke6", "refused"),
        (16, "white", "Kh2", "refused"),
    ]  # fmt: skip
    checks = [(e.turn, e.side, e.directions) for e in record.events if isinstance(e, Check)]
    assert checks == [
        (13, "white", ("file", "long")), (15, "black", ("rank",)), (16, "black", ("rank",)), (17, "black", ("knight",)),
        (18, "black", ("short",)), (20, "black", ("rank",)), (21, "black", ("rank",)),
    ]  # fmt: skip
    assert [(e.turn, e.square) for e in record.events if isinstance(e, Capture)] == [(15, "h2"), (18, "d7")]


DIFFERENCES = {
    # what the book has, and what is written for it
    "8": ("Il Bianco ascolta l'arbitro dire per due volte “mossa illegale”. "
          "I tentativi sono stati: ... ♗xh1, ... ♗xg2.",
          "Il Nero tenta ♗h1; l'arbitro risponde “mossa illegale”. "
          "Il Nero tenta ♗g2; l'arbitro risponde “mossa illegale”."),
    "12": ("Il Bianco tenta ♗xf7 e ♗xh8.", "Il Bianco tenta ♗f7 e ♗h8."),
    "13 White": ("Il Bianco tenta di catturare di pedone in d5 e in g6.", "Il Bianco tenta exd5 e fxg6."),
    "13 check": ("“Scacco su colonna e diagonale lunga.”",
                 "L'arbitro annuncia: “Scacco su colonna e diagonale lunga”."),
    "13 Black": ("Il Nero tenta ... ♔xe6. L'arbitro risponde “No”. "
                 "Poi il Nero tenta ... ♔f6, l'arbitro risponde “Mossa impossibile”.",
                 "Il Nero tenta ♔e6. L'arbitro risponde “No”. "
                 "Il Nero tenta ♔f6; l'arbitro risponde “mossa impossibile”."),
    "15": ("... ♗g2, ♔e8, ♔f7, ♔f6, ♔e6.", "♗g2, ♔e8, ♔f7, ♔f6 e ♔e6."),
    "20": ("♖3h6+", "♖h6+"),
}  # fmt: skip


def plain(text: str) -> str:
    """Italian text without what printing alone makes different."""
    text = re.sub(r"“(?:any|Are there any)\?”", "“Any?”", re.sub(r'"([^"]*)"', r"“\1”", text))
    return " ".join(text.replace("×", "x").replace("’", "'").replace("OO", "O-O").split())


def test_game_4_comes_out_in_the_books_words() -> None:
    """Apart from :data:`DIFFERENCES`, which the documentation lists."""
    record = adjudicate(read(GAME_4).record, announce=False).record
    book = plain(GAME_4.split("\n", 1)[1])
    for printed, written in DIFFERENCES.values():
        assert book.count(printed) == 1, printed
        book = book.replace(printed, written)
    assert (record.result, record.field_sources) == ("0-1", {"result": "derived"})  # the book prints none
    text = write(record.replace(headers=(), rules=None, silence=(), result=None), Style("it", "figurine"))
    assert plain(text) == book


def test_the_scanned_text_is_read_whole() -> None:
    """Bold type, bullets, hard blanks and scrambled figurines, as a scanner leaves them."""
    told = read(SCANNED)
    assert told.findings == []
    clean = [event for event in read(GAME_4).record.events if not isinstance(event, Comment)]
    scanned = [event for event in told.record.events if not isinstance(event, Comment)]
    assert [type_name(event) for event in scanned] == [type_name(event) for event in clean]
    assert [(getattr(e, "side", 0), getattr(e, "turn", 0)) for e in scanned] == [
        (getattr(e, "side", 0), getattr(e, "turn", 0)) for e in clean
    ]


# -- the listen-in problem, the fragment, asides -----------------------------------------------------------------------


def test_the_listen_in_problem_is_a_public_record() -> None:
    record = read(LISTEN_IN).record
    assert (record.view, record.rules) == ("public", "rand")
    heard = [short(event) for event in record.events if not isinstance(event, (Move, Comment))]
    assert heard == [
        "pawn_tries black 5 d4", "capture black 5 d4 pawn", "pawn_tries black 6 c3", "capture black 6 c3 piece",
        "pawn_tries white 7 c3", "check black 7 long", "pawn_tries white 9 d7,f7", "pawn_tries black 9 b5",
        "pawn_tries white 10 d7,f7", "try white 10 illegal (16, 17)",
    ]  # fmt: skip
    moves = [event for event in record.events if isinstance(event, Move)]
    assert len(moves) == 16 and all(event.text is None for event in moves)


def test_the_listen_in_problem_says_where_a_move_is_not_told() -> None:
    found = [(one.code, one.severity, one.line, one.message) for one in read(LISTEN_IN).findings]
    assert found == [
        ("KN401", "info", 10, "White's move 8 is missing"), ("KN401", "info", 11, "White's move 9 is missing")
    ]  # fmt: skip


def test_tries_that_the_umpire_accepts_are_moves() -> None:
    told = read(
        "1. Il Bianco tenta d4. L’arbitro accetta e dice: “il Bianco ha mosso”.\n\n"
        "1... Il Nero tenta d5. L’arbitro accetta e dice: “il Nero ha mosso”.\n\n"
        "- Il Bianco prima di muovere chiede se ci sono catture di pedone, l’arbitro risponde “no”. "
        "Il Bianco tenta 2.d5, l’arbitro dice “mossa illegale”.\n\n"
        "2. Il Bianco tenta h4, l'arbitro accetta e dice: “il Bianco ha mosso”.\n"
        "- 2... Il Nero tenta d4, e dopo che l'arbitro risponde “mossa illegale”, tace. "
        "Tenta 2... ♞f6 e l'arbitro accetta.\n\n3. ♕d3 ♝e6 4. a4 g6\n"
    )
    assert [short(event) for event in told.record.events if not isinstance(event, Comment)] == [
        "move white 1 d4", "move black 1 d5", "ask white 2 any", "answer white 2 False", "try white 2 d5 illegal 1",
        "move white 2 h4", "try black 2 d4 illegal 1", "move black 2 ♞f6", "move white 3 ♕d3", "move black 3 ♝e6",
        "move white 4 a4", "move black 4 g6",
    ]  # fmt: skip


def test_an_aside_about_an_earlier_try_stands_where_it_happened() -> None:
    text = "1. e4, d5 2. Bc4, dxe4 Il Nero aveva provato prima f5. 3. Nc3 Il Nero può tentare in d3; 3. -, Nf6"
    events = [short(event) for event in read(text).record.events]
    assert events[2:5] == ["move white 2 Bc4", "try black 2 f5 refused 1", "move black 2 dxe4"]


# -- sentences ---------------------------------------------------------------------------------------------------------

SENTENCES = [
    ("Il Bianco: “Any?”. L’arbitro: “Sì”. Il Bianco tenta senza successo dxc6. 2. d4",
     ["ask white 2 any", "answer white 2 True", "try white 2 dxc6 refused 1", "move white 2 d4"]),
    ('White: "Are there any?" Umpire: "No." White tries d6: illegal. 2. d4',
     ["ask white 2 any", "answer white 2 False", "try white 2 d6 illegal 1", "move white 2 d4"]),
    ("“Any?” “Try!” White tries d5, f6 and Bb5 without success. 2. d4",
     ["ask white 2 any", "answer white 2 True", "try white 2 d5 refused 1", "try white 2 f6 refused 1",
      "try white 2 Bb5 refused 1", "move white 2 d4"]),
    ("White tries Bg8 (illegal move), Bf7 (no). 2. d4",
     ["try white 2 Bg8 illegal 1", "try white 2 Bf7 refused 1", "move white 2 d4"]),
    ("White tries Bg8; the umpire answers “nonsense”. 2. d4", ["try white 2 Bg8 impossible 1", "move white 2 d4"]),
    ("Il Bianco tenta nell'ordine: g4, h4 e ♗a6: mosse illegali. 2. d4",
     ["try white 2 g4 illegal 1", "try white 2 h4 illegal 1", "try white 2 ♗a6 illegal 1", "move white 2 d4"]),
    ("Il Bianco tenta ♗g8, ♗f7. L'arbitro risponde “mossa illegale”. 2. d4",
     ["try white 2 ♗g8 refused 1", "try white 2 ♗f7 illegal 1", "move white 2 d4"]),
    ("Il Nero ascolta l'arbitro dire tre volte “mossa illegale”. 2. d4", ["try white 2 illegal 3", "move white 2 d4"]),
    ("White hears “illegal move” twice. The tries were: Bg8, Bf7. 2. d4",
     ["try white 2 Bg8 illegal 1", "try white 2 Bf7 illegal 1", "move white 2 d4"]),
    ("Il Bianco tenta d4. 2. d4", ["move white 2 d4"]),
    ("Il Bianco tenta d4.", ["try white 2 d4 1"]),
    ("L'arbitro segnala un tentativo. 2. d4", ["pawn_tries white 2 1", "move white 2 d4"]),
    ("Possibili catture in c3 e a3. 2. d4", ["pawn_tries white 2 a3,c3", "move white 2 d4"]),
    ("Possibili due catture. 2. d4", ["pawn_tries white 2 2", "move white 2 d4"]),
    ("White may try at d4 and f4. 2. d4", ["pawn_tries white 2 d4,f4", "move white 2 d4"]),
    ("2. d4 exd4 L'arbitro annuncia: “Cattura in d4, scacco sulla diagonale corta”.",
     ["move white 2 d4", "move black 2 exd4", "capture black 2 d4", "check black 2 short"]),
    ("2. d4 exd4 Pawn captured on d4, long-diagonal check.",
     ["move white 2 d4", "move black 2 exd4", "capture black 2 d4 pawn", "check black 2 long"]),
    ("2. dxe6 Il Bianco cattura en-passant in e6.", ["move white 2 dxe6", "capture white 2 e6 True"]),
    ("2. Qh5 L'arbitro annuncia erroneamente uno scacco sulla grande diagonale.",
     ["move white 2 Qh5", "check white 2 long"]),
    ("2. Qh5 Scacco di cavallo e in verticale.", ["move white 2 Qh5", "check white 2 file,knight"]),
    ("2. Qh5 Ke7 3. Qxe5# Scacco matto!",
     ["move white 2 Qh5", "move black 2 Ke7", "move white 3 Qxe5#", "end white 3 checkmate 1-0"]),
    ("White resigns. 0-1", ["end white 2 resignation 0-1"]),
    ("White asks how many rebuffs. The umpire answers 3. 2. d4",
     ["ask white 2 rebuffs", "answer white 2 3", "move white 2 d4"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "events"), SENTENCES)
def test_sentence(text: str, events: list[str]) -> None:
    assert said("1. e4 e5 " + text) == events


def test_a_log_of_whose_move_it_is_has_hidden_moves() -> None:
    """What is announced before the next player is told to move belongs to the move just made."""
    record = read("White's move. Black's move. White's move, 1 pawn try. Pawn at d5 captured, Black's move.").record
    assert [short(event) for event in record.events] == [
        "move white 1", "move black 1", "pawn_tries white 2 1", "move white 2", "capture white 2 d5 pawn"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "word", "verdict"),
    [
        ("english", "No", "refused"), ("rand", "No", "illegal"), ("rand", "Hell no", "impossible"),
        ("cincinnati", "No", "illegal"), ("cincinnati", "Nonsense", "impossible"),
        ("magari", "Mossa impossibile", "illegal"), ("magari", "Mossa illegale", "impossible"),
    ],
)  # fmt: skip
def test_the_umpires_words_mean_what_the_rulebook_says(rules: str, word: str, verdict: str) -> None:
    record = read(f'[Rules "{rules}"]\n\n1. e4 e5 Il Bianco tenta Nf6. L’arbitro risponde “{word}”. 2. d4\n').record
    assert [event.verdict for event in record.events if isinstance(event, Try)] == [verdict]


# -- prose -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prose",
    [
        "Il Bianco non chiede “Any?” perché sa del pedone e6.",
        "Il Nero deduce che c'è una torre in e1 e che il Bianco ha tentato Bg8.",
        "White does not ask “Any?” because he knows of the pawn on e6.",
        "Un buon inizio per entrambi.",
    ],
)
def test_prose_is_a_comment_and_no_warning(prose: str) -> None:
    told = read(f"1. e4, e5\n{prose}\n2. d4\n")
    assert [event.text for event in told.record.events if isinstance(event, Comment)] == [prose]
    assert len(told.record.events) == 4
    assert [(one.code, one.severity, one.line) for one in told.findings] == [("KN109", "info", 2)]


@pytest.mark.parametrize("prose", ["Il Nero infila la Torre in a6.", "White puts something on c5."])
def test_a_sentence_that_names_a_square_or_a_man_and_was_not_understood_is_found(prose: str) -> None:
    told = read(f"1. e4, e5\n{prose}\n2. d4\n")
    assert [(one.code, one.line) for one in told.findings] == [("KN109", 2)]
    assert [event.text for event in told.record.events if isinstance(event, Comment)] == [prose]


@pytest.mark.parametrize("text", [GAME_4.split("\n", 1)[1], LISTEN_IN.split("\n", 1)[1]], ids=["game 4", "listen-in"])
def test_a_word_in_no_list_is_named_wherever_it_stands(text: str) -> None:
    text = text.strip() + "\n"
    for gap in list(re.finditer(r"\s", text))[::10]:
        strange = f"{text[: gap.start()]} blorgnix{text[gap.start() :]}"
        assert is_named(strange, gap.start() + 1), strange[: gap.end() + 9]


def is_named(text: str, at: int) -> bool:
    """Whether a finding of the reader's covers this place of a text."""
    lines = [0, *(found.end() for found in re.finditer("\n", text))]
    places = [(lines[one.line - 1] + one.column - 1, one) for one in read(text).findings if one.line and one.column]
    return any(
        start <= at < start + (one.length or 1) for start, one in places if one.code in ("KN101", "KN109", "KN110")
    )


@pytest.mark.parametrize("move", ["exd5 is refused.", "exd5? No.", "exd5 viene respinta.", "exd5, no.",
                                  "2. exd5 was turned down by the umpire.", "2. exd5? Illegal."])  # fmt: skip
def test_a_move_of_which_its_sentence_says_that_it_was_refused_was_not_played(move: str) -> None:
    told = said(f"1. e4 e5\n{move}\n2. d4")
    verdict = "illegal" if "Illegal" in move else "refused"
    assert told == [f"try white 2 exd5 {verdict} 1", "move white 2 d4"]


@pytest.mark.parametrize(
    "text",
    ["Is Black in check?", "Check?", "White is not in check.", "Il Nero non abbandona.", "A draw is not agreed.",
     "Nobody has won.", "The umpire forgets to announce a capture on d5.",
     "The umpire denies that there was a capture on d5.", "White nearly tries exd5.",
     "The umpire cannot refuse exd5.", "exd5 was nearly refused.", "White to play and win.",
     "White's queen is captured on d1 by a knight.", "White asks the umpire to repeat."],
)  # fmt: skip
def test_what_is_asked_denied_or_strange_is_named_and_tells_nothing(text: str) -> None:
    assert [one for one in said(f"1. e4 e5\n{text}\n2. d4") if not one.startswith("comment")] == ["move white 2 d4"]
    assert "KN109" in [one.code for one in read(f"1. e4 e5\n{text}\n2. d4").findings]


def test_a_move_that_its_sentence_says_was_tried_was_not_played() -> None:
    assert said("1. e4 e5\nBb5 was tried by White.\n2. d4") == ["try white 2 Bb5 1", "move white 2 d4"]


@pytest.mark.parametrize(
    "text",
    [
        "White plays e4. Black plays e5 after trying exd4 (no). White plays Nf3.",
        "White plays e4. After trying exd4 (no), Black plays e5. White plays Nf3.",
        "White plays e4. Black, having tried exd4 (no), plays e5. White plays Nf3.",
        "White plays e4. Black plays e5. Black had tried exd4. White plays Nf3.",
        "1. e4 e5, after trying exd4 (“No”). 2. Nf3",
        "Il Bianco gioca e4. Il Nero gioca e5 dopo aver tentato invano exd4. Il Bianco gioca Nf3.",
        "Les Blancs jouent e4. Les Noirs jouent e5 après avoir essayé exd4 (non). Les Blancs jouent Nf3.",
        "Weiß spielt e4. Schwarz spielt e5 nach dem Versuch exd4 (nein). Weiß spielt Nf3.",
        "Las blancas juegan e4. Las negras juegan e5 tras intentar exd4 (no). Las blancas juegan Nf3.",
    ],
)
def test_what_was_tried_before_the_move_of_the_sentence_stands_before_it(text: str) -> None:
    assert [short(event) for event in read(text).record.events] == [
        "move white 1 e4", "try black 1 exd4 refused 1", "move black 1 e5", "move white 2 Nf3"
    ]  # fmt: skip


def test_the_move_that_was_named_last_is_only_referred_to_behind_after() -> None:
    text = "White plays e4. Black plays e5. After e5 White thinks. White plays Nf3. After Nf3 Black plays Nc6."
    events = [short(event) for event in read(text).record.events if not isinstance(event, Comment)]
    assert events == ["move white 1 e4", "move black 1 e5", "move white 2 Nf3", "move black 2 Nc6"]


def test_a_man_who_captures_in_a_sentence_has_moved_unless_his_move_was_told() -> None:
    assert said("1. e4 e5\nWhite captures with the bishop on f7.") == ["move white 2 Bxf7"]
    assert said("1. e4 e5\n2. Bxf7 White captures with the bishop on f7.") == [
        "move white 2 Bxf7", "capture white 2 f7 piece"
    ]  # fmt: skip


def test_a_word_behind_a_move_that_is_no_refusal_of_it_leaves_it_played() -> None:
    assert said("1. e4 e5 2. d4 No. Black has moved.")[0] == "move white 2 d4"
    assert said("1. e4 e5 2. exd5 no check")[0] == "move white 2 exd5"


@pytest.mark.parametrize(
    ("text", "events", "result"),
    [
        ("White offers a draw and Black agrees.", ["offer white 2 draw", "reply black 2 draw True"], "1/2-1/2"),
        ("Il Bianco propone la patta; il Nero non accetta.", ["offer white 2 draw", "reply black 2 draw False"], None),
        ("White resigned: Black wins.", ["end white 2 resignation 0-1"], None),
        ("Checkmate, and the game is won by White.", ["end white 1 checkmate 1-0"], None),
        ("Victory for Black.", ["end black 1 unknown 0-1"], None),
    ],
)
def test_draws_are_offered_and_an_end_is_one_end(text: str, events: list[str], result: str | None) -> None:
    assert said(f"1. e4 e5 {text}") == events
    assert read(f"1. e4 e5 {text}").record.result == result


@pytest.mark.parametrize("text", ["1.- e4 e5 2.- Nf3 Nc6", "No. 1 e4 e5\nNo. 2 Nf3 Nc6", "Nr. 1 e4 e5\nNr. 2 Nf3 Nc6"])
@pytest.mark.parametrize("name", ["san", "tries", "dialogue"])
def test_a_number_has_a_dash_or_a_word_by_habit(name: str, text: str) -> None:
    events = notation(name).read(Chunk(text)).record.events
    moves = [f"{event.side[0]}{event.turn} {event.text}" for event in events if isinstance(event, Move)]
    assert moves == ["w1 e4", "b1 e5", "w2 Nf3", "b2 Nc6"]
    assert not [event for event in events if isinstance(event, Try)]


def test_one_bad_turn_hides_no_other() -> None:
    told = read("1. e4, e5\n2. %%&, Nc6\n3. d4, d5\nWhite tries Bg8; the umpire answers “illegal move”.\n4. Nf3\n")
    assert [one.code for one in told.findings] == ["KN101"]
    assert [short(event) for event in told.record.events][-4:] == [
        "move white 3 d4", "move black 3 d5", "try white 4 Bg8 illegal 1", "move white 4 Nf3"
    ]  # fmt: skip


def test_a_comment_never_closed_is_kept() -> None:
    told = read("1. e4, e5 {never\nclosed")
    assert [one.code for one in told.findings] == ["KN102"]
    assert short(told.record.events[-1]) == "comment never\nclosed"


def test_what_stands_in_braces_means_nothing() -> None:
    told = read("1. e4, e5 {Il Bianco chiede “any?”. L’arbitro risponde “No”.} Black notes: {2. d4} 2. d4\n")
    assert [type_name(event) for event in told.record.events] == ["move", "move", "comment", "comment", "move"]
    assert [event.heard for event in told.record.events if isinstance(event, Comment)] == ["umpire", "black"]


def test_several_games_in_one_file() -> None:
    text = "1. e4, e5\n2. d4\n1-0\n\n1. d4, d5\n\n**Partita 2** *A-B (Eastern rules)*\n\n1. c4\n\n1. f4 {1.\n1. e4}\n"
    parts = list(dialogue.chunks(text.splitlines(keepends=True)))
    assert "".join(part.text for part in parts) == text
    assert [sum(isinstance(e, Move) for e in dialogue.read(part).record.events) for part in parts] == [3, 2, 1, 1]


def test_a_score_line_alone_is_still_recognised_when_written() -> None:
    moves = (Move(side="white", turn=1, move=None, text="e4", san=None),)
    assert detect(write(Record(events=moves))) == "dialogue"
    assert detect("Il Bianco muove.\n1. e4, e5\nLa partita è sospesa.\n2. Cf3, Cc6\n") == "dialogue"
    assert detect(GAME_4) == detect(SCANNED) == detect(LISTEN_IN) == "dialogue"


# -- everything there and back -----------------------------------------------------------------------------------------


def move(side: Side, turn: int, text: str | None) -> Move:
    return Move(side=side, turn=turn, move=None, text=text, san=None)


W: dict[str, Any] = {"side": "white", "turn": 2}
START: list[AnyEvent] = [move("white", 1, "e4"), move("black", 1, "e5")]
NEXT = move("white", 2, "d4")
TIMES: tuple[Any, ...] = (1, 2, (16, 17), None)
REFUSED = [Try(**W, move=None, text=text, verdict="refused") for text in ("Nf6", "Bg8", "h5", "Qa5", "Kd3")]
REASONS: tuple[Any, ...] = (
    "checkmate", "stalemate", "resignation", "agreement", "time", "forfeit", "adjudication", "insufficient",
    "fifty-move", "repetition", "king-captured", "abandoned", "void", "unknown",
)  # fmt: skip
WAYS: tuple[Any, ...] = ("diagonal", "file", "knight", "long", "rank", "short")


def everything() -> list[list[AnyEvent]]:
    cases: list[list[AnyEvent]] = []
    for any_, count, squares in itertools.product(
        (None, True, False), (None, 0, 1, 7), (None, (), ("a3",), ("a3", "a3", "c4"))
    ):
        if (any_, count, squares) != (None, None, None):
            cases.append([*START, PawnTries(**W, any=any_, count=count, squares=squares), NEXT])
    for any_, count in ((True, None), (False, None), (None, 3), (True, 2), (False, 0)):
        answer = Answer(**W, any=any_, count=count)
        for what in ("any", "rebuffs", "material"):
            ask = Ask(**W, what=what)  # type: ignore[arg-type]
            cases += [[*START, ask, answer, NEXT], [*START, ask, REFUSED[0], answer]]
            cases.append([*START, ask, Comment(text="c"), answer])
        cases.append([*START, answer, NEXT])
    for verdict, times, text in itertools.product(
        ("illegal", "impossible", "refused", None), TIMES, (None, "Nf6", "O-O", "exd5")
    ):
        tried = Try(**W, move=None, text=text, verdict=verdict, times=times)  # type: ignore[arg-type]
        cases += [[*START, tried, NEXT], [*START, tried], [*START, tried, Comment(text="c"), NEXT]]
        cases.append([*START, tried, Ask(**W), Answer(**W, any=False), NEXT])
    for number in (2, 3, 4, 5):
        cases += [[*START, *REFUSED[:number]], [*START, *REFUSED[:number], NEXT]]
        cases += [[*START, *REFUSED[:number], move("white", 2, text)] for text in ("Bg8", "h5", None)]
    for text, times in itertools.product((None, "Nf6"), TIMES):
        untested = Try(**W, move=None, text=text, verdict="untested", times=times)
        cases.append([*START, NEXT, untested, Capture(**W, square="d4")])
    for square, captured, by, passing in itertools.product(
        (None, "d4"), (None, "pawn", "piece"), (None, "pawn", "piece"), (None, True, False)
    ):
        taken = Capture(**W, square=square, captured=captured, by=by, en_passant=passing)  # type: ignore[arg-type]
        cases.append([*START, NEXT, taken, Check(**W, directions=("knight",)), Promotion(**W), move("black", 2, "d5")])
    for number in (0, 1, 2):
        cases += [[*START, NEXT, Check(**W, directions=ways)] for ways in itertools.combinations(WAYS, number)]
    for reason, result, (side, turn) in itertools.product(
        REASONS, (None, "1-0", "0-1", "1/2-1/2", "*"), (("white", 2), ("black", 2), ("black", 1))
    ):
        cases.append([*START, NEXT, End(side=side, turn=turn, reason=reason, result=result)])  # type: ignore[arg-type]
    for seen in ({}, {"g2": "P"}, {"g2": "N", "e4": None, "a1": "K"}):
        for lines in ((), (("c8", "c3"), ("a1", "a8"))):
            shown = [Reveal(side=side, turn=2, seen=seen, lines=lines) for side in ("black", "white")]  # type: ignore[arg-type]
            cases.append([*START, NEXT, *shown, move("black", 2, "d5")])
    hidden: list[AnyEvent] = [move("white", 1, None), move("black", 1, None), move("white", 2, None)]
    cases += [hidden, hidden[:1], [move("black", 7, "e5"), move("white", 8, "e4")]]
    cases += [[Ask(side="black", turn=4), move("black", 4, "e5")], [move("white", 1, "odd!"), move("black", 1, "?xd5")]]
    for text, heard in itertools.product(
        ("", "1. e4", "}", "{\\", "a\n\nb", "1-0\n1. e4"), ("umpire", "white", "public")
    ):
        cases.append([Comment(text=text, heard=heard), *START, Comment(text=text, heard=heard)])  # type: ignore[arg-type]
    return cases


def bare(event: AnyEvent) -> AnyEvent:
    event = strip(event)
    return msgspec.structs.replace(event, parts=None) if isinstance(event, (Move, Try)) else event


@pytest.mark.parametrize(
    ("rules", "style"),
    [(None, Style()), ("english", Style("it", "en")), ("rand", Style()), ("magari", Style("it", "en"))],
    ids=str,
)
def test_every_field_comes_back(style: Style, rules: Any) -> None:
    whole = 0
    for events in everything():
        record = Record(rules=rules, events=tuple(events))
        text = write(record, style)
        assert len(list(dialogue.chunks(text.splitlines(keepends=True)))) == 1, text
        told = read(text)
        assert [one.message for one in told.findings if one.severity != "info"] == [], text
        due = normal(project(record, notation("dialogue").carries)).events
        assert [bare(one) for one in normal(told.record).events] == [bare(one) for one in due], text
        if told.record.view == "umpire":
            whole += 1
            assert write(told.record.replace(rules=rules), style) == text
    assert whole > len(everything()) // 2


# -- any text ----------------------------------------------------------------------------------------------------------

BITS = [
    "Il Bianco", "Il Nero", "White", "L’arbitro", "tenta", "tries", "chiede", "“Any?”", "risponde", "“No”", ".", ",",
    ";", ":", "No", "...", "1.", "2. -,", "e4", "Nf3", "♗xg2", "OO", "{", "}", "\\", "(", ")", "`", "e", "and",
    "per due volte", "cattura in d4", "scacco", "di cavallo", "mossa illegale", "ha mosso", "può tentare in", "\n",
    "\n\n", "*", "1-0", "16 o 17", "abbandona", "**Partita 3** *x*", '[White "x"]', "è", "perché", "#", "- ", "’", "\0",
    "½", "avrebbe poi tentato", "aveva provato prima", "I tentativi sono stati", "Black's move", "Black notes",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(BITS), max_size=60).map(" ".join)))
@example("tenta 2. -,")
@example(f"` {'Il Bianco ' * 10}`")
def test_any_text_is_read_whole(text: str) -> None:
    parts = list(dialogue.chunks(text.splitlines(keepends=True)))
    assert "".join(part.text for part in parts) == text
    for part in parts:
        record, findings = dialogue.read(part)
        spans = sorted(event.span for event in record.events if event.span)
        if record.events:
            assert "".join(text[start:end] for start, end in spans) == part.text
        junk = sum(type_name(event) == "junk" for event in record.events)
        unread = sum(isinstance(event, Move) and event.text is not None and not event.parts for event in record.events)
        assert junk <= sum(one.code == "KN101" for one in findings) <= junk + unread
        adjudicate(record)
        read_again = dialogue.read(Chunk(write(record)))
        assert [one.code for one in read_again.findings if one.severity == "error"] == []


@pytest.mark.parametrize("bit", ["1. ", "No. ", "Il Bianco tenta " + "g8, " * 40, "*\n", "{a} ", "#", "“Cattura, “"])
def test_reading_takes_time_in_proportion(bit: str) -> None:
    text = (bit * 40_000)[:40_000]
    with at_most(2):
        for part in dialogue.chunks(text.splitlines(keepends=True)):
            dialogue.read(part)


def test_check_speaks_of_the_reader_and_the_umpire(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME_4, "utf-8")
    assert [found for item in read_items(path) for found in check_item(item, None)] == []


def codes(text: str) -> list[tuple[str, int | None, int | None]]:
    found = dialogue.read(Chunk(text)).findings
    return [(one.code, one.line, one.column) for one in found]


def test_an_unreadable_move_keeps_its_ply() -> None:
    text = "1. e4, e5\n2. BbS, Nc6\n3. Nc9\nBlack tries ♗4; the umpire answers “No”.\n3. -, a6\n"
    record = dialogue.read(Chunk(text)).record
    told = [(event.turn, event.side, event.text) for event in record.events if isinstance(event, Move)]
    assert told[2:] == [(2, "white", "BbS"), (2, "black", "Nc6"), (3, "white", "Nc9"), (3, "black", "a6")]
    assert codes(text) == [("KN101", 2, 4), ("KN101", 3, 4), ("KN101", 4, 13)]


def test_one_wrong_number_is_told_where_it_stands_and_changes_no_turn() -> None:
    text = "1. e4, a5\n2. a4\n3. -, h5\n3. Bc4\n"
    record = dialogue.read(Chunk(text)).record
    assert [event.turn for event in record.events if isinstance(event, Move)] == [1, 1, 2, 2, 3]
    assert codes(text) == [("KN401", 3, 1)]


def test_a_wrong_name_changes_no_turn() -> None:
    text = "1. e4, d5\nBlack asks “Any?”. The umpire answers “No”.\n2. exd5, Qxd5\n"
    record = dialogue.read(Chunk(text)).record
    told = [(event.turn, event.side) for event in record.events if isinstance(event, Move)]
    assert told == [(1, "white"), (1, "black"), (2, "white"), (2, "black")]
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("White asks “Any?”. The umpire answers “Maybe”.", (2, 40)),
        ("White asks “Any?”. The umpire answers “2”.", (2, 40)),
        ("White tries exd5; the umpire answers “2”.", (2, 39)),
        ("White tries Ba6; the umpire answers “maybe not”.", (2, 38)),
    ],
)
def test_what_answers_nothing_is_named(text: str, place: tuple[int, int]) -> None:
    text = f"1. e4, d5\n{text}\n2. exd5, Qxd5\n"
    assert codes(text) == [("KN109", *place)]
    tries = [event.verdict for event in dialogue.read(Chunk(text)).record.events if isinstance(event, Try)]
    assert tries in ([], [None])


def test_yes_accepts_a_try() -> None:
    text = "1. e4, d5\nWhite tries exf5, no; exd5, yes.\n1... Qxd5\n"
    tries = [event.verdict for event in dialogue.read(Chunk(text)).record.events if isinstance(event, Try)]
    assert tries == ["refused"]
    assert codes("1. e4, d5\nWhite tries exd5; the umpire answers “Yes”.\n2. exd5, Qxd5\n") == []


def test_an_accepted_try_is_the_move_unless_another_is_printed() -> None:
    start = "1. e4, e5\nWhite tries Bc4; the umpire answers “legal”.\n"
    assert codes(start + "2. Bc4, Nc6\n") == []
    read = dialogue.read(Chunk(start + "2. Nf3, Nc6\n"))
    assert read.findings == []
    found = adjudicate(read.record).findings
    assert [(one.code, one.line, one.column, one.message) for one in found] == [
        ("KN312", 2, 13, "Bc4 is legal and not marked as refused, but another move was played")
    ]


@pytest.mark.parametrize("word", ["no", "No"])
def test_a_rulebook_s_word_for_a_refusal_is_written_whatever_its_case(word: str) -> None:
    from kriegnote.api import convert

    (done,) = convert(f'[Rules "rand; refused_word={word}"]\n\n1. e4 (e5 illegal) e5 *\n', "dialogue", from_="tries")
    assert "Black tries e5; the umpire answers “No”." in done.text


def test_behind_words_that_may_tell_a_move_nobody_knows_whose_turn_it_is() -> None:
    told = "1. e4 e5 2. Nf3 Nc6\nKent brought something out to castle later. Asked for pawn captures: no. Nf6.\n"
    told += "4. O-O Bc5\n"
    read = dialogue.read(Chunk(told))
    assert [one.text for one in read.record.events if isinstance(one, Move)] == ["e4", "e5", "Nf3", "Nc6", "O-O", "Bc5"]
    assert not any(isinstance(one, Ask | Answer) for one in read.record.events)
    assert any(one.code == "KN109" for one in read.findings)


def test_what_is_announced_in_two_languages_is_announced_once() -> None:
    read = dialogue.read(Chunk("1. e4 d5 2. exd5 White captures on d5 – il Bianco cattura in d5. 2... Qxd5\n"))
    assert sum(isinstance(one, Capture) for one in read.record.events) == 1


INFORMED = """Il Bianco muove 1.d4.
L'arbitro informa il Nero (e solo lui) che:
- il Bianco ha mosso;
- la percezione del Nero non è cambiata.
Il Nero muove in f5. L'arbitro informa il Bianco che c'è un pedone in f5, ed il Nero che c'è un pedone in d4.
The umpire tells White that he has no pawn tries. 2. Nf3
"""


def test_who_is_informed_is_not_who_moves() -> None:
    told = read(INFORMED).record
    assert [(one.side, one.text) for one in told.events if isinstance(one, Move)] == [
        ("white", "d4"), ("black", "f5"), ("white", "Nf3"),
    ]  # fmt: skip
    assert [(one.side, one.seen) for one in told.events if isinstance(one, Reveal)] == [
        ("black", {}), ("white", {"f5": "P"}), ("black", {"d4": "P"}),
    ]  # fmt: skip
    assert [(one.side, one.any) for one in told.events if isinstance(one, PawnTries)] == [("white", False)]
