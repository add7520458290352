"""Scanned pages: their structure is that of the page as it was printed, their words are those of the scan."""

from __future__ import annotations

import pytest

from kriegnote.documents.misprints import as_it_was_printed
from kriegnote.documents.whole import games_of
from kriegnote.model.events import Move, Try
from kriegnote.model.record import Record

SAID = "Tries that the umpire refused are in square brackets.\n\n"


def _plies(record: Record) -> list[tuple[str, int | None, str | None]]:
    return [
        ("try" if isinstance(event, Try) else "move", event.turn, event.text)
        for event in record.events
        if isinstance(event, Move | Try)
    ]


@pytest.mark.parametrize(
    ("scan", "page"),
    [
        ("1. e4 e5 2. 8c4 d6 3. dS 8e7", "1. e4 e5 2. Bc4 d6 3. d5 Be7"),
        ("1. e4 [fxeS] e5 2. Hf3 Nc6 3. Rq1 [axbG] cl5", "1. e4 [fxe5] e5 2. Nf3 Nc6 3. Rg1 [axb6] d5"),
        ("1. e4 e5 2. Lc4 L85 3. 5f3 5c6 4. Tfl", "1. e4 e5 2. Lc4 L85 3. Sf3 Sc6 4. Tf1"),
        ("5. O=O exfl 6. Dxf1", "5. O-O exf1 6. Dxf1"),
        ("He took al the same; del resto, el rey. 1. e4 e5", "He took al the same; del resto, el rey. 1. e4 e5"),
        ("Room B8, see dS in the index.", "Room B8, see dS in the index."),
        ("1. e4 e5 2. ¤,f3 ¤,c6 3. ¤,xe5 @:xe5", "1. e4 e5 2. ¤,f3 ¤,c6 3. ¤,xe5 @:xe5"),
        ("1. e4 e5 2. ltJf3 ltJc6 3.ltJxe5 ltJxe5 4.[..tc4] d4", "1. e4 e5 2. ♘f3 ♘c6 3.♘xe5 ♘xe5 4.[♘c4] d4"),
    ],
)
def test_a_misread_move_is_what_it_looks_like_beside_moves_and_numbers(scan: str, page: str) -> None:
    assert as_it_was_printed(scan).plain.text == page


def test_tries_and_moves_keep_the_words_of_the_scan() -> None:
    text = f"{SAID}1. e4 e5 2. Nf3 [cl5] Nc6 3. 8b5 [axbG, bxaS] a6 4. Ba4 [exd4] NfG 5. O-O [bS] Be7 6. Rel d6\n"
    (game,) = games_of(text).games
    assert _plies(game.record) == [
        ("move", 1, "e4"), ("move", 1, "e5"), ("move", 2, "Nf3"), ("try", 2, "cl5"), ("move", 2, "Nc6"),
        ("move", 3, "8b5"), ("try", 3, "axbG"), ("try", 3, "bxaS"), ("move", 3, "a6"), ("move", 4, "Ba4"),
        ("try", 4, "exd4"), ("move", 4, "NfG"), ("move", 5, "O-O"), ("try", 5, "bS"), ("move", 5, "Be7"),
        ("move", 6, "Rel"), ("move", 6, "d6"),
    ]  # fmt: skip
    misread = [event for event in game.record.events if isinstance(event, Move | Try) and event.parts is None]
    assert {event.text for event in misread} == {"cl5", "8b5", "axbG", "bxaS", "NfG", "bS", "Rel"}
    for event in misread:
        assert any((one.line, one.column) == (event.line, event.column) for one in game.findings), event.text


def test_notes_at_misread_moves_stand_where_their_marks_are() -> None:
    text = (
        "Ash - Birch, Hull 1931\n\n1. e4 eS (1) 2. Nf3 NcG\n(2) 3. Bb5 a6\n\n"
        "(1) First tried dxe4; the umpire said no.\n(2) After a useless attempt at exd4.\n"
    )
    (game,) = games_of(text).games
    assert [one for one in _plies(game.record) if one[0] == "try"] == [("try", 1, "dxe4"), ("try", 2, "exd4")]
    assert [one[2] for one in _plies(game.record) if one[0] == "move"] == ["e4", "eS", "Nf3", "NcG", "Bb5", "a6"]


@pytest.mark.parametrize(
    ("said", "tried"),
    [
        ("Gesperrt gedruckte Züge wies der Leiter zurück, sie wurden abgelehnt.", "d x c 4"),
        ("Letterspaced moves were refused by the umpire.", "d x c 4"),
        ("Les coups en lettres espacées furent refusés par l'arbitre.", "d x c S"),
    ],
)
def test_letterspaced_moves_are_tries_where_the_page_says_so(said: str, tried: str) -> None:
    text = f"{said}\n\n1. e4 e5 2. f 5, d4 {tried}, exd4 3. c3 d x c\n3, d5 4. exd5 h6\n"
    (game,) = games_of(text).games
    bare = "".join(tried.split())
    found = [(kind, turn, "".join((text or "").split())) for kind, turn, text in _plies(game.record) if kind == "try"]
    assert found == [("try", 2, "f5"), ("try", 2, bare), ("try", 3, "dxc3")]


def test_a_word_that_is_no_move_anywhere_leaves_a_text_as_it_is() -> None:
    text = f"{SAID}1. e4 e5 2. Nf3 [d5] Nc6\n"
    assert as_it_was_printed(text).edits == ()
