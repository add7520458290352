"""Brackets with announcements beside questions and tries, and what the words in them are about."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from tests.support.shown import shown


def told(text: str) -> str:
    (game,) = read(text)
    return " ".join(filter(None, map(shown, game.record.events)))


MIXED = {
    "behind": (
        "1. d4 e5 2. dxe5 (any? yes; capture at e5) d6 3. exd6 (any? yes; tried exf6; capture at d6) Bxd6 "
        "(tried Qxe3, no; capture at d6) 4. Nf3 Nc6",
        "d4 ..e5 ask yes dxe5 xe5 ..d6 ask yes (exf6) exd6 xd6 (Qxe3) ..Bxd6 xd6 Nf3 ..Nc6",
    ),
    "before": (
        "1. d4 e5 2. dxe5 [capture at e5; any? no] d6 3. exd6 [capture at d6; tried Qxf6] Bxd6 4. Nf3 Nc6",
        "d4 ..e5 dxe5 xe5 ask no ..d6 exd6 xd6 (Qxf6) ..Bxd6 Nf3 ..Nc6",
    ),
    "a dash": (
        "1. d4 e5 2. dxe5 (tried dxc5 - capture on e5) Nc6 3. Nf3 (tried exf6 - Qxd7) Nge7",
        "d4 ..e5 (dxc5) dxe5 xe5 ..Nc6 (exf6) (Qxd7) Nf3 ..Nge7",
    ),
    "presa": (
        "1. d4 e5 2. dxe5 (può? sì; presa in e5) Cc6 3. Cf3 (tent. exf6) Cge7 4. Cc3 (tent. exd6) Cxe5 (presa in e5)",
        "d4 ..e5 ask yes dxe5 xe5 ..Cc6 (exf6) Cf3 ..Cge7 (exd6) Cc3 ..Cxe5 xe5",
    ),
    "prise": (
        "1. d4 e5 2. dxe5 [pr. ? oui ; prise en e5] Cc6 3. Cf3 [essayé : exf6] Cge7 "
        "4. Cc3 [essayé : exd6] Cxe5 [prise en e5]",
        "d4 ..e5 ask yes dxe5 xe5 ..Cc6 (exf6) Cf3 ..Cge7 (exd6) Cc3 ..Cxe5 xe5",
    ),
    "the verb": (
        "1. d4 e5 2. dxe5 (asked: yes; capture on e5) Nc6 3. Nf3 (asked: no) Nge7 "
        "4. Nc3 (asked: no) Nxe5 (capture on e5)",
        "d4 ..e5 ask yes dxe5 xe5 ..Nc6 ask no Nf3 ..Nge7 ask no Nc3 ..Nxe5 xe5",
    ),
    "before the moves": (
        "1. d4 (a? N) e5 2. (a? Y) dxe5 (capture on e5) (a? N) Nc6 3. (a? N; exf6 illegal) Nf3 Nge7",
        "d4 ask no ..e5 ask yes dxe5 xe5 ask no ..Nc6 ask no (exf6) Nf3 ..Nge7",
    ),
}


@pytest.mark.parametrize(("text", "events"), MIXED.values(), ids=[*MIXED])
def test_announcements_beside_questions_and_tries(text: str, events: str) -> None:
    assert told(text) == events


@pytest.mark.parametrize("words", ["best? yes, of course", "check? no, not yet", "mate? no, never"])
def test_what_annotators_ask_is_no_question_of_a_player(words: str) -> None:
    assert told(f"1. d4 e5 2. dxe5 ({words}) Nc6 3. Nf3 Nge7") == "d4 ..e5 dxe5 ..Nc6 Nf3 ..Nge7"


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("(short diagonal)", "short"),
        ("[kurze Diagonale]", "short"),
        ("(diag. corta)", "short"),
        ("(petite diagonale)", "short"),
    ],
)
def test_directions_beside_a_move_marked_as_a_check(words: str, way: str) -> None:
    assert told(f"1. e4 e5 2. f4 Qh4+ {words} 3. g3 Qe7") == f"e4 ..e5 f4 ..Qh4+ +{way} g3 ..Qe7"
    assert told(f"1. e4 e5 2. f4 Qf6 {words} 3. g3 Qe7") == "e4 ..e5 f4 ..Qf6 g3 ..Qe7"


def test_numbers_of_tries_stand_where_the_page_has_them() -> None:
    legend = "The figures in brackets are the illegal tries.\n\n"
    behind = told(f"{legend}1 d4 d5\n2 c4 e6 (2)\n3 Nc3 Nf6 (1)\n4 Bg5 (3) Be7\n5 e3 O-O (1)\n")
    assert behind == "d4 ..d5 c4 (2) ..e6 Nc3 (1) ..Nf6 (3) Bg5 ..Be7 e3 (1) ..O-O"


def test_a_bracket_that_ends_its_line_is_not_part_of_the_words_below() -> None:
    text = "1. e4 d5\n2. exd5 (any? yes) Qxd5\n3. Nc3 Qa5\n4. d4 e5\n5. dxe5 (any? yes) Nc6 (any? no)\n\nDrawn.\n"
    assert told(text).endswith("ask yes dxe5 ask no ..Nc6 agreement None")


@pytest.mark.parametrize(
    ("no", "yes"), [("A? N.", "A? Y."), ("a? n", "a? y"), ("Any? No.", "Any? Yes."), ("any? N;", "any? Y;")]
)
def test_the_question_may_stand_without_brackets(no: str, yes: str) -> None:
    asked = told(f"1 d4 {no} e5\n2 {yes} dxe5 d6\n3 {yes} exd6 Bxd6 (x d6)\n")
    assert asked == "d4 ask no ..e5 ask yes dxe5 ..d6 ask yes exd6 ..Bxd6 xd6"


def test_a_word_with_a_mark_in_prose_is_no_question() -> None:
    assert "ask" not in told("1. d4 e5 2. dxe5 d6. What a? No idea. 3. exd6 Bxd6\n")


@pytest.mark.parametrize(
    "words",
    ["first exf6, not possible", "eerst exf6, niet mogelijk", "zuerst exf6, nein", "prima exf6, no", "après exf6, non"],
)
def test_words_for_the_order_of_tries_are_no_part_of_them(words: str) -> None:
    assert told(f"1. d4 e5 2. dxe5 d6 3. h3 ({words}) dxe5 4. h4 h5") == "d4 ..e5 dxe5 ..d6 (exf6) h3 ..dxe5 h4 ..h5"


def test_a_sentence_that_begins_with_first_is_prose() -> None:
    assert told("1. d4 e5 2. dxe5 d6 3. h3 (first he looked at exf6) dxe5") == "d4 ..e5 dxe5 ..d6 h3 ..dxe5"


@pytest.mark.parametrize("question", ["c'è?", "gibt's was?", "y en a ?"])
def test_short_questions_in_brackets(question: str) -> None:
    yes = {"c": "sì", "g": "ja", "y": "oui"}[question[0]]
    assert told(f"1. d4 e5 2. ({question} {yes}) dxe5 d6 3. ({question} {yes}) exd6 h5").count("ask yes") == 2
