"""What prose between the moves reports counts where the board confirms it, and nowhere else."""

from __future__ import annotations

import pytest

from kriegnote import api
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, Comment, End, Move, Try, type_name
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.notations.san import reader as san
from kriegnote.text.source import Chunk
from kriegnote.text.speech.clauses import respelt_words
from kriegnote.text.speech.reported import Prose

CAPTURE = "1. e4, e5 2. Nf3, Nc6 3. Nxe5\n\n{}\n\n3. -, Nxe5 4. d4, d6\n"
CHECK = "1. e4, f5 2. Qh5+\n\n{}\n\n2. -, g6 3. Qe2, d6\n"
QUESTION = "1. e4, d5 2. Nf3, Nf6\n\n{}\n\n3. exd5, Nxd5 4. d4, e6\n"


def reported(text: str) -> list[str]:
    """What a text reports beside its moves, in the fewest words."""
    record = san.read(Chunk(text)).record
    return [_said(one) for one in record.events if isinstance(one, (Answer, Ask, Capture, Check, Try))]


def _said(event: AnyEvent) -> str:
    match event:
        case Capture():
            return f"capture {event.square}"
        case Check():
            return f"check {' '.join(event.directions)}"
        case Ask():
            return f"{event.side} asks"
        case Answer():
            return "yes" if event.any else "no"
        case Try():
            return f"{event.side} tries {event.text}: {event.verdict}"
    return type_name(event)


@pytest.mark.parametrize(
    ("score", "prose", "said"),
    [
        (CAPTURE, "A murmur in the hall at “capture on e5”, which nobody had foreseen.", ["capture e5"]),
        (CAPTURE, "Nel silenzio generale si ode: “cattura in e5”. Il Nero impallidisce.", ["capture e5"]),
        (CHECK, "From the desk comes a dry “check on the short diagonal”, and Black wakes up.", ["check short"]),
        (
            CHECK,
            "“Check, short diagonal.” The king gropes for f7 and then for e6, both refused him, and stays at home.",
            ["check short", "black tries Kf7: refused"],
        ),
        (QUESTION, "White wants to know whether there are any, and hears a hearty “Yes”.", ["white asks", "yes"]),
        (QUESTION, "“Any pawn captures?” “Yes!” He rubs his hands.", ["white asks", "yes"]),
        (
            QUESTION,
            "First exf5, then bxa3 are declared illegal.",
            ["white tries exf5: illegal", "white tries bxa3: illegal"],
        ),
    ],
)  # fmt: skip
def test_what_the_board_bears_out_is_read(score: str, prose: str, said: list[str]) -> None:
    assert reported(score.format(prose)) == said


RUN = "1. e4, d5 2. exd5, Qxd5 3. Nc3, Qe5+ 4. Be2, Nc6\n\n{}\n\n5. Nf3, Qa5 6. d4, Nf6\n"


@pytest.mark.parametrize(
    ("prose", "said"),
    [
        (
            "The umpire had said “capture on d5” twice, and lastly “check on the file”.",
            [("white", 2, "capture d5"), ("black", 2, "capture d5"), ("black", 3, "check file")],
        ),
        ("Si era udito una volta sola “cattura in d5”.", [("black", 2, "capture d5")]),  # the last of which it is true
        ("The umpire had said “capture on d5” five times.", [("white", 2, "capture d5"), ("black", 2, "capture d5")]),
        ("The umpire had said “capture on e5”.", []),
    ],
)
def test_an_announcement_is_of_the_moves_since_the_last_remark_of_which_it_is_true(
    prose: str, said: list[tuple[str, int, str]]
) -> None:
    events = san.read(Chunk(RUN.format(prose))).record.events
    announced = [one for one in events if isinstance(one, Capture | Check)]
    assert [(one.side, one.turn, _said(one)) for one in announced] == said
    for one in announced:  # it stands behind its move, and its place is that of its words
        before = [each for each in events[: events.index(one)] if isinstance(each, Move)][-1]
        assert (before.side, before.turn) == (one.side, one.turn)
        assert one.line == 3


def test_one_announcement_may_name_several_squares() -> None:
    score = "1. e4, d5 2. exd5, c6 3. dxc6, Nxc6\n\nCatture in d5 e una in c6, annota l'arbitro.\n\n4. d4, e5\n"
    assert reported(score) == ["capture d5", "capture c6"]


@pytest.mark.parametrize(
    ("score", "prose"),
    [
        (CAPTURE, "A murmur at “capture on d5”, as the chronicle has it."),  # nothing was taken there
        (CAPTURE, "Black believes that there was a capture on e5 by a pawn."),
        (CAPTURE, "White would have liked to hear “any?” answered, but he did not ask."),
        (CHECK, "A “check on the file” would have been worse."),
        (CHECK, "“Check on the long diagonal”, somebody in the audience whispers."),
        (QUESTION, "He does not ask whether there are any."),
        (QUESTION, "Nd4 would be refused on another day, and d4 never."),
    ],
)
def test_what_the_board_denies_or_nobody_says_stays_prose(score: str, prose: str) -> None:
    assert reported(score.format(prose)) == []


def test_the_prose_stays_and_a_finding_says_what_was_read_from_it() -> None:
    prose = "A murmur in the hall at “capture on e5”, which nobody had foreseen."
    read = san.read(Chunk(CAPTURE.format(prose)))
    assert [one.text for one in read.record.events if isinstance(one, Comment)] == [prose]
    captured = next(one for one in read.record.events if isinstance(one, Capture))
    assert (captured.side, captured.turn, captured.line) == ("white", 3, 3)
    assert any(one.code == "KN110" and "capture" in one.message for one in read.findings)


def test_a_comment_that_somebody_set_apart_is_left_alone() -> None:
    text = "1. e4, e5 2. Nf3, Nc6 3. Nxe5 {a murmur at “capture on e5”, oddly} 3. -, Nxe5 4. d4, d6\n"
    assert not any(isinstance(one, Capture) for one in san.read(Chunk(text)).record.events)


def test_the_men_of_a_scan_are_open() -> None:
    """Figurines that stand for other men do not hide where the board stands."""
    score = "1. e4, e5 2. ♖f3, ♖c6 3. ♔b5, a6 4. ♔×c6\n\nNella sala si ode “cattura in c6”.\n\n4. -, d×c6 5. d3, ♔g4\n"
    assert reported(score) == ["capture c6"]


def test_a_dialogue_reads_its_prose_so_too() -> None:
    text = CAPTURE.format("A murmur in the hall at “capture on e5”, which nobody had foreseen.")
    record = dialogue.read(Chunk(text)).record
    assert [one.square for one in record.events if isinstance(one, Capture)] == ["e5"]


@pytest.mark.parametrize(
    "remark",
    [
        "The umpire forgot to announce the capture on d5.",
        "The umpire omitted the capture on d5.",
        "The umpire failed to announce the capture on d5.",
        "The umpire neglected to mention the capture on d5.",
        "The umpire should have announced a capture on d5.",
        "The umpire was about to announce the capture on d5.",
        "No capture on d5 was announced.",
        "Capture on d5 was not announced until move 5.",
        "The capture on d5 went unannounced.",
        "L'arbitro dimentica di annunciare la cattura in d5.",
        "L'arbitro omise la cattura in d5.",
        "L'arbitro stava per annunciare la cattura in d5.",
        "L'arbitre oublia d'annoncer la prise en d5.",
    ],
)
def test_what_the_umpire_did_not_announce_is_a_comment(remark: str) -> None:
    (read,) = api.read(f"1. e4 d5\n2. exd5\n{remark}\n2... Qxd5 3. Nc3 Qa5\n")
    assert not [event for event in read.record.events if isinstance(event, Capture)]
    assert any(isinstance(event, Comment) for event in read.record.events)


def test_a_capture_may_be_announced_in_brackets_or_behind_its_move_square_first() -> None:
    score = "1. e4 (any? no) d5 2. exd5 (d5 geschlagen) Dxd5 (d5 geschlagen) 3. Sc3 Da5 4. b4 Dxb4 PRIS EN b4\n"
    (read,) = api.read(score)
    assert [event.square for event in read.record.events if isinstance(event, Capture)] == ["d5", "d5", "b4"]


def test_an_answer_with_which_a_remark_begins_is_one() -> None:
    text = "No, says the umpire."
    prose = Prose(respelt_words(text, {}, 0, len(text)))
    assert prose.tokens[0].type == "NO" and prose.is_announced(0)


@pytest.mark.parametrize(
    ("prose", "ended"),
    [
        ("At this the poor fellow resigned.", ("resignation", None)),  # nobody knows which of the two
        ("Black turned pale and resigned.", ("resignation", "black")),
        ("It being late, they shook hands on a draw.", ("agreement", "black")),
        ("The umpire, yawning, called it a draw.", ("agreement", "black")),
        ("White ought to have resigned.", None),
        ("Black resigned himself to the loss of a pawn.", None),
        ("White offered a draw.", None),
        ("It grew late at the club. A draw?", None),
    ],
)
def test_how_a_game_ended_is_read_among_unknown_words(prose: str, ended: tuple[str, str | None] | None) -> None:
    events = san.read(Chunk(f"1. e4, e5 2. Nf3, Nc6\n\n{prose}\n")).record.events
    assert [(one.reason, one.side) for one in events if isinstance(one, End)] == ([ended] if ended else [])
