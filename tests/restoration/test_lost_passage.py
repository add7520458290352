"""A passage that a page has lost: nothing is said of what stands behind it, unless it fits the board before it."""

import io
import re

import pytest

from kriegnote.model.events import Move
from kriegnote.operations.conversion import read_items
from kriegnote.operations.repairing import repair_item
from kriegnote.restoration.restorer import Repaired, repair

LINES = [
    "1. b3, g6 2. Nc3, Na6 3. d3, h6 4. Bg5, hxg5 5. Nf3, e5 6. Nxe5, Rxh2 7. Ng4,",
    "f5 8. e4, fxg4 9. Qxg4, Rxg2 10. Qxd7+, Kxd7 11. Bxg2, Nb8 12. d4, Kc6",
    "13. O-O-O, Kd6 14. Bh3, Be7 15. Bxc8, b5 16. a3, Qxc8 17. Nxb5+, Ke6 18. e5, a5",
    "19. Nc3, c6 20. Rh7, Nf6 21. Nb5, Ne4 22. Rg7, Qc7 23. Nd6, Nxf2 24. Rxe7+,",
    "Kxe7 25. Nc8+, Qxc8 26. Rd3, Nxd3+ 27. cxd3, Qe8 28. Kd1 1-0",
]


def mended(lines: list[str]) -> Repaired:
    (item,) = read_items(io.BytesIO("\n".join(lines).encode()), "san")
    return repair([item.record])[0]


def moves(done: Repaired) -> list[Move]:
    return [event for event in done.record.events if isinstance(event, Move)]


def test_what_stands_behind_a_lost_line_is_left_as_it_is_printed() -> None:
    done = mended([*LINES[:3], LINES[4]])
    assert done.ending == "gave-up"
    assert [one.message for one in done.findings if one.code == "KN401"] == [
        "a passage is missing after Black’s move 18: the numbers continue with 25; the rest is left as printed"
    ]
    assert [(move.text, move.move, move.options) for move in moves(done)[36:38]] == [
        ("Kxe7", None, None),
        ("Nc8+", None, None),
    ]


def test_before_a_lost_line_the_game_is_mended() -> None:
    done = mended([LINES[0].replace("Bg5", "BgS"), *LINES[1:3], LINES[4]])
    assert [(move.text, move.san) for move in moves(done)[6:7]] == [("BgS", "Bg5")]
    assert moves(done)[37].move is None
    assert repair([done.record])[0].record == done.record


def test_where_the_moves_fit_the_board_a_number_is_wrong() -> None:
    further = [re.sub(r"\d+(?=\.)", lambda number: str(int(number[0]) + 10), line) for line in LINES[3:]]
    done = mended([*LINES[:3], *further])
    assert done.ending != "gave-up"
    assert len(moves(done)) == 55


def test_the_first_line_may_be_the_one_that_is_lost() -> None:
    done = mended(LINES[1:])
    assert (done.ending, done.reached) == ("gave-up", 0)
    assert [one.message for one in done.findings] == [
        "the score begins with move 8; what was played before is missing, it is left as printed"
    ]
    assert [(move.text, move.move) for move in moves(done)][:2] == [("f5", None), ("e4", None)]


def test_the_plies_of_a_lost_beginning_are_open_where_what_follows_bears_them_out() -> None:
    done = mended([LINES[0][LINES[0].index("2.") :], *LINES[1:]])
    assert done.ending == "open"
    first, second, *rest = moves(done)
    assert first.text is None and "b2b3" in [option.move for option in first.options or ()]
    assert (second.text, second.move) == (None, "g7g6")
    assert len(rest) == 53


def test_plies_missing_here_and_there_are_no_lost_passage() -> None:
    """Of eight turns one ply is not printed: each of them is open, or the only one that fits."""
    text = "\n".join(LINES)
    for word in ("Nc3, ", "hxg5 ", "Qxg4, ", "Kxk7 ", "Bh3, ", "Qxc8 ", "Rh7, ", "Nxf2 "):
        text = text.replace(word, "-, " if word.endswith(", ") else "", 1)
    done = mended([text])
    assert (done.ending, len(moves(done))) == ("open", 55)
    assert sum(move.text is None for move in moves(done)) == 7
    assert all(move.move for move in moves(done))


@pytest.mark.parametrize(
    ("score", "last"),
    [
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4\n"
            "6. d4 b5 7. Bb3 d5 8. dxe5 Be6 9. c3 Bc5 10. Nbd2 O-O\n"
            "15. cxd4 Bb6 16. a4 Rb8 17. axb5 axb5 18. Qc3 Qd6\n",
            "Black’s move 10: the numbers continue with 15",
        ),
        (
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6\n5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O\n"
            "13. c4 Ne8 14. Bg4 Rc7 15. Bxd7 Qxd7 16. f4 f5\n",
            "Black’s move 8: the numbers continue with 13",
        ),
    ],
)
def test_a_gap_is_not_closed_by_reading_other_moves_around_it(score: str, last: str) -> None:
    (item,) = read_items(io.BytesIO(score.encode()), "san")
    done = repair_item(item)
    assert done.ending == "gave-up"
    assert [one.message for one in done.findings] == [f"a passage is missing after {last}; the rest is left as printed"]
    assert [event.text for event in moves(done)] == [event.text for event in item.record.events if type(event) is Move]
