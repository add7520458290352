"""Comments of PGN that tell of questions and tries in sentences: read, or named; never silent."""

from __future__ import annotations

import pytest

from kriegnote.notations.pgn import reader as pgn
from kriegnote.notations.registry import notations
from kriegnote.text.source import Chunk, Read
from tests.notations.test_dialogue_sentences import event_words

HEAD = '[Event "?"]\n[White "a"]\n[Black "b"]\n\n'


def read(text: str) -> Read:
    return pgn.read(Chunk(f"{HEAD}{text}\n"))


def told(text: str) -> list[str]:
    return [words for one in read(text).record.events if (words := event_words(one)) is not None]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("1. e4 e5 {Black tried dxe3 before this} 2. Nf3 *", "w move e4; b try dxe3 refused; b move e5; w move Nf3"),
        ("1. e4 {Black tried dxe3, which was refused.} 1... e5 *", "w move e4; b try dxe3 refused; b move e5"),
        ("1. e4 e5 {White asked and was told no.} 2. Nf3", "w move e4; b move e5; w ask any; w answer no; w move Nf3"),
        ("1. e4 {Il Nero ha provato Ah3, illegale} e5 *", "w move e4; b try Bh3 illegal; b move e5"),
        ("1. e4 e5 2. Nf3 {White asked: no. Tries refused: d5, a3.} *",
         "w move e4; b move e5; w ask any; w answer no; w try d5 refused; w try a3 refused; w move Nf3"),
        ("1. e4 {White: Any? No.} e5 *", "w ask any; w answer no; w move e4; b move e5"),
        ("1. e4 e5 {Black asked first; the answer was no. After tries with d3, axb6.} *",
         "w move e4; b ask any; b answer no; b try d3 refused; b try axb6 refused; b move e5"),
        ("1. e4 {Bianco: chiesto se ce n'erano: no} e5 *", "w ask any; w answer no; w move e4; b move e5"),
        ("1. e4 {Blancas: preguntado si hay: no} e5 *", "w ask any; w answer no; w move e4; b move e5"),
        ("1. e4 {Wit: gevraagd of er waren: nee} e5 *", "w ask any; w answer no; w move e4; b move e5"),
        ("{White had tried Nd4. The umpire said it was impossible.} 1. e4 *", "w try Nd4 impossible; w move e4"),
    ],
)  # fmt: skip
def test_what_a_comment_tells_stands_before_the_move(text: str, means: str) -> None:
    assert (told(text), read(text).findings) == (means.split("; "), [])


def test_what_stands_behind_a_number_is_the_movers_and_so_are_all_comments_of_the_game() -> None:
    text = "1. d4 d5 2. {Any? No.} c4 {Any? Yes. Tries dxe4: no.} dxc4 3. {Qa5? no} Qa4+ {No; tried Kd7} Bd7 *"
    means = ("w move d4; b move d5; w ask any; w answer no; w move c4; b ask any; b answer yes; b try dxe4 refused; "
             "b move dxc4; w try Qa5 refused; w move Qa4; b try Kd7 refused; b move Bd7")  # fmt: skip
    assert (told(text), read(text).findings) == (means.split("; "), [])


@pytest.mark.parametrize("comment", ["Vorher abgelehnt: dxe5", "first dxe5, not allowed"])
def test_words_that_nobody_knows_do_not_hide_a_try_that_the_board_gives_to_one_player(comment: str) -> None:
    means = "w move d4; b move Nf6; w try dxe5 refused; w move c4; b move g6"
    assert told(f"1. d4 Nf6 2. c4 {{{comment}}} g6 *") == means.split("; ")


@pytest.mark.parametrize(
    "comment",
    [
        "Any? No.",
        "No; tried exd5",
        "Illegal: Rh3",
        "He tried exd5 in vain",
        "Somebody tried Nd4, they say",
        "Black tried rooks, and Rh3",
    ],
)
def test_a_try_that_is_not_clearly_anyone_s_is_named(comment: str) -> None:
    found = read(f"1. e4 {{{comment}}} e5 *")
    assert [(one.code, one.line, one.column) for one in found.findings] == [("KN109", 5, 7)]
    assert any(getattr(one, "text", None) == comment for one in found.record.events)


@pytest.mark.parametrize(
    "comment", ["He tries to win", "If White tries Nd4, Qxd4 wins", "Better is exd5", "check", "would have tried Nd4"]
)
def test_other_words_stay_comments(comment: str) -> None:
    found = read(f"1. e4 {{{comment}}} e5 *")
    assert found.findings == []
    assert any(getattr(one, "text", None) == comment for one in found.record.events)


@pytest.mark.parametrize("comment", ["White tried exd5", "Illegal: Rh3", "Black asked and was told no"])
def test_a_comment_that_only_looks_so_comes_back_as_one(comment: str) -> None:
    record = read(f"1. e4 ;{comment}\n e5 *").record
    row = notations()["pgn"]
    again = row.read(Chunk(row.write(record)))
    assert [type(one) for one in again.record.events] == [type(one) for one in record.events]
    assert again.findings == []


def test_an_annotators_words_on_a_move_are_no_try_in_such_a_game_either() -> None:
    text = "1. d4 d5 2. {Any? No.} c4 {e5 fails here} dxc4 *"
    assert "b try e5 refused" not in told(text)


@pytest.mark.parametrize("label", ["tries", "Tries", "tentativi"])
def test_a_square_behind_the_label_of_tries_is_a_move_if_others_are(label: str) -> None:
    text = f"1. e4 e5 2. {{{label}: exd5, Bb5}} Nf3 {{{label}: d4}} Nc6 3. Bc4 Bc5 *"
    assert "b try d4 refused" in told(text)
    assert not any("pawn" in one for one in told(text))


@pytest.mark.parametrize("names", [("white", "black", "result"), ("WHITE", "BLACK", "RESULT")])
def test_tags_may_be_typed_in_other_letters(names: tuple[str, str, str]) -> None:
    white, black, result = names
    record = pgn.read(Chunk(f'[{white} "Ann"]\n[{black} "Bob"]\n[{result} "1-0"]\n\n1. e4 e5 1-0\n')).record
    assert record.headers == (("White", "Ann"), ("Black", "Bob"), ("Result", "1-0"))
