"""A player types to a program behind its prompts; its lines say what became of it and what his opponent did."""

from __future__ import annotations

import pytest

import kriegnote
from kriegnote.model.events import Ask, Capture, Check, Move, Side, Try
from kriegnote.text.speech.consoles import console

PROMPTS = ["dark {}> ", ">>> ", "your move? ", "ana@blind:{}$ ", "In [{}]: ", "Zug {}: "]
ANSWERS = [  # accepted, refused, capture, check, the opponent's move, his capture, his tries
    (
        "ok",
        "nope",
        "you took on {}",
        "check (short diagonal)",
        "opponent moved",
        "{}, took on {}",
        "{} made {} illegal tries",
    ),
    (
        "Accepted.",
        "Rejected.",
        "Capture on {}.",
        "Check, short diagonal.",
        "Opp has moved.",
        "{} Capture on {}.",
        "{}: {} illegal tries",
    ),
    (
        "+ done",
        "! invalid move, try again",
        "captured {}",
        "check short diagonal",
        "* your opponent plays",
        "{}, captured {}",
        "{} tried {} illegal moves",
    ),
    (
        "ok",
        "?? error: illegal",
        "CAPTURE {}",
        "CHECK SHORT DIAGONAL",
        "ENEMY MOVED",
        "{} CAPTURE {}",
        "{} {} ILLEGAL TRIES",
    ),
    (
        "aceptada",
        "no válida, otra vez",
        "captura en {}",
        "jaque en la diagonal corta",
        "el rival ha movido",
        "{}, captura en {}",
        "{} ha hecho {} intentos ilegales",
    ),
    (
        "ok",
        "ungültig, bitte noch einmal",
        "geschlagen auf {}",
        "Schach auf der kurzen Diagonale",
        "Gegner hat gezogen",
        "{}, schlägt auf {}",
        "{} hat {} illegale Züge versucht",
    ),
]
GAME: list[tuple[str, ...]] = [
    ("e4",),
    ("-",),
    ("d5", "no"),
    ("Bb5",),
    ("-", "2"),
    ("Bxd7", "d7", "+"),
    ("-", "d7"),
    ("exd6", "no"),
    ("Nf3",),
    ("-",),
]


def log(prompt: str, words: tuple[str, ...], before: str = "") -> str:
    accepted, refused, took, check, moved, moved_taking, tried = words
    rival = moved.replace(" moved", "").replace(" MOVED", "").replace(" has", "").replace(" plays", "")
    rival = rival.removesuffix(" ha movido").removesuffix(" hat gezogen").rstrip(".")
    lines, turn = [before] if before else [], 1
    for name, *said in GAME:
        if name == "-" and said == ["2"]:
            lines += [tried.format(rival, 2), moved]
        elif name == "-":
            lines.append(moved_taking.format(moved, said[0]) if said else moved)
        elif said == ["no"]:
            lines += [prompt.format(turn) + name, refused]
        else:
            heard = [took.format(said[0]), check] if said else []
            stop = " " if accepted.endswith(".") else ", "
            lines += [prompt.format(turn) + name, stop.join([accepted, *heard])]
            turn += 1
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("words", ANSWERS, ids=lambda one: one[1])
def test_a_log_is_the_record_of_the_player_who_types(prompt: str, words: tuple[str, ...]) -> None:
    (game,) = kriegnote.read(log(prompt, words), "dialogue")
    record = game.record
    assert record.view == "white"
    assert [one.text for one in record.events if isinstance(one, Move)] == [
        "e4", None, "Bb5", None, "Bxd7", None, "Nf3", None,
    ]  # fmt: skip
    tried = [(one.side, one.text, one.times) for one in record.events if isinstance(one, Try)]
    assert tried == [("white", "d5", 1), ("black", None, 2), ("white", "exd6", 1)]
    assert [(one.side, one.square) for one in record.events if isinstance(one, Capture)] == [
        ("white", "d7"),
        ("black", "d7"),
    ]
    assert [(one.side, one.directions) for one in record.events if isinstance(one, Check)] == [("white", ("short",))]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("opponent moved\nme> e5\nok\nopponent moved\nme> d5\nok\nopponent moved\nme> c5\nok\n", {"black"}),
        ("You have the black men.\nme> e5\nok\nopponent moved\nme> d5\nok\nme> c5\nok\n", {"black"}),
        ("white 1> e4\nok\nblack 1> e5\nno\nblack 1> any?\nno\nwhite 2> d4\nok\nblack 2> d5\nok\nwhite 3> c4\nok\n",
         {"white", "black"}),
    ],
)  # fmt: skip
def test_who_types_is_said_or_follows_from_who_acts_first(text: str, sides: set[Side]) -> None:
    called = {one.words[:-2].lower() for one in console(text) if one.words.endswith(": ")}
    assert called == sides


@pytest.mark.parametrize(
    "text",
    [
        "a> e4\na> e5\na> d4\n",  # nobody answers
        "1. e4 e5 2. Nf3 Nc6\n",
        "me> e4\nok\nme> e5\nok\nme> d4\nok\n",  # nothing says whose moves these are
        "Note: e4\nis best\nNote: d4\nis fine\nNote: c4\nis slow\n",
    ],
)
def test_other_texts_are_no_logs(text: str) -> None:
    assert console(text) == []


def test_addresses_have_no_numbers_of_turns_and_a_question_is_whose_line_it_is() -> None:
    text = "Trying 10.12.3.41...\nblind> e4\nok\nopponent moved\nblind> any?\nno\nblind> d4\nok\nblind> c4\nnope\n"
    (game,) = kriegnote.read(text, "dialogue")
    assert [(one.side, one.turn) for one in game.record.events if isinstance(one, Ask)] == [("white", 2)]
    assert [one.turn for one in game.record.events if isinstance(one, Move)] == [1, 1, 2]


def test_a_program_may_call_the_other_player_by_his_name_and_say_who_has_to_move() -> None:
    text = (
        "[20:02] rookery has moved. It's your move.\n[20:03] You: e5\n[20:03] Accepted. rookery is to move.\n"
        "[20:04] rookery has moved. It's your move. You have 1 pawn capture.\n[20:04] You: dxe4\n[20:04] Illegal.\n"
        "[20:05] You: exd4\n[20:05] Accepted. You captured a pawn on d4. rookery is to move.\n"
        "[20:06] rookery has moved and captured a pawn on d4. Your turn.\n[20:07] You: Nc6\n[20:07] Accepted.\n"
    )
    (game,) = kriegnote.read(text)
    moves = [(one.side, one.text) for one in game.record.events if isinstance(one, Move)]
    assert moves[1::2] == [("black", "e5"), ("black", "exd4"), ("black", "Nc6")]
    assert [one.text for one in game.record.events if isinstance(one, Try)] == ["dxe4"]
    assert [(one.side, one.square) for one in game.record.events if isinstance(one, Capture)] == [
        ("black", "d4"),
        ("white", "d4"),
    ]
    assert not game.findings
