"""What the umpire said of a move against what he had to say: each word that can be wrong, and where he may differ."""

from __future__ import annotations

import pytest

from kriegnote.model.events import AnyEvent, Capture, Check, End, Promotion, Reveal
from tests.support.records import codes, found, game, judged, of_type

PAWN_TAKES = "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
DOUBLE = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1"  # Nf6 is check by the knight, and by the rook behind it
QUEEN = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
PROMOTES = "8/P6k/8/8/8/8/8/4K3 w - - 0 1"


def taken(square: str | None = "d5", **said: object) -> Capture:
    return Capture(side=None, turn=None, square=square, **said)  # type: ignore[arg-type]


def check(*directions: str) -> Check:
    return Check(side=None, turn=None, directions=directions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        (taken(captured="piece", by="pawn", en_passant=False), []),
        (taken(None), []),
        (taken(captured="R"), []),
        (taken("d4"), [("KN332", "the capture is announced on d4, but it was on d5")]),
        (taken(captured="pawn"), [("KN333", "the captured man is announced as a pawn, but it was a piece")]),
        (taken(captured="N"), [("KN333", "the captured man is announced as a knight, but it was a rook")]),
        (taken(by="piece"), [("KN335", "the capturing man is announced as a piece, but it was a pawn")]),
        (taken(en_passant=True), [("KN336", "the capture is announced as en passant, but it was not")]),
        (
            taken("e5", captured="pawn"),
            [
                ("KN332", "the capture is announced on e5, but it was on d5"),
                ("KN333", "the captured man is announced as a pawn, but it was a piece"),
            ],
        ),
    ],
)
def test_each_word_of_a_capture(said: Capture, faults: list[tuple[str, str]]) -> None:
    assert found(game("e4d5", said, start=PAWN_TAKES)) == [(code, 2, message) for code, message in faults]


def test_a_capture_where_nothing_was_taken() -> None:
    assert found(game("e4e5", taken("e5"), start=PAWN_TAKES)) == [
        ("KN331", 2, "a capture is announced, but nothing was taken")
    ]


@pytest.mark.parametrize(
    ("said", "codes_"),
    [
        (taken("d6", en_passant=True), []),
        (taken("d5"), []),  # the pawn that was taken stood there
        (taken("d6", en_passant=False), ["KN336"]),
        (taken("e6"), ["KN332"]),
    ],
)
@pytest.mark.parametrize("rules", ["english", "icc"])
def test_en_passant_may_be_told_by_either_square(said: Capture, codes_: list[str], rules: str) -> None:
    assert codes(game("e5d6", said, start=PASSING, rules=rules)) == codes_


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        (check("file", "knight"), []),
        (check(), []),
        (check("file"), []),  # half of it
        (check("rank"), [("KN342", "check is announced on the rank, but it is on the file and by a knight")]),
        (
            check("file", "rank"),
            [("KN342", "check is announced on the file and on the rank, but it is on the file and by a knight")],
        ),
    ],
)
def test_each_direction_of_a_check(said: Check, faults: list[tuple[str, str]]) -> None:
    assert found(game("e4f6", said, start=DOUBLE)) == [(code, 2, message) for code, message in faults]


@pytest.mark.parametrize(
    ("move", "said", "codes_"),
    [
        ("a1a4", check("short"), ["KN342"]),
        ("a1a4", check("long"), []),
        ("a1a4", check("diagonal"), []),
        ("a1h8", check("diagonal"), ["KN342"]),
        ("a1h8", check("rank"), []),
        ("a1a7", check("rank"), ["KN341"]),
    ],
)
def test_which_diagonal_or_that_it_is_one(move: str, said: Check, codes_: list[str]) -> None:
    assert codes(game(move, said, start=QUEEN)) == codes_


def test_a_double_check_said_in_two_words_and_a_word_said_twice() -> None:
    assert codes(game("e4f6", check("file"), check("knight"), start=DOUBLE)) == []
    (twice,) = judged(game("e4f6", check("file"), check("file"), start=DOUBLE))
    assert (twice.code, twice.line, twice.message) == ("KN341", 3, "check is announced twice")
    assert twice.note == "delete one, or put it after the move it belongs to"
    assert found(game("e4d5", taken(), taken(), start=PAWN_TAKES)) == [
        ("KN331", 3, "the capture on d5 is announced twice")
    ]


def test_a_promotion_that_is_none() -> None:
    promotion = Promotion(side=None, turn=None)
    assert codes(game("a7a8q", promotion, start=PROMOTES)) == []
    assert found(game("e1e2", promotion, start=PROMOTES)) == [
        ("KN351", 2, "a promotion is announced, but no pawn promoted")
    ]


@pytest.mark.parametrize(
    ("reason", "faults"),
    [
        ("checkmate", []),
        ("stalemate", ["the umpire announced stalemate, but on the board it is checkmate"]),
        ("adjudication", []),  # no board shows it
    ],
)
def test_an_end_that_shows_on_the_board(reason: str, faults: list[str]) -> None:
    end = End(side=None, turn=None, reason=reason)  # type: ignore[arg-type]
    mate = game("f2f3", "e7e5", "g2g4", "d8h4", end)
    assert found(mate) == [("KN361", 5, message) for message in faults]


@pytest.mark.parametrize(
    "end", [End(side="white", turn=2, reason="checkmate"), End(side="white", turn=2, reason="unknown", result="1-0")]
)
def test_words_that_let_the_mated_player_win(end: End) -> None:
    mate = game("f2f3", "e7e5", "g2g4", "d8h4", end)
    assert [(code, line) for code, line, _ in found(mate)] == [("KN402", 5)]


def test_an_end_while_the_game_goes_on() -> None:
    end = End(side=None, turn=None, reason="checkmate")
    assert found(game("e2e4", end)) == [
        ("KN361", 2, "the umpire announced checkmate, but on the board the game goes on")
    ]


@pytest.mark.parametrize(
    ("kind", "rules", "said"),
    [
        ("capture", "english", ("KN334", 1, "the capture on d5 is not announced")),
        ("capture", "english; captures=no", None),
    ],
)
def test_silence_says_no_where_the_rulebook_has_the_umpire_speak(
    kind: str, rules: str, said: tuple[str, int, str] | None
) -> None:
    record = game("e4d5", start=PAWN_TAKES, rules=rules, silence=(kind,))
    assert found(record) == ([said] if said else [])


def test_a_check_and_a_promotion_that_silence_denies() -> None:
    assert found(game("a1a4", start=QUEEN, rules="english", silence=("check",))) == [
        ("KN343", 1, "the check on the long diagonal is not announced")
    ]
    assert found(game("a7a8q", start=PROMOTES, rules="rand", silence=("promotion",))) == [
        ("KN352", 1, "the promotion is not announced")
    ]
    assert codes(game("a7a8q", start=PROMOTES, rules="english", silence=("promotion",))) == []


def test_a_square_counted_from_the_other_side_is_named_in_a_note() -> None:
    """Gambit counts the square of a capture from the side of the man taken, RAND from the mover's."""
    record = game("e2e4", "d7d5", "e4d5", taken("d4"), rules="english")
    (found_,) = judged(record)
    assert found_.note == "the rulebook english counts squares from Black's side: write d5"
    blacks = game("e2e4", "d7d5", "b1c3", "d5e4", taken("e5"))
    (found_,) = judged(blacks.replace(rules="rand"))
    assert found_.note == "the rulebook rand counts squares from Black's side: write e4"
    assert judged(blacks)[0].note is None
    (elsewhere,) = judged(game("e2e4", "d7d5", "e4d5", taken("h1"), rules="english"))
    assert elsewhere.note == "write d5"


def test_a_finding_of_an_announcement_says_what_to_write() -> None:
    [not_taken] = judged(game("e2e4", taken("e4"), rules="english"))
    assert not_taken.note is not None
    assert not_taken.note.startswith("delete")
    [forgotten] = judged(game("a1a4", start=QUEEN, rules="english", silence=("check",)))
    assert forgotten.note is not None
    assert forgotten.note.startswith("announce it")
    assert forgotten.fix is None, "another reading of the move may explain it as well"


def test_a_man_shown_where_another_stands() -> None:
    right, wrong = (Reveal(side="white", turn=1, seen={"d5": man}) for man in "PN")
    assert codes(game("e2e4", "d7d5", right, rules="dark")) == []
    (one,) = judged(game("e2e4", "d7d5", wrong, rules="dark"))
    assert (one.code, one.line) == ("KN371", 3)
    assert one.message.startswith("White is shown N on d5, but ")
    unseen = Reveal(side="white", turn=1, seen={"d7": "P"})
    assert codes(game("e2e4", unseen, rules="dark")) == ["KN371"], "it stands there, and no man of White's sees it"


def test_what_is_not_shown_though_silence_says_that_nothing_was() -> None:
    record = game("e2e4", "d7d5", rules="dark", silence=("reveal",))
    (white, black) = judged(record)
    assert (white.code, white.line, black.code, black.line) == ("KN372", 2, "KN372", 2)
    assert {white.message[:5], black.message[:5]} == {"White", "Black"}
    assert codes(record.replace(silence=())) == []


@pytest.mark.parametrize(
    ("rules", "asked", "said"),
    [
        ("english", False, {"square": "d5"}),
        ("rand", False, {"square": "d5", "captured": "piece"}),
        ("dutch", False, {"square": "d5"}),
        ("dutch", True, {"square": "d5", "by": "pawn"}),
        ("open-captures", False, {"square": "d5", "captured": "R"}),
    ],
)
def test_what_is_derived_is_as_much_as_the_rulebook_has_the_umpire_say(
    rules: str, asked: bool, said: dict[str, str]
) -> None:
    from kriegnote.model.events import Ask

    before: tuple[AnyEvent, ...] = (Ask(side=None, turn=None, what="any"),) if asked else ()
    (capture,) = of_type(game(*before, "e4d5", start=PAWN_TAKES, rules=rules), Capture)
    assert {name: getattr(capture, name) for name in ("square", "captured", "by") if getattr(capture, name)} == said
    assert capture.source == "derived"
