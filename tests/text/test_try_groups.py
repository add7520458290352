"""Groups in brackets beside a move: which moves a word of the umpire's speaks of."""

import pytest

from kriegnote.api import read
from kriegnote.model.events import Answer, Ask, Comment, Junk, Move, Try
from kriegnote.model.record import Record


def _record(group: str) -> Record:
    (game,) = read(f"1. e4 e5 2. {group} Bc4 Nc6 3. Qh5 Nf6", "tries")
    assert [event.text for event in game.record.events if isinstance(event, Move)][2] == "Bc4"
    return game.record


@pytest.mark.parametrize(
    ("group", "tries"),
    [
        ("(exd5 no)", {"exd5": "refused"}),
        ("(exd5, no)", {"exd5": "refused"}),
        ("(exd5? No, exf5 x)", {"exd5": "refused", "exf5": "refused"}),
        ("(exd5 no, exf5 no)", {"exd5": "refused", "exf5": "refused"}),
        ("(exd5, exf5: no)", {"exd5": "refused", "exf5": "refused"}),
        ("(No: exd5, exf5)", {"exd5": "refused", "exf5": "refused"}),
        ("(no exd5, no exf5)", {"exd5": "refused", "exf5": "refused"}),
        ("(illegal: exd5; exf5)", {"exd5": "illegal", "exf5": "illegal"}),
        ("(impossible: Nf6; illegal: Ke3)", {"Nf6": "impossible", "Ke3": "illegal"}),
        ("(Nf6 impossibile; Re3 illegale)", {"Nf6": "impossible", "Re3": "illegal"}),
        ("(tent. exd5, exf5)", {"exd5": "refused", "exf5": "refused"}),
        ("(tried exd5, exf5)", {"exd5": "refused", "exf5": "refused"}),
        ("(tried exd5, impossible)", {"exd5": "impossible"}),
        ("(imp. Nf6; ill. Ke3)", {"Nf6": "impossible", "Ke3": "illegal"}),
        ("(exd5 rifiu-\ntata)", {"exd5": "refused"}),
        ("(ilegal: exd5)", {"exd5": "illegal"}),
        ("(versucht exd5: unmöglich)", {"exd5": "impossible"}),
        ("(essayé exd5 : non)", {"exd5": "refused"}),
        ("[exd5, exf5; no]", {"exd5": "refused", "exf5": "refused"}),
        ("(exd5⁈)", {"exd5": "refused"}),
        ("(exd5, exf5 – illegal)", {"exd5": "illegal", "exf5": "illegal"}),
        ("(exd5 - exf5 - unmöglich)", {"exd5": "impossible", "exf5": "impossible"}),
        ("(exd5, exf5 ging nicht)", {"exd5": "refused", "exf5": "refused"}),
        ("[exd5; exf5: gaat niet]", {"exd5": "refused", "exf5": "refused"}),
        ("(exd5, Ke3 illegal)", {"exd5": None, "Ke3": "illegal"}),  # nobody says how the first ended
    ],
)
def test_a_word_beside_moves_is_their_verdict(group: str, tries: dict[str, str | None]) -> None:
    record = _record(group)
    found = [event for event in record.events if isinstance(event, Try)]
    assert {event.text: event.verdict for event in found} == tries
    assert {(event.side, event.turn) for event in found} == {("white", 2)}
    assert not any(isinstance(event, (Answer, Junk, Comment)) for event in record.events)


@pytest.mark.parametrize("said", ["geht nicht", "geht auch nicht", "kan niet", "refused", "in vain", "non"])
def test_a_try_outside_of_brackets_has_its_verdict(said: str) -> None:
    (game,) = read(f"1. e4 d6 2. exd5 {said} (a? N) Nf3 Nf6", "tries")
    found = [(event.text, event.verdict) for event in game.record.events if isinstance(event, Try)]
    assert found == [("exd5", "refused")]


def test_a_word_behind_a_question_answers_it() -> None:
    record = _record("(a? no exd5 no)")
    assert [type(event) for event in record.events][2:5] == [Ask, Answer, Try]
    assert [event.verdict for event in record.events if isinstance(event, Try)] == ["refused"]


@pytest.mark.parametrize(
    ("group", "tries"),
    [
        ("(exdS?)", {"exdS": "refused"}),
        ("(BbS? lf6?)", {"BbS": "refused", "lf6": "refused"}),
        ("(3×Nc9?)", {"Nc9": "refused"}),
        ("(BbS exd5?)", {"BbS": None, "exd5": "refused"}),
        ("(ab9 no)", {"ab9": "refused"}),
        ("(BbS)", {}),
        ("(see Fig2, e5)", {}),
    ],
)
def test_a_misprinted_try_is_a_try(group: str, tries: dict[str, str | None]) -> None:
    found = [event for event in _record(group).events if isinstance(event, Try)]
    assert {event.text: event.verdict for event in found} == tries


@pytest.mark.parametrize(("group", "times"), [("(2 tries)", 2), ("(1 try)", 1), ("(tre\ntentativi)", 3)])
def test_tries_that_nobody_names_are_counted(group: str, times: int) -> None:
    assert [(event.text, event.times) for event in _record(group).events if isinstance(event, Try)] == [(None, times)]


@pytest.mark.parametrize("group", ["(in vain)", "(no doubt the best move here)", "(Nf3 is no better than that)"])
def test_prose_stays_prose(group: str) -> None:
    assert not any(isinstance(event, (Try, Answer)) for event in _record(group).events)


@pytest.mark.parametrize("mark", ["(illegal: {})", "({}?)", "*{}"])
def test_tries_behind_the_moves_are_of_those_who_made_them(mark: str) -> None:
    text = f"1. e4 e5 2. Bc4 {mark.format('exd5')} Nc6 3. Qh5 Nf6 {mark.format('exd4')} 4. Qxf7#"
    (game,) = read(text, "tries")
    told = [(type(one).__name__, one.side, one.text) for one in game.record.events if isinstance(one, Move | Try)]
    assert told[2:4] == [("Try", "white", "exd5"), ("Move", "white", "Bc4")]
    assert told[6:8] == [("Try", "black", "exd4"), ("Move", "black", "Nf6")]


def test_where_one_stands_between_number_and_move_they_are_before_the_moves() -> None:
    (game,) = read("1. e4 e5 2. (exd5?) Bc4 Nc6 (exd5?) 3. Qh5 (exd4?) Nf6", "tries")
    assert [one.side for one in game.record.events if isinstance(one, Try)] == ["white", "white", "black"]


@pytest.mark.parametrize(
    ("group", "times", "verdict"),
    [
        ("(2 illegal tries)", 2, "illegal"),
        ("(two tries refused)", 2, "refused"),
        ("(4 refused)", 4, "refused"),
        ("(due tentativi illegali)", 2, "illegal"),
        ("(3 abgelehnte Versuche)", 3, "refused"),
        ("(deux essais illégaux)", 2, "illegal"),
        ("(5 intentos rechazados)", 5, "refused"),
        ("(2 geweigerde pogingen)", 2, "refused"),
    ],
)
def test_a_count_of_tries_with_what_became_of_them(group: str, times: int, verdict: str) -> None:
    (event,) = [one for one in _record(group).events if isinstance(one, Try)]
    assert (event.times, event.verdict, event.text) == (times, verdict, None)
