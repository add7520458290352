"""Mail: what letters quote of one another counts once, whatever encodes them, and places are those of the file."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from kriegnote.documents.mailbox import read_mailbox
from kriegnote.documents.whole import games_of
from kriegnote.notations.registry import notation
from kriegnote.text.mail import is_mail
from tests.notations.test_dialogue_sentences import event_words
from tests.support.commands import kriegnote

SCORE = "1. f3 e5 2. g4 Qh4# 0-1"


def letter(body: str, subject: str = "our game", *, number: int = 0, answers: int = 0, **more: str) -> EmailMessage:
    made = EmailMessage()
    made["From"] = "anna@example.org"
    made["Subject"] = subject
    if number:
        made["Message-ID"] = f"<{number}@example.org>"
        made["Date"] = f"Mon, {number:02} Mar 1999 10:00:00 +0100"
    if answers:
        made["In-Reply-To"] = f"<{answers}@example.org>"
    made.set_content(body, **more)
    return made


def mailbox(*letters: EmailMessage) -> str:
    return "\n".join(f"From anna@example.org Mon Mar 1 10:00:00 1999\n{one.as_string()}" for one in letters)


def scores(source: str) -> list[list[str | None]]:
    return [[getattr(event, "text", None) for event in game.record.events] for game in games_of(source).games]


def test_each_letter_of_a_thread_adds_to_the_game() -> None:
    source = mailbox(
        letter("Dear Bert,\n\n1. e4\n"),
        letter("1... d5\n\nOn Monday, Anna wrote:\n> Dear Bert,\n>\n> 1. e4\n", "Re: our game"),
        letter("> 1...\n> d5\n\n2. exd5\n", "RE: Re: our game"),
        letter("2... Qxd5\n\n-----Original Message-----\nFrom: A\nSent: today\n\n2. exd5\n", "R: our game"),
    )
    (game,) = games_of(source).games
    assert [event.text for event in game.record.events if hasattr(event, "move")] == ["e4", "d5", "exd5", "Qxd5"]
    lines = source.split("\n")
    assert all(
        event.text in lines[event.line - 1] for event in game.record.events if event.line and hasattr(event, "move")
    )
    assert not games_of(source).outside()


def test_what_is_quoted_of_a_letter_that_is_missing_stands_before_its_answer() -> None:
    (score,) = scores(
        mailbox(letter("1... d5\n\n> 1. e4\n"), letter("2. exd5\n\n>> 1. e4\n> 1... d5\n", "Re: our game"))
    )
    assert score == ["e4", "d5", "exd5"]


def test_a_score_that_grows_from_letter_to_letter_is_one_game() -> None:
    grown = ["1. d4", "1. d4 d5", "1. d4 d5 2. c4", "1. d4 d5 2. c4 e6"]
    assert scores(mailbox(*map(letter, grown))) == [["d4", "d5", "c4", "e6"]]


def test_threads_are_games_of_their_own_in_whatever_order_they_stand() -> None:
    letters = [
        letter("1. e4", "one", number=1),
        letter("1. d4", "two", number=2),
        letter("1... e5", "Re: one", number=3),
        letter("1... d5", "knights", number=4, answers=2),
    ]
    assert scores(mailbox(*letters)) == [["e4", "e5"], ["d4", "d5"]]
    assert sorted(scores(mailbox(*reversed(letters)))) == [["d4", "d5"], ["e4", "e5"]]


@pytest.mark.parametrize(
    ("charset", "cte"), [("iso-8859-1", "quoted-printable"), ("utf-8", "base64"), ("utf-8", "8bit")]
)
def test_a_body_is_decoded_and_keeps_its_places(charset: str, cte: str, tmp_path: Path) -> None:
    body = f"Perché il Nero non chiese, come è giusto, “Any?”{' e poi' * 9}\n\n{SCORE}\n".replace("“", '"').replace(
        "”", '"'
    )
    path = tmp_path / "one.eml"
    path.write_bytes(bytes(letter(body, charset=charset, cte=cte)))
    (game,) = games_of(path.read_text("utf-8"), "one.eml").games
    assert [event.text for event in game.record.events if hasattr(event, "move")] == ["f3", "e5", "g4", "Qh4#"]
    lines = path.read_text("utf-8").split("\n")
    assert game.line >= next(at for at, line in enumerate(lines, 1) if not line)
    if cte != "base64":
        assert lines[game.line - 1].startswith("1. f3")
    assert kriegnote("check", path).exit_code == 0


def test_letters_in_several_charsets_are_each_read_in_its_own(tmp_path: Path) -> None:
    polish = bytes(letter(f"Zażółć: {SCORE}\n\n{{żółw}}\n", "a", charset="iso-8859-2", cte="8bit"))
    french = bytes(letter(f"{SCORE} {{très bien}}\n", "b", charset="utf-8", cte="8bit"))
    path = tmp_path / "two.mbox"
    path.write_bytes(b"".join(b"From a@x Mon Mar 1 10:00:00 1999\n" + one + b"\n" for one in (polish, french)))
    done = kriegnote("convert", path, "--to", "pgn")
    assert (done.exit_code, "{très bien}" in done.stdout, done.stderr) == (0, True, "")


def test_attachments_are_read_and_pictures_are_named(tmp_path: Path) -> None:
    made = letter(f"Conti - Marchi, Livorno 1988\n\n{SCORE}\n")
    made.add_alternative(f"<p>Conti - Marchi, Livorno 1988</p><p>{SCORE}</p>", subtype="html")
    made.add_attachment(
        b'[White "Ann"]\n\n1. e4 e5 *\n', maintype="application", subtype="x-chess-pgn", filename="a.pgn"
    )
    made.add_attachment(b"\xff\xd8\xff\xe0" + bytes(99), maintype="image", subtype="jpeg", filename="board.jpg")
    path = tmp_path / "one.eml"
    path.write_bytes(bytes(made))
    done = kriegnote("list", path, "--columns", "white,plies", "--format", "csv")
    assert done.stdout == "white,plies\nConti,4\nAnn,2\n"
    assert "an attachment is not text: board.jpg" in done.stderr


def test_a_web_page_in_a_letter_is_read_without_its_markup() -> None:
    (score,) = scores(letter(f"<div>Cara&nbsp;Anna,</div><div>{SCORE}</div>", subtype="html").as_string())
    assert [move for move in score if move] == ["f3", "e5", "g4", "Qh4#"]


def test_the_notation_can_be_named() -> None:
    (game,) = read_mailbox(mailbox(letter(f"{SCORE}\n")), notation("tries")).games
    assert game.notation.id == "tries"


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("From a@x Mon Mar 1 10:00:00 1999\n\n1. e4\n", None, True),
        ("From: a@x\nMIME-Version: 1.0\n\n1. e4\n", None, True),
        ("From: a@x\nSubject: game\n\n1. e4\n", "game.eml", True),
        ("From: a@x\nSubject: game\n\n1. e4\n", "game.txt", False),  # a letter that somebody copied
        ("White: Carr\nBlack: Holt\n\n1. e4\n", "game.eml", False),
        ("From 10:00 on they played.\n\n1. e4\n", None, True),  # as a mailbox would have it
        ('[White "From: a"]\n\n1. e4\n', None, False),
        ("", "game.mbox", False),
    ],
)
def test_what_is_mail(text: str, name: str | None, expected: bool) -> None:
    assert is_mail(text, name) is expected


def test_mail_without_a_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.mbox"
    path.write_text(mailbox(letter("I enclose the cheque.\n")))
    done = kriegnote("convert", path, "--to", "pgn")
    assert (done.exit_code, done.stderr) == (2, f"{path}: error: there is no game in this mail\n")


@pytest.mark.parametrize("body", ["=", "=ZZ=3", "=E9=\n", "\0" * 9])
@pytest.mark.parametrize("head", ["quoted-printable", "base64", "8bit", "x"])
def test_damaged_mail_is_no_traceback(body: str, head: str) -> None:
    source = (
        f"From: a\nMIME-Version: 1.0\nContent-Transfer-Encoding: {head}\nContent-Type: text/plain; charset={head}\n\n"
    )
    assert games_of(f"{source}{body}\n{SCORE}\n") is not None


def test_a_game_by_mail_is_told_by_players_and_umpire() -> None:
    words = [
        "Any?",
        "> Any?\nNo.",
        "1. e4\n\n> No.",
        "> 1. e4\n\nAccepted.",
        "1... d5",
        "Accepted.",
        "Any?",
        "> Any?\nYes.",
    ]
    words += ["2. exd5", "Accepted. Capture on d5.", "2... Qxd5", "Accepted. Capture on d5."]
    (game,) = games_of(mailbox(*map(letter, words))).games
    told = [said for event in game.record.events if (said := event_words(event)) is not None]
    assert told == [
        *("w ask any", "w answer no", "w move e4", "b move d5", "w ask any", "w answer yes"),
        *("w move exd5", "w capture d5", "b move Qxd5", "b capture d5"),
    ]


@pytest.mark.parametrize(
    "turn", ["game 4, move {}", "Re: game 4 - mossa n. {}", "Aw: game 4 ({}. Zug)", "game 4: jugada {}"]
)
def test_the_turn_in_a_subject_makes_no_thread_of_its_own(turn: str) -> None:
    moves = ("1. e4 e5", "2. Nf3 Nc6")
    source = mailbox(*(letter(f"{said}\n", turn.format(number), number=number) for number, said in enumerate(moves, 1)))
    assert scores(source) == [["e4", "e5", "Nf3", "Nc6"]]
