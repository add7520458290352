"""The solver's answers: the known keys of composed problems, and of random positions those of a plain search."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest

from kriegnote.chess.position import Position, move_of, uci
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.analysis import analyse, describe, explain
from kriegnote.problems.proof.belief import Belief, hides
from kriegnote.problems.proof.mates import Orthodox, mating_moves
from kriegnote.problems.proof.plans import Budget, OutOfBudget, TurnPlan
from kriegnote.problems.proof.solve import Solver
from kriegnote.problems.prove import prove
from kriegnote.rules import rulebook as rules
from tests.bench import plain

RULES = {
    "english": rules("english"),
    "english_liberal_any": replace(rules("english"), ask="any-time"),
    "icc": rules("icc"),
    "icc_ep_landing": replace(rules("icc"), en_passant_square="landing"),
    "dutch": rules("dutch"),
}
PROBLEMS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent.parent / "data" / "mates.jsonl").read_text().splitlines()
]
BY_ID = {problem["id"]: problem for problem in PROBLEMS}


def of(problem: dict[str, Any]) -> Belief:
    return hides(problem["fen"], problem.get("worlds", []))


def names(moves: list[int] | None) -> list[str]:
    assert moves is not None
    return sorted(map(uci, moves))


@pytest.mark.parametrize("rulebook", RULES)
def test_keys_of_every_mate_in_two(rulebook: str):
    seen = 0
    for problem in PROBLEMS:
        if problem["n"] > 2 or rulebook not in problem["keys"]:
            continue
        seen += 1
        asks = rulebook == "dutch" and problem.get("opponent_asks", False)
        solver = Solver(RULES[rulebook], opponent_asks=asks)
        assert names(solver.keys(of(problem), problem["n"])) == sorted(problem["keys"][rulebook]), problem["id"]
        if "won" in problem:
            assert solver.won(of(problem), problem["n"]) == problem["won"][rulebook], problem["id"]
    assert seen == (1 if rulebook == "dutch" else 42)


@pytest.mark.parametrize(
    "name", [problem["id"] for problem in PROBLEMS if problem["n"] == 3 and problem["id"] != "7.1.26"]
)
def test_keys_of_mates_in_three(name: str):
    problem = BY_ID[name]
    assert names(Solver(RULES["english"]).keys(of(problem), problem["n"])) == sorted(problem["keys"]["english"])


def test_orthodox_keys():
    for problem in PROBLEMS:
        if problem["n"] == 2 and "orthodox" in problem["keys"]:
            found = Solver(RULES["english"]).orthodox_keys(of(problem)[0], problem["n"])
            assert names(found) == sorted(problem["keys"]["orthodox"]), problem["id"]


@pytest.mark.parametrize(
    ("name", "key", "alike"),
    [
        ("7.2.10", "b4b5", {"Nb4", "e4", "c6"}),  # “Any?” tells Nb4 from e4, but after c6 the yes obliges to bxc6
        ("7.2.17", "b8c7", {"Bb2", "Bf6"}),
        ("7.2.18", "h2g1", {"Rf3", "Rf4"}),
    ],
)
def test_problems_that_need_western_rules(name: str, key: str, alike: set[str]):
    """A key under icc, none under english, and the replies that English announcements cannot tell apart."""
    problem = BY_ID[name]
    assert names(Solver(RULES["icc"]).keys(of(problem), 2)) == [key]
    solution = analyse(of(problem), 2, RULES["english"])
    assert (solution.keys, solution.won, solution.plan) == ([], False, None)
    [failure] = solution.failures[move_of(key)]
    assert {step.before.san(step.move) for step in failure.steps} == alike
    group = [step.after for step in failure.steps]
    assert not Solver(RULES["english"]).won(beliefs.merge(group), 1)
    for left_out in group:  # none of them can be spared
        assert Solver(RULES["english"]).won(beliefs.merge(p for p in group if p is not left_out), 1)
    said = explain(failure, move_of(key), of(problem)[0])
    assert all(reply in said for reply in alike)


def test_prove_shows_the_replies_that_sound_alike():
    text = f"""[FEN "{BY_ID["7.2.17"]["fen"]}"]\n[Stipulation "#2"]\n\n1.Kc7.\n\nsilent 2.Qa8;\n"""
    assert prove(text, "english", keys=True).insoluble == (
        "Kc7: Bb2 (Qa8#) and Bf6 (Qg6#) sound alike (silent), and no tries mate all",
    )
    assert prove(text, "icc", keys=True).keys == ("Kc7",)
    assert prove(text, "icc", keys=True).insoluble == ()


def test_dutch_rules_save_the_problem_made_for_them():
    problem = BY_ID["D7.6"]
    [failure] = analyse(of(problem), 2, RULES["english"], opponent_asks=True).failures[move_of("g7g3")]
    assert {step.before.san(step.move) for step in failure.steps} == {"dxe4", "Bxe4"}


def test_a_question_may_be_the_only_beginning():
    """No try wins, but “Any?” does (7.1.42): under english won without a key."""
    problem = BY_ID["7.1.42"]
    solution = analyse(of(problem), 1, RULES["english"])
    assert (solution.keys, solution.won) == ([], True)
    assert solution.plan is not None
    assert describe(solution.plan, of(problem)) == "“Any?” yes:\n   1. axb3 sor Ng7#\n“Any?” no:\n   1. Nf6#"


def test_the_plan_as_text():
    problem = BY_ID["7.2.1"]  # all replies are silent; only one order of tries mates
    solution = analyse(of(problem), 2, RULES["english"])
    assert solution.plan is not None
    assert describe(solution.plan, of(problem)) == (
        "1. Kd3\n   silent (1...Kb5 1...Kd5 1...Kd6):\n      2. Kc4# sor Kd4# sor Qe5#"
    )


def follow(plan: TurnPlan, belief: Belief, n: int, solver: Solver) -> None:
    """Play a plan against everything; every line of it must end in mate."""
    left = belief
    for made in plan.tries:
        assert made.move in beliefs.tries(left)
        taken, left = beliefs.attempt(left, made.move)
        for own, steps in beliefs.moved(taken, made.move, solver.rules).items():
            if own.end == "checkmate":
                continue
            assert not own.end
            assert n > 1
            groups = beliefs.replied(
                beliefs.worlds(steps), solver.rules, excluded=solver.excluded, opponent_asks=solver.opponent_asks
            )
            then = {(branch.own, branch.reply): branch.plan for branch in made.branches}
            for reply, group in groups.items():
                assert not reply.end
                follow(then[own, reply._replace(end=None)], beliefs.worlds(group), n - 1, solver)
    if plan.yes and plan.no:
        assert not plan.tries or solver.rules.ask == "any-time"
        yes, no = beliefs.ask(left)
        assert plan.yes.tries[0].move in beliefs.pawn_captures(yes)
        follow(plan.yes, yes, n, solver)
        follow(plan.no, no, n, solver)
    else:
        assert not left


@pytest.mark.parametrize("rulebook", ["english", "icc"])
def test_plans_mate_whatever_is_replied(rulebook: str):
    won = 0
    for problem in PROBLEMS:
        if problem["n"] > 2 and problem["id"] not in ("7.1.18", "7.1.32", "D7.1"):
            continue
        solver = Solver(RULES[rulebook])
        if solver.won(of(problem), problem["n"]):
            won += 1
            for first in solver.keys(of(problem), problem["n"])[:1] or [None]:
                follow(solver.plan(of(problem), problem["n"], first), of(problem), problem["n"], solver)
    assert won > 30


def _small(rng: random.Random, men: str, black: str) -> Position:
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), len(men) + len(black))
        for letter, square in zip(men.upper() + black.lower(), squares, strict=True):
            if letter in "Pp" and not 8 <= square < 56:
                break
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        else:
            if board.is_valid():
                return Position.from_fen(board.fen())


@pytest.mark.parametrize("rulebook", ["english", "english_liberal_any", "rand"])
def test_parts_of_beliefs_against_the_plain_search(rulebook: str):
    """One move before the end, where the question, the duty and the order of tries decide.

    Any two to four replies to a key of the orthodox problem that take nothing, as if no check had been heard.
    """
    rule = RULES.get(rulebook) or rules(rulebook)
    rng = random.Random(7)
    verdicts = {True: 0, False: 0}
    for problem in PROBLEMS:
        if problem["n"] != 2 or "worlds" in problem:
            continue
        for key in rng.sample(problem["keys"]["orthodox"], min(2, len(problem["keys"]["orthodox"]))):
            after = of(problem)[0].play(move_of(key))
            replies = [move for move in sorted(after.legal_moves()) if after.captured_square(move) < 0]
            for _ in range(3):
                some = rng.sample(replies, min(rng.randrange(2, 5), len(replies)))
                belief = beliefs.merge(after.play(move) for move in some)
                solver = Solver(rule)
                won = solver.won(belief, 1)
                assert won == plain.won(belief, 1, rule)
                assert solver.keys(belief, 1) == plain.keys(belief, 1, rule)
                verdicts[won] += 1
    assert min(verdicts.values()) > 5, verdicts


@pytest.mark.parametrize("rulebook", ["english", "icc"])
def test_keys_against_the_plain_search(rulebook: str):
    rng = random.Random(8)
    found = 0
    for men, black in [("KQR", "kp"), ("KQN", "kp"), ("KQP", "k"), ("KRR", "k")] * 2:
        belief = (_small(rng, men, black),)
        keys = Solver(RULES[rulebook]).keys(belief, 2)
        assert keys == plain.keys(belief, 2, RULES[rulebook])
        found += bool(keys)
    assert found


def _mates(board: chess.Board) -> set[str]:
    found = set()
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.add(move.uci())
        board.pop()
    return found


def test_mating_moves_against_python_chess():
    rng = random.Random(3)
    mates = 0
    for _ in range(300):
        position = _small(rng, "KQRPP", "kppn")
        expected = _mates(chess.Board(position.fen()))
        assert set(map(uci, mating_moves(position))) == expected
        mates += bool(expected)
    assert mates == 13


@pytest.mark.parametrize(
    ("fen", "mates"),
    [
        ("8/8/8/5k2/8/8/4R1R1/4K2R w K - 0 1", {"e1g1", "h1f1"}),  # castling mates
        ("7K/8/R5N1/3k4/3p4/6N1/4P3/2R5 w - - 0 1", set()),  # e4+ dxe3 en passant
        ("8/7K/R5N1/3k4/3b4/6N1/4P3/2R5 w - - 0 1", {"e2e4"}),
    ],
)
def test_mates_by_castling_and_none_by_a_pawn_that_can_be_taken_in_passing(fen: str, mates: set[str]):
    assert _mates(chess.Board(fen)) == set(map(uci, mating_moves(Position.from_fen(fen)))) == mates


def test_a_promised_abstention_is_honoured():
    """Mate in two only when Black does not play the reply that refutes."""
    start = hides("7k/8/5K2/8/8/8/8/1R5r w - - 0 1", [])
    solver = Solver(rules("english"))
    assert not solver.won(start, 2)
    replies = {step.move for steps in beliefs.replied((start[0].play(move_of("f6g6")),), rules("english")).values()
               for step in steps}  # fmt: skip
    keep = move_of("h8g8")
    assert keep in replies
    assert move_of("f6g6") in Solver(rules("english"), excluded=replies - {keep}).keys(start, 2)


def test_the_solver_tells_when_it_cannot():
    found = analyse(of(BY_ID["7.1.36"]), 4, RULES["english"], budget=Budget(nodes=50))
    assert found.won is None
    assert found.keys is None
    assert Solver(RULES["english"]).won(of(BY_ID["7.2.1"]), 2)
    assert not Solver(RULES["english"]).won(of(BY_ID["7.2.1"]), 1)
    with pytest.raises(OutOfBudget):
        Solver(RULES["english"], budget=Budget(nodes=500)).keys(of(BY_ID["7.1.40"]), 4)


def test_there_is_no_mate_in_dark_chess():
    with pytest.raises(ValueError, match="dark"):
        Solver(rules("dark"))


def test_orthodox_mates_are_the_shortest():
    """Mate in two found in three moves as well, and not in one."""
    position = of(BY_ID["7.1.14"])[0]
    search = Orthodox()
    assert [search.wins(position, n) for n in (3, 1, 2, 4)] == [True, False, True, True]
