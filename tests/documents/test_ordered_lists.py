"""Lists of moves to be tried in their order: what was refused and what was played follows from the answers."""

from __future__ import annotations

import pytest

from kriegnote.documents.ordered_lists import with_outcomes
from kriegnote.documents.whole import games_of
from kriegnote.model.events import Capture, End, Move, Try
from kriegnote.text.plain import unmarked

LETTERS = """1. e4, d4
Your list: first item played.

1... {lists}
{answer}
Announcement: capture on d5.

2. exd5, Nf3
First item played.
Announcement: capture on d5.

Black: I resign. Many thanks.
"""


@pytest.mark.parametrize(
    ("lists", "answer", "expected"),
    [
        ("dxc6, fxe6, d5, h6", "Your list 1: items 1-2 refused; item 3 played.", "(No: dxc6) (No: fxe6) d5 {h6}"),
        ("dxc6, fxe6, d5", "The first two were refused, the third was played.", "(No: dxc6) (No: fxe6) d5"),
        ("a) dxc6; b) d5; c) h6", "Item 1 illegal, item 2 accepted", "(No: dxc6) d5 {h6}"),
        ("dxc6, d5", "dxc6 refused, d5 played.", "(No: dxc6) d5"),
        ("dxc6, d5", "La prima respinta, la seconda giocata.", "(No: dxc6) d5"),
        ("dxc6, d5, h6", "Nr. 1 abgelehnt, Nr. 2 gespielt", "(No: dxc6) d5 {h6}"),
        ("dxc6, fxe6", "All refused.", "(No: dxc6) (No: fxe6)"),
    ],
)
def test_what_was_not_reached_did_not_happen(lists: str, answer: str, expected: str) -> None:
    text = LETTERS.format(lists=lists, answer=answer)
    made = with_outcomes(unmarked(text))
    assert made.text.splitlines()[2].removeprefix("1... ").strip() == expected
    assert len(made.places) == len(made.text) + 1


@pytest.mark.parametrize(
    "answer",
    [
        "Your list has come, and thank you.",
        "Item 4 played.",
        "Item 3 refused; item 2 played.",
        "No. It is my birthday.",
    ],
)
def test_a_list_without_an_answer_that_fits_it_is_a_comment(answer: str) -> None:
    text = LETTERS.format(lists="dxc6, d5, h6", answer=answer) + "\n2... dxe4, Qxd5\nItem 1 refused, item 2 played.\n"
    assert "{1... dxc6, d5, h6}" in with_outcomes(unmarked(text)).text


@pytest.mark.parametrize(
    "text", ["1. e4 e5 2. Nf3 Nc6\n", "1. e4, e5\n2. Nf3, Nc6\nAll was played well, the second part, too.\n"]
)
def test_a_score_is_no_list(text: str) -> None:
    assert with_outcomes(unmarked(text)).text == text


def test_a_folder_of_copied_letters_is_one_game() -> None:
    moves = ["e4, d4", "dxc6, d5", "exd5, Nf3", "Qxd5"]
    said = ["First item played.", "Item 1 refused; item 2 played.", "First item played.\nAnnouncement: capture on d5.",
            "First item played.\nAnnouncement: capture on d5."]  # fmt: skip
    letters, quoted = [], ""
    for at, (tried, answer) in enumerate(zip(moves, said, strict=True)):
        number = f"{at // 2 + 1}." + " ..." * (at % 2)
        head = f"From: Player\nTo: Umpire\nDate: Mon, {at + 1:02} Mar 1999 10:00\nSubject: Re: Game 7 - move {at}\n"
        letters.append(f"{head}\n{quoted}{number} {tried}\n")
        letters.append(f"From: Umpire\nTo: both\nDate: Mon, {at + 1:02} Mar 1999 18:00\nSubject: Game 7\n\n{answer}\n")
        quoted = "".join(f"> {line}\n" for line in answer.splitlines()) + "\n"
    (game,) = games_of("\n".join(letters)).games
    events = game.record.events
    assert [(one.side, one.text) for one in events if isinstance(one, Move)] == [
        ("white", "e4"), ("black", "d5"), ("white", "exd5"), ("black", "Qxd5"),
    ]  # fmt: skip
    assert [(one.side, one.text) for one in events if isinstance(one, Try)] == [("black", "dxc6")]
    assert [(one.side, one.square) for one in events if isinstance(one, Capture)] == [("white", "d5"), ("black", "d5")]
    assert not [one for one in events if isinstance(one, End)]


SIGNED = """The first possible move of each card was executed.

1. White: 1) {0}e4{1}  2) d4
1. Black: 1) {0}e5{1}
2. White: 1) exd5  2) exf5  3) {0}Nf3{1}  4) Bc4
2. Black: 1) exd4  2) {0}Nc6{1}
3. White: 1) {0}Bb5{1}
3. Black: 1) {0}a6{1}  2) h6
"""


@pytest.mark.parametrize(
    ("opens", "closes"), [("", "*"), ("", " ✓"), ("**", "**"), ("", " (played)"), ("", " (gespielt)")]
)
def test_a_sign_may_tell_which_move_was_played(opens: str, closes: str) -> None:
    text = SIGNED.format(opens, closes)
    (game,) = games_of(text).games
    assert [
        (type(event).__name__, event.text, event.turn) for event in game.record.events if isinstance(event, Move | Try)
    ] == [
        *(("Move", "e4", 1), ("Move", "e5", 1), ("Try", "exd5", 2), ("Try", "exf5", 2), ("Move", "Nf3", 2)),
        *(("Try", "exd4", 2), ("Move", "Nc6", 2), ("Move", "Bb5", 3), ("Move", "a6", 3)),
    ]


def test_a_sign_says_nothing_if_the_moves_with_it_cannot_be_played() -> None:
    text = SIGNED.replace("{0}Bb5", "{0}Bb6").format("", "*")
    assert with_outcomes(unmarked(text)).text == text


def test_words_behind_signed_lists_are_no_comment_that_lacks_its_end() -> None:
    head = "White: Ann Ames (Ohio)     Black: Ida Dunn (B.C.)\n\n"
    text = head + SIGNED.format("", "*") + "\nIda resigned by card of June 2nd. Well played, both.\n\nHal\n"
    (game,) = games_of(text).games
    assert [one.code for one in game.findings if one.severity == "error"] == []


@pytest.mark.parametrize(
    ("otherwise", "answered"),
    [
        (", otherwise ", "dxc6 no. fxe6 no. d5 yes."),
        (", sonst ", "dxc6: nein; fxe6: nein; d5: ja."),
        (", sinon ", "dxc6 illégal, fxe6 illégal, d5 oui."),
        (" or else ", "dxc6 no. fxe6 illegal. d5 yes."),
        (", altrimenti ", "dxc6 no, fxe6 no, d5 sì."),
    ],
)
def test_a_list_in_words_is_answered_move_by_move(otherwise: str, answered: str) -> None:
    moves = otherwise.join(("dxc6", "fxe6", "d5"))
    text = (
        "--- 3 Feb  to both ---\n> Ruth, move 1: e4\ne4 yes.\n\n"
        f"> Paul, move 1: {moves}\n{answered} Capture on d5.\n\n"
        f"> Ruth, move 2: exf5{otherwise}exd5\nexf5 no. exd5 yes.\n"
    )
    made = with_outcomes(unmarked(text)).text.splitlines()
    assert [line for line in made if line[:1].isdigit()] == [
        "1. e4",
        "1... (No: dxc6) (No: fxe6) d5",
        "2. (No: exf5) exd5",
    ]
    assert "[Capture on d5]" in made
