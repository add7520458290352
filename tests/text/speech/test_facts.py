"""Questions and tries that remarks tell, in scores as in PGN: read, or named."""

from __future__ import annotations

import msgspec
import pytest

from kriegnote.documents.games import read_document
from kriegnote.notations.registry import notations
from kriegnote.text.source import Chunk
from tests.notations.test_dialogue_sentences import event_words

SCORES = ("san", "tries", "descriptive")


def told(text: str, name: str = "san") -> list[str]:
    events = notations()[name].read(Chunk(text)).record.events
    return [words for one in events if (words := event_words(one)) is not None]


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("remark", ["{Black tried dxe4, in vain}", "{Bell tried dxe4 and was refused}"])
def test_a_remark_behind_the_move_or_before_it_tells_of_its_player(name: str, remark: str) -> None:
    means = ["w move e4", "b try dxe4 refused", "b move e5"]
    head = '[White "Ash"]\n[Black "Bell"]\n\n'
    assert told(f"{head}1. e4 {remark} e5\n", name) == means
    assert told(f"{head}1. e4 e5 {remark}\n", name) == means


def test_who_cannot_be_known_is_named() -> None:
    read = notations()["san"].read(Chunk("1. e4 {he tried dxe4} e5\n"))
    assert [(one.code, one.severity) for one in read.findings] == [("KN109", "info")]


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize(
    "words", ["Black tried dxe4, in vain", "he tried dxe4", "[Black tried dxe4]", "\\Black tried dxe4"]
)
def test_words_of_a_comment_come_back_as_words(name: str, words: str) -> None:
    row = notations()[name]
    comment = row.read(Chunk("1. e4 {a} e5\n")).record
    events = tuple(msgspec.structs.replace(one, text=words) if hasattr(one, "heard") else one for one in comment.events)
    again = row.read(Chunk(row.write(comment.replace(events=events))))
    assert [getattr(one, "text", None) for one in again.record.events] == ["e4", words, "e5"]
    assert again.findings == []


@pytest.mark.parametrize(("one", "two"), [("[1]", "[2]"), (" (a)", " (b)"), ("*", "**"), ("[^1]", "[^2]")])
def test_notes_below_a_score_tell_of_the_moves_at_their_marks(one: str, two: str) -> None:
    text = (
        f"Ash - Bell, 1931\n\n1. e4 e5{one} 2. d4 Nc6 3. d5{two} Nf6 4. Nc3 Bb4\n\n"
        f"{one.strip()} Bell first tried dxe4, in vain.\n{two.strip()} A risky advance, as exd5 was to be feared.\n"
    )
    document = read_document(text)
    said = [words for one in document.games[0].record.events if (words := event_words(one)) is not None]
    assert said[:3] == ["w move e4", "b try dxe4 refused", "b move e5"]
    assert [(one.code, one.line) for one in document.outside()] == [("KN112", 6)]


@pytest.mark.parametrize("name", ["pgn", *SCORES])
@pytest.mark.parametrize("remark", ["{tried exd5, exf5}", "{illegal: exd5 exf5}", "{any: no, tried: exd5, exf5}"])
def test_the_board_says_whose_tries_they_are_when_nobody_is_named(name: str, remark: str) -> None:
    tries = [words for words in told(f"1. e4 e5 2. Nf3 {remark} Nc6 3. Bb5 a6 *\n", name) if " try " in words]
    assert [words[:10] for words in tries] == ["w try exd5", "w try exf5"]
    tries = [words for words in told(f"1. d4 d6 2. Nf3 {remark} e5 3. e3 exd4 *\n", name) if " try " in words]
    assert tries == []  # neither player could have tried them, and nobody knows who is meant


@pytest.mark.parametrize("name", ["pgn", *SCORES])
@pytest.mark.parametrize(
    ("remark", "means"),
    [
        ("Umpire: capture on d5", ["w capture d5"]),
        ("Capture on d5, says the umpire. Black has no pawn tries.", ["w capture d5", "b pawns no"]),
        ("Black loses a pawn on d5", ["w capture d5 of pawn"]),
    ],
)
def test_what_the_umpire_announces_is_of_the_last_move(name: str, remark: str, means: list[str]) -> None:
    row = notations()[name]
    text = f"1. e4 d5 2. exd5 {{{remark}}} Nf6 *\n"
    assert told(text, name) == ["w move e4", "b move d5", "w move exd5", *means, "b move Nf6"]
    if name in ("pgn", "tries"):  # which have words for what umpires say
        assert told(row.write(row.read(Chunk(text)).record), name) == told(text, name)


@pytest.mark.parametrize("remark", ["Black captures on d5", "a strong check", "Black would capture on d5"])
def test_an_annotator_announces_nothing(remark: str) -> None:
    assert told(f"1. e4 d5 2. exd5 {{{remark}}} Nf6 *\n", "pgn") == [
        "w move e4",
        "b move d5",
        "w move exd5",
        "b move Nf6",
    ]


@pytest.mark.parametrize("name", ["pgn", *SCORES])
def test_where_comments_tell_the_dialogue_those_that_are_not_understood_are_named(name: str) -> None:
    text = "1. e4 d5 2. exd5 {umpire: capture on d5} Qxd5 {a pawn has left d5} 3. Nc3 {a fine day} Qa5 *\n"
    read = notations()[name].read(Chunk(text))
    assert [(one.code, one.column) for one in read.findings] == [("KN109", text.index("{a pawn") + 1)]
    assert not notations()[name].read(Chunk(text.replace("umpire: capture on d5", "well done"))).findings
