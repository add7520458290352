"""Tries in another order, followed by brute force: where the prover finds that it does not matter, it does not."""

from __future__ import annotations

import itertools
from typing import Any

import chess
import msgspec
import pytest

from kriegnote.chess.position import Position, move_of, squares, uci
from kriegnote.problems.policy import Plan, Problem, Try, walk
from kriegnote.problems.proof.matching import fits, readings
from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.writer import NotSayable, write_problem
from tests.problems.test_problems_prove import NO_MATTER, VERDICTS, mutants, problem_of
from tests.problems.test_problems_wordings import tags
from tests.support.brute_force import mates
from tests.support.chapter_7 import chapter_7

SWART = [
    row for row in VERDICTS if row["id"].startswith("7.2.") and row["verdict"] == "proven" and row["id"] != "7.2.3"
]
EITHER_MAN = {("7.2.4", "english", "swap ♔xd4 ♙xd4"), ("7.2.4", "icc", "swap ♔xd4 ♙xd4")}
"""Both captures on d4 are printed with figurines that the scanner has confused: either may be either."""


def moves_of(problem: Problem, rules: str) -> dict[tuple[int, int], chess.Move]:
    """The moves that the tries are, by the men of the prover's note: the first with which brute force agrees."""
    note = prove(problem, rules, search=False).note.replace(";", ",")
    read = dict(part.split(" read as ") for part in note.split(", ") if " read as " in part)
    assert problem.fen is not None
    start = Position.from_fen(problem.fen)
    (key,) = problem.policy
    assert isinstance(key, Try)
    stages = [stage for stage in walk(key.then or ()) if isinstance(stage, Try)]
    for first in candidates(key, [start], read):
        board = start.play(move_of(first.uci())).passed()
        able = [candidates(stage, boards_after(board), read) for stage in stages]
        for some in itertools.islice(itertools.product(*able), 3000):
            moves = dict(zip([each.span for each in stages], some, strict=True))
            moves[key.span] = first
            if mates(problem.fen, problem.policy, moves, eastern=rules == "english"):
                return moves
    raise AssertionError("no men make the solution right")


def boards_after(board: Position) -> list[Position]:
    """White's board after his key; Black may have taken one of his men."""
    return [board, *(board.without(1 << square) for square in squares(board.own() & ~board.kings))]


def candidates(stage: Try, boards: list[Position], read: dict[str, str]) -> list[chess.Move]:
    """The moves that a try may be: as the note reads it, else as printed."""
    found: dict[str, None] = {}
    for board in boards:
        able = readings(stage, board, duty=stage.vain)
        named = [move for move in able if read.get(stage.text, board.own_san(move)) == board.own_san(move)]
        literal = [
            move for move in named if stage.parts.piece == "P" or fits(board, move, stage, man=stage.text not in read)
        ]
        found |= dict.fromkeys(map(uci, literal or named))
    return [chess.Move.from_uci(text) for text in found]


def swapped(plan: Plan) -> list[tuple[str, Plan]]:
    return [(what, made) for what, made in mutants(plan) if what.startswith("swap")]


@pytest.mark.parametrize("row", SWART, ids=lambda row: f"{row['id']}-{row['rules']}")
def test_the_order_of_tries_by_brute_force(row: dict[str, Any]) -> None:
    problem, rules = problem_of(row), row["rules"]
    assert problem.fen is not None
    moves, eastern = moves_of(problem, rules), rules == "english"
    assert mates(problem.fen, problem.policy, moves, eastern=eastern)
    for what, policy in swapped(problem.policy):
        name = (row["id"], rules, what)
        proven = prove(msgspec.structs.replace(problem, policy=policy), rules, search=False).verdict == "proven"
        assert proven is (name in NO_MATTER), name
        if name not in EITHER_MAN:
            assert mates(problem.fen, policy, moves, eastern=eastern) is proven, name


def test_brute_force_finds_what_is_wrong() -> None:
    """A branch or an alternative dropped: brute force finds it, as the prover does."""
    missed = 0
    for row in SWART[::2]:
        problem = problem_of(row)
        assert problem.fen is not None
        moves = moves_of(problem, row["rules"])
        for what, policy in mutants(problem.policy):
            if what.startswith("drop"):
                missed += mates(problem.fen, policy, moves, eastern=row["rules"] == "english")
    assert not missed


IF_REFUSED = [
    " or (if refused) ",
    " or, this being refused, ",
    " or if refused ",
    " or, should the umpire not grant it, ",
    " oppure (se rifiutata) ",
    " oppure, se l'arbitro non la concede, ",
    " o, se respinta, ",
]
"""What says the same as *sor*: the next try is made when the one before is refused."""


@pytest.mark.parametrize("words", IF_REFUSED)
def test_a_condition_beside_or_binds(words: str) -> None:
    """Every swap of two tries is judged as with *sor*, which brute force agrees with."""
    judged = set()
    for row in SWART[::3]:
        problem, rules = problem_of(row), row["rules"]
        for _, policy in [("as printed", problem.policy), *swapped(problem.policy)]:
            try:
                text = write_problem(msgspec.structs.replace(problem, policy=policy), "scheme")
            except NotSayable:
                continue
            verdicts = [
                prove(read_problems(each)[0][0], rules, search=False).verdict
                for each in (text, text.replace(" sor ", words))
            ]
            assert verdicts[1] == verdicts[0] or (verdicts == ["refuted", "incomplete"]), text
            judged.add(verdicts[0])
    assert judged >= {"proven", "refuted"}


@pytest.mark.parametrize(
    "body",
    [
        "1.Kd3. 2.Kd4 or 2.Kc4 if refused, or 2.Qe5 if refused again.",
        "1.Kd3. 2.Kd4 mate or 2.Kc4 mate (if refused) or 2.Qe5 mate (if both are refused).",
        "1.Kd3. 1...Kb5 2.Kd4. 1...Kd6 2.Kc4. 1...Kd5 2.Qe5. White tries them in this order.",
        "1.Kd3. 1...Kd6 2.Kc4. 1...Kd5 2.Qe5. 1...Kb5 2.Kd4. White tries, in succession, 2.Qe5, 2.Kd4 and 2.Kc4.",
        "1.Kd3. 2.Kd4 or 2.Kc4 or 2.Qe5. L'ordine è quello indicato.",
    ],
)
def test_an_order_that_is_said_behind_binds(body: str) -> None:
    """The right order is 2.Kc4, 2.Kd4, 2.Qe5: where Kd4 is legal and no mate, he has been refused nothing yet."""
    problem = next(each for each in chapter_7() if each.tag("Id") == "7.2.1")
    text = f"{tags(problem)}\nSolution: {body}"
    assert prove(read_problems(text)[0][0], "english", search=False).verdict == "refuted"


@pytest.mark.parametrize("leaders", [" ...... ", " ... ", " . . . . ", " … "])
def test_dots_lead_from_a_head_to_its_move(leaders: str) -> None:
    problem = next(each for each in chapter_7() if each.tag("Id") == "7.1.5")
    body = "1.Kc1\ncapture d6 : 2.Bxf5#\ncapture h8 : 2.Qh6#\nno capture: Any? No: 2.Bxf5#. Yes: 2.gxf6, 2.Qh6#"
    wrong = body.replace("2.Bxf5#\ncapture h8 : 2.Qh6#", "2.Qh6#\ncapture h8 : 2.Bxf5#")
    for text, verdict in ((body, "proven"), (wrong, "refuted")):
        (again,) = read_problems(f"{tags(problem)}\nSolution:\n\n{text.replace(' : ', leaders)}")[0]
        assert prove(again, "english", search=False).verdict == verdict


@pytest.mark.parametrize(
    "behind",
    [
        ", tried from left to right.",
        ". They are tried as listed.",
        ". Each is made when the one before has been refused.",
        ". First comes Kd4, last Qe5.",
        " (left to right).",
        "; the first has to be tried before the second.",
    ],
)
def test_what_may_be_on_an_order_left_open_is_never_passed_over(behind: str) -> None:
    problem = next(each for each in chapter_7() if each.tag("Id") == "7.2.1")
    text = f"{tags(problem)}\nSolution: 1.Kd3. 2.Kd4 or 2.Kc4 or 2.Qe5{behind}"
    assert prove(read_problems(text)[0][0], "english", search=False).verdict in ("refuted", "incomplete")
