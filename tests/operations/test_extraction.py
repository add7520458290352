"""The games of documents: the same for every verb, with their ends, and nothing passed over in silence."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.operations.checking import check_record
from kriegnote.operations.conversion import InputError, Item, cut, read_chunks
from kriegnote.operations.extraction import extract
from kriegnote.umpire.adjudication import adjudicate
from tests.support.commands import kriegnote

DESCRIPTIVE = "1 P-KB4 P-K4 2 PxP Q-R5 ch 3 P-KKt3 B-B4 4 Kt-KB3 Q-Q5 5 P-K4 Q-B7 mate."
TRIES = "1. e4 (a? N) c6 2. (a? N) Nf3 (a? N) d5 1-0"
DIALOGUE = '1. e4, g6\nWhite asks "any?". The umpire says "No".\n2. Bc4, Bg7 1-0'
PLAIN = "1. d4 f5 2. Bg5 h6 3. Bh4 g5 4. e3 gxh4 5. Qh5#"

TEXTS = [
    f"**Game 3** *C - D*\n\n{DESCRIPTIVE}\n\n**Game 4** *A - B*\n\n{TRIES}\n",
    f"**Game 3** *C - D*\n\n{DESCRIPTIVE}\n\n42\n\n**Game 4** *A - B*\n\n{DIALOGUE}\n",
    f"**Game 2** *C - D*\n\n{PLAIN}\n\n![](img/diagram-31.png)\n\n**Game 3** *A - B*\n\n{DESCRIPTIVE}\n",
    f"THE CLUB\n\nWhite: Mrs. Gale.  Black: Mr. Orme.\n\n{PLAIN}\n\nWhite: Mr. Orme. Black: Ann.\n\n{PLAIN}\n",
]


def read(text: str) -> list[Item]:
    return list(read_chunks(cut(io.BytesIO(text.encode()))))


def moves(record: Record) -> list[str | None]:
    return [event.text for event in record.events if isinstance(event, Move)]


@pytest.mark.parametrize("text", TEXTS)
def test_every_verb_sees_the_same_games(text: str) -> None:
    items, found = read(text), extract(io.BytesIO(text.encode()), "text.md").items
    assert [(one.notation.id, one.record.headers, moves(one.record)) for one in items] == [
        (one.notation.id, one.record.headers, moves(one.record)) for one in found
    ]
    assert len(items) == 2
    assert not [one for item in items for one in (*item.findings, *check_record(item.record))]


@pytest.mark.parametrize(
    "text", ["SOLUTIONS.—No. 409: 1 Q-R8. No. 410: 1 Kt-K4. Correct from A. B.", "1 Q-R8, as A. B. points out."]
)
def test_a_solution_is_no_game(text: str) -> None:
    assert extract(io.BytesIO(text.encode()), "text.txt").items == ()
    with pytest.raises(InputError):
        read(text)


@pytest.mark.parametrize("apart", ["\n", "\n\n", " "])
@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("Drawn.", "1/2-1/2"),
        ("White won.", "1-0"),
        ("Las negras abandonan.", "1-0"),
        ("Schwarz gibt auf.", "1-0"),
        ("0—1", "0-1"),
        ("l-0", "1-0"),
        ("Mr. Ruiz resigned.", "1-0"),
    ],
)
@pytest.mark.parametrize(
    "score", ["1. e4 e5 2. d4 d5", "1. e4 (a? N) e5 2. (a? N) d4 (a? N) d5", "1 P-K4 P-K4 2 P-Q4 P-Q4"]
)
def test_an_end_may_stand_behind_the_moves(score: str, end: str, result: str, apart: str) -> None:
    (item,) = read(f"Vega - Ruiz\n\n{score}{apart}{end}\n")
    assert adjudicate(item.record).record.result == result
    assert not [one for one in item.findings if one.severity != "info"]


@pytest.mark.parametrize("verb", ["convert --to san", "list", "extract --list", "check", "repair --to san"])
def test_every_command_says_what_stands_in_no_game(verb: str) -> None:
    text = f"# One\n\nGame 1: Ann - Bob\n\n{PLAIN}\n\nOthers prefer 5. Bd3 here.\n"
    done = kriegnote(*verb.split(), stdin=text)
    assert "KN112" in done.output


@pytest.mark.parametrize(
    ("heading", "players", "result"),
    [
        ("Round 3. Tate 1, Ullman 0", ("Tate", "Ullman"), "1-0"),
        ("Board 2: Vance ½, Wray ½", ("Vance", "Wray"), "1/2-1/2"),
        ("From the Field, 1910. White: Mr. Teed. Black: Mr. Law.", ("Mr. Teed", "Mr. Law"), None),
    ],
)
def test_a_heading_names_players_and_their_scores(heading: str, players: tuple[str, str], result: str | None) -> None:
    (item,) = read(f"# Leeds\n\n{heading}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n")
    assert (item.record.header("White"), item.record.header("Black")) == players
    assert item.record.result == result
